import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createParsingPool } from '../platform/parsing/pool.ts'
import { silentLog } from '../platform/telemetry.ts'
import { MOST_TEXT, readDocument } from './extract.ts'
import { docxParts, makePdf, makeZip } from './test-documents.ts'
import { readZip, writeZip, ZipError } from './zip.ts'

const PDF = 'application/pdf'
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const dir = await mkdtemp(join(tmpdir(), 'atrium-extract-'))
afterAll(() => rm(dir, { recursive: true, force: true }))

const parsing = createParsingPool({ log: silentLog })
afterAll(() => parsing.close())

/** The text, and which limit the log says ended the reading. */
async function read(mime: string, bytes: Buffer, bounds: { time: number; memory: number }) {
  const path = join(dir, `${Math.random()}`)
  await writeFile(path, bytes)
  const ends: unknown[] = []
  const warn = ({ details, code }: { details?: { limit: string }; code: string }) => ends.push(details?.limit ?? code)
  const log = { ...silentLog, warn } as unknown as typeof silentLog
  const text = await readDocument(parsing, { path, mime, owner: 'ann' }, log, bounds)
  return { text, ends }
}

const ample = { time: 25_000, memory: 768 }

test('a PDF that unpacks to too much is stopped by its memory', async () => {
  const bomb = makePdf(Buffer.alloc(256 * 1024 * 1024, ' '), true)
  expect(await read(PDF, bomb, { ...ample, memory: 300 })).toEqual({ text: null, ends: ['memory'] })
})

test('a PDF that keeps its reader busy is stopped by the clock', async () => {
  const endless = makePdf(Buffer.from(`BT /F1 12 Tf ${'(a) Tj 1 0 Td '.repeat(3_000_000)} ET`), true)
  expect(await read(PDF, endless, { time: 1500, memory: 768 })).toEqual({ text: null, ends: ['time'] })
})

test('a Word document that unpacks to too much, whatever it declares, is refused', async () => {
  const parts = { ...docxParts([]), 'word/document.xml': Buffer.alloc(100 * 1024 * 1024, ' ') }
  for (const declared of [undefined, 10])
    expect(await read(DOCX, makeZip(parts, declared), ample)).toEqual({ text: null, ends: ['unprocessable'] })
})

test('entities that multiply are not unfolded', async () => {
  const entities = Array.from({ length: 12 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('')
  const parts = docxParts(['&e12;'])
  parts['word/document.xml'] = parts['word/document.xml'].replace(
    '?>',
    `?><!DOCTYPE d [<!ENTITY e0 "lol">${entities}]>`,
  )
  const { text } = await read(DOCX, makeZip(parts), ample)
  expect(text ?? '').not.toContain('lollol')
})

test('a long PDF gives its beginning', async () => {
  const lines = Array.from({ length: 12_000 }, (_, at) => `(${`line ${at} `.repeat(10)}) Tj T*`).join(' ')
  const { text, ends } = await read(PDF, makePdf(Buffer.from(`BT /F1 1 Tf 72 720 Td 0.01 TL ${lines} ET`)), ample)
  expect(Buffer.byteLength(text ?? '')).toBeLessThanOrEqual(MOST_TEXT)
  expect(text).toMatch(/^line 0 line 0 [\s\S]*\[The text goes on: .*\]$/)
  expect(ends).toEqual([])
})

test('a PDF of more pages than are read gives its first ones', async () => {
  const { text, ends } = await read(PDF, makePdf(['one'], false, 300_000), ample)
  const pages = (text ?? '').split('\f')
  expect(pages.length).toBeLessThan(100)
  expect(pages.at(-1)).toBe('one\n\n[The text goes on: this is its beginning, as much as is kept.]')
  expect(ends).toEqual(['pages'])
  const book = await read(PDF, makePdf(['one'], false, 2_000), ample)
  expect([book.text?.split('\f').length, book.ends]).toEqual([2_000, []])
})

test('an archive survives writing and reading', () => {
  const entries = [
    { name: 'a/b.xml', bytes: Buffer.from('one') },
    { name: 'ü.xml', bytes: Buffer.from('two') },
  ]
  expect(readZip(writeZip(entries), () => true, 100)).toEqual(entries)
  expect(readZip(writeZip(entries), (name) => name.startsWith('a'), 100)).toEqual(entries.slice(0, 1))
  expect(() => readZip(writeZip(entries), () => true, 5)).toThrow(ZipError)
})

test('a broken archive is a ZipError, however it is broken', () => {
  const zip = makeZip(docxParts(['text']))
  for (let length = 0; length < zip.length; length += 7)
    expect(() => readZip(zip.subarray(0, length), () => true, 1e6)).toThrow(ZipError)
  for (let at = 0; at < zip.length - 4; at += 5) {
    const broken = Buffer.from(zip)
    broken.fill(0xff, at, at + 4)
    try {
      readZip(broken, () => true, 1e6)
    } catch (error) {
      expect(error).toBeInstanceOf(ZipError)
    }
  }
})

test('unpacking an archive stops at the bound, not after it', () => {
  const bomb = makeZip({ 'a.xml': Buffer.alloc(10 * 1024 * 1024) }, 1)
  expect(() => readZip(bomb, () => true, 1024)).toThrow(
    expect.objectContaining({ cause: expect.objectContaining({ code: 'ERR_BUFFER_TOO_LARGE' }) }),
  )
})
