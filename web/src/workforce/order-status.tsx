import type { Order, OrderDetails } from '@atrium/contract/workforce-orders'
import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '../ui/badge.tsx'

const tones: Readonly<Record<string, Tone>> = {
  pending_payment: 'warning',
  paid: 'success',
  active: 'success',
  past_due: 'danger',
  paused: 'warning',
  provisioning: 'info',
}

export function StatusBadge({ status, name }: { status: string; name: string }) {
  return <Badge tone={tones[status] ?? 'neutral'}>{name}</Badge>
}

type Shown = Pick<Order, 'status'> & Partial<Pick<OrderDetails, 'subscription'>>

/** Paid, waiting, cancelled; an unpaid one of a subscription that is overdue says so. */
export function OrderBadge({ order }: { order: Shown }) {
  const { t } = useTranslation('workforce')
  const status = stateOf(order)
  return <StatusBadge status={status} name={t(`orders.states.${status}`)} />
}

export const stateOf = ({ status, subscription }: Shown): string =>
  status === 'pending_payment' && subscription?.status === 'past_due' ? 'past_due' : status
