import type { ReadableFile, Rehearsal } from '@atrium/contract/reading'
import type { Reading } from './module.ts'
import type { Asked, Read } from './reading/asking.ts'
import { measure as count, openTables } from './reading/opening.ts'
import { asJson, separated } from './writing.ts'

// What is done with the bytes of a table: all of it here, none in the server's own process. A process loads what opening a
// file takes, and the rest once it is asked about one.
const asking = () => import('./reading/asking.ts')

export const open = openTables
export const rehearsal: Rehearsal = {
  reader: 'open',
  options: { name: '' },
  name: 'rehearsal.csv',
  text: `name,day,city,amount\n${'A-1,2026-01-31,"Porto",1.5\n'.repeat(5_000)}`,
}

/** Counts rows, columns and faults as the text is to be read. */
export async function* measure(file: ReadableFile, { reading }: { reading: Reading }) {
  yield count(() => file.bytes(), reading)
}

export async function* profile(file: ReadableFile, { column, ...asked }: Asked & { column?: string | undefined }) {
  yield await (await asking()).profileDataset(file, asked, column)
}

export async function* summarise(
  file: ReadableFile,
  { asked, ...of }: Asked & { asked: { how: string; column?: string; by?: string } },
) {
  yield await (await asking()).summarise(file, of, asked)
}

/** The names of the columns after the steps. */
export async function* columns(file: ReadableFile, { dataset }: { dataset: Read }) {
  yield await (await asking()).columnsOf(file, dataset)
}

/** What is in its columns, by its first rows. */
export async function* sketch(file: ReadableFile, asked: Asked) {
  yield await (await asking()).sketchOf(file, asked)
}

/** What the steps do: how many rows there are after them, and what each has changed. */
export async function* effects(file: ReadableFile, { dataset }: { dataset: Read }) {
  const { tables, effects: found } = (await asking()).batchesOf(file, dataset)
  let rows = 0
  for await (const { length } of tables) rows += length
  yield { rows, effects: found() }
}

const encoder = new TextEncoder()

/** The cleaned rows as separated values. */
export async function* asCsv(file: ReadableFile, { dataset, delimiter }: { dataset: Read; delimiter: string }) {
  const { orderedBatches } = await asking()
  let head = true
  for await (const table of orderedBatches(file, dataset)) {
    for (const piece of separated(table, { delimiter, mark: head, head })) yield encoder.encode(piece)
    head = false
  }
}

/** The cleaned rows as JSON. */
export async function* asObjects(file: ReadableFile, asked: Asked) {
  const { profileDataset, orderedBatches } = await asking()
  const { columns: profiles } = await profileDataset(file, asked)
  const readings = new Map(profiles.map(({ name, reading }) => [name, reading]))
  const readingOf = (name: string) => readings.get(name) ?? ({ type: 'text', style: 'point', order: 'dmy' } as const)
  yield encoder.encode('[\n')
  let isFirst = true
  for await (const table of orderedBatches(file, asked.dataset))
    for (const piece of asJson(table, readingOf, isFirst)) {
      yield encoder.encode(piece)
      isFirst = false
    }
  yield encoder.encode('\n]\n')
}
