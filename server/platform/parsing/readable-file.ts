import { AppError } from '@atrium/contract/errors'
import type { ReadableFile } from '@atrium/contract/reading'
import { decodeText, isReadable } from '@atrium/domain/encodings/decode'
import { encodingDetector } from '@atrium/domain/encodings/detect'

/** bytes; what may be held in memory at once */
const WHOLE_MAX = 64 * 1024 * 1024
/** bytes; what is asked for at once */
const PIECE = 256 * 1024

/** characters */
const LINE_MAX = 10_000_000

const noText = () =>
  new AppError('bad_request', 'This file is not a text. Choose another file, or save it in a text format.')

/** Takes a byte order mark away. */
function decoderOf(encoding: string) {
  try {
    return new TextDecoder(encoding)
  } catch (cause) {
    throw new AppError('bad_request', `“${encoding.slice(0, 40)}” is no encoding that is known.`, { cause })
  }
}

const tooLarge = (most: number) =>
  new AppError('too_large', `This kind of file may have at most ${Math.round(most / 1024 / 1024)} MB.`)

/** A file whose bytes are asked for by their places with `fetch`. */
export function readableFile({
  name,
  size,
  scratch,
  slice: fetch,
}: Pick<ReadableFile, 'name' | 'size' | 'scratch' | 'slice'>): ReadableFile {
  /** Readers go through a file several times; a small one comes once. */
  let only: Promise<Uint8Array> | null = null
  const slice = async (start: number, end: number) => {
    if (size > PIECE) return fetch(start, end)
    only ??= fetch(0, size)
    return (await only).slice(start, end) // a copy: a reader may do with it what it likes
  }

  async function* bytes(): AsyncGenerator<Uint8Array> {
    const ask = (at: number) => {
      const piece = slice(at, Math.min(size, at + PIECE))
      piece.catch(() => undefined) // heard where it is awaited, which may be never
      return piece
    }
    let next = size > 0 ? ask(0) : null
    for (let at = PIECE; next; at += PIECE) {
      const piece = next
      next = at < size ? ask(at) : null // on its way while this one is worked on
      yield await piece
    }
  }

  const whole = async (most = WHOLE_MAX) => {
    if (size > most) throw tooLarge(most)
    const all = new Uint8Array(size)
    let at = 0
    for await (const piece of bytes()) {
      all.set(piece, at)
      at += piece.byteLength
    }
    return all
  }

  let found: Promise<string> | null = null
  /** All of it is looked at: the first accent of an old file may come late. */
  async function detect(): Promise<string> {
    const detector = encodingDetector()
    for await (const piece of bytes()) detector.push(piece)
    const encoding = detector.end()
    if (encoding === null) throw noText()
    return encoding
  }
  const encoding = () => {
    found ??= detect()
    return found
  }

  async function* texts(said?: string): AsyncIterable<string> {
    const decode = decoderOf(said ?? (await encoding()))
    let isFirst = true
    for await (const piece of bytes()) {
      const text = decode.decode(piece, { stream: true })
      if (isFirst && !isReadable(text)) throw noText()
      isFirst = false
      if (text) yield text
    }
    const rest = decode.decode()
    if (rest) yield rest
  }

  async function* lines(): AsyncIterable<string> {
    let rest = ''
    for await (const text of texts()) {
      const parts = (rest + text).split(/\r\n|\n|\r(?!$)/)
      rest = parts.pop() ?? ''
      if (rest.length > LINE_MAX)
        throw new AppError(
          'bad_request',
          'A line of this file has more than 10 million characters. Is it another format?',
        )
      yield* parts
    }
    if (rest !== '') yield rest.replace(/\r$/, '')
  }

  return {
    name,
    size,
    scratch,
    slice,
    bytes,
    whole,
    text: async () => {
      const text = decodeText(await whole())
      if (text === null) throw noText()
      return text
    },
    encoding,
    texts,
    lines,
  }
}
