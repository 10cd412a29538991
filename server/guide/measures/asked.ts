import { Exact } from '../calculation/numbers.ts'
import { says, type WordsByLanguage } from '../intents/words.ts'
import { type Measure, measuresIn, type Reading } from './measure-at.ts'
import { numberAt, type Quantity } from './quantity.ts'
import type { System, Unit } from './unit-table.ts'
import { unitAt } from './units-by-name.ts'
import words from './words.json' with { type: 'json' }

/** A unit that is named without an amount: “in feet and inches”. */
export interface Target {
  units: readonly Unit[]
  from: number
  to: number
  /** A word before it says that it is what is wanted: “in”, “how many”. */
  isCued: boolean
}

/** What a sentence asks of measures. */
export type Asked =
  | { kind: 'convert'; quantity: Quantity; target: readonly Unit[] | null; isCued: boolean }
  | { kind: 'compare'; quantities: readonly [Quantity, Quantity]; how: Comparing }
  /** How many times the first goes into the second. */
  | { kind: 'ratio'; quantities: readonly [Quantity, Quantity] }

export interface Comparing {
  /** The word that was said: “faster”. */
  word: string | null
  isLess: boolean
  /** Which of the two, rather than whether the first. */
  isWhich: boolean
}

export interface Read {
  asked: Asked
  /** The text without measures, units and numbers that were used. */
  rest: string
}

