import type { Step } from '@atrium/contract/workforce-work'
import { ChevronDown, CircleAlert, CircleCheck, CircleDashed, CircleHelp, CircleMinus, Undo2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReadableValue } from '../../approvals/readable-value.tsx'
import { said } from '../../i18n/said.ts'
import { api } from '../../platform/api.ts'
import { Button } from '../../ui/button.tsx'
import { formatDate, formatNumber } from '../../ui/formats.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { SettleButtons } from './settle-card.tsx'
import { useCost } from './use-cost.ts'
import { useDoing } from './use-doing.ts'

interface StepLineProps {
  runId: string
  step: Step
  /** The run is under way: what is executing is happening right now. */
  isLive: boolean
  /** Somebody else's: it can be read, not settled or undone. */
  isOthers?: boolean
}

/** One step of a run: what, how it went, what it cost; opened, what went in and what came out. */
export function StepLine({ runId, step, isLive, isOthers = false }: StepLineProps) {
  const { t, i18n } = useTranslation('seats')
  const cost = useCost()
  const id = useId()
  const { state, summary, name, tokens, costMicros, costStatus } = step
  const refused = refusedIn(step)
  const [isOpen, setIsOpen] = useState(state === 'unknown')
  return (
    <li className="text-sm">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
        className="-mx-2 flex w-[calc(100%+1rem)] items-start gap-2.5 rounded-md px-2 py-1.5 text-start hover:bg-hover touch:min-h-11"
      >
        <span className="mt-0.5 shrink-0">
          {refused ? (
            <CircleMinus aria-hidden className="size-4 text-faint" />
          ) : (
            <StateSign state={state} isLive={isLive} />
          )}
        </span>
        <span className="min-w-0 flex-1 wrap-anywhere">
          <bdi>{refused ? t('trace.cannot', { action: refused }) : summary ? said(summary) : name}</bdi>
          {!refused && <span className="sr-only"> – {t(`trace.states.${state}`)}</span>}
          {state === 'unknown' && (
            <span aria-hidden className="ms-2 text-xs font-medium text-warning-ink">
              {t('trace.states.unknown')}
            </span>
          )}
        </span>
        <span className="flex shrink-0 items-center gap-2 text-xs text-muted tabular-nums">
          {costMicros > 0 && cost(costMicros, costStatus !== 'unpriced')}
          <ChevronDown
            aria-hidden
            className={`size-4 transition-transform duration-160 ${isOpen ? 'rotate-180' : ''}`}
          />
        </span>
      </button>
      {isOpen && (
        <div id={id} className="ms-6.5 mb-3 flex min-w-0 flex-col gap-3 border-s-2 border-line ps-3">
          {state === 'unknown' && !isOthers && (
            <div className="flex flex-col gap-2">
              <p className="text-pretty text-warning-ink">{t('settle.text')}</p>
              <SettleButtons runId={runId} step={step} />
            </div>
          )}
          {step.error && (
            <p dir="auto" className="text-danger-ink wrap-anywhere">
              {said(step.error)}
            </p>
          )}
          <Part title={t('trace.in')} value={step.args} />
          <Part title={t('trace.out')} value={step.result} />
          <p className="flex flex-wrap gap-x-3 text-xs text-muted tabular-nums">
            <span>{t(`trace.states.${state}`)}</span>
            <time dateTime={step.at}>
              {formatDate(step.at, i18n.language, { timeStyle: 'medium', dateStyle: 'medium' })}
            </time>
            <code className="text-faint">{name}</code>
            {step.effect && <span>{t(`trace.effects.${step.effect}`)}</span>}
            {tokens > 0 && (
              <span>{t('task.tokens', { count: tokens, tokens: formatNumber(tokens, i18n.language) })}</span>
            )}
            {costStatus !== 'none' && <span>{t(`trace.costs.${costStatus}`)}</span>}
          </p>
          {step.changeId && state === 'committed' && !isOthers && <UndoStep changeId={step.changeId} />}
        </div>
      )}
    </li>
  )
}

/** The action that it found it may not use; what it may use is no step to be shown. */
function refusedIn({ name, args, result }: Step): string | null {
  if (name !== 'can' || result !== false) return null
  const { action } = (args ?? {}) as { action?: unknown }
  return typeof action === 'string' ? action : null
}

/** How the server ends an answer that it has cut, which is no more than a piece of JSON then. */
const CUT = '… (cut)'

function Part({ title, value }: { title: string; value: unknown }): ReactNode {
  const { t } = useTranslation('seats')
  const isNothing =
    value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0)
  if (isNothing) return null
  return (
    <div className="min-w-0">
      <p className="mb-1 text-xs font-medium text-muted">{title}</p>
      {typeof value === 'string' && value.endsWith(CUT) ? (
        <p className="text-muted">{t('trace.tooLong')}</p>
      ) : (
        <ReadableValue value={value} />
      )}
    </div>
  )
}

function UndoStep({ changeId }: { changeId: string }) {
  const { t } = useTranslation('seats')
  const undo = useDoing({
    act: () => api.post(`/api/changes/${encodeURIComponent(changeId)}/undo`),
    done: () => t('trace.undone'),
  })
  return (
    <div>
      <Button
        size="sm"
        icon={<Undo2 aria-hidden className="size-4" />}
        loading={undo.isPending}
        disabled={undo.isSuccess}
        onClick={() => undo.mutate()}
      >
        {t(undo.isSuccess ? 'trace.undone' : 'common.undo')}
      </Button>
    </div>
  )
}

function StateSign({ state, isLive }: { state: Step['state']; isLive: boolean }) {
  const size = 'size-4'
  switch (state) {
    case 'intent':
      return <CircleDashed aria-hidden className={`${size} text-faint`} />
    case 'executing':
      return isLive ? <Spinner /> : <CircleDashed aria-hidden className={`${size} text-warning-ink`} />
    case 'committed':
      return <CircleCheck aria-hidden className={`${size} text-success-ink`} />
    case 'failed':
      return <CircleAlert aria-hidden className={`${size} text-danger-ink`} />
    case 'unknown':
      return <CircleHelp aria-hidden className={`${size} text-warning-ink`} />
  }
}
