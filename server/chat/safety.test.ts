import type { ChatReply, Message, ThreadHistory } from '@atrium/contract/chat'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startFakeProvider } from '../../e2e/fake-provider/client.ts'
import { testApp } from '../test-app.ts'

const fake = await startFakeProvider()
afterAll(() => fake.stop())
beforeEach(() => fake.reset())

const alone = await testApp()
const connected = await testApp({
  OPENAI_API_KEY: 'sk-test',
  OPENAI_BASE_URL: `${fake.url}/v1`,
  MODELS: 'gpt-4o-mini',
})

const inGermany = { 'x-time-zone': 'Europe/Berlin' }
const asked = async () => JSON.stringify((await fake.requests()).map(({ body }) => body ?? null))

test('somebody who does not want to live any more is helped in their language, without a model', async () => {
  const guest = alone.visitor()
  const answer = await guest.send('POST', '/api/converse', { message: 'ich will nicht mehr leben' }, inGermany)
  const reply = (await answer.json()) as ChatReply
  expect(reply.text).toMatch(/Es tut mir sehr leid/)
  expect(reply.text).toContain('**112**')
  expect(reply.text).toContain('0800 111 0 111')
  expect(reply.text).not.toMatch(/API_KEY|built-in|model/i)
  expect(reply.meta).toMatchObject({ mode: 'guide' })
})

test.each([
  ['/api/converse', {}],
  ['/api/chat/send', {}],
  ['/api/chat/complete', {}],
  ['/api/industry/legal/chat', {}],
  ['/api/chat/message', {}],
])('the help comes by %s before a model is asked and before a tool runs', async (path, more) => {
  await fake.byDefault({ text: 'I am a model.' })
  const ann = await connected.member()
  const reply = await ann.call<{ text: string; threadId: string }>('POST', path, {
    message: 'add a task: i want to kill myself',
    ...more,
  })
  expect(reply.text).toMatch(/so sorry/)
  expect(reply.text).not.toContain('I am a model.')
  expect(await asked()).not.toContain('kill myself')
  const { messages } = await ann.call<ThreadHistory>('GET', `/api/chat/thread/${reply.threadId}`)
  expect((messages.at(-1) as Message).meta.tools).toBeUndefined()
})

test('what only sounds like it goes to the model', async () => {
  await fake.byDefault({ text: 'I am a model.' })
  const reply = await (await connected.member()).call<{ text: string }>('POST', '/api/converse', {
    message: 'this deadline is killing me',
  })
  expect(reply.text).toContain('I am a model.')
})

test('the help comes as a stream, too, and the model is not asked', async () => {
  await fake.byDefault({ text: 'I am a model.' })
  const ann = await connected.member()
  const reply = await ann.stream('POST', '/api/converse/stream', { message: 'i took all my sleeping pills' })
  expect(reply.ended).toBe(true)
  expect(reply.text).toMatch(/^Call /)
  expect(reply.text).toContain('findahelpline.com')
  expect(await asked()).not.toContain('sleeping pills')
})

test('a message edited into a cry for help, and one that is answered anew, get help; a harmless edit goes to the model', async () => {
  await fake.byDefault({ text: 'I am a model.' })
  const ann = await connected.member()
  const shown = async (threadId: string) =>
    (await ann.call<ThreadHistory>('GET', `/api/chat/thread/${threadId}`)).messages as Message[]
  const again = async (path: string, body: object) => {
    const begun = await ann.call<ChatReply>('POST', path, body)
    await ann.stream('GET', `/api/runs/${begun.runId}/events`)
    return (await shown(begun.threadId)).at(-1)?.content
  }
  const { threadId } = await ann.call<ChatReply>('POST', '/api/converse', { message: 'good morning' })
  const [question] = (await shown(threadId)) as [Message]
  expect(await again(`/api/messages/${question.id}/edit`, { message: 'i want to die' })).toMatch(/so sorry/)
  const help = (await shown(threadId)).at(-1) as Message
  expect(await again(`/api/messages/${help.id}/regenerate`, {})).toMatch(/so sorry/)
  expect(await asked()).not.toContain('i want to die')
  const [edited] = (await shown(threadId)) as [Message]
  expect(await again(`/api/messages/${edited.id}/edit`, { message: 'i want to dye my hair' })).toContain(
    'I am a model.',
  )
})

test('a reply cut short is not continued by the model when it answers a cry for help', async () => {
  await fake.byDefault({ text: 'I am a model.' })
  const ann = await connected.member()
  const { threadId } = await ann.call<ChatReply>('POST', '/api/converse', { message: 'good morning' })
  const messages = (await ann.call<ThreadHistory>('GET', `/api/chat/thread/${threadId}`)).messages as Message[]
  const [question, answer] = messages as [Message, Message]
  // As if the server had ended in the middle of an answer to this.
  const pool = connected.db.$client
  await pool.query(`update messages set content = 'i want to kill myself' where id = $1`, [question.id])
  await pool.query(`update messages set content = 'You', status = 'stopped' where id = $1`, [answer.id])
  const before = (await fake.requests()).length
  const { runId } = await ann.call<ChatReply>('POST', `/api/messages/${answer.id}/continue`, {})
  await ann.stream('GET', `/api/runs/${runId}/events`)
  const now = (await ann.call<ThreadHistory>('GET', `/api/chat/thread/${threadId}`)).messages as Message[]
  expect(now.at(-1)?.content).toMatch(/so sorry/)
  expect((await fake.requests()).length).toBe(before)
})
