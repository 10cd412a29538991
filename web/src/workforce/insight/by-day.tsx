import type { Analytics } from '@atrium/contract/workforce-insight'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Chart } from '../../ui/chart.tsx'
import { formatDate } from '../../ui/formats.ts'
import { usePrices } from '../use-prices.ts'
import { Part } from '../work/task-part.tsx'
import { ViewSwitch } from '../work/view-switch.tsx'
import { barsOf, isByWeek } from './spans.ts'

/** What was accepted and sent back day by day, or what models cost. */
export function ByDay({ days }: { days: Analytics['byDay'] }) {
  const { t, i18n } = useTranslation(['seats', 'kit'])
  const { micros } = usePrices()
  const [shown, setShown] = useState<'work' | 'spending'>('work')
  const title = t(isByWeek(days) ? 'analytics.byWeek' : 'analytics.byDay')
  const bars = barsOf(days)
  const isOfOtherYear = days[0]?.day.slice(0, 4) !== days.at(-1)?.day.slice(0, 4)
  const common = {
    data: bars,
    x: 'day',
    label: `${title}: ${t(`analytics.${shown}`)}`,
    formatX: (day: Analytics['byDay'][number]['day'] | number) =>
      formatDate(day, i18n.language, {
        day: 'numeric',
        month: 'short',
        ...(isOfOtherYear && { year: '2-digit' }),
      }),
  } as const
  return (
    <Part
      title={title}
      actions={
        <ViewSwitch
          label={t('analytics.shows')}
          value={shown}
          options={[
            { value: 'work', label: t('analytics.work') },
            { value: 'spending', label: t('analytics.spending') },
          ]}
          onChange={setShown}
        />
      }
    >
      {shown === 'work' && bars.every(({ accepted, sentBack }) => accepted + sentBack === 0) ? (
        <p className="grid min-h-40 place-items-center text-center text-pretty text-muted">
          {t('analytics.noVerdict')}
        </p>
      ) : shown === 'work' ? (
        <Chart
          {...common}
          kind="bar"
          series={[
            { key: 'accepted', label: t('analytics.accepted'), highlighted: true },
            { key: 'sentBack', label: t('analytics.sentBack') },
          ]}
        />
      ) : bars.every(({ costMicros }) => costMicros === 0) ? (
        <p className="grid min-h-40 place-items-center text-center text-pretty text-muted">{t('analytics.noCharge')}</p>
      ) : (
        <Chart
          {...common}
          kind="area"
          series={[{ key: 'costMicros', label: t('analytics.spending') }]}
          format={(value) => micros(value)}
        />
      )}
    </Part>
  )
}
