import { TextField, useAction } from '@atrium/web/kit'
import { useState } from 'react'
import type wallet from '../module.ts'
import type { AccountView } from '../module.ts'
import { fieldAmount, shownAmount, typedAmount } from './amounts.ts'
import { FormDialog } from './form.tsx'
import { useTexts } from './texts.ts'

/** The bank's balance against what is cleared here: agreed, all of it is locked. */
export function ReconcileDialog({ account, onClose }: { account: AccountView; onClose: () => void }) {
  const { t, language } = useTexts()
  const { currency, cleared } = account
  const [text, setText] = useState(fieldAmount(cleared, currency))
  const run = useAction<typeof wallet, 'reconcile'>('wallet', 'reconcile', {
    done: ({ locked }) => t('reconcile.done', { count: locked }),
  })
  const balance = text.trim() === '' ? 0 : typedAmount(text, currency)
  const difference = balance === null ? 0 : balance - cleared
  return (
    <FormDialog
      title={t('reconcile.title', { account: account.name })}
      description={t('reconcile.text', { amount: shownAmount(cleared, currency, language) })}
      submit={t(difference === 0 ? 'reconcile.run' : 'reconcile.adjust')}
      isPending={run.isPending}
      onClose={onClose}
      onSubmit={() => {
        if (balance !== null)
          run.mutate({ account: account.id, balance, adjust: difference !== 0 }, { onSuccess: onClose })
      }}
    >
      <TextField
        label={t('reconcile.balance')}
        inputMode="decimal"
        autoFocus
        value={text}
        {...(balance === null && { error: t('entry.badAmount') })}
        onChange={({ target }) => setText(target.value)}
      />
      <p aria-live="polite" className={difference === 0 ? 'text-sm text-success-ink' : 'text-sm text-warning-ink'}>
        {difference === 0
          ? t('reconcile.same')
          : t('reconcile.difference', { amount: shownAmount(difference, currency, language) })}
      </p>
    </FormDialog>
  )
}
