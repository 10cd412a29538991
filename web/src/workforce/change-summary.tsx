import type { BillingPeriod } from '@atrium/contract/workforce'
import type { ChangePreview } from '@atrium/contract/workforce-orders'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../ui/formats.ts'
import { isOfRest, OrderLines } from './order-lines.tsx'
import { TotalsTable } from './totals.tsx'
import { usePrices } from './use-prices.ts'

/** What a change would do and cost, before it happens. */
export function ChangeSummary({ preview, period }: { preview: ChangePreview; period: BillingPeriod }) {
  const { t, i18n } = useTranslation('workforce')
  const prices = usePrices()
  const { lines, seatsAdded, seatsEnded, totalCents, payBy, nextPeriodStart, nextSubtotalCents } = preview
  const day = (iso: string) => formatDate(iso, i18n.language, { dateStyle: 'long' })
  // Seats end at once only where a year begins now.
  const endsNow = preview.creditCents > 0
  return (
    <>
      <ul className="flex flex-col gap-1 text-sm">
        {seatsAdded > 0 && <li>{t('subscriptions.added', { count: seatsAdded })}</li>}
        {seatsEnded > 0 && (
          <li>{t(endsNow ? 'subscriptions.endedNow' : 'subscriptions.ended', { count: seatsEnded })}</li>
        )}
        <li>
          {t('subscriptions.from', {
            date: day(nextPeriodStart),
            price: prices.per(nextSubtotalCents, period),
          })}
        </li>
      </ul>
      {totalCents > 0 ? (
        <>
          <OrderLines label={t('orders.lines')} lines={lines} period={period} />
          <TotalsTable {...preview} period={period} isOfRest={isOfRest(lines)} total={t('subscriptions.now')} />
          {payBy && <p className="text-sm text-pretty text-muted">{t('subscriptions.payBy', { date: day(payBy) })}</p>}
        </>
      ) : (
        <p className="text-sm text-muted">{t('subscriptions.nothing')}</p>
      )}
    </>
  )
}
