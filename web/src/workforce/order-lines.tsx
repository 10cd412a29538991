import type { BillingPeriod } from '@atrium/contract/workforce'
import type { Order } from '@atrium/contract/workforce-orders'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../ui/formats.ts'
import { nameOf } from './agent-name.ts'
import { usePrices } from './use-prices.ts'

interface OrderLinesProps {
  label: string
  lines: Order['lines']
  period: BillingPeriod
}

/** Who is ordered, how many, and for what: a whole period, or the days that are left of one. */
export function OrderLines({ label, lines, period }: OrderLinesProps) {
  const { t, i18n } = useTranslation('workforce')
  const prices = usePrices()
  return (
    <ul aria-label={label} className="divide-y divide-line border-y border-line">
      {lines.map(({ agentKey, quantity, unitPriceCents, amountCents, part }) => (
        <li key={agentKey} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2.5">
          <span className="min-w-0 flex-[1_1_11rem] font-medium">
            <bdi>{nameOf(t, agentKey)}</bdi>
          </span>
          <span className="text-sm text-muted tabular-nums">
            {formatNumber(quantity, i18n.language)} ×{' '}
            {part
              ? t('orders.restOf', { price: prices.short(unitPriceCents), count: part.days })
              : prices.per(unitPriceCents, period)}
          </span>
          <span className="ms-auto min-w-24 text-end tabular-nums">{prices.exact(amountCents)}</span>
        </li>
      ))}
    </ul>
  )
}

/** Its price is for what is left of a period: not to be read as that of a month or a year. */
export const isOfRest = (lines: Order['lines']): boolean => lines.some(({ part }) => part !== null)
