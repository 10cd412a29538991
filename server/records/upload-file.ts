import { createReadStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { AppError } from '@atrium/contract/errors'
import type { ImportedFile } from '@atrium/contract/module-files'
import { decodeText, encodingOf, isReadable } from '../files/text-encoding.ts'

/** bytes; what may be held in memory at once */
const WHOLE_MAX = 64 * 1024 * 1024
/** bytes; enough to tell an encoding by */
const HEAD = 256 * 1024

/** characters */
const LINE_MAX = 10_000_000

const noText = () =>
  new AppError('bad_request', 'This file is not a text. Choose another file, or save it in a text format.')

const tooLarge = () => new AppError('too_large', `This kind of file may have at most ${WHOLE_MAX / 1024 / 1024} MB.`)

/** Whether all of it is UTF-8: the first accent of an old file may come late. */
async function isUtf8(path: string): Promise<boolean> {
  const decode = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const bytes of createReadStream(path, { highWaterMark: HEAD }))
      decode.decode(bytes as Uint8Array, { stream: true })
    decode.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** Bytes on the disk as an import reads them. */
export function uploadedFile({ name, size, path }: Pick<ImportedFile, 'name' | 'size' | 'path'>): ImportedFile {
  const whole = async () => {
    if (size > WHOLE_MAX) throw tooLarge()
    return new Uint8Array(await readFile(path))
  }

  async function decoder() {
    const file = await open(path)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0)
      const encoding = encodingOf(buffer.subarray(0, bytesRead), bytesRead === size)
      if (encoding === null) throw noText()
      const isSure = encoding !== 'utf-8' || bytesRead === size
      return new TextDecoder(isSure || (await isUtf8(path)) ? encoding : 'windows-1252') // takes a byte order mark away
    } finally {
      await file.close()
    }
  }

  async function* texts(): AsyncIterable<string> {
    const decode = await decoder()
    let isFirst = true
    for await (const bytes of createReadStream(path, { highWaterMark: HEAD })) {
      const text = decode.decode(bytes as Uint8Array, { stream: true })
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
    path,
    bytes: () => createReadStream(path),
    whole,
    text: async () => {
      const text = decodeText(await whole())
      if (text === null) throw noText()
      return text
    },
    texts,
    lines,
  }
}
