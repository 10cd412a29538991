import { isOpen as isOpenRun } from '@atrium/contract/runs'
import type { Run } from '@atrium/contract/workforce-work'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { said } from '../../i18n/said.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { formatDate, formatNumber } from '../../ui/formats.ts'
import { StepLine } from './step-line.tsx'
import { taskPage } from './task-line.tsx'
import { useCost } from './use-cost.ts'

const tones: Readonly<Record<Run['status'], Tone>> = {
  queued: 'neutral',
  running: 'info',
  waiting: 'warning',
  succeeded: 'success',
  failed: 'danger',
  cancelled: 'neutral',
  interrupted: 'warning',
  budget_stopped: 'danger',
}

interface RunTraceProps {
  run: Run
  /** The newest is open from the start. */
  isNewest: boolean
  /** Somebody else's: read only. */
  isOthers?: boolean
  /** What it is about, where runs of several tasks stand together. */
  task?: { id: string; title: string }
}

/** One attempt at a task: its state, what it cost, and each step of it as it happens. */
export function RunTrace({ run, isNewest, isOthers = false, task }: RunTraceProps) {
  const { t, i18n } = useTranslation('seats')
  const cost = useCost()
  // One that was being read stays open when another begins.
  const [isOpen] = useState(isNewest)
  const { status, attempt, steps, tokens, costMicros } = run
  return (
    <details open={isOpen} className="group/run rounded-md border border-line">
      <summary className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md px-3 py-2 text-sm hover:bg-hover touch:min-h-11">
        {task && (
          <bdi className="max-w-full min-w-0 truncate font-medium" title={task.title}>
            {task.title}
          </bdi>
        )}
        <span className={task ? 'text-muted' : 'font-medium'}>{t('trace.attempt', { number: attempt })}</span>
        <Badge tone={tones[status]}>{t(`trace.runs.${status}`)}</Badge>
        {!task && <bdi className="text-muted">{run.seat.name}</bdi>}
        <span className="ms-auto flex flex-wrap gap-x-3 text-xs text-muted tabular-nums">
          {tokens > 0 && (
            <span>{t('task.tokens', { count: tokens, tokens: formatNumber(tokens, i18n.language) })}</span>
          )}
          {costMicros > 0 && <span>{cost(costMicros, run.isPriced)}</span>}
          <time dateTime={run.startedAt}>{formatDate(run.startedAt, i18n.language)}</time>
        </span>
      </summary>
      <div className="border-t border-line px-3 py-2">
        {run.error && (
          <p dir="auto" className="mb-2 text-sm text-danger-ink wrap-anywhere">
            {said(run.error)}
          </p>
        )}
        {steps.length === 0 ? (
          <p className="text-sm text-muted">{t('trace.noSteps')}</p>
        ) : (
          <ol aria-label={t('trace.steps', { number: attempt })}>
            {steps.map((step) => (
              <StepLine
                key={`${step.seq} ${step.state === 'unknown'}`}
                runId={run.id}
                step={step}
                isLive={isOpenRun(status)}
                isOthers={isOthers}
              />
            ))}
          </ol>
        )}
        {task && (
          <Link to={taskPage(task.id)} className={buttonClass('ghost', 'sm', 'mt-1 -ms-3')}>
            {t('trace.toTask')}
          </Link>
        )}
      </div>
    </details>
  )
}
