import { dayOf } from '@atrium/domain/dates/local-time'
import { useAction } from '@atrium/web/kit'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type tasks from '../module.ts'
import type { View } from '../module.ts'
import type { TaskRow as Task } from '../records.ts'
import { dayHeading, dueLabel } from './due-label.ts'
import { TaskEditor } from './task-editor.tsx'
import { type RowActions, TaskRow } from './task-row.tsx'
import { useTexts } from './texts.ts'
import { useListKeys } from './use-list-keys.ts'

interface TaskListProps {
  tasks: readonly Task[]
  view: View
  /** Found by words: best first, without headings. */
  isSearch: boolean
  today: string
  /** The id or the place of the row that takes the focus once it is there. */
  wanted: RefObject<string | number | null>
  onFilter: (by: { project: string } | { context: string }) => void
  onNew: () => void
}

interface Group {
  heading: string | null
  tasks: Task[]
}

const rowButton = (id: string) => document.querySelector<HTMLElement>(`[data-task="${CSS.escape(id)}"]`)

export function TaskList({ tasks: rows, view, isSearch, today, wanted, onFilter, onNew }: TaskListProps) {
  const { t, language } = useTexts()
  const [editing, setEditing] = useState<string | null>(null)
  const done = useAction<typeof tasks, 'done'>('tasks', 'done', {
    done: ({ next }) => (next?.due ? t('doneAgain', { due: dueLabel(next.due, today, language) }) : t('done')),
  })
  const reopen = useAction<typeof tasks, 'reopen'>('tasks', 'reopen', { done: t('reopened') })
  const drop = useAction<typeof tasks, 'remove'>('tasks', 'remove', { done: t('removed') })
  const order = useAction<typeof tasks, 'move'>('tasks', 'move')

  // When the row that had it has left the list, or new ones have come.
  useEffect(() => {
    const id = typeof wanted.current === 'number' ? rows[wanted.current]?.id : wanted.current
    if (!id) return
    rowButton(id)?.focus()
    wanted.current = null
  }, [rows, wanted])

  const leave = (task: Task) => {
    const at = rows.findIndex((row) => row.id === task.id)
    const isHeld = document.activeElement?.closest('li')?.contains(rowButton(task.id)) ?? false
    wanted.current = isHeld ? ((rows[at + 1] ?? rows[at - 1])?.id ?? null) : null
  }
  const actions = {
    edit: (task: Task) => setEditing(task.id),
    toggle: (task: Task) => {
      if (done.isPending || reopen.isPending) return
      leave(task)
      if (task.done) reopen.mutate({ id: task.id })
      else done.mutate({ id: task.id })
    },
    remove: (task: Task) => {
      leave(task)
      drop.mutate({ id: task.id })
    },
    move: (task: Task, by: 1 | -1) => {
      const others = rows.filter((row) => row.id !== task.id)
      const at = rows.findIndex((row) => row.id === task.id) + by
      if (at < 0 || at > others.length) return
      wanted.current = task.id
      order.mutate({ id: task.id, after: others[at - 1]?.id ?? null })
    },
    filter: onFilter,
  }
  // Rows are drawn again only when they have changed themselves: there may be thousands.
  const latest = useRef<Required<RowActions>>(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  const steady = useMemo<Required<RowActions>>(
    () => ({
      edit: (task) => latest.current.edit(task),
      toggle: (task) => latest.current.toggle(task),
      remove: (task) => latest.current.remove(task),
      move: (task, by) => latest.current.move(task, by),
      filter: (by) => latest.current.filter(by),
    }),
    [],
  )
  const canMove = !isSearch && (view === 'inbox' || view === 'anytime')
  const held = () => rows.find((row) => row.id === (document.activeElement as HTMLElement | null)?.dataset.task)

  useListKeys({
    step: (by) => {
      const at = rows.findIndex((row) => row.id === held()?.id)
      const next = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : at + by]
      if (next) rowButton(next.id)?.focus()
    },
    act: (action) => {
      const task = held()
      if (!task) return false
      if (action === 'toggle') actions.toggle(task)
      else if (action === 'remove') actions.remove(task)
      else if (canMove) actions.move(task, action === 'up' ? -1 : 1)
      return true
    },
    onNew,
  })

  return groupsOf(rows, isSearch ? 'anytime' : view, today, t('overdue'), (day) =>
    dayHeading(day, today, language),
  ).map((group) => (
    <section key={group.heading ?? ''} className="mb-6">
      {group.heading && <h2 className="mb-1 border-b border-line pb-1 text-sm font-semibold">{group.heading}</h2>}
      {/* The circles stand under the heading's first letter. */}
      <ul className="-mx-2 touch:-mx-3">
        {group.tasks.map((task) => (
          <li key={task.id}>
            {editing === task.id ? (
              <TaskEditor
                task={task}
                onClose={() => {
                  setEditing(null)
                  requestAnimationFrame(() => rowButton(task.id)?.focus())
                }}
              />
            ) : (
              <TaskRow
                task={task}
                today={today}
                dayIsShown={group.heading !== null && group.heading !== t('overdue')}
                {...steady}
                move={canMove ? steady.move : undefined}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  ))
}

/** Today parts what is overdue from the day; upcoming has a heading for each day. */
function groupsOf(
  rows: readonly Task[],
  view: View,
  today: string,
  overdue: string,
  heading: (day: string) => string,
): Group[] {
  if (view !== 'today' && view !== 'upcoming') return [{ heading: null, tasks: [...rows] }]
  const groups = new Map<string, Task[]>()
  for (const task of rows) {
    const day = dayOf(task.due ?? today)
    const name = day < today ? overdue : heading(day)
    groups.set(name, [...(groups.get(name) ?? []), task])
  }
  return [...groups].map(([name, tasks]) => ({ heading: name, tasks }))
}
