import { END_MARK } from '@atrium/contract/runs'
import { sentences } from '@atrium/contract/sentences'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { onSessionEnded } from './api.ts'
import type { RunHandlers } from './reply-log.ts'
import { followRun, type OutgoingMessage, type RunStream, sendMessage } from './run-stream.ts'

/** One run's log, served as the server serves it: replayed after the last event a viewer has, cut where the test says. */
interface Log {
  events: { type: string; data: unknown }[]
  /** Bytes that each connection delivers before it breaks; a connection without an entry is whole. */
  cuts: number[]
  /** Bytes of each piece that the network hands over. */
  piece: number
  calls: string[]
  /** Events that a new connection gets although it has them. */
  overlap?: number
}

const encode = (text: string) => new TextEncoder().encode(text)
const frame = ({ type, data }: Log['events'][number], seq: number) =>
  `event: ${type}\nid: ${seq}\ndata: ${JSON.stringify(data)}\n\n`

function body(
  bytes: Uint8Array,
  piece: number,
  cut: number | undefined,
  end: 'close' | 'error' | 'hang' = 'error',
): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream({
    pull(controller) {
      const limit = Math.min(cut ?? bytes.length, bytes.length)
      if (sent < limit) {
        const next = Math.min(sent + piece, limit)
        controller.enqueue(bytes.slice(sent, next))
        sent = next
      } else if (cut === undefined || cut >= bytes.length) controller.close()
      else if (end === 'close') controller.close()
      else if (end === 'error') controller.error(new TypeError('network error'))
      else return new Promise(() => undefined)
    },
  })
}

function serve(log: Log, end: 'close' | 'error' | 'hang' = 'error') {
  globalThis.fetch = async (input, init) => {
    const url = String(input)
    log.calls.push(url)
    const after = Number(new URL(url, location.href).searchParams.get('after') ?? 0)
    const frames = log.events
      .map((event, index) => frame(event, index + 1))
      .slice(Math.max(0, after - (log.overlap ?? 0)))
    const stream = body(encode(`: open\n\n${frames.join('')}data: ${END_MARK}\n\n`), log.piece, log.cuts.shift(), end)
    const signal = init?.signal
    const reader = stream.getReader()
    const abortable = new ReadableStream<Uint8Array>({
      start: (controller) => signal?.addEventListener('abort', () => controller.error(signal.reason)),
      async pull(controller) {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
    })
    return new Response(abortable, { headers: { 'X-Thread-Id': 't1', 'X-Run-Id': 'r1' } })
  }
}

const quick = {
  limits: { retries: [0, 0, 0, 0, 0, 0], repeat: 0, idle: 5_000, total: 5_000, offline: 1, offlineTries: 2 },
}

interface Seen {
  texts: string[]
  tools: unknown[]
  statuses: string[]
  connections: string[]
  errors: { sentence: string; detail?: string; status?: number }[]
  accepted: unknown[]
  done: unknown[]
}

function recorder(): { seen: Seen; handlers: RunHandlers } {
  const seen: Seen = { texts: [], tools: [], statuses: [], connections: [], errors: [], accepted: [], done: [] }
  return {
    seen,
    handlers: {
      onAccepted: (ids) => seen.accepted.push(ids),
      onText: (text) => seen.texts.push(text),
      onTool: (tool) => seen.tools.push(tool),
      onStatus: (status) => seen.statuses.at(-1) !== status && seen.statuses.push(status),
      onConnection: (connection) => seen.connections.push(connection),
      onError: (failure) => seen.errors.push(failure),
      onDone: (done) => seen.done.push(done),
    },
  }
}

const realFetch = globalThis.fetch
afterEach(() => {
  globalThis.fetch = realFetch
  onSessionEnded(() => Promise.resolve(false))
})

const chunks = (texts: readonly string[]): Log['events'] => {
  let at = 0
  return texts.map((text) => {
    const event = { type: 'chunk', data: { type: 'text', text, at } }
    at += text.length
    return event
  })
}
const done = { type: 'done', data: { threadId: 't1', messageId: 'm1', status: 'complete', title: 'A', meta: {} } }
const talk = async (start: (handlers: RunHandlers) => RunStream) => {
  const { seen, handlers } = recorder()
  await start(handlers).finished
  return seen
}
const send = (limits = quick, message: OutgoingMessage = { message: 'hello' }) =>
  talk((handlers) => sendMessage(message, handlers, limits))

test('wherever connections break, every character and every tool result arrives exactly once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 4 }),
      fc.integer({ min: 1, max: 64 }),
      fc.nat(4),
      async (texts, cuts, piece, overlap) => {
        // Two tool results in the middle of nothing: only their numbers can tell whether they were there before.
        const tool = { type: 'tool-result', data: { callId: 'c1', state: 'done' } }
        serve({ events: [...chunks(texts), tool, tool, done], cuts: [...cuts], piece, calls: [], overlap })
        const seen = await send()
        expect(seen.errors).toEqual([])
        expect(seen.texts.at(-1)).toBe(texts.join(''))
        expect(seen.texts.every((text, index) => index === 0 || text.startsWith(seen.texts[index - 1] as string))).toBe(
          true,
        )
        expect(seen.tools).toHaveLength(2)
        expect(seen.done).toHaveLength(1)
      },
    ),
    { numRuns: 60 },
  )
})

