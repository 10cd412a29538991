import { currenciesOf, likelyOf } from '@atrium/domain/money/currency-marks'
import type { Mention } from '../understanding/mentions.ts'

// Texts that a schema takes in one form only, and that people say in words: a month (`2026-11`), a currency (`EUR`).

export type CodedKind = 'month' | 'currency'

/** What a pattern of JSON Schema takes, where that is a month or a currency and nothing else. */
export function codedKind(pattern: string | undefined): CodedKind | null {
  if (pattern === undefined) return null
  let takes: RegExp
  try {
    takes = new RegExp(pattern, 'u')
  } catch {
    return null
  }
  if (takes.test('word') || takes.test('2026-11-21')) return null
  if (takes.test('2026-11') && !takes.test('2026-13')) return 'month'
  return takes.test('EUR') && takes.test('XOF') && !takes.test('E') ? 'currency' : null
}

/** The code of a currency as people call it: `usd`, `dollars`, `€`; null where nobody can tell. */
export function currencyCode(said: string): string | null {
  const text = said.trim()
  if (/^[a-z]{3}$/iu.test(text) && Intl.supportedValuesOf('currency').includes(text.toUpperCase()))
    return text.toUpperCase()
  const codes = currenciesOf(text)
  return codes ? (likelyOf(codes) ?? codes[0] ?? null) : null
}

const MONTHS_OF_YEAR = 12
const numberOf = (month: string) => Number(month.slice(0, 4)) * MONTHS_OF_YEAR + Number(month.slice(5, 7))

/**
 * The month of a day that was read looking ahead. One that was called by its name alone (“november”) is the nearest of that name
 * to the month that it is now.
 */
export function monthOfDay(day: string, said: string, now: string): string {
  const month = day.slice(0, 7)
  if (/\d{4}/u.test(said)) return month
  const before = `${Number(month.slice(0, 4)) - 1}${month.slice(4)}`
  const isNamed = numberOf(month) - numberOf(now) > MONTHS_OF_YEAR / 2
  return isNamed ? before : month
}

/** The month that words name: `2026-11` as it is, else by the day that was found in them. */
export function monthSaid(
  text: string,
  mentions: readonly Mention[],
  place: readonly [number, number] | undefined,
  now: string,
): string | null {
  const written = /\b(\d{4})-(\d{2})\b/u.exec(text)
  if (written) return written[0]
  const day = place && mentions.find((one) => one.kind === 'date' && one.from < place[1] && one.to > place[0])
  return day?.kind === 'date' ? monthOfDay(day.value, text, now) : null
}
