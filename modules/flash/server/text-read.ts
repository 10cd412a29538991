import { createHash } from 'node:crypto'
import { AppError } from '@atrium/contract/errors'
import { inOurWords } from '@atrium/contract/own-words'
import type { ReadableFile } from '@atrium/contract/reading'
import { plainName } from '@atrium/domain/tables/columns'
import { delimiterOf, NAMED_DELIMITERS } from '@atrium/domain/tables/layout'
import { isEmptyRecord, recordsOf } from '@atrium/domain/tables/records'
import { withoutGuard } from '@atrium/domain/tables/writing'
import { clozeNumbers } from '../cloze.ts'
import { asField } from '../plain-text.ts'
import { Note, type NoteType } from '../records.ts'
import { say } from '../say.ts'
import { cardsOf } from '../templates.ts'
import { withWords } from './words.ts'

/** What Anki writes above its texts: `#separator:tab`, `#html:true`, `#deck column:3`. */
interface Heading {
  separator: string
  html: boolean
  tags: string[]
  deck: string | null
  type: string | null
  columns: Partial<Record<'guid' | 'type' | 'deck' | 'tags', number>>
  /** Lines before the first row. */
  lines: number
}

function headingOf(text: string): Heading {
  const heading: Heading = { separator: '', html: false, tags: [], deck: null, type: null, columns: {}, lines: 0 }
  for (const line of text.split(/\r\n?|\n/, 30)) {
    const read = /^#([a-z ]+):(.*)$/i.exec(line)
    if (!read) break
    heading.lines += 1
    const [, name = '', rest = ''] = read
    const value = rest.trim()
    const column = /^(guid|notetype|deck|tags) column$/i.exec(name.trim())?.[1]?.toLowerCase()
    if (column)
      heading.columns[column === 'notetype' ? 'type' : (column as 'guid' | 'deck' | 'tags')] = Number(value) - 1
    else if (name === 'separator') heading.separator = NAMED_DELIMITERS[value.toLowerCase()] ?? rest.slice(0, 1)
    else if (name === 'html') heading.html = value === 'true'
    else if (name === 'tags') heading.tags = value.split(/\s+/).filter(Boolean)
    else if (name === 'deck') heading.deck = value
    else if (name === 'notetype') heading.type = value
  }
  return heading
}

const NAMES: Record<string, 'front' | 'back' | 'tags' | 'deck' | 'type' | 'guid'> = {
  front: 'front',
  question: 'front',
  term: 'front',
  text: 'front',
  word: 'front',
  back: 'back',
  answer: 'back',
  definition: 'back',
  meaning: 'back',
  translation: 'back',
  tags: 'tags',
  tag: 'tags',
  deck: 'deck',
  type: 'type',
  notetype: 'type',
  guid: 'guid',
  id: 'guid',
}

interface Columns {
  guid?: number
  type?: number
  deck?: number
  tags?: number
  fields: number[]
}

/** Where things stand: as the heading says, as the first row names it, or front, back, tags, deck. */
function columnsOf(first: readonly string[], heading: Heading): { columns: Columns; hasNames: boolean } {
  const width = first.length
  if (Object.keys(heading.columns).length > 0) {
    const taken = new Set(Object.values(heading.columns))
    return {
      columns: { ...heading.columns, fields: [...first.keys()].filter((at) => !taken.has(at)) },
      hasNames: false,
    }
  }
  const names = first.map((cell) => NAMES[plainName(cell)])
  if (names.includes('front')) {
    const at = (name: string) => (names.includes(name as 'front') ? names.indexOf(name as 'front') : undefined)
    const named = { guid: at('guid'), type: at('type'), deck: at('deck'), tags: at('tags') }
    const taken = new Set(Object.values(named))
    const fields = [...first.keys()].filter((place) => !taken.has(place) && names[place] !== 'front')
    return { columns: { ...named, fields: [names.indexOf('front'), ...fields] }, hasNames: true }
  }
  if (heading.lines > 0) return { columns: { fields: [...first.keys()] }, hasNames: false }
  return {
    columns: { fields: [0, 1], tags: width > 2 ? 2 : undefined, deck: width > 3 ? 3 : undefined },
    hasNames: false,
  }
}

export interface TextOptions {
  deck?: string | undefined
  type?: 'basic' | 'reversed' | 'typed' | 'cloze' | undefined
}

/** Characters that the separator is looked for in. */
const HEAD = 64 * 1024
const LIMITS = { cells: 1_000, characters: 4_000_000, quoted: 1_000_000 }
/** Characters of a row; a card's fields have far fewer. */
const ROW_MAX = 500_000
/** A hundred thousand notes with markup have fewer; reading broken ones takes seconds for each million. */
const QUOTES_MAX = 1_000_000

