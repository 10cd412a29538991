import { randomUUID } from 'node:crypto'
import type { ChatReply, DoneEvent, Message, ThreadHistory, ThreadList } from '@atrium/contract/chat'
import { sentences } from '@atrium/contract/sentences'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startFakeProvider } from '../../e2e/fake-provider/client.ts'
import { type Client, testApp } from '../test-app.ts'

const fake = await startFakeProvider()
afterAll(() => fake.stop())
const app = await testApp({
  OPENAI_API_KEY: 'sk-test',
  OPENAI_BASE_URL: `${fake.url}/v1`,
  MODELS: 'gpt-4o-mini,gpt-4o',
})
beforeEach(() => fake.reset())

const history = (who: Client, id: string) => who.call<ThreadHistory>('GET', `/api/chat/thread/${id}`)
const shown = (messages: Message[]) => messages.map((message) => [message.role, message.content])
const say = (who: Client, message: string, more: object = {}) =>
  who.stream('POST', '/api/converse/stream', { message, ...more })

/** The live news of a person, from now on. */
async function newsOf(who: Client) {
  const leaving = new AbortController()
  const answer = await who.send('GET', '/api/events', undefined, {}, leaving.signal)
  const reader = (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<{ topic: string }> => {
    for (;;) {
      const found = /^data: (.*)\n\n/m.exec(text)
      if (found) {
        text = text.slice(found.index + found[0].length)
        return JSON.parse(found[1] as string)
      }
      text += (await reader.read()).value ?? ''
    }
  }
  // What was told before has arrived when the news of a record, which is told of nowhere else here, has.
  await who.call('POST', '/api/m/tasks/add', { title: 'listen' })
  while ((await next()).topic !== 'records');
  return {
    next,
    async leave() {
      leaving.abort()
      await reader.cancel().catch(() => undefined) // it ends by the abort
    },
  }
}

describe('a message', () => {
  test('is answered as a stream, and the thread keeps both', async () => {
    const ann = await app.member()
    await fake.script({ text: 'Paris, of course. 🥐', chunkSize: 3 })
    const reply = await say(ann, 'Capital of France?')
    expect(reply.text).toBe('Paris, of course. 🥐')
    expect(reply.ended).toBe(true)
    expect(reply.events.map((one) => one.event).filter((event) => event !== 'chunk')).toEqual([
      'meta',
      'status',
      'done',
      'message',
    ])
    const threadId = reply.headers.get('x-thread-id') as string
    expect(reply.headers.get('x-run-id')).toBe(reply.data<{ runId: string }>('meta').runId)
    expect(reply.data<DoneEvent>('done')).toMatchObject({
      threadId,
      status: 'complete',
      title: 'Capital of France?',
      meta: { mode: 'direct', model: 'gpt-4o-mini' },
    })
    const thread = await history(ann, threadId)
    expect(thread).toMatchObject({ title: 'Capital of France?', activeRunId: null })
    expect(shown(thread.messages)).toEqual([
      ['user', 'Capital of France?'],
      ['assistant', 'Paris, of course. 🥐'],
    ])
    expect(thread.messages[1]?.meta).toMatchObject({
      inputTokens: expect.any(Number),
      outputTokens: expect.any(Number),
      costMicros: expect.any(Number),
    })
  })

  test('reaches the model with what was said before', async () => {
    const ann = await app.member()
    const first = await say(ann, 'My cat is called Miso.')
    await say(ann, 'What is my cat called?', { threadId: first.headers.get('x-thread-id') })
    const asked = (await fake.requests()).at(-1)?.body as { messages: { role: string; content: unknown }[] }
    expect(asked.messages.map((message) => message.role)).toEqual(['system', 'user', 'assistant', 'user'])
    expect(JSON.stringify(asked.messages)).toContain('Miso')
  })

  test('in one piece comes back from every other call of spec 7', async () => {
    const ann = await app.member()
    await fake.byDefault({ text: 'fine' })
    for (const [path, more] of [
      ['/api/converse', {}],
      ['/api/chat/send', {}],
      ['/api/chat/complete', { spaceId: 'finance' }],
      ['/api/industry/finance/chat', {}],
      ['/api/chat/message', { industry: 'finance', mode: 'personal' }],
    ] as const) {
      const reply = await ann.call<ChatReply>('POST', path, { userId: 'anon', message: 'How are you?', ...more })
      expect(reply, path).toMatchObject({ text: 'fine', response: 'fine', meta: { model: 'gpt-4o-mini' } })
    }
    const streamed = await ann.stream('POST', '/api/chat/send', { message: 'again', stream: true })
    expect([streamed.text, streamed.ended]).toEqual(['fine', true])
    expect(await ann.refusal('POST', '/api/industry/atlantis/chat', { message: 'hi' })).toMatchObject({
      status: 404,
      message: 'That Space was not found.',
    })
  })

  test('that is empty is refused in the spec’s words, unless it brings an image', async () => {
    const ann = await app.member()
    for (const message of ['', '   \n', undefined])
      expect(await ann.refusal('POST', '/api/converse/stream', { message })).toEqual({
        status: 400,
        code: 'bad_request',
        message: 'Message cannot be empty',
      })
    const pixel =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const reply = await say(ann, '', { attachedImage: pixel })
    expect(reply.ended).toBe(true)
    expect(JSON.stringify((await fake.requests()).at(-1)?.body)).toContain('image_url')
    const [message] = (await history(ann, reply.headers.get('x-thread-id') as string)).messages
    expect(message?.attachments).toMatchObject([{ mime: 'image/png' }])
  })

  test('takes an uploaded picture by its address, of any size that may be uploaded, and inside itself only small ones', async () => {
    const ann = await app.member()
    const png = Buffer.alloc(9 * 1024 * 1024)
    Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64').copy(png)
    const uploaded = await ann.send('POST', '/api/files?name=large.png', png)
    const { id } = (await uploaded.json()) as { id: string }
    const reply = await say(ann, 'What is on it?', { attachedImage: `/api/files/${id}`, attachments: [id] })
    expect(reply.ended).toBe(true)
    const [message] = (await history(ann, reply.headers.get('x-thread-id') as string)).messages
    expect(message?.attachments).toMatchObject([{ id, mime: 'image/png' }])
    const inside = `data:image/png;base64,${png.subarray(0, 1024 * 1024).toString('base64')}`
    const refusal = await ann.refusal('POST', '/api/converse/stream', { message: 'hi', attachedImage: inside })
    expect(refusal).toMatchObject({ status: 400, message: expect.stringContaining('/api/files') })
    const theirs = { message: 'hi', attachedImage: `/api/files/${id}` }
    expect(await (await app.member()).refusal('POST', '/api/converse/stream', theirs)).toMatchObject({ status: 404 })
  })

  test('cannot be sent while another reply is being written', async () => {
    const ann = await app.member()
    await fake.script({ text: 'slow and steady', delay: 100 })
    const first = await ann.send('POST', '/api/converse/stream', { message: 'one' })
    const threadId = first.headers.get('x-thread-id')
    expect(await ann.refusal('POST', '/api/converse/stream', { message: 'two', threadId })).toMatchObject({
      status: 409,
      code: 'conflict',
    })
    await first.text()
  })
})

describe('a reply', () => {
  test('sent again because its acceptance was lost is taken once', async () => {
    const ann = await app.member()
    const messageId = randomUUID()
    await fake.script({ text: 'slowly but surely', chunkSize: 2, delay: 40 })
    const leaving = new AbortController()
    const first = await ann.send('POST', '/api/converse/stream', { message: 'Once', messageId }, {}, leaving.signal)
    const threadId = first.headers.get('x-thread-id') as string
    leaving.abort()
    const during = await say(ann, 'Once', { messageId, threadId })
    const after = await say(ann, 'Once', { messageId })
    expect([during.text, after.text]).toEqual(['slowly but surely', 'slowly but surely'])
    expect([during, after].map(({ headers }) => headers.get('x-run-id'))).toEqual(
      Array(2).fill(first.headers.get('x-run-id')),
    )
    expect(shown((await history(ann, threadId)).messages)).toEqual([
      ['user', 'Once'],
      ['assistant', 'slowly but surely'],
    ])
    expect((await ann.call<ThreadList>('GET', '/api/threads')).threads).toHaveLength(1)
    const bob = await app.member()
    // The id of another's message tells nothing: it is taken like any other.
    const [{ id: storedAs } = { id: '' }] = (await history(ann, threadId)).messages
    for (const id of [messageId, storedAs]) {
      await fake.script({ text: 'and yours' })
      const mine = await say(bob, 'Mine', { messageId: id })
      expect([mine.text, mine.headers.get('x-thread-id') === threadId]).toEqual(['and yours', false])
    }
    expect(shown((await history(ann, threadId)).messages)).toHaveLength(2)
  })

  test('goes on when the connection is closed, and is replayed without a doubled or missing character', async () => {
    const ann = await app.member()
    const text = Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ')
    await fake.script({ text, delay: 10 })
    const leave = new AbortController()
    const answer = await ann.send('POST', '/api/converse/stream', { message: 'count' }, {}, leave.signal)
    const runId = answer.headers.get('x-run-id')
    await answer.body?.getReader().read()
    leave.abort()
    const replay = await ann.stream('GET', `/api/runs/${runId}/events?after=0`)
    expect(replay.text).toBe(text)
    const ids = replay.events.flatMap((one) => one.id ?? [])
    const middle = ids[Math.floor(ids.length / 2)] as number
    const rest = await ann.stream('GET', `/api/runs/${runId}/events?after=${middle}`)
    expect(rest.events[0]?.id).toBe(middle + 1)
  })

  test('stops when asked: the provider’s request ends and the partial text stays', async () => {
    const ann = await app.member()
    await fake.script({ text: 'a '.repeat(2000), delay: 20 })
    const answer = await ann.send('POST', '/api/converse/stream', { message: 'long' })
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
    for (let read = ''; !read.includes('event: chunk'); ) read += new TextDecoder().decode((await reader.read()).value)
    await ann.call('POST', `/api/runs/${answer.headers.get('x-run-id')}/stop`)
    await fake.received((request) => request.state === 'closed by client')
    for (;;) if ((await reader.read()).done) break
    const message = (await history(ann, answer.headers.get('x-thread-id') as string)).messages.at(-1) as Message
    expect(message.status).toBe('stopped')
    expect(message.content).toMatch(/^a/)
    await fake.script({ text: 'and the rest' })
    const again = await ann.call<ChatReply>('POST', `/api/messages/${message.id}/continue`)
    await ann.stream('GET', `/api/runs/${again.runId}/events`)
    const continued = (await history(ann, answer.headers.get('x-thread-id') as string)).messages.at(-1) as Message
    expect(continued.id).toBe(message.id)
    expect(continued.status).toBe('complete')
    expect(continued.content).toBe(`${message.content}and the rest`)
  })

  test.each([
    ['401', { status: 401, body: { error: { message: 'bad key' } } }, sentences.provider],
    ['429', { status: 429, body: {} }, sentences.unavailable],
    ['500', { status: 500, body: 'oops' }, sentences.serverIssues],
    ['503', { status: 503, body: '' }, sentences.unavailable],
    ['garbage', { garbage: 'html' as const }, sentences.serverIssues],
  ])('that the provider refuses with %s says so in the spec’s words', async (_, script, sentence) => {
    const ann = await app.member()
    await fake.script(script)
    const reply = await say(ann, 'hello')
    expect(reply.data('error')).toMatchObject({ message: sentence })
    expect(reply.ended).toBe(true)
    const message = (await history(ann, reply.headers.get('x-thread-id') as string)).messages.at(-1)
    expect(message).toMatchObject({ status: 'failed', meta: { error: sentence, mode: 'error' } })
  })

  test('that breaks off keeps its partial text', async () => {
    const ann = await app.member()
    await fake.script({ text: 'one two three four five', dropAfter: 4 })
    const reply = await say(ann, 'hello')
    expect(reply.data('error')).toMatchObject({ code: 'provider_failed' })
    const message = (await history(ann, reply.headers.get('x-thread-id') as string)).messages.at(-1)
    expect(message?.status).toBe('failed')
    expect('one two three four five'.startsWith(message?.content ?? '-')).toBe(true)
    expect(message?.content.length).toBeGreaterThan(0)
  })

  test('that turns into garbage keeps its partial text, says so, and the next one is answered', async () => {
    const ann = await app.member()
    const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n'
    const event = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'one two' } }] })}\n\n`
    await fake.script({ wire: { pieces: [head, event], again: 'data: without an end' } }, { text: 'three' })
    const reply = await say(ann, 'hello')
    expect(reply.data('error')).toMatchObject({ code: 'provider_failed', message: sentences.serverIssues })
    const threadId = reply.headers.get('x-thread-id') as string
    expect((await history(ann, threadId)).messages.at(-1)).toMatchObject({ status: 'failed', content: 'one two' })
    expect((await say(ann, 'hello?', { threadId })).ended).toBe(true)
    expect((await history(ann, threadId)).messages.at(-1)).toMatchObject({ status: 'complete', content: 'three' })
  })

  test('has branches: edited, regenerated, switched back', async () => {
    const ann = await app.member()
    await fake.script({ text: 'first answer' }, { text: 'second answer' }, { text: 'edited answer' })
    const begun = await say(ann, 'question')
    const threadId = begun.headers.get('x-thread-id') as string
    const [question, first] = (await history(ann, threadId)).messages as [Message, Message]
    const second = await ann.call<ChatReply>('POST', `/api/messages/${first.id}/regenerate`, {
      preferredModel: 'gpt-4o',
    })
    await ann.stream('GET', `/api/runs/${second.runId}/events`)
    let now = await history(ann, threadId)
    expect(shown(now.messages)).toEqual([
      ['user', 'question'],
      ['assistant', 'second answer'],
    ])
    expect(now.messages[1]).toMatchObject({
      siblings: [first.id, second.messageId],
      meta: { model: 'gpt-4o', forcedModel: 'gpt-4o' },
    })
    const edited = await ann.call<ChatReply>('POST', `/api/messages/${question.id}/edit`, {
      message: 'better question',
    })
    await ann.stream('GET', `/api/runs/${edited.runId}/events`)
    now = await history(ann, threadId)
    expect(shown(now.messages)).toEqual([
      ['user', 'better question'],
      ['assistant', 'edited answer'],
    ])
    expect(now.messages[0]?.siblings).toEqual([question.id, edited.userMessageId])
    const back = await ann.call<ThreadHistory>('POST', `/api/messages/${first.id}/select`)
    expect(shown(back.messages)).toEqual([
      ['user', 'question'],
      ['assistant', 'first answer'],
    ])
    expect(shown((await history(ann, threadId)).messages)).toEqual(shown(back.messages))
  })

  test('asked for again is asked in the same manner', async () => {
    const ann = await app.member()
    const begun = await say(ann, 'hello', { systemPrompt: 'Answer in rhyme.' })
    const [question, answer] = (await history(ann, begun.headers.get('x-thread-id') as string)).messages as [
      Message,
      Message,
    ]
    for (const [path, body] of [
      [`/api/messages/${answer.id}/regenerate`, {}],
      [`/api/messages/${question.id}/edit`, { message: 'hi' }],
    ] as const) {
      const again = await ann.call<ChatReply>('POST', path, body)
      await ann.stream('GET', `/api/runs/${again.runId}/events`)
      expect(JSON.stringify((await fake.requests()).at(-1)?.body), path).toContain('Answer in rhyme.')
    }
  })

  test('that is switched or judged in one tab is news for the others', async () => {
    const ann = await app.member()
    const { id } = await ann.call<{ id: string }>('POST', '/api/threads', {})
    const [question, first, second] = [randomUUID(), randomUUID(), randomUUID()]
    await app.db.$client.query(
      `insert into messages (id, thread_id, owner_id, parent_id, role, content)
       values ($3, $1, $2, null, 'user', 'Which?'), ($4, $1, $2, $3, 'assistant', 'This.'), ($5, $1, $2, $3, 'assistant', 'That.')`,
      [id, ann.id, question, first, second],
    )
    const news = await newsOf(ann)
    await ann.call('POST', `/api/messages/${first}/select`)
    expect(await news.next()).toEqual({ topic: 'thread', id })
    await ann.call('PUT', `/api/messages/${first}/feedback`, { value: 'up' })
    expect(await news.next()).toEqual({ topic: 'thread', id })
    await news.leave()
  })

  test('that waits for a word and is stopped is shown as stopped by whoever hears of it', async () => {
    const ann = await app.member()
    await fake.script({ toolCalls: [{ name: 'tasks_add', input: { title: 'buy milk' } }] })
    const asked = await say(ann, 'I need milk')
    const threadId = asked.headers.get('x-thread-id') as string
    const news = await newsOf(ann)
    await ann.call('POST', `/api/runs/${asked.headers.get('x-run-id')}/stop`)
    expect(await news.next()).toEqual({ topic: 'thread', id: threadId })
    expect((await history(ann, threadId)).messages.at(-1)?.status).toBe('stopped')
    await news.leave()
  })

  test('takes feedback with a reason, on replies only', async () => {
    const ann = await app.member()
    const begun = await say(ann, 'hello')
    const threadId = begun.headers.get('x-thread-id') as string
    const [question, answer] = (await history(ann, threadId)).messages as [Message, Message]
    await ann.call('PUT', `/api/messages/${answer.id}/feedback`, { value: 'down', reason: 'too short' })
    expect((await history(ann, threadId)).messages[1]?.feedback).toBe('down')
    await ann.call('PUT', `/api/messages/${answer.id}/feedback`, { value: null })
    expect((await history(ann, threadId)).messages[1]?.feedback).toBe(null)
    expect((await ann.refusal('PUT', `/api/messages/${question.id}/feedback`, { value: 'up' })).status).toBe(400)
  })
})

describe('threads', () => {
  test('are listed, renamed, pinned, archived, deleted and restored', async () => {
    const ann = await app.member()
    const ids: string[] = []
    for (const message of ['alpha', 'beta', 'gamma'])
      ids.push((await say(ann, message)).headers.get('x-thread-id') as string)
    const [alpha, beta] = ids as [string, string]
    const titles = async (query = '') =>
      (await ann.call<ThreadList>('GET', `/api/threads${query}`)).threads.map((thread) => thread.title)
    expect(await titles()).toEqual(['gamma', 'beta', 'alpha'])
    await ann.call('PATCH', `/api/threads/${alpha}`, { pinned: true, title: 'Alpha, renamed' })
    await ann.call('PATCH', `/api/threads/${beta}`, { archived: true })
    expect(await titles()).toEqual(['Alpha, renamed', 'gamma'])
    expect(await titles('?archived=true')).toEqual(['beta'])
    await ann.call('DELETE', `/api/threads/${alpha}`)
    expect(await titles()).toEqual(['gamma'])
    expect(await ann.refusal('GET', `/api/chat/thread/${alpha}`)).toMatchObject({
      status: 404,
      message: 'Thread not found',
    })
    await ann.call('POST', `/api/threads/${alpha}/restore`)
    expect(await titles()).toEqual(['Alpha, renamed', 'gamma'])
    await say(ann, 'more', { threadId: alpha })
    expect((await history(ann, alpha)).title).toBe('Alpha, renamed')
  })

  test('that were deleted are in no list and no search, pinned or archived or neither, and of no Space', async () => {
    const ann = await app.member()
    const states = [{}, { pinned: true }, { archived: true }, { pinned: true, archived: true }]
    const ids: string[] = []
    for (const state of states) {
      const id = (await say(ann, 'walrus', { spaceId: 'legal' })).headers.get('x-thread-id') as string
      await ann.call('PATCH', `/api/threads/${id}`, state)
      ids.push(id)
    }
    const seen = async () => {
      const listed: string[] = []
      for (const query of ['', '?archived=true', '?space=legal', '?space=legal&archived=true'])
        listed.push(...(await ann.call<ThreadList>('GET', `/api/threads${query}`)).threads.map(({ id }) => id))
      return [
        new Set(listed).size,
        JSON.stringify(await ann.call('GET', '/api/threads/search?q=walrus')).includes('walrus'),
      ]
    }
    expect(await seen()).toEqual([4, true])
    for (const id of ids) await ann.call('DELETE', `/api/threads/${id}`)
    expect(await seen()).toEqual([0, false])
  })

  test('are paged without a gap', async () => {
    const ann = await app.member()
    for (let at = 0; at < 120; at++) await ann.call('POST', '/api/threads', { title: `thread ${at}` })
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: ThreadList = await ann.call<ThreadList>('GET', `/api/threads${cursor ? `?cursor=${cursor}` : ''}`)
      seen.push(...page.threads.map((thread) => thread.title))
      cursor = page.nextCursor
    }
    expect(seen).toEqual(Array.from({ length: 120 }, (_, at) => `thread ${119 - at}`))
    const moment = '2026-11-21T09:00:00.000Z'
    const wrong = [
      ['1', 'x'],
      [moment, 'a\0b'],
      [moment, '\ud800'],
      ['2026-02-30T09:00:00.000Z', 'x'],
      ['2026-13-01T09:00:00.000Z', 'x'],
      ['0000-01-01T09:00:00.000Z', 'x'],
      [moment, 'x'.repeat(65)],
      [moment, ''],
      [moment],
      [7, 'x'],
      null,
      7,
      {},
    ]
    for (const cursor of [
      'nonsense',
      ...wrong.map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url')),
    ])
      expect(await ann.refusal('GET', `/api/threads?cursor=${cursor}`), cursor).toMatchObject({
        status: 400,
        message: expect.stringContaining('Start from the first page'),
      })
  })

  test('that were named keep their name when the first message comes', async () => {
    const ann = await app.member()
    const thread = await ann.call<{ id: string }>('POST', '/api/threads', { title: 'My project' })
    expect((await say(ann, 'hello there', { threadId: thread.id })).data<DoneEvent>('done').title).toBe('My project')
  })

  test('start empty with the default title and take the first message’s', async () => {
    const ann = await app.member()
    const thread = await ann.call<{ id: string; title: string }>('POST', '/api/threads', { space: 'finance' })
    expect(thread.title).toBe('New Conversation')
    await say(ann, 'Plan my budget for the coming year, including a new roof and two weeks in Portugal', {
      threadId: thread.id,
    })
    expect(await history(ann, thread.id)).toMatchObject({
      title: 'Plan my budget for the coming year, including a new roof…',
      space: 'finance',
    })
  })

  test('are found by words of title and messages, accents and case aside, in scripts without spaces too', async () => {
    const ann = await app.member()
    const bob = await app.member()
    const a = (await say(ann, 'Ein Café in Zürich')).headers.get('x-thread-id')
    const b = (await say(ann, '我喜欢北京烤鸭和长城')).headers.get('x-thread-id')
    await say(bob, 'Another café, not yours')
    const find = async (words: string) =>
      (
        await ann.call<{ hits: { threadId: string; snippet: string; messageId: string | null }[] }>(
          'GET',
          `/api/threads/search?q=${encodeURIComponent(words)}`,
        )
      ).hits
    expect(new Set((await find('cafe zur')).map((hit) => hit.threadId))).toEqual(new Set([a]))
    expect((await find('cafe')).find((hit) => hit.messageId)?.snippet).toContain('Ein \uE000Café\uE001 in Zürich')
    const gone = (await say(ann, 'a café in the trash')).headers.get('x-thread-id')
    await ann.call('DELETE', `/api/threads/${gone}`)
    expect(new Set((await find('cafe')).map((hit) => hit.threadId))).toEqual(new Set([a]))
    expect(new Set((await find('北京')).map((hit) => hit.threadId))).toEqual(new Set([b]))
    expect(await find('  ')).toEqual([])
    expect(await find(`'); drop table messages; --`)).toEqual([])
  })

  test('of another person are not found, by any call, with the answer of a missing one', async () => {
    const ann = await app.member()
    const bob = await app.member()
    const threadId = (await say(ann, 'private')).headers.get('x-thread-id') as string
    const [question, answer] = (await history(ann, threadId)).messages as [Message, Message]
    for (const [method, path, body] of [
      ['GET', `/api/chat/thread/${threadId}`],
      ['PATCH', `/api/threads/${threadId}`, { title: 'mine now' }],
      ['DELETE', `/api/threads/${threadId}`],
      ['POST', '/api/converse/stream', { message: 'hi', threadId }],
      ['POST', `/api/messages/${question.id}/edit`, { message: 'x' }],
      ['POST', `/api/messages/${answer.id}/regenerate`, {}],
      ['POST', `/api/messages/${answer.id}/select`],
      ['PUT', `/api/messages/${answer.id}/feedback`, { value: 'up' }],
    ] as const) {
      const theirs = await bob.refusal(method, path, body)
      const missing = await bob.refusal(
        method,
        path.replace(threadId, 'none').replace(question.id, 'none').replace(answer.id, 'none'),
        body && 'threadId' in body ? { ...body, threadId: 'none' } : body,
      )
      expect(theirs, `${method} ${path}`).toEqual(missing)
      expect(theirs.status).toBe(404)
    }
    expect(shown((await history(ann, threadId)).messages)).toHaveLength(2)
  })
})

