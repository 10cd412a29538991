import { recent } from '../recent.ts'
import { minorDigits, plainAmount } from './minor-units.ts'

const formats = recent(100, (key: string) => {
  const [locale, currency, display] = key.split(' ')
  const digits = minorDigits(currency as string)
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: currency as string,
    currencyDisplay: display as 'symbol' | 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
})

/**
 * A decimal amount as a language writes it, with the digits of ISO 4217, which Intl's own differ from (IQD, HUF …): `€12.50`.
 * Throws a RangeError for what is no language or no code.
 */
export const writeDecimalAmount = (
  decimal: string,
  currency: string,
  locale: string,
  display: 'symbol' | 'narrowSymbol' = 'symbol',
): string => formats(`${locale} ${currency} ${display}`).format(decimal as Intl.StringNumericLiteral)

/** Minor units as a language writes them. Throws as `writeDecimalAmount`. */
export const writeAmount = (minor: number, currency: string, locale: string): string =>
  writeDecimalAmount(plainAmount(minor, currency), currency, locale)
