import { useAction } from '@atrium/web/kit'
import { NEW_STEPS_MAX, type Step } from '../cleaning/step-schema.ts'
import type csv from '../module.ts'
import type { DatasetRow } from '../module.ts'
import { useTexts } from './texts.ts'

interface Change {
  /** Which of its steps stay, in their new order; all when absent. */
  keep?: number[]
  add?: readonly Step[]
  /** How many are done; all when absent. */
  done?: number
}

/** What can be done with a dataset's list of steps. */
export function useSteps(dataset: DatasetRow) {
  const { t } = useTexts()
  const set = useAction<typeof csv, 'setSteps'>('csv', 'setSteps', { fields: { steps: t('steps.title') } })
  const { id, version, steps, done } = dataset
  const places = steps.map((_, at) => at)
  const send = async ({ add = [], ...change }: Change) => {
    try {
      const first = add.slice(0, NEW_STEPS_MAX)
      let { output } = await set.mutateAsync({ id, version, ...change, add: first })
      // What was copied from another dataset may be longer than one call takes.
      for (let at = first.length; at < add.length; at += NEW_STEPS_MAX)
        output = (await set.mutateAsync({ id, version: output.version, add: add.slice(at, at + NEW_STEPS_MAX) })).output
    } catch {
      // told by a toast
    }
  }
  return {
    isPending: set.isPending,
    canUndo: done > 0,
    canRedo: done < steps.length,
    /** Behind those that are done; what had been undone is gone then. */
    add: (...added: Step[]) => send({ keep: places.slice(0, done), add: added }),
    undo: () => send({ done: Math.max(0, done - 1) }),
    redo: () => send({ done: Math.min(steps.length, done + 1) }),
    goTo: (count: number) => send({ done: count }),
    removeAt: (at: number) => send({ keep: places.filter((place) => place !== at), done: at < done ? done - 1 : done }),
    moveBy: (at: number, by: -1 | 1) => {
      const keep = places.filter((place) => place !== at)
      keep.splice(at + by, 0, at)
      return send({ keep, done })
    },
    clear: () => send({ keep: [] }),
  }
}
export type StepList = ReturnType<typeof useSteps>
