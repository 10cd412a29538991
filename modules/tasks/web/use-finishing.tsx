import { useAction } from '@atrium/web/kit'
import { useState } from 'react'
import type tasks from '../module.ts'
import type { TaskRow as Task } from '../records.ts'
import { dueLabel } from './due-label.ts'
import { FinishDialog, openBelow } from './finish-dialog.tsx'
import { useTexts } from './texts.ts'
import { useOverview } from './use-projects.ts'

type Answer = 'done' | 'keep'

/** Does tasks or opens one again. What becomes of open subtasks is asked first, where the settings say so. */
export function useFinishing(today: string, onLeave: (task: Task) => void = () => undefined) {
  const { t, language } = useTexts()
  const overview = useOverview()
  const [asked, setAsked] = useState<{ tasks: readonly Task[]; go: (answer?: Answer) => void } | null>(null)
  const done = useAction<typeof tasks, 'done'>('tasks', 'done', {
    done: ({ next }) => (next?.due ? t('doneAgain', { due: dueLabel(next.due, today, language) }) : t('done')),
  })
  const doneAll = useAction<typeof tasks, 'doneMany'>('tasks', 'doneMany', {
    done: ({ done: count }) => t('bulk.finished', { count }),
  })
  const reopen = useAction<typeof tasks, 'reopen'>('tasks', 'reopen', { done: t('reopened') })
  const ask = (of: readonly Task[], go: (answer?: Answer) => void) => {
    if (openBelow(of) > 0 && overview.data?.subtasks === 'ask') setAsked({ tasks: of, go })
    else go()
  }
  const toggle = (task: Task) => {
    if (done.isPending || reopen.isPending) return
    if (task.done) {
      onLeave(task)
      reopen.mutate({ id: task.id })
    } else
      ask([task], (subtasks) => {
        onLeave(task)
        done.mutate({ id: task.id, ...(subtasks && { subtasks }) })
      })
  }
  const finishAll = (chosen: readonly Task[], onSuccess: () => void) => {
    if (doneAll.isPending) return
    ask(chosen, (subtasks) =>
      doneAll.mutate({ ids: chosen.map(({ id }) => id), ...(subtasks && { subtasks }) }, { onSuccess }),
    )
  }
  const dialog = (
    <FinishDialog
      tasks={asked?.tasks ?? NONE}
      onAnswer={(answer) => {
        setAsked(null)
        if (answer) asked?.go(answer)
      }}
    />
  )
  return { toggle, finishAll, dialog }
}

const NONE: readonly Task[] = []
