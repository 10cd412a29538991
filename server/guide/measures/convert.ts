import type { TextValues } from '@atrium/contract/texts'
import type { NumberStyle } from '@atrium/domain/numbers/number-style'
import { Exact, showNumber } from '../calculation/numbers.ts'
import { Incalculable } from '../calculation/parser.ts'
import { fromBase, inBase, type Quantity, toBase, writeQuantity, writeUnit } from './quantity.ts'
import { fixedUnits, type System, type Unit } from './unit-table.ts'
import { unitAt } from './units-by-name.ts'

/** Exact where that is short; else to seven significant digits. The factor 5/9 of Fahrenheit leaves a trace in the last of 60 digits. */
export function round(computed: Exact): { value: Exact; exact: boolean } {
  const value = computed.toSignificantDigits(45)
  if (value.decimalPlaces() <= 8 || value.isZero()) return { value, exact: true }
  const rounded = value.toSignificantDigits(value.abs().gte(1e7) ? value.e + 3 : 7)
  return { value: rounded, exact: false }
}

const scale = (symbol: string) => fixedUnits.find((unit) => unit.symbol === symbol)
const other: Readonly<Record<string, Unit | undefined>> = { '°F': scale('°C'), '°C': scale('°F') }
const absoluteZero = new Exact(0)

/** Writes the sentences that go with a conversion, in the language of the question. */
export type Say = (key: MeasureText, values?: TextValues) => string
export type MeasureText =
  | 'countedWith'
  | 'averageYear'
  | 'zeroDivision'
  | 'belowZero'
  | 'amountAndRate'
  | 'density'
  | 'incompatible'

/** The unit beside an amount that another question of it would mean: a download of so many megabits a second in megabytes. */
const PER_SECOND: Readonly<Record<string, string>> = {
  bit: 'bit/s',
  kbit: 'kbit/s',
  Mbit: 'Mbit/s',
  Gbit: 'Gbit/s',
  B: 'B/s',
  kB: 'kB/s',
  MB: 'MB/s',
  GB: 'GB/s',
  MiB: 'MiB/s',
}

/** What is really meant by a unit that is asked for: ounces of a volume are fluid ounces, degrees are of the other scale. */
function meantBy(
  quantity: Quantity,
  target: readonly Unit[],
  system: System,
): { quantity: Quantity; target: readonly Unit[] } {
  const [part] = quantity.parts
  const [to] = target
  if (!part || !to) return { quantity, target }
  const bare = quantity.parts.length === 1 && part.unit.symbol === '°' && other[to.symbol]
  if (bare) return { quantity: { ...quantity, parts: [{ ...part, unit: bare }] }, target }
  const named = (name: string) => unitAt(name, 0, system)?.unit
  if (part.unit.dimension === 'volume' && to.symbol === 'oz') return { quantity, target: [named('fl oz') ?? to] }
  if (to.dimension === 'volume' && part.unit.symbol === 'oz' && quantity.parts.length === 1 && !quantity.substance)
    return { quantity: { ...quantity, parts: [{ ...part, unit: named('fl oz') ?? part.unit }] }, target }
  if (part.unit.dimension === 'data rate' && to.dimension === 'data') {
    const rate = scale(PER_SECOND[to.symbol] ?? '')
    if (rate) return { quantity, target: [rate] }
  }
  return { quantity, target }
}

export interface Converted {
  /** `180 cm ≈ 5.905512 ft ≈ **5.91 ft**` */
  result: string
  /** The factor, or the formula; null where the result says it. */
  working: string | null
  /** What the result rests on: which pint, how long a year. */
  notes: string[]
  /** In the unit asked for. */
  value: Exact
}

