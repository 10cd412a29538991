import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, referenceFor, sentenceFor } from '../platform/api.ts'
import { renewModule } from '../platform/renew.ts'
import { useUndo } from '../platform/undo.ts'
import { toast } from '../ui/toast.tsx'

interface RecordCall {
  path: string
  body?: object
  done?: string
}

/** One of the calls that every collection has (restore, revert): told in a toast with Undo, and what is shown is renewed. */
export function useRecordCall(module: string, done: string) {
  const client = useQueryClient()
  const { t } = useTranslation()
  const undo = useUndo(module)
  return useMutation({
    mutationFn: ({ path, body }: RecordCall) => api.post<{ change: string | null }>(path, body),
    onSuccess: async ({ change }, call) => {
      toast({ title: call.done ?? done, action: undo(change) })
      await renewModule(client, module)
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: t('errors.actionFailed'),
        description: sentenceFor(error),
        reference: referenceFor(error),
      }),
  })
}
