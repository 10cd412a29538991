import { Button, formatDate, Select, TextField, useAction } from '@atrium/web/kit'
import { useState } from 'react'
import type wallet from '../module.ts'
import type { Budget, CategoryView, GoalView } from '../module.ts'
import { fieldAmount, shownAmount, typedAmount } from './amounts.ts'
import { FormDialog } from './form.tsx'
import { useTexts } from './texts.ts'

const kinds = ['monthly', 'refill', 'by'] as const
type Kind = (typeof kinds)[number]

interface GoalDialogProps {
  category: CategoryView
  budget: Pick<Budget, 'currency' | 'month'>
  goal: GoalView | null
  onClose: () => void
}

/** A new goal of a category, or one that is changed or deleted. */
export function GoalDialog({ category, budget: { currency, month }, goal, onClose }: GoalDialogProps) {
  const { t } = useTexts()
  const [kind, setKind] = useState<Kind>(goal?.kind ?? 'monthly')
  const [text, setText] = useState(goal ? fieldAmount(goal.amount, currency) : '')
  const [by, setBy] = useState(goal?.by ?? month)
  const [isTried, setIsTried] = useState(false)
  const save = useAction<typeof wallet, 'saveGoal'>('wallet', 'saveGoal', { done: t('goal.saved') })
  const drop = useAction<typeof wallet, 'removeGoal'>('wallet', 'removeGoal', { done: t('goal.removed') })
  const amount = typedAmount(text, currency)
  const isWrong = amount === null || amount <= 0
  const submit = () => {
    setIsTried(true)
    if (isWrong) return
    save.mutate(
      { category: category.id, currency, kind, amount, by: kind === 'by' ? by : null },
      { onSuccess: onClose },
    )
  }
  return (
    <FormDialog
      title={t('goal.title', { category: category.name })}
      isPending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
      more={
        goal && (
          <Button
            variant="ghost"
            className="text-danger-ink! sm:me-auto"
            onClick={() => drop.mutate({ id: goal.id }, { onSuccess: onClose })}
          >
            {t('goal.remove')}
          </Button>
        )
      }
    >
      <Select
        label={t('goal.kind')}
        value={kind}
        options={kinds.map((value) => ({ value, label: t(`goalKinds.${value}`) }))}
        help={t(`goalHelps.${kind}`)}
        onChange={({ target }) => setKind(kinds.find((one) => one === target.value) ?? 'monthly')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={`${t('entry.amount')} (${currency})`}
          inputMode="decimal"
          required
          autoFocus
          value={text}
          {...(isTried && isWrong && { error: t('entry.badAmount') })}
          onChange={({ target }) => setText(target.value)}
        />
        {kind === 'by' && (
          <TextField
            label={t('goal.by')}
            type="month"
            required
            value={by}
            onChange={({ target }) => setBy(target.value)}
          />
        )}
      </div>
    </FormDialog>
  )
}

/** How far an envelope is to its goal, and what this month misses. */
export function GoalLine({ goal, currency, month }: { goal: GoalView; currency: string; month: string }) {
  const { t, language } = useTexts()
  const amount = (minor: number) => shownAmount(minor, currency, language)
  const by = goal.by && formatDate(`${goal.by}-15`, language, { month: 'short', year: 'numeric' })
  const isOver = goal.kind === 'by' && goal.by !== null && goal.by < month && goal.progress < 1
  const said = t(`goalSays.${goal.kind}`, { amount: amount(goal.amount), month: by })
  return (
    <span className="mt-0.5 flex max-w-80 min-w-0 flex-col gap-1 pe-3 text-xs text-muted">
      <span aria-hidden className="h-1 overflow-hidden rounded-full bg-line">
        <span
          className={`block h-full rounded-full ${goal.missing > 0 ? 'bg-accent' : 'bg-success-ink'}`}
          style={{ width: `${Math.round(goal.progress * 100)}%` }}
        />
      </span>
      <span className="flex flex-wrap gap-x-2">
        <span className="max-sm:sr-only">{said}</span>
        {goal.missing > 0 ? (
          <>
            <span className="text-warning-ink max-sm:sr-only">
              {t('goal.missing', { amount: amount(goal.missing) })}
            </span>
            <span aria-hidden className="text-warning-ink tabular sm:hidden">
              {amount(-goal.missing)}
            </span>
          </>
        ) : (
          !isOver && <span className="text-success-ink">{t('goal.met')}</span>
        )}
      </span>
    </span>
  )
}
