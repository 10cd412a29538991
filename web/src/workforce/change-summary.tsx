import type { BillingPeriod } from '@atrium/contract/workforce'
import type { ChangePreview } from '@atrium/contract/workforce-orders'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../ui/formats.ts'
import { TotalsTable } from './totals.tsx'
import { usePrices } from './use-prices.ts'

/** What a change would do and cost, before it happens. */
export function ChangeSummary({ preview, period }: { preview: ChangePreview; period: BillingPeriod }) {
  const { t, i18n } = useTranslation('workforce')
  const prices = usePrices()
  const { seatsAdded, seatsEnded, subtotalCents, taxCents, totalCents, nextPeriodStart, nextSubtotalCents } = preview
  // Seats end at once only where a year begins now.
  const endsNow = preview.creditCents > 0
  const taxBasisPoints = subtotalCents > 0 ? Math.round((taxCents * 10_000) / subtotalCents) : 0
  return (
    <>
      <ul className="flex flex-col gap-1 text-sm">
        {seatsAdded > 0 && <li>{t('subscriptions.added', { count: seatsAdded })}</li>}
        {seatsEnded > 0 && (
          <li>{t(endsNow ? 'subscriptions.endedNow' : 'subscriptions.ended', { count: seatsEnded })}</li>
        )}
        <li>
          {t('subscriptions.from', {
            date: formatDate(nextPeriodStart, i18n.language, { dateStyle: 'long' }),
            price: prices.per(nextSubtotalCents, period),
          })}
        </li>
      </ul>
      {totalCents > 0 ? (
        <TotalsTable {...preview} period={period} taxBasisPoints={taxBasisPoints} total={t('subscriptions.now')} />
      ) : (
        <p className="text-sm text-muted">{t('subscriptions.nothing')}</p>
      )}
    </>
  )
}
