import type { Inbox } from '@atrium/contract/workforce-insight'
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
import { formatNumber } from '../../ui/formats.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { columnIds, columnsOf, type Move } from './board-columns.ts'
import { EndedTasks } from './ended-tasks.tsx'
import { GivenFirst, GivenTasks, givenPage } from './given-tasks.tsx'
import { NewTaskDialog } from './new-task-dialog.tsx'
import { RestOfTasks } from './rest-of-tasks.tsx'
import { SeatFilter } from './seat-filter.tsx'
import { TaskBoard } from './task-board.tsx'
import { TaskGroups } from './task-groups.tsx'
import { taskPage } from './task-line.tsx'
import { useDoing } from './use-doing.ts'
import { ViewSwitch } from './view-switch.tsx'
import { useDoneTasks, useOpenTasks, useSeats } from './work-queries.ts'

const none: ReadonlyMap<string, Move> = new Map()
const views = ['board', 'list', 'given', 'ended'] as const

/** /workforce/active: who works on what. The view, the seat and the form of a new task stand in the address. */
export function ActivePage() {
  const { t } = useTranslation('seats')
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const view = views.find((one) => one === params.get('view')) ?? 'board'
  const seatId = params.get('seat') ?? ''
  const isNew = params.has('new')
  const seats = useSeats()
  const opened = useOpenTasks(seatId)
  const open = opened.query
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
  const isOfOpen = view === 'board' || view === 'list'
  const isEmpty = isLoaded && open.data.tasks.length === 0 && done.data.tasks.length === 0 && !seatId && isOfOpen
  const endedOf = new URLSearchParams({ view: 'ended', ...(seatId && { seat: seatId }) })
  const allDone = done.data?.nextCursor ? `/workforce/active?${endedOf}` : null
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
        !(isEmpty && all.length === 0) && (
          <>
            <ViewSwitch
              label={t('board.view')}
              value={view}
              options={[
                { value: 'board', label: t('board.asBoard') },
                { value: 'list', label: t('board.asList') },
                { value: 'given', label: t('given.title') },
                { value: 'ended', label: t('board.asEnded') },
              ]}
              onChange={(next) => set({ view: next === 'board' ? null : next })}
            />
            {view !== 'given' && (
              <SeatFilter seats={all} value={seatId} onChange={(next) => set({ seat: next || null })} />
            )}
            <nav aria-label={t('board.links')} className="flex flex-wrap gap-1 sm:ms-auto">
              <ApprovalsLink />
              <Link to="/workforce/deliverables" className={buttonClass('ghost', 'sm')}>
                {t('deliverable.all')}
              </Link>
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
        <>
          <GivenFirst />
          <Nothing hasSeats={all.length > 0} onNew={openNew} />
        </>
      ) : (
        <>
          {seats.data.isPaused && (
            <p role="status" className="mb-4 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-ink">
              {t('board.isPaused')}
            </p>
          )}
          {isOfOpen && <RestOfTasks open={opened} />}
          {view === 'board' && <TaskBoard open={open.data.tasks} done={done.data.tasks} allDone={allDone} />}
          {view === 'list' && (
            <TaskGroups columns={columnsOf(open.data.tasks, done.data.tasks, none)} allDone={allDone} />
          )}
          {view === 'given' && <GivenTasks />}
          {view === 'ended' && <EndedTasks key={seatId} seatId={seatId} />}
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

/** Of each kind the inbox has so many at most (server/seats/inbox.ts): then there may be others. */
const INBOX_MOST = 50

/** How many approvals wait, on the way to them. */
function ApprovalsLink() {
  const { t, i18n } = useTranslation('seats')
  const { data } = useQuery<Inbox>({ queryKey: ['/api/workforce/inbox'], staleTime: 0 })
  const count = data?.approvals.length ?? 0
  const waiting = t('board.approvals', { count })
  const orMore = () => waiting.replace(formatNumber(count, i18n.language), (number) => `${number}+`)
  return (
    <Link to="/workforce/approvals" className={buttonClass('ghost', 'sm')}>
      {count === 0 ? t('approval.title') : count < INBOX_MOST ? waiting : orMore()}
    </Link>
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
        <>
          <Link to="/workforce" className={buttonClass('primary')}>
            {t('board.hire')}
          </Link>
          <Link to={givenPage} className={buttonClass('ghost')}>
            {t('given.title')}
          </Link>
        </>
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
