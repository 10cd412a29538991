import { brand } from '@atrium/contract/brand'
import type { Order } from '@atrium/contract/workforce-orders'
import type { Route } from '../platform/http/route.ts'
import { adminOrderRoutes } from './admin-routes.ts'
import { cartRoutes } from './cart-routes.ts'
import type { WorkforceSettings } from './context.ts'
import { day, invoicePdf, money } from './invoice-pdf.ts'
import { keepSubscriptions } from './keeping.ts'
import { orderRoutes } from './order-routes.ts'
import { subscriptionRoutes } from './subscription-routes.ts'

export interface Workforce {
  routes: Route[]
  /** Ends periods and begins the next ones, and marks what is overdue. */
  keep(): Promise<void>
}

export function createWorkforce(settings: WorkforceSettings): Workforce {
  const { db, baseUrl, mail, log } = settings

  async function post(order: Order): Promise<void> {
    if (!mail) return
    const { number, dueAt } = order.invoice
    try {
      await mail.send({
        to: order.billing.email,
        subject: `${brand.name}: invoice ${number}`,
        paragraphs: [
          `Hello ${order.billing.name},`,
          `invoice ${number} over ${money(order.totalCents)} is attached. It is due on ${day(dueAt)}.`,
        ],
        link: { label: 'Look at the order', url: new URL(`/workforce/orders/${order.id}`, baseUrl).href },
        attachments: [{ name: `invoice-${number}.pdf`, mime: 'application/pdf', bytes: await invoicePdf(order) }],
      })
    } catch (error) {
      log.warn({ err: error, order: order.id }, 'an invoice could not be sent by mail; it can be read with the order')
    }
  }
  const sendInvoice = (order: Order) => void post(order)

  return {
    routes: [
      ...cartRoutes(settings),
      ...orderRoutes(settings, sendInvoice),
      ...subscriptionRoutes(settings, sendInvoice),
      ...adminOrderRoutes(settings, sendInvoice),
    ],
    keep: () => keepSubscriptions(db, log, sendInvoice),
  }
}
