import type { Inbox } from '@atrium/contract/workforce-insight'
import { CircleHelp, MessagesSquare } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { said } from '../../i18n/said.ts'
import { api } from '../../platform/api.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { nameOf } from '../agent-name.ts'
import { useHeirFocus } from '../work/heir-focus.ts'
import { taskPage } from '../work/task-line.tsx'
import { useDoing } from '../work/use-doing.ts'
import { seatPage } from './seat-paths.ts'

const card =
  'flex min-w-0 flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-line bg-popover px-4 py-3 text-sm'

/** A step that nobody knows of whether it happened: a person says so, nothing retries by itself. */
export function UnknownLine({ unknown: { task, runId, step } }: { unknown: Inbox['unknown'][number] }) {
  const { t } = useTranslation('seats')
  const element = useRef<HTMLElement>(null)
  useHeirFocus(element)
  const settle = useDoing({
    act: (happened: boolean) => api.post(`/api/workforce/runs/${runId}/steps/${step.seq}/settle`, { happened }),
    done: () => t('needs.settled'),
  })
  return (
    <section ref={element} data-work-card tabIndex={-1} aria-label={t('needs.unknown')} className={card}>
      <CircleHelp aria-hidden className="size-5 shrink-0 text-warning-ink" />
      <div className="min-w-0 flex-1 basis-56">
        <h3 className="text-base">{t('needs.unknown')}</h3>
        <p className="text-pretty wrap-anywhere" dir="auto">
          {step.summary ? said(step.summary) : step.name}
        </p>
        <Link to={taskPage(task.id)} className="text-muted underline-offset-2 hover:text-ink hover:underline">
          <bdi>{task.title}</bdi>
        </Link>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" loading={settle.isPending && settle.variables} onClick={() => settle.mutate(true)}>
          {t('needs.happened')}
        </Button>
        <Button size="sm" loading={settle.isPending && !settle.variables} onClick={() => settle.mutate(false)}>
          {t('needs.didNot')}
        </Button>
      </div>
    </section>
  )
}

/** A seat that asks for context before it begins. */
export function OnboardingLine({ seat }: { seat: Inbox['onboarding'][number] }) {
  const { t } = useTranslation('seats')
  const { t: words } = useTranslation('workforce')
  return (
    <div className={card}>
      <MessagesSquare aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-56">
        <h3 className="text-base wrap-anywhere">{t('needs.onboarding', { name: seat.name })}</h3>
        <p className="text-muted">
          <bdi>{nameOf(words, seat.agentKey)}</bdi>
        </p>
      </div>
      <Link
        to={seatPage(seat.id, 'context')}
        aria-label={t('needs.answerOf', { name: seat.name })}
        className={buttonClass('secondary', 'sm')}
      >
        {t('seat.answer')}
      </Link>
    </div>
  )
}
