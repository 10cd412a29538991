import { Button, type Column, DataTable, EmptyState, Select, Switch, TextField, useAction } from '@atrium/web/kit'
import { Plus, Split } from 'lucide-react'
import { useState } from 'react'
import type wallet from '../module.ts'
import { Rule, type RuleRow } from '../records.ts'
import { categoryName, categoryOptions, type Facts } from './facts.ts'
import { FormDialog } from './form.tsx'
import { useTexts } from './texts.ts'

const hows = Rule.shape.how.unwrap()
const directions = Rule.shape.direction.unwrap()

/** What becomes of payees when a statement is imported. */
export function RulesView({ facts }: { facts: Facts }) {
  const { t } = useTexts()
  const [editing, setEditing] = useState<RuleRow>()
  const [adding, setAdding] = useState(false)
  const drop = useAction<typeof wallet, 'removeRule'>('wallet', 'removeRule', { done: t('rules.removed') })
  const addButton = (
    <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => setAdding(true)}>
      {t('rules.add')}
    </Button>
  )
  const columns: Column<RuleRow>[] = [
    {
      id: 'how',
      header: t('rules.how'),
      width: 120,
      hideOnPhone: true,
      cell: ({ how }) => <span className="text-muted">{t(`hows.${how}`)}</span>,
    },
    {
      id: 'match',
      header: t('rules.match'),
      sortValue: ({ match }) => match,
      cell: ({ match }) => <span dir="auto">{match}</span>,
    },
    {
      id: 'payee',
      header: t('rules.payee'),
      sortValue: ({ payee }) => payee,
      cell: ({ payee }) => <span dir="auto">{payee}</span>,
    },
    {
      id: 'category',
      header: t('rules.category'),
      sortValue: ({ category }) => categoryName(facts, category),
      cell: ({ category }) => <span dir="auto">{categoryName(facts, category)}</span>,
    },
    {
      id: 'direction',
      header: t('rules.direction'),
      width: 120,
      hideOnPhone: true,
      cell: ({ direction }) => <span className="text-muted">{t(`directions.${direction}`)}</span>,
    },
  ]
  return (
    <div className="flex max-w-4xl min-w-0 flex-col gap-4">
      {facts.rules.length > 0 && (
        <div className="flex flex-wrap items-start justify-between gap-3">
          <p className="max-w-prose text-sm text-muted">{t('rules.text')}</p>
          {addButton}
        </div>
      )}
      <DataTable
        label={t('rules.label')}
        rows={facts.rules}
        columns={columns}
        rowId={({ id }) => id}
        onOpen={setEditing}
        empty={
          <EmptyState icon={<Split aria-hidden />} title={t('rules.empty')} text={t('rules.text')} action={addButton} />
        }
      />
      {(adding || editing) && (
        <RuleDialog
          facts={facts}
          {...(editing && { rule: editing })}
          onDelete={(id, done) => drop.mutate({ id }, { onSuccess: done })}
          onClose={() => {
            setAdding(false)
            setEditing(undefined)
          }}
        />
      )}
    </div>
  )
}

interface RuleDialogProps {
  facts: Facts
  rule?: RuleRow
  onDelete: (id: string, done: () => void) => void
  onClose: () => void
}

function RuleDialog({ facts, rule, onDelete, onClose }: RuleDialogProps) {
  const { t } = useTexts()
  const [draft, setDraft] = useState({
    match: rule?.match ?? '',
    how: rule?.how ?? 'contains',
    direction: rule?.direction ?? 'any',
    payee: rule?.payee ?? '',
    category: rule?.category ?? '',
  })
  const [apply, setApply] = useState(!rule)
  const save = useAction<typeof wallet, 'saveRule'>('wallet', 'saveRule', { done: t('rules.saved') })
  const on = (name: keyof typeof draft) => ({
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => setDraft({ ...draft, [name]: target.value }),
  })
  return (
    <FormDialog
      title={t(rule ? 'rules.edit' : 'rules.add')}
      isPending={save.isPending}
      onClose={onClose}
      onSubmit={() =>
        save.mutate(
          { ...draft, ...(rule && { id: rule.id, version: rule.version }), category: draft.category || null, apply },
          { onSuccess: onClose },
        )
      }
      more={
        rule && (
          <Button variant="ghost" className="text-danger-ink! sm:me-auto" onClick={() => onDelete(rule.id, onClose)}>
            {t('delete')}
          </Button>
        )
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={t('rules.how')}
          options={hows.options.map((value) => ({ value, label: t(`hows.${value}`) }))}
          {...on('how')}
        />
        <TextField label={t('rules.match')} required minLength={2} maxLength={200} autoFocus {...on('match')} />
        <TextField label={t('rules.payee')} maxLength={200} {...on('payee')} />
        <Select
          label={t('rules.category')}
          options={categoryOptions(facts, t('none'), draft.category)}
          {...on('category')}
        />
        <Select
          label={t('rules.direction')}
          options={directions.options.map((value) => ({ value, label: t(`directions.${value}`) }))}
          {...on('direction')}
        />
      </div>
      <Switch label={t('rules.apply')} checked={apply} onChange={setApply} />
    </FormDialog>
  )
}
