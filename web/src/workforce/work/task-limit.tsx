import { isOpenTask, type TaskDetails } from '@atrium/contract/workforce-work'
import { Pencil } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, sentenceFor } from '../../platform/api.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Progress } from '../../ui/progress.tsx'
import { amountOf, writtenAmount } from '../seats/amounts.ts'
import { usePrices } from '../use-prices.ts'
import { useDoing } from './use-doing.ts'

const MICROS = 1_000_000

/** What the task with all below it has spent of its own limit, and the way to set, raise or take it away. */
export function TaskLimit({ task }: { task: TaskDetails }) {
  const { t } = useTranslation('seats')
  const { micros } = usePrices()
  const [isEditing, setIsEditing] = useState(false)
  /** The form was closed: its button has the focus then. */
  const [wasOpen, setWasOpen] = useState(false)
  const { budget } = task
  const used = budget ? budget.spentMicros + budget.reservedMicros : 0
  const close = () => {
    setIsEditing(false)
    setWasOpen(true)
  }
  return (
    <section aria-label={t('taskPage.limit')} className="flex flex-col items-start gap-1.5">
      {!isEditing && <h3 className="text-muted">{t('taskPage.limit')}</h3>}
      {budget && (
        <div className="w-full">
          <span className="tabular-nums">
            {t('taskPage.ofLimit', { spent: micros(budget.spentMicros), limit: micros(budget.limitMicros) })}
          </span>
          <Progress
            label={t('taskPage.limit')}
            value={budget.limitMicros > 0 ? Math.min(100, (used / budget.limitMicros) * 100) : 100}
            className="mt-1.5"
          />
          {budget.reservedMicros > 0 && (
            <p className="mt-1 text-xs text-muted">{t('budget.reserved', { amount: micros(budget.reservedMicros) })}</p>
          )}
        </div>
      )}
      {isEditing ? (
        <LimitForm task={task} onClose={close} />
      ) : (
        isOpenTask(task.status) && (
          <Button
            size="sm"
            autoFocus={wasOpen}
            icon={<Pencil aria-hidden className="size-3.5" />}
            className="print:hidden"
            onClick={() => setIsEditing(true)}
          >
            {t(budget ? 'taskPage.changeLimit' : 'taskPage.setLimit')}
          </Button>
        )
      )}
    </section>
  )
}

interface LimitFormProps {
  task: TaskDetails
  onClose: () => void
}

/** In place: the new limit in dollars, or none. */
export function LimitForm({ task: { id, version, budget }, onClose }: LimitFormProps) {
  const { t, i18n } = useTranslation('seats')
  const before = writtenAmount(budget ? budget.limitMicros / MICROS : null, i18n.language)
  const [typed, setTyped] = useState(before)
  const [isWrong, setIsWrong] = useState(false)
  const save = useDoing({
    act: (budgetMicros: number | null) =>
      api.patch(`/api/workforce/tasks/${encodeURIComponent(id)}`, { budgetMicros, version }),
    done: (_, limit) => t(limit === null ? 'taskPage.limitGone' : 'taskPage.limitSaved'),
    onDone: onClose,
    tellFailure: false,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    if (typed === before) return onClose()
    const dollars = amountOf(typed, 6)
    if (dollars === undefined || (dollars === null && !budget)) setIsWrong(true)
    else save.mutate(dollars === null ? null : Math.round(dollars * MICROS))
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
      className="flex w-full max-w-sm flex-col gap-2"
    >
      <TextField
        autoFocus
        label={t('taskPage.limitField')}
        help={t('newTask.budgetHelp')}
        error={isWrong ? t('newTask.budgetWrong') : save.error ? sentenceFor(save.error) : undefined}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setIsWrong(false)
          save.reset()
        }}
        onFocus={({ target }) => target.select()}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" variant="primary" loading={save.isPending && save.variables !== null}>
          {t('common.save')}
        </Button>
        {budget && (
          <Button size="sm" loading={save.isPending && save.variables === null} onClick={() => save.mutate(null)}>
            {t('taskPage.noLimit')}
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}
