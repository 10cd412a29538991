/** What a kept answer is made of. */
export interface Answer {
  status: number
  headers: Record<string, string>
  /** Where redirects led. */
  url: string
  body: Buffer
}

interface Kept {
  answer: Answer
  host: string
  /** ms since 1970 */
  freshUntil: number
  /** The values of the request's headers that the answer depends on. */
  vary: Record<string, string>
}

/** bytes of one, of one host's, of all */
const LARGEST = 1024 * 1024
const OF_A_HOST = 8 * LARGEST
const IN_ALL = 32 * LARGEST
/** seconds; what says it is good for longer is asked for again all the same */
const LONGEST = 24 * 3600

export interface KeptAnswers {
  /** A fresh answer; or one to ask about again, with the headers that ask; or null. */
  find(
    key: string,
    headers: Record<string, string>,
    maxBytes: number,
    now: number,
  ): { fresh: Answer } | { ask: Record<string, string> } | null
  /** What the kept one is after the server said that it still is (304). Null when it has gone meanwhile. */
  renew(key: string, headers: Record<string, string>, now: number): Answer | null
  keep(key: string, request: Record<string, string>, answer: Answer, now: number): void
}

const directives = (headers: Record<string, string>) =>
  new Map(
    (headers['cache-control'] ?? '').split(',').map((part) => {
      const [name = '', value = ''] = part.split('=', 2)
      return [name.trim().toLowerCase(), value.trim().replace(/^"|"$/g, '')] as const
    }),
  )

/** Seconds for which it may be used unasked (RFC 9111, 4.2); null when it is not to be kept. */
function lifetime(headers: Record<string, string>, now: number): number | null {
  const said = directives(headers)
  if (said.has('no-store') || headers.vary?.includes('*')) return null
  if (said.has('no-cache')) return 0
  const expires = Date.parse(headers.expires ?? '') - (Date.parse(headers.date ?? '') || now)
  const seconds = said.has('max-age') ? Number(said.get('max-age')) : expires / 1000
  const age = Number(headers.age) || 0
  return Math.min(LONGEST, Math.max(0, (Number.isFinite(seconds) ? seconds : 0) - age))
}

const sizeOf = ({ body, url }: Answer) => body.length + url.length + 1024

/** Answers kept as their servers allow (RFC 9111), in memory, the eldest going first. A key holds whose they are. */
export function createKeptAnswers(): KeptAnswers {
  const kept = new Map<string, Kept>()
  const used = new Map<string, number>()
  let all = 0

  const drop = (key: string) => {
    const found = kept.get(key)
    if (!found) return
    kept.delete(key)
    const size = sizeOf(found.answer)
    all -= size
    const left = (used.get(found.host) ?? 0) - size
    if (left > 0) used.set(found.host, left)
    else used.delete(found.host)
  }
  const matching = (key: string, headers: Record<string, string>) => {
    const found = kept.get(key)
    return found && Object.entries(found.vary).every(([name, value]) => (headers[name] ?? '') === value) ? found : null
  }

  return {
    find(key, headers, maxBytes, now) {
      const found = matching(key, headers)
      if (!found || found.answer.body.length > maxBytes) return null
      if (found.freshUntil > now) return { fresh: found.answer }
      const { etag, 'last-modified': modified } = found.answer.headers
      const ask = { ...(etag && { 'if-none-match': etag }), ...(modified && { 'if-modified-since': modified }) }
      return Object.keys(ask).length > 0 ? { ask } : null
    },
    renew(key, headers, now) {
      const found = kept.get(key)
      if (!found) return null
      found.answer = { ...found.answer, headers: { ...found.answer.headers, ...headers } }
      const seconds = lifetime(found.answer.headers, now)
      if (seconds === null) drop(key)
      else found.freshUntil = now + seconds * 1000
      return found.answer
    },
    keep(key, request, answer, now) {
      drop(key)
      const seconds = lifetime(answer.headers, now)
      const canAsk = answer.headers.etag !== undefined || answer.headers['last-modified'] !== undefined
      const size = sizeOf(answer)
      if (answer.status !== 200 || seconds === null || (seconds === 0 && !canAsk) || size > LARGEST) return
      const host = new URL(answer.url).host
      const names = (answer.headers.vary ?? '').split(',').flatMap((name) => name.trim().toLowerCase() || [])
      kept.set(key, {
        answer,
        host,
        freshUntil: now + seconds * 1000,
        vary: Object.fromEntries(names.map((name) => [name, request[name] ?? ''])),
      })
      all += size
      used.set(host, (used.get(host) ?? 0) + size)
      for (const [eldest, { host: its }] of kept) {
        if (all <= IN_ALL && (used.get(host) ?? 0) <= OF_A_HOST) break
        if (eldest !== key && (all > IN_ALL || its === host)) drop(eldest)
      }
    },
  }
}
