import type { Analytics } from '@atrium/contract/workforce-insight'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChartColumn, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { sentenceFor } from '../../platform/api.ts'
import { PageFrame } from '../../shell/page-frame.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/formats.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ViewSwitch } from '../work/view-switch.tsx'
import { ByDay } from './by-day.tsx'
import { ByModel } from './by-model.tsx'
import { BySeat } from './by-seat.tsx'
import { Figures } from './figures.tsx'
import { SPANS, spanOf } from './spans.ts'

/** /workforce/analytics: what seats delivered, what it cost and how long it took. The days stand in the address. */
export function AnalyticsPage() {
  const { t, i18n } = useTranslation(['seats', 'kit'])
  const [params, setParams] = useSearchParams()
  const span = spanOf(params.get('days'))
  const { data, error, refetch, isPlaceholderData } = useQuery<Analytics>({
    queryKey: [`/api/workforce/analytics?days=${span}`],
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const show = (days: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        next.set('days', days)
        return next
      },
      { replace: true },
    )
  const inWords = (days: string) =>
    formatNumber(Number(days), i18n.language, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  return (
    <PageFrame
      title={t('analytics.title')}
      text={t('analytics.text')}
      actions={
        <Link to="/workforce/deliverables?state=accepted" className={buttonClass('ghost')}>
          {t('deliverable.seeAll')}
        </Link>
      }
      toolbar={
        <ViewSwitch
          label={t('analytics.days')}
          value={span}
          options={SPANS.map((days) => ({ value: days, label: inWords(days) }))}
          onChange={show}
        />
      }
    >
      {error && !data ? (
        <EmptyState
          title={t('errors.loadFailed')}
          text={sentenceFor(error)}
          action={<Button onClick={() => void refetch()}>{t('common.retry')}</Button>}
        />
      ) : !data ? (
        <div role="status" aria-label={t('common.loading')} className="flex flex-col gap-8">
          <Skeleton className="h-36 w-full" />
          <Skeleton className="h-64 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      ) : (
        <div className={clsx('transition-opacity duration-120', isPlaceholderData && 'opacity-60')}>
          <Shown data={data} onYear={span === '365' ? undefined : () => show('365')} />
        </div>
      )}
    </PageFrame>
  )
}

function Shown({ data, onYear }: { data: Analytics; onYear: (() => void) | undefined }) {
  const { t } = useTranslation('seats')
  const { accepted, sentBack, tokens, costMicros, approvalMs, isPriced, byModel, bySeat, byDay } = data
  const isQuiet =
    accepted + sentBack + tokens + costMicros + byModel.length === 0 &&
    approvalMs === null &&
    // What is handed in and waits for a verdict is not nothing.
    bySeat.every(({ open }) => open === 0)
  if (isQuiet && bySeat.length === 0) return <Nothing onYear={onYear} />
  return (
    <div className="flex flex-col gap-9">
      {isQuiet ? (
        <EmptyState
          className="py-4!"
          icon={<ChartColumn aria-hidden />}
          title={t(onYear ? 'analytics.quiet' : 'analytics.none')}
          text={t(onYear ? 'analytics.quietText' : 'analytics.noneText')}
          action={
            <>
              <Link to="/workforce/active?new" className={buttonClass('primary')}>
                {t('analytics.give')}
              </Link>
              {onYear && (
                <Button variant="ghost" onClick={onYear}>
                  {t('analytics.year')}
                </Button>
              )}
            </>
          }
        />
      ) : (
        <div>
          <Figures data={data} />
          {!isPriced && (
            <p className="mt-3 flex items-start gap-2 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-ink">
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
              {t('analytics.unpriced')}
            </p>
          )}
        </div>
      )}
      {!isQuiet && <ByDay days={byDay} />}
      <BySeat seats={bySeat} />
      {!isQuiet && <ByModel models={byModel} />}
    </div>
  )
}

/** Nobody is hired, or was in this time. */
function Nothing({ onYear }: { onYear: (() => void) | undefined }) {
  const { t } = useTranslation('seats')
  return (
    <EmptyState
      icon={<ChartColumn aria-hidden />}
      title={t('analytics.none')}
      text={t('analytics.noneHired')}
      action={
        <>
          <Link to="/workforce/directory" className={buttonClass('primary')}>
            {t('analytics.hire')}
          </Link>
          {onYear && (
            <Button variant="ghost" onClick={onYear}>
              {t('analytics.year')}
            </Button>
          )}
        </>
      }
    />
  )
}
