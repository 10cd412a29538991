import type { OrderDetails } from '@atrium/contract/workforce-orders'
import { stateOf } from './order-status.tsx'

/** A next period is charged to the card by itself, until that fails. */
export const isPayable = (order: OrderDetails) =>
  order.payment === 'stripe' &&
  order.status === 'pending_payment' &&
  (order.kind !== 'renewal' || order.subscription.status === 'past_due')

/** The card was refused for this next period: it is to be paid otherwise, or the subscription ends at once. */
export const wasRefused = (order: OrderDetails) =>
  order.kind === 'renewal' && order.status === 'pending_payment' && order.subscription.endsAtOnce

/** Which sentence says what happens next. */
export function nextStep(order: OrderDetails): string {
  const state = stateOf(order)
  if (order.lapsed) return 'orders.nextSteps.lapsed'
  if (order.kind === 'change' && order.cancellable)
    return order.payment === 'stripe' ? 'card.steps.change' : 'orders.nextSteps.change'
  if (wasRefused(order) && order.payment === 'invoice') return 'orders.nextSteps.standing'
  if (order.payment === 'stripe' && order.status === 'pending_payment')
    return state === 'past_due' ? 'card.steps.refused' : `card.steps.${order.kind === 'renewal' ? 'renewal' : 'open'}`
  if (state !== 'pending_payment') return `orders.nextSteps.${state}`
  if (order.kind === 'renewal') return 'orders.nextSteps.renewal'
  // A trusted account's seats are at work while the invoice is open.
  return !order.cancellable ? 'orders.nextSteps.trusted' : 'orders.nextSteps.pending_payment'
}
