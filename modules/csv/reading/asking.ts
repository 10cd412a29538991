import { AppError } from '@atrium/contract/errors'
import type { ReadableFile } from '@atrium/contract/reading'
import { usualOrder } from '@atrium/domain/dates/date-order'
import { decoded } from '@atrium/domain/encodings/decode'
import type { Step } from '../cleaning/step-schema.ts'
import { type Effect, prepare } from '../cleaning/steps.ts'
import { grouping, type Measure } from '../measuring/grouping.ts'
import { columnTally, type Profile, profileOf, refuseTooMany } from '../measuring/profile.ts'
import type { StoredDataset } from '../module.ts'
import { findColumn } from '../names.ts'
import { say } from '../say.ts'
import { columnOf, type Table } from '../table.ts'
import { tableBuilder } from './build.ts'

/** What of a dataset says how its file is read. */
export type Read = Pick<StoredDataset, 'reading' | 'steps' | 'done'>

/** Rows that are in memory at once. */
const BATCH = 4_000

/** Whether the order of the rows decides what a later step does: then they are needed all at once. */
function needsAll(steps: readonly Step[]): boolean {
  const first = steps.findIndex(({ kind }) => kind === 'sort')
  return first >= 0 && steps.slice(first).some(({ kind }) => kind === 'fillDown' || kind === 'dedupe')
}

interface Batches {
  tables: AsyncGenerator<Table, void>
  /** What each step has done to the rows that have come. */
  effects(): Effect[]
}

/**
 * A dataset's cleaned rows, some at a time, so that its length costs no memory. Each piece is sorted for itself, where a step
 * sorts: ask for `isWhole` where the order of all matters.
 */
export function batchesOf(file: ReadableFile, dataset: Read, isWhole = false): Batches {
  const steps = dataset.steps.slice(0, dataset.done)
  const prepared = steps.map(prepare)
  const waiting: Table[] = []
  const building = tableBuilder(
    dataset.reading,
    ({ table }) => void waiting.push(prepared.reduce((done, step) => step.apply(done), table)),
    isWhole || needsAll(steps) ? Number.POSITIVE_INFINITY : BATCH,
  )
  async function* tables() {
    for await (const text of decoded(file.bytes(), dataset.reading.encoding)) {
      building.push(text)
      yield* waiting.splice(0)
    }
    building.end()
    yield* waiting.splice(0)
  }
  return { tables: tables(), effects: () => prepared.map(({ effect }) => effect) }
}

/** Whether the rows come in another order than their file's: then they are needed all at once to be written. */
const isSorted = ({ steps, done }: Read) => steps.slice(0, done).some(({ kind }) => kind === 'sort')

/** The cleaned rows in their order, for a file: some at a time where nothing sorts them, with the same columns throughout. */
export async function* orderedBatches(file: ReadableFile, dataset: Read): AsyncGenerator<Table> {
  if (isSorted(dataset)) return yield* batchesOf(file, dataset, true).tables
  const names = await columnsOf(file, dataset)
  for await (const { columns, length } of batchesOf(file, dataset).tables) {
    const known = new Map(columns.map((column) => [column.name, column]))
    // A column that longer rows made begins late.
    yield {
      columns: names.map((name) => known.get(name) ?? { name, values: new Array<string>(length).fill('') }),
      length,
    }
  }
}

/** The names of the columns after the steps. */
export async function columnsOf(file: ReadableFile, dataset: Read): Promise<string[]> {
  let names: string[] = []
  for await (const table of batchesOf(file, dataset).tables)
    if (table.columns.length > names.length) names = table.columns.map(({ name }) => name)
  return names
}

export interface Asked {
  dataset: Read
  /** The person's, by whose customs 03/04 is a day. */
  timeZone: string
}

