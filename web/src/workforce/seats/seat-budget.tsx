import type { SeatDetails } from '@atrium/contract/workforce-seats'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../settings/panel.tsx'
import { LimitsForm } from '../settings/limits-form.tsx'
import { usePrices } from '../use-prices.ts'
import { BudgetMeter } from './budget-meter.tsx'

/** What the seat has spent this month of what it may. */
export function SeatBudget({ seat }: { seat: SeatDetails }) {
  const { t } = useTranslation('seats')
  const { micros } = usePrices()
  const { budget } = seat
  const others = seat.budgets.filter(
    ({ scope, limitMicros, limitTokens }) => scope !== 'seat' && (limitMicros !== null || limitTokens !== null),
  )
  return (
    <div className="flex max-w-prose flex-col gap-8">
      <Panel title={t('budget.month')} text={t('budget.text')}>
        {budget ? (
          <BudgetMeter budget={budget} />
        ) : (
          <p className="text-muted">{t('budget.unlimited', { spent: micros(seat.spentMicros) })}</p>
        )}
      </Panel>
      <Panel title={t('budget.limits')} text={t('budget.limitsText')}>
        <LimitsForm
          key={`${budget?.limitMicros} ${budget?.limitTokens}`}
          scope="seat"
          scopeId={seat.id}
          limits={budget}
        />
      </Panel>
      {others.length > 0 && (
        <Panel title={t('budget.others')} text={t('budget.othersText')}>
          {others.map((one) => (
            <BudgetMeter key={`${one.scope} ${one.scopeId}`} budget={one} />
          ))}
        </Panel>
      )}
    </div>
  )
}