/** Names that are words of other meanings, or letters: units only where a word before says so, or nothing else is left. */
const SHORT = 2
const EVERYDAY = new Set(
  'second seconds min mins day days week weeks month months year years bar turn turns stone ton tons hand hands pound pounds gas degree degrees turn point cal cup cups foot yard can carat knot dash pinch stick sticks century decade'.split(
    ' ',
  ),
)
const CUE =
  /(?:^|[\s(,:])(?:in|to|into|as|en|a|à|em|para|nach|auf|naar|na|do|w|в|на|ke|ile|per|how many|how much|howmany|number of|what|combien de|cuántos|cuántas|cuantos|cuantas|quantos|quantas|wie viele?|wieviele?|quanti|quante|hoeveel|ile|kaç|сколько|berapa|dalam)\s*$|[=→:]\s*$|->\s*$|(?:几|多少|何|なん|몇|كم|إلى|بال|كام|कितने|कितना)\s*$/iu
const JOINED = /^(?:\s*(?:and|&|n|,|\/|\+|und|et|y|e|i|и|en|ve|dan)\s*|\s+)(?=["'\p{L}])/iu

const systemSaid = (text: string): System | null => {
  if (/\b(?:US|USA|U\.S\.)(?![\p{L}])|\bamerican?\b|\b(?:mpg|gal|gallons?|pints?|quarts?|cups?)[ (]+us\b/u.test(text))
    return 'us'
  return /\b(?:UK|uk|british|imperial)\b/u.test(text) ? 'uk' : null
}

/** Where the units stand that no amount belongs to. */
function targetsIn(text: string, taken: readonly Measure[], { system, language }: Reading): Target[] {
  const found: Target[] = []
  for (let at = 0; at < text.length; ) {
    const inside = taken.find(({ from, to }) => at >= from && at < to)
    if (inside) {
      at = inside.to
      continue
    }
    const target = isStart(text, at) ? targetAt(text, at, system, language) : null
    if (target) found.push(target)
    at = target ? target.to : at + 1
  }
  return found
}

const isStart = (text: string, at: number): boolean =>
  /[\p{L}°"'/]/u.test(text[at] as string) &&
  (!/[\p{L}\p{M}\p{N}'’]/u.test(text[at - 1] ?? ' ') ||
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Arabic}]/u.test(text[at] as string))

function targetAt(text: string, from: number, system: System, language: string): Target | null {
  const first = unitAt(text, from, system, language)
  if (!first) return null
  const isCued = CUE.test(text.slice(Math.max(0, from - 24), from))
  const units = [first.unit]
  let to = first.end
  // “ft n in”, “stone and pounds”: each smaller than the one before.
  for (let last = first.unit; units.length < 3; ) {
    const joint = JOINED.exec(text.slice(to, to + 8))
    const next = joint && unitAt(text, to + joint[0].length, system, language)
    const isWord = next?.name === 'in' && unitAt(text, next.end + 1, system, language) !== null
    if (!joint || !next || isWord || next.unit.dimension !== last.dimension || !next.unit.factor.lt(last.factor)) break
    if (last.zero || last.inverse || !isFamily(units[0] as Unit, next.unit)) break
    units.push(next.unit)
    last = next.unit
    to = next.end
  }
  if (first.name === 'in' && units.length === 1 && (!isCued || unitAt(text, first.end + 1, system, language)))
    return null
  const isDoubtful = first.name.length <= SHORT || EVERYDAY.has(first.name.toLowerCase())
  const isLast = /^[\s?!.,)]*$/u.test(text.slice(to))
  const isBeside = /[\d°)][\s\p{L}°]{0,4}$/u.test(text.slice(0, from))
  return isDoubtful && units.length === 1 && !isCued && !isLast && !isBeside && from > 0
    ? null
    : { units, from, to, isCued }
}

const FAMILIES = [
  'mi yd ft in',
  'st lb oz',
  'km m cm mm',
  't kg g',
  'year month week day h min s',
  'gal qt pt',
  'L mL',
  'cup tbsp tsp',
].map((names) => names.split(' '))
const isFamily = (large: Unit, small: Unit): boolean =>
  FAMILIES.some((family) => family.includes(large.symbol) && family.includes(small.symbol))

const dimensionOf = ({ parts }: Quantity) => (parts[0] as Quantity['parts'][number]).unit.dimension
const isAlike = (a: Quantity, b: Quantity): boolean => dimensionOf(a) === dimensionOf(b)

const otherScale = ({ parts }: Quantity, { system }: Reading): readonly Unit[] => [
  unitAt(parts[0]?.unit.symbol === '°C' ? '°F' : '°C', 0, system)?.unit as Unit,
]

/** Pairs of dimensions that one may be turned into the other. */
const PAIRED = new Set(['pace speed', 'speed pace', 'data data rate', 'data rate data'])
const fits = (quantity: Quantity, { units }: Target): boolean => {
  const to = (units[0] as Unit).dimension
  const bare = (quantity.parts[0] as Quantity['parts'][number]).unit.symbol === '°' && to === 'temperature'
  return dimensionOf(quantity) === to || bare || PAIRED.has(`${dimensionOf(quantity)} ${to}`)
}

const sameUnit = (quantity: Quantity, { units }: Target): boolean =>
  quantity.parts.length === 1 && units.length === 1 && quantity.parts[0]?.unit === units[0]

/** Bare numbers, outside of the measures. */
function numbersIn(
  text: string,
  taken: readonly { from: number; to: number }[],
  { style }: Reading,
): Measure['quantity']['parts'] {
  const found: Quantity['parts'] = []
  for (let at = 0; at < text.length; ) {
    const inside = taken.find(({ from, to }) => at >= from && at < to)
    const starts =
      !inside && !/[\p{L}\p{N}_.]/u.test(text[at - 1] ?? ' ') && /[\p{N}\p{L}½¼¾]/u.test(text[at] as string)
    const number = starts && !/^an?\b/iu.test(text.slice(at, at + 3)) ? numberAt(text, at, style) : null
    if (number) found.push({ value: number.value, label: number.label, unit: undefined as never })
    at = inside ? inside.to : number ? number.end : at + 1
  }
  return found
}

/** “5k in miles”: runners leave the metres out. */
const race = (text: string): string =>
  /\b(?:mi|miles?|yards?|feet|ft|m|met(?:er|re)s)\b/iu.test(text)
    ? text.replace(/(?<![\p{L}\d.,])(\d{1,3}(?:[.,]\d)?) ?k(?![\p{L}\d/])/iu, '$1 km')
    : text

const side = (name: string): WordsByLanguage => (words as Record<string, WordsByLanguage>)[name] as WordsByLanguage

function wordSaid(text: string, list: WordsByLanguage, language: string): string | null {
  for (const one of [language, 'en'])
    for (const word of (list as Record<string, readonly string[]>)[one] ?? []) {
      const found = new RegExp(
        /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(word)
          ? word
          : `(?<![\\p{L}])${word.replace('*', '\\p{L}*')}(?![\\p{L}])`,
        'iu',
      ).exec(text)
      if (found) return found[0]
    }
  return null
}

/** How two measures are compared by the words around them; null where nothing compares. */
function comparingIn(rest: string, language: string): Comparing | null {
  const less = wordSaid(rest, side('less'), language)
  const more = less ? null : wordSaid(rest, side('more'), language)
  const isWhich = says(rest, side('which'), language as 'en')
  return less || more || says(rest, side('compare'), language as 'en')
    ? { word: less ?? more, isLess: less !== null, isWhich }
    : null
}

/** What is asked of the measures in a text, wherever they stand in it; null where there is nothing to convert or compare. */
export function readAsked(question: string, reading: Reading): Read | null {
  const text = race(question)
  const read = { ...reading, system: systemSaid(text) ?? reading.system }
  const measures = measuresIn(text, read)
  const targets = targetsIn(text, measures, read)
  const rest = [...measures, ...targets]
    .sort((a, b) => b.from - a.from)
    .reduce((left, { from, to }) => `${left.slice(0, from)} … ${left.slice(to)}`, text)
  const [first, second] = measures
  const withRest = (asked: Asked): Read => ({ asked, rest })
  if (first && second && isAlike(first.quantity, second.quantity)) {
    // “Do I weigh more than 150 lb if I am 70 kg”: it is the second that is spoken of.
    const isTurned = /\b(?:than|over|above|under|below)\s*$/iu.test(text.slice(0, first.from))
    const quantities = isTurned
      ? ([second.quantity, first.quantity] as const)
      : ([first.quantity, second.quantity] as const)
    const how = comparingIn(rest, read.language)
    if (!how && /how many\s*$/iu.test(text.slice(0, first.from))) return withRest({ kind: 'ratio', quantities })
    const target = targets.find((one) => fits(second.quantity, one) && one.isCued)
    if (how || !target)
      return withRest({ kind: 'compare', quantities, how: how ?? { word: null, isLess: false, isWhich: true } })
  }
  // “350 f in normal degrees”: of the other scale.
  const degrees =
    first && dimensionOf(first.quantity) === 'temperature' && targets.every(({ units }) => units[0]?.symbol === '°')
  if (degrees && targets.length > 0)
    return withRest({
      kind: 'convert',
      quantity: first.quantity,
      target: otherScale(first.quantity, read),
      isCued: true,
    })
  for (const { quantity } of measures) {
    const fitting = targets.filter((one) => fits(quantity, one) && !sameUnit(quantity, one))
    const target = fitting.find(({ isCued }) => isCued) ?? fitting[0]
    if (target) return withRest({ kind: 'convert', quantity, target: target.units, isCued: target.isCued })
  }
  if (first) {
    const cued = targets.find((one) => one.isCued && !sameUnit(first.quantity, one))
    return withRest({
      kind: 'convert',
      quantity: first.quantity,
      target: cued?.units ?? null,
      isCued: cued !== undefined,
    })
  }
  return withoutMeasure(text, targets, read, rest)
}

/** “Miles to km 26.2”, “how many feet in mile”, “km to miles”. */
function withoutMeasure(text: string, targets: readonly Target[], read: Reading, rest: string): Read | null {
  const [a, b] = targets
  if (!a || !b || a.units.length > 1 || a.units[0]?.dimension !== b.units[0]?.dimension || a.units[0] === b.units[0])
    return null
  const [number, more] = numbersIn(text, targets, read)
  if (more) return null
  const isTurned =
    /(?:how many|how much|number of)\s*$/iu.test(text.slice(0, a.from)) ||
    /^\s*(?:from|of|per|out of|for)\s*$/iu.test(text.slice(a.to, b.from)) ||
    /(?:^|\s)(?:to|into)\s*$/iu.test(text.slice(0, a.from))
  const [from, to] = isTurned ? [b, a] : [a, b]
  const unit = from.units[0] as Unit
  const amount = number ? { ...number, unit } : { value: new Exact(1), label: '1', unit }
  return {
    asked: { kind: 'convert', quantity: { parts: [amount], substance: null }, target: to.units, isCued: true },
    rest: number ? rest.replace(number.label, ' ') : rest,
  }
}
