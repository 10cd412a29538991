import {
  Button,
  type Column,
  controlClass,
  DataTable,
  EmptyState,
  FileCount,
  formatDate,
  IconButton,
  Menu,
  MenuContent,
  MenuItem,
  MenuTrigger,
  ShowMore,
  Skeleton,
  type Sort,
  sentenceFor,
  Trash,
  useAction,
  useMedia,
  useModulePages,
  useSharedAs,
} from '@atrium/web/kit'
import { clsx } from 'clsx'
import { Check, Circle, Lock, Search, Trash2 } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type wallet from '../module.ts'
import type { ListedTransaction, TransactionView } from '../module.ts'
import { Cleared } from '../records.ts'
import { AccountList } from './account-list.tsx'
import { useAddress } from './address.ts'
import { shownAmount } from './amounts.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { accountOf, categoryName, categoryOptions, type Facts } from './facts.ts'
import { FlagMark } from './flag-mark.tsx'
import { ProposeCategories } from './propose-dialog.tsx'
import { useTexts } from './texts.ts'

const PAGE = 200 // rows
const PAUSE = 250 // ms without a key before it is searched

const marks = { open: Circle, cleared: Check, reconciled: Lock }

/** The columns that the server can order by. */
const orderOf = ({ column, direction }: Sort) => {
  const field = column === 'amount' ? 'amount' : 'date'
  return direction === 'desc' ? (`-${field}` as const) : field
}

