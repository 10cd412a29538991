import type { NumberStyle } from '@atrium/domain/numbers/number-style'
import { Exact, showNumber } from '../calculation/numbers.ts'
import { Incalculable } from '../calculation/parser.ts'
import { fromBase, inBase, type Quantity, toBase, writeQuantity, writeUnit } from './quantity.ts'
import { fixedUnits, type Unit } from './unit-table.ts'

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

/** One quantity in another unit, the working with it. Throws Incalculable where there is no such value. */
export function convert(quantity: Quantity, target: Unit[], style: NumberStyle): string {
  const to = target[0] as Unit
  // "20 degrees in Fahrenheit" are degrees of the other scale.
  const bare = quantity.parts.length === 1 && quantity.parts[0]?.unit.symbol === '°' && other[to.symbol]
  if (bare && quantity.parts[0])
    return convert({ ...quantity, parts: [{ ...quantity.parts[0], unit: bare }] }, target, style)
  const from = quantity.parts[0]?.unit as Unit
  const pacing =
    (from.dimension === 'pace' && to.dimension === 'speed') || (from.dimension === 'speed' && to.dimension === 'pace')
  if (from.dimension !== to.dimension && !pacing) throw new Incalculable(incompatible(quantity, to))
  if ((from.inverse || pacing) && inBase(quantity).isZero())
    throw new Incalculable('That would mean dividing by zero, which has no result.')
  if (quantity.parts.some(({ value, unit }) => unit.inverse && value.isZero()))
    throw new Incalculable('That would mean dividing by zero, which has no result.')
  const base = pacing ? new Exact(1).div(inBase(quantity)) : inBase(quantity)
  if (to.inverse && base.isZero()) throw new Incalculable('That would mean dividing by zero, which has no result.')
  if (from.dimension === 'temperature' && base.lt(absoluteZero))
    throw new Incalculable(`${writeQuantity(quantity)} is below absolute zero, so there is no such temperature.`)
  const shown = target.length > 1 ? compound(base, target, style) : single(fromBase(base, to), to, style)
  const working = pacing ? null : explain(quantity, to, style)
  const left = writeQuantity(quantity)
  return `${left} ${shown.exact ? '=' : '≈'} **${shown.text}**${working ? `\n\n${working}` : ''}${notes(quantity, target)}`
}

function single(value: Exact, unit: Unit, style: NumberStyle): { text: string; exact: boolean } {
  if (unit.dimension === 'pace') {
    const seconds = value.times(60).round()
    const minutes = seconds.div(60).floor()
    const exact = value.times(60).toDecimalPlaces(9).isInteger()
    return { text: writeUnit(`${minutes}:${seconds.minus(minutes.times(60)).toFixed().padStart(2, '0')}`, unit), exact }
  }
  const rounded = round(value)
  const number = showNumber(rounded.value, style)
  return { text: writeUnit(number.text, unit), exact: rounded.exact && number.exact }
}

/** "5 ft 10.87 in": whole units of all but the last. */
export function compound(base: Exact, target: Unit[], style: NumberStyle): { text: string; exact: boolean } {
  const sign = base.isNegative() ? '−' : ''
  // Rounded in the last unit first: 5 ft 11.999 in is 6 ft and not 5 ft 12 in.
  const last = target.at(-1) as Unit
  let rest = base.abs().div(last.factor).toDecimalPlaces(2).times(last.factor)
  const exact = rest.eq(base.abs().toDecimalPlaces(30)) || rest.eq(base.abs())
  const parts = target.map((unit, index) => {
    const amount = rest.div(unit.factor)
    if (index === target.length - 1) {
      return writeUnit(showNumber(amount.toDecimalPlaces(2), style).text, unit)
    }
    const whole = amount.toDecimalPlaces(30).floor()
    rest = rest.minus(whole.times(unit.factor))
    return writeUnit(showNumber(whole, style).text, unit)
  })
  return { text: sign + parts.join(' '), exact }
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

function notes(quantity: Quantity, target: Unit[]): string {
  const said = new Set(
    [...quantity.parts.map(({ unit }) => unit), ...target]
      .map((unit) => unit.note)
      .filter((note) => note !== undefined),
  )
  const counted = said.size > 0 ? `\n\nCounted with the ${[...said].join(' and the ')}.` : ''
  return counted + calendarNote(quantity, target)
}

const calendar = new Set(['month', 'year', 'decade'])

/** Months and years differ in length; between themselves, and for nobody else, that makes no difference. */
function calendarNote(quantity: Quantity, target: Unit[]): string {
  const sides = [quantity.parts.map(({ unit }) => unit), target].map((units) =>
    units.some(({ symbol }) => calendar.has(symbol)),
  )
  return sides[0] === sides[1]
    ? ''
    : '\n\nCounted with the average year of 365.2425 days; a year of the calendar has 365 or 366, a month 28 to 31.'
}

function incompatible(quantity: Quantity, to: Unit): string {
  const from = quantity.parts[0]?.unit as Unit
  const pair = [from.dimension, to.dimension].sort().join(' ')
  if (pair === 'mass volume') {
    const what = quantity.substance ? `how dense the ${quantity.substance} is` : 'how dense the substance is'
    return `${writeQuantity(quantity)} is a ${from.dimension} and ${to.symbol} a unit of ${to.dimension}; converting needs to know ${what}, and I have no table of densities. For water, 1 mL weighs about 1 g.`
  }
  if (pair === 'data data rate')
    return `${from.symbol} measures ${from.dimension} and ${to.symbol} ${to.dimension}: one is an amount, the other an amount per second.`
  return `${from.symbol} measures ${from.dimension} and ${to.symbol} ${to.dimension}, so the one cannot be converted into the other.`
}
