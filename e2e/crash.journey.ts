import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import type { ThreadHistory } from '../contract/chat.ts'
import { startEmbedded } from '../server/platform/database/embedded.ts'
import { client } from './client.ts'
import { startFakeProvider } from './fake-provider/client.ts'
import { scratch, startServer } from './server.ts'

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 6)
const text = Array.from({ length: 120 }, (_, at) => `token${at}`).join(' ')

/** Does something again and again until the server is gone; what fails by that had not been acknowledged. */
async function repeat(isOver: () => boolean, act: (at: number) => Promise<void>): Promise<void> {
  for (let at = 0; !isOver(); at++) {
    await act(at).catch(() => undefined)
    await sleep(100)
  }
}

const upload = ({ jar }: ReturnType<typeof client>, url: string, content: string): Promise<Response> =>
  fetch(`${url}/api/files?name=notes.txt`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    body: content,
  })

test('killed at random moments under load, the server loses nothing that it acknowledged', async () => {
  test.setTimeout(60_000 + ROUNDS * 15_000)
  const fake = await startFakeProvider()
  await fake.byDefault({ text, delay: 10 })
  const server = await startServer({ OPENAI_BASE_URL: `${fake.url}/v1`, MODELS: 'gpt-4o-mini' })
  try {
    const person = client(() => server.url)
    await person.post('/api/register', {
      username: 'tester',
      email: 'tester@example.org',
      password: 'correct horse battery',
    })
    for (let round = 0; round < ROUNDS; round++) {
      const acknowledged: { threadId: string; message: string }[] = []
      const tasks: string[] = []
      const files: { id: string; content: string }[] = []
      let killed = false
      const load = Array.from({ length: 8 }, async (_, at) => {
        const message = `round ${round}, message ${at}`
        // The connection breaks when the server is killed: only what had been acknowledged counts.
        const answer = await person.send('POST', '/api/converse/stream', { message }).catch(() => null)
        const threadId = answer?.headers.get('x-thread-id')
        if (threadId) acknowledged.push({ threadId, message })
        await answer?.text().catch(() => null)
      })
      const records = repeat(
        () => killed,
        async (at) => {
          const title = `round ${round}, task ${at}`
          if ((await person.send('POST', '/api/m/tasks/add', { title })).status === 200) tasks.push(title)
        },
      )
      const uploads = repeat(
        () => killed,
        async (at) => {
          const content = `round ${round}, file ${at}. `.repeat(2_000)
          const answer = await upload(person, server.url, content)
          if (answer.ok) files.push({ id: ((await answer.json()) as { id: string }).id, content })
        },
      )
      await sleep(50 + Math.random() * 1500)
      await server.kill()
      killed = true
      await Promise.all([...load, records, uploads])
      await server.restart()
      const { output } = await person.post<{ output: { text: string } }>('/api/m/tasks/exportTodoTxt')
      const kept = output.text.split('\n')
      for (const title of tasks) expect(kept.filter((line) => line.endsWith(title))).toHaveLength(1)
      for (const { id, content } of files) {
        const answer = await person.send('GET', `/api/files/${id}`)
        expect([answer.status, (await answer.text()) === content]).toEqual([200, true])
      }
      console.log(`round ${round}: ${acknowledged.length} messages, ${tasks.length} records, ${files.length} uploads`)
      for (const { threadId, message } of acknowledged) {
        await expect(async () => {
          const thread = await person.get<ThreadHistory>(`/api/chat/thread/${threadId}`)
          expect(thread.messages[0]?.content).toBe(message)
          const reply = thread.messages[1]
          expect(['complete', 'interrupted']).toContain(reply?.status)
          // Resumed or kept: a beginning of the answer, nothing doubled, nothing foreign.
          expect(text.startsWith(reply?.content ?? '-')).toBe(true)
          if (reply?.status === 'complete') expect(reply.content).toBe(text)
        }).toPass({ timeout: 20_000 })
      }
    }
    expect(server.log()).not.toContain('unexpected failure')
  } finally {
    await server.stop()
    await fake.stop()
  }
})

test('a database that is stopped and started under load costs time, not messages', async () => {
  test.setTimeout(120_000)
  const home = scratch('db')
  let cluster = await startEmbedded(home)
  const admin = new pg.Client(cluster.connection('postgres'))
  await admin.connect()
  await admin.query('create database served')
  await admin.end()
  const { host, user, password } = cluster.connection('served')
  const fake = await startFakeProvider()
  await fake.byDefault({ text, delay: 20 })
  const server = await startServer({
    DATABASE_URL: `postgres://${user}:${password}@localhost/served?host=${encodeURIComponent(String(host))}`,
    OPENAI_BASE_URL: `${fake.url}/v1`,
    MODELS: 'gpt-4o-mini',
  })
  try {
    const person = client(() => server.url)
    await person.post('/api/register', {
      username: 'tester',
      email: 'tester@example.org',
      password: 'correct horse battery',
    })
    const begun = await Promise.all(
      Array.from({ length: 5 }, (_, at) => person.send('POST', '/api/converse/stream', { message: `before ${at}` })),
    )
    const bodies = begun.map((answer) => answer.text())
    await sleep(500)
    await cluster.stop()
    const refused = await person.send('POST', '/api/converse/stream', { message: 'meanwhile' })
    expect(refused.status).toBe(503)
    expect(((await refused.json()) as { error: { message: string } }).error.message).toBe(
      'The service is temporarily unavailable. Please try again in a moment.',
    )
    await sleep(1_500)
    cluster = await startEmbedded(home)
    for (const body of bodies) expect(await body).toContain('[DONE]')
    for (const answer of begun) {
      const thread = await person.get<ThreadHistory>(`/api/chat/thread/${answer.headers.get('x-thread-id')}`)
      expect(thread.messages[1]).toMatchObject({ status: 'complete', content: text })
    }
    await expect(async () =>
      expect((await person.send('POST', '/api/converse/stream', { message: 'after' })).status).toBe(200),
    ).toPass({ timeout: 10_000 })
  } finally {
    await server.stop()
    await cluster.stop()
    await fake.stop()
  }
})

test('a second server on the same data is refused with a sentence, and the first goes on', async () => {
  const server = await startServer()
  try {
    await expect(startServer({ DATA_DIR: server.dataDir })).rejects.toThrow(
      /Another server is already running on .*Stop it first/s,
    )
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  } finally {
    await server.stop()
  }
})

test('every mistake in the configuration is named in a sentence', async () => {
  await expect(
    startServer({
      PORT: 'eighty',
      DATABASE_URL: 'mysql://x',
      SESSION_SECRET: 'short',
      LOG_LEVEL: 'loud',
      OPENAI_BASE_URL: 'nonsense',
    }),
  ).rejects.toThrow(
    /PORT must be a number.*DATABASE_URL must begin with postgres.*SESSION_SECRET must have at least 32.*OPENAI_BASE_URL must be an http.*LOG_LEVEL is one of/s,
  )
})
