import type { Budget, SeatAtWork } from '@atrium/contract/workforce-seats'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Avatar } from '../../ui/avatar.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { nameOf } from '../agent-name.ts'
import { seatPage } from '../seats/seat-paths.ts'
import { usePrices } from '../use-prices.ts'

interface SeatRulesProps {
  seats: readonly SeatAtWork[]
  budgets: readonly Budget[]
}

/** Each seat with what it has spent of what it may, and the ways to its own rules. */
export function SeatRules({ seats, budgets }: SeatRulesProps) {
  const { t } = useTranslation('seats')
  const { t: words } = useTranslation('workforce')
  const { micros } = usePrices()
  if (seats.length === 0)
    return (
      <p className="flex flex-wrap items-center gap-3 text-muted">
        {t('workSettings.noSeats')}
        <Link to="/workforce/directory" className={buttonClass('secondary', 'sm')}>
          {t('workSettings.hire')}
        </Link>
      </p>
    )
  const spent = ({ id, spentMicros }: SeatAtWork) => {
    const budget = budgets.find(({ scope, scopeId }) => scope === 'seat' && scopeId === id)
    const amount = micros(budget?.spentMicros ?? spentMicros)
    return budget?.limitMicros == null
      ? t('workSettings.spent', { amount })
      : t('workSettings.spentOf', { amount, limit: micros(budget.limitMicros) })
  }
  return (
    <ul aria-label={t('workSettings.seats')} className="divide-y divide-line border-y border-line">
      {seats.map((seat) => (
        <li key={seat.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
          <span className="flex min-w-0 flex-1 basis-56 items-center gap-2.5">
            <Avatar name={seat.name} className="size-8" />
            <span className="min-w-0">
              <Link to={seatPage(seat.id)} title={seat.name} className="block truncate font-medium hover:underline">
                <bdi>{seat.name}</bdi>
              </Link>
              <span className="block truncate text-xs text-muted">
                <bdi>{nameOf(words, seat.agentKey)}</bdi> · <span className="tabular-nums">{spent(seat)}</span>
              </span>
            </span>
          </span>
          <span className="-mx-2 flex flex-wrap">
            {(['access', 'budget', 'schedule'] as const).map((tab) => {
              const what = t(`workSettings.${tab}`)
              return (
                <Link
                  key={tab}
                  to={seatPage(seat.id, tab)}
                  aria-label={t('workSettings.linkOf', { what, name: seat.name })}
                  className={buttonClass('ghost', 'sm')}
                >
                  {what}
                </Link>
              )
            })}
          </span>
        </li>
      ))}
    </ul>
  )
}
