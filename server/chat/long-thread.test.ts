import type { ChatReply, Message, ThreadHistory } from '@atrium/contract/chat'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startFakeProvider } from '../../e2e/fake-provider/client.ts'
import { testDatabase } from '../platform/database/test-database.ts'
import { type Client, testApp } from '../test-app.ts'
import { countTokens } from './tokens.ts'

const fake = await startFakeProvider()
afterAll(() => fake.stop())
const database = await testDatabase()
const pool = database.db.$client
/** A model that nobody knows is taken to read 32,000 tokens. */
const SMALL = 'small-model'
const WINDOW = 32_000
const app = await testApp(
  { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${fake.url}/v1`, MODELS: `gpt-4o-mini,${SMALL}` },
  { database },
)
beforeEach(async () => {
  await fake.reset()
  await fake.byDefault({ text: 'Noted.' }) // an echo would bring back what is looked for
})

const say = (who: Client, message: string, more: object = {}) =>
  who.stream('POST', '/api/converse/stream', { message, preferredModel: SMALL, ...more })
const history = (who: Client, id: string) => who.call<ThreadHistory>('GET', `/api/chat/thread/${id}`)
/** Some 10,000 tokens of text that begins with a mark. */
const long = (mark: string) => `${mark} ${Array.from({ length: 4_000 }, (_, at) => `word${at}`).join(' ')}`
const SUMMARY = 'Summarise the conversation'

interface Asked {
  messages: { role: string; content: unknown }[]
}
const asked = async () => (await fake.requests()).map(({ body }) => body as Asked)
const isSummary = ({ messages }: Asked) => String(messages[0]?.content).startsWith(SUMMARY)
const upload = async (who: Client, name: string, body: string | Uint8Array) =>
  ((await (await who.send('POST', `/api/files?name=${name}`, body)).json()) as { id: string }).id
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A thread with so many long messages, as if they had been said. */
async function thread(owner: string, count: number, more: { summary?: string; upTo?: number } = {}): Promise<string> {
  const id = `long-${Math.random().toString(36).slice(2)}`
  const upTo = more.upTo === undefined ? null : `${id}-${more.upTo}`
  await pool.query(
    'insert into threads (id, owner_id, title, leaf_id, summary, summary_up_to) values ($1, $2, $1, $3, $4, $5)',
    [id, owner, `${id}-${count - 1}`, more.summary ?? null, upTo],
  )
  for (let at = 0; at < count; at++)
    await pool.query(
      'insert into messages (id, thread_id, owner_id, parent_id, role, content) values ($1, $2, $3, $4, $5, $6)',
      [`${id}-${at}`, id, owner, at ? `${id}-${at - 1}` : null, at % 2 ? 'assistant' : 'user', long(`[${at}]`)],
    )
  return id
}
const summaryOf = async (id: string) =>
  (await pool.query('select summary, summary_up_to from threads where id = $1', [id])).rows[0]

describe('what was attached long ago', () => {
  test('still reaches the model and the Guide when the conversation around it is summarised', async () => {
    const ann = await app.member()
    const attachments = [await upload(ann, 'words.txt', 'The code word is heron.'), await upload(ann, 'dot.png', pixel)]
    const first = await say(ann, 'Keep this file and this picture', { attachments })
    const threadId = first.headers.get('x-thread-id') as string
    for (const mark of ['one', 'two', 'three', 'four']) await say(ann, long(mark), { threadId })
    expect((await summaryOf(threadId)).summary_up_to).not.toBeNull()

    await say(ann, 'What is the code word?', { threadId, preferredModel: 'gpt-4o-mini' })
    const { messages } = (await asked()).at(-1) as Asked
    const sent = JSON.stringify(messages)
    const holds = (text: string) => sent.includes(text)
    expect([holds('The code word is heron.'), holds(pixel.toString('base64'))]).toEqual([true, true])
    expect(holds('Keep this file')).toBe(false) // that is in the summary

    const another = await testApp({ DATA_DIR: app.dataDir }, { database, administrator: false })
    const elsewhere = another.visitor()
    for (const [name, value] of ann.jar) elsewhere.jar.set(name, value)
    const guided = await say(elsewhere, 'What is the code word?', { threadId })
    expect(guided.data('done')).toMatchObject({ mode: 'guide' })
    expect(guided.text).toContain('heron')
  })

  test('of another branch stays there', async () => {
    const ann = await app.member()
    const attachments = [await upload(ann, 'words.txt', 'The code word is heron.')]
    const threadId = (await say(ann, 'See this', { attachments })).headers.get('x-thread-id') as string
    for (const mark of ['one', 'two', 'three', 'four']) await say(ann, long(mark), { threadId })
    const question = (await history(ann, threadId)).messages[0] as Message
    const edited = await ann.call<ChatReply>('POST', `/api/messages/${question.id}/edit`, {
      message: 'Never mind the file',
      attachments: [],
    })
    await ann.stream('GET', `/api/runs/${edited.runId}/events`)
    await say(ann, 'What is the code word?', { threadId })
    expect(JSON.stringify((await asked()).at(-1)).includes('heron')).toBe(false)
  })
})

describe('the rolling summary', () => {
  test('is made of every message, in slices that fit the model, and its tokens are counted', async () => {
    const ann = await app.member()
    const id = await thread(ann.id, 10)
    const usage = { inputTokens: 100, cachedInputTokens: 0, outputTokens: 10 }
    await fake.byDefault({ text: 'They said much.', usage })
    const reply = await say(ann, 'And now?', { threadId: id })
    const requests = await asked()
    const summaries = requests.filter(isSummary)
    expect(summaries.length).toBeGreaterThan(2)
    const summarised = JSON.stringify(summaries)
    const answered = JSON.stringify(requests.filter((one) => !isSummary(one)))
    for (let at = 0; at < 10; at++)
      expect(
        [summarised, answered].filter((text) => text.includes(`[${at}] word0`)),
        `message ${at}`,
      ).toHaveLength(1)
    for (const { messages } of requests) expect((await countTokens([JSON.stringify(messages)]))[0]).toBeLessThan(WINDOW)
    expect(JSON.stringify(summaries[1]).includes('Summary so far:\\nThey said much.')).toBe(true)

    const spent = usage.inputTokens + usage.outputTokens
    const { rows } = await pool.query('select tokens_used from runs where id = $1', [reply.headers.get('x-run-id')])
    expect(rows[0].tokens_used).toBe(requests.length * spent)
    expect((await history(ann, id)).messages.at(-1)?.meta).toMatchObject({
      inputTokens: requests.length * usage.inputTokens,
      outputTokens: requests.length * usage.outputTokens,
    })
  })

  test('that comes back empty leaves the one there is, and the person is told what to do', async () => {
    const ann = await app.member()
    const id = await thread(ann.id, 6, { summary: 'THE FORMER ONE', upTo: 1 })
    await fake.script({ text: '' })
    const reply = await say(ann, 'And now?', { threadId: id })
    expect(reply.data('error')).toMatchObject({ message: expect.stringMatching(/summary came back empty.*try again/i) })
    expect(await summaryOf(id)).toEqual({ summary: 'THE FORMER ONE', summary_up_to: `${id}-1` })
    expect((await say(ann, 'And now?', { threadId: id })).data('done')).toMatchObject({ status: 'complete' })
  })

  test('is kept within bounds, and without what the database cannot hold', async () => {
    const ann = await app.member()
    const id = await thread(ann.id, 6)
    await fake.byDefault({ text: `NUL \0 ${long('babble')}` })
    const reply = await say(ann, 'And now?', { threadId: id })
    expect(reply.data('done')).toMatchObject({ status: 'complete' })
    const { summary } = await summaryOf(id)
    expect(summary.slice(0, 17)).toBe('NUL  babble word0')
    expect((await countTokens([summary]))[0]).toBeLessThanOrEqual(1_200)
  })
})

test('a message longer than the model can read is refused with its reason, not as a failing provider', async () => {
  const ann = await app.member()
  const message = Array.from({ length: 20_000 }, (_, at) => `word${at}`).join(' ')
  const refusal = await ann.refusal('POST', '/api/converse', { message, preferredModel: SMALL })
  expect(refusal).toMatchObject({ status: 413, code: 'too_large', message: expect.stringContaining('Shorten it') })
  expect(await fake.requests()).toEqual([])
  await fake.script({ status: 500, body: 'oops' })
  expect(await ann.refusal('POST', '/api/converse', { message: 'hello' })).toMatchObject({
    status: 502,
    code: 'provider_failed',
  })
})
