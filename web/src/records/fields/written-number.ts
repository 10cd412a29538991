import { localeOf } from '../../i18n/locale.ts'
import { formatNumber } from '../../ui/formats.ts'

/** How a language parts a number. */
function signsOf(language: string): { decimal: string; group: string } {
  const parts = new Intl.NumberFormat(localeOf(language), { useGrouping: true }).formatToParts(1234567.5)
  const sign = (type: string, usual: string) => parts.find((part) => part.type === type)?.value ?? usual
  return { decimal: sign('decimal', '.'), group: sign('group', ',') }
}

/** Digits of other scripts in ours; signs, currencies and blanks away. */
function plain(text: string): string {
  return text
    .replace(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0) as number
      let nought = code
      while (/\p{Nd}/u.test(String.fromCodePoint(nought - 1)) && code - nought < 9) nought -= 1
      return String(code - nought)
    })
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/\u066b/g, '.')
    .replace(/[\s\p{Cf}\p{Sc}%'’\u066c]|^[A-Z]{3}|[A-Z]{3}$/gu, '')
}

/**
 * A number as somebody types it in their language: `1.234,56` in German, `1,234.56` in English; where both signs stand in it the
 * last is the decimal one, whatever the language. null when it is none.
 */
export function typedNumber(text: string, language: string): number | null {
  const said = plain(text)
  if (!/^-?[\d.,]*\d[.,]?$/.test(said)) return null
  const { group } = signsOf(language)
  const last = Math.max(said.lastIndexOf('.'), said.lastIndexOf(','))
  const sign = said[last] ?? '.'
  const times = said.split(sign).length - 1
  const isBoth = said.includes('.') && said.includes(',')
  const isGrouped = new RegExp(`^-?[1-9]\\d{0,2}(?:\\${sign}\\d{3})+$`).test(said)
  const isWhole = last < 0 || (!isBoth && isGrouped && (times > 1 || sign === group))
  const digits = (part: string) => part.replace(/[.,]/g, '')
  if (!isWhole && times > 1) return null
  const number = Number(isWhole ? digits(said) : `${digits(said.slice(0, last))}.${said.slice(last + 1)}`)
  return Number.isFinite(number) ? number : null
}

/** As it stands in a control: without groups, so that it is easily changed. */
export const controlNumber = (value: number, language: string, digits?: number): string =>
  formatNumber(value, language, {
    useGrouping: false,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits ?? 12,
  })
