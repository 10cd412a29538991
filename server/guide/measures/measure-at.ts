import type { NumberStyle } from '@atrium/domain/numbers/number-style'
import { Exact } from '../calculation/numbers.ts'
import { numberAt, paceAt, type Quantity } from './quantity.ts'
import type { System, Unit } from './unit-table.ts'
import { unitAt } from './units-by-name.ts'

/** Units in which the rest of a measure is said: 5 ft 11 in. */
const SMALLER: Readonly<Record<string, readonly string[]>> = {
  ft: ['in'],
  yd: ['ft', 'in'],
  mi: ['yd', 'ft'],
  km: ['m'],
  m: ['cm', 'mm'],
  cm: ['mm'],
  st: ['lb', 'oz'],
  lb: ['oz'],
  kg: ['g'],
  t: ['kg'],
  gal: ['qt', 'pt'],
  L: ['mL', 'cL'],
  cup: ['tbsp', 'tsp'],
  tbsp: ['tsp'],
  year: ['month', 'week', 'day'],
  month: ['week', 'day'],
  week: ['day'],
  day: ['h', 'min'],
  h: ['min', 's'],
  min: ['s'],
}
/** What a bare number behind a unit counts, and how many of them make one: “5 ft 11”, “1 h 30”, “1 m 80”. */
const BARE: Readonly<Record<string, readonly [unit: string, most: number]>> = {
  ft: ['in', 12],
  h: ['min', 60],
  min: ['s', 60],
  st: ['lb', 14],
  lb: ['oz', 16],
  m: ['cm', 100],
}
const PARTS_MAX = 4
/** What makes another unit of the one before, which is none that is known. */
const OTHER_UNIT = /^ ?(?:per(?! cent)|squared?|cubed?|\/(?=\p{L}))(?![\p{L}])|^ ?\/(?=\p{L})/iu

export interface Measure {
  quantity: Quantity
  from: number
  to: number
}

export interface Reading {
  style: NumberStyle
  system: System
  language: string
}

/** The measure that begins at a place in a text, as long as it goes: “5'11”, “2 lb 3 oz”, “a mile and a half”. */
export function measureAt(text: string, from: number, { style, system, language }: Reading): Measure | null {
  const parts: Quantity['parts'] = []
  let at = from
  let to = from
  const skip = (pattern: RegExp) => {
    const found = pattern.exec(text.slice(at, at + 16))
    if (found) at += found[0].length
    return found !== null
  }
  const isNegative = skip(/^(?:minus |negative |[-−](?=[\d.]))/iu)
  while (parts.length < PARTS_MAX) {
    const before = parts.at(-1)
    if (before && !skip(/^(?:,? and |, |\s)(?=[\d½¼¾a-z])/iu) && !/[\d½¼¾]/u.test(text[at] ?? '')) break
    const number = numberAt(text, at, style)
    if (!number || (before && /^an?\b/iu.test(text.slice(at)))) break
    at = number.end
    const isHalf = skip(/^ and a half\b/iu)
    skip(/^(?: of)? an? (?=\p{L})/iu) || skip(/^[ -](?=\S)/u)
    const value = isHalf ? number.value.plus('0.5') : number.value
    const label = isHalf ? value.toFixed() : number.label
    const paced = before ? null : paceAt(text, at, value, system)
    if (paced) {
      parts.push({ value: paced.value, unit: paced.unit, label: `${number.label}:${paced.seconds}` })
      to = paced.end
      break
    }
    const unit = unitAt(text, at, system, language)
    const bare = before && bareAfter(before.unit, value, system)
    const isNext = unit && before && SMALLER[before.unit.symbol]?.includes(unit.unit.symbol)
    // “6 ft 2 in metres”: inches, whether or not “in” says so.
    if (before && !isNext && bare && isBareEnd(text, number.end)) {
      parts.push({ value, unit: bare, label })
      to = number.end
      break
    }
    if (!unit || (before && !isNext)) break
    const end = halfAfter(text, unit.end)
    parts.push({
      value: end > unit.end ? value.plus('0.5') : value,
      unit: unit.unit,
      label: end > unit.end ? value.plus('0.5').toFixed() : label,
    })
    at = to = end
    if (unit.unit.zero || unit.unit.inverse) break
  }
  if (parts.length === 0 || OTHER_UNIT.test(text.slice(to, to + 10))) return null
  const signed = isNegative ? parts.map((part) => ({ ...part, value: part.value.neg() })) : parts
  return { quantity: { parts: signed, substance: null }, from, to }
}

/** “A cup and a half”. */
const halfAfter = (text: string, end: number): number =>
  end + (/^ and a half\b/iu.exec(text.slice(end, end + 12))?.[0].length ?? 0)

function bareAfter(unit: Unit, value: Exact, system: System): Unit | null {
  const [name, most] = BARE[unit.symbol] ?? []
  return name && most && value.lt(most) && value.gte(0) ? (unitAt(name, 0, system)?.unit ?? null) : null
}

/** Whether a number stands for itself: at the end, or before a word that is no name of what it counts. */
const isBareEnd = (text: string, end: number): boolean =>
  /^(?:\s*$|[\s,.?!;:)]+(?:$|(?:in|to|into|as|is|tall|high|long|how|what|whats|what's|and|from|=|->|→|or|than|en|nach|à|a|em|naar|na|в|old|for|but|please|pls|convert)(?![\p{L}])))/iu.test(
    text.slice(end, end + 16),
  )

/** “5 km + 300 m”, “2 hours minus 30 minutes”: one measure of two. */
const ADDED = /^\s*(?:\+|plus|(minus|[-−–]))\s*$/iu

function summed(text: string, before: Measure, next: Measure): Measure | null {
  const sign = ADDED.exec(text.slice(before.to, next.from))
  const [a, b] = [before.quantity.parts[0], next.quantity.parts[0]].map((part) => part?.unit)
  if (!sign || !a || !b || a.dimension !== b.dimension || a.zero || a.inverse) return null
  const parts = next.quantity.parts.map((part) => (sign[1] ? { ...part, value: part.value.neg() } : part))
  return { quantity: { parts: [...before.quantity.parts, ...parts], substance: null }, from: before.from, to: next.to }
}

/** Every measure of a text, in its order; none within another. */
export function measuresIn(text: string, reading: Reading): Measure[] {
  const found: Measure[] = []
  for (let at = 0; at < text.length; ) {
    const letter = text[at - 1] ?? ' '
    const isStart = !/[\p{N}_.]/u.test(letter) && (!/\p{L}/u.test(letter) || !/\p{L}/u.test(text[at] as string))
    const begins = isStart && /[\p{L}\p{N}.\-−½¼¾⅓⅔⅛]/u.test(text[at] as string)
    const measure = begins ? measureAt(text, at, reading) : null
    const before = found.at(-1)
    const sum = measure && before ? summed(text, before, measure) : null
    if (sum) found[found.length - 1] = sum
    else if (measure) found.push(measure)
    at = measure ? measure.to : at + 1
  }
  return found
}

export const ONE = new Exact(1)
