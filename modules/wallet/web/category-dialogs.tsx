import { Button, Select, Switch, TextField, useAction } from '@atrium/web/kit'
import { useId, useState } from 'react'
import type wallet from '../module.ts'
import type { Budget, CategoryView } from '../module.ts'
import { fieldAmount, typedAmount } from './amounts.ts'
import { categoryOptions, type Facts } from './facts.ts'
import { FormDialog } from './form.tsx'
import { useTexts } from './texts.ts'

/** A new category, or one that is renamed, hidden or deleted. */
export function CategoryDialog({
  facts,
  category,
  onClose,
}: {
  facts: Facts
  category?: CategoryView
  onClose: () => void
}) {
  const { t } = useTexts()
  const groups = useId()
  const [name, setName] = useState(category?.name ?? '')
  const [group, setGroup] = useState(category?.group ?? facts.categories.findLast((row) => !row.isIncome)?.group ?? '')
  const [hidden, setHidden] = useState(category?.hidden ?? false)
  const [keepsDebt, setKeepsDebt] = useState(category?.keepsDebt ?? false)
  const told = { done: t('budget.saved') }
  const add = useAction<typeof wallet, 'addCategory'>('wallet', 'addCategory', told)
  const change = useAction<typeof wallet, 'changeCategory'>('wallet', 'changeCategory', told)
  const drop = useAction<typeof wallet, 'removeCategory'>('wallet', 'removeCategory', { done: t('budget.removed') })
  const save = () => {
    if (category)
      change.mutate(
        { id: category.id, version: category.version, name, group, hidden, keepsDebt },
        { onSuccess: onClose },
      )
    else add.mutate({ name, group }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={t(category ? 'budget.edit' : 'budget.add')}
      isPending={add.isPending || change.isPending}
      onSubmit={save}
      onClose={onClose}
      more={
        category && (
          <Button
            variant="ghost"
            className="text-danger-ink! sm:me-auto"
            onClick={() => drop.mutate({ id: category.id }, { onSuccess: onClose })}
          >
            {t('delete')}
          </Button>
        )
      }
    >
      <TextField
        label={t('budget.name')}
        value={name}
        maxLength={80}
        required
        autoFocus
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label={t('budget.group')}
        value={group}
        maxLength={80}
        required
        list={groups}
        onChange={({ target }) => setGroup(target.value)}
      />
      <datalist id={groups}>
        {[...new Set(facts.categories.filter((row) => !row.isIncome).map((row) => row.group))].map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      {category && (
        <>
          <Switch label={t('budget.keepsDebt')} checked={keepsDebt} onChange={setKeepsDebt} />
          <Switch label={t('budget.hidden')} checked={hidden} onChange={setHidden} />
        </>
      )}
    </FormDialog>
  )
}

interface MoveDialogProps {
  facts: Facts
  from: CategoryView
  budget: Budget
  available: number
  onClose: () => void
}

/** Takes money from one envelope and puts it into another. */
export function MoveDialog({ facts, from, budget: { month, currency }, available, onClose }: MoveDialogProps) {
  const { t } = useTexts()
  const ids = new Set(
    facts.categories.filter((row) => !row.isIncome && !row.hidden && row.id !== from.id).map(({ id }) => id),
  )
  const options = categoryOptions(facts, '').filter(({ value }) => ids.has(value))
  const [to, setTo] = useState(options[0]?.value ?? '')
  const [text, setText] = useState(fieldAmount(Math.max(available, 0), currency))
  const move = useAction<typeof wallet, 'moveMoney'>('wallet', 'moveMoney', { done: t('budget.moved') })
  const amount = typedAmount(text, currency)
  const isWrong = text !== '' && (amount === null || amount <= 0)
  return (
    <FormDialog
      title={t('budget.moveTitle', { category: from.name })}
      isPending={move.isPending}
      onClose={onClose}
      onSubmit={() => {
        if (amount !== null && amount > 0)
          move.mutate({ month, currency, from: from.id, to, amount }, { onSuccess: onClose })
      }}
    >
      <TextField
        label={t('entry.amount')}
        inputMode="decimal"
        required
        autoFocus
        value={text}
        {...(isWrong && { error: t('entry.badAmount') })}
        onChange={({ target }) => setText(target.value)}
      />
      <Select label={t('budget.moveTo')} value={to} options={options} onChange={({ target }) => setTo(target.value)} />
    </FormDialog>
  )
}
