import { amountsOf, type Cells } from '../cells.ts'
import { amountOf, isDated, isNumeric, type Reading } from '../kinds.ts'
import { columnOf, isBlank, type Table } from '../table.ts'
import { grouping, keyOf, type Measure, type Period } from './grouping.ts'

export interface ChartSpec {
  kind: 'bar' | 'line' | 'area' | 'scatter' | 'pie'
  x: string
  /** Empty: rows are counted. */
  y: string
  measure: Measure
  /** A series for each value of this column. */
  group: string
  /** A chart for each value of this column. */
  split: string
  period: Period | ''
}

export interface Panel {
  /** The value of `split` that it shows. */
  title: string
  data: Record<string, number | string | null>[]
  series: { key: string; label: string }[]
}

export interface ChartData {
  panels: Panel[]
  /** How what stands on the x axis is to be read. */
  x: 'number' | 'date' | 'text'
  /** Points, bars, series or charts beyond what can be told apart, which are left out. */
  leftOut: { points: number; bars: number; series: number; panels: number }
}

const POINTS = 2_000
const BARS = 40
const SLICES = 200
const SERIES = 8
const PANELS = 12

/** The values of a column by how often they come; the first ones. */
function most(values: Cells, rows: Int32Array, limit: number): { kept: string[]; left: number } {
  const counts = new Map<string, number>()
  for (const at of rows) {
    const cell = values.at(at) as string
    if (!isBlank(cell)) counts.set(cell, (counts.get(cell) ?? 0) + 1)
  }
  const all = [...counts].sort((a, b) => b[1] - a[1]).map(([value]) => value)
  const collator = new Intl.Collator('en', { numeric: true })
  return { kept: all.slice(0, limit).sort(collator.compare), left: Math.max(0, all.length - limit) }
}

export function chartData(table: Table, spec: ChartSpec, readingOf: (column: string) => Reading): ChartData {
  const x = columnOf(table, spec.x)?.values
  const y = columnOf(table, spec.y)?.values ?? null
  const group = columnOf(table, spec.group)?.values ?? null
  const split = columnOf(table, spec.split)?.values ?? null
  const leftOut = { points: 0, bars: 0, series: 0, panels: 0 }
  const xReading = readingOf(spec.x)
  const isPoints = spec.kind === 'scatter'
  const kind =
    isPoints || isNumeric(xReading.type)
      ? isDated(xReading.type)
        ? 'date'
        : 'number'
      : isDated(xReading.type)
        ? 'date'
        : 'text'
  if (!x || (isPoints && !y)) return { panels: [], x: kind, leftOut }

  const all = Int32Array.from({ length: table.length }, (_, at) => at)
  const seriesNames = group ? most(group, all, SERIES) : { kept: [''], left: 0 }
  leftOut.series = seriesNames.left
  const series = seriesNames.kept.map((label, at) => ({ key: `s${at}`, label: label || spec.y || spec.x }))
  const seriesAt = new Map(seriesNames.kept.map((label, at) => [label, at]))
  const panels = split ? most(split, all, PANELS) : { kept: [''], left: 0 }
  leftOut.panels = panels.left
  const yReading = readingOf(spec.y)

  const panelOf = (title: string): Panel => {
    const rows = split ? all.filter((at) => split.at(at) === title) : all
    const seriesOf = (at: number) => (group ? seriesAt.get(group.at(at) as string) : 0)
    if (isPoints) {
      const xs = amountsOf(x, (cell) => amountOf(cell, xReading))
      const ys = amountsOf(y ?? x, (cell) => amountOf(cell, yReading))
      const points = rows.filter(
        (at) => !Number.isNaN((xs[at] as number) + (ys[at] as number)) && seriesOf(at) !== undefined,
      )
      const step = Math.max(1, Math.ceil(points.length / POINTS))
      const drawn = points.filter((_, at) => at % step === 0)
      leftOut.points += points.length - drawn.length
      return {
        title,
        series,
        data: Array.from(drawn, (at) => ({ x: xs[at] as number, [`s${seriesOf(at)}`]: ys[at] as number })),
      }
    }
    const measure = y ? spec.measure : 'count'
    const sums = series.map(() => grouping(measure, yReading))
    const keys = new Map<string, number | string>()
    for (const at of rows) {
      const of = seriesOf(at)
      if (of === undefined) continue
      const key = keyOf(x.at(at) as string, xReading, spec.period || undefined)
      if (!keys.has(key)) keys.set(key, amountOf(x.at(at) as string, xReading) ?? key)
      sums[of]?.add(y?.at(at) ?? '', key)
    }
    const byKey = new Map<string, Record<string, number | string | null>>()
    sums.forEach((one, of) => {
      for (const { key, value } of one.result().groups) {
        const row = byKey.get(key) ?? { x: key }
        row[`s${of}`] = value
        byKey.set(key, row)
      }
    })
    const isOrdered = kind !== 'text'
    const total = (row: Record<string, number | string | null>) =>
      series.reduce((sum, { key }) => sum + (Number(row[key]) || 0), 0)
    const list = [...byKey].sort(([a, rowA], [b, rowB]) =>
      isOrdered ? compareKeys(keys.get(a), keys.get(b)) : total(rowB) - total(rowA),
    )
    const limit = spec.kind === 'bar' ? (isOrdered ? 366 : BARS) : spec.kind === 'pie' ? SLICES : POINTS
    leftOut.bars += Math.max(0, list.length - limit)
    return { title, series, data: list.slice(0, limit).map(([, row]) => row) }
  }
  return { panels: panels.kept.map(panelOf), x: kind, leftOut }
}

function compareKeys(a: number | string | undefined, b: number | string | undefined): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return Number(typeof a === 'string') - Number(typeof b === 'string')
}
