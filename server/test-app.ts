import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, createApp } from './app.ts'
import { readConfig } from './platform/config.ts'
import type { Database } from './platform/database/connect.ts'
import { type TestDatabase, testDatabase } from './platform/database/test-database.ts'
import { type Listening, listen } from './platform/http/serve.ts'
import { silentLog } from './platform/telemetry.ts'
import { atTheEnd } from './platform/test-end.ts'

/** One event of an event stream, its data as sent. */
export interface StreamEvent {
  id: number | null
  event: string
  data: string
}

export interface Stream {
  status: number
  headers: Headers
  events: StreamEvent[]
  /** The text of its chunks. */
  text: string
  /** True when the last line was [DONE]. */
  ended: boolean
  /** The data of the first event of this type. */
  data<T = Record<string, unknown>>(event: string): T
}

export function parseStream(body: string): StreamEvent[] {
  return body.split('\n\n').flatMap((block) => {
    const lines = block.split('\n').filter((line) => line && !line.startsWith(':'))
    if (lines.length === 0) return []
    const field = (name: string) =>
      lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2))
    return [
      {
        id: field('id')[0] ? Number(field('id')[0]) : null,
        event: field('event')[0] ?? 'message',
        data: field('data').join('\n'),
      },
    ]
  })
}

/** A browser, as far as the server can tell: keeps cookies, sends JSON. */
export function client(url: string) {
  const jar = new Map<string, string>()
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    signal?: AbortSignal,
  ) => {
    const raw = typeof body === 'string' || body instanceof Uint8Array
    const answer = await fetch(url + path, {
      redirect: 'manual',
      method,
      signal,
      headers: {
        ...(body === undefined || raw ? {} : { 'content-type': 'application/json' }),
        ...(jar.size > 0 ? { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
        ...headers,
      },
      body: body === undefined ? undefined : raw ? (body as string) : JSON.stringify(body),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = cookie.split('; ')
      const at = pair.indexOf('=')
      if (attributes.includes('Max-Age=0')) jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return answer
  }
  return {
    jar,
    send,
    /** A call whose answer is JSON; fails the test when it is refused. */
    async call<T = Record<string, never>>(method: string, path: string, body?: unknown): Promise<T> {
      const answer = await send(method, path, body)
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
      return JSON.parse(text) as T
    },
    /** A call that is refused: its status, code and sentence. */
    async refusal(
      method: string,
      path: string,
      body?: unknown,
      headers?: Record<string, string>,
    ): Promise<{ status: number; code: string; message: string }> {
      const answer = await send(method, path, body, headers)
      const { error } = (await answer.json()) as { error?: { code: string; message: string } }
      return { status: answer.status, code: error?.code ?? '', message: error?.message ?? '' }
    },
    /** A call whose answer is an event stream, read to its end. */
    async stream(method: string, path: string, body?: unknown): Promise<Stream> {
      const answer = await send(method, path, body)
      const text = await answer.text()
      const events = parseStream(text)
      return {
        status: answer.status,
        headers: answer.headers,
        events,
        text: events
          .filter((one) => one.event === 'chunk')
          .map((one) => JSON.parse(one.data).text)
          .join(''),
        ended: events.at(-1)?.data === '[DONE]',
        data: (event) => JSON.parse(events.find((one) => one.event === event)?.data ?? 'null'),
      }
    },
  }
}

export type Client = ReturnType<typeof client>

export interface TestApp {
  url: string
  db: Database
  dataDir: string
  routes(): App['routes']
  /** The browser of the first person registered. */
  administrator(): Promise<Client>
  /** A new browser. */
  visitor(): Client
  /** A new browser with a guest session. */
  guest(): Promise<Client>
  /** A new browser of a registered person; the first one registered is the administrator. */
  member(name?: string): Promise<Client & { id: string; token: string }>
  stop(): Promise<void>
}

let people = 0
/** ms, the longest that a timer can wait */
const NEVER = 2 ** 31 - 1

/** The whole server on a database of its own and a free port, stopped after the test file. */
export async function testApp(
  environment: Record<string, string> = {},
  options: {
    database?: TestDatabase
    modulesFolder?: string
    agentsFolder?: string
    administrator?: boolean
    /** ms; without it, what is due is due when the test says so. */
    ordersEvery?: number
  } = {},
): Promise<TestApp> {
  const database = options.database ?? (await testDatabase())
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-app-'))
  const config = readConfig({
    DATA_DIR: dataDir,
    SESSION_SECRET: 'a secret of the tests that is long enough',
    RATE_LIMIT_FACTOR: '1000',
    ...environment,
  })
  const app = await createApp({
    config,
    database: {
      ...database,
      embedded: false,
      adopted: false,
      migrated: { applied: 0, snapshot: null },
      close: async () => undefined,
    },
    log: silentLog,
    baseUrl: config.PUBLIC_URL ?? 'http://localhost:3000',
    modulesFolder: options.modulesFolder,
    agentsFolder: options.agentsFolder,
    ordersEvery: options.ordersEvery ?? NEVER,
  })
  const server: Listening = await listen(app.hono, '127.0.0.1', 0)
  app.start()
  let stopped = false
  const stop = async () => {
    if (stopped) return
    stopped = true
    await app.stop()
    await server.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  atTheEnd(stop)
  const member = async (name = `person${++people}`) => {
    const browser = client(server.url)
    const user = await browser.call<{ id: string; token: string }>('POST', '/api/register', {
      username: name,
      email: `${name}@example.org`,
      password: 'correct horse battery',
    })
    return { ...browser, id: user.id, token: user.token }
  }
  const first = options.administrator === false ? null : await member(`administrator${++people}`)
  return {
    url: server.url,
    db: database.db,
    dataDir,
    routes: () => app.routes,
    async administrator() {
      if (!first) throw new Error('This app was started without an administrator.')
      return first
    },
    visitor: () => client(server.url),
    async guest() {
      const browser = client(server.url)
      await browser.call('POST', '/auth/guest', {})
      return browser
    },
    member,
    stop,
  }
}
