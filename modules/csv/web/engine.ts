import { AppError } from '@atrium/contract/errors'
import type { DateOrder } from '@atrium/domain/dates/figures'
import { type Cluster, clustersOf, type Method } from '@atrium/domain/names/fingerprint'
import { type Bin, histogramOf } from '@atrium/domain/statistics/histogram'
import writeExcel from 'write-excel-file/universal'
import type { Step } from '../cleaning/step-schema.ts'
import { applySteps, type Effect, prepare } from '../cleaning/steps.ts'
import { type JoinKind, type JoinReport, joinTables, type Keys, pairsOf } from '../joining.ts'
import { amountOf, canonical, isDated, isNumeric, type Reading } from '../kinds.ts'
import { type ChartData, type ChartSpec, chartData } from '../measuring/chart-data.ts'
import { type Choice, countsOf, rowsPassing, type ValueCount } from '../measuring/facets.ts'
import { type Profile, profileOf } from '../measuring/profile.ts'
import type { Reading as FileReading } from '../module.ts'
import { readTable } from '../reading/build.ts'
import { columnOf, isBlank, pick, rowOf, type Table } from '../table.ts'
import { asJson, jsonValue, separated } from '../writing.ts'

// What the page's worker does: it holds the tables and answers questions about them. Nothing of the page is known here.

/** A dataset as it is to be looked at: its file, how that is read, and the steps that are done. */
export interface Source {
  file: string
  reading: FileReading
  steps: readonly Step[]
  /** Which comes first where a column's own dates do not tell. */
  order: DateOrder
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
/** Files, and cleaned tables, that are kept in memory. */
const KEPT = 4

interface Cleaned {
  table: Table
  effects: Effect[]
  profile: Profile[] | null
  seen: Map<string, Int32Array | null>
}

/** The newest few of what was made. */
function memory<T>(size: number) {
  const kept = new Map<string, T>()
  return {
    has: (key: string) => kept.has(key),
    get(key: string): T | undefined {
      const found = kept.get(key)
      if (found === undefined) return undefined
      kept.delete(key)
      kept.set(key, found)
      return found
    },
    set(key: string, value: T): T {
      kept.set(key, value)
      for (const oldest of kept.keys()) {
        if (kept.size <= size) break
        kept.delete(oldest)
      }
      return value
    },
  }
}

export function createEngine() {
  const files = memory<Uint8Array>(KEPT)
  const raw = memory<Table>(KEPT)
  const cleaned = memory<Cleaned>(KEPT)

  const rawOf = ({ file, reading }: Source): Table => {
    const key = JSON.stringify([file, reading])
    const known = raw.get(key)
    if (known) return known
    const bytes = files.get(file)
    if (!bytes) throw new AppError('not_found', 'missing-file')
    return raw.set(key, readTable(new TextDecoder(reading.encoding).decode(bytes), reading).table)
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
      return cleaned.set(key, { table, effects: [...before.effects, prepared.effect], profile: null, seen: new Map() })
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
    has: (file: string): boolean => files.has(file),
    put(file: string, bytes: Uint8Array): void {
      files.set(file, bytes)
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
      const cells = rows ? Array.from(rows, (at) => values[at] as string) : values
      if (kind === 'blank') {
        const blank = cells.filter(isBlank).length
        return { kind, blank, filled: cells.length - blank }
      }
      const reading = readingsOf(source)(column)
      const amounts = cells.flatMap((cell) => amountOf(cell, reading) ?? [])
      const all = profile(source).find(({ name }) => name === column)?.statistics
      const bins = histogramOf(Float64Array.from(amounts).sort(), reading.type === 'integer')
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

    joinReport(left: Source, right: Source, keys: Keys, kind: JoinKind): JoinReport | null {
      return pairsOf(clean(left).table, clean(right).table, keys, kind)?.report ?? null
    },

    join(left: Source, right: Source, keys: Keys, kind: JoinKind): Blob | null {
      const made = joinTables(clean(left).table, clean(right).table, keys, kind)
      return made && new Blob([...separated(made.table, { safe: false, mark: false })], { type: 'text/csv' })
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

    /** The table in the one form that SQL takes, with its columns' types. */
    forSql(source: Source): { csv: Uint8Array; columns: { name: string; type: Reading['type'] }[] } {
      const { table } = clean(source)
      const reading = readingsOf(source)
      const columns = table.columns.map(({ name, values }) => {
        const as = reading(name)
        return { name, values: values.map((cell) => canonical(cell, as) ?? '') }
      })
      const csv = [...separated({ ...table, columns }, { safe: false, mark: false })].join('')
      return {
        csv: new TextEncoder().encode(csv),
        columns: table.columns.map(({ name }) => ({ name, type: reading(name).type })),
      }
    },
  }
}
export type Engine = ReturnType<typeof createEngine>

/** A table as a file. */
async function written(table: Table, readingOf: (column: string) => Reading, format: Format): Promise<Blob> {
  if (format === 'csv') return new Blob([...separated(table)], { type: 'text/csv' })
  if (format === 'tsv')
    return new Blob([...separated(table, { delimiter: '\t' })], { type: 'text/tab-separated-values' })
  if (format === 'json') return new Blob(['[\n', ...asJson(table, readingOf), '\n]\n'], { type: 'application/json' })
  const columns = table.columns.map(({ name, values }) => ({ values, reading: readingOf(name) }))
  const head = table.columns.map(({ name }) => ({ value: name, type: String, fontWeight: 'bold' as const }))
  const rows = Array.from({ length: table.length }, (_, at) =>
    columns.map(({ values, reading }) => {
      const value = jsonValue(values[at] as string, reading)
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
