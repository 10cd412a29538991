import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type FakeProvider, startFakeProvider } from '../../e2e/fake-provider/client.ts'
import { anthropicStream } from './anthropic.ts'
import { ask } from './ask.ts'
import { googleStream } from './google.ts'
import type { ModelRequest } from './model.ts'
import { openaiStream } from './openai.ts'

let fake: FakeProvider
beforeAll(async () => {
  fake = await startFakeProvider()
})
afterEach(() => fake.reset())
afterAll(() => fake.stop())

const parameters = { type: 'object', properties: { title: { type: 'string' } }, additionalProperties: false }
const conversation: Partial<ModelRequest> = {
  model: 'some-model',
  system: 'Be brief.',
  messages: [
    {
      role: 'user',
      parts: [
        { type: 'text', text: 'What is this?' },
        { type: 'image', mime: 'image/png', base64: 'iVBORw==' },
      ],
    },
    {
      role: 'assistant',
      text: 'I look it up.',
      toolCalls: [
        { id: 'c1', name: 'find', input: { q: 'a' }, signature: 'c2ln' },
        { id: 'c2', name: 'find', input: { q: 'b' } },
      ],
    },
    { role: 'tool', callId: 'c1', name: 'find', output: 'a cat' },
    { role: 'tool', callId: 'c2', name: 'find', output: 'no such thing', failed: true },
    { role: 'user', parts: [{ type: 'text', text: 'And now?' }] },
  ],
  tools: [{ name: 'find', description: 'Finds.', parameters }],
  maxOutputTokens: 99,
}

const sent = async () => {
  const request = (await fake.requests()).at(-1)
  return { path: request?.path, headers: request?.headers, body: request?.body as Record<string, unknown> }
}

