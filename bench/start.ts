import { type Server, startServer } from '../e2e/server.ts'
import { COMPILED } from '../server/platform/loading.ts'
import { ms, quantile, table } from './measure.ts'

const ROUNDS = 5

async function page(server: Server): Promise<void> {
  const answer = await fetch(server.url)
  if (!(await answer.text()).includes('<div id="root"')) throw new Error('GET / did not answer with the page.')
}

/** Asks the Guide; resolves at the first words of its reply. */
async function firstWords(server: Server): Promise<void> {
  const answer = await fetch(`${server.url}/api/converse/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'What is 17 % of 240?' }),
  })
  const decoder = new TextDecoder()
  let said = ''
  for await (const bytes of answer.body ?? []) {
    said += decoder.decode(bytes, { stream: true })
    if (said.includes('event: chunk')) return
  }
  throw new Error(`The Guide did not answer: ${said.slice(0, 300)}`)
}

/** From starting the process to its first answers, on data that exist and with what `npm start` keeps between starts. */
export async function benchStart(): Promise<void> {
  const server = await startServer({ NODE_COMPILE_CACHE: COMPILED })
  const halts: number[] = []
  const pages: number[] = []
  const words: number[] = []
  try {
    await firstWords(server)
    for (let round = 0; round < ROUNDS; round++) {
      const halted = performance.now()
      await server.halt()
      const began = performance.now()
      halts.push(began - halted)
      await server.restart()
      await page(server)
      pages.push(performance.now() - began)
      await firstWords(server)
      words.push(performance.now() - began)
    }
  } finally {
    await server.stop()
  }
  const row = (what: string, times: readonly number[]) => [what, ms(quantile(times, 0.5)), ms(Math.max(...times))]
  table(
    'Warm start',
    ['from starting the process to', `median of ${ROUNDS}`, 'max'],
    [row('the page (GET /)', pages), row('the first words of the Guide', words), row('(a graceful stop)', halts)],
  )
}
