import type { BillingPeriod } from '@atrium/contract/workforce'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { usePrices } from './use-prices.ts'

interface TotalsProps {
  period: BillingPeriod
  listCents: number
  discountCents: number
  /** For what was paid for and not used up. */
  creditCents?: number
  subtotalCents: number
  taxBasisPoints: number
  taxCents: number
  totalCents: number
  /** Its figures are for what is left of a period. */
  isOfRest?: boolean
  /** What the total is called; that of the first period when absent. */
  total?: string
}

/** How a total comes about, figure by figure. */
export function TotalsTable({
  period,
  listCents,
  discountCents,
  creditCents = 0,
  subtotalCents,
  taxBasisPoints,
  taxCents,
  totalCents,
  isOfRest = false,
  total,
}: TotalsProps) {
  const { t } = useTranslation('workforce')
  const prices = usePrices()
  const isAnnual = period === 'annual'
  const hasSteps = discountCents > 0 || creditCents > 0 || taxBasisPoints > 0
  const rows = [
    ...(discountCents > 0
      ? [
          { name: t(isOfRest ? 'checkout.atMonthlyRest' : 'checkout.atMonthly'), value: prices.exact(listCents) },
          {
            name: t('checkout.discount', { percent: prices.discount }),
            value: prices.exact(-discountCents),
          },
        ]
      : []),
    ...(creditCents > 0 ? [{ name: t('checkout.credit'), value: prices.exact(-creditCents) }] : []),
    ...(hasSteps ? [{ name: t('checkout.subtotal'), value: prices.exact(subtotalCents) }] : []),
    ...(taxBasisPoints > 0
      ? [{ name: t('checkout.taxOf', { percent: prices.percent(taxBasisPoints) }), value: prices.exact(taxCents) }]
      : []),
  ]
  return (
    <dl className="flex flex-col gap-1.5 text-sm tabular-nums">
      {rows.map(({ name, value }) => (
        <Row key={name} name={name} value={value} />
      ))}
      <Row
        isTotal
        name={total ?? t(isAnnual ? 'checkout.totalYear' : 'checkout.totalMonth')}
        value={prices.exact(totalCents)}
      />
    </dl>
  )
}

function Row({ name, value, isTotal = false }: { name: string; value: string; isTotal?: boolean }) {
  return (
    <div
      className={clsx(
        'flex items-baseline justify-between gap-4',
        isTotal ? 'mt-1 border-t border-line pt-2.5 text-base font-semibold' : 'text-muted',
      )}
    >
      <dt>{name}</dt>
      <dd dir="auto">{value}</dd>
    </div>
  )
}