describe('an anonymous visitor', () => {
  test('chats, keeps the thread in this browser, and takes it along as guest and then as member', async () => {
    const browser = app.visitor()
    const threadId = (await say(browser, 'hello', { userId: 'anon' })).headers.get('x-thread-id') as string
    expect((await history(browser, threadId)).messages).toHaveLength(2)
    expect((await app.visitor().refusal('GET', `/api/chat/thread/${threadId}`)).status).toBe(404)
    await browser.call('POST', '/auth/guest', {})
    expect((await history(browser, threadId)).messages).toHaveLength(2)
    await browser.call('POST', '/api/register', {
      username: 'newcomer',
      email: 'newcomer@example.org',
      password: 'correct horse battery',
    })
    expect((await history(browser, threadId)).messages).toHaveLength(2)
    const elsewhere = app.visitor()
    await elsewhere.call('POST', '/api/login', { username: 'newcomer', password: 'correct horse battery' })
    expect((await history(elsewhere, threadId)).messages).toHaveLength(2)
  })
})

describe('a session that has ended in mid-chat', () => {
  test('is asked for again, and nothing lands in a stranger’s thread', async () => {
    const ann = await app.member()
    const threadId = (await say(ann, 'hello')).headers.get('x-thread-id')
    await app.db.$client.query('delete from sessions where user_id = $1', [ann.id])
    await app.db.$client.query('select pg_notify($1, $2)', ['atrium', JSON.stringify(['session', ann.id])])
    const ended = { status: 401, code: 'unauthenticated', message: 'Your session has ended. Please sign in again.' }
    await expect
      .poll(() => ann.refusal('POST', '/api/converse/stream', { message: 'still there?', threadId }))
      .toEqual(ended)
    expect(await ann.refusal('POST', '/api/converse/stream', { message: 'still there?', userId: ann.id })).toEqual(
      ended,
    )
    expect(await ann.refusal('GET', '/api/threads')).toEqual(ended)
    // A fresh look at the page begins as a visitor; a program that says who it is still is nobody.
    expect(await ann.call('GET', '/api/me')).toEqual({ role: null, userId: null })
    expect(await ann.refusal('POST', '/api/converse/stream', { message: 'still there?', userId: ann.id })).toEqual(
      ended,
    )
    expect((await say(ann, 'as a visitor')).ended).toBe(true)
  })
})

