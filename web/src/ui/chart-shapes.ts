import { i18n } from '../i18n/index.ts'

export type ChartRow = Record<string, unknown>

export interface ChartSeries<D> {
  key: keyof D & string
  label: string
  /** The one that the chart is about; the others step back. */
  highlighted?: boolean
}

/** One highlighted series and the others grey; without one, a colour each, from the tokens. */
export function seriesColors(series: readonly Pick<ChartSeries<never>, 'highlighted'>[]): string[] {
  const own = ['var(--accent)', 'var(--info-ink)', 'var(--warning-ink)', 'var(--danger-ink)', 'var(--success-ink)']
  if (series.length === 1) return ['var(--accent)']
  if (series.some(({ highlighted }) => highlighted))
    return series.map(({ highlighted }) => (highlighted ? 'var(--accent)' : 'var(--line-strong)'))
  return series.map((_, at) => own[at % own.length] as string)
}

export interface Slice {
  name: string
  value: number
  /** of the whole */
  share: number
}

/** Slices that can be told apart; what is smaller is one. */
const SLICES = 7

/** The largest first, what is beyond them together. A pie cannot show what is less than nought. */
export function slicesOf(
  rows: readonly ChartRow[],
  x: string,
  key: string,
  named: (value: unknown) => string,
): Slice[] {
  const all = rows
    .map((row) => ({ name: named(row[x]), value: Number(row[key]) || 0 }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value)
  const whole = all.reduce((sum, { value }) => sum + value, 0)
  const kept = all.length > SLICES ? all.slice(0, SLICES - 1) : all
  const rest = all.slice(kept.length)
  const other = { name: i18n.t('kit:chart.other'), value: rest.reduce((sum, { value }) => sum + value, 0) }
  return [...kept, ...(rest.length > 0 ? [other] : [])].map((slice) => ({ ...slice, share: slice.value / whole }))
}

/** From the accent towards the ground, a step a slice. */
export const shade = (at: number): string =>
  `color-mix(in oklab, var(--accent) ${Math.max(16, 100 - at * 14)}%, var(--line))`
