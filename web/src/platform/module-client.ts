import type { Module } from '@atrium/contract/module'
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { toast } from '../ui/toast.tsx'
import { ApiError, api, referenceFor, sentenceFor } from './api.ts'
import { moduleKey } from './news.ts'
import { lastRole, startGuestSession } from './session.ts'

/** The answer of POST /api/m/<module>/<action>. `change` is the id to give POST /api/changes/{id}/undo, null when nothing was written. */
export interface ActionAnswer<T> {
  output: T
  change: string | null
}

type ActionName<M extends Module> = keyof M['actions'] & string
type Input<M extends Module, A extends ActionName<M>> = z.input<M['actions'][A]['input']>
type Output<M extends Module, A extends ActionName<M>> = z.output<M['actions'][A]['output']>

const address = (module: string, action: string): string => `/api/m/${module}/${action}`

/**
 * Reads through an action: `useModuleQuery<typeof tasks, 'list'>('tasks', 'list', { done: false })`.
 * `undefined` as input waits. Writes of the same module renew it.
 */
export function useModuleQuery<M extends Module, A extends ActionName<M>>(
  module: M['id'],
  action: A,
  input: Input<M, A> | undefined,
) {
  return useQuery({
    queryKey: [...moduleKey(module), action, input],
    queryFn:
      input === undefined
        ? skipToken
        : async ({ signal }) =>
            (await api.post<ActionAnswer<Output<M, A>>>(address(module, action), input, { signal })).output,
  })
}

export interface ActionOptions<O> {
  /** Shown when it is done, with Undo where the server can undo it. */
  done?: string | ((output: O) => string)
}

/** Does an action: `const add = useAction<typeof tasks, 'add'>('tasks', 'add')`, then `add.mutate({ title })`. Failures are told in a toast. */
export function useAction<M extends Module, A extends ActionName<M>>(
  module: M['id'],
  action: A,
  { done }: ActionOptions<Output<M, A>> = {},
) {
  const client = useQueryClient()
  const { t } = useTranslation()
  const renew = () => client.invalidateQueries({ queryKey: moduleKey(module) })

  const undo = async (id: string) => {
    try {
      await api.post(`/api/changes/${id}/undo`)
      await renew()
    } catch (error) {
      toast({
        variant: 'destructive',
        title: t('errors.undoFailed'),
        description: sentenceFor(error),
        reference: referenceFor(error),
      })
    }
  }

  return useMutation({
    mutationFn: async (input: Input<M, A>) => {
      const act = () => api.post<ActionAnswer<Output<M, A>>>(address(module, action), input)
      try {
        return await act()
      } catch (error) {
        // A visitor's first action that needs storage begins a guest session by itself (spec-notes, "Guests").
        if (!(error instanceof ApiError) || error.status !== 401 || lastRole(client)) throw error
        await startGuestSession(client)
        return await act()
      }
    },
    onSuccess: async (answer) => {
      if (done) {
        toast({
          title: typeof done === 'string' ? done : done(answer.output),
          action: answer.change
            ? { label: t('common.undo'), altText: t('common.undoAlt'), onClick: () => void undo(answer.change ?? '') }
            : undefined,
        })
      }
      await renew()
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
