import { inOrder, localeOf } from '../i18n/locale.ts'

export { formatSize } from '../chat/format-size.ts'

/** Making one costs some 0.05 ms, and a table asks for thousands. */
const known = new Map<string, Intl.NumberFormat>()
const KNOWN_MAX = 200

function numbers(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const locale = localeOf(language)
  const key = `${locale} ${JSON.stringify(options)}`
  const format = known.get(key) ?? new Intl.NumberFormat(locale, options)
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(key, format)
  return format
}

export const formatNumber = (value: number, language: string, options: Intl.NumberFormatOptions = {}): string =>
  inOrder(numbers(language, options).format(value), language)

/** An ISO 4217 code: three letters, which need not be in use. */
const isCurrency = (code: string) => /^[A-Za-z]{3}$/.test(code)

/** Digits of the minor unit: 2 for EUR, 0 for JPY, 3 for KWD. */
export const minorDigits = (currency: string): number =>
  isCurrency(currency)
    ? (numbers('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2)
    : 2

/** An amount in the currency's minor units: 123456 of EUR is €1,234.56, of JPY ¥123,456. */
export function money(cents: number, currency: string, language: string): string {
  const value = cents / 10 ** minorDigits(currency)
  if (isCurrency(currency)) return formatNumber(value, language, { style: 'currency', currency })
  const amount = formatNumber(value, language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return currency ? `${amount} ${currency}` : amount
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/**
 * A day of the calendar (`2026-10-05`, whatever the zone) or a moment (ISO, in the person's zone). A day is written
 * `Oct 5, 2026`, a moment with its time; `options` of Intl.DateTimeFormat instead of that. What is no date comes back as it is.
 */
export function formatDate(
  value: string | number | Date,
  language: string,
  options?: Intl.DateTimeFormatOptions,
): string {
  const isDay = typeof value === 'string' && DAY.test(value)
  const date = new Date(isDay ? `${value}T12:00:00Z` : value)
  if (Number.isNaN(date.getTime())) return String(value)
  const usual: Intl.DateTimeFormatOptions = isDay
    ? { dateStyle: 'medium' }
    : { dateStyle: 'medium', timeStyle: 'short' }
  return date.toLocaleString(localeOf(language), { ...(options ?? usual), ...(isDay && { timeZone: 'UTC' }) })
}
