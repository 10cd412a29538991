import type { Deliverable, DeliverableLine } from '@atrium/contract/workforce-work'
import { clsx } from 'clsx'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Avatar } from '../../ui/avatar.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/formats.ts'
import { DeliverableBadge, deliverablePage, newestOf } from './deliverable-view.tsx'
import { useHeirFocus } from './heir-focus.ts'
import { taskPage } from './task-line.tsx'
import { Verdict } from './verdict.tsx'

type Reviewed = Omit<DeliverableLine, 'costMicros' | 'isPriced' | 'handedInAt' | 'decidedAt'>

/** A whole deliverable as it is told in a line. */
export function lineOf(deliverable: Deliverable): Reviewed {
  const { id, task, seat, state } = deliverable
  const { version, product } = newestOf(deliverable)
  const { title, summary, evidence } = product
  const met = evidence.filter((one) => one.met === 'yes').length
  return { id, task, seat, state, version, title, summary, criteria: evidence.length, met }
}

/** How many of its criteria are met; nothing when it has none. */
export function CriteriaMet({ deliverable: { criteria, met } }: { deliverable: Pick<Reviewed, 'criteria' | 'met'> }) {
  const { t, i18n } = useTranslation('seats')
  if (criteria === 0) return null
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <span className={clsx('tabular-nums', met < criteria && 'font-medium text-warning-ink')}>
      {t('deliverable.criteriaMet', { count: criteria, met: number(met), all: number(criteria) })}
    </span>
  )
}

interface DeliverableReviewProps {
  deliverable: Reviewed
  /** On the task's own page, where it can be read too. */
  withoutTask?: boolean
}

/** A deliverable that waits for its review: what it says in short, and the verdict. */
export function DeliverableReview({ deliverable, withoutTask = false }: DeliverableReviewProps) {
  const { t } = useTranslation('seats')
  const id = useId()
  const card = useRef<HTMLElement>(null)
  useHeirFocus(card)
  const { seat, task, state, version, title, summary } = deliverable
  return (
    <article
      ref={card}
      data-work-card
      tabIndex={-1}
      aria-labelledby={id}
      className="min-w-0 rounded-lg border border-line bg-popover text-sm"
    >
      <header className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 pt-3.5">
        <Avatar name={seat.name} className="mt-0.5 size-8" />
        <div className="min-w-0 flex-1 basis-48">
          <h3 id={id} className="text-base wrap-anywhere">
            <Link to={deliverablePage(deliverable.id)} className="underline-offset-2 hover:underline">
              <bdi>{title}</bdi>
            </Link>
          </h3>
          <p className="text-muted">
            <bdi>{seat.name}</bdi>
            {!withoutTask && (
              <>
                {' · '}
                <Link to={taskPage(task.id)} className="underline-offset-2 hover:text-ink hover:underline">
                  <bdi>{task.title}</bdi>
                </Link>
              </>
            )}
          </p>
        </div>
        <DeliverableBadge state={state} />
      </header>
      {!withoutTask && (
        <div className="px-4 pt-2">
          {summary && (
            <p dir="auto" className="line-clamp-4 text-pretty whitespace-pre-line wrap-anywhere">
              {summary}
            </p>
          )}
          <p className="mt-1 text-xs text-muted empty:hidden">
            <CriteriaMet deliverable={deliverable} />
          </p>
        </div>
      )}
      <footer className="mt-3 flex flex-wrap items-center gap-2 border-t border-line px-4 py-3">
        {state === 'in_review' && <Verdict key={version} deliverable={deliverable} version={version} />}
        {!withoutTask && (
          <Link to={deliverablePage(deliverable.id)} className={buttonClass('ghost', 'sm')}>
            {t('deliverable.open')}
          </Link>
        )}
      </footer>
    </article>
  )
}
