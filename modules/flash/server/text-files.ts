import { createHash } from 'node:crypto'
import type { ImportedFile } from '@atrium/contract/module-files'
import type { Incoming } from '@atrium/contract/module-server'
import Papa from 'papaparse'
import { clozeNumbers } from '../cloze.ts'
import type flash from '../module.ts'
import { asField, plainText } from '../plain-text.ts'
import { Note, type NoteType } from '../records.ts'
import { newMemory } from '../scheduling.ts'
import { cardsOf } from '../templates.ts'
import { type Context, ensureDeck } from './decks.ts'
import { toExport } from './exporting.ts'
import { allTypes, cardKey, withWords } from './notes.ts'

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

const SEPARATORS: Record<string, string> = {
  tab: '\t',
  comma: ',',
  semicolon: ';',
  pipe: '|',
  colon: ':',
  space: ' ',
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
    else if (name === 'separator') heading.separator = SEPARATORS[value.toLowerCase()] ?? rest.slice(0, 1)
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
  const names = first.map((cell) => NAMES[cell.trim().toLowerCase()])
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

interface Options {
  deck?: string
  type?: 'basic' | 'reversed' | 'typed' | 'cloze'
}

/** What our own table puts before a cell that a spreadsheet would take for a formula. */
const unguarded = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r])/, '')

/** Reads a table of cards. Rows without a guid are found again by their first field, as Anki does. */
export async function* importText(
  file: ImportedFile,
  options: Options,
  context: Context,
): AsyncGenerator<Incoming<typeof flash>> {
  const text = await file.text()
  const heading = headingOf(text)
  const body = text
    .split(/\r\n?|\n/)
    .slice(heading.lines)
    .join('\n')
  const ending = file.name.toLowerCase().split('.').at(-1)
  const asked = heading.separator || (ending === 'tsv' ? '\t' : '')
  const guess = { delimiter: asked, delimitersToGuess: ['\t', ';', ',', '|'] }
  // Empty lines count as rows of one cell, and would spoil the guess.
  const { meta } = Papa.parse<string[]>(body, { ...guess, preview: 50, skipEmptyLines: 'greedy' })
  const { data } = Papa.parse<string[]>(body, { delimiter: meta.delimiter })
  const first = data[0]
  if (!first) return
  const { columns, hasNames } = columnsOf(first, heading)
  const types = await allTypes(context)
  const byName = new Map([...types.values()].map((type) => [type.name.toLowerCase(), type]))
  const notes = await context.store.notes.all()
  const known = new Map(notes.map((note) => [`${note.type}\n${note.title}`, note.guid]))
  const byGuid = new Map(notes.map((note) => [note.guid, note]))
  const cards = new Set((await context.store.cards.all()).map(({ key }) => key))
  const decks = new Map<string, string>()
  const usual = options.deck ?? heading.deck ?? deckName(file.name)

  let line = heading.lines + 1
  for (const [at, row] of data.entries()) {
    const its = line
    line += 1 + row.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0)
    if ((at === 0 && hasNames) || row.every((cell) => cell.trim() === '')) continue
    const cell = (place: number | undefined) => (place === undefined ? '' : unguarded((row[place] ?? '').trim()))
    const values = columns.fields.map((place) => unguarded(row[place] ?? ''))
    const fields = values.map((value) => (heading.html ? value : asField(value.trim())))
    const shown = row.join(' | ')
    const type = typeFor(cell(columns.type) || heading.type || '', fields, { options, types, byName })
    const padded = type.fields.map((_, index) => fields[index] ?? '')
    const ords = cardsOf(type, padded)
    if (ords.length === 0) {
      yield {
        refused: type.kind === 'cloze' ? 'It has no gap such as {{c1::word}}.' : 'It has no front.',
        line: its,
        text: shown,
      }
      continue
    }
    const words = withWords(padded)
    const guid = cell(columns.guid) || known.get(`${type.key}\n${words.title}`) || guidOf(type.key, words.title)
    const tags = [...heading.tags, ...cell(columns.tags).split(/[\s,]+/)]
      .filter(Boolean)
      .map((tag) => tag.slice(0, 100))
    const note = { ...words, guid, type: type.key, tags: [...new Set(tags)], modified: context.now.getTime() }
    const fits = Note.safeParse(note)
    const other = byGuid.get(guid)
    if (!fits.success || (other && other.type !== type.key)) {
      const reason = fits.success ? 'It is here already, with another note type.' : fits.error.issues[0]?.message
      yield { refused: reason ?? 'It does not fit.', line: its, text: shown }
      continue
    }
    const name = cell(columns.deck) || usual
    const deck = decks.get(name) ?? (await ensureDeck(name, context)).id
    decks.set(name, deck)
    yield { collection: 'notes', line: its, data: note, merge: (row) => differences(row, note) }
    for (const ord of ords) {
      const key = cardKey(guid, ord)
      if (cards.has(key)) continue
      cards.add(key)
      await context.store.cards.insert({
        ...newMemory(context.now),
        key,
        note: guid,
        ord,
        deck,
        position: context.now.getTime() + at,
      })
    }
  }
}

/** Only words count: a table has no bold and no pictures, and takes none away. */
function differences(row: Note, note: Note): Partial<Note> {
  const words = (fields: readonly string[]) => fields.map(plainText).join('\n')
  const isSame = words(row.fields) === words(note.fields)
  const tags = [...new Set([...row.tags, ...note.tags])]
  const more = tags.length > row.tags.length ? { tags } : {}
  if (isSame) return more
  const { title, text, fields, modified } = note
  return { title, text, fields, modified, ...more }
}

interface Known {
  options: Options
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

const cellOf = (field: string) => (/["\t\r\n]|^#/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)

/** Tab-separated, with the headings by which Anki knows every column. */
export async function exportText({ deck }: { deck?: string }, context: Context) {
  const { title, notes } = await toExport(deck, context)
  const lines = function* () {
    yield '#separator:tab\n#html:true\n#guid column:1\n#notetype column:2\n#deck column:3\n#tags column:4\n'
    for (const { note, type, deck: its } of notes)
      yield `${[note.guid, type.name, its.name, note.tags.join(' '), ...note.fields].map(cellOf).join('\t')}\n`
  }
  return { name: `${title}.txt`, body: streamed(lines()) }
}

/** A table for spreadsheets: words without formatting, no cell that would be taken for a formula. */
export async function exportCsv({ deck }: { deck?: string }, context: Context) {
  const { title, notes } = await toExport(deck, context)
  const most = Math.max(2, ...notes.map(({ note }) => note.fields.length))
  const names = Array.from({ length: most }, (_, at) => ['front', 'back'][at] ?? `field ${at + 1}`)
  const plain = (type: NoteType, field: string) =>
    type.kind === 'cloze' ? field.replace(/<br\s*\/?>/gi, '\n').replace(/<[^>]+>/g, '') : plainText(field)
  const rows = notes.map(({ note, type, deck: its }) => [
    ...[note.guid, type.name, its.name, note.tags.join(' ')],
    ...names.map((_, at) => plain(type, note.fields[at] ?? '')),
  ])
  const csv = Papa.unparse([['guid', 'type', 'deck', 'tags', ...names], ...rows], { escapeFormulae: true })
  return { name: `${title}.csv`, body: `\uFEFF${csv}\r\n` }
}

async function* streamed(lines: Iterable<string>): AsyncGenerator<string> {
  for (const line of lines) yield line
}
