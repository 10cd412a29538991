import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { part } from '../platform/part.tsx'
import { Button } from './button.tsx'
import { type ChartRow, type ChartSeries, seriesColors } from './chart-shapes.ts'
import { formatNumber } from './formats.ts'
import { Skeleton } from './skeleton.tsx'

export interface ChartProps<D extends object> {
  /** In a pie each row is a slice (only the first series counts); in a scatter `x` is a number. */
  kind: 'line' | 'bar' | 'area' | 'pie' | 'scatter'
  data: readonly D[]
  x: keyof D & string
  series: readonly ChartSeries<D>[]
  format?: (value: number) => string
  /** What a row is called on the axis: its `x` as text when absent. */
  formatX?: (value: D[keyof D & string]) => string
  /** Names the chart for those who do not see it, and its table. */
  label: string
  /** px */
  height?: number
}

export interface ChartPanelProps {
  kind: ChartProps<ChartRow>['kind']
  data: readonly ChartRow[]
  x: string
  series: readonly ChartSeries<ChartRow>[]
  number: (value: number) => string
  named: (value: unknown) => string
}

const ChartPanel = /* @__PURE__ */ part<ChartPanelProps>(() =>
  import('./chart-panel.tsx').then((file) => file.ChartPanel),
)

/** A chart and the table behind it. Recharts is loaded with the first one. */
export function Chart<D extends object>({ formatX, format, height = 260, ...chart }: ChartProps<D>) {
  const { t, i18n } = useTranslation('kit')
  const [isTable, setIsTable] = useState(false)
  const number = format ?? ((value: number) => formatNumber(value, i18n.language, { maximumFractionDigits: 2 }))
  const named = (value: unknown) =>
    formatX
      ? formatX(value as D[keyof D & string])
      : typeof value === 'number'
        ? formatNumber(value, i18n.language)
        : String(value ?? '')
  if (chart.data.length === 0)
    return (
      <p className="grid place-items-center text-muted" style={{ height }}>
        {t('chart.empty')}
      </p>
    )
  return (
    <figure className="group/chart relative m-0 min-w-0">
      {!isTable && chart.series.length > 1 && (chart.kind === 'bar' || chart.kind === 'scatter') && (
        <Key series={chart.series} />
      )}
      {isTable ? (
        <ChartTable {...chart} number={number} named={named} />
      ) : (
        // Its texts are placed by the point where they begin, which is the left one; what mirrors it is its axes.
        <div role="img" dir="ltr" aria-label={t('chart.of', { label: chart.label })} style={{ height }}>
          <ChartPanel
            {...(chart as unknown as ChartPanelProps)}
            number={number}
            named={named}
            placeholder={<Skeleton className="size-full rounded-md" />}
          />
        </div>
      )}
      <figcaption className="mt-1 flex justify-end print:hidden">
        <Button
          size="sm"
          variant="ghost"
          className="text-xs! text-muted!"
          aria-pressed={isTable}
          onClick={() => setIsTable(!isTable)}
        >
          {t(isTable ? 'chart.showChart' : 'chart.showTable')}
        </Button>
      </figcaption>
    </figure>
  )
}

/** Where a name has no place beside its series: many bars, clouds of points. */
function Key<D>({ series }: { series: readonly ChartSeries<D>[] }) {
  const colors = seriesColors(series)
  return (
    <ul aria-hidden className="mb-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {series.map(({ key, label }, at) => (
        <li key={key} className="flex items-center gap-1.5">
          <span className="size-2 rounded-full" style={{ background: colors[at] }} />
          {label}
        </li>
      ))}
    </ul>
  )
}

interface ChartTableProps<D extends object> extends Pick<ChartProps<D>, 'data' | 'x' | 'series' | 'label'> {
  number: (value: number) => string
  named: (value: unknown) => ReactNode
}

function ChartTable<D extends object>({ data, x, series, label, number, named }: ChartTableProps<D>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section aria-label={label} tabIndex={0} className="max-h-96 overflow-auto">
      <table className="w-full text-sm">
        <caption className="sr-only">{label}</caption>
        <thead className="sticky top-0 bg-canvas text-xs text-muted">
          <tr>
            <td className="py-1.5" />
            {series.map(({ key, label: name }) => (
              <th key={key} scope="col" className="px-2 py-1.5 text-end font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of numbers have no other name
            <tr key={at} className="border-t border-line/60">
              <th scope="row" className="py-1.5 pe-2 text-start font-normal">
                {named(row[x])}
              </th>
              {series.map(({ key }) => {
                const value = row[key] as unknown
                return (
                  <td
                    key={key}
                    className={clsx('px-2 py-1.5 text-end tabular', typeof value !== 'number' && 'text-faint')}
                  >
                    {typeof value === 'number' ? number(value) : '–'}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
