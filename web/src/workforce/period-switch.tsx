import { BillingPeriod, setBillingPeriod } from '@atrium/contract/workforce'
import { clsx } from 'clsx'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { changeCart, useCart } from './cart-store.ts'
import { usePrices } from './use-prices.ts'

/** Monthly or annual, for the whole cart. */
export function PeriodSwitch() {
  const { t } = useTranslation('workforce')
  const { billingPeriod } = useCart()
  const { discount } = usePrices()
  const name = useId()
  return (
    <fieldset className="flex rounded-md border border-line bg-popover p-0.5">
      <legend className="sr-only">{t('period.label')}</legend>
      {BillingPeriod.options.map((period) => (
        <label
          key={period}
          className={clsx(
            'flex h-7 cursor-pointer items-center gap-1.5 rounded-sm px-2.5 text-sm whitespace-nowrap has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus touch:h-10',
            period === billingPeriod ? 'bg-active font-medium' : 'text-muted hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            value={period}
            checked={period === billingPeriod}
            onChange={() => changeCart((cart) => setBillingPeriod(cart, period))}
            className="sr-only"
          />
          {t(`period.${period}`)}
          {period === 'annual' && (
            <span className="text-xs text-muted phone:sr-only">{t('period.less', { percent: discount })}</span>
          )}
        </label>
      ))}
    </fieldset>
  )
}
