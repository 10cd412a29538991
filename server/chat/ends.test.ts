import { randomUUID } from 'node:crypto'
import type { DoneEvent, Message, ThreadHistory } from '@atrium/contract/chat'
import type { RunInfo } from '@atrium/contract/runs'
import { sentences } from '@atrium/contract/sentences'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startFakeProvider } from '../../e2e/fake-provider/client.ts'
import { type Client, testApp } from '../test-app.ts'
import { ReplyInput } from './reply-input.ts'

const fake = await startFakeProvider()
afterAll(() => fake.stop())
const app = await testApp({ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${fake.url}/v1`, MODELS: 'gpt-4o-mini' })
const pool = app.db.$client
beforeEach(() => fake.reset())

const say = (who: Client, message: string, more: object = {}) =>
  who.stream('POST', '/api/converse/stream', { message, ...more })
const lastOf = async (who: Client, threadId: string | null) =>
  (await who.call<ThreadHistory>('GET', `/api/chat/thread/${threadId}`)).messages.at(-1) as Message
const runOf = async (id: string | null) => (await pool.query('select * from runs where id = $1', [id])).rows[0]

describe('what a reply costs', () => {
  const usage = { inputTokens: 1_000, cachedInputTokens: 0, outputTokens: 100 }
  const costMicros = 1_000 * 0.15 + 100 * 0.6 // dollars a million tokens of gpt-4o-mini

  test('is kept with its run, every round of it, and a reply that goes on adds to what it had cost', async () => {
    const ann = await app.member()
    await fake.script(
      { toolCalls: [{ name: 'tasks_search', input: { words: 'milk' } }], usage },
      { text: 'No milk', usage },
    )
    const reply = await say(ann, 'Is there milk?')
    expect(await runOf(reply.headers.get('x-run-id'))).toMatchObject({
      tokens_used: 2 * 1_100,
      cost_micros: 2 * costMicros,
    })
    const threadId = reply.headers.get('x-thread-id')
    const { id } = await lastOf(ann, threadId)
    await pool.query(`update messages set status = 'interrupted' where id = $1`, [id])
    await fake.script({ text: ' at all.', usage })
    const more = await ann.call<{ runId: string }>('POST', `/api/messages/${id}/continue`)
    await ann.stream('GET', `/api/runs/${more.runId}/events`)
    expect((await lastOf(ann, threadId)).meta).toMatchObject({
      inputTokens: 3_000,
      outputTokens: 300,
      costMicros: 3 * costMicros,
    })
    expect(await runOf(more.runId)).toMatchObject({ tokens_used: 1_100, cost_micros: costMicros })
  })

  test('ends it at its limit, and the person is told the limit and what to do', async () => {
    const ann = await app.member()
    const before = await say(ann, 'Hello')
    const threadId = before.headers.get('x-thread-id')
    const [asked, answer, run] = [randomUUID(), randomUUID(), randomUUID()]
    const input = ReplyInput.parse((await runOf(before.headers.get('x-run-id'))).input)
    await pool.query(
      `insert into messages (id, thread_id, owner_id, parent_id, role, content, status, run_id)
       select id, $1, $2, parent, role, content, status, run from (values
         ($3, null, 'user', 'Is there milk?', 'complete', null), ($4, $3, 'assistant', '', 'streaming', $5)) as m(id, parent, role, content, status, run)`,
      [threadId, ann.id, asked, answer, run],
    )
    await pool.query('update threads set leaf_id = $2 where id = $1', [threadId, answer])
    await fake.reset()
    await fake.script({ text: 'Let me see.', toolCalls: [{ name: 'tasks_search', input: { words: 'milk' } }] })
    await pool.query(
      `insert into runs (id, kind, owner_id, thread_id, message_id, input, token_budget) values ($1, 'chat', $2, $3, $4, $5, 1)`,
      [run, ann.id, threadId, answer, { ...input, userMessageId: asked }],
    )
    const reply = await ann.stream('GET', `/api/runs/${run}/events`)
    expect(reply.data<DoneEvent>('done')).toMatchObject({ status: 'stopped' })
    expect(reply.events.some((one) => one.event === 'tool-result')).toBe(false)
    expect(await fake.requests()).toHaveLength(1)
    const sentence = expect.stringMatching(/may spend \(1 token\).*stopped here\. Continue it, or ask for something/)
    expect(await lastOf(ann, threadId)).toMatchObject({
      status: 'stopped',
      content: 'Let me see.',
      meta: { mode: 'direct', error: sentence },
    })
    expect(await ann.call<RunInfo>('GET', `/api/runs/${run}`)).toMatchObject({
      status: 'budget_stopped',
      error: sentence,
    })
  })
})

describe('a reply is stopped by the message that it answers', () => {
  test('when its client left before it knew the run', async () => {
    const ann = await app.member()
    const messageId = randomUUID()
    await fake.script({ text: 'never heard '.repeat(500), delay: 20 })
    const leaving = new AbortController()
    const begun = await ann.send('POST', '/api/converse/stream', { message: 'Hello', messageId }, {}, leaving.signal)
    leaving.abort()
    const stopped = await ann.call<RunInfo>('POST', '/api/chat/stop', { messageId })
    expect(stopped).toMatchObject({ id: begun.headers.get('x-run-id'), threadId: begun.headers.get('x-thread-id') })
    await expect.poll(async () => (await lastOf(ann, stopped.threadId)).status).toBe('stopped')
    await fake.received((request) => request.state === 'closed by client')
    // Once more does no harm.
    expect(await ann.call<RunInfo>('POST', '/api/chat/stop', { messageId })).toMatchObject({ status: 'cancelled' })
  })

  test('even when the message arrives after the wish to stop it', async () => {
    const ann = await app.member()
    const messageId = randomUUID()
    await fake.script({ text: 'never heard '.repeat(500), delay: 20 })
    const stopping = ann.call<RunInfo>('POST', '/api/chat/stop', { messageId })
    const reply = await say(ann, 'Hello', { messageId })
    expect(reply.data<DoneEvent>('done').status).toBe('stopped')
    expect((await stopping).id).toBe(reply.headers.get('x-run-id'))
  })

  test('by its own person only, and a message that never came is said to be missing', async () => {
    const ann = await app.member()
    const messageId = randomUUID()
    await fake.script({ text: 'in peace and quiet', delay: 100 })
    const begun = await ann.send('POST', '/api/converse/stream', { message: 'Hello', messageId })
    const missing = { status: 404, code: 'not_found', message: 'That message was not found.' }
    const bob = await app.member()
    expect(await bob.refusal('POST', '/api/chat/stop', { messageId })).toEqual(missing)
    expect(await bob.refusal('POST', '/api/chat/stop', { messageId: randomUUID() })).toEqual(missing)
    expect((await bob.refusal('POST', '/api/chat/stop', { messageId: 'no id' })).status).toBe(400)
    await begun.text()
    expect(await lastOf(ann, begun.headers.get('x-thread-id'))).toMatchObject({ content: 'in peace and quiet' })
  })
})

describe('a disk that is full', () => {
  const full = (table: string) =>
    pool.query(`create trigger disk_full before insert or update on ${table} execute function disk_full()`)
  const room = (table: string) => pool.query(`drop trigger if exists disk_full on ${table}`)
  afterEach(() => Promise.all(['messages', 'threads'].map(room)))
  /** How often something could not be written: what a sequence counts outlives a transaction that fails. */
  const refusals = async () => (await pool.query('select last_value, is_called from refusals')).rows[0]
  beforeEach(async () => {
    await pool.query('drop sequence if exists refusals')
    await pool.query('create sequence refusals')
    await pool.query(
      `create or replace function disk_full() returns trigger language plpgsql as $$
       begin perform nextval('refusals'); raise exception 'No space left on device' using errcode = '53100'; end $$`,
    )
  })

  test('costs no reply its end: it is stored as soon as there is room', async () => {
    const ann = await app.member()
    await fake.script({ text: 'kept after all', pauseAt: [1] })
    const begun = await ann.send('POST', '/api/converse/stream', { message: 'Hello' })
    await full('messages')
    await fake.goOn()
    await expect.poll(refusals, { timeout: 20_000 }).toMatchObject({ is_called: true })
    await room('messages')
    expect(await begun.text()).toMatch(/event: done[\s\S]*\[DONE\]/)
    expect(await lastOf(ann, begun.headers.get('x-thread-id'))).toMatchObject({
      status: 'complete',
      content: 'kept after all',
    })
  })

  test('is said at the door in the spec’s words, and the next call goes through when there is room', async () => {
    const ann = await app.member()
    await full('threads')
    const refused = { status: 503, code: 'unavailable', message: sentences.unavailable }
    expect(await ann.refusal('POST', '/api/threads', {})).toEqual(refused)
    expect(await ann.refusal('POST', '/api/converse', { message: 'Hello' })).toEqual(refused)
    await room('threads')
    expect((await say(ann, 'Hello')).data<DoneEvent>('done').status).toBe('complete')
  })
})

test('a provider that cannot be reached is said to be, once: it is no database that comes back', async () => {
  const nowhere = await testApp({ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', MODELS: 'm' })
  const ann = await nowhere.member()
  const reply = await say(ann, 'Hello')
  expect(reply.data('error')).toMatchObject({ message: sentences.unavailable, code: 'provider_failed' })
  const { rows } = await nowhere.db.$client.query('select attempts from runs')
  expect(rows).toEqual([{ attempts: 1 }])
})

test('a picture whose bytes are gone ends the reply with a sentence, instead of trying for ever', async () => {
  const ann = await app.member()
  const uploaded = await ann.send('POST', '/api/files?name=dot.png', Buffer.from('89504e470d0a1a0a', 'hex'))
  const { id } = (await uploaded.json()) as { id: string }
  await pool.query(`update files set sha256 = repeat('0', 64), mime = 'image/png' where id = $1`, [id])
  const reply = await say(ann, 'What is on it?', { attachments: [id] })
  expect(reply.data('error')).toMatchObject({ message: sentences.serverIssues })
})
