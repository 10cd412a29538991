import { setTimeout as sleep } from 'node:timers/promises'
import type { ThreadHistory } from '@atrium/contract/chat'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startFakeProvider } from '../../e2e/fake-provider/client.ts'
import { testDatabase } from '../platform/database/test-database.ts'
import { type Client, testApp } from '../test-app.ts'

const fake = await startFakeProvider()
afterAll(() => fake.stop())
const database = await testDatabase()
const pool = database.db.$client
const app = await testApp(
  { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${fake.url}/v1`, MODELS: 'gpt-4o-mini' },
  { database },
)
beforeEach(() => fake.reset())

let made = 0

/** A thread whose reply a killed instance was writing: `chunks` had been stored. */
async function orphan(
  owner: string,
  chunks: string[],
  more: { kept?: string; failures?: number } = {},
): Promise<{ threadId: string; messageId: string; runId: string }> {
  const id = `${++made}-${Date.now()}`
  const input = {
    principal: { kind: 'member', owner, userId: owner, sessionId: null },
    preferredModel: null,
    persona: 'personal',
    space: null,
    systemPrompt: null,
    soulMode: false,
    timeZone: 'UTC',
    locale: 'en',
    userMessageId: `u${id}`,
    continues: Boolean(more.kept),
  }
  await pool.query(`insert into threads (id, owner_id, title, leaf_id) values ($1, $2, 'orphan', $3)`, [
    `t${id}`,
    owner,
    `a${id}`,
  ])
  await pool.query(
    `insert into messages (id, thread_id, owner_id, parent_id, role, content) values ($1, $2, $3, null, 'user', 'question')`,
    [`u${id}`, `t${id}`, owner],
  )
  await pool.query(
    `insert into messages (id, thread_id, owner_id, parent_id, role, content, status, run_id) values ($1, $2, $3, $4, 'assistant', $5, 'streaming', $6)`,
    [`a${id}`, `t${id}`, owner, `u${id}`, more.kept ?? '', `r${id}`],
  )
  let at = more.kept?.length ?? 0
  const frames = chunks.map((text) => {
    const one = ['chunk', { type: 'text', text, at }]
    at += text.length
    return one
  })
  await pool.query(
    `insert into runs (id, kind, owner_id, thread_id, message_id, input, status, worker, fence, attempts, failures, lease_until) values ($1, 'chat', $2, $3, $4, $5, 'running', 'killed', 1, 1, $6, now() + interval '1 hour')`,
    [`r${id}`, owner, `t${id}`, `a${id}`, JSON.stringify(input), more.failures ?? 0],
  )
  const all = [['meta', {}], ['status', { status: 'thinking' }], ...frames]
  await pool.query('insert into run_events (run_id, first_seq, seq, frames) values ($1, 1, $2, $3)', [
    `r${id}`,
    all.length,
    JSON.stringify(all),
  ])
  await pool.query(`update runs set lease_until = now() - interval '1 second' where id = $1`, [`r${id}`])
  return { threadId: `t${id}`, messageId: `a${id}`, runId: `r${id}` }
}

async function settled(who: Client, threadId: string) {
  for (;;) {
    const thread = await who.call<ThreadHistory>('GET', `/api/chat/thread/${threadId}`)
    const last = thread.messages.at(-1)
    if (last && last.status !== 'streaming') return last
    await sleep(20)
  }
}

describe('after a crash', () => {
  test('a reply that had not begun is generated, and viewers are told that it starts over', async () => {
    const ann = await app.member()
    await fake.script({ text: 'generated after all' })
    const left = await orphan(ann.id, [])
    expect(await settled(ann, left.threadId)).toMatchObject({ content: 'generated after all', status: 'complete' })
    const events = await ann.stream('GET', `/api/runs/${left.runId}/events?after=2`)
    expect(events.events.find((one) => one.event === 'status')?.data).toContain('restarted')
    expect([events.text, events.ended]).toEqual(['generated after all', true])
  })

  test('a reply that had begun keeps its text, marked interrupted, and is continued with one call', async () => {
    const ann = await app.member()
    const left = await orphan(ann.id, ['Half of ', 'the answer'])
    const kept = await settled(ann, left.threadId)
    expect(kept).toMatchObject({ content: 'Half of the answer', status: 'interrupted' })
    expect(await fake.requests()).toEqual([])
    await fake.script({ text: ' and the other half' })
    const more = await ann.call<{ runId: string }>('POST', `/api/messages/${kept.id}/continue`)
    const stream = await ann.stream('GET', `/api/runs/${more.runId}/events`)
    expect(JSON.parse(stream.events.find((one) => one.event === 'chunk')?.data ?? '{}').at).toBe(
      'Half of the answer'.length,
    )
    expect(await settled(ann, left.threadId)).toMatchObject({
      content: 'Half of the answer and the other half',
      status: 'complete',
    })
  })

  test('a continuation that was cut keeps both parts', async () => {
    const ann = await app.member()
    const left = await orphan(ann.id, [', then this'], { kept: 'First this' })
    expect(await settled(ann, left.threadId)).toMatchObject({ content: 'First this, then this', status: 'interrupted' })
  })

  test('a call that had begun is not repeated: its outcome is unknown, and said to be', async () => {
    const ann = await app.member()
    const left = await orphan(ann.id, [])
    await pool.query(`update runs set lease_until = now() + interval '1 hour' where id = $1`, [left.runId])
    const call = {
      callId: 'c1',
      action: 'tasks.add',
      summary: 'Add a task',
      input: { title: 'milk' },
      state: 'running',
    }
    await pool.query('insert into run_events (run_id, first_seq, seq, frames) values ($1, 3, 3, $2)', [
      left.runId,
      JSON.stringify([['tool-result', call]]),
    ])
    await pool.query(`update runs set lease_until = now() - interval '1 second' where id = $1`, [left.runId])
    const kept = await settled(ann, left.threadId)
    expect(kept).toMatchObject({
      status: 'interrupted',
      meta: { tools: [{ state: 'failed', error: expect.stringContaining('may have been carried out') }] },
    })
    expect(await fake.requests()).toEqual([])
  })

  test('a run over which every worker falls silent is given up', async () => {
    const ann = await app.member()
    const left = await orphan(ann.id, [], { failures: 9 })
    const message = 'The server is experiencing issues. Please try again later.'
    expect(await settled(ann, left.threadId)).toMatchObject({ status: 'failed', meta: { error: message } })
    expect((await ann.stream('GET', `/api/runs/${left.runId}/events`)).data('error')).toMatchObject({ message })
    expect(await fake.requests()).toEqual([])
  })

  test('a run that is given up leaves what it had said and done with its message', async () => {
    const ann = await app.member()
    const left = await orphan(ann.id, [', then this'], { kept: 'First this', failures: 9 })
    const call = { callId: 'c1', action: 'tasks.add', summary: 'Add a task', input: {}, state: 'done', output: {} }
    await pool.query('insert into run_events (run_id, first_seq, seq, frames) values ($1, 4, 4, $2)', [
      left.runId,
      JSON.stringify([['tool-result', call]]),
    ])
    const kept = await settled(ann, left.threadId)
    expect(kept).toMatchObject({
      content: 'First this, then this',
      status: 'failed',
      meta: { error: expect.any(String), tools: [{ callId: 'c1', state: 'done' }] },
    })
    expect(kept.meta.mode).not.toBe('error')
    const { hits } = await ann.call<{ hits: { messageId: string }[] }>('GET', '/api/threads/search?q=then')
    expect(hits.map((hit) => hit.messageId)).toEqual([left.messageId])
  })

  test('events that were stored twice, their first commit unheard of, count once', async () => {
    const ann = await app.member()
    const left = await orphan(ann.id, ['Half of ', 'the answer'])
    const again = [
      ['chunk', { type: 'text', text: 'Half of ', at: 0 }],
      ['chunk', { type: 'text', text: 'the answer', at: 8 }],
      ['chunk', { type: 'text', text: ' and more', at: 18 }],
    ]
    await pool.query('insert into run_events (run_id, first_seq, seq, frames) values ($1, 3, 5, $2)', [
      left.runId,
      JSON.stringify(again),
    ])
    expect(await settled(ann, left.threadId)).toMatchObject({ content: 'Half of the answer and more' })
  })

  test('a reply that was being stopped ends stopped', async () => {
    const ann = await app.member()
    const left = await orphan(ann.id, [])
    await pool.query('update runs set cancel_requested_at = now() where id = $1', [left.runId])
    expect(await settled(ann, left.threadId)).toMatchObject({ status: 'stopped' })
  })
})

test('a graceful stop keeps what was said as interrupted, and another instance generates what had not begun', async () => {
  const second = await testApp(
    { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${fake.url}/v1`, MODELS: 'gpt-4o-mini' },
    { database, administrator: false },
  )
  const ann = await second.member()
  const bob = await second.member()
  await fake.script(
    { text: 'said so far and then never again '.repeat(50), delay: 50, match: 'begun' },
    { text: 'x', initialDelay: 60_000, match: 'waiting' },
    { text: 'by the other one', match: 'waiting' },
  )
  const begun = await ann.send('POST', '/api/converse/stream', { message: 'begun' })
  const waiting = await bob.send('POST', '/api/converse/stream', { message: 'waiting' })
  const reader = (begun.body as ReadableStream<Uint8Array>).getReader()
  for (let read = ''; !read.includes('event: chunk'); ) read += new TextDecoder().decode((await reader.read()).value)
  await fake.received((request) => JSON.stringify(request.body).includes('waiting'))
  await second.stop()

  const elsewhere = (who: typeof ann) => {
    const browser = app.visitor()
    for (const [name, value] of who.jar) browser.jar.set(name, value)
    return browser
  }
  const kept = await settled(elsewhere(ann), begun.headers.get('x-thread-id') as string)
  expect(kept.status).toBe('interrupted')
  expect(kept.content).toMatch(/^said/)
  expect(await settled(elsewhere(bob), waiting.headers.get('x-thread-id') as string)).toMatchObject({
    status: 'complete',
    content: 'by the other one',
  })
})
