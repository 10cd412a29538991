import { buttonClass, money, Skeleton, useModuleQuery } from '@atrium/web/kit'
import { clsx } from 'clsx'
import { Link } from 'react-router'
import type wallet from '../module.ts'
import { useTexts } from './texts.ts'

const rowClass = 'flex items-baseline justify-between gap-3 rounded-sm hover:underline'

/** In a Space: what there is in each currency, and what the envelopes still hold this month. */
export function Card() {
  const { t, language } = useTexts()
  const facts = useModuleQuery<typeof wallet, 'overview'>('wallet', 'overview', {})
  const accounts = facts.data?.accounts
  const isNew = accounts?.length === 0
  const budget = useModuleQuery<typeof wallet, 'budget'>('wallet', 'budget', accounts && !isNew ? {} : undefined)
  const error = facts.error ?? budget.error
  if (error) throw error
  if (!facts.data || (!isNew && !budget.data)) return <Skeleton className="h-10 w-full" />
  if (!budget.data)
    return (
      <>
        <p className="text-sm text-pretty text-muted">
          <bdi>{t('card.empty')}</bdi>
        </p>
        <Link to="/wallet" className={clsx(buttonClass('secondary', 'sm'), 'mt-2')}>
          {t('card.open')}
        </Link>
      </>
    )
  const { currencies } = facts.data
  const { currency, month, available, envelopes } = budget.data
  const isPlanned = envelopes.some(({ budgeted, carried }) => budgeted !== 0 || carried !== 0)
  const balanceIn = (wanted: string) =>
    facts.data.accounts.filter((one) => one.currency === wanted).reduce((sum, { balance }) => sum + balance, 0)
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {currencies.map((one) => (
        <li key={one}>
          <Link to="/wallet" className={rowClass}>
            <span className="text-muted">{t('card.balance')}</span>
            <Amount of={balanceIn(one)} said={money(balanceIn(one), one, language)} />
          </Link>
        </li>
      ))}
      <li>
        <Link to={`/wallet?view=budget&month=${month}`} className={rowClass}>
          <span className="text-muted">{t(isPlanned ? 'card.left' : 'card.noBudget')}</span>
          {isPlanned && <Amount of={available} said={money(available, currency, language)} />}
        </Link>
      </li>
    </ul>
  )
}

const Amount = ({ of, said }: { of: number; said: string }) => (
  <bdi className={clsx('shrink-0 font-medium tabular', of < 0 && 'text-danger-ink')}>{said}</bdi>
)
