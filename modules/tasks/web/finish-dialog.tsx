import { Button, Dialog } from '@atrium/web/kit'
import type { TaskRow as Task } from '../records.ts'
import { useTexts } from './texts.ts'

interface FinishDialogProps {
  /** The task that is done; null while nothing is asked. */
  task: Task | null
  onAnswer: (subtasks: 'done' | 'keep' | null) => void
}

/** Asks what becomes of the open subtasks of a task that is done. */
export function FinishDialog({ task, onAnswer }: FinishDialogProps) {
  const { t } = useTexts()
  const open = task?.progress ? task.progress.total - task.progress.done : 0
  return (
    <Dialog
      open={task !== null}
      size="sm"
      onOpenChange={(isOpen) => isOpen || onAnswer(null)}
      title={t('finish.title', { title: task?.title ?? '' })}
      description={t('finish.text', { count: open })}
      footer={
        <>
          <Button onClick={() => onAnswer(null)}>{t('form.cancel')}</Button>
          <Button onClick={() => onAnswer('keep')}>{t('finish.keep')}</Button>
          <Button variant="primary" data-autofocus onClick={() => onAnswer('done')}>
            {t('finish.done')}
          </Button>
        </>
      }
    />
  )
}
