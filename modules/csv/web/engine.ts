import { AppError } from '@atrium/contract/errors'
import type { DateOrder } from '@atrium/domain/dates/figures'
import { type Cluster, clustersOf, type Method } from '@atrium/domain/names/fingerprint'
import { type Bin, histogramOf } from '@atrium/domain/statistics/histogram'
import { detectLayout, type Layout } from '@atrium/domain/tables/layout'
import { recordsOf, type TableRecord } from '@atrium/domain/tables/records'
import { recordLine } from '@atrium/domain/tables/writing'
import writeExcel from 'write-excel-file/universal'
import { amountsOf, countsIn, isPacked, mapCells, pickCells } from '../cells.ts'
import type { Step } from '../cleaning/step-schema.ts'
import { applySteps, type Effect, prepare } from '../cleaning/steps.ts'
import { type FormulaTrial, trialOf } from '../formulas/trial.ts'
import { type JoinKind, type JoinReport, joinTables, type Keys, pairsOf } from '../joining.ts'
import { amountOf, canonical, isDated, isNumeric, type Reading } from '../kinds.ts'
import { type ChartData, type ChartSpec, chartData } from '../measuring/chart-data.ts'
import { type Choice, countsOf, rowsPassing, type ValueCount } from '../measuring/facets.ts'
import { type Pivot, type PivotSpec, pivotOf } from '../measuring/pivot.ts'
import { type Profile, profileOf } from '../measuring/profile.ts'
import type { Reading as FileReading } from '../module.ts'
import { packedReader } from '../reading/packed-reader.ts'
import { say } from '../say.ts'
import { columnOf, isBlank, pick, rowOf, type Table } from '../table.ts'
import { asJson, jsonValue, separated } from '../writing.ts'
import { memory } from './engine-memory.ts'

// What the page's worker does: it holds the tables and answers questions about them. Nothing of the page is known here.

/** A file and how it is read. */
export interface FileSource {
  file: string
  reading: FileReading
}

/** A dataset as it is to be looked at: its file, how that is read, and the steps that are done. */
export interface Source extends FileSource {
  steps: readonly Step[]
  /** Which comes first where a column's own dates do not tell. */
  order: DateOrder
}

export interface Look {
  /** The first ones, as they are: titles, names and rows alike. */
  records: TableRecord[]
  found: Layout
}

export interface Opened {
  columns: Profile[]
  rows: number
  effects: Effect[]
}

export type FacetAnswer =
  | { kind: 'values'; values: ValueCount[]; total: number }
  | { kind: 'range'; bins: Bin[]; min: number; max: number; blank: number; type: Reading['type'] }
  | { kind: 'blank'; blank: number; filled: number }

export type Format = 'csv' | 'tsv' | 'json' | 'xlsx'

const TEXT: Reading = { type: 'text', style: 'point', order: 'dmy' }
/** Records of a file's beginning that are shown. */
const LOOK = 12
/** Cells of the tables that are kept in memory: a file of 500 MB has some fifty million. */
const CELLS_KEPT = 60_000_000
/** The same of tables after their steps: that of such a file before its last step too, so that a step is taken back at once. */
const CLEANED_KEPT = 140_000_000

interface Cleaned {
  table: Table
  effects: Effect[]
  profile: Profile[] | null
  /** Its cells as SQL takes them, once they have been asked for. */
  sql?: Table
  seen: Map<string, Int32Array | null>
}

const cellsOf = ({ columns, length }: Table) => columns.length * length