test('a connection that breaks is taken up after the last event, and says so meanwhile', async () => {
  const log: Log = { events: [...chunks(['one ', 'two ', 'three']), done], cuts: [160], piece: 20, calls: [] }
  serve(log)
  const seen = await send()
  expect(log.calls[0]).toBe('/api/converse/stream')
  expect(log.calls[1]).toMatch(/^\/api\/runs\/r1\/events\?after=[12]$/)
  expect(seen.connections).toEqual(['open', 'reconnecting', 'open'])
  expect(seen.statuses).toEqual(['thinking', 'typing', 'done'])
  expect(seen.accepted).toEqual([{ threadId: 't1', runId: 'r1' }])
})

test('a log that was compacted into one chunk meanwhile doubles nothing', async () => {
  const log: Log = { events: chunks(['Hello ', 'there']), cuts: [], piece: 999, calls: [] }
  serve(log)
  const { seen, handlers } = recorder()
  await followRun('r1', 0, handlers, { ...quick, text: 'Hello th' }).finished
  expect(seen.texts).toEqual(['Hello there'])
})

test('a hole in the text is filled from the start of the log', async () => {
  const log: Log = { events: [...chunks(['abc', 'def', 'ghi']), done], cuts: [], piece: 999, calls: [] }
  serve(log)
  const { seen, handlers } = recorder()
  await followRun('r1', 2, handlers, quick).finished
  expect(log.calls).toEqual(['/api/runs/r1/events?after=2', '/api/runs/r1/events?after=0'])
  expect(seen.texts.at(-1)).toBe('abcdefghi')
})

test('a run that was started anew replaces the text from the place where it starts', async () => {
  const again = [
    { type: 'status', data: { status: 'restarted' } },
    { type: 'chunk', data: { type: 'text', text: 'better', at: 4 } },
  ]
  serve({ events: [...chunks(['Kept', ' and lost']), ...again, done], cuts: [], piece: 7, calls: [] })
  expect((await send()).texts.at(-1)).toBe('Keptbetter')
})

test('plain-text chunks and the end mark alone make a reply too', async () => {
  globalThis.fetch = async () =>
    new Response('event: chunk\ndata: Hi\n\nevent: chunk\ndata:  there\n\ndata: [DONE]\n\n')
  const seen = await send()
  expect(seen.texts.at(-1)).toBe('Hi there')
  expect(seen.statuses).toEqual(['thinking', 'typing', 'done'])
})

test('silence beyond the limit is tried once more, then told in the words of the spec', async () => {
  const log: Log = { events: [], cuts: [1, 1, 1, 1], piece: 1, calls: [] }
  serve(log, 'hang')
  const seen = await send({ limits: { ...quick.limits, idle: 30 } })
  expect(log.calls).toHaveLength(2)
  expect(seen.errors).toMatchObject([{ sentence: sentences.idle }])
  expect(seen.statuses.at(-1)).toBe('error')
})

test('a connection over the total limit is continued while text still comes', async () => {
  const events = [...chunks(['a', 'b', 'c']), done]
  const calls: string[] = []
  globalThis.fetch = async (input, init) => {
    calls.push(String(input))
    const after = Number(new URL(String(input), location.href).searchParams.get('after') ?? 0)
    const bytes = encode(events.map((event, index) => frame(event, index + 1))[after] as string)
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes)
        init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
      },
    })
    return new Response(stream, { headers: { 'X-Run-Id': 'r1' } })
  }
  const seen = await send({ limits: { ...quick.limits, total: 30 } })
  expect(seen.errors).toEqual([])
  expect(seen.texts.at(-1)).toBe('abc')
  expect(calls).toHaveLength(4)
})

test('when every try fails the text so far is kept and the failure is told', async () => {
  serve({ events: [...chunks(['kept text']), done], cuts: [90, 1, 1, 1, 1, 1, 1, 1], piece: 90, calls: [] })
  const seen = await send()
  expect(seen.texts.at(-1)).toBe('kept text')
  expect(seen.errors).toMatchObject([{ sentence: sentences.partial }])
})

test.each([
  [503, sentences.unavailable],
  [400, sentences.badRequest],
  [429, sentences.badRequest],
  [500, sentences.serverIssues],
  [502, sentences.serverIssues],
])('HTTP %i is told in the words of the spec', async (status, sentence) => {
  globalThis.fetch = async () => Response.json({ error: { code: 'x', message: 'Wait 3 seconds.' } }, { status })
  const seen = await send()
  expect(seen.errors).toMatchObject([{ sentence, status, detail: 'Wait 3 seconds.' }])
  expect(seen.accepted).toEqual([])
})

