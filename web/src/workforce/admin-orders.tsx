import { type AdminOrder, type AdminOrderList, OrderStatus } from '@atrium/contract/workforce-orders'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Receipt } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { z } from 'zod'
import { api, referenceFor, sentenceFor } from '../platform/api.ts'
import { Button } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Switch } from '../ui/field.tsx'
import { formatDate, money } from '../ui/formats.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { OrderBadge } from './order-status.tsx'
import { useAdministrationNews } from './use-administration-news.ts'
import { usePrices } from './use-prices.ts'
import { renewWorkforce } from './use-workforce-news.ts'
import { ViewSwitch } from './work/view-switch.tsx'

const ORDERS = '/api/admin/orders'

/** /admin?part=orders: what members ordered; here the money's arrival is told. `status` shows those that stand so. */
export function AdminOrders() {
  const { t } = useTranslation(['workforce', 'kit'])
  useAdministrationNews()
  const [search, setSearch] = useSearchParams()
  const status = OrderStatus.safeParse(search.get('status')).data
  const orders = useInfiniteQuery({
    queryKey: [ORDERS, { status }],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ ...(status && { status }), ...(pageParam && { after: pageParam }) })
      return api.get<z.infer<typeof AdminOrderList>>(query.size ? `${ORDERS}?${query}` : ORDERS, { signal })
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  })
  const shown = orders.data?.pages.flatMap((page) => page.orders)
  if (shown?.length === 0 && !status)
    return <EmptyState icon={<Receipt aria-hidden />} title={t('admin.none')} text={t('admin.noneText')} />
  const choose = (next: OrderStatus | '') =>
    setSearch(
      (before) => {
        if (next) before.set('status', next)
        else before.delete('status')
        return before
      },
      { replace: true },
    )
  return (
    <>
      <p className="mb-4 max-w-prose text-sm text-pretty text-muted">
        {t('admin.text')} {t('admin.trustText')}
      </p>
      <div className="mb-4">
        <ViewSwitch
          label={t('orders.title')}
          value={status ?? ''}
          options={[
            { value: '', label: t('orders.title') },
            ...OrderStatus.options.map((value) => ({ value, label: t(`orders.states.${value}`) })),
          ]}
          onChange={choose}
        />
      </div>
      {orders.error && !shown ? (
        <EmptyState
          title={t('errors.loadFailed')}
          text={sentenceFor(orders.error)}
          action={<Button onClick={() => void orders.refetch()}>{t('common.retry')}</Button>}
        />
      ) : !shown ? (
        <Skeleton className="h-40 w-full" />
      ) : shown.length === 0 ? (
        <p className="text-sm text-muted">{t('table.empty', { ns: 'kit' })}</p>
      ) : (
        <ul aria-label={t('orders.title')} className="divide-y divide-line border-y border-line">
          {shown.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </ul>
      )}
      {orders.hasNextPage && (
        <Button
          className="mt-4 self-center"
          loading={orders.isFetchingNextPage}
          onClick={() => void orders.fetchNextPage()}
        >
          {t('orders.more')}
        </Button>
      )}
    </>
  )
}

function OrderRow({ order }: { order: AdminOrder }) {
  const { t, i18n } = useTranslation('workforce')
  const client = useQueryClient()
  const confirm = useConfirm()
  const prices = usePrices()
  const { id, person, invoice, billing, lines, totalCents, trusted, mismatch } = order
  const { number } = invoice
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const name = billing.company || billing.name
  const price = prices.exact(totalCents)
  const day = (iso: string) => formatDate(iso, i18n.language, { dateStyle: 'medium' })
  const failed = (title: string) => (error: unknown) =>
    toast({ variant: 'destructive', title, description: sentenceFor(error), reference: referenceFor(error) })
  const onSettled = () => renewWorkforce(client)
  const pay = useMutation({
    mutationFn: () => api.post(`${ORDERS}/${id}/paid`),
    onSuccess: () => toast({ title: t('admin.paidDone', { number }) }),
    onError: failed(t('admin.failed')),
    onSettled,
  })
  const trust = useMutation({
    mutationFn: (next: boolean) =>
      api.put(`/api/admin/users/${encodeURIComponent(person.id)}/trusted`, { trusted: next }),
    onError: failed(t('admin.trustFailed')),
    onSettled,
  })
  const askToPay = async () => {
    const question = {
      title: t('admin.paidTitle', { number }),
      text: t('admin.paidText', { price, name, count }),
      confirm: t('admin.paid'),
    }
    if (await confirm(question)) pay.mutate()
  }
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 py-3">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {t('orders.order', { number })}
          <OrderBadge order={order} />
        </p>
        <p className="text-sm text-muted">
          <bdi>{name}</bdi> · <bdi>{person.username}</bdi> · <bdi>{person.email}</bdi>
        </p>
        <p className="text-xs text-muted">
          {t('admin.dates', { ordered: day(order.createdAt), due: day(invoice.dueAt) })} ·{' '}
          {t('orders.agents', { count })}
          {order.payment === 'stripe' && <> · {t('card.by.stripe')}</>}
          {order.poNumber && (
            <>
              {' · '}
              {t('checkout.poNumber')} <bdi>{order.poNumber}</bdi>
            </>
          )}
        </p>
      </div>
      {mismatch && (
        <p className="order-last basis-full rounded-md bg-danger-soft px-3 py-2 text-sm text-pretty text-danger-ink">
          {mismatch.amount !== null && mismatch.currency !== null
            ? t('admin.mismatch', {
                received: money(mismatch.amount, mismatch.currency.toUpperCase(), i18n.language),
                price,
              })
            : t('admin.mismatchOther', { price })}{' '}
          {t('admin.mismatchNext', { payment: mismatch.reference ?? number })}
        </p>
      )}
      <span className="tabular-nums">{price}</span>
      <Switch
        label={t('admin.trusted')}
        aria-label={t('admin.trustOf', { name: person.username })}
        checked={trust.isPending ? trust.variables : trusted}
        onChange={(next) => trust.mutate(next)}
        className="items-center gap-2!"
      />
      {order.status === 'pending_payment' && (
        <Button aria-label={t('admin.paidOf', { number })} loading={pay.isPending} onClick={() => void askToPay()}>
          {t('admin.paid')}
        </Button>
      )}
    </li>
  )
}