/** One quantity in another unit, the working with it. Throws Incalculable where there is no such value. */
export function convert(
  asked: Quantity,
  wanted: readonly Unit[],
  { style, system, say }: { style: NumberStyle; system: System; say: Say },
): Converted {
  const { quantity, target } = meantBy(asked, wanted, system)
  const to = target[0] as Unit
  const from = quantity.parts[0]?.unit as Unit
  const pacing =
    (from.dimension === 'pace' && to.dimension === 'speed') || (from.dimension === 'speed' && to.dimension === 'pace')
  if (from.dimension !== to.dimension && !pacing) throw new Incalculable(incompatible(quantity, to, say))
  const isZero = inBase(quantity).isZero()
  if (((from.inverse || pacing) && isZero) || quantity.parts.some(({ value, unit }) => unit.inverse && value.isZero()))
    throw new Incalculable(say('zeroDivision'))
  const base = pacing ? new Exact(1).div(inBase(quantity)) : inBase(quantity)
  if (to.inverse && base.isZero()) throw new Incalculable(say('zeroDivision'))
  if (from.dimension === 'temperature' && base.lt(absoluteZero))
    throw new Incalculable(say('belowZero', { quantity: writeQuantity(quantity) }))
  const shown = target.length > 1 ? compound(base, target, style) : single(fromBase(base, to), to, style)
  return {
    result: `${writeQuantity(quantity)} ${shown.exact ? '=' : '≈'} ${shown.text}`,
    working: pacing ? null : explain(quantity, to, style),
    notes: notes(quantity, target, say),
    value: fromBase(base, to),
  }
}

/** In everyday figures: two decimals, of temperatures one, of small amounts three digits. */
function everyday(value: Exact, unit: Unit): Exact {
  if (unit.dimension === 'temperature' && unit.symbol !== 'K')
    return value.toDecimalPlaces(value.abs().gte(100) ? 0 : 1)
  if (value.abs().gte('0.1') || value.isZero()) return value.toDecimalPlaces(2)
  return value.toSignificantDigits(3)
}

/** A value as it is, and as people say it where that is shorter. */
function single(value: Exact, unit: Unit, style: NumberStyle): { text: string; exact: boolean } {
  if (unit.dimension === 'pace') {
    const seconds = value.times(60).round()
    const minutes = seconds.div(60).floor()
    const exact = value.times(60).toDecimalPlaces(9).isInteger()
    return {
      text: `**${writeUnit(`${minutes}:${seconds.minus(minutes.times(60)).toFixed().padStart(2, '0')}`, unit)}**`,
      exact,
    }
  }
  const rounded = round(value)
  const fine = unit.dimension === 'temperature' ? rounded.value.toDecimalPlaces(2) : rounded.value
  const isExact = rounded.exact && fine.eq(rounded.value)
  const number = showNumber(fine, style)
  const said = everyday(rounded.value, unit)
  const precise = writeUnit(number.text, unit)
  if (said.eq(fine)) return { text: `**${precise}**`, exact: isExact && number.exact }
  return {
    text: `${precise} ≈ **${writeUnit(showNumber(said, style).text, unit)}**${inParts(value, unit, style)}`,
    exact: isExact && number.exact,
  }
}

/** What is usually said in two units: `5 ft 11 in` for 5.91 ft. */
const PARTED: Readonly<Record<string, readonly string[]>> = { ft: ['ft', 'in'], st: ['st', 'lb'], h: ['h', 'min'] }

function inParts(value: Exact, unit: Unit, style: NumberStyle): string {
  const units = PARTED[unit.symbol]?.map(scale)
  if (!units || value.abs().lt(1) || value.abs().gt(1_000)) return ''
  return `, ${compound(value.times(unit.factor), units as Unit[], style).text}`
}

/** "5 ft 11 in (5 ft 10.87 in)": whole units of all but the last, and of the last in everyday figures. */
export function compound(base: Exact, target: readonly Unit[], style: NumberStyle): { text: string; exact: boolean } {
  const last = target.at(-1) as Unit
  const amount = base.abs().div(last.factor)
  const fine = amount.toDecimalPlaces(2)
  const exact = fine.times(last.factor).eq(base.abs().toDecimalPlaces(30)) || fine.times(last.factor).eq(base.abs())
  const whole = written(base, target, amount.round(), style)
  if (fine.isInteger()) return { text: `**${whole}**`, exact }
  return { text: `${written(base, target, fine, style)} ≈ **${whole}**`, exact }
}

