import {
  Badge,
  Button,
  type Column,
  DataTable,
  EmptyState,
  formatDate,
  Select,
  Switch,
  TextField,
  useAction,
} from '@atrium/web/kit'
import { CalendarClock, Plus } from 'lucide-react'
import { useState } from 'react'
import type wallet from '../module.ts'
import type { ScheduleView } from '../module.ts'
import { Unit } from '../records.ts'
import { fieldAmount, shownAmount, typedAmount } from './amounts.ts'
import { accountOf, accountOptions, categoryOptions, type Facts } from './facts.ts'
import { FormDialog } from './form.tsx'
import { useTexts } from './texts.ts'

const tones = { over: 'neutral', overdue: 'danger', today: 'warning', soon: 'info', later: 'neutral' } as const

/** What comes again, the next one first. */
export function BillsView({ facts }: { facts: Facts }) {
  const { t, language } = useTexts()
  const [editing, setEditing] = useState<ScheduleView>()
  const [adding, setAdding] = useState(false)
  const enter = useAction<typeof wallet, 'enter'>('wallet', 'enter', { done: t('bills.entered') })
  const addButton = (
    <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => setAdding(true)}>
      {t('bills.add')}
    </Button>
  )
  const columns: Column<ScheduleView>[] = [
    {
      id: 'next',
      header: t('bills.next'),
      width: 176,
      sortValue: ({ next }) => next,
      cell: ({ next, state }) => (
        <span className="flex items-center gap-2 tabular">
          {next && formatDate(next, language)}
          {state !== 'later' && <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>}
        </span>
      ),
    },
    {
      id: 'payee',
      header: t('register.payee'),
      sortValue: ({ payee }) => payee,
      cell: ({ payee, automatic, next }) => (
        <span className="flex min-w-0 items-center gap-2">
          <span dir="auto" className="truncate">
            {payee}
          </span>
          {automatic && next && <Badge tone="neutral">{t('bills.isAutomatic')}</Badge>}
        </span>
      ),
    },
    {
      id: 'amount',
      header: t('register.amount'),
      align: 'end',
      width: 116,
      sortValue: ({ amount }) => amount,
      cell: ({ amount, account }) => (
        <span className="tabular">{shownAmount(amount, accountOf(facts, account)?.currency ?? 'EUR', language)}</span>
      ),
    },
    {
      id: 'do',
      header: '',
      align: 'end',
      width: 96,
      hideOnPhone: true,
      cell: ({ id, next }) =>
        next && (
          <Button size="sm" onClick={() => enter.mutate({ id })}>
            {t('bills.enter')}
          </Button>
        ),
    },
  ]
  return (
    <div className="flex max-w-5xl min-w-0 flex-col gap-4">
      {facts.schedules.length > 0 && <div className="flex justify-end print:hidden">{addButton}</div>}
      <DataTable
        label={t('bills.label')}
        rows={facts.schedules}
        columns={columns}
        rowId={({ id }) => id}
        onOpen={setEditing}
        rowHeight={48}
        empty={
          <EmptyState
            icon={<CalendarClock aria-hidden />}
            title={t('bills.empty')}
            text={t('bills.emptyText')}
            action={addButton}
          />
        }
      />
      {(adding || editing) && (
        <BillDialog
          facts={facts}
          {...(editing && { bill: editing })}
          onClose={() => {
            setAdding(false)
            setEditing(undefined)
          }}
        />
      )}
    </div>
  )
}

