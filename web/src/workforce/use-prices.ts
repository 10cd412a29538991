import { ANNUAL_DISCOUNT, type BillingPeriod, priceFor } from '@atrium/contract/workforce'
import { useTranslation } from 'react-i18next'
import { dollars } from '../catalogue/dollars.ts'
import { formatNumber, money } from '../ui/formats.ts'

/** Money of the workforce in the page's language. */
export function usePrices() {
  const { t, i18n } = useTranslation('workforce')
  const short = (cents: number) => dollars(cents, i18n.language)
  const per = (cents: number, period: BillingPeriod) =>
    t(period === 'annual' ? 'agent.year' : 'agent.month', { price: short(cents) })
  const each = (cents: number, period: BillingPeriod) =>
    t(period === 'annual' ? 'agent.eachYear' : 'agent.eachMonth', { price: short(cents) })
  const percent = (hundredths: number) =>
    formatNumber(hundredths / 10_000, i18n.language, { style: 'percent', maximumFractionDigits: 2 })
  /** Millionths of a dollar. What is far below a cent is still seen: four decimals below a dollar. */
  const micros = (millionths: number) =>
    formatNumber(millionths / 1_000_000, i18n.language, {
      style: 'currency',
      currency: 'USD',
      maximumFractionDigits: millionths < 1_000_000 ? 4 : 2,
    })
  return {
    /** What models charged. */
    micros,
    /** Without the cents of whole dollars: prices. */
    short,
    /** With cents, in columns of figures. */
    exact: (cents: number) => money(cents, 'USD', i18n.language),
    /** "$199 a month", of an amount for the whole period. */
    per,
    /** The same of one of several. */
    each,
    /** What one seat costs in the period. */
    ofSeat: (monthlyCents: number, period: BillingPeriod) => per(priceFor(monthlyCents, period), period),
    /** Hundredths of a per cent. */
    percent,
    discount: percent(ANNUAL_DISCOUNT * 100),
  }
}
