import { clearCart, isEmpty } from '@atrium/contract/workforce'
import type { OrderDetails, OrderList } from '@atrium/contract/workforce-orders'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShoppingCart } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import type { z } from 'zod'
import { useSession } from '../platform/session.ts'
import { UnsavedGuard } from '../settings/unsaved.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { changeCart, useCart } from './cart-store.ts'
import { CheckoutForm } from './checkout-form.tsx'

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
  const last = orders.data?.orders[0]

  const placed = (order: OrderDetails) => {
    client.setQueryData([ORDERS, order.id], order)
    changeCart(clearCart)
    toast({ title: t('orders.placed'), description: t('orders.placedText', { number: order.invoice.number }) })
    void navigate(`/workforce/orders/${order.id}`)
  }
  return (
    <PageFrame title={t('checkout.title')} text={t('checkout.text')}>
      <UnsavedGuard />
      {isEmpty(cart) ? (
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
      ) : orders.isPending || !user ? (
        <Skeleton className="h-96 w-full" />
      ) : (
        <CheckoutForm
          cart={cart}
          billing={last?.billing ?? { name: user.firstName ?? '', email: user.email ?? '' }}
          onPlaced={placed}
        />
      )}
    </PageFrame>
  )
}
