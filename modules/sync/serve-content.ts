import { Readable } from 'node:stream'
import { mayShow } from '@atrium/contract/file-kinds'
import { byteRange } from './byte-range.ts'
import { type Context, readParts, type StoredContent } from './contents.ts'

/** RFC 6266: an ASCII name for old clients, and RFC 5987's form of the whole name. */
export function disposition(how: 'inline' | 'attachment', name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${how}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** A body that reads as fast as it is taken, and stops when the reader goes away. */
export const bodyOf = (bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> =>
  Readable.toWeb(Readable.from(bytes, { objectMode: false })) as ReadableStream<Uint8Array>

/** Half of the hash is unique enough, and programs have little room for the whole (litmus: 200 bytes for the header If). */
export const entityTag = (sha256: string): string => `"${sha256.slice(0, 32)}"`

/** Where the core has the small picture of a version, where one is asked for; of what came in several parts there is none. */
export function smallPicture(request: Request, { parts, mime }: StoredContent): Response | null {
  const size = new URL(request.url).searchParams.get('thumbnail')
  const [only, another] = parts
  if (!size || !only || another || !mime.startsWith('image/')) return null
  const location = `/api/files/${only.file}?thumbnail=${size}`
  return new Response(null, { status: 302, headers: { location, 'cache-control': 'private, no-cache' } })
}

/**
 * A version's bytes, so that they are never code: nosniff, sandboxed, to be saved unless they are of a kind that cannot
 * hold scripts. A PDF is shown by the browser's own viewer, which no sandbox lets in.
 */
export function serveContent(
  request: Request,
  context: Pick<Context, 'files'>,
  { name }: { name: string },
  content: StoredContent,
): Response {
  const { size, mime, sha256, parts } = content
  const isDownload = new URL(request.url).searchParams.has('download') || !mayShow(mime)
  const etag = entityTag(sha256)
  const headers = new Headers({
    etag,
    'cache-control': 'private, no-cache', // kept by the browser, asked about each time: rights may end
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      mime === 'application/pdf' ? `frame-ancestors 'self'` : `sandbox; default-src 'none'; style-src 'unsafe-inline'`,
    'content-disposition': disposition(isDownload ? 'attachment' : 'inline', name),
    'accept-ranges': 'bytes',
  })
  const known = request.headers.get('if-none-match')?.split(',') ?? []
  if (known.some((tag) => tag.trim().replace(/^W\//, '') === etag)) return new Response(null, { status: 304, headers })

  const condition = request.headers.get('if-range')
  const range = condition === null || condition === etag ? byteRange(request.headers.get('range'), size) : null
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${size}`)
    return new Response(null, { status: 416, headers })
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (range) headers.set('content-range', `bytes ${start}-${end}/${size}`)
  headers.set(
    'content-type',
    /^text\/|json|xml/.test(mime) ? `${mime}; charset=utf-8` : mime || 'application/octet-stream',
  )
  headers.set('content-length', String(end - start + 1))
  const hasBody = request.method !== 'HEAD' && size > 0
  return new Response(hasBody ? bodyOf(readParts(context, parts, { start, end })) : null, {
    status: range ? 206 : 200,
    headers,
  })
}
