import { api, Board, Button, EmptyState, Skeleton, sentenceFor, useAction } from '@atrium/web/kit'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type tasks from '../module.ts'
import type { TaskRow as Task } from '../records.ts'
import { DoneCircle } from './done-circle.tsx'
import { AddSection, SectionMenu } from './sections.tsx'
import { TaskEditor } from './task-editor.tsx'
import { TaskFacts } from './task-facts.tsx'
import { useTexts } from './texts.ts'
import { useFinishing } from './use-finishing.tsx'
import type { ShownProject } from './use-projects.ts'
import { useHolderNames } from './use-teammates.ts'

/** Cards of a column before "Show more". */
const PAGE = 50
/** What stands in no section, as a column. */
const NONE = '-'

interface Listed {
  tasks: Task[]
  total: number
}

interface BoardViewProps {
  project: ShownProject
  today: string
  /** Whose tasks stand on it; everybody's when absent. */
  assignee: string | undefined
}

/** A project's sections as columns; each asks for its own page of tasks. */
export function BoardView({ project, today, assignee }: BoardViewProps) {
  const { t } = useTexts()
  const [pages, setPages] = useState<Readonly<Record<string, number>>>({})
  const [open, setOpen] = useState<Task | null>(null)
  const holderOf = useHolderNames(t('form.formerMember'))
  const move = useAction<typeof tasks, 'move'>('tasks', 'move')
  const { toggle, dialog } = useFinishing(today)
  const columns = [{ id: NONE, name: t('section.none') }, ...project.sections]
  const lists = useQueries({
    queries: columns.map(({ id }) => {
      const limit = (pages[id] ?? 1) * PAGE
      const section = id === NONE ? null : id
      // A member may have a subtask alone: then each task stands for itself, as in the list.
      const input = { projectId: project.id, section, limit, ...(assignee ? { assignee } : { tree: true }) }
      return {
        queryKey: ['module', 'tasks', 'list', input],
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          (await api.post<{ output: Listed }>('/api/m/tasks/list', input, { signal })).output,
        placeholderData: keepPreviousData,
      }
    }),
  })
  const failed = lists.find(({ error, data }) => error && !data)
  const cardsOf = (at: number) => (lists[at]?.data?.tasks ?? []).filter(({ depth }) => depth === 0)

  const onMove = async (id: string, column: string, before: string | null): Promise<boolean> => {
    const at = columns.findIndex((one) => one.id === column)
    const others = cardsOf(at).filter((task) => task.id !== id)
    const place = before === null ? others.length : others.findIndex((task) => task.id === before)
    const after = others[place - 1]?.id ?? null
    const section = column === NONE ? null : column
    const moved = await move.mutateAsync({ id, after, section }).catch(() => null) // told in a toast
    return moved !== null
  }

  if (failed?.error) return <EmptyState title={sentenceFor(failed.error)} />
  if (lists.some(({ data }) => !data)) return <Waiting columns={columns} />
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <Board<Task>
        label={project.name}
        columns={columns.map(({ id, name }, at) => {
          const section = project.sections.find((one) => one.id === id)
          const cards = cardsOf(at)
          return {
            id,
            title: name,
            cards,
            menu: section && <SectionMenu project={project} section={section} />,
            more: (lists[at]?.data?.total ?? 0) > cards.length && (
              <Button
                size="sm"
                variant="ghost"
                className="mt-1.5"
                loading={lists[at]?.isFetching}
                onClick={() => setPages({ ...pages, [id]: (pages[id] ?? 1) + 1 })}
              >
                {t('showMore')}
              </Button>
            ),
          }
        })}
        cardId={(task) => task.id}
        cardLabel={(task) => task.title}
        onOpen={setOpen}
        onMove={onMove}
        renderCard={(task) => (
          <div className="group flex items-start gap-1">
            <span className="-ms-2 -mt-2">
              <DoneCircle task={task} onToggle={() => toggle(task)} />
            </span>
            <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
              <bdi className="w-full wrap-anywhere">{task.title}</bdi>
              <TaskFacts task={task} today={today} who={holderOf(task.assignee)} />
            </div>
          </div>
        )}
      />
      <AddSection project={project} />
      {open && <TaskEditor key={open.id} task={open} onClose={() => setOpen(null)} />}
      {dialog}
    </div>
  )
}

/** As long as nobody knows what stands on it: an empty column would say that nothing does. */
function Waiting({ columns }: { columns: readonly { id: string }[] }) {
  return (
    <div aria-hidden className="flex gap-3 overflow-hidden">
      {columns.map(({ id }) => (
        <div key={id} className="flex w-72 shrink-0 flex-col gap-2">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-20 w-full" />
        </div>
      ))}
    </div>
  )
}
