import { Badge, IconButton, Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '@atrium/web/kit'
import { clsx } from 'clsx'
import {
  ArrowDown,
  ArrowUp,
  Ellipsis,
  FileText,
  History,
  IndentDecrease,
  IndentIncrease,
  ListPlus,
  Pencil,
  SquareCheck,
  Trash2,
} from 'lucide-react'
import { memo } from 'react'
import type { TaskRow as Task } from '../records.ts'
import { DoneCircle } from './done-circle.tsx'
import { TaskFacts } from './task-facts.tsx'
import { useTexts } from './texts.ts'

export type Step = 'up' | 'down' | 'in' | 'out'

export interface RowActions {
  edit: (task: Task) => void
  toggle: (task: Task) => void
  remove: (task: Task) => void
  choose: (task: Task) => void
  addPart: (task: Task) => void
  history: (task: Task) => void
  /** Absent where the order is not the person's own. */
  move?: (task: Task, step: Step) => void
  filter: (by: { project: string } | { context: string }) => void
}

interface RowProps extends RowActions {
  task: Task
  today: string
  /** Its day stands in the heading above. */
  dayIsShown: boolean
  /** All tasks of the list are of one. */
  projectIsShown: boolean
  isChosen: boolean
  who: string | undefined
}

export const TaskRow = memo(function TaskRow({
  task,
  today,
  dayIsShown,
  projectIsShown,
  isChosen,
  who,
  ...act
}: RowProps) {
  const { t } = useTexts()
  const { move } = act
  return (
    <div
      className={clsx(
        'group flex items-start gap-1 rounded-md',
        isChosen ? 'bg-accent-soft' : 'hover:bg-hover focus-within:bg-hover',
      )}
      style={task.depth ? { marginInlineStart: `${task.depth * 1.5}rem` } : undefined}
    >
      <DoneCircle task={task} onToggle={() => act.toggle(task)} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-0.5 py-1.5 touch:py-2.5">
        <button
          type="button"
          data-task={task.id}
          aria-current={isChosen || undefined}
          onClick={(event) => (event.ctrlKey || event.metaKey ? act.choose(task) : act.edit(task))}
          aria-keyshortcuts="Enter e x #"
          className={clsx(
            'min-w-0 rounded-sm text-start text-sm max-sm:w-full',
            task.done && 'text-muted line-through',
          )}
        >
          {task.title}
          {task.notes && <FileText aria-hidden className="ms-1.5 inline size-3.5 text-faint" />}
        </button>
        <TaskFacts task={task} today={today} dayIsShown={dayIsShown} who={who} />
        {task.project && !projectIsShown && (
          <button
            type="button"
            className="max-w-full rounded-sm"
            onClick={() => act.filter({ project: task.projectId ?? '' })}
          >
            <Badge tone="space">#{task.project}</Badge>
          </button>
        )}
        {task.contexts.map((name) => (
          <button
            key={name}
            type="button"
            className="max-w-full rounded-sm"
            onClick={() => act.filter({ context: name })}
          >
            <Badge>@{name}</Badge>
          </button>
        ))}
      </div>
      <Menu>
        <MenuTrigger>
          <IconButton
            label={t('moreFor', { title: task.title })}
            icon={<Ellipsis />}
            className="opacity-0 print:hidden group-focus-within:opacity-100 group-hover:opacity-100 touch:opacity-100"
          />
        </MenuTrigger>
        <MenuContent align="end">
          <MenuItem icon={<Pencil />} shortcut="enter" onSelect={() => act.edit(task)}>
            {t('edit')}
          </MenuItem>
          {!task.done && (
            <MenuItem icon={<ListPlus />} onSelect={() => act.addPart(task)}>
              {t('subtasks.add')}
            </MenuItem>
          )}
          <MenuItem icon={<SquareCheck />} shortcut="x" onSelect={() => act.choose(task)}>
            {t(isChosen ? 'unchoose' : 'choose')}
          </MenuItem>
          {move && (
            <>
              <MenuItem icon={<ArrowUp />} shortcut="alt+↑" onSelect={() => move(task, 'up')}>
                {t('moveUp')}
              </MenuItem>
              <MenuItem icon={<ArrowDown />} shortcut="alt+↓" onSelect={() => move(task, 'down')}>
                {t('moveDown')}
              </MenuItem>
              <MenuItem
                icon={<IndentIncrease className="rtl:-scale-x-100" />}
                shortcut="alt+→"
                onSelect={() => move(task, 'in')}
              >
                {t('subtasks.in')}
              </MenuItem>
              {task.parent && (
                <MenuItem
                  icon={<IndentDecrease className="rtl:-scale-x-100" />}
                  shortcut="alt+←"
                  onSelect={() => move(task, 'out')}
                >
                  {t('subtasks.out')}
                </MenuItem>
              )}
            </>
          )}
          <MenuItem icon={<History />} onSelect={() => act.history(task)}>
            {t('history')}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Trash2 />} shortcut="#" danger onSelect={() => act.remove(task)}>
            {t('remove')}
          </MenuItem>
        </MenuContent>
      </Menu>
    </div>
  )
})
