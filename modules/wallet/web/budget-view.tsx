import { monthOf, shiftMonth } from '@atrium/domain/dates/days'
import {
  Badge,
  Button,
  controlClass,
  EmptyState,
  formatDate,
  IconButton,
  Menu,
  MenuContent,
  MenuItem,
  MenuTrigger,
  Select,
  Skeleton,
  Switch,
  sentenceFor,
  useAction,
  useModuleQuery,
} from '@atrium/web/kit'
import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight, Ellipsis, Plus, Target } from 'lucide-react'
import { useState } from 'react'
import type wallet from '../module.ts'
import type { Budget, CategoryView } from '../module.ts'
import { useAddress } from './address.ts'
import { fieldAmount, shownAmount, typedAmount } from './amounts.ts'
import { CategoryDialog, MoveDialog } from './category-dialogs.tsx'
import type { Facts } from './facts.ts'
import { GoalDialog, GoalLine } from './goal-dialog.tsx'
import { useTexts } from './texts.ts'

/** A month's envelopes. */
export function BudgetView({ facts }: { facts: Facts }) {
  const { t, language } = useTexts()
  const { address, go } = useAddress()
  const month = address.month || monthOf(facts.today)
  const currency = facts.currencies.includes(address.currency) ? address.currency : (facts.currencies[0] ?? 'EUR')
  const { data, error } = useModuleQuery<typeof wallet, 'budget'>('wallet', 'budget', { month, currency })
  const [adding, setAdding] = useState(false)
  const [showHidden, setShowHidden] = useState(false)
  const copy = useAction<typeof wallet, 'copyBudget'>('wallet', 'copyBudget', {
    done: ({ changed }) => t('budget.copied', { count: changed }),
  })
  const fill = useAction<typeof wallet, 'fillGoals'>('wallet', 'fillGoals', {
    done: ({ filled }) => t('goal.filled', { count: filled }),
  })
  const amount = (minor: number) => shownAmount(minor, currency, language)
  const hidden = facts.categories.filter((row) => row.hidden)
  const isHidden = (id: string) => hidden.some((row) => row.id === id)
  const missing =
    data?.envelopes.reduce((sum, { category, goal }) => sum + (isHidden(category) ? 0 : (goal?.missing ?? 0)), 0) ?? 0
  const shown = facts.categories.filter((row) => !row.isIncome && (showHidden || !row.hidden))
  const step = (months: number) => go({ month: shiftMonth(month, months) })

  return (
    <div className="flex max-w-4xl min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="flex items-center gap-1">
          <IconButton
            label={t('budget.before')}
            icon={<ChevronLeft className="rtl:-scale-x-100" />}
            onClick={() => step(-1)}
          />
          <h2 className="min-w-36 text-center text-base font-medium">
            {formatDate(`${month}-15`, language, { month: 'long', year: 'numeric' })}
          </h2>
          <IconButton
            label={t('budget.after')}
            icon={<ChevronRight className="rtl:-scale-x-100" />}
            onClick={() => step(1)}
          />
        </div>
        {facts.currencies.length > 1 && (
          <Select
            label={<span className="sr-only">{t('account.currency')}</span>}
            value={currency}
            options={facts.currencies.map((value) => ({ value, label: value }))}
            onChange={({ target }) => go({ currency: target.value })}
          />
        )}
        <div className="ms-auto flex flex-wrap gap-2 print:hidden">
          {missing > 0 && (
            <Button
              size="sm"
              icon={<Target aria-hidden className="size-4" />}
              loading={fill.isPending}
              disabled={(data?.toBudget ?? 0) <= 0}
              onClick={() => fill.mutate({ month, currency })}
            >
              {t('goal.fill', { amount: amount(missing) })}
            </Button>
          )}
          <Button size="sm" loading={copy.isPending} onClick={() => copy.mutate({ month, currency })}>
            {t('budget.copy')}
          </Button>
          <Button size="sm" icon={<Plus aria-hidden className="size-4" />} onClick={() => setAdding(true)}>
            {t('budget.add')}
          </Button>
        </div>
      </div>
      {error ? (
        <EmptyState title={sentenceFor(error)} />
      ) : !data ? (
        <Skeleton className="h-96 w-full" />
      ) : (
        <>
          <Summary
            budget={data}
            amount={amount}
            onUncategorised={() => go({ view: 'accounts', category: 'none', account: '' })}
          />
          <table aria-label={t('budget.label')} className="w-full table-fixed text-sm">
            <thead className="border-b border-line text-xs text-muted">
              <tr>
                <th scope="col" className="py-2 text-start font-medium">
                  {t('budget.category')}
                </th>
                <th scope="col" className="w-28 py-2 text-end font-medium max-sm:w-24">
                  {t('budget.budgeted')}
                </th>
                <th scope="col" className="w-32 py-2 text-end font-medium max-sm:hidden">
                  {t('budget.activity')}
                </th>
                <th scope="col" className="w-32 py-2 text-end font-medium max-sm:w-28">
                  {t('budget.available')}
                </th>
                <th className="w-10" />
              </tr>
            </thead>
            {[...new Set(shown.map(({ group }) => group))].map((group) => (
              <Group
                key={group}
                group={group}
                rows={shown.filter((row) => row.group === group)}
                budget={data}
                facts={facts}
              />
            ))}
          </table>
          {hidden.length > 0 && (
            <Switch
              className="self-start"
              label={t('budget.showHidden')}
              checked={showHidden}
              onChange={setShowHidden}
            />
          )}
        </>
      )}
      {adding && <CategoryDialog facts={facts} onClose={() => setAdding(false)} />}
    </div>
  )
}