function BillDialog({ facts, bill, onClose }: { facts: Facts; bill?: ScheduleView; onClose: () => void }) {
  const { t } = useTexts()
  const [draft, setDraft] = useState(() => ({
    payee: bill?.payee ?? '',
    account: bill?.account ?? accountOptions(facts)[0]?.value ?? '',
    toAccount: bill?.toAccount ?? '',
    category: bill?.category ?? '',
    kind: bill && bill.amount > 0 ? 'in' : 'out',
    start: bill?.start ?? facts.today,
    unit: bill?.unit ?? 'month',
    every: String(bill?.every ?? 1),
    weekend: bill?.weekend ?? 'keep',
    until: bill?.until ?? '',
    memo: bill?.memo ?? '',
  }))
  const currency = accountOf(facts, draft.account)?.currency ?? 'EUR'
  const [automatic, setAutomatic] = useState(bill?.automatic ?? false)
  const [text, setText] = useState(bill ? fieldAmount(Math.abs(bill.amount), currency) : '')
  const [isWrong, setIsWrong] = useState(false)
  const save = useAction<typeof wallet, 'saveSchedule'>('wallet', 'saveSchedule', { done: t('bills.saved') })
  const drop = useAction<typeof wallet, 'removeSchedule'>('wallet', 'removeSchedule', { done: t('bills.removed') })
  const enter = useAction<typeof wallet, 'enter'>('wallet', 'enter', { done: t('bills.entered') })
  const skip = useAction<typeof wallet, 'skip'>('wallet', 'skip', { done: t('bills.skipped') })
  const on = (name: keyof typeof draft) => ({
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => setDraft({ ...draft, [name]: target.value }),
  })
  const submit = () => {
    const amount = typedAmount(text, currency)
    if (amount === null || amount === 0) return setIsWrong(true)
    const { kind, toAccount, category, until, every, unit, weekend, ...rest } = draft
    save.mutate(
      {
        ...(bill && { id: bill.id, version: bill.version }),
        ...rest,
        automatic,
        amount: kind === 'in' && !toAccount ? Math.abs(amount) : -Math.abs(amount),
        toAccount: toAccount || null,
        category: category || null,
        until: until || null,
        every: Number(every) || 1,
        unit: Unit.parse(unit),
        weekend,
      },
      { onSuccess: onClose },
    )
  }
  return (
    <FormDialog
      title={t(bill ? 'bills.edit' : 'bills.add')}
      isPending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
      more={
        bill && (
          <>
            <Button
              variant="ghost"
              className="text-danger-ink! sm:me-auto"
              onClick={() => drop.mutate({ id: bill.id }, { onSuccess: onClose })}
            >
              {t('delete')}
            </Button>
            {bill.next && (
              <>
                <Button onClick={() => skip.mutate({ id: bill.id }, { onSuccess: onClose })}>{t('bills.skip')}</Button>
                <Button onClick={() => enter.mutate({ id: bill.id }, { onSuccess: onClose })}>
                  {t('bills.enter')}
                </Button>
              </>
            )}
          </>
        )
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t('register.payee')} maxLength={200} required autoFocus {...on('payee')} />
        <TextField
          label={t('entry.amount')}
          inputMode="decimal"
          required
          value={text}
          {...(isWrong && { error: t('entry.badAmount') })}
          onChange={({ target }) => setText(target.value)}
        />
        <Select
          label={t('entry.kind')}
          options={(['out', 'in'] as const).map((value) => ({ value, label: t(`entry.${value}`) }))}
          {...on('kind')}
        />
        <Select label={t('register.account')} options={accountOptions(facts, draft.account)} {...on('account')} />
        <Select
          label={t('register.category')}
          options={categoryOptions(facts, t('none'), draft.category)}
          {...on('category')}
        />
        <Select
          label={t('entry.to')}
          options={[
            { value: '', label: t('none') },
            ...accountOptions(facts).filter(({ value }) => value !== draft.account),
          ]}
          {...on('toAccount')}
        />
        <TextField label={t('bills.start')} type="date" required {...on('start')} />
        <TextField label={t('bills.until')} type="date" {...on('until')} />
        <TextField
          label={t('bills.every')}
          type="number"
          min={1}
          max={366}
          disabled={draft.unit === 'once'}
          {...on('every')}
        />
        <Select
          label={t('bills.unit')}
          options={Unit.options.map((value) => ({ value, label: t(`units.${value}`) }))}
          {...on('unit')}
        />
        <Select
          label={t('bills.weekend')}
          options={(['keep', 'before', 'after'] as const).map((value) => ({ value, label: t(`weekends.${value}`) }))}
          {...on('weekend')}
        />
      </div>
      <Switch
        label={t('bills.automatic')}
        help={t('bills.automaticHelp')}
        checked={automatic}
        onChange={setAutomatic}
      />
    </FormDialog>
  )
}
