import { AppError } from '@atrium/contract/errors'
import type { ReadableFile } from '@atrium/contract/reading'
import { usualOrder } from '@atrium/domain/dates/date-order'
import { decoded } from '@atrium/domain/encodings/decode'
import type { Step } from '../cleaning/step-schema.ts'
import { type Effect, prepare } from '../cleaning/steps.ts'
import { grouping, type Measure } from '../measuring/grouping.ts'
import { columnTally, type Profile, refuseTooMany } from '../measuring/profile.ts'
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

/**
 * A dataset's cleaned rows, some at a time, so that its length costs no memory. Each piece is sorted for itself, where a step
 * sorts: ask for `isWhole` where the order of all matters.
 */
export async function eachBatch(
  file: ReadableFile,
  dataset: Read,
  onBatch: (table: Table) => void,
  isWhole = false,
): Promise<Effect[]> {
  const steps = dataset.steps.slice(0, dataset.done)
  const prepared = steps.map(prepare)
  const waiting: Table[] = []
  const building = tableBuilder(
    dataset.reading,
    ({ table }) => void waiting.push(prepared.reduce((done, step) => step.apply(done), table)),
    isWhole || needsAll(steps) ? Number.POSITIVE_INFINITY : BATCH,
  )
  const flush = () => {
    for (const table of waiting.splice(0)) onBatch(table)
  }
  for await (const text of decoded(file.bytes(), dataset.reading.encoding)) {
    building.push(text)
    flush()
  }
  building.end()
  flush()
  return prepared.map(({ effect }) => effect)
}

/** All of it at once, in its order. */
export async function wholeTable(file: ReadableFile, dataset: Read): Promise<Table> {
  let whole: Table = { columns: [], length: 0 }
  await eachBatch(
    file,
    dataset,
    (table) => {
      whole = table
    },
    true,
  )
  return whole
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
  await eachBatch(file, dataset, (table) => {
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
  })
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
  await eachBatch(file, dataset, (table) => {
    if (by !== undefined) key ??= findColumn(table, by)
    over ??= isOfRows ? '' : findColumn(table, profile?.name ?? '')
    const cells = over ? columnOf(table, over)?.values : undefined
    const keys = key === null ? undefined : columnOf(table, key)?.values
    for (let at = 0; at < table.length; at++) sums.add(cells?.at(at) ?? '', keys?.at(at) ?? '')
    rows += table.length
  })
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
