import { isOpen } from '@atrium/contract/runs'
import { isOpenTask, type TaskChange, type TaskDetails } from '@atrium/contract/workforce-work'
import { Archive, CircleCheck, CircleSlash, CircleStop, Ellipsis, LifeBuoy, Pencil, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { api } from '../../platform/api.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '../../ui/menu.tsx'
import { EditTaskDialog } from './edit-task-dialog.tsx'
import { ResultForm } from './result-form.tsx'
import { useDoing } from './use-doing.ts'

const pathOf = (id: string) => `/api/workforce/tasks/${encodeURIComponent(id)}`

function useMoveTask({ id, version }: TaskDetails) {
  const { t } = useTranslation('seats')
  return useDoing({
    act: (to: NonNullable<TaskChange['status']>) => api.patch(pathOf(id), { status: to, version }),
    done: (_, to) => t('taskPage.movedTo', { state: t(`task.states.${to}`) }),
  })
}

/** Of a task that another person gave: what is done is opened again. The rest stands where it is asked for. */
export function GivenActions({ task }: { task: TaskDetails }) {
  const { t } = useTranslation('seats')
  const move = useMoveTask(task)
  if (!task.canReopen) return null
  return (
    <Button
      icon={<Undo2 aria-hidden className="size-4 rtl:-scale-x-100" />}
      loading={move.isPending}
      onClick={() => move.mutate('todo')}
    >
      {t('taskPage.reopen')}
    </Button>
  )
}

/** Stop what is under way; edit, move or end the task. */
export function TaskActions({ task }: { task: TaskDetails }) {
  const { t } = useTranslation('seats')
  const confirm = useConfirm()
  const navigate = useNavigate()
  const [isEditing, setIsEditing] = useState(false)
  const [isEnding, setIsEnding] = useState(false)
  const { id, status, title } = task
  const path = pathOf(id)
  const isRunning = task.runs.some((run) => isOpen(run.status))
  const isTaskOpen = isOpenTask(status)
  const lastRun = task.runs.toSorted((a, b) => b.attempt - a.attempt)[0]
  const stop = useDoing({ act: () => api.post(`${path}/stop`), done: () => t('taskPage.stopped') })
  const move = useMoveTask(task)
  const cancel = async () => {
    const question = {
      title: t('taskPage.cancelTitle', { title }),
      text: t('taskPage.cancelText'),
      confirm: t('taskPage.cancel'),
      cancel: t('taskPage.keep'),
      danger: true,
    }
    if (await confirm(question)) move.mutate('cancelled')
  }
  return (
    <>
      {isRunning && (
        <Button
          icon={<CircleStop aria-hidden className="size-4" />}
          loading={stop.isPending}
          onClick={() => stop.mutate()}
        >
          <span className="phone:sr-only">{t('taskPage.stop')}</span>
        </Button>
      )}
      <Menu>
        <MenuTrigger>
          <IconButton variant="secondary" label={t('taskPage.more')} icon={<Ellipsis />} />
        </MenuTrigger>
        <MenuContent align="end">
          {isTaskOpen && (
            <MenuItem icon={<Pencil />} onSelect={() => setIsEditing(true)}>
              {t('taskPage.edit')}
            </MenuItem>
          )}
          {isTaskOpen && status !== 'backlog' && (
            <MenuItem icon={<Archive />} onSelect={() => move.mutate('backlog')}>
              {t('taskPage.toBacklog')}
            </MenuItem>
          )}
          {(status === 'backlog' || task.canReopen) && (
            <MenuItem icon={<Undo2 className="rtl:-scale-x-100" />} onSelect={() => move.mutate('todo')}>
              {t(task.canReopen ? 'taskPage.reopen' : 'taskPage.toTodo')}
            </MenuItem>
          )}
          {isTaskOpen && !task.seat && (
            <MenuItem icon={<CircleCheck />} onSelect={() => setIsEnding(true)}>
              {t('taskPage.markDone')}
            </MenuItem>
          )}
          {lastRun && (
            <MenuItem
              icon={<LifeBuoy />}
              onSelect={() =>
                void navigate(`/workforce/support-help?${new URLSearchParams({ run: lastRun.id, task: id })}`)
              }
            >
              {t('support.new')}
            </MenuItem>
          )}
          {isTaskOpen && (
            <>
              <MenuSeparator />
              <MenuItem danger icon={<CircleSlash />} onSelect={() => void cancel()}>
                {t('taskPage.cancel')}
              </MenuItem>
            </>
          )}
        </MenuContent>
      </Menu>
      <EditTaskDialog task={task} open={isEditing} onClose={() => setIsEditing(false)} />
      <Dialog open={isEnding} onOpenChange={setIsEnding} title={t('taskPage.markDone')}>
        {isEnding && (
          <ResultForm task={task} autoFocus onDone={() => setIsEnding(false)}>
            <Button size="sm" onClick={() => setIsEnding(false)}>
              {t('common.cancel')}
            </Button>
          </ResultForm>
        )}
      </Dialog>
    </>
  )
}