interface SummaryProps {
  budget: Budget
  amount: (minor: number) => string
  onUncategorised: () => void
}

function Summary({ budget, amount, onUncategorised }: SummaryProps) {
  const { t } = useTexts()
  const { toBudget, income, overspentBefore, uncategorised } = budget
  return (
    <div
      className={clsx(
        'flex flex-wrap items-baseline gap-x-6 gap-y-1 rounded-lg px-4 py-3',
        toBudget < 0
          ? 'bg-danger-soft text-danger-ink'
          : toBudget > 0
            ? 'bg-success-soft text-success-ink'
            : 'bg-surface',
      )}
    >
      <p aria-live="polite">
        <span className="text-xl font-medium tabular">{amount(toBudget)}</span>{' '}
        <span>{t(toBudget < 0 ? 'budget.toBudgetOver' : 'budget.toBudget')}</span>
      </p>
      <p className="flex flex-wrap gap-x-4 text-sm">
        <span>{t('budget.income', { amount: amount(income) })}</span>
        {overspentBefore > 0 && <span>{t('budget.overspent', { amount: amount(overspentBefore) })}</span>}
        {uncategorised !== 0 && (
          <button type="button" className="underline" onClick={onUncategorised}>
            {t('budget.uncategorised', { amount: amount(uncategorised) })}
          </button>
        )}
      </p>
    </div>
  )
}

function Group({ group, rows, budget, facts }: { group: string; rows: CategoryView[]; budget: Budget; facts: Facts }) {
  const { language } = useTexts()
  const of = (id: string) => budget.envelopes.find((row) => row.category === id)
  const sum = (field: 'budgeted' | 'activity' | 'available') =>
    rows.reduce((total, { id }) => total + (of(id)?.[field] ?? 0), 0)
  const amount = (minor: number) => shownAmount(minor, budget.currency, language)
  return (
    <tbody>
      <tr className="text-muted">
        <th scope="rowgroup" className="truncate pt-4 pb-1 text-start font-medium text-ink">
          <bdi>{group}</bdi>
        </th>
        <td className="pt-4 pb-1 text-end tabular">{amount(sum('budgeted'))}</td>
        <td className="pt-4 pb-1 text-end tabular max-sm:hidden">{amount(sum('activity'))}</td>
        <td className="pt-4 pb-1 text-end tabular">{amount(sum('available'))}</td>
        <td />
      </tr>
      {rows.map((row) => (
        <Line key={row.id} row={row} budget={budget} facts={facts} />
      ))}
    </tbody>
  )
}

