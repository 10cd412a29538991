import type { Inbox } from '@atrium/contract/workforce-insight'
import type { SeatAtWork } from '@atrium/contract/workforce-seats'
import { useQuery } from '@tanstack/react-query'
import { ListTodo, Pause, Play, Plus, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { api, sentenceFor } from '../../platform/api.ts'
import { PageFrame } from '../../shell/page-frame.tsx'
import { useShortcut } from '../../shell/use-shortcut.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Select } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { columnIds, columnsOf, type Move } from './board-columns.ts'
import { NewTaskDialog } from './new-task-dialog.tsx'
import { TaskBoard } from './task-board.tsx'
import { TaskLine, taskPage } from './task-line.tsx'
import { useDoing } from './use-doing.ts'
import { ViewSwitch } from './view-switch.tsx'
import { useDoneTasks, useOpenTasks, useSeats } from './work-queries.ts'

const none: ReadonlyMap<string, Move> = new Map()

/** /workforce/active: who works on what. The view, the seat and the form of a new task stand in the address. */
export function ActivePage() {
  const { t } = useTranslation('seats')
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const view = params.get('view') === 'list' ? 'list' : 'board'
  const seatId = params.get('seat') ?? ''
  const isNew = params.has('new')
  const seats = useSeats()
  const open = useOpenTasks(seatId).query
  const done = useDoneTasks(seatId).query
  const set = (change: Record<string, string | null>, replace = true) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(change))
          if (value === null) next.delete(name)
          else next.set(name, value)
        return next
      },
      { replace },
    )
  const openNew = () => set({ new: '' }, false)
  useShortcut('n', openNew)

  const all = seats.data?.seats ?? []
  const error = seats.error ?? open.error ?? done.error
  const retry = () => void Promise.all([seats.refetch(), open.refetch(), done.refetch()])
  const isLoaded = seats.data && open.data && done.data
  const isEmpty = isLoaded && open.data.tasks.length === 0 && done.data.tasks.length === 0 && !seatId
  return (
    <PageFrame
      title={t('board.title')}
      text={t('board.text')}
      width="wide"
      actions={
        <>
          {isLoaded && all.length > 0 && <PauseAll isPaused={seats.data.isPaused} />}
          <Button
            variant="primary"
            icon={<Plus aria-hidden className="size-4" />}
            onClick={openNew}
            aria-keyshortcuts="n"
          >
            {t('newTask.new')}
          </Button>
        </>
      }
      toolbar={
        isLoaded &&
        !isEmpty && (
          <>
            <ViewSwitch
              label={t('board.view')}
              value={view}
              options={[
                { value: 'board', label: t('board.asBoard') },
                { value: 'list', label: t('board.asList') },
              ]}
              onChange={(next) => set({ view: next === 'list' ? 'list' : null })}
            />
            <SeatFilter seats={all} value={seatId} onChange={(next) => set({ seat: next || null })} />
            <nav aria-label={t('board.links')} className="flex flex-wrap gap-1 sm:ms-auto">
              <ApprovalsLink />
              <Link to="/workforce/seats" className={buttonClass('ghost', 'sm')}>
                {t('board.seats')}
              </Link>
            </nav>
          </>
        )
      }
    >
      {error && !isLoaded ? (
        <EmptyState
          title={t('errors.loadFailed')}
          text={sentenceFor(error)}
          action={<Button onClick={retry}>{t('common.retry')}</Button>}
        />
      ) : !isLoaded ? (
        <Waiting />
      ) : isEmpty ? (
        <Nothing hasSeats={all.length > 0} onNew={openNew} />
      ) : (
        <>
          {seats.data.isPaused && (
            <p role="status" className="mb-4 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-ink">
              {t('board.isPaused')}
            </p>
          )}
          {view === 'board' ? (
            <TaskBoard open={open.data.tasks} done={done.data.tasks} />
          ) : (
            <TaskGroups columns={columnsOf(open.data.tasks, done.data.tasks, none)} />
          )}
        </>
      )}
      <NewTaskDialog
        open={isNew}
        start={{ seat: params.get('seat') ?? undefined, playbook: params.get('playbook') ?? undefined }}
        onClose={() => set({ new: null, playbook: null })}
        onMade={(task) => void navigate(taskPage(task.id), { replace: true })}
      />
    </PageFrame>
  )
}

