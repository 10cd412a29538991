import { directionOf, languageCodes } from '@atrium/contract/catalogue/language-codes'
import { ownLanguage } from '@atrium/contract/catalogue/language-of'

/** Spec 5, "Supported languages". */
export const codes: readonly string[] = languageCodes

/**
 * The tag by which numbers, dates and lists of a language are written: the browser's own where it means that language
 * (`ar-EG` has other digits than `ar-MA`, `en-GB` other dates than `en-US`), else the language's.
 */
export const localeOf = (language: string): string =>
  navigator.languages.find((tag) => ownLanguage(tag) === language) ?? language

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
