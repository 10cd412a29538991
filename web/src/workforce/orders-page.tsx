import type { Order, OrderList } from '@atrium/contract/workforce-orders'
import { Receipt } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { z } from 'zod'
import { PageFrame } from '../shell/page-frame.tsx'
import { formatDate } from '../ui/formats.ts'
import { Loaded } from './loaded.tsx'
import { OrderBadge } from './order-status.tsx'
import { usePrices } from './use-prices.ts'

/** /workforce/orders: the newest first. */
export function OrdersPage() {
  const { t } = useTranslation('workforce')
  return (
    <PageFrame title={t('orders.title')} text={t('orders.text')}>
      <Loaded<z.infer<typeof OrderList>>
        path="/api/workforce/orders"
        isEmpty={(data) => data.orders.length === 0}
        icon={<Receipt aria-hidden />}
        none={t('orders.none')}
        noneText={t('orders.noneText')}
      >
        {(data) => (
          <ul aria-label={t('orders.title')} className="divide-y divide-line border-y border-line">
            {data.orders.map((order) => (
              <OrderRow key={order.id} order={order} />
            ))}
          </ul>
        )}
      </Loaded>
    </PageFrame>
  )
}

function OrderRow({ order }: { order: Order }) {
  const { t, i18n } = useTranslation('workforce')
  const prices = usePrices()
  const count = order.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <li>
      <Link
        to={`/workforce/orders/${order.id}`}
        className="-mx-2 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md px-2 py-3 hover:bg-hover"
      >
        <span className="min-w-0 flex-[1_1_12rem]">
          <span className="block font-medium">{t('orders.order', { number: order.invoice.number })}</span>
          <span className="block text-sm text-muted">
            {formatDate(order.createdAt, i18n.language, { dateStyle: 'medium' })} · {t('orders.agents', { count })}
            {order.kind !== 'first' && <> · {t(`orders.kinds.${order.kind}`)}</>}
          </span>
        </span>
        <OrderBadge order={order} />
        <span className="min-w-28 text-end tabular-nums">{prices.exact(order.totalCents)}</span>
      </Link>
    </li>
  )
}
