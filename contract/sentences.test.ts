import { expect, test } from 'vitest'
import { sentences } from './sentences.ts'

/**
 * The texts of the product's specification, copied letter by letter: section 8, and what sections 4.4 and 7 say in the
 * place of a reply. The left side is ours.
 */
const SPECIFIED: Record<keyof typeof sentences, string> = {
  // "Stream: HTTP 503 gives …"
  unavailable: 'The service is temporarily unavailable. Please try again in a moment.',
  badRequest: 'There was an issue with the request. Please try again.',
  serverIssues: 'The server is experiencing issues. Please try again later.',
  connecting: "I'm having trouble connecting right now.",
  noStream: 'Unable to start stream',
  // "Stream error event: …"
  provider: "I'm having connection issues with my AI service. Let me try with a different approach...",
  tooLong: 'The response is taking too long. Please try again.',
  // "Empty done message: …"
  emptyDone: 'I received your message but had trouble generating a response.',
  connectionFailed: 'Connection failed',
  partial: 'I had trouble completing that response.',
  stalled: 'Stream timeout - the model stalled. Please retry.',
  idle: 'Stream timeout - no data received for 20 seconds',
  // "Others: …"
  summary: 'Failed to fetch summary',
  memory: 'Failed to clear memory',
  send: 'Failed to send message',
  threadNotFound: 'Thread not found',
  // "Mobile chat: …", the first also in 4.4
  mobileStream: 'Sorry, something went wrong.',
  mobileRequest: "Sorry, I couldn't process that request. Please try again.",
  imageFailed: 'Image failed to load',
  // Section 7, POST /api/chat/message
  mobileFallback: "I'll help you with that.",
}

test('the sentences people read in place of a reply are the specification’s, word for word', () => {
  expect(sentences).toEqual(SPECIFIED)
})
