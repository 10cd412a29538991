import { isOpen } from '@atrium/contract/runs'
import { isOpenTask, type NextActor, type TaskDetails } from '@atrium/contract/workforce-work'
import { CircleAlert, RotateCw } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { said } from '../../i18n/said.ts'
import { api } from '../../platform/api.ts'
import { useSession } from '../../platform/session.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ApprovalCard } from './approval-card.tsx'
import { DeliverableReview, lineOf } from './deliverable-review.tsx'
import { EditTaskDialog } from './edit-task-dialog.tsx'
import { useHeirFocus } from './heir-focus.ts'
import { PersonWork } from './person-work.tsx'
import { QuestionForm } from './question-form.tsx'
import { SettleCard } from './settle-card.tsx'
import { LimitForm } from './task-limit.tsx'
import { taskPage } from './task-line.tsx'
import { useDoing } from './use-doing.ts'

/** What a person is asked for right now, with the way to do it; nothing while the work goes on by itself. */
export function TaskNow({ task }: { task: TaskDetails }) {
  const { t } = useTranslation('seats')
  const id = useId()
  const cards: ReactNode[] = [
    ...task.approvals
      .filter(({ state }) => state === 'pending')
      .map((approval) => <ApprovalCard key={approval.id} approval={approval} withoutTask />),
    ...task.runs.flatMap((run) =>
      run.steps
        .filter((step) => step.state === 'unknown' && isOpen(run.status))
        .map((step) => <SettleCard key={`${run.id} ${step.seq}`} task={task} runId={run.id} step={step} withoutTask />),
    ),
    ...task.deliverables
      .filter(({ state }) => state === 'in_review')
      .map((one) => <DeliverableReview key={one.id} deliverable={lineOf(one)} withoutTask />),
  ]
  const { question, next, status } = task
  const { userId } = useSession()
  if (question)
    cards.push(<QuestionForm key={`${question.runId} ${question.seq}`} task={task} question={question} withoutTask />)
  if (isOpenTask(status) && !task.seat && task.person && task.person.id === userId)
    cards.push(<PersonWork key="person" task={task} />)
  if (next && (status === 'blocked' || (waysOut[next.for] && cards.length === 0)))
    cards.push(<Hindrance key="hindrance" task={task} next={next} />)
  if (cards.length === 0) return null
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 print:hidden">
      <h2 id={id} className="sr-only">
        {t('taskPage.now')}
      </h2>
      {cards}
    </section>
  )
}

/** What else keeps a task from going on, and where that is mended. */
const waysOut: Partial<Record<NextActor['for'], 'seat' | 'again' | 'active' | 'none'>> = {
  onboarding: 'seat',
  grant: 'seat',
  budget: 'again',
  failed: 'again',
  paused: 'active',
  assign: 'none',
}
const seatTabs: Partial<Record<NextActor['for'], string>> = { onboarding: 'context', grant: 'access' }

function Hindrance({ task, next }: { task: TaskDetails; next: NextActor }) {
  const { t } = useTranslation('seats')
  const id = useId()
  const card = useRef<HTMLElement>(null)
  useHeirFocus(card)
  const [isEditing, setIsEditing] = useState(false)
  const [raising, setRaising] = useState<Raising>('not')
  const way = waysOut[next.for] ?? 'none'
  const isFailed = next.for === 'failed'
  const seat = task.seat && `/workforce/seats/${encodeURIComponent(task.seat.id)}`
  return (
    <article
      ref={card}
      data-work-card
      tabIndex={-1}
      aria-labelledby={id}
      className="flex gap-3 rounded-lg border border-line bg-popover px-4 py-3.5 text-sm"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warning-ink" />
      <div className="min-w-0 flex-1">
        <h3 id={id} className="text-base">
          {next.for === 'assign' && task.person
            ? t('taskPage.left', { name: task.person.name })
            : t(`taskPage.stuck.${next.for}`, t('taskPage.stuck.other'))}
        </h3>
        {task.reason && (
          <p dir="auto" className="mt-0.5 text-pretty text-muted wrap-anywhere">
            {said(task.reason)}
          </p>
        )}
        <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
          {way === 'seat' && seat && (
            <Link to={`${seat}?tab=${seatTabs[next.for]}`} className={buttonClass('primary', 'sm')}>
              {t(next.for === 'onboarding' ? 'taskPage.toOnboarding' : 'taskPage.toGrants')}
            </Link>
          )}
          {next.for === 'budget' && (
            <MoneyWays task={task} seat={seat} onRaise={() => setRaising('open')} raising={raising} />
          )}
          {way === 'active' && (
            <Link to={seat ?? '/workforce/active'} className={buttonClass('primary', 'sm')}>
              {t('taskPage.toPaused')}
            </Link>
          )}
          {way !== 'active' && way !== 'none' && <RetryButton task={task} isPrimary={isFailed} />}
          {isFailed && (
            <Button size="sm" onClick={() => setIsEditing(true)}>
              {t('taskPage.edit')}
            </Button>
          )}
        </div>
        {raising === 'open' && (
          <div className="mt-4">
            <LimitForm task={task} onClose={() => setRaising('closed')} />
          </div>
        )}
      </div>
      <EditTaskDialog task={task} open={isEditing} onClose={() => setIsEditing(false)} />
    </article>
  )
}

/** Closed again, the button of the form has the focus. */
type Raising = 'not' | 'open' | 'closed'

interface MoneyWaysProps {
  task: TaskDetails
  /** Its page. */
  seat: string | null
  raising: Raising
  onRaise: () => void
}

/** Where more money comes from: the task's own limit, that of the task it is part of, or the seat's and what is above it. */
function MoneyWays({ task: { budget, parent, reason }, seat, raising, onRaise }: MoneyWaysProps) {
  const { t } = useTranslation('seats')
  const isTasks = reason.includes(' of the task ')
  return (
    <>
      {budget && raising !== 'open' && (
        <Button
          size="sm"
          variant={isTasks ? 'primary' : 'secondary'}
          autoFocus={raising === 'closed'}
          onClick={onRaise}
        >
          {t('taskPage.raiseLimit')}
        </Button>
      )}
      {isTasks && parent && (
        <Link
          to={taskPage(parent.id)}
          className={buttonClass(budget ? 'secondary' : 'primary', 'sm', 'max-w-full wrap-anywhere')}
        >
          {t('taskPage.toParent', { title: parent.title })}
        </Link>
      )}
      {seat && !isTasks && (
        <Link to={`${seat}?tab=budget`} className={buttonClass('primary', 'sm')}>
          {t('taskPage.toBudget')}
        </Link>
      )}
    </>
  )
}

/** Another attempt: what is to be done is begun by its seat. */
function RetryButton({ task: { id, version }, isPrimary = false }: { task: TaskDetails; isPrimary?: boolean }) {
  const { t } = useTranslation('seats')
  const retry = useDoing({
    act: () => api.patch(`/api/workforce/tasks/${encodeURIComponent(id)}`, { status: 'todo', version }),
    done: () => t('taskPage.retried'),
  })
  return (
    <Button
      size="sm"
      variant={isPrimary ? 'primary' : 'secondary'}
      icon={<RotateCw aria-hidden className="size-4" />}
      loading={retry.isPending}
      onClick={() => retry.mutate()}
    >
      {t('taskPage.retry')}
    </Button>
  )
}
