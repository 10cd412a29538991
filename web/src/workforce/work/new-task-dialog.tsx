import type { Task } from '@atrium/contract/workforce-work'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useOrg } from '../org/use-org.ts'
import type { NewTaskStart } from './new-task-draft.ts'
import { NewTaskForm } from './new-task-form.tsx'
import { useFirstTasks, useSeats } from './work-queries.ts'

interface NewTaskDialogProps {
  open: boolean
  start: NewTaskStart
  onClose: () => void
  onMade: (task: Task) => void
}

const FORM = 'new-task'

/** A new task: for whom, how, what is needed for it, and when it is right. */
export function NewTaskDialog({ open, start, onClose, onMade }: NewTaskDialogProps) {
  const { t } = useTranslation('seats')
  const [isSending, setIsSending] = useState(false)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      size="lg"
      title={t(start.parent ? 'newTask.subtask' : 'newTask.title')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={FORM} variant="primary" loading={isSending}>
            {t('newTask.give')}
          </Button>
        </>
      }
    >
      {open && <Loading start={start} onMade={onMade} onSending={setIsSending} />}
    </Dialog>
  )
}

interface LoadingProps extends Pick<NewTaskDialogProps, 'start' | 'onMade'> {
  onSending: (isSending: boolean) => void
}

function Loading({ start, onMade, onSending }: LoadingProps) {
  const seats = useSeats()
  const tasks = useFirstTasks()
  const org = useOrg()
  // A task can be given to nobody, too: the form does without what cannot be had, and stays while that is asked for again.
  if (!seats.isFetched || !tasks.isFetched || !org.isFetched) return <Skeleton className="h-96 w-full" />
  return (
    <NewTaskForm
      id={FORM}
      start={start}
      seats={seats.data?.seats ?? []}
      people={org.data?.people ?? []}
      tasks={tasks.data?.tasks ?? []}
      onMade={onMade}
      onSending={onSending}
    />
  )
}
