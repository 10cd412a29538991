import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@atrium/contract/errors'
import { mayShow } from '@atrium/contract/file-kinds'
import { type Call, SENT } from '../platform/http/route.ts'
import { contentDisposition } from './names.ts'
import { byteRange } from './range.ts'

/** What a browser may show by itself: pictures that cannot hold scripts. */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

interface Served {
  name: string
  mime: string
  sha256: string
}

/**
 * Sends the bytes so that they are never code: nosniff, sandboxed, to be saved unless they are a plain picture. `isShown`: a page of
 * ours has it in a frame, which no sandbox lets the browser's own viewer of PDFs into.
 */
export async function serveFile(
  call: Pick<Call, 'request' | 'outgoing' | 'headers' | 'log'>,
  file: Served,
  path: string,
  isShown = false,
): Promise<Response | typeof SENT> {
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause
    call.log.error({ sha256: file.sha256 }, 'the bytes of a file are missing')
    throw new AppError('gone', 'The content of this file is missing on the server.', { cause })
  })
  const etag = `"${file.sha256}"`
  const asked = call.request.headers
  const headers = new Headers()
  headers.set('etag', etag)
  headers.set('cache-control', 'private, no-cache') // kept by the browser, asked about each time: rights may end
  headers.set('x-content-type-options', 'nosniff')
  const isPdf = isShown && file.mime === 'application/pdf'
  headers.set('content-security-policy', isPdf ? `frame-ancestors 'self'` : "sandbox; default-src 'none'")
  const isInline = SHOWN.has(file.mime) || (isShown && mayShow(file.mime))
  headers.set('content-disposition', contentDisposition(isInline ? 'inline' : 'attachment', file.name))
  headers.set('accept-ranges', 'bytes')
  const known = asked.get('if-none-match')?.split(',') ?? []
  if (known.some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*'))
    return new Response(null, { status: 304, headers })

  const condition = asked.get('if-range')
  const range = condition === null || condition === etag ? byteRange(asked.get('range'), found.size) : null
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${found.size}`)
    return new Response(null, { status: 416, headers })
  }
  const { start, end } = range ?? { start: 0, end: found.size - 1 }
  if (range) headers.set('content-range', `bytes ${start}-${end}/${found.size}`)
  headers.set('content-type', /^text\/|json|xml/.test(file.mime) ? `${file.mime}; charset=utf-8` : file.mime)
  headers.set('content-length', String(end - start + 1))
  const status = range ? 206 : 200
  if (call.request.method === 'HEAD') return new Response(null, { status, headers })
  call.outgoing.statusCode = status
  call.outgoing.setHeaders(call.headers).setHeaders(headers)
  try {
    await pipeline(createReadStream(path, { start, end }), call.outgoing)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error // the reader went away
  }
  return SENT
}
