import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type FakeProvider, startFakeProvider } from '../../e2e/fake-provider/client.ts'
import { anthropicStream } from './anthropic.ts'
import { ask } from './ask.ts'
import { googleStream } from './google.ts'
import type { StreamModel } from './model.ts'
import { openaiStream } from './openai.ts'
import { ProviderError } from './provider-error.ts'

const SECRET = 'sk-very-secret-0123456789'
const adapters = { openai: openaiStream, anthropic: anthropicStream, google: googleStream }
const protocols = ['openai', 'anthropic', 'google'] as const

let fake: FakeProvider
beforeAll(async () => {
  fake = await startFakeProvider()
})
afterEach(() => fake.reset())
afterAll(() => fake.stop())

const failure = async (answer: Promise<unknown>): Promise<ProviderError> => {
  const error = await answer.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ProviderError)
  return error as ProviderError
}

describe.each(protocols)('%s', (protocol) => {
  let model: StreamModel
  let hasty: StreamModel
  beforeAll(() => {
    model = adapters[protocol]({ apiKey: SECRET, baseUrl: fake.url })
    hasty = adapters[protocol]({ apiKey: SECRET, baseUrl: fake.url, idleTimeoutMs: 600 })
  })

  test('any text arrives exactly, however it is chunked and cut into packets', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 120 }),
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc
        .array(fc.constantFrom('日本語', '👩🏽‍🚀', 'é', '\r\n', '\n\n', 'data: [DONE]', '"\\', ' '), { maxLength: 30 })
        .map((parts) => parts.join('')),
    )
    const script = fc.record({
      text,
      chunkSize: fc.integer({ min: 1, max: 12 }),
      packet: fc.option(fc.integer({ min: 1, max: 200 }), { nil: undefined }),
      quirks: fc.subarray(['crlf', 'comments', 'thinking', 'no-end-mark', 'no-last-blank'] as const),
    })
    await fc.assert(
      fc.asyncProperty(script, async (value) => {
        await fake.script({ ...value, quirks: [...value.quirks] })
        const answer = await ask(model)
        expect(answer.text).toBe(value.text)
        expect(answer.finish).toBe('stop')
      }),
      { numRuns: 60 },
    )
  })

  test('text comes in the pieces in which the provider sent it, without empty ones', async () => {
    await fake.script({ text: 'One two three', quirks: ['thinking'] })
    expect((await ask(model)).pieces).toEqual(['One', ' two', ' three'])
  })

  test('tool calls are put together from fragments, in order, after text', async () => {
    const toolCalls = [
      { id: 'a', name: 'tasks_add', input: { title: 'Käse kaufen 🧀', tags: ['x', 'y'], due: null } },
      { id: 'b', name: 'tasks_list', input: {} },
    ]
    await fake.script({ text: 'Let me see.', toolCalls, toolChunkSize: 3, packet: 7 })
    expect(await ask(model)).toMatchObject({ text: 'Let me see.', toolCalls, finish: 'tools' })
  })

  test('usage counts all input, the cached part of it, and output', async () => {
    const usage = { inputTokens: 1_200, cachedInputTokens: 1_000, outputTokens: 34 }
    await fake.script({ text: 'Hi', usage }, { text: 'Hi', usage: null })
    expect((await ask(model)).usage).toEqual(usage)
    expect((await ask(model)).usage).toBeNull()
  })

  test('a last event without its blank line, and without an end mark after it, counts', async () => {
    const usage = { inputTokens: 12, cachedInputTokens: 0, outputTokens: 34 }
    await fake.script({ text: 'Hi', usage, quirks: ['no-end-mark', 'no-last-blank'] })
    expect(await ask(model)).toMatchObject({ text: 'Hi', usage, finish: 'stop' })
  })

  test('an answer that was cut off or refused says so', async () => {
    await fake.script({ text: 'One two', finish: 'length' }, { text: 'No.', finish: 'refused' })
    expect(await ask(model)).toMatchObject({ text: 'One two', finish: 'length' })
    expect(await ask(model)).toMatchObject({ text: 'No.', finish: 'refused' })
  })

  test.each([
    [400, 'bad_request'],
    [401, 'unauthorized'],
    [403, 'unauthorized'],
    [404, 'bad_request'],
    [408, 'timeout'],
    [422, 'bad_request'],
    [429, 'rate_limited'],
    [500, 'server'],
    [503, 'server'],
    [529, 'server'],
  ] as const)('status %i is %s, with the words of the provider and without the key', async (status, kind) => {
    const message = `No such thing; your key is ${SECRET}.`
    await fake.script({ status, body: { error: { message } }, headers: { 'retry-after': '7' } })
    const error = await failure(ask(model))
    expect(error).toMatchObject({ kind, status, detail: 'No such thing; your key is [key].', retryAfterSeconds: 7 })
    expect(JSON.stringify([error.message, error.detail, String(error.stack)])).not.toContain(SECRET)
  })

  test('an error page in HTML gives its status and nothing of the page', async () => {
    await fake.script({ status: 502, body: '<html>Bad gateway</html>', headers: { 'content-type': 'text/html' } })
    expect(await failure(ask(model))).toMatchObject({ kind: 'server', status: 502, detail: null })
  })

  test('an error in the middle of a stream fails the answer, after the text before it', async () => {
    const error = { code: 429, type: 'rate_limit_error', message: 'Slow down.' }
    await fake.script({ text: 'One two', error })
    const pieces: string[] = []
    const failed = await failure(ask(model, {}, (piece) => pieces.push(piece)))
    expect(failed).toMatchObject({ kind: 'rate_limited', detail: 'Slow down.' })
    expect(pieces).toEqual(['One', ' two'])
  })

  test.each(['html', 'bytes', 'text', 'endless', 'json', 'broken-event'] as const)(
    'a body of %s is garbage',
    async (garbage) => {
      await fake.script({ garbage })
      expect((await failure(ask(model))).kind).toBe('garbage')
    },
  )

  test('no answer within the limit is a timeout, and the request is closed', async () => {
    await fake.script({ never: true })
    expect((await failure(ask(hasty))).kind).toBe('timeout')
    await fake.received(({ state }) => state === 'closed by client')
  })

  test.each([0, 3])('silence after %i events is a stall, and the request is closed', async (stallAfter) => {
    await fake.script({ text: 'One two three four', stallAfter })
    expect((await failure(ask(hasty))).kind).toBe('stalled')
    await fake.received(({ state }) => state === 'closed by client')
  })

  test('a slow answer is no stall while something keeps coming', async () => {
    // Longer than the limit in all, the pauses well below it.
    await fake.script({ text: 'a b c d e f g h', delay: 120, initialDelay: 120 })
    expect((await ask(hasty)).text).toBe('a b c d e f g h')
  })

  test('a broken connection fails the answer', async () => {
    await fake.script({ text: 'One two three four', dropAfter: 3 })
    expect((await failure(ask(model))).kind).toBe('unreachable')
  })

  test('a connection that breaks after the finish loses nothing', async () => {
    // Every event is out but the end mark.
    const events = { openai: 5, anthropic: 7, google: 2 }[protocol]
    await fake.script({
      text: 'Hi',
      dropAfter: events,
      usage: { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 },
    })
    expect(await ask(model)).toMatchObject({ text: 'Hi', finish: 'stop' })
  })

  test('an abort while the text streams closes the request to the provider and rejects with its reason', async () => {
    await fake.script({ text: 'word '.repeat(1_000), delay: 5 })
    const stop = new AbortController()
    const reason = new Error('the person pressed stop')
    const pieces: string[] = []
    const answer = ask(model, { signal: stop.signal }, (piece) => {
      pieces.push(piece)
      if (pieces.length === 3) stop.abort(reason)
    })
    await expect(answer).rejects.toBe(reason)
    const received = await fake.received(({ state }) => state === 'closed by client')
    expect(received.written).toBeLessThan(200)
    expect(pieces).toHaveLength(3)
  })

  test('an abort before the answer closes the request too', async () => {
    await fake.script({ never: true })
    const stop = new AbortController()
    const answer = ask(model, { signal: stop.signal })
    await fake.received(({ state }) => state === 'open')
    stop.abort()
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
    await fake.received(({ state }) => state === 'closed by client')
  })

  test('a request aborted while it connects is never sent', async () => {
    // Another name of the same address: a connection of its own, not an open one used again.
    const { port } = new URL(fake.url)
    const elsewhere = adapters[protocol]({ apiKey: SECRET, baseUrl: `http://localhost:${port}/${protocol}` })
    const stop = new AbortController()
    const answer = ask(elsewhere, { signal: stop.signal })
    stop.abort()
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
    await ask(elsewhere)
    expect(await fake.requests()).toHaveLength(1)
  })

  test('a request aborted from the start is never sent', async () => {
    await expect(ask(model, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
    expect(await fake.requests()).toEqual([])
  })

  test('what the sink throws comes out, and the request is closed', async () => {
    await fake.script({ text: 'word '.repeat(1_000), delay: 5 })
    const broken = new Error('the run is gone')
    const answer = ask(model, {}, () => {
      throw broken
    })
    await expect(answer).rejects.toBe(broken)
    await fake.received(({ state }) => state === 'closed by client')
  })

  test('nobody listening is unreachable', async () => {
    const nobody = createServer()
    await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve))
    const { port } = nobody.address() as AddressInfo
    await new Promise((resolve) => nobody.close(resolve))
    const lost = adapters[protocol]({ apiKey: SECRET, baseUrl: `http://127.0.0.1:${port}` })
    expect((await failure(ask(lost))).kind).toBe('unreachable')
  })

  test('200 streams at once keep apart', async () => {
    await fake.byDefault({ delay: 8 })
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        ask(model, { messages: [{ role: 'user', parts: [{ type: 'text', text: `number ${at} of many` }] }] }),
      ),
    )
    expect(answers.map(({ text }) => text)).toEqual(answers.map((_, at) => `You said: number ${at} of many`))
  })
})
