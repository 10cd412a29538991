import { useAction } from '@atrium/web/kit'
import { useState } from 'react'
import type tasks from '../module.ts'
import type { TaskRow as Task } from '../records.ts'
import { dueLabel } from './due-label.ts'
import { FinishDialog } from './finish-dialog.tsx'
import { useTexts } from './texts.ts'
import { useOverview } from './use-projects.ts'

/** Does a task or opens it again. What becomes of open subtasks is asked first, where the settings say so. */
export function useFinishing(today: string, onLeave: (task: Task) => void = () => undefined) {
  const { t, language } = useTexts()
  const overview = useOverview()
  const [asked, setAsked] = useState<Task | null>(null)
  const done = useAction<typeof tasks, 'done'>('tasks', 'done', {
    done: ({ next }) => (next?.due ? t('doneAgain', { due: dueLabel(next.due, today, language) }) : t('done')),
  })
  const reopen = useAction<typeof tasks, 'reopen'>('tasks', 'reopen', { done: t('reopened') })
  const finish = (task: Task, subtasks?: 'done' | 'keep') => {
    onLeave(task)
    done.mutate({ id: task.id, ...(subtasks && { subtasks }) })
  }
  const toggle = (task: Task) => {
    if (done.isPending || reopen.isPending) return
    const hasOpen = task.progress !== null && task.progress.done < task.progress.total
    if (task.done) {
      onLeave(task)
      reopen.mutate({ id: task.id })
    } else if (hasOpen && overview.data?.subtasks === 'ask') setAsked(task)
    else finish(task)
  }
  const dialog = (
    <FinishDialog
      task={asked}
      onAnswer={(answer) => {
        setAsked(null)
        if (asked && answer) finish(asked, answer)
      }}
    />
  )
  return { toggle, dialog }
}
