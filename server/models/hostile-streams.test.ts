import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { answerOf } from '../../e2e/fake-provider/answer.ts'
import { type FakeProvider, type Script, startFakeProvider } from '../../e2e/fake-provider/client.ts'
import { anthropicFrames } from '../../e2e/fake-provider/frames-anthropic.ts'
import { googleFrames } from '../../e2e/fake-provider/frames-google.ts'
import { openaiFrames } from '../../e2e/fake-provider/frames-openai.ts'
import { anthropicStream } from './anthropic.ts'
import { ask } from './ask.ts'
import { googleStream } from './google.ts'
import { openaiStream } from './openai.ts'
import { ProviderError } from './provider-error.ts'

// Providers that stall, do not end, or send what is no answer: each ends with an error that says which, the text before
// it has been told, no more is read than is needed to know, and the next question is answered.

const adapters = { openai: openaiStream, anthropic: anthropicStream, google: googleStream }
const frames = { openai: openaiFrames, anthropic: anthropicFrames, google: googleFrames }
const protocols = ['openai', 'anthropic', 'google'] as const
type Protocol = (typeof protocols)[number]

/** bytes; twice the most that is read of any of these answers, with what lies in the sockets' buffers */
const LITTLE = 64 * 1024 * 1024
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n'
const bytes = (text: string) => Buffer.from(text).toString('latin1')

/** The events of an answer that are neither its beginning nor its end. */
function middle(protocol: Protocol, script: Script): string {
  const { text = '', toolCalls = [] } = script
  const whole = frames[protocol](answerOf({ ...script, chunkSize: 1_000_000, toolChunkSize: 1_000_000 }, 'm', ''))
  const marks = [text, ...toolCalls.map(({ name }) => name), '"partial_json":"{', '"arguments":"{']
  return bytes(whole.filter((frame) => marks.some((mark) => mark !== '' && frame.includes(mark))).join(''))
}
const ping = 'event: ping\ndata: {"type":"ping"}\n\n'
const long = 'x'.repeat(200_000)
const call = (at: number) => ({ id: `c${at}`, name: 'tasks_add', input: { title: long } })

let fake: FakeProvider
beforeAll(async () => {
  fake = await startFakeProvider()
})
afterEach(() => fake.reset())
afterAll(() => fake.stop())

