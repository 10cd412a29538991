// Readers of documents: they run in the parsing pool's processes and are imported nowhere else.
import { fileURLToPath } from 'node:url'
import { AppError } from '@atrium/contract/errors'
import type { ReadableFile } from '@atrium/contract/reading'
import mammoth from 'mammoth'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { readZip, writeZip } from './zip.ts'

/** bytes of a document that are looked at */
const DOCUMENT_MAX = 256 * 1024 * 1024
/** bytes that the parts of a DOCX with text in them may unpack to */
const MOST_UNPACKED = 64 * 1024 * 1024

/**
 * Entries in lists of pages that are gone through: pdf.js does so anew for each page. That is every page of 4,000, and of more
 * so many that text which is kept at all stands on fewer.
 */
const STEPS_MAX = 20_000_000

const asset = (folder: string) =>
  fileURLToPath(new URL(`../../${folder}/`, import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')))

/** The text of a PDF, page by page. Throws `too_large` after as many as are read of one. */
export async function* pdf(file: ReadableFile): AsyncGenerator<string> {
  const document = await getDocument({
    data: await file.whole(DOCUMENT_MAX),
    verbosity: 0,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    cMapUrl: asset('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: asset('standard_fonts'),
  }).promise
  const most = Math.ceil(STEPS_MAX / document.numPages)
  for (let number = 1; number <= document.numPages; number++) {
    if (number > most) throw new AppError('too_large', 'That file is too large.', { details: { limit: 'pages' } })
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
    yield number === 1 ? text : `\f${text}` // pages stay apart: the Guide names them
    page.cleanup()
  }
}

/** The text of a Word document. */
export async function* docx(file: ReadableFile): AsyncGenerator<string> {
  // Only the parts with text, repacked from what they really unpack to: mammoth never meets a bomb.
  const hasText = (name: string) => /^(\[Content_Types\]\.xml|_rels\/.*|word\/(_rels\/)?[^/]*\.(xml|rels))$/.test(name)
  const whole = await file.whole(DOCUMENT_MAX)
  const bytes = Buffer.from(whole.buffer, 0, whole.byteLength)
  const { value } = await mammoth.extractRawText({ buffer: writeZip(readZip(bytes, hasText, MOST_UNPACKED)) })
  yield value
}
