import { directionOf, languageCodes } from '@atrium/contract/catalogue/language-codes'

/** Spec 5, "Supported languages". */
export const codes: readonly string[] = languageCodes

/** What our languages are called elsewhere: macrolanguages' members, older codes. */
const others: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', iw: 'he', in: 'id', zsm: 'ms', pes: 'fa' }

/**
 * The language of ours that a tag means: browsers name regions (`de-AT`, `zh-TW`), our strings are by language, and
 * Chinese by script. A tag that means none of ours stays as it is.
 */
export function languageOf(tag: string): string {
  if (codes.includes(tag)) return tag
  let locale: Intl.Locale
  try {
    locale = new Intl.Locale(tag.replaceAll('_', '-')).maximize()
  } catch (error) {
    // Anybody can write anything behind ?lng=.
    if (error instanceof RangeError) return tag
    throw error
  }
  const { language, script } = locale
  const own = [`${language}-${script}`, others[language] ?? language]
  return own.find((code) => codes.includes(code)) ?? codes.find((code) => code.startsWith(`${language}-`)) ?? tag
}

/**
 * The tag by which numbers, dates and lists of a language are written: the browser's own where it means that language
 * (`ar-EG` has other digits than `ar-MA`, `en-GB` other dates than `en-US`), else the language's.
 */
export const localeOf = (language: string): string =>
  navigator.languages.find((tag) => languageOf(tag) === language) ?? language

/** A number as the language writes it. `decimals`: exactly so many; as many as it has when absent. */
export function writeNumber(
  value: number,
  language: string,
  { isGrouped = true, decimals }: { isGrouped?: boolean; decimals?: number } = {},
): string {
  return value.toLocaleString(localeOf(language), {
    useGrouping: isGrouped,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
}

/** A number in parts, as of an invoice or a day (`2026-0001`), and the letters of a currency with their sign (`US$`, `UK£`). */
const TURNED = /\d+(?:-\d+)+|[A-Z]+\p{Sc}/gu

/** Text in which right to left nothing is turned around that is read from left to right: it is set apart (Unicode UAX #9). */
export const inOrder = (text: string, language: string): string =>
  directionOf(language) === 'rtl' ? text.replace(TURNED, '\u2066$&\u2069') : text
