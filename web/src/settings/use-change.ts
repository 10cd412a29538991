import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { referenceFor, sentenceFor } from '../platform/api.ts'
import { toast } from '../ui/toast.tsx'

export interface Change<I, O> {
  act: (input: I) => Promise<O>
  /** Spec 8's words, as a key: `saved`, `updated`, `deleted`. Absent, nothing is said. */
  done?: 'saved' | 'updated' | 'deleted'
  /** The addresses of what it changes. */
  renew?: readonly string[]
  onDone?: (output: O, input: I) => void
  /** false: the form shows the refusal itself. */
  tellFailure?: boolean
}

/** A change on the server: what it changes is fetched anew, and the person is told. */
export function useChange<I = void, O = unknown>({ act, done, renew = [], onDone, tellFailure = true }: Change<I, O>) {
  const client = useQueryClient()
  const { t } = useTranslation('settings')
  return useMutation({
    mutationFn: act,
    onSuccess: async (output, input) => {
      onDone?.(output, input)
      if (done) toast({ title: t(`done.${done}`) })
      await Promise.all(renew.map((path) => client.invalidateQueries({ queryKey: [path] })))
    },
    onError: (error) => {
      if (tellFailure)
        toast({
          variant: 'destructive',
          title: t('errors.actionFailed'),
          description: sentenceFor(error),
          reference: referenceFor(error),
        })
    },
  })
}
