import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from '@playwright/test'
import { type Server, startServer } from '../e2e/server.ts'
import { ms, table } from './measure.ts'
import { LONG_TASK, type Tasks, tasksOf, worst } from './page-tasks.ts'

const FEW = 100
const MANY = 10_000
const NOTCHES = 200
const NOTCH = 400 // px: ten rows in every frame

interface Listed {
  output: { transactions: Record<string, unknown>[]; total: number }
}

/** The register of a real module, whose server answers so many rows, each made after one of the sample's. */
async function open(browser: Browser, server: Server, count: number): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1280, height: 900 } })
  const person = { username: `bench${count}`, email: `bench${count}@example.org`, password: 'correct horse battery' }
  await context.request.post('/api/register', { data: person })
  await context.request.post('/api/m/wallet/sample', { data: {} })
  const page = await context.newPage()
  await page.route('**/api/m/wallet/transactions', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as Listed
    const { transactions } = body.output
    body.output.transactions = Array.from({ length: count }, (_, at) => ({
      ...transactions[at % transactions.length],
      id: `row-${at}`,
      payee: `Payee ${at}`,
    }))
    body.output.total = count
    await route.fulfill({ response: answer, json: body })
  })
  return page
}

const rowsOf = (page: Page) => page.getByRole('row', { name: /Payee \d/ })
const nodes = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length)
const frame = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

interface Looked {
  cpu: number[]
  tasks: Tasks[]
  most: number
}

/** Opening, scrolling by the wheel, jumping to the end and back by keys, sorting: what each costs the page's main thread. */
async function look(page: Page): Promise<Looked> {
  let most = 0
  const tasks: Tasks[] = []
  const step = async (work: () => Promise<unknown>) => {
    tasks.push(
      await tasksOf(page, async () => {
        await work()
        await frame(page)
      }),
    )
    most = Math.max(most, await nodes(page))
  }
  await step(async () => {
    await page.goto('/wallet')
    await rowsOf(page).first().waitFor()
  })
  await rowsOf(page).first().hover()
  await step(async () => {
    for (let notch = 0; notch < NOTCHES; notch++) {
      // Up again where the few rows end, so that both lists scroll all the time.
      await page.mouse.wheel(0, Math.floor(notch / 8) % 2 === 0 ? NOTCH : -NOTCH)
      await frame(page)
    }
  })
  await rowsOf(page).first().focus()
  await step(async () => {
    for (const key of ['End', 'Home', 'End', 'Home']) {
      await page.keyboard.press(key)
      await frame(page)
    }
  })
  await step(async () => {
    await page.getByRole('button', { name: 'Payee', exact: true }).click()
    await frame(page)
  })
  return { cpu: tasks.map(({ cpu }) => cpu), tasks, most }
}

/** A table of 10,000 records against one of 100, in a real Chromium. */
export async function benchTable(): Promise<void> {
  const server = await startServer()
  const executablePath =
    process.env.CHROMIUM_PATH || (existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] })
  try {
    const few = await look(await open(browser, server, FEW))
    const many = await look(await open(browser, server, MANY))
    const whats = ['opening the page', `scrolling, ${NOTCHES} frames of ${NOTCH} px`, 'End and Home, twice', 'sorting']
    table(
      `A table of ${MANY.toLocaleString('en')} records, CPU of the main thread`,
      ['what', `${FEW} records`, `${MANY.toLocaleString('en')} records`, 'ratio', `tasks over ${LONG_TASK} ms`],
      whats.map((what, at) => [
        what,
        ms(few.cpu[at] ?? 0),
        ms(many.cpu[at] ?? 0),
        `${((many.cpu[at] ?? 0) / (few.cpu[at] ?? 1)).toFixed(2)} ×`,
        worst(many.tasks[at]?.long ?? []),
      ]),
    )
    table(
      'Nodes in the document, at most',
      ['', ''],
      [
        [`${FEW} records`, String(few.most)],
        [`${MANY.toLocaleString('en')} records`, String(many.most)],
      ],
    )
  } finally {
    await browser.close()
    await server.stop()
  }
}
