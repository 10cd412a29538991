import type { Budget } from '@atrium/contract/workforce-seats'
import { clsx } from 'clsx'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/formats.ts'
import { usePrices } from '../use-prices.ts'

interface BudgetMeterProps {
  budget: Budget
  /** Whose it is, where there may be several of a kind. */
  name?: string
  /** Whose it is stands above already. */
  withoutTitle?: boolean
}

/** What is spent and set aside of a limit: a bar for money and one for tokens, and a word from 80 per cent on. */
export function BudgetMeter({ budget, name, withoutTitle = false }: BudgetMeterProps) {
  const { t, i18n } = useTranslation('seats')
  const { micros } = usePrices()
  const { limitMicros, spentMicros, reservedMicros, limitTokens, tokens, isNear, isReached, scope, period } = budget
  const title = name ?? t(`budget.scopes.${scope}`)
  const count = (value: number) => formatNumber(value, i18n.language)
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      {scope !== 'seat' && !withoutTitle && (
        <h4 className="text-sm font-medium">
          <bdi>{title}</bdi>
        </h4>
      )}
      <Meter
        label={t('budget.money')}
        value={spentMicros}
        reserved={reservedMicros}
        limit={limitMicros}
        isReached={isReached}
        text={
          limitMicros === null
            ? t('budget.spent', { spent: micros(spentMicros) })
            : t('budget.spentOf', { spent: micros(spentMicros), limit: micros(limitMicros) })
        }
      />
      {reservedMicros > 0 && (
        <p className="text-xs text-muted">{t('budget.reserved', { amount: micros(reservedMicros) })}</p>
      )}
      <Meter
        label={t('budget.tokensName')}
        value={tokens}
        limit={limitTokens}
        isReached={isReached}
        text={
          limitTokens === null
            ? t('budget.tokensUsed', { used: count(tokens) })
            : t('budget.tokensOf', { used: count(tokens), limit: count(limitTokens) })
        }
      />
      {(isNear || isReached) && (
        <p
          className={clsx(
            'flex items-start gap-2 rounded-md px-3 py-2 text-sm',
            isReached ? 'bg-danger-soft text-danger-ink' : 'bg-warning-soft text-warning-ink',
          )}
        >
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t(isReached ? (period === 'month' ? 'budget.reachedMonth' : 'budget.reached') : 'budget.near')}
        </p>
      )}
    </section>
  )
}

interface MeterProps {
  label: string
  text: string
  value: number
  /** Set aside for what is running. */
  reserved?: number
  limit: number | null
  isReached: boolean
}

/** Without a limit there is only the figure. */
function Meter({ label, text, value, reserved = 0, limit, isReached }: MeterProps) {
  const share = (part: number) => `${limit ? Math.min(100, (part / limit) * 100) : part > 0 ? 100 : 0}%`
  return (
    <div>
      <p className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span className="text-muted">{label}</span>
        <span className="tabular-nums">{text}</span>
      </p>
      {limit !== null && (
        // biome-ignore lint/a11y/useSemanticElements: a <meter> cannot show what is set aside
        <div
          role="meter"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={limit}
          aria-valuenow={Math.min(value, limit)}
          aria-valuetext={text}
          className="relative mt-1.5 h-1.5 overflow-hidden rounded-full bg-active"
        >
          <div className="absolute inset-y-0 start-0 bg-line-strong" style={{ width: share(value + reserved) }} />
          <div
            className={clsx('absolute inset-y-0 start-0', isReached ? 'bg-danger' : 'bg-accent')}
            style={{ width: share(value) }}
          />
        </div>
      )}
    </div>
  )
}
