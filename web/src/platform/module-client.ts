import type { Module } from '@atrium/contract/module'
import { hashKey, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { toast } from '../ui/toast.tsx'
import { ApiError, api, referenceFor, sentenceFor } from './api.ts'
import { MODULES, moduleKey } from './news.ts'
import { queryClient } from './query.ts'
import { renewModule } from './renew.ts'
import { readScope, useScope } from './scope.ts'
import { asSomebody } from './somebody.ts'
import { useUndo } from './undo.ts'

// What a module shows is another thing in another scope, and is never taken for it. Here, since the first page has no module.
queryClient.setQueryDefaults([MODULES], { queryKeyHashFn: (key) => hashKey([readScope(), ...key]) })

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
  useScope() // another scope has other answers
  return useQuery({
    queryKey: [...moduleKey(module), action, input],
    queryFn:
      input === undefined
        ? skipToken
        : async ({ signal }) =>
            (await api.post<ActionAnswer<Output<M, A>>>(address(module, action), input, { signal })).output,
  })
}

/** Reads through an action once, when it is asked for: what takes long or costs something. */
export async function readAction<M extends Module, A extends ActionName<M>>(
  module: M['id'],
  action: A,
  input: Input<M, A>,
  signal?: AbortSignal,
): Promise<Output<M, A>> {
  const { output } = await api.post<ActionAnswer<Output<M, A>>>(address(module, action), input, signal && { signal })
  return output
}

export interface ActionOptions<O> {
  /** Shown when it is done, with Undo where the server can undo it. */
  done?: string | ((output: O) => string)
  /** What the record's fields are called where two versions of it stand side by side. */
  fields?: Readonly<Record<string, string>>
  /** A field's value as people read it there. */
  show?: (name: string, value: unknown) => string | undefined
}

type Data = Record<string, unknown>

/** The record as somebody else has saved it meanwhile, when that is why a call was refused. */
function changedMeanwhile(error: unknown): (Data & { version: number }) | null {
  const current = error instanceof ApiError && error.status === 409 ? error.details?.current : undefined
  return typeof current === 'object' && current !== null && 'version' in current
    ? (current as Data & { version: number })
    : null
}

/** The person took the other version: not done, and nothing to be told. */
class TookTheirs extends Error {}

/**
 * What the person wanted of the record: `{ id, version, title }` as much as `{ id, version, change: { title } }`. The
 * latter where no field of the input is one of the record's.
 */
function wantedIn(input: unknown, current: Data): Data {
  const { id: _, version: __, ...rest } = (input ?? {}) as Data
  const isField = (name: string) => Object.hasOwn(current, name)
  const nested = Object.values(rest).find(
    (value): value is Data => typeof value === 'object' && value !== null && Object.keys(value).some(isField),
  )
  const own = Object.entries(rest).filter(([name]) => isField(name))
  return own.length === 0 && nested ? nested : Object.fromEntries(own)
}

/** Does an action: `const add = useAction<typeof tasks, 'add'>('tasks', 'add')`, then `add.mutate({ title })`. Failures are told in a toast. */
export function useAction<M extends Module, A extends ActionName<M>>(
  module: M['id'],
  action: A,
  { done, fields, show }: ActionOptions<Output<M, A>> = {},
) {
  const client = useQueryClient()
  const { t } = useTranslation()
  const undo = useUndo(module)
  const renew = () => renewModule(client, module)
  const post = (input: unknown) =>
    asSomebody(client, () => api.post<ActionAnswer<Output<M, A>>>(address(module, action), input))

  /** Asks which version stays when somebody else was faster, as often as they are. */
  const act = async (input: unknown): Promise<ActionAnswer<Output<M, A>>> => {
    try {
      return await post(input)
    } catch (error) {
      const theirs = changedMeanwhile(error)
      const mine = theirs && wantedIn(input, theirs)
      if (!mine || Object.keys(mine).length === 0) throw error
      const { askConflict } = await import('../records/conflict.tsx')
      const answer = await askConflict({ mine, theirs, labels: fields, show })
      if (answer === 'mine') return await act({ ...(input as Data), version: theirs.version })
      if (answer === null) throw error
      await renew()
      throw new TookTheirs(t('kit:conflict.taken'), { cause: error })
    }
  }

  return useMutation({
    mutationFn: (input: Input<M, A>) => act(input),
    onSuccess: async (answer) => {
      if (done) toast({ title: typeof done === 'string' ? done : done(answer.output), action: undo(answer.change) })
      await renew()
    },
    onError: (error) => {
      if (error instanceof TookTheirs) return
      toast({
        variant: 'destructive',
        title: t('errors.actionFailed'),
        description: sentenceFor(error),
        reference: referenceFor(error),
      })
    },
  })
}
