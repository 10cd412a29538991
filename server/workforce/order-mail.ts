import { brand } from '@atrium/contract/brand'
import type { Order } from '@atrium/contract/workforce-orders'
import type { WorkforceSettings } from './context.ts'
import { day, invoicePdf, money } from './invoice-pdf.ts'

export interface OrderMail {
  /** What is to be paid, and by when. */
  invoice(order: Order): void
  /** What was paid by card. */
  receipt(order: Order): void
  /** That the card on file was refused, and where to pay. */
  refused(order: Order): void
  /** That it was not paid in time, so that nothing comes of it. */
  lapsed(order: Order): void
}

/** Sent in the background, where mail is configured; what cannot be sent stands with the order. */
export function createOrderMail({
  baseUrl,
  mail,
  log,
}: Pick<WorkforceSettings, 'baseUrl' | 'mail' | 'log'>): OrderMail {
  async function send(order: Order, subject: string, sentence: string, label: string, withPdf: boolean): Promise<void> {
    if (!mail) return
    const { number } = order.invoice
    try {
      await mail.send({
        to: order.billing.email,
        subject: `${brand.name}: ${subject}`,
        paragraphs: [`Hello ${order.billing.name},`, sentence],
        link: { label, url: new URL(`/workforce/orders/${order.id}`, baseUrl).href },
        ...(withPdf && {
          attachments: [{ name: `invoice-${number}.pdf`, mime: 'application/pdf', bytes: await invoicePdf(order) }],
        }),
      })
    } catch (error) {
      log.warn({ err: error, order: order.id }, 'an invoice could not be sent by mail; it can be read with the order')
    }
  }
  const LOOK = 'Look at the order'
  return {
    invoice(order) {
      const { number, dueAt } = order.invoice
      const sentence = `invoice ${number} over ${money(order.totalCents)} is attached. It is due on ${day(dueAt)}.`
      void send(order, `invoice ${number}`, sentence, LOOK, true)
    },
    receipt(order) {
      const { number } = order.invoice
      const sentence = `invoice ${number} over ${money(order.totalCents)} was paid by card. It is attached.`
      void send(order, `invoice ${number} is paid`, sentence, LOOK, true)
    },
    refused(order) {
      const { number } = order.invoice
      const sentence = `your card could not be charged with ${money(order.totalCents)} for invoice ${number}, so the seats stand still. They go on as soon as it is paid.`
      void send(order, `invoice ${number} could not be charged`, sentence, 'Pay it', false)
    },
    lapsed(order) {
      const { number } = order.invoice
      const sentence = `the change of your team over ${money(order.totalCents)} was not paid in time, so it is cancelled and invoice ${number} is void. Nothing is due, and your team stays as it was. You can order the change again at the price of that day.`
      void send(order, `invoice ${number} is void`, sentence, LOOK, false)
    },
  }
}
