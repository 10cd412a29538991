import {
  Button,
  EmptyState,
  ExportMenu,
  ImportDialog,
  PageFrame,
  Skeleton,
  sentenceFor,
  useAction,
  useModuleQuery,
  useSharedAs,
} from '@atrium/web/kit'
import { clsx } from 'clsx'
import { FileUp, Plus, WalletCards } from 'lucide-react'
import { useState } from 'react'
import type wallet from './module.ts'
import { AccountDialog } from './web/account-dialog.tsx'
import { useAddress, views } from './web/address.ts'
import { BillsView } from './web/bills-view.tsx'
import { BudgetView } from './web/budget-view.tsx'
import { EntryDialog } from './web/entry-dialog.tsx'
import { ImportOptions, type ImportValues, sentValues } from './web/import-options.tsx'
import { RegisterView } from './web/register-view.tsx'
import { ReportsView } from './web/reports-view.tsx'
import { RulesView } from './web/rules-view.tsx'
import { useTexts } from './web/texts.ts'
import { useKey } from './web/use-key.ts'

export default function WalletPage() {
  const { t } = useTexts()
  const { address, go } = useAddress()
  const [importing, setImporting] = useState(false)
  const [adding, setAdding] = useState(false)
  const [opening, setOpening] = useState(false)
  const [values, setValues] = useState<ImportValues>({})
  const { data: facts, error } = useModuleQuery<typeof wallet, 'overview'>('wallet', 'overview', {})
  const sharedAs = useSharedAs()
  const isOwn = sharedAs === null
  const isNew = facts?.accounts.length === 0
  const canAdd = facts !== undefined && !isNew && sharedAs !== 'viewer'
  useKey('n', () => canAdd && setAdding(true))
  const view = {
    accounts: RegisterView,
    budget: BudgetView,
    bills: BillsView,
    reports: ReportsView,
    rules: RulesView,
  }[isOwn ? address.view : 'accounts']
  const View = view

  return (
    <PageFrame
      width="wide"
      title={t('title')}
      text={t('text')}
      actions={
        canAdd && (
          <>
            {isOwn && (
              <>
                <ExportMenu
                  module="wallet"
                  collections={{ transactions: t('exports.transactions') }}
                  options={
                    address.account ? { csv: { account: address.account }, qif: { account: address.account } } : {}
                  }
                />
                <Button
                  icon={<FileUp aria-hidden className="size-4" />}
                  className="print:hidden"
                  onClick={() => setImporting(true)}
                >
                  <span className="max-sm:sr-only">{t('import')}</span>
                </Button>
              </>
            )}
            <Button
              variant="primary"
              icon={<Plus aria-hidden className="size-4" />}
              className="print:hidden"
              aria-keyshortcuts="n"
              onClick={() => setAdding(true)}
            >
              {t('add')}
            </Button>
          </>
        )
      }
      toolbar={
        isOwn &&
        canAdd && (
          <nav
            aria-label={t('viewsLabel')}
            className="-mx-2 flex max-w-[calc(100%+1rem)] gap-1 overflow-x-auto p-1 print:hidden"
          >
            {views.map((name) => (
              <button
                key={name}
                type="button"
                aria-current={name === address.view ? 'page' : undefined}
                onClick={() => go({ view: name })}
                className={clsx(
                  'inline-flex h-8 shrink-0 items-center gap-1.5 rounded-md px-2.5 text-sm touch:h-10',
                  name === address.view ? 'bg-active font-medium' : 'text-muted hover:bg-hover hover:text-ink',
                )}
              >
                {t(`views.${name}`)}
                {name === 'bills' && (
                  <DueCount
                    count={facts.schedules.filter(({ state }) => state === 'overdue' || state === 'today').length}
                  />
                )}
              </button>
            ))}
          </nav>
        )
      }
    >
      <div data-space="finance" className="flex min-w-0 flex-1 flex-col">
        {error ? (
          <EmptyState title={sentenceFor(error)} />
        ) : !facts ? (
          <Loading />
        ) : isNew ? (
          <Welcome onImport={() => setImporting(true)} onAccount={() => setOpening(true)} />
        ) : (
          <View facts={facts} />
        )}
      </div>
      <ImportDialog
        module="wallet"
        open={importing}
        onOpenChange={setImporting}
        options={(name) => facts && <ImportOptions name={name} facts={facts} values={values} onValues={setValues} />}
        optionValues={sentValues(values)}
      />
      {facts && adding && <EntryDialog facts={facts} account={address.account} onClose={() => setAdding(false)} />}
      {facts && opening && <AccountDialog facts={facts} onClose={() => setOpening(false)} />}
    </PageFrame>
  )
}

const DueCount = ({ count }: { count: number }) =>
  count > 0 ? <span className="text-xs text-danger-ink tabular">{count}</span> : null

function Welcome({ onImport, onAccount }: { onImport: () => void; onAccount: () => void }) {
  const { t } = useTexts()
  const sample = useAction<typeof wallet, 'sample'>('wallet', 'sample', {
    done: ({ added }) => t('welcome.sampleAdded', { count: added }),
  })
  return (
    <EmptyState
      icon={<WalletCards aria-hidden />}
      title={t('welcome.title')}
      text={t('welcome.text')}
      action={
        <>
          <Button variant="primary" onClick={onImport}>
            {t('welcome.import')}
          </Button>
          <Button onClick={onAccount}>{t('welcome.account')}</Button>
          <Button loading={sample.isPending} onClick={() => sample.mutate({})}>
            {t('welcome.sample')}
          </Button>
        </>
      }
    />
  )
}

function Loading() {
  return (
    <div aria-hidden className="flex flex-col gap-3">
      {['w-full', 'w-full', 'w-full', 'w-3/4'].map((width, at) => (
        <Skeleton key={at} className={`h-9 ${width}`} />
      ))}
    </div>
  )
}
