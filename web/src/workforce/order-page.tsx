import type { OrderDetails } from '@atrium/contract/workforce-orders'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { sentenceFor } from '../platform/api.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { formatDate } from '../ui/formats.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { OrderActions } from './order-actions.tsx'
import { isOfRest, OrderLines } from './order-lines.tsx'
import { OrderBadge } from './order-status.tsx'
import { isPayable, nextStep, wasRefused } from './order-step.ts'
import { SeatList } from './seat-list.tsx'
import { TotalsTable } from './totals.tsx'
import { ASKED_EVERY, useAwaited } from './use-awaited.ts'
import { useCard } from './use-card.ts'

/** /workforce/orders/:id: what was ordered, whether it is paid, and what happens next. */
export function OrderPage() {
  const { t } = useTranslation('workforce')
  const { id = '' } = useParams()
  const cameBack = useAwaited()
  const query = useQuery<OrderDetails>({
    queryKey: ['/api/workforce/orders', id],
    staleTime: 0,
    refetchInterval: ({ state }) => cameBack && state.data?.status === 'pending_payment' && ASKED_EVERY,
  })
  if (query.data)
    return <OrderView order={query.data} isAwaited={cameBack && query.data.status === 'pending_payment'} />
  return (
    <PageFrame title={t('orders.title')}>
      {query.error ? (
        <EmptyState
          title={t('errors.loadFailed')}
          text={sentenceFor(query.error)}
          action={
            <>
              <Button onClick={() => void query.refetch()}>{t('common.retry')}</Button>
              <Link to="/workforce/orders" className={buttonClass('ghost')}>
                {t('orders.back')}
              </Link>
            </>
          }
        />
      ) : (
        <Skeleton className="h-80 w-full" />
      )}
    </PageFrame>
  )
}

function OrderView({ order: placed, isAwaited }: { order: OrderDetails; isAwaited: boolean }) {
  const { t, i18n } = useTranslation('workforce')
  const card = useCard()
  // Where cards are no longer taken, what was to be paid by one is paid by its invoice.
  const order: OrderDetails = card.isPending || card.offered ? placed : { ...placed, payment: 'invoice' }
  const { invoice, billing, subscription } = order
  const day = (iso: string) => formatDate(iso, i18n.language, { dateStyle: 'long' })
  return (
    <PageFrame
      title={t('orders.order', { number: invoice.number })}
      text={<OrderBadge order={order} />}
      actions={<OrderActions order={order} isAwaited={isAwaited} />}
    >
      <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-8">
          <Part title={t('orders.next')}>
            <p role="status" className="max-w-prose text-pretty text-muted">
              {t(isAwaited ? 'card.steps.awaited' : nextStep(order), { date: day(invoice.dueAt) })}
              {wasRefused(order) && isPayable(order) && !isAwaited && <> {t('card.steps.refusedElse')}</>}
            </p>
          </Part>
          <Part title={t('orders.lines')}>
            <OrderLines label={t('orders.lines')} lines={order.lines} period={order.billingPeriod} />
          </Part>
          {subscription.seats.length > 0 && (
            <Part title={t('orders.seats')} text={t('orders.seatsText')}>
              <SeatList seats={subscription.seats} />
            </Part>
          )}
        </div>
        <aside className="flex flex-col gap-6 self-start">
          <div className="rounded-md border border-line p-4">
            <TotalsTable
              period={order.billingPeriod}
              listCents={order.listCents}
              discountCents={order.discountCents}
              creditCents={order.creditCents}
              subtotalCents={order.subtotalCents}
              taxBasisPoints={order.taxBasisPoints}
              taxCents={order.taxCents}
              totalCents={order.totalCents}
              isOfRest={isOfRest(order.lines)}
              total={order.kind === 'first' ? undefined : t('checkout.total')}
            />
          </div>
          <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
            {order.kind !== 'first' && <Fact name={t('orders.kind')}>{t(`orders.kinds.${order.kind}`)}</Fact>}
            <Fact name={t('orders.date')}>{day(order.createdAt)}</Fact>
            <Fact name={t('card.how')}>{t(`card.by.${order.payment}`)}</Fact>
            {order.payment === 'invoice' && <Fact name={t('orders.due')}>{day(invoice.dueAt)}</Fact>}
            {order.paidAt && <Fact name={t('orders.states.paid')}>{day(order.paidAt)}</Fact>}
            {order.payment === 'invoice' && (
              <Fact name={t('orders.terms')}>{t('checkout.termsDays', { count: invoice.termsDays })}</Fact>
            )}
            {order.poNumber && <Fact name={t('checkout.poNumber')}>{order.poNumber}</Fact>}
            <Fact name={t('orders.billedTo')}>
              <address className="flex flex-col not-italic">
                {[
                  billing.company,
                  billing.name,
                  billing.address,
                  `${billing.postcode} ${billing.city}`.trim(),
                  billing.country,
                  billing.taxNumber,
                  billing.email,
                ]
                  .filter(Boolean)
                  .map((line) => (
                    <bdi key={line}>{line}</bdi>
                  ))}
              </address>
            </Fact>
          </dl>
        </aside>
      </div>
    </PageFrame>
  )
}

function Part({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="text-base">{title}</h2>
      {text && <p className="text-sm text-muted">{text}</p>}
      <div className="mt-2">{children}</div>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}
