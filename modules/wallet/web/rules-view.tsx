import { field } from '@atrium/contract/fields'
import { collection } from '@atrium/contract/module'
import { Button, type Column, DataTable, Dialog, EmptyState, RecordForm, useAction } from '@atrium/web/kit'
import { Plus, Split } from 'lucide-react'
import { useState } from 'react'
import type wallet from '../module.ts'
import { Rule, type RuleRow } from '../records.ts'
import { ApplyRules } from './apply-rules.tsx'
import { categoryName, categoryOptions, type Facts } from './facts.ts'
import { useTexts } from './texts.ts'

/** What is kept of a rule, and whether it is for what is there already too. */
const RuleForm = Rule.extend({ apply: field.checkbox({ label: 'Also change what is there already' }) })
const form = collection(RuleForm, { version: 1 })

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
      {facts.rules.length > 0 && <ApplyRules />}
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
  const save = useAction<typeof wallet, 'saveRule'>('wallet', 'saveRule', { done: t('rules.saved') })
  const [, ...categories] = categoryOptions(facts, '', rule?.category ?? '')
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t(rule ? 'rules.edit' : 'rules.add')}>
      <RecordForm
        collection={form}
        value={{ ...rule, apply: !rule }}
        references={{ category: categories }}
        submit={t('save')}
        onSubmit={async (value) => {
          const said = RuleForm.parse(value)
          await save.mutateAsync({ ...said, ...(rule && { id: rule.id, version: rule.version }) })
          onClose()
        }}
        extra={
          rule && (
            <Button variant="ghost" className="text-danger-ink!" onClick={() => onDelete(rule.id, onClose)}>
              {t('delete')}
            </Button>
          )
        }
      />
    </Dialog>
  )
}
