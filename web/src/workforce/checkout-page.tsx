import { clearCart, isEmpty } from '@atrium/contract/workforce'
import type { OrderList, PlacedOrder } from '@atrium/contract/workforce-orders'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CreditCard, ShoppingCart } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import type { z } from 'zod'
import { useSession } from '../platform/session.ts'
import { useKeptFocus } from '../settings/kept-focus.ts'
import { UnsavedGuard } from '../settings/unsaved.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { changeCart, useCart } from './cart-store.ts'
import { CheckoutForm } from './checkout-form.tsx'
import { useCard } from './use-card.ts'

const ORDERS = '/api/workforce/orders'

/** /workforce/checkout: from the cart to an order. */
export function CheckoutPage() {
  const { t } = useTranslation('workforce')
  const navigate = useNavigate()
  const client = useQueryClient()
  const cart = useCart()
  const { user } = useSession()
  // Who was billed last is most likely billed again.
  const orders = useQuery<z.infer<typeof OrderList>>({ queryKey: [ORDERS], staleTime: 0 })
  const card = useCard()
  const last = orders.data?.orders[0]
  /** The order whose page at Stripe is opening. */
  const [leaving, setLeaving] = useState('')
  const panel = useRef<HTMLDivElement>(null)
  useKeptFocus(panel)

  const placed = ({ payUrl, ...order }: PlacedOrder) => {
    client.setQueryData([ORDERS, order.id], order)
    changeCart(clearCart)
    if (payUrl) {
      setLeaving(order.id)
      window.location.assign(payUrl)
      return
    }
    toast({ title: t('orders.placed'), description: t('orders.placedText', { number: order.invoice.number }) })
    void navigate(`/workforce/orders/${order.id}`)
  }
  return (
    <PageFrame title={t('checkout.title')} text={t('checkout.text')}>
      <UnsavedGuard />
      <div ref={panel} className="flex min-h-0 flex-1 flex-col">
        {leaving ? (
          <EmptyState
            icon={<CreditCard aria-hidden />}
            title={t('card.opening')}
            text={t('card.openingText')}
            action={
              <Link to={`/workforce/orders/${leaving}`} className={buttonClass()}>
                {t('card.openOrder')}
              </Link>
            }
          />
        ) : isEmpty(cart) ? (
          <EmptyState
            icon={<ShoppingCart aria-hidden />}
            title={t('checkout.empty')}
            text={t('checkout.emptyText')}
            action={
              <Link to="/workforce" className={buttonClass('primary')}>
                {t('checkout.choose')}
              </Link>
            }
          />
        ) : orders.isPending || card.isPending || !user ? (
          <Skeleton className="h-96 w-full" />
        ) : (
          <CheckoutForm
            cart={cart}
            billing={last?.billing ?? { name: user.firstName ?? '', email: user.email ?? '' }}
            byCard={card.offered}
            onPlaced={placed}
          />
        )}
      </div>
    </PageFrame>
  )
}
