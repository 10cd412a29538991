import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, AUTH_TOKEN, api, onSessionEnded, sentenceFor } from './api.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  onSessionEnded(() => Promise.resolve(false))
})

const answers = (...responses: (Response | Error)[]) => {
  const fake = vi.fn<typeof fetch>(async () => {
    const next = responses.shift()
    if (!next || next instanceof Error) throw next ?? new Error('No more answers.')
    return next
  })
  vi.stubGlobal('fetch', fake)
  return fake
}

const refused = (status: number, body: unknown, statusText = '') =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, statusText })

const thrown = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('It was not refused.'),
    (error: unknown) => error as ApiError,
  )

test('a refused call throws the status, a colon and the text; the sentence, code and reference are beside it', async () => {
  const body = {
    error: { code: 'tier_required', message: 'That needs the Team plan.', details: { tier: 'TEAM' }, requestId: 'r-7' },
  }
  answers(refused(402, body))
  const error = await thrown(api.get('/api/x'))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    message: `402: ${JSON.stringify(body)}`,
    status: 402,
    code: 'tier_required',
    sentence: 'That needs the Team plan.',
    requestId: 'r-7',
    details: { tier: 'TEAM' },
  })
})

test('without a text the message has the status text', async () => {
  answers(refused(404, '', 'Not Found'))
  expect((await thrown(api.get('/api/x'))).message).toBe('404: Not Found')
})

test.each([
  [503, 'The service is temporarily unavailable. Please try again in a moment.', 'unavailable'],
  [500, 'The server is experiencing issues. Please try again later.', 'internal'],
  [418, 'There was an issue with the request. Please try again.', 'bad_request'],
])('a %i that is not ours (a proxy’s page) still has a sentence', async (status, sentence, code) => {
  answers(refused(status, '<html>{oops'))
  expect(await thrown(api.get('/api/x'))).toMatchObject({ sentence, code, status })
})

test('a server that cannot be reached is status 0 with a sentence', async () => {
  answers(new TypeError('Failed to fetch'))
  expect(await thrown(api.post('/api/x', {}))).toMatchObject({
    status: 0,
    code: 'network',
    sentence: "I'm having trouble connecting right now.",
  })
})

test.each([
  ['is cut in the middle', new ReadableStream({ start: (body) => body.error(new TypeError('network error')) })],
  ['is a proxy’s page', '<!doctype html><title>Sign in to the network</title>'],
  ['ends too early', '{"half": '],
])('an answer that %s is no answer, in the words of the spec', async (_, body) => {
  answers(new Response(body, { status: 200 }))
  expect(await thrown(api.get('/api/x'))).toMatchObject({
    name: 'ApiError',
    status: 0,
    sentence: "I'm having trouble connecting right now.",
    cause: expect.any(Error),
  })
})

test('an aborted call throws the abort, not an error to show', async () => {
  const stop = new AbortController()
  stop.abort()
  answers(new DOMException('Aborted', 'AbortError'))
  expect((await thrown(api.get('/api/x', { signal: stop.signal }))).name).toBe('AbortError')
})

test('cookies always go along, and the stored token as Bearer', async () => {
  const fake = answers(new Response('{}'), new Response('{}'))
  await api.get('/api/x')
  localStorage.setItem(AUTH_TOKEN, 't0ken')
  await api.post('/api/x', { a: 1 })
  const [first, second] = fake.mock.calls.map(([, init]) => init)
  expect(first).toMatchObject({ credentials: 'include', method: 'GET' })
  expect(first?.headers).not.toHaveProperty('Authorization')
  expect(second).toMatchObject({ credentials: 'include', method: 'POST', body: '{"a":1}' })
  expect(second?.headers).toMatchObject({ Authorization: 'Bearer t0ken', 'Content-Type': 'application/json' })
})

test('an answer without a body is undefined', async () => {
  answers(new Response(null, { status: 204 }))
  expect(await api.delete('/api/x')).toBeUndefined()
})

test('when the session has ended the call goes again after signing in', async () => {
  const fake = answers(refused(401, ''), new Response('{"saved":true}'))
  onSessionEnded(() => Promise.resolve(true))
  expect(await api.put('/api/x', { a: 1 })).toEqual({ saved: true })
  expect(fake.mock.calls.map(([, init]) => init?.body)).toEqual(['{"a":1}', '{"a":1}'])
})

test('what a visitor cannot see goes again too, when the person was only not recognised', async () => {
  answers(refused(404, ''), new Response('{"title":"Mine"}'))
  const door = vi.fn(() => Promise.resolve(true))
  onSessionEnded(door)
  expect(await api.get('/api/x')).toEqual({ title: 'Mine' })
  expect(door).toHaveBeenCalledWith(404)
})

test('when the person does not sign in again the call is refused', async () => {
  answers(refused(401, ''))
  onSessionEnded(() => Promise.resolve(false))
  expect((await thrown(api.get('/api/x'))).status).toBe(401)
})

test('a wrong password asks for no other sign-in', async () => {
  const door = vi.fn(() => Promise.resolve(true))
  onSessionEnded(door)
  answers(refused(401, ''))
  await thrown(api.post('/api/login', {}, { askToSignIn: false }))
  expect(door).not.toHaveBeenCalled()
})

test('anything that was thrown has a sentence', () => {
  expect(sentenceFor(new Error('The file is empty.'))).toBe('The file is empty.')
  expect(sentenceFor('what')).toBe('The server is experiencing issues. Please try again later.')
})