describe('memory', () => {
  test('goes to the model with soulMode only, is shown, and is cleared by its person only', async () => {
    const ann = await app.member()
    const bob = await app.member()
    await app.db.$client.query(
      `insert into memories (id, owner_id, text) values ('m1', $1, 'Is allergic to peanuts')`,
      [ann.id],
    )
    await say(ann, 'hi')
    await say(ann, 'hi', { soulMode: true })
    const [plain, soul] = (await fake.requests()).map((request) => JSON.stringify(request.body))
    expect(plain).not.toContain('peanuts')
    expect(soul).toContain('peanuts')
    expect(await ann.call('GET', `/api/converse/summary/${ann.id}`)).toMatchObject({
      userId: ann.id,
      memories: [{ text: 'Is allergic to peanuts' }],
    })
    expect((await bob.refusal('GET', `/api/converse/summary/${ann.id}`)).status).toBe(403)
    expect((await bob.refusal('DELETE', `/api/converse/memory/${ann.id}`)).status).toBe(403)
    expect(await ann.call('DELETE', `/api/converse/memory/${ann.id}`)).toMatchObject({ cleared: 1 })
    expect(await ann.call('GET', `/api/converse/summary/${ann.id}`)).toMatchObject({ memories: [] })
  })
})

describe('bad input', () => {
  test('gets a sentence and a 4xx', async () => {
    const ann = await app.member()
    const bytes = (text: string) => new TextEncoder().encode(text)
    const json = { 'content-type': 'application/json' }
    const cases: [string, unknown, Record<string, string>, number][] = [
      ['a number for a message', { message: 7 }, {}, 400],
      ['a message of a megabyte', { message: 'x'.repeat(1024 * 1024) }, {}, 400],
      ['deep JSON', bytes(`${'['.repeat(100_000)}${']'.repeat(100_000)}`), json, 400],
      ['bad UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), json, 400],
      ['half a JSON', bytes('{"message": "hi"'), json, 400],
      ['no body', bytes(''), json, 400],
      ['text', bytes('hello'), { 'content-type': 'text/plain' }, 415],
      ['an unknown thread', { message: 'hi', threadId: 'nope' }, {}, 404],
      ['an unknown attachment', { message: 'hi', attachments: ['nope'] }, {}, 404],
      ['a persona that is none', { message: 'hi', persona: 'pirate' }, {}, 400],
      ['an image that is none', { message: 'hi', attachedImage: 'https://example.org/x.png' }, {}, 400],
      ['a NUL', { message: 'a\0b' }, {}, 400],
      ['a body of 20 MB', { message: 'hi', systemPrompt: 'x'.repeat(20 * 1024 * 1024) }, {}, 413],
    ]
    for (const [what, body, headers, status] of cases) {
      const refusal = await ann.refusal('POST', '/api/converse/stream', body, headers)
      expect(refusal.status, what).toBe(status)
      expect(refusal.message, what).toMatch(/^[A-Z].{8,}/)
    }
    expect((await ann.refusal('GET', '/api/chat/thread/a%00b')).status).toBe(404)
    expect((await say(ann, 'half a pair \uD800 survives', { systemPrompt: 'and so \uDC00' })).ended).toBe(true)
  })
})
