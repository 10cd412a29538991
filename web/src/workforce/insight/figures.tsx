import type { Analytics } from '@atrium/contract/workforce-insight'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/formats.ts'
import { usePrices } from '../use-prices.ts'
import { useCost } from '../work/use-cost.ts'
import { useDuration } from './use-duration.ts'

const MICROS_A_CENT = 10_000

/** What the seats cost, in the time looked at. */
export const seatCents = ({ bySeat }: Pick<Analytics, 'bySeat'>): number =>
  bySeat.reduce((sum, { priceCents }) => sum + priceCents, 0)

/** What it comes to, in a few figures. What is not known is not shown as nought. */
export function Figures({ data }: { data: Analytics }) {
  const { t, i18n } = useTranslation('seats')
  const prices = usePrices()
  const cost = useCost()
  const duration = useDuration()
  const { accepted, sentBack, firstTimeRight, costMicros, isPriced, tokens, approvalMs, leadMs } = data
  const number = (value: number) => formatNumber(value, i18n.language)
  const cents = seatCents(data)
  const models = cost(costMicros, isPriced)
  return (
    <dl
      aria-label={t('analytics.figures')}
      className="grid grid-cols-2 desk:grid-cols-[repeat(auto-fill,minmax(min(100%,12.5rem),1fr))] gap-x-6 gap-y-5 border-y border-line py-5"
    >
      <Figure name={t('analytics.accepted')} note={t('analytics.sentBackNumber', { number: number(sentBack) })}>
        {number(accepted)}
      </Figure>
      <Figure
        name={t('analytics.firstTime')}
        note={t(firstTimeRight === null ? 'analytics.noneAccepted' : 'analytics.firstTimeText')}
      >
        {firstTimeRight === null
          ? '–'
          : formatNumber(firstTimeRight, i18n.language, { style: 'percent', maximumFractionDigits: 0 })}
      </Figure>
      <Figure
        name={t('analytics.each')}
        note={
          accepted === 0
            ? t('analytics.noneAccepted')
            : t('analytics.eachModels', { amount: cost(data.costPerAcceptedMicros ?? 0, isPriced) })
        }
      >
        {accepted === 0 ? '–' : cost(Math.round((costMicros + cents * MICROS_A_CENT) / accepted), isPriced)}
      </Figure>
      <Figure name={t('analytics.models')} note={t('analytics.modelsTokens', { number: number(tokens) })}>
        {models}
      </Figure>
      <Figure name={t('analytics.prices')} note={t('analytics.pricesText')}>
        {prices.exact(cents)}
      </Figure>
      <Figure
        name={t('analytics.approval')}
        note={approvalMs ? t('analytics.nine', { time: duration(approvalMs.p90) }) : t('analytics.noApproval')}
      >
        {approvalMs ? duration(approvalMs.p50) : '–'}
      </Figure>
      <Figure
        name={t('analytics.lead')}
        note={leadMs ? t('analytics.nine', { time: duration(leadMs.p90) }) : t('analytics.noneAccepted')}
      >
        {leadMs ? duration(leadMs.p50) : '–'}
      </Figure>
    </dl>
  )
}

function Figure({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-0.5 text-xl font-medium tabular-nums wrap-anywhere">{children}</dd>
      <dd className="text-xs text-pretty text-muted tabular-nums">{note}</dd>
    </div>
  )
}
