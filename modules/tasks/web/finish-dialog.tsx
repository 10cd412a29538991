import { Button, Dialog } from '@atrium/web/kit'
import type { TaskRow as Task } from '../records.ts'
import { useTexts } from './texts.ts'

interface FinishDialogProps {
  /** The tasks that are done; none while nothing is asked. */
  tasks: readonly Task[]
  onAnswer: (subtasks: 'done' | 'keep' | null) => void
}

/** How many open subtasks go with these tasks; those that are done with them are not among them. */
export function openBelow(tasks: readonly Task[]): number {
  const ids = new Set(tasks.map(({ id }) => id))
  const below = tasks.map(({ done, progress }) => (progress && !done ? progress.total - progress.done : 0))
  const chosen = tasks.filter(({ done, parent }) => !done && parent !== null && ids.has(parent))
  return below.reduce((sum, count) => sum + count, 0) - chosen.length
}

/** Asks what becomes of the open subtasks of what is done. */
export function FinishDialog({ tasks, onAnswer }: FinishDialogProps) {
  const { t } = useTexts()
  const [one] = tasks
  return (
    <Dialog
      open={one !== undefined}
      size="sm"
      onOpenChange={(isOpen) => isOpen || onAnswer(null)}
      title={tasks.length > 1 ? t('finish.several') : t('finish.title', { title: one?.title ?? '' })}
      description={t('finish.text', { count: openBelow(tasks) })}
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
