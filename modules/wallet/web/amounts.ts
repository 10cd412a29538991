import { minorDigits, minorOf, plainAmount } from '@atrium/domain/money/minor-units'
import { readDecimal } from '@atrium/domain/numbers/reading'
import { formatNumber } from '@atrium/web/kit'

/** An amount as the language writes it, with as many digits as its currency has by ISO 4217. */
export function shownAmount(minor: number, currency: string, language: string): string {
  const digits = minorDigits(currency)
  return formatNumber(minor / 10 ** digits, language, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

/** What a field of a form holds, in minor units; null when it is no amount. */
export function typedAmount(text: string, currency: string): number | null {
  const decimal = readDecimal(text)
  return decimal === null ? null : minorOf(decimal, currency)
}

/** An amount as a field of a form shows it. */
export const fieldAmount = (minor: number, currency: string): string =>
  minor === 0 ? '' : plainAmount(minor, currency)
