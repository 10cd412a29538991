import type { OrderDetails } from '@atrium/contract/workforce-orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CreditCard, FileDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api, referenceFor, sentenceFor } from '../platform/api.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { toast } from '../ui/toast.tsx'
import { isPayable, wasRefused } from './order-step.ts'
import { payPath, useStripePage } from './use-card.ts'
import { useEndSubscription } from './use-end-subscription.ts'
import { renewWorkforce } from './use-workforce-news.ts'

interface OrderActionsProps {
  order: OrderDetails
  /** Whether its payment was made, and is not confirmed yet. */
  isAwaited: boolean
}

/** What its owner can do with an order as it stands. */
export function OrderActions({ order, isAwaited }: OrderActionsProps) {
  const { t } = useTranslation('workforce')
  const client = useQueryClient()
  const confirm = useConfirm()
  const page = useStripePage()
  const ending = useEndSubscription(order.subscription)
  const { id } = order
  const failed = (title: string) => (error: unknown) =>
    toast({ variant: 'destructive', title, description: sentenceFor(error), reference: referenceFor(error) })
  const onSettled = () => renewWorkforce(client)
  const cancel = useMutation({
    mutationFn: () => api.post(`/api/workforce/orders/${id}/cancel`),
    onSuccess: () => toast({ title: t('orders.cancelled') }),
    onError: failed(t('orders.cancelFailed')),
    onSettled,
  })
  const byInvoice = useMutation({
    mutationFn: () => api.post(`/api/workforce/orders/${id}/by-invoice`),
    onSuccess: () => toast({ title: t('card.byInvoiceDone') }),
    onError: failed(t('card.byInvoiceFailed')),
    onSettled,
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
  const canPay = isPayable(order) && !isAwaited
  return (
    <>
      {order.cancellable && !isAwaited && (
        <Button loading={cancel.isPending} onClick={() => void askToCancel()}>
          {t('orders.cancel')}
        </Button>
      )}
      {wasRefused(order) && !isAwaited && (
        <Button loading={ending.isPending} onClick={() => void ending.ask()}>
          {t('subscriptions.endNow')}
        </Button>
      )}
      {canPay && (
        <>
          <Button loading={byInvoice.isPending} onClick={() => byInvoice.mutate()}>
            {t('card.byInvoice')}
          </Button>
          <Button
            variant="primary"
            icon={<CreditCard aria-hidden className="size-4" />}
            loading={page.isPending || page.isSuccess}
            onClick={() => page.mutate(payPath(id))}
          >
            {t('card.payNow')}
          </Button>
        </>
      )}
      <a
        href={`/api/workforce/orders/${id}/invoice.pdf`}
        download
        className={buttonClass(canPay ? 'secondary' : 'primary')}
      >
        <FileDown aria-hidden className="size-4" />
        {t('orders.pdf')}
      </a>
    </>
  )
}