function refuseOdd(text: string): void {
  let quotes = 0
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1))
    if (++quotes > QUOTES_MAX) throw new AppError('bad_request', say('tooManyQuotes', { most: QUOTES_MAX }))
}

/** A row of a table of cards, or why it is none. */
export type TextRow =
  | { refused: string; line: number; text: string }
  | {
      line: number
      /** Its place among the rows. */
      at: number
      text: string
      note: Omit<Note, 'guid' | 'modified'>
      /** What the file calls it; empty when it does not say. */
      guid: string
      /** What it is called otherwise: the same for the same words. */
      ownGuid: string
      deck: string
      /** Which cards it has. */
      ords: number[]
    }

/** Reads a table of cards. Rows without a guid are found again by their first field, as Anki does. */
export async function* readText(
  file: ReadableFile,
  { types: all, ...options }: TextOptions & { types: readonly NoteType[] },
): AsyncGenerator<TextRow> {
  const text = await file.text()
  if (text.trim() === '') throw new AppError('bad_request', say('fileEmpty'))
  refuseOdd(text)
  const heading = headingOf(text)
  const ending = file.name.toLowerCase().split('.').at(-1)
  const delimiter =
    heading.separator || (ending === 'tsv' ? '\t' : (delimiterOf(text.slice(0, HEAD), text.length <= HEAD) ?? '\t'))
  const { records, exceeded } = recordsOf(text, delimiter, { limits: LIMITS })
  const rows = records.filter(({ line }) => line > heading.lines)
  const first = rows[0]?.cells
  if (exceeded?.exceeded === 'cells') throw new AppError('bad_request', say('tooManyColumns', { cells: LIMITS.cells }))
  if (!first) return
  const { columns, hasNames } = columnsOf(first, heading)
  const types = new Map(all.map((type) => [type.key, type]))
  const byName = new Map(all.map((type) => [type.name.toLowerCase(), type]))
  const usual = options.deck ?? heading.deck ?? deckName(file.name)

  for (const [at, { cells, line }] of rows.entries()) {
    if ((at === 0 && hasNames) || isEmptyRecord(cells)) continue
    const row = cells.map((part) => part.replace(/\r\n?/g, '\n'))
    if (row.reduce((sum, part) => sum + part.length, 0) > ROW_MAX) {
      const refused = `A row has at most ${ROW_MAX.toLocaleString('en')} characters. Is a quote never closed?`
      yield { refused, line, text: (row[0] ?? '').slice(0, 200) }
      continue
    }
    const cell = (place: number | undefined) => (place === undefined ? '' : withoutGuard((row[place] ?? '').trim()))
    const values = columns.fields.map((place) => withoutGuard(row[place] ?? ''))
    const fields = values.map((value) => (heading.html ? value : asField(value.trim())))
    const shown = row.join(' | ')
    const type = typeFor(cell(columns.type) || heading.type || '', fields, { options, types, byName })
    const padded = type.fields.map((_, index) => fields[index] ?? '')
    const ords = cardsOf(type, padded)
    if (ords.length === 0) {
      yield {
        refused: type.kind === 'cloze' ? 'It has no gap such as {{c1::word}}.' : 'It has no front.',
        line,
        text: shown,
      }
      continue
    }
    const words = withWords(padded)
    const guid = cell(columns.guid)
    const ownGuid = guidOf(type.key, words.title)
    const tags = [...heading.tags, ...cell(columns.tags).split(/[\s,]+/)]
      .filter(Boolean)
      .map((tag) => tag.slice(0, 100))
    const note = { ...words, type: type.key, tags: [...new Set(tags)] }
    const fits = Note.safeParse({ ...note, guid: guid || ownGuid, modified: 0 }, inOurWords)
    if (!fits.success) {
      yield { refused: fits.error.issues[0]?.message ?? 'It does not fit.', line, text: shown }
      continue
    }
    yield { line, at, text: shown, note, guid, ownGuid, deck: cell(columns.deck) || usual, ords }
  }
}

interface Known {
  options: TextOptions
  types: ReadonlyMap<string, NoteType>
  byName: ReadonlyMap<string, NoteType>
}

function typeFor(name: string, fields: readonly string[], { options, types, byName }: Known): NoteType {
  const hasGap = clozeNumbers(fields[0] ?? '').length > 0
  const key = options.type ?? (hasGap ? 'cloze' : 'basic')
  return types.get(name) ?? byName.get(name.toLowerCase()) ?? (types.get(key) as NoteType)
}

const guidOf = (type: string, title: string) =>
  createHash('sha256').update(`${type}\n${title}`).digest('base64url').slice(0, 12)
const deckName = (file: string) =>
  file
    .replace(/\.[^.]*$/, '')
    .trim()
    .slice(0, 100) || 'Imported'
