import type { Subscription } from '@atrium/contract/workforce-orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, referenceFor, sentenceFor } from '../platform/api.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { formatDate } from '../ui/formats.ts'
import { toast } from '../ui/toast.tsx'
import { renewWorkforce } from './use-workforce-news.ts'

/** Ends a subscription with its period, or at once where the card was refused for it, or takes that back. */
export function useEndSubscription({ id, endsAtOnce, periodEnd }: Subscription) {
  const { t, i18n } = useTranslation('workforce')
  const client = useQueryClient()
  const confirm = useConfirm()
  const change = useMutation({
    mutationFn: (atPeriodEnd: boolean) =>
      api.put<Subscription>(`/api/workforce/subscriptions/${id}/cancel`, { atPeriodEnd }),
    onSuccess: ({ status }, atPeriodEnd) =>
      toast({
        title: t(
          status === 'cancelled'
            ? 'subscriptions.over'
            : atPeriodEnd
              ? 'subscriptions.cancelled'
              : 'subscriptions.resumed',
        ),
      }),
    onError: (failure) =>
      toast({
        variant: 'destructive',
        title: t('subscriptions.failed'),
        description: sentenceFor(failure),
        reference: referenceFor(failure),
      }),
    onSettled: () => renewWorkforce(client),
  })
  const date = periodEnd ? formatDate(periodEnd, i18n.language, { dateStyle: 'long' }) : ''
  async function ask(): Promise<void> {
    const question = {
      title: t('subscriptions.cancelTitle'),
      text: endsAtOnce ? t('subscriptions.endNowText') : t('subscriptions.cancelText', { date }),
      confirm: t(endsAtOnce ? 'subscriptions.endNow' : 'subscriptions.cancel'),
      cancel: t('subscriptions.keep'),
      danger: true,
    }
    if (await confirm(question)) change.mutate(true)
  }
  return { ask, keep: () => change.mutate(false), isPending: change.isPending }
}
