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

/** What the bytes are, by themselves: what a client declares is not believed. `text` is their text, if they are text. */
export async function sniff(path: string, name: string, text: string | null, log: Log): Promise<string> {
  const { fileTypeFromFile } = await import('file-type')
  const found = await fileTypeFromFile(path).catch((cause: unknown) => {
    log.warn({ err: cause }, 'a file defies the recognition of its type')
    return undefined
  })
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const byName = Object.hasOwn(textTypes, extension) ? textTypes[extension] : undefined
  if (text === null) return found?.mime ?? 'application/octet-stream'
  if (!found || isMedia(found.mime)) return byName ?? 'text/plain'
  return byName && found.mime === 'application/xml' ? byName : found.mime
}