/** So many of the last unit, in all of them: 71 inches are 5 ft 11 in. */
function written(base: Exact, target: readonly Unit[], ofLast: Exact, style: NumberStyle): string {
  let rest = ofLast.times((target.at(-1) as Unit).factor)
  const parts = target.map((unit, index) => {
    const amount = rest.div(unit.factor)
    if (index === target.length - 1) return writeUnit(showNumber(amount.toDecimalPlaces(2), style).text, unit)
    const whole = amount.toDecimalPlaces(30).floor()
    rest = rest.minus(whole.times(unit.factor))
    return writeUnit(showNumber(whole, style).text, unit)
  })
  return (base.isNegative() ? '−' : '') + parts.join(' ')
}

function explain(quantity: Quantity, to: Unit, style: NumberStyle): string | null {
  const number = (value: Exact) => showNumber(round(value).value, style).text
  const first = quantity.parts[0]
  if (!first) return null
  if (first.unit.dimension === 'temperature') {
    const value = number(first.value)
    if (first.unit.symbol === '°F' && to.symbol === '°C') return `(${value} − 32) × 5 ÷ 9`
    if (first.unit.symbol === '°C' && to.symbol === '°F') return `${value} × 9 ÷ 5 + 32`
    return null
  }
  if (first.unit.inverse !== to.inverse && (first.unit.inverse || to.inverse))
    return `${number((first.unit.inverse ? first.unit.factor : to.factor).div(first.unit.inverse ? to.factor : first.unit.factor))} ÷ ${number(first.value)}`
  const distinct = quantity.parts.filter(({ unit }) => unit.symbol !== to.symbol)
  if (distinct.length === 0 || (quantity.parts.length === 1 && first.value.eq(1))) return null
  return distinct
    .map(({ unit }) => {
      const direct = fromBase(toBase(new Exact(1), unit), to)
      // Where the factor is not short, the larger unit in terms of the smaller one is what people know: 1 ft = 30.48 cm.
      const forward = unit.factor.gte(to.factor) || (round(direct).exact && direct.gte('0.001'))
      const [large, little] = forward ? [unit, to] : [to, unit]
      const rounded = round(fromBase(toBase(new Exact(1), large), little))
      return `1 ${large.symbol} ${rounded.exact ? '=' : '≈'} ${writeUnit(showNumber(rounded.value, style).text, little)}`
    })
    .join(', ')
}

function notes(quantity: Quantity, target: readonly Unit[], say: Say): string[] {
  const said = new Set(
    [...quantity.parts.map(({ unit }) => unit), ...target]
      .map((unit) => unit.note)
      .filter((note) => note !== undefined),
  )
  const counted = said.size > 0 ? [say('countedWith', { unit: [...said].join(', ') })] : []
  return [...counted, ...calendarNote(quantity, target, say)]
}

const calendar = new Set(['month', 'year', 'decade'])

/** Months and years differ in length; between themselves, and for nobody else, that makes no difference. */
function calendarNote(quantity: Quantity, target: readonly Unit[], say: Say): string[] {
  const sides = [quantity.parts.map(({ unit }) => unit), target].map((units) =>
    units.some(({ symbol }) => calendar.has(symbol)),
  )
  return sides[0] === sides[1] ? [] : [say('averageYear')]
}

function incompatible(quantity: Quantity, to: Unit, say: Say): string {
  const from = quantity.parts[0]?.unit as Unit
  const pair = [from.dimension, to.dimension].sort().join(' ')
  const values = { quantity: writeQuantity(quantity), from: from.symbol, to: to.symbol }
  if (pair === 'mass volume') return say('density', values)
  if (pair === 'data data rate') return say('amountAndRate', values)
  return say('incompatible', values)
}
