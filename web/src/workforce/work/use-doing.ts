import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { referenceFor, sentenceFor } from '../../platform/api.ts'
import { toast } from '../../ui/toast.tsx'
import { renewWorkforce } from '../use-workforce-news.ts'

interface Doing<I, O> {
  act: (input: I) => Promise<O>
  /** What is said when it is done. */
  done?: (output: O, input: I) => string
  onDone?: (output: O, input: I) => void
  /** False, or answering false: the form shows the refusal itself. */
  tellFailure?: boolean | ((error: Error) => boolean)
  /** Those of one scope happen one after the other. */
  scope?: string
}

/** A change of tasks, approvals or deliverables: pending until what is shown has been fetched anew. */
export function useDoing<I = void, O = unknown>({ act, done, onDone, tellFailure = true, scope }: Doing<I, O>) {
  const client = useQueryClient()
  const { t } = useTranslation('seats')
  return useMutation({
    mutationFn: act,
    ...(scope && { scope: { id: scope } }),
    onSuccess: (output, input) => {
      onDone?.(output, input)
      if (done) toast({ title: done(output, input) })
    },
    onError: (error) => {
      if (typeof tellFailure === 'function' ? !tellFailure(error) : !tellFailure) return
      toast({
        variant: 'destructive',
        title: t('task.failed'),
        description: sentenceFor(error),
        reference: referenceFor(error),
      })
    },
    onSettled: () => renewWorkforce(client),
  })
}