export function createEngine() {
  const raw = memory<Table>(CELLS_KEPT, cellsOf)
  const cleaned = memory<Cleaned>(CLEANED_KEPT, ({ table }) => cellsOf(table))
  const coming = new Map<string, ReturnType<typeof packedReader>>()
  const keyOf = ({ file, reading }: FileSource) => JSON.stringify([file, reading])

  const rawOf = ({ file, reading }: Source): Table => {
    const known = raw.get(keyOf({ file, reading }))
    if (!known) throw new AppError('too_large', say('tablesTooLarge'))
    return known
  }

  const clean = (source: Source): Cleaned => {
    const key = JSON.stringify(source)
    const known = cleaned.get(key)
    if (known) return known
    // One step more than before is the usual case: it goes on from there.
    const before =
      source.steps.length > 0 && cleaned.get(JSON.stringify({ ...source, steps: source.steps.slice(0, -1) }))
    const last = source.steps.at(-1)
    if (before && last) {
      const prepared = prepare(last)
      const table = prepared.apply(before.table)
      // Rows in another order say the same; of a packed column also which value came first is known as before.
      const isSame = last.kind === 'sort' && before.table.columns.every(({ values }) => isPacked(values))
      const effects = [...before.effects, prepared.effect]
      return cleaned.set(key, { table, effects, profile: isSame ? before.profile : null, seen: new Map() })
    }
    const { table, effects } = applySteps(rawOf(source), source.steps)
    return cleaned.set(key, { table, effects, profile: null, seen: new Map() })
  }

  const profile = (source: Source): Profile[] => {
    const made = clean(source)
    made.profile ??= profileOf(made.table, source.order)
    return made.profile
  }
  const readingsOf = (source: Source) => {
    const readings = new Map(profile(source).map(({ name, reading }) => [name, reading]))
    return (column: string): Reading => readings.get(column) ?? TEXT
  }
  const passing = (source: Source, choices: readonly Choice[]): Int32Array | null => {
    const made = clean(source)
    const key = JSON.stringify(choices)
    const known = made.seen.get(key)
    if (known !== undefined) return known
    const rows = rowsPassing(made.table, choices, readingsOf(source))
    if (made.seen.size > 50) made.seen.clear()
    made.seen.set(key, rows)
    return rows
  }
  const shown = (source: Source, choices: readonly Choice[]): Table => {
    const { table } = clean(source)
    const rows = passing(source, choices)
    return rows ? pick(table, rows) : table
  }

  return {
    has: (of: FileSource): boolean => raw.has(keyOf(of)),
    /** Takes the next piece of a file, and answers how many rows there are so far. */
    feed(of: FileSource, isFirst: boolean, piece: Uint8Array): number {
      const key = keyOf(of)
      if (isFirst) coming.set(key, packedReader(of.reading))
      const reader = coming.get(key)
      reader?.push(piece)
      return reader?.rows ?? 0
    },
    /** What the beginning of a file looks like when it is read so, and how its layout would be found with this separator. */
    look(head: Uint8Array, isWhole: boolean, { encoding, delimiter }: FileReading): Look {
      const text = new TextDecoder(encoding).decode(head)
      const { records } = recordsOf(text, delimiter, { most: LOOK })
      return {
        records: records.slice(0, LOOK).map(({ cells, place, line }) => ({
          cells: cells.slice(0, 50).map((cell) => cell.slice(0, 200)),
          place,
          line,
        })),
        found: detectLayout(text, { isWhole, wanted: delimiter }),
      }
    },
    /** The file has ended; `isWhole` is false when it was stopped. */
    finish(of: FileSource, isWhole: boolean): void {
      const key = keyOf(of)
      const table = isWhole ? coming.get(key)?.end() : undefined
      coming.delete(key)
      if (table) raw.set(key, table)
    },

    open(source: Source): Opened {
      const { table, effects } = clean(source)
      return { columns: profile(source), rows: table.length, effects }
    },

    count: (source: Source, choices: readonly Choice[]): number =>
      passing(source, choices)?.length ?? clean(source).table.length,

    /** Rows of what is shown, each with its number in the whole table before them. */
    rows(source: Source, choices: readonly Choice[], from: number, to: number): { at: number; cells: string[] }[] {
      const { table } = clean(source)
      const places = passing(source, choices)
      const end = Math.min(to, places?.length ?? table.length)
      return Array.from({ length: Math.max(0, end - from) }, (_, index) => {
        const at = places ? (places[from + index] as number) : from + index
        return { at, cells: rowOf(table, at) }
      })
    },

    /** What can be chosen in a column, given what is chosen in the others. */
    facet(
      source: Source,
      others: readonly Choice[],
      column: string,
      kind: 'values' | 'range' | 'blank',
      { words = '', by = 'count' }: { words?: string; by?: 'count' | 'name' } = {},
    ): FacetAnswer {
      const { table } = clean(source)
      const values = columnOf(table, column)?.values ?? []
      const rows = passing(source, others)
      if (kind === 'values') return { kind, ...countsOf(values, rows, { words, by }) }
      const cells = rows ? pickCells(values, rows) : values
      if (kind === 'blank') {
        let blank = 0
        for (const [cell, times] of countsIn(cells)) if (isBlank(cell)) blank += times
        return { kind, blank, filled: cells.length - blank }
      }
      const reading = readingsOf(source)(column)
      const amounts = amountsOf(cells, (cell) => amountOf(cell, reading)).filter((amount) => !Number.isNaN(amount))
      const all = profile(source).find(({ name }) => name === column)?.statistics
      const bins = histogramOf(amounts.sort(), reading.type === 'integer')
      return {
        kind,
        bins,
        min: all?.min ?? 0,
        max: all?.max ?? 0,
        blank: cells.length - amounts.length,
        type: reading.type,
      }
    },

    clusters(source: Source, column: string, method: Method, size: number): Cluster[] {
      const { table } = clean(source)
      const { values } = countsOf(columnOf(table, column)?.values ?? [], null, { limit: 200_000 })
      return clustersOf(values, method, size).slice(0, 500)
    },

    chart: (source: Source, choices: readonly Choice[], spec: ChartSpec): ChartData =>
      chartData(shown(source, choices), spec, readingsOf(source)),

    pivot: (source: Source, choices: readonly Choice[], spec: PivotSpec): Pivot =>
      pivotOf(shown(source, choices), spec, readingsOf(source)),

    /** The first rows as a formula would make them, and for how many of those looked at it fails. */
    tryFormula: (source: Source, formula: string): FormulaTrial =>
      trialOf(clean(source).table, formula, readingsOf(source)),

    joinReport(left: Source, right: Source, keys: Keys, kind: JoinKind): JoinReport | null {
      return pairsOf(clean(left).table, clean(right).table, keys, kind)?.report ?? null
    },

    join(left: Source, right: Source, keys: Keys, kind: JoinKind): Blob | null {
      const made = joinTables(clean(left).table, clean(right).table, keys, kind)
      return made && blobOf(separated(made.table, { safe: false, mark: false }), 'text/csv')
    },

    async write(source: Source, choices: readonly Choice[], format: Format): Promise<Blob> {
      return written(shown(source, choices), readingsOf(source), format)
    },

    /** A table made on the page, the answer of a query, as a file. */
    writeTable(table: Table, format: Format): Promise<Blob> {
      const readings = new Map(profileOf(table, 'dmy').map(({ name, reading }) => [name, reading]))
      return written(table, (name) => readings.get(name) ?? TEXT, format)
    },

    chartOf(table: Table, spec: ChartSpec): ChartData {
      const readings = new Map(profileOf(table, 'dmy').map(({ name, reading }) => [name, reading]))
      return chartData(table, spec, (name) => readings.get(name) ?? TEXT)
    },

    /** The columns as SQL has them. */
    sqlColumns: (source: Source): { name: string; type: Reading['type'] }[] =>
      profile(source).map(({ name, type }) => ({ name, type })),

    /** Rows of the table in the one form that SQL takes, some at a time. */
    forSql(source: Source, from: number, to: number): Uint8Array {
      const made = clean(source)
      const reading = readingsOf(source)
      made.sql ??= {
        ...made.table,
        columns: made.table.columns.map(({ name, values }) => {
          const as = reading(name)
          return {
            name,
            values: mapCells(
              values,
              (cell) => canonical(cell, as) ?? '',
              () => undefined,
            ),
          }
        }),
      }
      let text = ''
      for (let at = from; at < Math.min(to, made.sql.length); at++) text += recordLine(rowOf(made.sql, at))
      return new TextEncoder().encode(text)
    },
  }
}
export type Engine = ReturnType<typeof createEngine>

