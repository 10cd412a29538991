import { recordLine } from '@atrium/domain/tables/writing'
import { plainText } from '../plain-text.ts'
import type { NoteType } from '../records.ts'
import type { Context } from './decks.ts'
import { toExport } from './exporting.ts'

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
  const most = notes.reduce((count, { note }) => Math.max(count, note.fields.length), 2)
  const names = Array.from({ length: most }, (_, at) => ['front', 'back'][at] ?? `field ${at + 1}`)
  const plain = (type: NoteType, field: string) =>
    type.kind === 'cloze' ? field.replace(/<br\s*\/?>/gi, '\n').replace(/<[^>]+>/g, '') : plainText(field)
  const lines = function* () {
    const written = (cells: string[]) => recordLine(cells, { isGuarded: true })
    yield `\uFEFF${written(['guid', 'type', 'deck', 'tags', ...names])}`
    for (const { note, type, deck: its } of notes)
      yield written([
        ...[note.guid, type.name, its.name, note.tags.join(' ')],
        ...names.map((_, at) => plain(type, note.fields[at] ?? '')),
      ])
  }
  return { name: `${title}.csv`, body: streamed(lines()) }
}

async function* streamed(lines: Iterable<string>): AsyncGenerator<string> {
  for (const line of lines) yield line
}
