import { AppError } from '@atrium/contract/errors'
import { sentences } from '@atrium/contract/sentences'
import { expect, test } from 'vitest'
import { endpoint } from './endpoint.ts'
import { errorFromAnswer, ProviderError, type ProviderErrorKind, sentenceFor } from './provider-error.ts'

test.each<[ProviderErrorKind, string]>([
  ['unauthorized', sentences.provider],
  ['bad_request', sentences.provider],
  ['refused', sentences.provider],
  ['timeout', sentences.tooLong],
  ['stalled', sentences.stalled],
  ['rate_limited', sentences.unavailable],
  ['unreachable', sentences.unavailable],
  ['server', sentences.serverIssues],
  ['garbage', sentences.serverIssues],
])('%s is told as: %s', (kind, sentence) => {
  expect(sentenceFor(new ProviderError(kind, 'for the log'))).toBe(sentence)
})

test('a provider that is overloaded or down for a moment is unavailable', () => {
  for (const status of [503, 529]) {
    expect(sentenceFor(errorFromAnswer('P', status, ''))).toBe(sentences.unavailable)
  }
  expect(sentenceFor(errorFromAnswer('P', 500, ''))).toBe(sentences.serverIssues)
})

test('an error of ours keeps its sentence; any other says nothing of its inside', () => {
  expect(sentenceFor(new AppError('forbidden', 'Not yours.'))).toBe('Not yours.')
  expect(sentenceFor(new TypeError('x is undefined'))).toBe(sentences.connecting)
  expect(sentenceFor(undefined)).toBe(sentences.connecting)
})

test('keys are struck out, ours and what looks like one', () => {
  const error = errorFromAnswer(
    'P',
    401,
    '{"error":{"message":"Bad key odd/key, sk-abc123*****xyz or AIzaSyB1234567"}}',
    {
      secret: 'odd/key',
    },
  )
  expect(error.detail).toBe('Bad key [key], [key] or [key]')
})

test('a date to retry after becomes seconds', () => {
  const retryAfter = new Date(Date.now() + 90_000).toUTCString()
  const { retryAfterSeconds } = errorFromAnswer('P', 429, '', { retryAfter })
  expect(retryAfterSeconds).toBeGreaterThan(80)
  expect(retryAfterSeconds).toBeLessThanOrEqual(90)
})

test.each([
  ['http://localhost:11434', 'http://localhost:11434/v1/chat/completions'],
  ['http://localhost:11434/', 'http://localhost:11434/v1/chat/completions'],
  ['http://localhost:1234/v1', 'http://localhost:1234/v1/chat/completions'],
  ['http://localhost:1234/v1//', 'http://localhost:1234/v1/chat/completions'],
  ['https://openrouter.ai/api/v1/', 'https://openrouter.ai/api/v1/chat/completions'],
  ['https://openrouter.ai/api', 'https://openrouter.ai/api/v1/chat/completions'],
  ['https://host/v1beta/openai/', 'https://host/v1beta/openai/chat/completions'],
  ['https://host/api/paas/v4', 'https://host/api/paas/v4/chat/completions'],
  ['https://host/v1/chat/completions', 'https://host/v1/chat/completions'],
  ['https://host/openai/v1?api-version=preview', 'https://host/openai/v1/chat/completions?api-version=preview'],
])('the base address %s calls %s', (base, url) => {
  expect(endpoint(base, 'v1', 'chat/completions')).toBe(url)
})

test.each(['', 'localhost:11434', 'file:///etc/passwd', 'api.openai.com/v1'])('"%s" is no base address', (base) => {
  expect(() => endpoint(base, 'v1', 'models')).toThrow(/not a web address/)
})
