import { isOpen as isOpenRun } from '@atrium/contract/runs'
import type { Run } from '@atrium/contract/workforce-work'
import { useTranslation } from 'react-i18next'
import { said } from '../../i18n/said.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { formatDate, formatNumber } from '../../ui/formats.ts'
import { StepLine } from './step-line.tsx'
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
}

/** One attempt at a task: its state, what it cost, and each step of it as it happens. */
export function RunTrace({ run, isNewest, isOthers = false }: RunTraceProps) {
  const { t, i18n } = useTranslation('seats')
  const cost = useCost()
  const { status, attempt, steps, tokens, costMicros } = run
  return (
    <details open={isNewest} className="group/run rounded-md border border-line">
      <summary className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md px-3 py-2 text-sm hover:bg-hover touch:min-h-11">
        <span className="font-medium">{t('trace.attempt', { number: attempt })}</span>
        <Badge tone={tones[status]}>{t(`trace.runs.${status}`)}</Badge>
        <bdi className="text-muted">{run.seat.name}</bdi>
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
      </div>
    </details>
  )
}