/** The accounts and their transactions. */
export function RegisterView({ facts }: { facts: Facts }) {
  const { t } = useTexts()
  const { address, go } = useAddress()
  const { account, category, cleared, words } = address
  const [editing, setEditing] = useState<TransactionView>()
  const [trash, setTrash] = useState(false)
  // Categories are the owner's: whoever is shared an account sees its payments alone.
  const isOwn = useSharedAs() === null
  const status = Cleared.safeParse(cleared)
  const [sort, setSort] = useState<Sort | null>(null)
  const { pages, error, more, failed } = useModulePages<typeof wallet, 'transactions'>('wallet', 'transactions', {
    ...(account && { account }),
    ...(category && { category }),
    ...(words && { words }),
    ...(status.success && { cleared: status.data }),
    ...(sort && { order: orderOf(sort) }),
    limit: PAGE,
  })
  const rows = useMemo(() => pages?.flatMap(({ transactions }) => transactions), [pages])
  const total = pages?.[0]?.total ?? 0
  return (
    <div className="@container min-w-0">
      <div className="flex min-w-0 flex-col gap-4 @4xl:flex-row @4xl:gap-8">
        <AccountList facts={facts} chosen={account} onChoose={(id) => go({ account: id })} />
        <div className="flex min-w-0 flex-1 flex-col gap-3">
          <div className="flex flex-wrap gap-2 print:hidden">
            <SearchField key={words} words={words} onWords={(next) => go({ words: next }, { replace: true })} />
            {isOwn && (
              <Choice
                label={t('register.category')}
                value={category}
                options={[
                  ...categoryOptions(facts, t('register.anyCategory'), category),
                  { value: 'none', label: t('register.noCategory') },
                ]}
                onChange={(next) => go({ category: next })}
              />
            )}
            <Choice
              label={t('register.status')}
              value={cleared}
              options={[
                { value: '', label: t('register.anyStatus') },
                ...Cleared.options.map((value) => ({ value, label: t(`cleared.${value}`) })),
              ]}
              onChange={(next) => go({ cleared: next })}
            />
            {isOwn && <ProposeCategories facts={facts} />}
            <IconButton
              label={t('register.trash')}
              icon={<Trash2 />}
              className="ms-auto"
              onClick={() => setTrash(true)}
            />
          </div>
          {error ? (
            <EmptyState title={sentenceFor(error)} />
          ) : rows ? (
            <>
              <Rows
                facts={facts}
                rows={rows}
                pages={{ total, onMore: more }}
                sort={sort}
                onSort={setSort}
                isOne={account !== ''}
                onOpen={setEditing}
              />
              <ShowMore failed={failed} />
              {total > 0 && (
                <p className="text-sm text-muted">
                  {total > rows.length
                    ? t('register.shown', { count: rows.length, total })
                    : t('register.count', { count: total })}
                </p>
              )}
            </>
          ) : (
            <Skeleton className="h-96 w-full" />
          )}
        </div>
        {editing && <EntryDialog facts={facts} row={editing} onClose={() => setEditing(undefined)} />}
        <Trash
          module="wallet"
          collections={{
            transactions: t('register.label'),
            ...(isOwn && {
              accounts: t('account.list'),
              categories: t('budget.label'),
              schedules: t('views.bills'),
              rules: t('views.rules'),
            }),
          }}
          open={trash}
          onOpenChange={setTrash}
        />
      </div>
    </div>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <select
    aria-label={label}
    value={value}
    className={`${controlClass} h-9 w-auto! max-w-44 px-2`}
    onChange={({ target }) => onChange(target.value)}
  >
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </select>
)

function SearchField({ words, onWords }: { words: string; onWords: (words: string) => void }) {
  const { t } = useTexts()
  const [text, setText] = useState(words)
  useEffect(() => {
    if (text === words) return
    const timer = setTimeout(() => onWords(text), PAUSE)
    return () => clearTimeout(timer)
  })
  return (
    <div className="relative w-full sm:w-56">
      <Search aria-hidden className="pointer-events-none absolute inset-s-2.5 top-2.5 size-4 text-muted" />
      <input
        type="search"
        value={text}
        maxLength={200}
        aria-label={t('register.search')}
        placeholder={t('register.search')}
        className={`${controlClass} h-9 ps-8 pe-2`}
        onChange={({ target }) => setText(target.value)}
      />
    </div>
  )
}

interface RowsProps {
  facts: Facts
  rows: ListedTransaction[]
  pages: { total: number; onMore: (() => void) | undefined }
  sort: Sort | null
  onSort: (sort: Sort | null) => void
  /** Of one account: its column is left out. */
  isOne: boolean
  onOpen: (row: TransactionView) => void
}

function Rows({ facts, rows, pages, sort, onSort, isOne, onOpen }: RowsProps) {
  const { t, language } = useTexts()
  const remove = useAction<typeof wallet, 'remove'>('wallet', 'remove', {
    done: ({ removed }) => t('register.removed', { count: removed }),
  })
  const mark = useAction<typeof wallet, 'mark'>('wallet', 'mark', {
    done: ({ changed }) => t('register.marked', { count: changed }),
  })
  const link = useAction<typeof wallet, 'link'>('wallet', 'link', { done: t('register.linked') })
  const currencyOf = (row: TransactionView) => accountOf(facts, row.account)?.currency ?? 'EUR'
  const categoryOf = (row: TransactionView) => {
    if (row.splits.length > 0) return t('register.split')
    const name = categoryName(facts, row.category)
    return row.transfer && !name
      ? t('register.transfer', { account: accountOf(facts, row.otherAccount)?.name ?? '' })
      : name
  }
  const Mark = ({ row }: { row: TransactionView }) => {
    const Sign = marks[row.cleared]
    return (
      <span title={t(`cleared.${row.cleared}`)}>
        <Sign aria-hidden className={clsx('size-3.5', row.cleared === 'open' ? 'text-faint' : 'text-success-ink')} />
        <span className="sr-only">{t(`cleared.${row.cleared}`)}</span>
      </span>
    )
  }
  const isOwn = useSharedAs() === null
  const isNarrow = useMedia('(width < 70rem)')
  const isWide = useMedia('(width >= 94rem)')
  const hasBalance = rows[0]?.balance != null
  const all: Column<ListedTransaction>[] = [
    {
      id: 'date',
      header: t('register.date'),
      width: 108,
      sortValue: (row) => row.date,
      cell: (row) => <span className="tabular">{formatDate(row.date, language)}</span>,
    },
    ...(isOne
      ? []
      : [
          {
            id: 'account',
            header: t('register.account'),
            hideOnPhone: true,
            cell: (row: ListedTransaction) => <span dir="auto">{accountOf(facts, row.account)?.name}</span>,
          },
        ]),
    {
      id: 'payee',
      header: t('register.payee'),
      cell: (row) => (
        <span className="flex items-center gap-1.5">
          {row.flag && <FlagMark flag={row.flag} />}
          <span dir="auto" className="min-w-0 truncate">
            {row.payee}
          </span>
          <FileCount files={row.receipts} label={t('entry.receipts')} />
        </span>
      ),
    },
    {
      id: 'category',
      header: t('register.category'),
      hideOnPhone: true,
      cell: (row) => (
        <span dir="auto" className={row.transfer || row.splits.length > 0 ? 'text-muted' : ''}>
          {categoryOf(row)}
        </span>
      ),
    },
    {
      id: 'memo',
      header: t('register.memo'),
      hideOnPhone: true,
      cell: (row) => (
        <span dir="auto" className="text-muted">
          {row.memo}
        </span>
      ),
    },
    {
      id: 'amount',
      header: t('register.amount'),
      align: 'end',
      width: 124,
      sortValue: (row) => row.amount,
      cell: (row) => (
        <span className={clsx('tabular', row.amount > 0 && 'text-success-ink')}>
          {shownAmount(row.amount, currencyOf(row), language)}
        </span>
      ),
    },
    ...(hasBalance
      ? [
          {
            id: 'balance',
            header: t('register.balance'),
            align: 'end' as const,
            width: 124,
            hideOnPhone: true,
            cell: (row: ListedTransaction) => (
              <span className="tabular text-muted">{shownAmount(row.balance ?? 0, currencyOf(row), language)}</span>
            ),
          },
        ]
      : []),
    {
      id: 'cleared',
      header: t('register.status'),
      width: 72,
      hideOnPhone: true,
      cell: (row) => <Mark row={row} />,
    },
  ]
  // What is looked for, not what there is: the amount is never pushed out of sight.
  const columns = all.filter(({ id }) =>
    id === 'category' && !isOwn
      ? false
      : id === 'memo'
        ? isWide
        : !isNarrow || !['account', 'balance', 'cleared'].includes(id),
  )
  return (
    <DataTable
      label={t('register.label')}
      rows={rows}
      columns={columns}
      rowId={({ id }) => id}
      pages={pages}
      sort={sort}
      onSort={onSort}
      onOpen={onOpen}
      onDelete={(gone) => remove.mutate({ ids: gone.map(({ id }) => id) })}
      maxHeight="max(20rem, calc(100dvh - 19rem))"
      empty={<EmptyState title={t('register.nothing')} text={t('register.nothingText')} />}
      selection={{
        actions: (chosen, clear) => {
          const ids = chosen.map(({ id }) => id)
          const done = { onSuccess: clear }
          return (
            <>
              <Button size="sm" onClick={() => mark.mutate({ ids, cleared: 'cleared' }, done)}>
                {t('register.clear')}
              </Button>
              <Menu>
                <MenuTrigger>
                  <Button size="sm">{t('register.more')}</Button>
                </MenuTrigger>
                <MenuContent align="end">
                  <MenuItem onSelect={() => mark.mutate({ ids, cleared: 'open' }, done)}>{t('register.open')}</MenuItem>
                  {ids.length === 2 && (
                    <MenuItem onSelect={() => link.mutate({ ids }, done)}>{t('register.link')}</MenuItem>
                  )}
                </MenuContent>
              </Menu>
              {isOwn && (
                <Choice
                  label={t('register.categorise')}
                  value=""
                  options={categoryOptions(facts, t('register.categorise'))}
                  onChange={(category) => category && mark.mutate({ ids, category }, done)}
                />
              )}
            </>
          )
        },
      }}
    />
  )
}
