import type { CardPayments, StripePage } from '@atrium/contract/workforce-orders'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { api, referenceFor, sentenceFor } from '../platform/api.ts'
import { toast } from '../ui/toast.tsx'

/** Whether orders can be paid by card here, and whether Stripe knows the person; neither, until that is known. */
export function useCard(): CardPayments & { isPending: boolean } {
  const { data, isPending } = useQuery<CardPayments>({ queryKey: ['/api/workforce/card'] })
  return { offered: data?.offered ?? false, onFile: data?.onFile ?? false, isPending }
}

/** Leaves for a page of Stripe's that a call answers. */
export function useStripePage() {
  const { t } = useTranslation('workforce')
  const page = useMutation({
    mutationFn: (path: string) => api.post<StripePage>(path),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: t('card.failed'),
        description: sentenceFor(error),
        reference: referenceFor(error),
      }),
  })
  const { reset } = page
  useEffect(() => {
    // Come back to by the browser's Back, the page is as it was left: its button would wait for ever.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && reset()
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [reset])
  return page
}

export const payPath = (order: string) => `/api/workforce/orders/${encodeURIComponent(order)}/pay`