export async function profileDataset(
  file: ReadableFile,
  { dataset, timeZone }: Asked,
  only?: string,
): Promise<{ rows: number; columns: Profile[] }> {
  const tallies = new Map<string, ReturnType<typeof columnTally>>()
  let rows = 0
  let wanted: string | null = null
  for await (const table of batchesOf(file, dataset).tables) {
    if (only !== undefined) wanted ??= findColumn(table, only)
    for (const { name, values } of table.columns) {
      if (wanted !== null && name !== wanted) continue
      let tally = tallies.get(name)
      if (!tally) {
        tally = columnTally(name)
        if (rows > 0) tally.add([''], rows) // a column that longer rows made begins late
        tallies.set(name, tally)
      }
      tally.add(values)
    }
    refuseTooMany(tallies.values())
    rows += table.length
  }
  return { rows, columns: [...tallies.values()].map((tally) => tally.result(usualOrder(timeZone))) }
}

const MEASURES: Record<string, Measure> = {
  average: 'average',
  mean: 'average',
  sum: 'sum',
  total: 'sum',
  median: 'median',
  smallest: 'min',
  minimum: 'min',
  largest: 'max',
  maximum: 'max',
  count: 'count',
  number: 'count',
}

export async function summarise(
  file: ReadableFile,
  { dataset, timeZone }: Asked,
  { how, column, by }: { how: string; column?: string; by?: string },
): Promise<{ measure: string; rows: number; groups: { group: string; value: number | null; rows: number }[] }> {
  const measure = MEASURES[how] as Measure
  if (measure !== 'count' && !column) throw new AppError('bad_request', say('whichColumn', { how }))
  const isOfRows = column === undefined || /^(rows?|lines?)$/i.test(column.trim())
  let profile: Profile | undefined
  if (!isOfRows) {
    profile = (await profileDataset(file, { dataset, timeZone }, column)).columns[0]
    if (measure !== 'count' && profile && profile.statistics === null)
      throw new AppError(
        'bad_request',
        profile.nearly
          ? say('notNumbersNearly', { name: profile.name, how, others: profile.nearly.others })
          : say('notNumbers', { name: profile.name, how }),
      )
  }
  const reading = profile?.reading ?? { type: 'text', style: 'point', order: 'dmy' }
  const sums = grouping(measure, reading)
  let rows = 0
  let key: string | null = null
  let over: string | null = null
  for await (const table of batchesOf(file, dataset).tables) {
    if (by !== undefined) key ??= findColumn(table, by)
    over ??= isOfRows ? '' : findColumn(table, profile?.name ?? '')
    const cells = over ? columnOf(table, over)?.values : undefined
    const keys = key === null ? undefined : columnOf(table, key)?.values
    for (let at = 0; at < table.length; at++) sums.add(cells?.at(at) ?? '', keys?.at(at) ?? '')
    rows += table.length
  }
  const { groups, isFull } = sums.result()
  if (isFull) throw new AppError('too_large', say('tooManyDifferentValues', { by: by ?? '' }))
  const named = groups.map(({ key: group, value, rows: count }) => ({
    group: by === undefined ? 'All rows' : group || '(blank)',
    value: value === null ? null : Math.round(value * 1e6) / 1e6,
    rows: count,
  }))
  named.sort((a, b) => (b.value ?? Number.NEGATIVE_INFINITY) - (a.value ?? Number.NEGATIVE_INFINITY))
  const of = isOfRows ? 'rows' : profile?.name
  return { measure: `${how} of ${of}${key ? ` by ${key}` : ''}`, rows, groups: named.slice(0, 1000) }
}

/** Examples of each column, and characters of one. */
const EXAMPLES = 4
const EXAMPLE_MAX = 60
/** Columns that are told of. */
const SKETCHED = 80

export interface Sketch {
  columns: { name: string; type: Profile['type']; reading: Profile['reading']; examples: string[] }[]
}

/** The columns of a dataset by its first few thousand rows: what a model is told of it, whatever its length. */
export async function sketchOf(file: ReadableFile, { dataset, timeZone }: Asked): Promise<Sketch> {
  let table: Table = { columns: [], length: 0 }
  for await (const first of batchesOf(file, dataset).tables) {
    table = first
    if (first.length > 0) break
  }
  const columns = profileOf(table, usualOrder(timeZone)).slice(0, SKETCHED)
  return {
    columns: columns.map(({ name, type, reading, top }) => ({
      name,
      type,
      reading,
      examples: top.slice(0, EXAMPLES).map(({ value }) => value.slice(0, EXAMPLE_MAX)),
    })),
  }
}
