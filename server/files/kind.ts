import { open } from 'node:fs/promises'
import type { Log } from '../platform/telemetry.ts'

/** What text files are by their extension; every other text is text/plain. */
const textTypes: Record<string, string> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  md: 'text/markdown',
  markdown: 'text/markdown',
  json: 'application/json',
  html: 'text/html',
  htm: 'text/html',
  xhtml: 'application/xhtml+xml',
  svg: 'image/svg+xml',
  xml: 'application/xml',
}

/** Signatures of two or three letters, which words have too (`BM`, `ID3`): text wins over them. */
const isMedia = (mime: string) => /^(image|audio|video|font|application\/(?!pdf|rtf|xml|x-subrip))/.test(mime)

/** bytes, all together, and how often some are asked for: what recognition may look at, whatever a file claims of itself. */
export const LOOKED_AT = { bytes: 4 * 1024 * 1024, times: 8_192 }
/** bytes; what is looked at between two turns of the loop */
const AT_ONCE = 64 * 1024

/** Where a file's bytes come from: those from `start` to before `end`. */
export interface Bytes {
  size: number
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>
}

/**
 * What the bytes are by their signatures; undefined when they are nothing known. It is done on the server's own loop, so
 * it is bounded: by so many bytes, asked for so often, however deep or large the file says that it is. Throws beyond.
 */
export async function typeOf({ size, read }: Bytes): Promise<string | undefined> {
  const { FileTypeParser } = await import('file-type')
  let bytes = 0
  let times = 0
  const blob = {
    size,
    type: '',
    slice: (start: number, end: number) => ({
      async arrayBuffer() {
        bytes += end - start
        times += 1
        if (bytes > LOOKED_AT.bytes || times > LOOKED_AT.times) throw new Error('it does not come to an end')
        const { buffer, byteLength } = await read(start, end)
        if (byteLength < end - start) throw new Error('it has become shorter')
        return buffer.slice(0, byteLength)
      },
    }),
  }
  // All that file-type takes of a Blob.
  return (await new FileTypeParser({ maxBufferSize: AT_ONCE }).fromBlob(blob as unknown as Blob))?.mime
}

async function typeOfFile(path: string): Promise<string | undefined> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    return await typeOf({
      size,
      async read(start, end) {
        const bytes = new Uint8Array(end - start)
        const { bytesRead } = await file.read(bytes, 0, bytes.length, start)
        return bytes.subarray(0, bytesRead)
      },
    })
  } finally {
    await file.close()
  }
}

/** What the bytes are, by themselves: what a client declares is not believed. `text` is their text, if they are text. */
export async function sniff(path: string, name: string, text: string | null, log: Log): Promise<string> {
  const found = await typeOfFile(path).catch((cause: unknown) => {
    log.warn({ err: cause }, 'a file defies the recognition of its type')
    return undefined
  })
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const byName = Object.hasOwn(textTypes, extension) ? textTypes[extension] : undefined
  if (text === null) return found ?? 'application/octet-stream'
  if (!found || isMedia(found)) return byName ?? 'text/plain'
  return byName && found === 'application/xml' ? byName : found
}