function PauseAll({ isPaused }: { isPaused: boolean }) {
  const { t } = useTranslation('seats')
  const pause = useDoing({
    act: (on: boolean) => api.put('/api/workforce/paused', { on }),
    done: (_, on) => t(on ? 'board.paused' : 'board.resumed'),
  })
  return (
    <Button
      loading={pause.isPending}
      icon={
        isPaused ? <Play aria-hidden className="size-4 rtl:-scale-x-100" /> : <Pause aria-hidden className="size-4" />
      }
      onClick={() => pause.mutate(!isPaused)}
    >
      {t(isPaused ? 'board.resumeAll' : 'board.pauseAll')}
    </Button>
  )
}

interface SeatFilterProps {
  seats: readonly SeatAtWork[]
  value: string
  onChange: (id: string) => void
}

function SeatFilter({ seats, value, onChange }: SeatFilterProps) {
  const { t } = useTranslation('seats')
  if (seats.length === 0 && !value) return null
  return (
    <Select
      label={<span className="sr-only">{t('board.seat')}</span>}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      options={[
        { value: '', label: t('board.allSeats') },
        ...seats.map(({ id, name }) => ({ value: id, label: name })),
        // A seat that has ended may still stand in an address.
        ...(value && seats.every(({ id }) => id !== value) ? [{ value, label: t('board.endedSeat') }] : []),
      ]}
      className="w-52 max-w-full gap-0!"
    />
  )
}

/** How many approvals wait, on the way to them. */
function ApprovalsLink() {
  const { t } = useTranslation('seats')
  const { data } = useQuery<Inbox>({ queryKey: ['/api/workforce/inbox'], staleTime: 0 })
  const count = data?.approvals.length ?? 0
  return (
    <Link to="/workforce/approvals" className={buttonClass('ghost', 'sm')}>
      {count > 0 ? t('board.approvals', { count }) : t('approval.title')}
    </Link>
  )
}

function TaskGroups({ columns }: { columns: ReturnType<typeof columnsOf> }) {
  const { t } = useTranslation('seats')
  return (
    <div className="flex max-w-5xl flex-col gap-8">
      {columnIds.map((id) => {
        const tasks = columns[id]
        if (tasks.length === 0) return null
        const title = t(`board.columns.${id}`)
        return (
          <section key={id} aria-label={title}>
            <h2 className="mb-1 flex items-baseline gap-2 text-base">
              {title}
              <span className="text-sm font-normal text-muted tabular-nums">{tasks.length}</span>
            </h2>
            <ul aria-label={title} className="divide-y divide-line border-y border-line">
              {tasks.map((task) => (
                <TaskLine key={task.id} task={task} />
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

function Nothing({ hasSeats, onNew }: { hasSeats: boolean; onNew: () => void }): ReactNode {
  const { t } = useTranslation('seats')
  if (hasSeats)
    return (
      <EmptyState
        icon={<ListTodo aria-hidden />}
        title={t('board.none')}
        text={t('board.noneText')}
        action={
          <>
            <Button variant="primary" onClick={onNew}>
              {t('board.first')}
            </Button>
            <Link to="/workforce/seats" className={buttonClass('ghost')}>
              {t('board.seats')}
            </Link>
          </>
        }
      />
    )
  return (
    <EmptyState
      icon={<UserPlus aria-hidden />}
      title={t('board.nobody')}
      text={t('board.nobodyText')}
      action={
        <Link to="/workforce" className={buttonClass('primary')}>
          {t('board.hire')}
        </Link>
      }
    />
  )
}

function Waiting() {
  return (
    <div aria-hidden className="flex gap-3 overflow-hidden">
      {columnIds.map((id) => (
        <div key={id} className="flex w-72 shrink-0 flex-col gap-2">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-20 w-full" />
        </div>
      ))}
    </div>
  )
}
