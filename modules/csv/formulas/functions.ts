import { addDays, addMonths, DAY_MS, dayNumber, dayOfNumber, isoWeekday, makeDay } from '@atrium/domain/dates/days'
import { expression } from '../measuring/facets.ts'
import { arithmetic, divided, type Given, isSame, operators, type Run, values } from './operators.ts'
import { FormulaError, finite, type Moment, momentOf, numberOf, textOf, truthOf, type Value } from './values.ts'

interface FormulaFunction {
  group: 'text' | 'number' | 'date' | 'choice'
  /** How it is written. */
  form: string
  least: number
  most: number
  run(given: Given): Value
}

const ANY = 30

const text = (given: Given, at: number): string => textOf(given[at]?.() ?? null)
const number = (given: Given, at: number, otherwise: number): number => numberOf(given[at]?.() ?? null) ?? otherwise

/** A function of texts: blank of a blank. */
const ofText = (form: string, run: (text: string, given: Given) => Value, most = 1, least = 1): FormulaFunction => ({
  group: 'text',
  form,
  least,
  most,
  run(given) {
    const value = given[0]?.() ?? null
    return value === null ? null : run(textOf(value), given)
  },
})
const ofNumber = (form: string, run: (value: number, given: Given) => number, most = 1): FormulaFunction => ({
  group: 'number',
  form,
  least: 1,
  most,
  run(given) {
    const value = numberOf(given[0]?.() ?? null)
    return value === null ? null : finite(run(value, given))
  },
})
const ofNumbers = (form: string, run: (all: number[]) => number): FormulaFunction => ({
  group: 'number',
  form,
  least: 1,
  most: ANY,
  run(given) {
    const all = values(given).flatMap((value) => numberOf(value) ?? [])
    return all.length === 0 ? null : finite(run(all))
  },
})
const dayOf = ({ time }: Moment): string => dayOfNumber(Math.floor(time / DAY_MS))
const ofDate = (form: string, run: (moment: Moment, given: Given) => Value, most = 1, least = 1): FormulaFunction => ({
  group: 'date',
  form,
  least,
  most,
  run(given) {
    const moment = momentOf(given[0]?.() ?? null)
    return moment === null ? null : run(moment, given)
  },
})
const part = (form: string, of: (date: Date) => number) => ofDate(form, ({ time }) => of(new Date(time)))
/** `add` throws a RangeError for what is no day of the calendar. */
function moved(moment: Moment, add: typeof addDays, count: number): Moment {
  const from = dayOf(moment)
  try {
    const time = dayNumber(add(from, count)) * DAY_MS + (moment.time - dayNumber(from) * DAY_MS)
    return { ...moment, time }
  } catch (error) {
    if (error instanceof RangeError) throw new FormulaError('date', `${from} + ${count}`)
    throw error
  }
}

function patternOf(source: string): RegExp {
  const pattern = expression(source)
  if (!pattern) throw new FormulaError('pattern', source)
  return pattern
}

/** Away from zero at the middle, by the decimal that is written: round(1.005, 2) is 1.01. */
function rounded(value: number, digits: number): number {
  const to = Math.max(-15, Math.min(15, Math.trunc(digits)))
  const [figures = '0', power = '0'] = Math.abs(value).toPrecision(15).split('e')
  const shifted = Math.round(Number(`${figures}e${Number(power) + to}`))
  return Math.sign(value) * Number(`${shifted}e${-to}`)
}

