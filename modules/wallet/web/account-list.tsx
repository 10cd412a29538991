import {
  Button,
  IconButton,
  Menu,
  MenuContent,
  MenuItem,
  MenuTrigger,
  Share,
  useSession,
  useSharedAs,
} from '@atrium/web/kit'
import { clsx } from 'clsx'
import { Ellipsis, Plus } from 'lucide-react'
import { useState } from 'react'
import type { AccountView } from '../module.ts'
import { AccountDialog } from './account-dialog.tsx'
import { shownAmount } from './amounts.ts'
import type { Facts } from './facts.ts'
import { ReconcileDialog } from './reconcile-dialog.tsx'
import { useTexts } from './texts.ts'

/** The accounts with what is in them; on a phone a strip to be scrolled. */
export function AccountList({
  facts,
  chosen,
  onChoose,
}: {
  facts: Facts
  chosen: string
  onChoose: (id: string) => void
}) {
  const { t, language } = useTexts()
  const [editing, setEditing] = useState<AccountView>()
  const [reconciling, setReconciling] = useState<AccountView>()
  const [adding, setAdding] = useState(false)
  const [sharing, setSharing] = useState<AccountView>()
  const sharedAs = useSharedAs()
  const { isMember } = useSession()
  const shown = facts.accounts.filter(({ closed, id }) => !closed || id === chosen)
  const closed = facts.accounts.filter((row) => row.closed && row.id !== chosen)
  const totals = facts.currencies
    .map((currency) =>
      shownAmount(
        shown.filter((row) => row.currency === currency).reduce((sum, row) => sum + row.balance, 0),
        currency,
        language,
      ),
    )
    .join(' · ')
  const rowClass = (isChosen: boolean) =>
    clsx(
      'flex min-w-0 flex-1 items-baseline justify-between gap-3 rounded-md px-2.5 py-2 text-start text-sm @max-4xl:flex-col @max-4xl:gap-0',
      isChosen ? 'bg-active font-medium' : 'hover:bg-hover',
    )
  return (
    <nav aria-label={t('account.list')} className="min-w-0 @4xl:w-72 @4xl:shrink-0 print:hidden">
      <ul className="flex gap-1 overflow-x-auto pb-1 @4xl:flex-col">
        <li className="flex shrink-0">
          <button
            type="button"
            aria-current={chosen === '' || undefined}
            className={rowClass(chosen === '')}
            onClick={() => onChoose('')}
          >
            <span>{t('account.all')}</span>
            <span className="tabular">{totals}</span>
          </button>
        </li>
        {[...shown, ...closed].map((account) => (
          <li key={account.id} className={clsx('flex shrink-0 items-center', account.closed && 'text-muted')}>
            <button
              type="button"
              aria-current={account.id === chosen || undefined}
              className={rowClass(account.id === chosen)}
              onClick={() => onChoose(account.id)}
            >
              <span className="max-w-44 truncate" dir="auto">
                {account.name}
              </span>
              <span className={clsx('tabular', account.balance < 0 && 'text-danger-ink')}>
                {shownAmount(account.balance, account.currency, language)}
              </span>
            </button>
            {sharedAs !== 'viewer' && (
              <Menu>
                <MenuTrigger>
                  <IconButton size="sm" label={t('account.more', { name: account.name })} icon={<Ellipsis />} />
                </MenuTrigger>
                <MenuContent align="end">
                  <MenuItem onSelect={() => setReconciling(account)}>{t('account.reconcile')}</MenuItem>
                  {sharedAs === null && <MenuItem onSelect={() => setEditing(account)}>{t('account.edit')}</MenuItem>}
                  {sharedAs === null && isMember && (
                    <MenuItem onSelect={() => setSharing(account)}>{t('account.share')}</MenuItem>
                  )}
                </MenuContent>
              </Menu>
            )}
          </li>
        ))}
        {sharedAs === null && (
          <li className="shrink-0">
            <Button
              variant="ghost"
              size="sm"
              icon={<Plus aria-hidden className="size-4" />}
              onClick={() => setAdding(true)}
            >
              {t('account.add')}
            </Button>
          </li>
        )}
      </ul>
      {(editing || adding) && (
        <AccountDialog
          facts={facts}
          {...(editing && { account: editing })}
          onClose={() => {
            setEditing(undefined)
            setAdding(false)
          }}
        />
      )}
      {sharing && (
        <Share
          {...{ module: 'wallet', collection: 'accounts', id: sharing.id, name: sharing.name, open: true }}
          onOpenChange={(open) => open || setSharing(undefined)}
        />
      )}
      {reconciling && <ReconcileDialog account={reconciling} onClose={() => setReconciling(undefined)} />}
    </nav>
  )
}
