import type { Inbox } from '@atrium/contract/workforce-insight'
import { useQuery } from '@tanstack/react-query'
import { CircleCheckBig } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { sentenceFor } from '../../platform/api.ts'
import { PHONE, useMedia } from '../../shell/use-media.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ApprovalCard } from '../work/approval-card.tsx'
import { DeliverableReview } from '../work/deliverable-review.tsx'
import { GivenFirst, GivenSection } from '../work/given-tasks.tsx'
import { QuestionForm } from '../work/question-form.tsx'
import { TaskLine } from '../work/task-line.tsx'
import { HowItStands } from './how-it-stands.tsx'
import { OnboardingLine, UnknownLine } from './needs-lines.tsx'
import { AllPaused } from './seats-page.tsx'

/** So many cards are shown before the rest is asked for. */
const CARDS_MAX = { desk: 3, phone: 1 }

/** The top of the dashboard for somebody with seats: what needs them, and how things stand. */
export function NeedsYou() {
  const { t } = useTranslation('seats')
  const { data, error, refetch } = useQuery<Inbox>({ queryKey: ['/api/workforce/inbox'], staleTime: 0 })
  return (
    <section aria-labelledby="needs-you" className="mb-10">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="needs-you" className="text-base">
          {t('needs.title')}
        </h2>
        <div className="flex gap-2">
          <Link to="/workforce/seats" className={buttonClass('ghost', 'sm')}>
            {t('seats.title')}
          </Link>
          <Link to="/workforce/active" className={buttonClass('secondary', 'sm')}>
            {t('needs.tasks')}
          </Link>
        </div>
      </div>
      {data ? (
        <>
          {data.isPaused && <AllPaused />}
          <div className="grid gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,1fr)_18rem]">
            <What inbox={data} />
            <HowItStands inbox={data} />
          </div>
        </>
      ) : error ? (
        <div
          role="alert"
          className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-surface px-3 py-2.5"
        >
          <p className="min-w-0 text-pretty">{sentenceFor(error)}</p>
          <Button size="sm" onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      ) : (
        <NeedsSkeleton />
      )}
    </section>
  )
}

/** For somebody without seats: what a seat that ended left to be said, or else what colleagues gave to them. */
export function LeftToYou() {
  const { data } = useQuery<Inbox>({ queryKey: ['/api/workforce/inbox'], staleTime: 0 })
  if (!data) return <GivenFirst />
  const { approvals, questions, reviews, unknown, blocked, onboarding } = data
  const isNeeded = [approvals, questions, reviews, unknown, blocked, onboarding].some(({ length }) => length > 0)
  return isNeeded ? <NeedsYou /> : <GivenFirst />
}

/** In the shape of what comes. */
export function NeedsSkeleton() {
  const { t } = useTranslation('seats')
  return (
    <div
      role="status"
      aria-label={t('common.loading')}
      className="grid gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,1fr)_18rem]"
    >
      <Skeleton className="h-32 w-full" />
      <Skeleton className="h-32 w-full" />
    </div>
  )
}

/** By how much waits on it: what stands still at somebody's word first. */
function What({ inbox }: { inbox: Inbox }) {
  const { t } = useTranslation('seats')
  const isPhone = useMedia(PHONE)
  const [isWhole, setWhole] = useState(false)
  const { approvals, questions, reviews, unknown, blocked, given, onboarding } = inbox
  const cards: { key: string; card: ReactNode }[] = [
    ...unknown.map((one) => ({
      key: `unknown ${one.runId} ${one.step.seq}`,
      card: <UnknownLine unknown={one} />,
    })),
    ...approvals.map((one) => ({ key: `approval ${one.id}`, card: <ApprovalCard approval={one} /> })),
    ...questions.map(({ task, question }) => ({
      key: `question ${question.runId} ${question.seq}`,
      card: <QuestionForm task={task} question={question} />,
    })),
    ...reviews.map((one) => ({ key: `review ${one.id}`, card: <DeliverableReview deliverable={one} /> })),
    ...onboarding.map((seat) => ({ key: `onboarding ${seat.id}`, card: <OnboardingLine seat={seat} /> })),
  ]
  const shown = isWhole ? cards : cards.slice(0, isPhone ? CARDS_MAX.phone : CARDS_MAX.desk)
  const rest = cards.length - shown.length
  if (cards.length === 0 && blocked.length === 0 && given.length === 0)
    return (
      <p className="flex items-start gap-2.5 self-start text-muted">
        <CircleCheckBig aria-hidden className="mt-0.5 size-4 shrink-0" />
        {t('needs.nothing')}
      </p>
    )
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {cards.length > 0 && (
        <ul aria-label={t('needs.waiting')} className="flex min-w-0 flex-col gap-3">
          {shown.map(({ key, card }) => (
            <li key={key} className="min-w-0">
              {card}
            </li>
          ))}
        </ul>
      )}
      {rest > 0 && (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => setWhole(true)}>
          {t('needs.more', { count: rest })}
        </Button>
      )}
      {blocked.length > 0 && (
        <section aria-labelledby="needs-blocked" className="mt-2">
          <h3 id="needs-blocked" className="text-sm font-medium">
            {t('needs.blocked')}
          </h3>
          <ul aria-labelledby="needs-blocked" className="divide-y divide-line">
            {blocked.map((task) => (
              <TaskLine key={task.id} task={task} />
            ))}
          </ul>
        </section>
      )}
      <GivenSection tasks={given} />
    </div>
  )
}