describe('OpenAI', () => {
  test('a conversation with an image, tool calls and results is sent as chat messages', async () => {
    await ask(openaiStream({ apiKey: 'k', baseUrl: fake.url }), conversation)
    const { path, headers, body } = await sent()
    expect(path).toBe('/v1/chat/completions')
    expect(headers).toMatchObject({ authorization: 'Bearer k' })
    expect(body).toEqual({
      model: 'some-model',
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 99,
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw==' } },
          ],
        },
        {
          role: 'assistant',
          content: 'I look it up.',
          tool_calls: [
            { id: 'c1', type: 'function', function: { name: 'find', arguments: '{"q":"a"}' } },
            { id: 'c2', type: 'function', function: { name: 'find', arguments: '{"q":"b"}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'a cat' },
        { role: 'tool', tool_call_id: 'c2', content: 'Error: no such thing' },
        { role: 'user', content: 'And now?' },
      ],
      tools: [{ type: 'function', function: { name: 'find', description: 'Finds.', parameters } }],
    })
  })

  test('without a key no Authorization is sent, and without tools no list of them', async () => {
    await ask(openaiStream({ baseUrl: fake.url }))
    const { headers, body } = await sent()
    expect(headers).not.toHaveProperty('authorization')
    expect(body).not.toHaveProperty('tools')
  })

  test('a server that refuses stream_options is asked again without, and then no more', async () => {
    const model = openaiStream({ baseUrl: fake.url })
    const body = { detail: [{ loc: ['body', 'stream_options'], type: 'extra_forbidden' }] }
    await fake.script({ status: 422, body }, { text: 'Fine.' }, { text: 'Again.' })
    expect((await ask(model)).text).toBe('Fine.')
    expect((await ask(model)).text).toBe('Again.')
    const bodies = (await fake.requests()).map((request) => request.body)
    expect(bodies.map((sentBody) => 'stream_options' in (sentBody as object))).toEqual([true, false, false])
  })

  test('a server that goes on refusing is not asked for ever', async () => {
    const body = { error: { message: 'stream_options is not supported' } }
    await fake.byDefault({ status: 400, body })
    await expect(ask(openaiStream({ baseUrl: fake.url }))).rejects.toMatchObject({ kind: 'bad_request' })
    expect(await fake.requests()).toHaveLength(2)
  })

  test('a model that takes tools only without reasoning is asked so', async () => {
    const message =
      "Function tools with reasoning_effort are not supported for m in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'."
    await fake.script({ status: 400, body: { error: { message } } }, { text: 'Fine.' })
    expect((await ask(openaiStream({ baseUrl: fake.url }), conversation)).text).toBe('Fine.')
    expect((await sent()).body).toMatchObject({ reasoning_effort: 'none' })
  })

  test('a server that wants the newer name of the output limit gets it', async () => {
    const message =
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
    await fake.script({ status: 400, body: { error: { message } } }, { text: 'Fine.' })
    expect((await ask(openaiStream({ baseUrl: fake.url }), conversation)).text).toBe('Fine.')
    const { body } = await sent()
    expect(body).toMatchObject({ max_completion_tokens: 99 })
    expect(body).not.toHaveProperty('max_tokens')
  })

  const call = { id: 'x', name: 'tasks_add', input: { title: 'Bread', n: 2 } }
  test.each(['tool-call-whole', 'tool-input-object', 'tool-index-zero'] as const)(
    'tool calls with the quirk %s are understood',
    async (quirk) => {
      const toolCalls = [call, { ...call, id: 'y', input: { title: 'Milk' } }]
      await fake.script({ toolCalls, quirks: [quirk], finish: 'stop' })
      expect(await ask(openaiStream({ baseUrl: fake.url }))).toMatchObject({ toolCalls, finish: 'tools', text: '' })
    },
  )

  test('usage that comes with text, content in parts, a missing end and reason, and a connection left open are fine', async () => {
    const usage = { inputTokens: 5, cachedInputTokens: 2, outputTokens: 3 }
    await fake.script(
      { text: 'One two', usage, quirks: ['usage-with-content', 'content-parts'] },
      { text: 'One two', usage: null, finish: null, quirks: ['no-end-mark'] },
      { text: 'One two', quirks: ['hold-open'] },
    )
    const model = openaiStream({ baseUrl: fake.url })
    expect(await ask(model)).toMatchObject({ text: 'One two', usage, finish: 'stop' })
    expect(await ask(model)).toMatchObject({ text: 'One two', usage: null, finish: 'stop' })
    expect(await ask(model)).toMatchObject({ text: 'One two', finish: 'stop' })
  })

  test('input that is no JSON reaches the tool as text; a call that was cut off is left out', async () => {
    const cut = (finish: 'stop' | 'length') => ({
      toolCalls: [call],
      finish,
      quirks: ['tool-call-whole', 'tool-input-object'] as ['tool-call-whole', 'tool-input-object'],
    })
    await fake.script({ ...cut('stop'), toolCalls: [{ ...call, input: '{"title": "Br' }] })
    await fake.script({ ...cut('length'), toolCalls: [{ ...call, input: '{"title": "Br' }] })
    const model = openaiStream({ baseUrl: fake.url })
    expect((await ask(model)).toolCalls).toEqual([{ ...call, input: '{"title": "Br' }])
    expect(await ask(model)).toMatchObject({ toolCalls: [], finish: 'length' })
  })

  test('a content filter that turns the prompt down is a refusal', async () => {
    await fake.script({ status: 400, body: { error: { message: 'Filtered.', code: 'content_filter' } } })
    await expect(ask(openaiStream({ baseUrl: fake.url }))).rejects.toMatchObject({ kind: 'refused' })
  })

  test('an error object that comes with status 200 is that error', async () => {
    const body = { error: { message: 'Out of credits', code: 402 } }
    await fake.script({ status: 200, body })
    await expect(ask(openaiStream({ baseUrl: fake.url }))).rejects.toMatchObject({ kind: 'bad_request', status: 402 })
  })
})

describe('Anthropic', () => {
  test('a conversation is sent as turns of blocks, the results of a step and the next question in one turn', async () => {
    await ask(anthropicStream({ apiKey: 'k', baseUrl: fake.url }), conversation)
    const { path, headers, body } = await sent()
    expect(path).toBe('/v1/messages')
    expect(headers).toMatchObject({ 'x-api-key': 'k', 'anthropic-version': '2023-06-01' })
    expect(body).toEqual({
      model: 'some-model',
      max_tokens: 99,
      system: 'Be brief.',
      stream: true,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw==' } },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'I look it up.' },
            { type: 'tool_use', id: 'c1', name: 'find', input: { q: 'a' } },
            { type: 'tool_use', id: 'c2', name: 'find', input: { q: 'b' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c1', content: 'a cat' },
            { type: 'tool_result', tool_use_id: 'c2', content: 'no such thing', is_error: true },
            { type: 'text', text: 'And now?' },
          ],
        },
      ],
      tools: [{ name: 'find', description: 'Finds.', input_schema: parameters }],
    })
  })

  test('an output limit is always sent: the protocol has no default', async () => {
    await ask(anthropicStream({ apiKey: 'k', baseUrl: fake.url }))
    expect((await sent()).body.max_tokens).toBe(32_000)
  })

  test('a tool call that comes whole is understood', async () => {
    const toolCalls = [{ id: 'x', name: 'tasks_add', input: { title: 'Bread' } }]
    await fake.script({ toolCalls, quirks: ['tool-call-whole'] })
    expect(await ask(anthropicStream({ apiKey: 'k', baseUrl: fake.url }))).toMatchObject({ toolCalls, finish: 'tools' })
  })

  test('an overloaded provider says so inside the stream', async () => {
    await fake.script({ text: 'Well', error: { type: 'overloaded_error', message: 'Overloaded' } })
    const answer = ask(anthropicStream({ apiKey: 'k', baseUrl: fake.url }))
    await expect(answer).rejects.toMatchObject({ kind: 'server', status: 529, detail: 'Overloaded' })
  })
})

