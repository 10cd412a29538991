import { Backlinks, Button, Select, Switch, TextField, useAction, useConfirm } from '@atrium/web/kit'
import { useState } from 'react'
import type wallet from '../module.ts'
import type { AccountView } from '../module.ts'
import { AccountKind } from '../records.ts'
import { typedAmount } from './amounts.ts'
import type { Facts } from './facts.ts'
import { FormDialog } from './form.tsx'
import { useTexts } from './texts.ts'

/** Opens an account, or changes one. */
export function AccountDialog({
  facts,
  account,
  onClose,
}: {
  facts: Facts
  account?: AccountView
  onClose: () => void
}) {
  const { t } = useTexts()
  const confirm = useConfirm()
  const [name, setName] = useState(account?.name ?? '')
  const [kind, setKind] = useState<AccountKind>(account?.kind ?? 'checking')
  const [currency, setCurrency] = useState(account?.currency ?? facts.currencies[0] ?? '')
  const [balance, setBalance] = useState('')
  const [onBudget, setOnBudget] = useState(account?.onBudget ?? true)
  const [closed, setClosed] = useState(account?.closed ?? false)
  const add = useAction<typeof wallet, 'addAccount'>('wallet', 'addAccount', { done: t('account.added') })
  const change = useAction<typeof wallet, 'changeAccount'>('wallet', 'changeAccount')
  const drop = useAction<typeof wallet, 'removeAccount'>('wallet', 'removeAccount', { done: t('account.removed') })
  const start = balance.trim() === '' ? 0 : typedAmount(balance, currency.trim().toUpperCase())

  const save = () => {
    if (start === null) return
    if (account)
      change.mutate({ id: account.id, version: account.version, name, kind, onBudget, closed }, { onSuccess: onClose })
    else add.mutate({ name, kind, currency, onBudget, balance: start }, { onSuccess: onClose })
  }
  const remove = async () => {
    if (!account) return
    const isSure = await confirm({
      title: t('account.removeTitle', { name: account.name }),
      text: t('account.removeText', { count: account.count }),
      confirm: t('account.remove'),
      danger: true,
    })
    if (isSure) drop.mutate({ id: account.id }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={t(account ? 'account.edit' : 'account.add')}
      isPending={add.isPending || change.isPending}
      onSubmit={save}
      onClose={onClose}
      more={
        account && (
          <Button variant="ghost" className="text-danger-ink! sm:me-auto" onClick={() => void remove()}>
            {t('account.remove')}
          </Button>
        )
      }
    >
      <TextField
        label={t('account.name')}
        value={name}
        maxLength={80}
        required
        autoFocus
        onChange={({ target }) => setName(target.value)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={t('account.kind')}
          value={kind}
          options={AccountKind.options.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          onChange={({ target }) => {
            const next = AccountKind.parse(target.value)
            setKind(next)
            if (!account) setOnBudget(next !== 'loan' && next !== 'investment')
          }}
        />
        <TextField
          label={t('account.currency')}
          help={t('account.currencyHelp')}
          value={currency}
          maxLength={3}
          required
          disabled={account !== undefined}
          onChange={({ target }) => setCurrency(target.value.toUpperCase())}
        />
        {!account && (
          <TextField
            label={t('account.balance')}
            inputMode="decimal"
            value={balance}
            {...(start === null && { error: t('entry.badAmount') })}
            onChange={({ target }) => setBalance(target.value)}
          />
        )}
      </div>
      <Switch label={t('account.onBudget')} checked={onBudget} onChange={setOnBudget} />
      {account && <Switch label={t('account.closed')} checked={closed} onChange={setClosed} />}
      {account && (
        <Backlinks
          module="wallet"
          collection="accounts"
          id={account.id}
          names={{ transactions: t('exports.transactions'), schedules: t('views.bills') }}
        />
      )}
    </FormDialog>
  )
}
