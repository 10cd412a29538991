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
  const { eachBatch } = await asking()
  let names: string[] = []
  await eachBatch(file, dataset, (table) => {
    if (table.columns.length > names.length) names = table.columns.map(({ name }) => name)
  })
  yield names
}

/** What the steps do: how many rows there are after them, and what each has changed. */
export async function* effects(file: ReadableFile, { dataset }: { dataset: Read }) {
  const { eachBatch } = await asking()
  let rows = 0
  const found = await eachBatch(file, dataset, (table) => {
    rows += table.length
  })
  yield { rows, effects: found }
}

const encoder = new TextEncoder()

/** The cleaned rows as separated values. */
export async function* asCsv(file: ReadableFile, { dataset, delimiter }: { dataset: Read; delimiter: string }) {
  const { wholeTable } = await asking()
  for (const piece of separated(await wholeTable(file, dataset), { delimiter })) yield encoder.encode(piece)
}

/** The cleaned rows as JSON. */
export async function* asObjects(file: ReadableFile, asked: Asked) {
  const { profileDataset, wholeTable } = await asking()
  const { columns: profiles } = await profileDataset(file, asked)
  const readings = new Map(profiles.map(({ name, reading }) => [name, reading]))
  const table = await wholeTable(file, asked.dataset)
  const readingOf = (name: string) => readings.get(name) ?? ({ type: 'text', style: 'point', order: 'dmy' } as const)
  yield encoder.encode('[\n')
  for (const piece of asJson(table, readingOf)) yield encoder.encode(piece)
  yield encoder.encode('\n]\n')
}
