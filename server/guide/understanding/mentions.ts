import { currenciesOf } from '@atrium/domain/money/currency-marks'
import { type NumberStyle, numberStyle } from '@atrium/domain/numbers/number-style'
import type { Exact } from '../calculation/numbers.ts'
import { quantityAt } from '../calculation/tokens.ts'
import { dayOfFeast } from '../calendar/feast-days.ts'
import { feastsIn } from '../calendar/feasts.ts'
import { countryOf } from '../calendar/places.ts'
import { type Moment, today } from '../calendar/reading.ts'
import { saidDays } from '../calendar/said-days.ts'
import type { Duration, Money, SlotKind, SlotValues } from '../intents/intent.ts'
import { readQuantity } from '../measures/quantity.ts'
import { systemOf, unitAt } from '../measures/units-by-name.ts'
import { daysSaid } from './days-said.ts'
import { mannersOf } from './manners.ts'
import { durationWords, PERCENT_WORDS } from './unit-words.ts'
import { folded, wordsOf } from './words.ts'

/** A value that stands in a sentence, of a kind that can be read whatever is asked. */
export type Mention = {
  [K in Exclude<SlotKind, 'text' | 'block' | 'numbers' | 'moment'>]: {
    kind: K
    from: number
    to: number
    value: SlotValues[K]
    time?: string | null
  }
}[Exclude<SlotKind, 'text' | 'block' | 'numbers' | 'moment'>]

