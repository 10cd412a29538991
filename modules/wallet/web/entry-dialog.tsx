import {
  Button,
  FileField,
  IconButton,
  RecordHistory,
  Select,
  TextField,
  useAction,
  useSharedAs,
} from '@atrium/web/kit'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type wallet from '../module.ts'
import type { TransactionView } from '../module.ts'
import { RECEIPTS } from '../receipts.ts'
import { FLAGS, Flag } from '../records.ts'
import { fieldAmount, shownAmount, typedAmount } from './amounts.ts'
import { accountOf, accountOptions, categoryOptions, type Facts } from './facts.ts'
import { FormDialog } from './form.tsx'
import { ReadReceipt } from './read-receipt.tsx'
import { Received } from './received-field.tsx'
import { useTexts } from './texts.ts'

type Kind = 'out' | 'in' | 'transfer'
interface Part {
  key: number
  category: string
  amount: string
}

interface EntryDialogProps {
  facts: Facts
  /** The account that a new one is of at first. */
  account?: string
  row?: TransactionView
  onClose: () => void
}

/** A new transaction, or one that is changed: expense, income, transfer, in parts or whole. */
export function EntryDialog({ facts, account: first, row, onClose }: EntryDialogProps) {
  const { t, language } = useTexts()
  // Categories and other accounts are the owner's: whoever is shared an account writes payments in it.
  const isOwn = useSharedAs() === null
  const usable = accountOptions(facts, row?.account)
  const [kind, setKind] = useState<Kind>(row?.transfer ? 'transfer' : row && row.amount > 0 ? 'in' : 'out')
  const [account, setAccount] = useState(row?.account ?? accountOf(facts, first ?? '')?.id ?? usable[0]?.value ?? '')
  const [to, setTo] = useState(row?.otherAccount ?? usable.find(({ value }) => value !== account)?.value ?? '')
  const currency = accountOf(facts, account)?.currency ?? 'EUR'
  const target = accountOf(facts, to)
  const [date, setDate] = useState(row?.date ?? facts.today)
  const [amount, setAmount] = useState(row ? fieldAmount(Math.abs(row.amount), currency) : '')
  const [received, setReceived] = useState('')
  const [payee, setPayee] = useState(row?.payee ?? '')
  const [category, setCategory] = useState(row?.category ?? '')
  const [memo, setMemo] = useState(row?.memo ?? '')
  const [flag, setFlag] = useState<string>(row?.flag ?? '')
  const [parts, setParts] = useState<Part[]>(() =>
    (row?.splits ?? []).map((split, key) => ({
      key,
      category: split.category ?? '',
      amount: fieldAmount(Math.abs(split.amount), currency),
    })),
  )
  const [receipts, setReceipts] = useState(row?.receipts ?? [])
  /** Receipts are on their way. */
  const [isSending, setIsSending] = useState(false)
  const [isTried, setIsTried] = useState(false)
  const [history, setHistory] = useState(false)
  const add = useAction<typeof wallet, 'add'>('wallet', 'add', { done: t('entry.added') })
  const move = useAction<typeof wallet, 'transfer'>('wallet', 'transfer', { done: t('entry.added') })
  const fields = {
    payee: t('register.payee'),
    memo: t('register.memo'),
    date: t('register.date'),
    amount: t('register.amount'),
    cleared: t('register.status'),
    flag: t('entry.flag'),
    receipts: t('entry.receipts'),
  }
  const change = useAction<typeof wallet, 'change'>('wallet', 'change', { done: t('entry.changed'), fields })
  const isTransfer = kind === 'transfer'
  const sign = row?.transfer ? Math.sign(row.amount) : kind === 'in' ? 1 : -1
  const minor = typedAmount(amount, currency)
  const shared = parts.reduce((sum, part) => sum + (typedAmount(part.amount, currency) ?? 0), 0)
  const isLocked = row?.cleared === 'reconciled'
  const isOther = isTransfer && target !== undefined && target.currency !== currency

  const save = () => {
    setIsTried(true)
    if (isSending) return
    const arrives = isOther && !row ? typedAmount(received, target.currency) : undefined
    if (minor === null || minor === 0 || arrives === null) return
    const done = { onSuccess: onClose }
    if (isTransfer && !row)
      return move.mutate(
        {
          from: account,
          to,
          date,
          amount: minor,
          memo,
          category: category || null,
          ...(arrives && { received: arrives }),
        },
        done,
      )
    const splits = parts.map((part) => ({
      category: part.category || null,
      amount: sign * (typedAmount(part.amount, currency) ?? 0),
    }))
    const said = {
      account,
      date,
      amount: sign * minor,
      payee,
      memo,
      category: category || null,
      splits,
      receipts,
      flag: Flag.safeParse(flag).data ?? null,
    }
    if (row) change.mutate({ id: row.id, version: row.version, ...said }, done)
    else add.mutate(said, done)
  }
  const setPart = (key: number, next: Partial<Part>) =>
    setParts(parts.map((part) => (part.key === key ? { ...part, ...next } : part)))
  const addPart = () => {
    const key = Math.max(-1, ...parts.map((part) => part.key)) + 1
    const rest = fieldAmount(Math.max(0, (minor ?? 0) - shared), currency)
    setParts(
      parts.length === 0
        ? [
            { key, category, amount: '' },
            { key: key + 1, category: '', amount: '' },
          ]
        : [...parts, { key, category: '', amount: rest }],
    )
  }
  const amountError = isTried && (minor === null || minor === 0) ? { error: t('entry.badAmount') } : {}

  return (
    <FormDialog
      title={t(row ? 'entry.edit' : 'entry.add')}
      description={isLocked ? t('entry.locked') : undefined}
      isPending={add.isPending || move.isPending || change.isPending}
      onSubmit={save}
      onClose={onClose}
      more={
        row && (
          <Button variant="ghost" className="sm:me-auto" onClick={() => setHistory(true)}>
            {t('entry.history')}
          </Button>
        )
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={t('entry.kind')}
          value={kind}
          disabled={row?.transfer != null || isLocked}
          options={(
            [
              'out',
              'in',
              ...(row || facts.accounts.length < 2 ? (row?.transfer ? ['transfer'] : []) : ['transfer']),
            ] as Kind[]
          ).map((value) => ({
            value,
            label: t(`entry.${value}`),
          }))}
          onChange={(event) => setKind(event.target.value as Kind)}
        />
        <TextField
          label={t('entry.amount')}
          inputMode="decimal"
          autoFocus
          required
          disabled={isLocked}
          value={amount}
          placeholder="0.00"
          {...amountError}
          onChange={(event) => setAmount(event.target.value)}
        />
        <Select
          label={t('register.account')}
          value={account}
          disabled={isLocked || row?.transfer != null}
          options={usable}
          onChange={(event) => setAccount(event.target.value)}
        />
        {isTransfer ? (
          <Select
            label={t('entry.to')}
            value={to}
            disabled={row !== undefined}
            options={accountOptions(facts, to)}
            onChange={(event) => setTo(event.target.value)}
          />
        ) : (
          <TextField
            label={t('register.payee')}
            value={payee}
            maxLength={200}
            onChange={(event) => setPayee(event.target.value)}
          />
        )}
        {isOther && !row && (
          <Received {...{ currency, date, minor, value: received, onValue: setReceived }} to={target.currency} />
        )}
        <TextField
          label={t('register.date')}
          type="date"
          required
          disabled={isLocked}
          value={date}
          onChange={(event) => setDate(event.target.value)}
        />
        {isOwn && parts.length === 0 && (
          <Select
            label={t('register.category')}
            value={category}
            options={categoryOptions(facts, t('none'), category)}
            onChange={(event) => setCategory(event.target.value)}
          />
        )}
      </div>
      {parts.map((part, at) => (
        <div key={part.key} className="flex items-end gap-2">
          <Select
            className="min-w-0 flex-1"
            label={t('entry.part', { number: at + 1 })}
            value={part.category}
            options={categoryOptions(facts, t('none'), part.category)}
            onChange={(event) => setPart(part.key, { category: event.target.value })}
          />
          <TextField
            className="w-28"
            label={t('entry.amount')}
            inputMode="decimal"
            value={part.amount}
            onChange={(event) => setPart(part.key, { amount: event.target.value })}
          />
          <IconButton
            label={t('entry.removePart', { number: at + 1 })}
            icon={<X />}
            onClick={() => setParts(parts.length <= 2 ? [] : parts.filter((one) => one.key !== part.key))}
          />
        </div>
      ))}
      {isOwn && !isTransfer && (
        <div className="flex items-center justify-between gap-3 text-sm">
          <Button size="sm" variant="ghost" icon={<Plus aria-hidden className="size-4" />} onClick={addPart}>
            {t(parts.length === 0 ? 'entry.split' : 'entry.addPart')}
          </Button>
          {parts.length > 0 && (
            <span aria-live="polite" className={shared === minor ? 'text-muted' : 'text-warning-ink'}>
              {t('entry.rest', { amount: shownAmount((minor ?? 0) - shared, currency, language) })}
            </span>
          )}
        </div>
      )}
      <TextField
        label={t('register.memo')}
        value={memo}
        maxLength={500}
        onChange={(event) => setMemo(event.target.value)}
      />
      {(row || !isTransfer) && (
        <Select
          label={t('entry.flag')}
          value={flag}
          options={[{ value: '', label: t('none') }, ...FLAGS.map((value) => ({ value, label: t(`flags.${value}`) }))]}
          onChange={(event) => setFlag(event.target.value)}
        />
      )}
      {(row || !isTransfer) && (
        <FileField
          place={{ module: 'wallet', collection: 'transactions', field: 'receipts' }}
          label={t('entry.receipts')}
          limits={RECEIPTS}
          value={receipts}
          onChange={setReceipts}
          onBusy={setIsSending}
          {...(isTried && isSending && { error: t('entry.sending') })}
        />
      )}
      {!isTransfer && !isLocked && (
        <ReadReceipt
          receipts={receipts}
          currency={currency}
          onTake={(taken) => {
            if (taken.payee !== undefined) setPayee(taken.payee)
            if (taken.date !== undefined) setDate(taken.date)
            if (taken.amount !== undefined) setAmount(taken.amount)
            if (taken.memo !== undefined) setMemo(taken.memo)
          }}
        />
      )}
      {row && (
        <RecordHistory
          module="wallet"
          collection="transactions"
          id={row.id}
          open={history}
          onOpenChange={setHistory}
          fields={fields}
        />
      )}
    </FormDialog>
  )
}
