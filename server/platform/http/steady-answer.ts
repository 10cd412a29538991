import { createHash } from 'node:crypto'
import { languageCodes } from '@atrium/contract/catalogue/language-codes'
import { ownLanguage } from '@atrium/contract/catalogue/language-of'
import type { DescribedCall } from '@atrium/contract/described-call'
import { z } from 'zod'
import { languageOf } from '../language.ts'
import { loadOnce } from '../load-once.ts'
import { type Coding, codingFor, compress, isWorthIt } from './compression.ts'

/** Does `If-None-Match` name this? Weakly, as RFC 9110, 13.1.2 has it. */
const names = (header: string | null, etag: string): boolean =>
  header !== null && (header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag))

/**
 * An answer that is the same for every caller until the server ends: made and compressed at the first call that wants it so,
 * and not sent again to who has it. It holds nothing that is anybody's: BREACH finds nothing in it.
 */
export function steadyAnswer(type: string, make: () => string): (request: Request) => Promise<Response> {
  const whole = loadOnce(async () => {
    const text = make()
    return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
  })
  const packed = (coding: Coding) =>
    loadOnce(async () => new Uint8Array(await compress((await whole()).text, coding, 'thorough')))
  const as = { br: packed('br'), gzip: packed('gzip') }
  return async (request) => {
    const { text, etag } = await whole()
    // The bytes differ by their coding, so the tag is a weak one.
    const headers = {
      etag: `W/${etag}`,
      vary: 'accept-encoding, accept-language',
      'cache-control': 'private, no-cache',
    }
    if (names(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
    const coding = isWorthIt(text) ? codingFor(request) : null
    return new Response(coding ? await as[coding]() : text, {
      headers: { ...headers, 'content-type': type, ...(coding && { 'content-encoding': coding }) },
    })
  }
}

export const steadyJson = (make: () => unknown) =>
  steadyAnswer('application/json; charset=utf-8', () => JSON.stringify(make()))

/** The same for every caller who reads a language of ours. */
export function inEachLanguage(make: (language: string) => unknown): (request: Request) => Promise<Response> {
  const answers = new Map(languageCodes.map((code) => [code as string, steadyJson(() => make(code))]))
  const english = answers.get('en') as (request: Request) => Promise<Response>
  return (request) => (answers.get(ownLanguage(languageOf(request))) ?? english)(request)
}

const etag = { ETag: { description: 'Of this answer, for If-None-Match.', schema: z.string(), always: true } }

/** What a call with such an answer describes. */
export const steadyAnswers = (
  description: string,
  schema: z.ZodType,
  type = 'application/json',
): NonNullable<DescribedCall['answers']> => ({
  200: { description, content: { [type]: schema }, headers: etag },
  304: { description: 'What If-None-Match names is still so.', headers: etag },
})