/** Rows of a sheet, its head among them. */
const SHEET_ROWS = 1_048_576

function* wrapped(before: string, pieces: Iterable<string>, after: string): Generator<string> {
  yield before
  yield* pieces
  yield after
}

/** Pieces of a file; each leaves the memory of the worker when it is made. */
function blobOf(pieces: Iterable<string>, type: string): Blob {
  const parts: Blob[] = []
  for (const piece of pieces) parts.push(new Blob([piece]))
  return new Blob(parts, { type })
}

/** A table as a file. */
async function written(table: Table, readingOf: (column: string) => Reading, format: Format): Promise<Blob> {
  if (format === 'csv') return blobOf(separated(table), 'text/csv')
  if (format === 'tsv') return blobOf(separated(table, { delimiter: '\t' }), 'text/tab-separated-values')
  if (format === 'json') return blobOf(wrapped('[\n', asJson(table, readingOf), '\n]\n'), 'application/json')
  if (table.length >= SHEET_ROWS) throw new AppError('too_large', say('tooManyRowsForSheet', { most: SHEET_ROWS }))
  const columns = table.columns.map(({ name, values }) => ({ values, reading: readingOf(name) }))
  const head = table.columns.map(({ name }) => ({ value: name, type: String, fontWeight: 'bold' as const }))
  const rows = Array.from({ length: table.length }, (_, at) =>
    columns.map(({ values, reading }) => {
      const value = jsonValue(values.at(at) as string, reading)
      if (value === null) return null
      if (typeof value === 'string' && isDated(reading.type) && canonical(value, reading))
        return {
          value: new Date(reading.type === 'date' ? `${value}T00:00:00Z` : `${value}Z`),
          type: Date,
          format: reading.type === 'date' ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss',
        }
      if (typeof value === 'number' && isNumeric(reading.type)) return { value, type: Number }
      return typeof value === 'boolean'
        ? { value, type: Boolean }
        : { value: String(value).slice(0, 32_767), type: String }
    }),
  )
  return writeExcel([head, ...rows]).toBlob()
}
