import { RecordHistory, useAction, useSelection } from '@atrium/web/kit'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type tasks from '../module.ts'
import type { View } from '../readings.ts'
import type { Section, TaskRow as Task } from '../records.ts'
import { BulkBar } from './bulk-bar.tsx'
import { dayHeading } from './due-label.ts'
import { taskLabels } from './field-labels.ts'
import { AddSection, SectionMenu } from './sections.tsx'
import { SubtaskAdd } from './subtask-add.tsx'
import { TaskEditor } from './task-editor.tsx'
import { byDay, bySection, type Group, placeAfter } from './task-groups.ts'
import { type RowActions, type Step, TaskRow } from './task-row.tsx'
import { useTexts } from './texts.ts'
import { useFinishing } from './use-finishing.tsx'
import { useListKeys } from './use-list-keys.ts'
import { type ShownProject, useProjects } from './use-projects.ts'
import { useHolderNames } from './use-teammates.ts'

interface TaskListProps {
  tasks: readonly Task[]
  view: View
  /** Of which all of these are, by its sections. */
  project?: ShownProject | undefined
  /** Found by words: best first, without headings. */
  isSearch: boolean
  today: string
  /** The id or the place of the row that takes the focus once it is there. */
  wanted: RefObject<string | number | null>
  onFilter: (by: { project: string } | { context: string }) => void
}

const rowButton = (id: string) => document.querySelector<HTMLElement>(`[data-task="${CSS.escape(id)}"]`)
const idOf = ({ id }: Task) => id
const NONE: readonly Section[] = []

export function TaskList({ tasks: listed, view, project, isSearch, today, wanted, onFilter }: TaskListProps) {
  const { t, language } = useTexts()
  const projects = useProjects()
  const holderOf = useHolderNames(t('form.formerMember'))
  const [editing, setEditing] = useState<Task | null>(null)
  const [adding, setAdding] = useState<string | null>(null)
  const [past, setPast] = useState<string | null>(null)
  const isByDay = !isSearch && (view === 'today' || view === 'upcoming')
  const isBySection = project !== undefined && !isSearch && view === 'anytime'
  const sections = isBySection ? project.sections : NONE
  const overdue = t('overdue')
  const groups = useMemo<Group[]>(
    () =>
      isByDay ? byDay(listed, today, overdue, (day) => dayHeading(day, today, language)) : bySection(listed, sections),
    [isByDay, listed, today, overdue, language, sections],
  )
  /** In the order in which they are seen. */
  const rows = useMemo(() => groups.flatMap((group) => group.tasks), [groups])
  const { ids, chosen, toggle: choose, clear } = useSelection(rows, idOf)
  const drop = useAction<typeof tasks, 'remove'>('tasks', 'remove', { done: t('removed') })
  const dropAll = useAction<typeof tasks, 'removeMany'>('tasks', 'removeMany', {
    done: ({ removed }) => t('bulk.removed', { count: removed }),
  })
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
    const next = rows.slice(at + 1).find(({ depth }) => depth <= task.depth) ?? rows[at - 1]
    wanted.current = isHeld ? (next?.id ?? null) : null
  }
  const { toggle, finishAll, dialog } = useFinishing(today, leave)
  const all = chosen.map(idOf)
  const actions: Required<RowActions> = {
    edit: (task: Task) => setEditing(task),
    toggle,
    remove: (task: Task) => {
      leave(task)
      drop.mutate({ id: task.id })
    },
    choose: (task: Task) => choose(rows.findIndex(({ id }) => id === task.id)),
    addPart: (task: Task) => setAdding(task.id),
    history: (task: Task) => setPast(task.id),
    move: (task: Task, step: Step) => {
      const place = placeAfter(task, step, rows)
      if (!place) return
      wanted.current = task.id
      order.mutate(place)
    },
    filter: onFilter,
  }
  // Rows are drawn again only when they have changed themselves: there may be thousands.
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  const steady = useMemo<Required<RowActions>>(
    () => ({
      edit: (task) => latest.current.edit(task),
      toggle: (task) => latest.current.toggle(task),
      remove: (task) => latest.current.remove(task),
      choose: (task) => latest.current.choose(task),
      addPart: (task) => latest.current.addPart(task),
      history: (task) => latest.current.history(task),
      move: (task, step) => latest.current.move(task, step),
      filter: (by) => latest.current.filter(by),
    }),
    [],
  )
  const canMove = !isSearch && (view === 'inbox' || view === 'anytime')
  const held = () => rows.find((row) => row.id === (document.activeElement as HTMLElement | null)?.dataset.task)
  const doneWith = () => finishAll(chosen, clear)
  const removeAll = () => dropAll.mutate({ ids: all }, { onSuccess: clear })

  useListKeys({
    step: (by) => {
      const at = rows.findIndex((row) => row.id === held()?.id)
      const next = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : at + by]
      if (next) rowButton(next.id)?.focus()
    },
    act: (action) => {
      const task = held()
      if (all.length > 0 && action === 'toggle') doneWith()
      else if (all.length > 0 && action === 'remove') removeAll()
      else if (!task) return false
      else if (action === 'toggle') actions.toggle(task)
      else if (action === 'remove') actions.remove(task)
      else if (action === 'choose') actions.choose(task)
      else if (canMove) actions.move(task, action)
      return true
    },
    clear: () => {
      clear()
      return all.length > 0
    },
  })

  return (
    <>
      {groups.map((group) => (
        <section key={group.key} className={group.tasks.length > 0 || group.section ? 'mb-6' : undefined}>
          {group.heading && (
            <div className="mb-1 flex items-center justify-between gap-2 border-b border-line pb-1">
              <h2 className="min-w-0 truncate text-sm font-semibold">
                <bdi>{group.heading}</bdi>
              </h2>
              {group.section && project && <SectionMenu project={project} section={group.section} />}
            </div>
          )}
          {/* The circles stand under the heading's first letter. */}
          <ul className="-mx-2 touch:-mx-3">
            {group.tasks.map((task) => (
              <li key={task.id}>
                <TaskRow
                  task={task}
                  today={today}
                  dayIsShown={isByDay && group.heading !== overdue}
                  projectIsShown={project !== undefined}
                  isChosen={ids.has(task.id)}
                  who={holderOf(task.assignee)}
                  {...steady}
                  move={canMove ? steady.move : undefined}
                />
                {adding === task.id && (
                  <SubtaskAdd
                    task={task}
                    onClose={() => {
                      setAdding(null)
                      rowButton(task.id)?.focus()
                    }}
                  />
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {isBySection && <AddSection project={project} />}
      {chosen.length > 0 && (
        <BulkBar tasks={chosen} today={today} onClear={clear} onDone={doneWith} onRemove={removeAll} />
      )}
      {editing && <TaskEditor key={editing.id} task={editing} onClose={() => setEditing(null)} />}
      {dialog}
      <RecordHistory
        module="tasks"
        collection="tasks"
        id={past}
        open={past !== null}
        onOpenChange={(open) => open || setPast(null)}
        fields={taskLabels()}
        show={(name, value) =>
          name === 'projectId'
            ? projects.find(({ id }) => id === value)?.name
            : name === 'assignee'
              ? holderOf(value as string | null)
              : undefined
        }
      />
    </>
  )
}