function Line({ row, budget, facts }: { row: CategoryView; budget: Budget; facts: Facts }) {
  const { t, language } = useTexts()
  const { go } = useAddress()
  const [editing, setEditing] = useState(false)
  const [moving, setMoving] = useState(false)
  const [aiming, setAiming] = useState(false)
  const { month, currency } = budget
  const envelope = budget.envelopes.find(({ category }) => category === row.id)
  const { budgeted = 0, activity = 0, available = 0, goal = null } = envelope ?? {}
  const amount = (minor: number) => shownAmount(minor, currency, language)
  return (
    <tr className="border-t border-line/60">
      <th scope="row" className={clsx('py-1 ps-3 text-start font-normal', row.hidden && 'text-muted')}>
        {/* The name's own end is what is cut off. */}
        <span className="flex">
          <bdi className="truncate">{row.name}</bdi>
        </span>
        {goal && <GoalLine goal={goal} currency={currency} month={month} />}
      </th>
      <td className="py-1">
        <AmountField key={`${month} ${currency} ${budgeted}`} category={row} budget={budget} budgeted={budgeted} />
      </td>
      <td className="py-1 text-end text-muted tabular max-sm:hidden">{amount(activity)}</td>
      <td className="py-1 text-end tabular">
        <Badge tone={available < 0 ? 'danger' : available > 0 ? 'success' : 'neutral'}>{amount(available)}</Badge>
      </td>
      <td className="py-1 text-end print:hidden">
        <Menu>
          <MenuTrigger>
            <IconButton size="sm" label={t('budget.more', { name: row.name })} icon={<Ellipsis />} />
          </MenuTrigger>
          <MenuContent align="end">
            <MenuItem onSelect={() => setMoving(true)}>{t('budget.move')}</MenuItem>
            <MenuItem onSelect={() => setAiming(true)}>{t(goal ? 'goal.edit' : 'goal.add')}</MenuItem>
            <MenuItem onSelect={() => go({ view: 'accounts', category: row.id, account: '' })}>
              {t('budget.show')}
            </MenuItem>
            <MenuItem onSelect={() => setEditing(true)}>{t('budget.edit')}</MenuItem>
          </MenuContent>
        </Menu>
        {editing && <CategoryDialog facts={facts} category={row} onClose={() => setEditing(false)} />}
        {aiming && <GoalDialog category={row} budget={budget} goal={goal} onClose={() => setAiming(false)} />}
        {moving && (
          <MoveDialog facts={facts} from={row} budget={budget} available={available} onClose={() => setMoving(false)} />
        )}
      </td>
    </tr>
  )
}

/** Saved when it is left, or with Enter; Escape gives up. Arrows go to the envelope above and below. */
function AmountField({ category, budget, budgeted }: { category: CategoryView; budget: Budget; budgeted: number }) {
  const { t } = useTexts()
  const { month, currency } = budget
  const [text, setText] = useState(fieldAmount(budgeted, currency))
  const assign = useAction<typeof wallet, 'assign'>('wallet', 'assign')
  const amount = text.trim() === '' ? 0 : typedAmount(text, currency)
  const save = () => {
    if (amount !== null && amount !== budgeted) assign.mutate({ month, category: category.id, currency, amount })
  }
  const step = (from: HTMLInputElement, by: number) => {
    const all = [...document.querySelectorAll<HTMLInputElement>('[data-envelope]')]
    all[all.indexOf(from) + by]?.focus()
  }
  return (
    <input
      data-envelope
      value={text}
      inputMode="decimal"
      placeholder="0"
      aria-label={t('budget.budgetFor', { category: category.name })}
      aria-invalid={amount === null || undefined}
      className={`${controlClass} h-8 w-full border-transparent! bg-transparent! px-2 text-end tabular hover:border-line-strong! focus:border-line-strong!`}
      onChange={({ target }) => setText(target.value)}
      onFocus={({ target }) => target.select()}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setText(fieldAmount(budgeted, currency))
        // What takes the focus away saves it, once.
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key === 'Enter' || event.key === 'ArrowDown') step(event.currentTarget, 1)
        else if (event.key === 'ArrowUp') step(event.currentTarget, -1)
        else return
        event.preventDefault()
      }}
    />
  )
}
