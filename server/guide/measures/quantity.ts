import type { NumberStyle } from '@atrium/domain/numbers/number-style'
import { Exact, showNumber } from '../calculation/numbers.ts'
import { quantityAt } from '../calculation/tokens.ts'
import type { System, Unit } from './unit-table.ts'
import { unitAt } from './units-by-name.ts'

/** One measured thing: `5 ft 11 in` has two parts. */
export interface Quantity {
  parts: { value: Exact; unit: Unit; label: string }[]
  /** What was measured, when it was said: "2 cups of flour". */
  substance: string | null
}

/** The unit that a bare number after another unit is in: "5 ft 11", "1 h 30". */
const smaller: Readonly<Record<string, string>> = { ft: 'in', h: 'min', min: 's', st: 'lb', lb: 'oz' }

/** Reads a whole text as a quantity: "5'11\"", "1 h 30 min", "2 1/2 cups of flour", "-40°C"; null when it is none. */
export function readQuantity(text: string, style: NumberStyle, system: System): Quantity | null {
  const parts: Quantity['parts'] = []
  let at = 0
  let sign = 1
  const skip = (pattern: RegExp) => {
    const found = pattern.exec(text.slice(at, at + 12))
    if (found) at += found[0].length
    return found?.[0] ?? null
  }
  skip(/^(?:about |around |the |a total of )/iu)
  for (let count = 0; count < 6; count++) {
    skip(/^\s+/u)
    if (parts.length > 0) {
      const joined = skip(/^(?:and |plus |minus |\+ ?|, ?|[-−–] )/iu)
      if (joined) sign = /minus|[-−–]/iu.test(joined) ? -1 : 1
    } else if (skip(/^(?:minus |negative |[-−–] ?)/iu)) sign = -1
    const number = numberAt(text, at, style)
    if (!number) break
    at = number.end
    // "half a mile", "3/4 of a cup"
    skip(/^(?: of)? an? (?=\p{L})/iu) ?? skip(/^[ -](?=\S)/u)
    const value = number.value.times(sign)
    const paced = paceAt(text, at, value, system)
    if (paced) {
      parts.push({ value: paced.value, unit: paced.unit, label: `${number.label}:${paced.seconds}` })
      at = paced.end
      continue
    }
    const unit = unitAt(text, at, system)
    const before = parts.at(-1)
    if (!unit) {
      const next =
        before && at >= text.length && Object.hasOwn(smaller, before.unit.symbol)
          ? unitAt(smaller[before.unit.symbol] as string, 0, system)
          : null
      if (!next) return null
      parts.push({ value, unit: next.unit, label: number.label })
      break
    }
    if (before && before.unit.dimension !== unit.unit.dimension) return null
    if (before?.unit.zero || before?.unit.inverse) return null
    parts.push({ value, unit: unit.unit, label: number.label })
    at = unit.end
    sign = value.isNegative() && parts.length === 1 && !/\+|plus/iu.test(text.slice(at, at + 6)) ? -1 : 1
  }
  if (parts.length === 0) return null
  const rest = text.slice(at).trim()
  if (rest === '') return { parts, substance: null }
  // "1 cup flour", "350 F oven"; "per", "squared" and the like would make another unit of it.
  const of =
    /^(?:of )?(?!(?:per|squared?|cubed?|cubic|each|an?|and|plus|minus|times|by|over|in|to|force|of)\b)([\p{L}][\p{L}'-]*(?: (?!per\b)[\p{L}][\p{L}'-]*){0,2})$/iu.exec(
      rest,
    )
  return of ? { parts, substance: of[1] as string } : null
}

/** A number, or the article that stands for one: “a mile”, “2 1/2”, “half”. */
export function numberAt(
  text: string,
  at: number,
  style: NumberStyle,
): { value: Exact; end: number; label: string } | null {
  const number = quantityAt(text, at, style)
  if (!number) {
    const article = /^(?:an?|one) (?=\p{L})/iu.exec(text.slice(at, at + 6))
    return article ? { value: new Exact(1), end: at + article[0].trimEnd().length, label: '1' } : null
  }
  const fraction = /^( ?)(\d{1,4})\/(\d{1,4})(?!\d)/u.exec(text.slice(number.end, number.end + 12))
  const plainFraction = /^\/(\d{1,4})(?!\d)/u.exec(text.slice(number.end, number.end + 6))
  const shown = number.label ?? showNumber(number.value, style).text
  if (fraction?.[1] === ' ' && Number(fraction[3]) > 0) {
    const value = number.value.plus(new Exact(fraction[2] as string).div(fraction[3] as string))
    return { value, end: number.end + fraction[0].length, label: `${shown} ${fraction[2]}/${fraction[3]}` }
  }
  if (plainFraction && Number(plainFraction[1]) > 0) {
    return {
      value: number.value.div(plainFraction[1] as string),
      end: number.end + plainFraction[0].length,
      label: `${shown}/${plainFraction[1]}`,
    }
  }
  return { value: number.value, end: number.end, label: shown }
}

/** "5:30 min/km", "5:30 /mile": minutes and seconds for each distance. */
export function paceAt(
  text: string,
  at: number,
  minutes: Exact,
  system: System,
): { value: Exact; unit: Unit; seconds: string; end: number } | null {
  const seconds = /^:([0-5]\d) ?/u.exec(text.slice(at, at + 4))
  if (!seconds) return null
  const unit = unitAt(text, at + seconds[0].length, system)
  return unit?.unit.dimension === 'pace'
    ? {
        value: minutes.plus(new Exact(seconds[1] as string).div(60)),
        unit: unit.unit,
        seconds: seconds[1] as string,
        end: unit.end,
      }
    : null
}

/** In the base unit of the dimension. */
export function inBase(quantity: Quantity): Exact {
  return quantity.parts.reduce((total, { value, unit }) => total.plus(toBase(value, unit)), new Exact(0))
}

export const toBase = (value: Exact, unit: Unit): Exact =>
  unit.inverse
    ? unit.factor.div(value)
    : unit.zero
      ? value.times(unit.factor).plus(unit.zero)
      : value.times(unit.factor)

export const fromBase = (base: Exact, unit: Unit): Exact =>
  unit.inverse ? unit.factor.div(base) : unit.zero ? base.minus(unit.zero).div(unit.factor) : base.div(unit.factor)

/** Symbols that are words take a plural. */
const words = new Set([
  'cup',
  'acre',
  'day',
  'week',
  'month',
  'year',
  'decade',
  'fortnight',
  'furlong',
  'fathom',
  'stick',
  'hand',
  'turn',
  'short ton',
  'long ton',
])

export function writeUnit(number: string, unit: Unit): string {
  if (unit.symbol === '°') return `${number}°`
  return `${number} ${unit.symbol}${words.has(unit.symbol) && number !== '1' && number !== '−1' && !/^\d+\/\d+$/u.test(number) ? 's' : ''}`
}

export const writeQuantity = (quantity: Quantity): string =>
  quantity.parts
    .map(({ value, unit, label }, index) => {
      const written = writeUnit(label, unit)
      return value.isNegative() && !/^[-−]/u.test(label) ? `−${index === 0 ? '' : ' '}${written}` : written
    })
    .join(' ')
