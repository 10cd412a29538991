import type { Readable, Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { AppError } from '@atrium/contract/errors'

export const ENCODINGS = 'gzip, deflate, br, zstd'

const lenient = { finishFlush: constants.Z_SYNC_FLUSH } // as browsers: an end that is missing ends it
const decoders: Record<string, () => Transform> = {
  gzip: () => createGunzip(lenient),
  'x-gzip': () => createGunzip(lenient),
  deflate: () => createInflate(lenient),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress(),
}

const tooLarge = (maxBytes: number) =>
  new AppError('too_large', `What this address answers is larger than ${maxBytes} bytes.`)
const unreadable = (cause?: unknown) =>
  new AppError('provider_failed', 'What this address answers cannot be read.', { cause })

/** Several codings one within the other are a bomb's, not a server's. */
function decoderOf(coding: string | undefined): Transform | null {
  const names = (coding ?? '').split(',').flatMap(
    (name) =>
      name
        .trim()
        .toLowerCase()
        .replace(/^identity$/, '') || [],
  )
  if (names.length === 0) return null
  const make = names.length === 1 ? decoders[names[0] as string] : undefined
  if (!make) throw unreadable()
  return make()
}

/** The body, unpacked, bounded both as it comes and as it is unpacked. Throws `too_large`, `provider_failed`. */
export async function readAnswer(body: Readable, coding: string | undefined, maxBytes: number): Promise<Buffer> {
  const decoder = decoderOf(coding)
  const pieces: Buffer[] = []
  let size = 0
  let packed = 0
  const source = decoder ? body.pipe(decoder) : body
  if (decoder) {
    body.on('error', (error) => decoder.destroy(error))
    body.on('data', (piece: Buffer) => {
      packed += piece.length
      if (packed > maxBytes) decoder.destroy(tooLarge(maxBytes)) // packed never needs more room than unpacked is given
    })
  }
  try {
    for await (const piece of source as AsyncIterable<Buffer>) {
      size += piece.length
      if (size > maxBytes) throw tooLarge(maxBytes)
      pieces.push(piece)
    }
  } catch (error) {
    body.destroy()
    if (error instanceof AppError) throw error
    const isPacking =
      decoder !== null &&
      /^(?:Z_|ERR__?ERROR|ERR_BROTLI|ERR_ZSTD|ZSTD_)/.test((error as NodeJS.ErrnoException).code ?? '')
    throw isPacking ? unreadable(error) : error
  }
  return Buffer.concat(pieces, size)
}
