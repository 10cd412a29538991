import { useAction } from '@atrium/web/kit'
import type { Step } from '../cleaning/step-schema.ts'
import type csv from '../module.ts'
import type { DatasetRow } from '../module.ts'
import { useTexts } from './texts.ts'

/** What can be done with a dataset's list of steps. */
export function useSteps(dataset: DatasetRow) {
  const { t } = useTexts()
  const set = useAction<typeof csv, 'setSteps'>('csv', 'setSteps', { fields: { steps: t('steps.title') } })
  const { id, version, steps, done } = dataset
  const send = (next: readonly Step[], count = next.length) =>
    set.mutateAsync({ id, version, steps: [...next], done: count }).catch(() => undefined) // told by a toast
  return {
    isPending: set.isPending,
    canUndo: done > 0,
    canRedo: done < steps.length,
    /** Behind those that are done; what had been undone is gone then. */
    add: (...added: Step[]) => send([...steps.slice(0, done), ...added]),
    undo: () => send(steps, Math.max(0, done - 1)),
    redo: () => send(steps, Math.min(steps.length, done + 1)),
    goTo: (count: number) => send(steps, count),
    removeAt: (at: number) =>
      send(
        steps.filter((_, index) => index !== at),
        at < done ? done - 1 : done,
      ),
    moveBy: (at: number, by: -1 | 1) => {
      const next = [...steps]
      const [step] = next.splice(at, 1)
      if (step) next.splice(at + by, 0, step)
      return send(next, done)
    },
    replaceAll: (next: readonly Step[]) => send(next),
  }
}
export type StepList = ReturnType<typeof useSteps>
