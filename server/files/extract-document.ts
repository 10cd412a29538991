// Runs in a process of its own, which extract.ts starts, bounds and, if need be, kills. Standard input is the file,
// standard output its text; exit code 0 says that the text is complete.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import mammoth from 'mammoth'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { readZip, writeZip } from './zip.ts'

/** bytes that the parts of a DOCX with text in them may unpack to */
const MOST_UNPACKED = 64 * 1024 * 1024

const write = (text: string) =>
  new Promise<void>((done) => {
    process.stdout.write(text, () => done())
  })

const asset = (folder: string) =>
  fileURLToPath(new URL(`../../${folder}/`, import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')))

async function pdf(bytes: Uint8Array): Promise<void> {
  const document = await getDocument({
    data: bytes,
    verbosity: 0,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    cMapUrl: asset('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: asset('standard_fonts'),
  }).promise
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
    await write(number === 1 ? text : `\f${text}`) // pages stay apart: the Guide names them
    page.cleanup()
  }
}

async function docx(bytes: Buffer): Promise<void> {
  // Only the parts with text, repacked from what they really unpack to: mammoth never meets a bomb.
  const hasText = (name: string) => /^(\[Content_Types\]\.xml|_rels\/.*|word\/(_rels\/)?[^/]*\.(xml|rels))$/.test(name)
  const { value } = await mammoth.extractRawText({ buffer: writeZip(readZip(bytes, hasText, MOST_UNPACKED)) })
  await write(value)
}

// Node bounds its heap only; what a stream unpacks to lies outside. Watched from another thread, for ours is busy.
const watch = `setInterval(() => {
  if (process.memoryUsage.rss() > ${Number(process.argv[3])} * 1024 * 1024) process.kill(process.pid, 'SIGKILL')
}, 20)`
new Worker(watch, { eval: true }).unref()

const bytes = readFileSync(0)
await (process.argv[2] === 'pdf' ? pdf(new Uint8Array(bytes)) : docx(bytes))
process.exit(0)