const titled = (words: string) =>
  words
    .toLocaleLowerCase()
    .replace(/(^|[\s\-–/(.])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toLocaleUpperCase())

const two = (value: number) => String(value).padStart(2, '0')
const PARTS: Readonly<Record<string, (date: Date) => string>> = {
  yyyy: (date) => String(date.getUTCFullYear()).padStart(4, '0'),
  yy: (date) => two(date.getUTCFullYear() % 100),
  MM: (date) => two(date.getUTCMonth() + 1),
  M: (date) => String(date.getUTCMonth() + 1),
  dd: (date) => two(date.getUTCDate()),
  d: (date) => String(date.getUTCDate()),
  HH: (date) => two(date.getUTCHours()),
  mm: (date) => two(date.getUTCMinutes()),
  ss: (date) => two(date.getUTCSeconds()),
}

/** All that formulas know, by name. Nothing here reads a clock, so that a step gives the same on every day. */
export const functions: Readonly<Record<string, FormulaFunction>> = {
  upper: ofText('upper(text)', (one) => one.toLocaleUpperCase()),
  lower: ofText('lower(text)', (one) => one.toLocaleLowerCase()),
  title: ofText('title(text)', titled),
  trim: ofText('trim(text)', (one) => one.trim().replace(/\s+/gu, ' ')),
  length: ofText('length(text)', (one) => [...one].length),
  left: ofText('left(text, count)', (one, given) => [...one].slice(0, Math.max(0, number(given, 1, 1))).join(''), 2),
  right: ofText(
    'right(text, count)',
    (one, given) => {
      const letters = [...one]
      return letters.slice(Math.max(0, letters.length - Math.max(0, number(given, 1, 1)))).join('')
    },
    2,
  ),
  mid: ofText(
    'mid(text, start, count)',
    (one, given) => {
      const start = Math.max(1, number(given, 1, 1)) - 1
      return [...one].slice(start, start + Math.max(0, number(given, 2, Number.MAX_SAFE_INTEGER))).join('')
    },
    3,
    2,
  ),
  replace: ofText(
    'replace(text, find, with)',
    (one, given) => {
      const find = text(given, 1)
      return find === '' ? one : one.replaceAll(find, () => text(given, 2))
    },
    3,
    3,
  ),
  replacematches: ofText(
    'replacematches(text, pattern, with)',
    (one, given) => one.replace(new RegExp(patternOf(text(given, 1)), 'gu'), text(given, 2)),
    3,
    3,
  ),
  extract: ofText(
    'extract(text, pattern)',
    (one, given) => {
      const found = patternOf(text(given, 1)).exec(one)
      return found ? (found[1] ?? found[0]) : null
    },
    2,
    2,
  ),
  matches: ofText('matches(text, pattern)', (one, given) => patternOf(text(given, 1)).test(one), 2, 2),
  contains: ofText(
    'contains(text, part)',
    (one, given) => one.toLocaleLowerCase().includes(text(given, 1).toLocaleLowerCase()),
    2,
    2,
  ),
  startswith: ofText('startswith(text, part)', (one, given) => one.startsWith(text(given, 1)), 2, 2),
  endswith: ofText('endswith(text, part)', (one, given) => one.endsWith(text(given, 1)), 2, 2),
  split: ofText(
    'split(text, at, number)',
    (one, given) => {
      const parts = one.split(text(given, 1))
      const place = number(given, 2, 1)
      return parts.at(place > 0 ? place - 1 : place)?.trim() ?? null
    },
    3,
    3,
  ),
  pad: ofText(
    'pad(text, length, letter)',
    (one, given) => one.padStart(Math.min(1_000, number(given, 1, 0)), given[2] ? text(given, 2) : '0'),
    3,
    2,
  ),
  concat: {
    group: 'text',
    form: 'concat(text, …)',
    least: 1,
    most: ANY,
    run: operators['&'] as Run,
  },
  join: {
    group: 'text',
    form: 'join(between, text, …)',
    least: 2,
    most: ANY,
    run: (given) =>
      values(given.slice(1))
        .flatMap((value) => (value === null ? [] : textOf(value)))
        .join(text(given, 0)),
  },
  number: ofNumber('number(text)', (value) => value),
  round: ofNumber('round(number, digits)', (value, given) => rounded(value, number(given, 1, 0)), 2),
  floor: ofNumber('floor(number)', Math.floor),
  ceil: ofNumber('ceil(number)', Math.ceil),
  abs: ofNumber('abs(number)', Math.abs),
  sign: ofNumber('sign(number)', Math.sign),
  sqrt: ofNumber('sqrt(number)', Math.sqrt),
  exp: ofNumber('exp(number)', Math.exp),
  ln: ofNumber('ln(number)', Math.log),
  log10: ofNumber('log10(number)', Math.log10),
  power: { group: 'number', form: 'power(number, exponent)', least: 2, most: 2, run: arithmetic((a, b) => a ** b) },
  mod: {
    group: 'number',
    form: 'mod(number, divisor)',
    least: 2,
    most: 2,
    run: divided((a, b) => a - b * Math.floor(a / b)),
  },
  sum: ofNumbers('sum(number, …)', (all) => all.reduce((sum, one) => sum + one, 0)),
  mean: ofNumbers('mean(number, …)', (all) => all.reduce((sum, one) => sum + one, 0) / all.length),
  min: ofNumbers('min(number, …)', (all) => Math.min(...all)),
  max: ofNumbers('max(number, …)', (all) => Math.max(...all)),
  date: {
    group: 'date',
    form: 'date(text) · date(year, month, day)',
    least: 1,
    most: 3,
    run(given) {
      if (given.length === 1) return momentOf(given[0]?.() ?? null)
      const parts = values(given).map(numberOf)
      if (parts.some((one) => one === null)) return null
      const [year = 0, month = 1, date = 1] = parts as number[]
      const day = makeDay(year, month, date)
      if (!day) throw new FormulaError('date', parts.join('-'))
      return { time: dayNumber(day) * DAY_MS, hasTime: false }
    },
  },
  year: part('year(date)', (date) => date.getUTCFullYear()),
  quarter: part('quarter(date)', (date) => Math.floor(date.getUTCMonth() / 3) + 1),
  month: part('month(date)', (date) => date.getUTCMonth() + 1),
  day: part('day(date)', (date) => date.getUTCDate()),
  hour: part('hour(date)', (date) => date.getUTCHours()),
  minute: part('minute(date)', (date) => date.getUTCMinutes()),
  weekday: ofDate('weekday(date)', (moment) => isoWeekday(dayOf(moment))),
  days: ofDate(
    'days(from, to)',
    ({ time }, given) => {
      const to = momentOf(given[1]?.() ?? null)
      return to === null ? null : finite((to.time - time) / DAY_MS)
    },
    2,
    2,
  ),
  adddays: ofDate(
    'adddays(date, days)',
    (moment, given) => moved(moment, addDays, Math.trunc(number(given, 1, 0))),
    2,
    2,
  ),
  addmonths: ofDate(
    'addmonths(date, months)',
    (moment, given) => moved(moment, addMonths, Math.trunc(number(given, 1, 0))),
    2,
    2,
  ),
  format: ofDate(
    'format(date, "yyyy-MM-dd")',
    ({ time }, given) =>
      text(given, 1).replace(/yyyy|yy|MM?|dd?|HH|mm|ss/g, (name) => PARTS[name]?.(new Date(time)) ?? name),
    2,
    2,
  ),
  if: {
    group: 'choice',
    form: 'if(condition, then, else)',
    least: 2,
    most: 3,
    run: (given) => (truthOf(given[0]?.() ?? null) ? (given[1]?.() ?? null) : (given[2]?.() ?? null)),
  },
  switch: {
    group: 'choice',
    form: 'switch(value, is, then, …, else)',
    least: 3,
    most: ANY,
    run(given) {
      const value = given[0]?.() ?? null
      for (let at = 1; at + 1 < given.length; at += 2)
        if (isSame(value, given[at]?.() ?? null)) return given[at + 1]?.() ?? null
      return given.length % 2 === 0 ? (given.at(-1)?.() ?? null) : null
    },
  },
  coalesce: {
    group: 'choice',
    form: 'coalesce(value, …)',
    least: 1,
    most: ANY,
    run: (given) => {
      for (const one of given) {
        const value = one()
        if (value !== null && value !== '') return value
      }
      return null
    },
  },
  isblank: { group: 'choice', form: 'isblank(value)', least: 1, most: 1, run: (given) => text(given, 0).trim() === '' },
  iferror: {
    group: 'choice',
    form: 'iferror(value, otherwise)',
    least: 2,
    most: 2,
    run(given) {
      try {
        return given[0]?.() ?? null
      } catch (error) {
        if (error instanceof FormulaError) return given[1]?.() ?? null
        throw error
      }
    },
  },
  and: { group: 'choice', form: 'a and b', least: 2, most: ANY, run: (given) => given.every((one) => truthOf(one())) },
  or: { group: 'choice', form: 'a or b', least: 2, most: ANY, run: (given) => given.some((one) => truthOf(one())) },
  not: { group: 'choice', form: 'not a', least: 1, most: 1, run: (given) => !truthOf(given[0]?.() ?? null) },
}

/** What is called by this name, with so many values. Throws where there is none. */
export function runOf(name: string, count: number): Run {
  if (Object.hasOwn(operators, name)) return operators[name] as Run
  const found = Object.hasOwn(functions, name) ? functions[name] : undefined
  if (!found) throw new FormulaError('function', name)
  if (count < found.least || count > found.most) throw new FormulaError('arguments', name)
  return found.run
}
