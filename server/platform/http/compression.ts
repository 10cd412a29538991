import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)

/** bytes; what is shorter goes in one packet either way */
const WORTH_IT = 1024
/** For answers that are made anew for each call: 100 KB in 2 ms, off the main thread. */
const QUICK = { br: 4, gzip: 5 } as const
/** For those that are made once. */
const THOROUGH = { br: 9, gzip: 9 } as const

export type Coding = 'br' | 'gzip'

/** What the caller takes, the smaller one first (RFC 9110, 12.5.3); null when it is neither. */
export function codingFor(request: Request): Coding | null {
  const weights = new Map(
    (request.headers.get('accept-encoding') ?? '').split(',').map((entry) => {
      const [name = '', ...parameters] = entry.toLowerCase().split(';')
      const weight = parameters.map((one) => /^\s*q\s*=\s*([\d.]+)\s*$/.exec(one)?.[1]).find((one) => one !== undefined)
      return [name.trim(), Number(weight ?? 1)] as const
    }),
  )
  const takes = (coding: Coding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null
}

/**
 * BREACH: whoever can make a person's browser ask for things, and sees how long the encrypted answers are, could guess what
 * is secret in an answer by what else they have put into it. So nothing is compressed that another site asked for with
 * the person's cookie. A browser that does not say who asks is taken for one that does it for another site.
 */
export function isAskedByUs(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  return site === null ? !request.headers.has('cookie') : site === 'same-origin' || site === 'none'
}

export function compress(text: string, coding: Coding, effort: 'quick' | 'thorough'): Promise<Buffer> {
  const level = (effort === 'quick' ? QUICK : THOROUGH)[coding]
  const bytes = Buffer.from(text)
  return coding === 'gzip'
    ? asGzip(bytes, { level })
    : asBrotli(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: level, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      })
}

export const isWorthIt = (text: string): boolean => text.length >= WORTH_IT

/** The answer to a call as JSON, compressed where that helps and harms nobody. `isSecret`: it hands out what signs people in. */
export async function jsonAnswer(
  request: Request,
  answer: unknown,
  { status, headers, isSecret }: { status: number; headers: Headers; isSecret: boolean },
): Promise<Response> {
  const text = JSON.stringify(answer)
  headers.set('content-type', 'application/json; charset=utf-8')
  if (isSecret || !isWorthIt(text)) return new Response(text, { status, headers })
  headers.append('vary', 'accept-encoding, cookie, sec-fetch-site')
  const coding = isAskedByUs(request) ? codingFor(request) : null
  if (!coding) return new Response(text, { status, headers })
  headers.set('content-encoding', coding)
  return new Response(new Uint8Array(await compress(text, coding, 'quick')), { status, headers })
}
