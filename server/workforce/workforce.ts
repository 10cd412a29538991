import type { Order } from '@atrium/contract/workforce-orders'
import type { Route } from '../platform/http/route.ts'
import { adminOrderRoutes } from './admin-routes.ts'
import { cartRoutes } from './cart-routes.ts'
import type { WorkforceSettings } from './context.ts'
import { tellInterested } from './interests.ts'
import { keepSubscriptions } from './keeping.ts'
import { tellLapsed } from './lapsing.ts'
import { createOrderMail } from './order-mail.ts'
import { orderRoutes } from './order-routes.ts'
import { createCards } from './stripe-cards.ts'
import { createStripeClient } from './stripe-client.ts'
import { stripeRoutes } from './stripe-routes.ts'
import { subscriptionRoutes } from './subscription-routes.ts'

export interface Workforce {
  routes: Route[]
  /** Ends periods and begins the next ones, and marks what is overdue; waits for nobody outside. */
  keep(): Promise<void>
  /** Charges cards for what began, and settles what is left to do at Stripe. */
  keepCards(): Promise<void>
  /** Tells who asked for an agent that it can be hired. */
  tellInterested(): Promise<void>
}

export function createWorkforce(settings: WorkforceSettings): Workforce {
  const { db, log, stripe } = settings
  const mail = createOrderMail(settings)
  const cards = stripe && createCards({ ...settings, stripe: createStripeClient(stripe), refused: mail.refused })

  /** Of what is paid by card there is a receipt, when it is paid. */
  function sendInvoice(order: Order): void {
    if (!cards || order.payment === 'invoice') mail.invoice(order)
    else if (order.kind === 'renewal') cards.keepSoon()
  }
  return {
    routes: [
      ...cartRoutes(settings),
      ...orderRoutes(settings, sendInvoice, cards),
      ...subscriptionRoutes(settings, sendInvoice, cards),
      ...adminOrderRoutes(settings, sendInvoice),
      ...stripeRoutes(settings, cards, mail, sendInvoice),
    ],
    async keep() {
      const begun: Order[] = []
      await keepSubscriptions(db, log, (order) => begun.push(order))
      for (const order of begun) if (!cards || order.payment === 'invoice') mail.invoice(order)
      await tellLapsed(db, mail)
    },
    async keepCards() {
      await cards?.keep()
    },
    tellInterested: () => tellInterested(settings),
  }
}