const MOST = 400
const SIGN = /\p{Sc}/u
const NEXT_WORD = /^[\s\u00a0-]*([\p{L}\p{M}'’]+)/u

/** The values in a sentence, in their order; the number of an amount is one besides. */
export async function mentionsIn(sentence: string, moment: Moment, language: string): Promise<Mention[]> {
  const text = sentence.slice(0, MOST)
  // Who writes Spanish writes “150.000” as Spanish does, wherever they are.
  const [own, said] = [moment.locale, language].map((tag) => tag.split('-')[0])
  const style = numberStyle(own === said ? moment.locale : language)
  const figures = figuresIn(text, style, moment.locale, language)
  const days = await datesIn(text, moment, language)
  // “At 4 %” is no time of day.
  const amounts = figures.filter(({ kind }) => kind === 'percent' || kind === 'money')
  const times = days.filter((day) => !amounts.some((one) => one.from < day.to && day.from < one.to))
  return [...figures, ...times].sort((a, b) => a.from - b.from)
}

function figuresIn(text: string, style: NumberStyle, locale: string, language: string): Mention[] {
  const found: Mention[] = []
  const system = systemOf(locale)
  for (let at = 0; at < text.length; ) {
    const before = text[at - 1] ?? ' '
    if (
      /[\p{L}\p{N}_]/u.test(before) &&
      /[\p{L}\p{N}]/u.test(text[at] as string) &&
      !(
        /\p{L}/u.test(before) &&
        /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u.test(before)
      )
    ) {
      at++
      continue
    }
    const some = figureAt(text, at, style, system, language)
    found.push(...some)
    at = Math.max(at + 1, ...some.map(({ to }) => to))
  }
  return found
}

function figureAt(
  text: string,
  at: number,
  style: NumberStyle,
  system: ReturnType<typeof systemOf>,
  language: string,
): Mention[] {
  const sign = SIGN.test(text[at] as string) ? (text[at] as string) : null
  const from = at
  const codeBefore = sign ? null : /^([A-Z]{3}|R\$|US\$|kr\.?|Rs\.?|Rp\.?) ?(?=\d)/u.exec(text.slice(at, at + 5))
  const start = sign ? at + 1 + (text[at + 1] === ' ' ? 1 : 0) : at + (codeBefore?.[0].length ?? 0)
  // “1-100” is a range.
  const isRange = /[\p{N}\p{L}]/u.test(text[start - 1] ?? ' ')
  const minus = !isRange && /^[-−]/u.test(text.slice(start)) && /\d/u.test(text[start + 1] ?? '') ? 1 : 0
  const number = quantityAt(text, start + minus, style, language)
  if (!number) return []
  const before = sign ?? codeBefore?.[1] ?? null
  const millions = before ? /^ ?(?:m|mm|mil|M)(?![\p{L}\d])/u.exec(text.slice(number.end, number.end + 5)) : null
  if (millions) {
    number.value = number.value.times(1_000_000)
    number.end += millions[0].length
  }
  const value = minus ? number.value.neg() : number.value
  const money = moneyOf(text, value, number.end, before)
  const bare: Mention = { kind: 'number', from: start, to: number.end, value }
  const and = (one: Mention): Mention[] => [one, bare]
  if (money) return and({ kind: 'money', from, ...money })
  const rest = text.slice(number.end, number.end + 40)
  const percent = /^\s?%|^\s?٪/u.exec(rest)
  if (percent) return and({ kind: 'percent', from, to: number.end + percent[0].length, value })
  const lead = /(?:yüzde |百分之|(?<!\d ?)%)$/iu.exec(text.slice(Math.max(0, start - 6), start))
  if (lead) return and({ kind: 'percent', from: start - lead[0].length, to: number.end, value })
  const word = NEXT_WORD.exec(rest)
  if (word && PERCENT_WORDS.has(folded(word[1] as string)))
    return and({ kind: 'percent', from, to: number.end + word[0].length, value })
  const perCent = /^\s?(?:per cent|pour cent|por ciento|por cento|per cento)/iu.exec(rest)
  if (perCent) return and({ kind: 'percent', from, to: number.end + perCent[0].length, value })
  const span = durationAt(text, from, start + minus, style, language)
  if (span) return and(span)
  const unit = /^ ?(?=\p{L}|["'°])/u.exec(rest)
  const named = unit ? unitAt(text, number.end + unit[0].length, system) : null
  if (named && !(named.name.toLowerCase() === 'in' && PLACED.test(text.slice(named.end)))) {
    const quantity = readQuantity(text.slice(from, named.end), style, system)
    if (quantity) return and({ kind: 'quantity', from, to: named.end, value: quantity })
  }
  return [bare]
}

function moneyOf(text: string, amount: Exact, end: number, before: string | null): { to: number; value: Money } | null {
  const codes = before ? currenciesOf(before) : null
  if (before && codes && (!/^[A-Z]{3}$/u.test(before) || isCode(before)))
    return { to: end, value: { amount, currency: codes[0] ?? null } }
  const cents = /^\s?(cents?|ct|pence|p)(?![\p{L}\p{M}])/u.exec(text.slice(end, end + 7))
  if (cents)
    return {
      to: end + cents[0].length,
      value: { amount: amount.div(100), currency: PENCE.test(cents[0]) ? 'GBP' : null },
    }
  const after = AFTER.exec(text.slice(end, end + 16))
  const mark = after?.[1]
  if (!after || !mark || /^(?:mac|per|and|the|for)$/iu.test(mark)) return null
  const named = currenciesOf(mark)
  if (!named || (/^\p{Ll}{3}$/u.test(mark) && isCode(mark) && !LOWER_CODES.has(mark))) return null
  // Three capitals may be anything; a currency is one that Intl knows.
  return !/^[A-Z]{3}$/u.test(mark) || isCode(mark)
    ? { to: end + after[0].length, value: { amount, currency: named[0] ?? null } }
    : null
}

/** “4,500 in 14 months”: no inches. */
const PLACED = /^ (?!(?:to|in|as|by|x|and|or|is|are|long|wide|tall|high|deep|thick|of)(?![\p{L}]))[\p{L}\p{N}]/iu

const PENCE = /p/u
/** What stands behind an amount: a sign, a code, a word; where words are not spaced, the currency alone. */
const AFTER =
  /^\s?(\p{Sc}|[A-Z]{3}(?!\p{L})|zł|Kč|kr\b|円|元|원|块|ドル|ユーロ|ポンド|美元|欧元|英镑|달러|유로|(?:руб|р)\.|TL(?!\p{L})|[\p{L}\p{M}]{3,12})/u
const CODES = new Set(Intl.supportedValuesOf('currency'))
const isCode = (mark: string): boolean => CODES.has(mark.toUpperCase())
/** Codes that people write small; “all”, “try” and “top” are words. */
const LOWER_CODES = new Set(
  'usd eur gbp jpy chf cad aud nzd sek nok dkk pln czk huf rub inr idr brl mxn cny krw'.split(' '),
)

/** “2 years and 3 months”, “90 minutes”, “3時間”. */
function durationAt(text: string, from: number, start: number, style: NumberStyle, language: string): Mention | null {
  const value: Duration = {}
  const own = durationWords(language)
  const english = durationWords('en')
  let to = from
  for (let at = start, parts = 0; parts < 4; parts++) {
    const number = quantityAt(text, at, style, language)
    if (!number) break
    const word = NEXT_WORD.exec(text.slice(number.end, number.end + 24))
    const key = word ? folded(word[1] as string) : ''
    const unit =
      own.get(key) ??
      english.get(key) ??
      [...own].find(([name]) => /[\p{Script=Han}\p{Script=Hangul}]/u.test(name) && key.startsWith(name))?.[1]
    if (!word || !unit) break
    value[unit] = (value[unit] ?? 0) + number.value.toNumber()
    to = number.end + word[0].length
    const next = /^(?:,? and |, |,? | y | et | und | e | en | i | и )(?=\d|\p{L})/u.exec(text.slice(to, to + 8))
    if (!next) break
    at = to + next[0].length
  }
  return to > from ? { kind: 'duration', from, to, value } : null
}

async function datesIn(text: string, moment: Moment, language: string): Promise<Mention[]> {
  const named = language === 'en' ? saidDays(text, today(moment)) : []
  const feasts = feastsNamed(text, moment, language)
  const others = (await daysSaid(text, moment, language, 'future')).filter(
    (day) => ![...named, ...feasts].some((one) => one.from < day.to && day.from < one.to),
  )
  const days = [...named, ...others].flatMap(({ from, to, day, time }): Mention[] => {
    // “250 a month” names no day.
    const isRate = /^an? \p{L}+$/iu.test(text.slice(from, to)) && /[\p{N}%\p{Sc}] ?$/u.test(text.slice(0, from))
    return isRate ? [] : [{ kind: 'date', from, to, value: day, time }]
  })
  return [...days, ...feasts]
}

/** What may stand behind a feast that is a day: “before Christmas, please”, not “the Christmas tree”. */
const BEHIND = new Set(
  'fall falls fell land lands come comes start starts begin begins end ends day days date holiday how when what which next last away left still again please - –'.split(
    ' ',
  ),
)

/** The feasts that a text names as days: Easter, Ramadan, Mother's Day. */
function feastsNamed(text: string, moment: Moment, language: string): Mention[] {
  const { courtesy, joiners } = mannersOf(language)
  return feastsIn(text).flatMap(({ from, to, key }): Mention[] => {
    const rest = text.slice(to)
    const [next] = /^[\s,]+/u.test(rest) ? wordsOf(rest, 1) : []
    const isDay =
      !next ||
      /^\s*[,;:.!?]/u.test(rest) ||
      /^\d/u.test(next.key) ||
      [BEHIND, courtesy, joiners].some((some) => some.has(next.key)) ||
      !/\p{Script=Latin}/u.test(next.key) ||
      language !== 'en'
    const day = isDay ? dayOfFeast(key, rest, [], moment, countryOf(moment.locale, moment.zone), 'future') : null
    return day ? [{ kind: 'date', from, to, value: day.day, time: null }] : []
  })
}

/** Values that are no part of others. */
export const longest = (all: readonly Mention[]): Mention[] =>
  all.filter(
    (one) =>
      !all.some(
        (other) =>
          other !== one && other.from <= one.from && other.to >= one.to && other.to - other.from > one.to - one.from,
      ),
  )
