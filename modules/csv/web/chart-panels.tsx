import { Chart, EmptyState, Skeleton } from '@atrium/web/kit'
import { clsx } from 'clsx'
import type { ChartData, ChartSpec } from '../measuring/chart-data.ts'
import { shownAmount } from './formats.ts'
import { Problem } from './problem.tsx'
import { type Texts, useTexts } from './texts.ts'

export function chartTitle({ x, y, measure, group, kind }: ChartSpec, t: Texts['t']): string {
  if (kind === 'scatter') return t('chart.titleScatter', { x, y })
  const what = y && measure !== 'count' ? t(`chart.of.${measure}`, { column: y }) : t('chart.of.count')
  return group ? t('chart.titleGroup', { what, x, group }) : t('chart.title', { what, x })
}

interface ChartAnswerProps {
  spec: ChartSpec
  answer: { data: ChartData | undefined; error: Error | null; isPlaceholderData: boolean }
}

/** The chart that the worker has made of this description, and none meanwhile: what was asked before is another picture. */
export function ChartAnswer({ spec, answer: { data, error, isPlaceholderData } }: ChartAnswerProps) {
  if (error) return <Problem error={error} />
  if (data && !isPlaceholderData) return <ChartPanels spec={spec} data={data} />
  return (
    <div aria-busy className="h-70">
      <Skeleton className="size-full animate-late rounded-md" />
    </div>
  )
}

/** One chart, or one for each value of a column. */
export function ChartPanels({ spec, data, height }: { spec: ChartSpec; data: ChartData; height?: number }) {
  const texts = useTexts()
  const { t, language } = texts
  const filled = data.panels.filter(({ data: rows }) => rows.length > 0)
  if (filled.length === 0) return <EmptyState title={t('chart.empty')} className="py-8!" />
  const title = chartTitle(spec, t)
  const left = (Object.entries(data.leftOut) as [keyof ChartData['leftOut'], number][]).filter(([, count]) => count > 0)
  return (
    <div>
      <div className={clsx('grid gap-6', filled.length > 1 && 'sm:grid-cols-2 xl:grid-cols-4')}>
        {filled.map((panel) => (
          <div key={panel.title} className="min-w-0">
            {panel.title && <h4 className="mb-1 text-sm text-muted">{panel.title}</h4>}
            <Chart
              kind={spec.kind}
              data={panel.data}
              x="x"
              series={panel.series}
              label={panel.title ? `${title}: ${panel.title}` : title}
              height={height ?? (filled.length > 1 ? 220 : 280)}
              {...(spec.kind === 'scatter' &&
                data.x === 'date' && { formatX: (value: unknown) => shownAmount(Number(value), 'date', language) })}
              {...(spec.kind !== 'scatter' && {
                formatX: (value: unknown) => (value === '' ? t('facet.blankValue') : String(value)),
              })}
            />
          </div>
        ))}
      </div>
      {left.length > 0 && (
        <p className="mt-2 text-xs text-muted">
          {left.map(([what, count]) => t(`chart.left.${what}`, { count })).join(' ')}
        </p>
      )}
    </div>
  )
}
