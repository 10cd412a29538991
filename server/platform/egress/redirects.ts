import { AppError } from '@atrium/contract/errors'
import type { Answer } from './kept-answers.ts'

/** A request as it goes out; names of headers in lower case. */
export interface Sent {
  method: string
  headers: Record<string, string>
  body: string | Uint8Array | undefined
}

/** Headers that say nothing of who asks. All others may be a key: they go to the host that they were meant for alone. */
const PLAIN = new Set(['accept', 'accept-language', 'user-agent', 'content-type'])

/** Whether something of the caller's own is among them. */
export const hasOwnHeaders = (headers: Record<string, string>) => Object.keys(headers).some((name) => !PLAIN.has(name))

const without = (headers: Record<string, string>, isLeft: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !isLeft(name)))

/**
 * What a redirect asks for next (RFC 9110, 15.4; methods as the Fetch standard has them); null when the answer is none. Throws
 * where a key or a body would leave TLS.
 */
export function nextRequest(from: URL, sent: Sent, { status, headers }: Answer): { url: URL; sent: Sent } | null {
  if (![301, 302, 303, 307, 308].includes(status) || headers.location === undefined) return null
  const url = URL.parse(headers.location, from.href)
  if (!url) throw new AppError('provider_failed', 'This address leads to one that cannot be read.')
  const becomesGet =
    status === 303 ? sent.method !== 'HEAD' && sent.method !== 'GET' : status < 303 && sent.method === 'POST'
  const next: Sent = becomesGet
    ? { method: 'GET', headers: without(sent.headers, (name) => name.startsWith('content-')), body: undefined }
    : sent
  if (
    from.protocol === 'https:' &&
    url.protocol === 'http:' &&
    (hasOwnHeaders(next.headers) || next.body !== undefined)
  )
    throw new AppError('provider_failed', 'This address leads to one without encryption. Nothing was sent there.')
  if (url.origin === from.origin) return { url, sent: next }
  return { url, sent: { ...next, headers: without(next.headers, (name) => !PLAIN.has(name)) } }
}
