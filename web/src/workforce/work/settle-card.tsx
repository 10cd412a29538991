import type { Step, Task } from '@atrium/contract/workforce-work'
import { CircleHelp } from 'lucide-react'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ReadableValue } from '../../approvals/readable-value.tsx'
import { said } from '../../i18n/said.ts'
import { api } from '../../platform/api.ts'
import { Button } from '../../ui/button.tsx'
import { useHeirFocus } from './heir-focus.ts'
import { taskPage } from './task-line.tsx'
import { useDoing } from './use-doing.ts'

interface SettleButtonsProps {
  runId: string
  step: Pick<Step, 'seq'>
}

/** "Did it happen?" Nothing is tried again until a person has said so. */
export function SettleButtons({ runId, step: { seq } }: SettleButtonsProps) {
  const { t } = useTranslation('seats')
  const settle = useDoing({
    act: (happened: boolean) =>
      api.post(`/api/workforce/runs/${encodeURIComponent(runId)}/steps/${seq}/settle`, { happened }),
    done: () => t('settle.done'),
  })
  const isPending = (happened: boolean) => settle.isPending && settle.variables === happened
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" loading={isPending(true)} onClick={() => settle.mutate(true)}>
        {t('settle.yes')}
      </Button>
      <Button size="sm" loading={isPending(false)} onClick={() => settle.mutate(false)}>
        {t('settle.no')}
      </Button>
    </div>
  )
}

interface SettleCardProps extends SettleButtonsProps {
  task: Pick<Task, 'id' | 'title'>
  step: Step
  /** On the task's own page it is not named again. */
  withoutTask?: boolean
}

/** A step that was cut off, of which nobody knows whether it happened. */
export function SettleCard({ task, runId, step, withoutTask = false }: SettleCardProps) {
  const { t } = useTranslation('seats')
  const id = useId()
  const card = useRef<HTMLElement>(null)
  useHeirFocus(card)
  return (
    <article
      ref={card}
      data-work-card
      tabIndex={-1}
      aria-labelledby={id}
      className="min-w-0 rounded-lg border border-line bg-popover text-sm"
    >
      <header className="flex items-start gap-3 px-4 pt-3.5">
        <CircleHelp aria-hidden className="mt-0.5 size-5 shrink-0 text-warning-ink" />
        <div className="min-w-0">
          <h3 id={id} className="text-base wrap-anywhere">
            {t('settle.title')}
          </h3>
          {!withoutTask && (
            <Link to={taskPage(task.id)} className="text-muted underline-offset-2 hover:text-ink hover:underline">
              <bdi>{task.title}</bdi>
            </Link>
          )}
        </div>
      </header>
      <div className="flex flex-col gap-3 px-4 pt-2 pb-4">
        <p className="text-pretty text-muted">{t('settle.text')}</p>
        <p className="font-medium wrap-anywhere" dir="auto">
          {said(step.summary)}
        </p>
        <ReadableValue value={step.args} />
        <SettleButtons runId={runId} step={step} />
      </div>
    </article>
  )
}