describe.each(protocols)('%s', (protocol) => {
  const patient = () => adapters[protocol]({ apiKey: 'k', baseUrl: fake.url })
  const hasty = () =>
    adapters[protocol]({ apiKey: 'k', baseUrl: fake.url, idleTimeoutMs: 1_000, quietTimeoutMs: 1_500 })
  const one = middle(protocol, { text: 'One' })

  /** What was told before the error, and the error. */
  async function failed(model: ReturnType<typeof patient>, wire: Script['wire']) {
    await fake.script({ wire } as Script)
    const pieces: string[] = []
    const error = await ask(model, {}, (piece) => pieces.push(piece)).then(
      () => null,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(ProviderError)
    const { id } = (await fake.requests()).at(-1) as { id: number }
    const { written } = await fake.received((request) => request.id === id && request.state !== 'open')
    expect(written).toBeLessThan(LITTLE)
    await fake.script({ text: 'Here I am.' })
    expect((await ask(model)).text).toBe('Here I am.')
    return { kind: (error as ProviderError).kind, text: pieces.join('') }
  }

  test.each([
    ['a head that stops', { pieces: ['HTTP/1.1 200 OK\r\nx-a: '] }, 'timeout', ''],
    ['a head that drips', { pieces: ['HTTP/1.1 200 OK\r\n'], again: 'a', delay: 50 }, 'timeout', ''],
    ['hints for ever', { pieces: [], again: 'HTTP/1.1 102 Processing\r\n\r\n', delay: 50 }, 'timeout', ''],
    ['a body that stops', { pieces: [HEAD, one] }, 'stalled', 'One'],
    ['a body that drips', { pieces: [HEAD, one], again: ' ', delay: 50 }, 'stalled', 'One'],
    ['half an event that drips', { pieces: [HEAD, one, 'data: {'], again: ' ', delay: 50 }, 'stalled', 'One'],
    ['comments for ever', { pieces: [HEAD, one], again: ': wait\n\n', delay: 50 }, 'stalled', 'One'],
    ['the same ping for ever', { pieces: [HEAD, one], again: ping, delay: 50 }, 'stalled', 'One'],
    [
      'an error page that drips',
      { pieces: ['HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n'], again: '<', delay: 50 },
      'stalled',
      '',
    ],
  ])('%s is given up', async (_, wire, kind, text) => {
    expect(await failed(hasty(), wire)).toEqual({ kind, text })
  })

  test.each([
    ['a head without end', { pieces: ['HTTP/1.1 200 OK\r\n'], again: `x-a: ${'b'.repeat(999)}\r\n` }, ''],
    ['white space without end', { pieces: [HEAD, one], again: ' '.repeat(9_999) }, 'One'],
    ['comments without end', { pieces: [HEAD, one], again: ': wait\n\n'.repeat(999) }, 'One'],
    ['pings without end', { pieces: [HEAD, one], again: ping.repeat(999) }, 'One'],
    ['a line without end', { pieces: [HEAD, one, 'data: '], again: 'x'.repeat(65_536) }, 'One'],
    ['an event without end', { pieces: [HEAD, one], again: `data: ${'x'.repeat(65_536)}\n` }, 'One'],
    ['half an event, then the end', { pieces: [HEAD, one, bytes('data: {"a":"日').slice(0, -1)], close: true }, 'One'],
    ['half JSON', { pieces: [HEAD, one, 'data: {"choices": [\n\n'] }, 'One'],
    ['JSON that is no object', { pieces: [HEAD, one, 'data: 42\n\n'] }, 'One'],
    ['what is not HTTP', { pieces: ['SSH-2.0-OpenSSH_9.2\r\n'] }, ''],
    [
      'what is compressed, which was not asked for',
      {
        pieces: [
          `${HEAD.slice(0, -2)}content-encoding: gzip\r\n\r\n${gzipSync(Buffer.alloc(50_000_000)).toString('latin1')}`,
        ],
        close: true,
      },
      '',
    ],
  ])('%s is garbage', async (_, wire, text) => {
    expect(await failed(patient(), wire)).toEqual({ kind: 'garbage', text })
  })

  test('tool calls without end, their input without end, and text without end are garbage', async () => {
    const calls = middle(protocol, { toolCalls: [call(1)] })
    expect((await failed(patient(), { pieces: [HEAD, one], again: calls })).kind).toBe('garbage')
    const short = middle(protocol, { toolCalls: Array.from({ length: 300 }, (_, at) => ({ ...call(at), input: {} })) })
    expect((await failed(patient(), { pieces: [HEAD, one, short] })).kind).toBe('garbage')
    const more = middle(protocol, { text: long })
    const { kind, text } = await failed(patient(), {
      pieces: [HEAD, one],
      again: more + middle(protocol, { text: 'zzz' }),
    })
    expect([kind, text.slice(0, 4), text.length > 1_000_000]).toEqual(['garbage', 'Onex', true])
  })

  test('a redirect is not followed, wherever it leads', async () => {
    const wire = {
      pieces: [`HTTP/1.1 307 Temporary Redirect\r\nlocation: ${fake.url}/v1/messages\r\ncontent-length: 0\r\n\r\n`],
    }
    expect((await failed(patient(), { ...wire, close: true })).kind).toBe('bad_request')
    expect(await fake.requests()).toHaveLength(2) // the redirected one, and the one after it
  })

  test('what goes on after the end of an answer is not read for ever', async () => {
    const end = bytes(frames[protocol](answerOf({ text: 'One' }, 'm', '')).join(''))
    await fake.script({ wire: { pieces: [HEAD, end], again: protocol === 'google' ? '' : ping.repeat(999) } })
    if (protocol === 'google') return // its stream has no end mark: it goes on until the connection ends
    expect((await ask(patient())).text).toBe('One')
    await fake.received(({ state }) => state === 'closed by client')
  })

  test('the first event may be long', async () => {
    const toolCalls = [call(1)]
    await fake.script({ toolCalls, toolChunkSize: 1_000_000 })
    expect(await ask(patient())).toMatchObject({ toolCalls: [{ input: { title: long } }] })
  })

  test('events of any other shape are an answer or garbage, never another failure', async () => {
    const whole = frames[protocol](answerOf({ text: 'One two', toolCalls: [{ name: 'a', input: { b: 1 } }] }, 'm', ''))
    const values = whole.flatMap((frame) =>
      /data: (\{.*\})/.exec(frame)?.[1] ? [/data: (\{.*\})/.exec(frame)?.[1]] : [],
    )
    const junk = fc.constantFrom<unknown>(null, 7, '', 'x', true, [], [null], [[]], [7], {}, { text: 7 }, [
      { text: {} },
    ])
    const spoilt = fc
      .record({ at: fc.nat({ max: values.length - 1 }), where: fc.nat({ max: 12 }), junk })
      .map(({ at, where, junk }) => {
        let count = 0
        return JSON.stringify(
          JSON.parse(values[at] as string, (key, value) => (key !== '' && count++ === where ? junk : value)),
        )
      })
    await fc.assert(
      fc.asyncProperty(fc.array(spoilt, { minLength: 1, maxLength: 6 }), async (events) => {
        const body = events.map((event) => `data: ${event}\n\n`).join('')
        await fake.script({ wire: { pieces: [HEAD, body], close: true } })
        const error = await ask(patient(), {}, (piece) => expect(typeof piece).toBe('string')).then(
          () => null,
          (reason: unknown) => reason,
        )
        if (error) expect(error).toBeInstanceOf(ProviderError)
      }),
      { numRuns: 100 },
    )
  })
})
