import { Chart, formatNumber } from '@atrium/web/kit'
import { isNumeric } from '../kinds.ts'
import type { Profile } from '../measuring/profile.ts'
import { shownAmount, shownCount } from './formats.ts'
import { TypeIcon } from './grid.tsx'
import { type Texts, useTexts } from './texts.ts'

type Fact = Parameters<Texts['t']>[0] extends infer Key ? (Key extends `profile.${infer Name}` ? Name : never) : never

/** One column: its numbers, how they lie, what comes most often. */
export function ColumnDetails({ profile }: { profile: Profile }) {
  const { t, language } = useTexts()
  const { name, type, count, missing, distinct, statistics, histogram, top, shortest, longest, nearly } = profile
  const amount = (value: number) => shownAmount(value, type, language)
  const share = count === 0 ? 0 : missing / count
  const facts: [Fact, string][] = [
    ['count', shownCount(count, language)],
    [
      'missing',
      `${shownCount(missing, language)} (${formatNumber(share, language, { style: 'percent', maximumFractionDigits: 1 })})`,
    ],
    ['distinct', shownCount(distinct, language)],
    ...(statistics
      ? ([
          ['min', amount(statistics.min)],
          ['q1', amount(statistics.q1)],
          ['median', amount(statistics.median)],
          ...(isNumeric(type) ? [['mean', amount(statistics.mean)]] : []),
          ['q3', amount(statistics.q3)],
          ['max', amount(statistics.max)],
          ...(isNumeric(type) && statistics.deviation !== null ? [['deviation', amount(statistics.deviation)]] : []),
          ...(isNumeric(type) && statistics.variance !== null ? [['variance', amount(statistics.variance)]] : []),
          ...(isNumeric(type) ? [['sum', amount(statistics.sum)]] : []),
        ] as [Fact, string][])
      : ([
          ['shortest', shownCount(shortest, language)],
          ['longest', shownCount(longest, language)],
        ] as [Fact, string][])),
  ]
  const bars = histogram.map(({ from, to, count: height }) => ({
    label: from === to || (type === 'integer' && to - from === 1) ? amount(from) : `${amount(from)} – ${amount(to)}`,
    count: height,
  }))
  return (
    <section aria-label={t('profile.of', { column: name })}>
      <h2 className="flex items-center gap-2 text-lg">
        <TypeIcon type={type} />
        {name}
        <span className="text-sm font-normal text-muted">{t(`types.${type}`)}</span>
      </h2>
      {nearly && (
        <p className="mt-1 text-sm text-warning-ink">{t(`profile.nearly.${nearly.type}`, { count: nearly.others })}</p>
      )}
      <div className="mt-3 grid gap-6 lg:grid-cols-[minmax(14rem,1fr)_2fr]">
        <dl className="grid h-fit grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-sm">
          {facts.map(([key, value]) => (
            <div key={key} className="contents">
              <dt className="text-muted">{t(`profile.${key}`)}</dt>
              <dd className="text-end tabular">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="grid min-w-0 gap-6 md:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
          {bars.length > 0 && (
            <div className="min-w-0">
              <h3 className="mb-2 text-sm font-medium">{t('profile.histogram')}</h3>
              <Chart
                kind="bar"
                data={bars}
                x="label"
                series={[{ key: 'count', label: t('profile.count') }]}
                label={t('profile.histogramOf', { column: name })}
                height={200}
              />
            </div>
          )}
          <div className="min-w-0">
            <h3 className="mb-2 text-sm font-medium">{t('profile.frequent')}</h3>
            <ol className="flex flex-col gap-1 text-sm">
              {top.map(({ value, count: times }) => (
                <li key={value} className="grid grid-cols-[minmax(0,1fr)_5rem_3.5rem] items-center gap-3">
                  <span dir="auto" className="truncate whitespace-pre" title={value}>
                    {value.replace(/^\s|\s$/g, '·')}
                  </span>
                  <span aria-hidden className="h-1.5 rounded-full bg-line/60">
                    <span
                      className="block h-full rounded-full bg-accent"
                      style={{ width: `${(times / (top[0]?.count ?? 1)) * 100}%` }}
                    />
                  </span>
                  <span className="text-end text-muted tabular">{shownCount(times, language)}</span>
                </li>
              ))}
            </ol>
          </div>
        </div>
      </div>
    </section>
  )
}
