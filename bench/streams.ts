import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { client } from '../e2e/client.ts'
import { startFakeProvider } from '../e2e/fake-provider/client.ts'
import { type Server, startServer } from '../e2e/server.ts'
import { cpuSeconds, ms, quantile, table } from './measure.ts'

interface Sample {
  /** ms from the request to the first text */
  first: number
  chunks: number
  /** The longest silence between two chunks, ms. */
  gap: number
  whole: boolean
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
const TOKEN = /"(?:content|text)":"[^"]/g

/** One stream, read to its end. */
function stream(url: string, body: unknown, headers: Record<string, string>, expected: number): Promise<Sample> {
  return new Promise((done, failed) => {
    const began = performance.now()
    let first = Number.NaN
    let last = began
    let chunks = 0
    let gap = 0
    const text = JSON.stringify(body)
    const call = request(
      url,
      {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers },
      },
      (answer) => {
        answer.setEncoding('latin1')
        answer.on('data', (data: string) => {
          const found = data.match(TOKEN)?.length ?? 0
          if (found === 0) return
          const now = performance.now()
          if (Number.isNaN(first)) first = now - began
          else gap = Math.max(gap, now - last)
          last = now
          chunks += found
        })
        answer.on('end', () => done({ first, chunks, gap, whole: chunks >= expected }))
        answer.on('error', failed)
      },
    )
    call.on('error', failed)
    call.end(text)
  })
}

/** Rounds before the count begins: a server that has answered a few people, not one that has just started. */
const WARM_UP = 50

interface Target {
  name: string
  url: string
  body: (at: number) => unknown
  headers: Record<string, string>
  pid: number | null
}

async function load(
  target: Target,
  streams: number,
  tokens: number,
  spreadMs: number,
): Promise<{ samples: Sample[]; cpu: number | null }> {
  const before = target.pid ? cpuSeconds(target.pid) : 0
  const samples = await Promise.all(
    Array.from({ length: streams }, async (_, at) => {
      await new Promise((later) => setTimeout(later, (at / streams) * spreadMs))
      return stream(target.url, target.body(at), target.headers, tokens)
    }),
  )
  return { samples, cpu: target.pid ? cpuSeconds(target.pid) - before : null }
}

async function passThrough(upstream: string): Promise<{ url: string; pid: number; stop(): void }> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('pass-through.ts', import.meta.url)), `${upstream}/v1`],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return {
    url: `http://127.0.0.1:${(JSON.parse(line) as { port: number }).port}/`,
    pid: child.pid as number,
    stop: () => child.kill(),
  }
}

async function tokenOf(server: Server): Promise<string> {
  const person = client(() => server.url)
  const user = await person.post<{ token: string }>('/api/register', {
    username: 'bench',
    email: 'bench@example.org',
    password: 'correct horse battery',
  })
  return user.token
}

/** Time to first token and CPU per chunk, against the provider itself and a bare pipe; then many streams. */
export async function benchStreams(): Promise<void> {
  const fake = await startFakeProvider()
  const server = await startServer({
    OPENAI_BASE_URL: `${fake.url}/v1`,
    MODELS: 'gpt-4o-mini',
    RATE_LIMIT_FACTOR: '1000000',
  })
  const pipe = await passThrough(fake.url)
  const token = await tokenOf(server)
  const direct = { model: 'gpt-4o-mini', stream: true, messages: [{ role: 'user', content: 'hello' }] }
  const serverPid = server.pid()
  const targets: Target[] = [
    { name: 'the provider itself', url: `${fake.url}/v1/chat/completions`, body: () => direct, headers: {}, pid: null },
    { name: 'bare node:http pipe', url: pipe.url, body: () => direct, headers: {}, pid: pipe.pid },
    {
      name: 'Atrium',
      url: `${server.url}/api/converse/stream`,
      body: () => ({ message: 'hello' }),
      headers: { authorization: `Bearer ${token}` },
      pid: serverPid,
    },
  ]
  const script = async (tokens: number, delay: number) =>
    fake.byDefault({ text: 'word '.repeat(tokens).trim(), delay, initialDelay: 50 })

  // One stream at a time, the targets in turn.
  await script(20, 5)
  const alone = new Map(targets.map((target) => [target.name, [] as number[]]))
  for (let round = 0; round < WARM_UP + 50; round++) {
    for (const target of targets) {
      const { samples } = await load(target, 1, 20, 0)
      if (round >= WARM_UP) alone.get(target.name)?.push((samples[0] as Sample).first)
    }
  }
  const base = alone.get('the provider itself') as number[]
  table(
    'Time to first token, one stream at a time (50 rounds, 50 ms at the provider)',
    ['target', 'p50', 'p99', 'added p50', 'added p99'],
    targets.map(({ name }) => {
      const values = alone.get(name) as number[]
      return [
        name,
        ms(quantile(values, 0.5)),
        ms(quantile(values, 0.99)),
        ms(quantile(values, 0.5) - quantile(base, 0.5)),
        ms(quantile(values, 0.99) - quantile(base, 0.99)),
      ]
    }),
  )

  // 200 streams of 50 tokens a second.
  await script(250, 20)
  const rows: string[][] = []
  let pipeCpu = Number.NaN
  let baseline: number[] = []
  for (const target of targets) {
    await load(target, 200, 250, 1_000)
    const { samples, cpu } = await load(target, 200, 250, 1_000)
    const firsts = samples.map((sample) => sample.first)
    const perChunk = cpu === null ? null : (cpu * 1e6) / samples.reduce((sum, sample) => sum + sample.chunks, 0)
    if (target.name === 'the provider itself') baseline = firsts
    if (target.name === 'bare node:http pipe' && perChunk !== null) pipeCpu = perChunk
    rows.push([
      target.name,
      ms(quantile(firsts, 0.5) - quantile(baseline, 0.5)),
      ms(quantile(firsts, 0.99) - quantile(baseline, 0.99)),
      perChunk === null ? '–' : `${perChunk.toFixed(1)} µs`,
      perChunk === null ? '–' : `${(perChunk / pipeCpu).toFixed(2)} ×`,
    ])
  }
  table(
    '200 streams at 50 tokens/s (second of two runs)',
    ['target', 'first token added p50', 'p99', 'CPU per chunk', 'against the pipe'],
    rows,
  )

  // 1,000 streams of 20 tokens a second.
  await script(300, 50)
  const atrium = targets[2] as Target
  const { samples, cpu } = await load(atrium, 1000, 300, 5_000)
  const gaps = samples.map((sample) => sample.gap)
  table(
    '1,000 streams at 20 tokens/s',
    ['streams', 'whole', 'longest silence p50', 'p99', 'max', 'CPU of one core'],
    [
      [
        String(samples.length),
        String(samples.filter((sample) => sample.whole).length),
        ms(quantile(gaps, 0.5)),
        ms(quantile(gaps, 0.99)),
        ms(Math.max(...gaps)),
        `${(((cpu as number) / 20) * 100).toFixed(0)} %`,
      ],
    ],
  )

  agent.destroy()
  pipe.stop()
  await server.stop()
  await fake.stop()
}