describe('Google', () => {
  const google = () => googleStream({ apiKey: 'k', baseUrl: fake.url })

  test('a conversation is sent as contents of parts, calls with their signatures, the key in a header', async () => {
    await ask(google(), { ...conversation, model: 'gemini-3.8-flash' })
    const { path, headers, body } = await sent()
    expect(path).toBe('/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse')
    expect(headers).toMatchObject({ 'x-goog-api-key': 'k' })
    expect(body).toEqual({
      model: 'gemini-3.8-flash',
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      generationConfig: { maxOutputTokens: 99 },
      contents: [
        {
          role: 'user',
          parts: [{ text: 'What is this?' }, { inlineData: { mimeType: 'image/png', data: 'iVBORw==' } }],
        },
        {
          role: 'model',
          parts: [
            { text: 'I look it up.' },
            { functionCall: { id: 'c1', name: 'find', args: { q: 'a' } }, thoughtSignature: 'c2ln' },
            { functionCall: { id: 'c2', name: 'find', args: { q: 'b' } } },
          ],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { id: 'c1', name: 'find', response: { output: 'a cat' } } },
            { functionResponse: { id: 'c2', name: 'find', response: { error: 'no such thing' } } },
            { text: 'And now?' },
          ],
        },
      ],
      tools: [{ functionDeclarations: [{ name: 'find', description: 'Finds.', parametersJsonSchema: parameters }] }],
    })
  })

  test('a call of another model is marked as unsigned for the models that ask for signatures', async () => {
    const messages: ModelRequest['messages'] = [
      { role: 'assistant', text: '', toolCalls: [{ id: 'c1', name: 'find', input: {} }] },
      { role: 'tool', callId: 'c1', name: 'find', output: 'a cat' },
    ]
    const functionCall = { id: 'c1', name: 'find', args: {} }
    await ask(google(), { model: 'gemini-3.1-pro-preview', messages })
    const marked = [{ functionCall, thoughtSignature: 'skip_thought_signature_validator' }]
    expect((await sent()).body.contents).toMatchObject([{ parts: marked }, {}])
    await ask(google(), { model: 'gemini-2.5-flash', messages })
    expect((await sent()).body.contents).toEqual([{ role: 'model', parts: [{ functionCall }] }, expect.anything()])
  })

  test('a call keeps its signature, and one without an id gets one that is not sent back', async () => {
    const call = { name: 'find', input: { q: 'a' }, signature: 'c2lnbmVk' }
    await fake.script({ toolCalls: [call], quirks: ['tool-call-whole'] })
    const { toolCalls } = await ask(google())
    expect(toolCalls).toEqual([{ ...call, id: expect.stringMatching(/^call_own_/) }])
    await ask(google(), { messages: [{ role: 'assistant', text: '', toolCalls }] })
    expect((await sent()).body.contents).toEqual([
      { role: 'model', parts: [{ functionCall: { name: 'find', args: { q: 'a' } }, thoughtSignature: 'c2lnbmVk' }] },
    ])
  })

  test('a blocked prompt is a refusal', async () => {
    await fake.script({ text: '', quirks: ['blocked-prompt'] })
    expect(await ask(google())).toMatchObject({ text: '', finish: 'refused' })
  })

  test('the time to wait is read from the error details', async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '13.2s' }]
    const body = [{ error: { code: 429, message: 'Quota', status: 'RESOURCE_EXHAUSTED', details } }]
    await fake.script({ status: 429, body })
    await expect(ask(google())).rejects.toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 14, detail: 'Quota' })
  })
})