test('no network and no body have their own words', async () => {
  globalThis.fetch = async () => {
    throw new TypeError('Failed to fetch')
  }
  expect((await send()).errors).toMatchObject([{ sentence: sentences.connecting }])
  globalThis.fetch = async () => new Response(null, { status: 204 })
  expect((await send()).errors).toMatchObject([{ sentence: sentences.noStream }])
})

test.each([
  ['API error: 500', sentences.provider],
  ['status 403 from upstream', sentences.provider],
  ['upstream Timeout', sentences.tooLong],
  ['The model is overloaded.', 'The model is overloaded.'],
])('the error event "%s" is told as "%s"', async (message, sentence) => {
  serve({
    events: [...chunks(['part']), { type: 'error', data: { message, code: 'x' } }],
    cuts: [],
    piece: 999,
    calls: [],
  })
  const seen = await send()
  expect(seen.errors).toMatchObject([{ sentence }])
  expect(seen.done).toEqual([])
  expect(seen.texts.at(-1)).toBe('part')
})

test('a reply that ends without a word says so, unless it brought a picture', async () => {
  serve({ events: [done], cuts: [], piece: 999, calls: [] })
  expect((await send()).texts).toEqual([sentences.emptyDone])
  const picture = { type: 'chunk', data: { type: 'image', url: '/api/files/f1', alt: 'A cat' } }
  serve({ events: [picture, done], cuts: [], piece: 999, calls: [] })
  expect((await send()).texts).toEqual([])
})

test('leaving is silent', async () => {
  serve({ events: chunks(['a']), cuts: [80], piece: 80, calls: [] }, 'hang')
  const { seen, handlers } = recorder()
  const stream = sendMessage({ message: 'hello' }, { ...handlers, onText: () => stream.abort() }, quick)
  await stream.finished
  expect(seen.errors).toEqual([])
  expect(seen.statuses.at(-1)).toBe('idle')
})

/** A server that takes a message once, whatever it is asked, and whose first answers never arrive. */
function serveLosing(log: Log, losses: number) {
  serve(log)
  const answer = globalThis.fetch
  const sent: string[] = []
  const taken = new Set<string>()
  globalThis.fetch = async (input, init) => {
    if (init?.method !== 'POST') return answer(input, init)
    sent.push(String(init.body))
    taken.add((JSON.parse(String(init.body)) as { messageId: string }).messageId)
    if (sent.length > losses) return answer(input, init)
    throw new TypeError('Failed to fetch')
  }
  return { sent, taken }
}
const named = { message: 'hello', messageId: '6b8f0d5e-52a3-4a8e-9d0e-0f5d4d1a2b3c' }

test('a message that was lost before any answer goes out again with its own id, is taken once and followed', async () => {
  const { sent, taken } = serveLosing({ events: [...chunks(['Hello']), done], cuts: [], piece: 9, calls: [] }, 1)
  const seen = await send(quick, named)
  expect(sent).toEqual([JSON.stringify(named), JSON.stringify(named)])
  expect(taken.size).toBe(1)
  expect(seen.errors).toEqual([])
  expect(seen.accepted).toEqual([{ threadId: 't1', runId: 'r1' }])
  expect(seen.texts.at(-1)).toBe('Hello')
  expect(seen.connections).toEqual(['reconnecting', 'open'])
})

test('it goes out twice at most, and once only where it has no id or the browser is offline', async () => {
  const nothing = { events: [], cuts: [], piece: 9, calls: [] }
  const lost = serveLosing(nothing, 9)
  expect((await send(quick, named)).errors).toMatchObject([{ sentence: sentences.connecting }])
  expect(lost.sent).toHaveLength(2)
  const nameless = serveLosing(nothing, 9)
  await send(quick)
  expect(nameless.sent).toHaveLength(1)
  const offline = serveLosing(nothing, 9)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await send(quick, named)
  expect(offline.sent).toHaveLength(1)
  vi.restoreAllMocks()
})

test('a message whose answer had begun never goes out again', async () => {
  let posts = 0
  globalThis.fetch = async () => {
    posts += 1
    return new Response(body(encode('event: chunk\ndata: Hi\n\n'), 4, 8))
  }
  expect((await send(quick, named)).errors).toHaveLength(1)
  expect(posts).toBe(1)
})

test.each([401, 404])(
  'a reply that is refused with %i for want of a session is taken up after signing in',
  async (status) => {
    const log: Log = { events: [...chunks(['one ', 'two']), done], cuts: [90], piece: 90, calls: [] }
    serve(log)
    const answer = globalThis.fetch
    let signedIn = false
    globalThis.fetch = async (input, init) =>
      init?.method !== 'POST' && !signedIn ? Response.json({}, { status }) : answer(input, init)
    const asked: number[] = []
    onSessionEnded(async (refused) => {
      asked.push(refused)
      signedIn = true
      return true
    })
    const seen = await send()
    expect(asked).toEqual([status])
    expect(seen.errors).toEqual([])
    expect(seen.texts.at(-1)).toBe('one two')
  },
)
