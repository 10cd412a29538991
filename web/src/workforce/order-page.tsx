import type { OrderDetails } from '@atrium/contract/workforce-orders'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CreditCard, FileDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { api, referenceFor, sentenceFor } from '../platform/api.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { formatDate, formatNumber } from '../ui/formats.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { nameOf } from './agent-name.ts'
import { OrderBadge } from './order-status.tsx'
import { isPayable, nextStep } from './order-step.ts'
import { SeatList } from './seat-list.tsx'
import { TotalsTable } from './totals.tsx'
import { ASKED_EVERY, useAwaited } from './use-awaited.ts'
import { payPath, useCard, useStripePage } from './use-card.ts'
import { usePrices } from './use-prices.ts'
import { renewWorkforce } from './use-workforce-news.ts'

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
  const client = useQueryClient()
  const confirm = useConfirm()
  const card = useCard()
  // Where cards are no longer taken, what was to be paid by one is paid by its invoice.
  const order: OrderDetails = card.isPending || card.offered ? placed : { ...placed, payment: 'invoice' }
  const { id, invoice, billing, subscription } = order
  const page = useStripePage()
  const day = (iso: string) => formatDate(iso, i18n.language, { dateStyle: 'long' })
  const cancel = useMutation({
    mutationFn: () => api.post(`/api/workforce/orders/${id}/cancel`),
    onSuccess: () => toast({ title: t('orders.cancelled') }),
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: t('orders.cancelFailed'),
        description: sentenceFor(error),
        reference: referenceFor(error),
      }),
    onSettled: () => renewWorkforce(client),
  })
  const askToCancel = async () => {
    const question = {
      title: t('orders.cancelTitle'),
      text: t('orders.cancelText'),
      confirm: t('orders.cancel'),
      cancel: t('orders.keep'),
      danger: true,
    }
    if (await confirm(question)) cancel.mutate()
  }
  return (
    <PageFrame
      title={t('orders.order', { number: invoice.number })}
      text={<OrderBadge order={order} />}
      actions={
        <>
          {order.status === 'pending_payment' && order.kind !== 'renewal' && !isAwaited && (
            <Button loading={cancel.isPending} onClick={() => void askToCancel()}>
              {t('orders.cancel')}
            </Button>
          )}
          {isPayable(order) && !isAwaited && (
            <Button
              variant="primary"
              icon={<CreditCard aria-hidden className="size-4" />}
              loading={page.isPending || page.isSuccess}
              onClick={() => page.mutate(payPath(id))}
            >
              {t('card.payNow')}
            </Button>
          )}
          <a
            href={`/api/workforce/orders/${id}/invoice.pdf`}
            download
            className={buttonClass(isPayable(order) ? 'secondary' : 'primary')}
          >
            <FileDown aria-hidden className="size-4" />
            {t('orders.pdf')}
          </a>
        </>
      }
    >
      <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-8">
          <Part title={t('orders.next')}>
            <p role="status" className="max-w-prose text-pretty text-muted">
              {t(isAwaited ? 'card.steps.awaited' : nextStep(order), { date: day(invoice.dueAt) })}
            </p>
          </Part>
          <Part title={t('orders.lines')}>
            <ul aria-label={t('orders.lines')} className="divide-y divide-line border-y border-line">
              {order.lines.map(({ agentKey, quantity, unitPriceCents, amountCents }) => (
                <Line
                  key={agentKey}
                  name={nameOf(t, agentKey)}
                  quantity={quantity}
                  unit={unitPriceCents}
                  amount={amountCents}
                  order={order}
                />
              ))}
            </ul>
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

interface LineProps {
  name: string
  quantity: number
  unit: number
  amount: number
  order: OrderDetails
}

function Line({ name, quantity, unit, amount, order }: LineProps) {
  const { i18n } = useTranslation('workforce')
  const prices = usePrices()
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2.5">
      <span className="min-w-0 flex-[1_1_11rem] font-medium">
        <bdi>{name}</bdi>
      </span>
      <span className="text-sm text-muted tabular-nums">
        {formatNumber(quantity, i18n.language)} × {prices.per(unit, order.billingPeriod)}
      </span>
      <span className="ms-auto min-w-24 text-end tabular-nums">{prices.exact(amount)}</span>
    </li>
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
