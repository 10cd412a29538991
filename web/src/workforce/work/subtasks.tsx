import type { Task, TaskDetails } from '@atrium/contract/workforce-work'
import { ChevronRight, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceFor } from '../../platform/api.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { NewTaskDialog } from './new-task-dialog.tsx'
import { TaskLine } from './task-line.tsx'
import { Part } from './task-part.tsx'
import { useTask } from './work-queries.ts'

/** The parts of a task, each with its own parts below it. */
export function Subtasks({ task }: { task: TaskDetails }) {
  const { t } = useTranslation('seats')
  const [isNew, setIsNew] = useState(false)
  return (
    <Part
      title={t('taskPage.subtasks')}
      actions={
        <Button
          size="sm"
          icon={<Plus aria-hidden className="size-4" />}
          className="print:hidden"
          onClick={() => setIsNew(true)}
        >
          {t('taskPage.addSubtask')}
        </Button>
      }
    >
      {task.children.length === 0 ? (
        <p className="text-sm text-muted">{t('taskPage.noSubtasks')}</p>
      ) : (
        <Branch tasks={task.children} label={t('taskPage.subtasks')} />
      )}
      <NewTaskDialog
        open={isNew}
        start={{ parent: task.id }}
        onClose={() => setIsNew(false)}
        onMade={() => {
          setIsNew(false)
          toast({ title: t('newTask.made') })
        }}
      />
    </Part>
  )
}

function Branch({ tasks, label }: { tasks: readonly Task[]; label: string }) {
  return (
    <ul aria-label={label} className="divide-y divide-line border-y border-line">
      {tasks.map((task) => (
        <Twig key={task.id} task={task} />
      ))}
    </ul>
  )
}

/** A subtask; what lies below it is fetched when it is opened. */
function Twig({ task }: { task: Task }) {
  const { t } = useTranslation('seats')
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  if (task.subtasks.total === 0) return <TaskLine task={task} />
  return (
    <TaskLine
      task={task}
      before={
        <IconButton
          size="sm"
          label={t('taskPage.showSubtasks', { title: task.title })}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          icon={<ChevronRight className={isOpen ? 'rotate-90' : 'rtl:-scale-x-100'} />}
          onClick={() => setIsOpen(!isOpen)}
        />
      }
    >
      {isOpen && (
        <div id={id} className="ms-9 mb-2">
          <Below id={task.id} title={task.title} />
        </div>
      )}
    </TaskLine>
  )
}

function Below({ id, title }: { id: string; title: string }) {
  const { data, error } = useTask(id)
  if (data) return <Branch tasks={data.children} label={title} />
  return error ? <p className="py-2 text-sm text-danger-ink">{sentenceFor(error)}</p> : <Skeleton className="h-12" />
}
