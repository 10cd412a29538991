import { describe, expect, test } from 'vitest'
import { Step, type StepInput } from '../cleaning/step-schema.ts'
import { applySteps } from '../cleaning/steps.ts'
import { profileOf } from '../measuring/profile.ts'
import { rowOf, tableOf } from '../table.ts'
import { formulaOf } from './formula.ts'
import { FormulaError } from './values.ts'

const table = tableOf(
  ['city', 'Unit price', 'quantity', 'day', 'paid', 'n-o]te', 'German'],
  [
    ['Oslo ', '4.5', '2', '2026-01-31', 'yes', 'a;b ; c', '1.234,50'],
    ['bonn', '', '3', '2024-02-29', 'no', '', '0,5'],
    ['', '1e3', '0', '', '', 'x', '-2'],
  ],
)
const readings = new Map(profileOf(table).map(({ name, reading }) => [name, reading]))
const value = (formula: string, at = 0): string => {
  try {
    return formulaOf(formula).over(table, (name) => readings.get(name))(at)
  } catch (error) {
    if (error instanceof FormulaError) return `! ${error.why}`
    throw error
  }
}

describe('a formula computes', () => {
  test.each([
    ['1 + 2 * 3', '7'],
    ['(1 + 2) * 3', '9'],
    ['-2 ^ 2', '-4'],
    ['2 ^ 3 ^ 2', '512'],
    ['10 - 4 - 3', '3'],
    ['7 % 4', '3'],
    ['mod(-7, 4)', '1'],
    ['0.1 + 0.2', '0.3'],
    ['= 1 + 1', '2'],
    ['round(1.005, 2)', '1.01'],
    ['round(-2.5)', '-3'],
    ['round(1234, -2)', '1200'],
    ['[Unit price] * quantity', '9'],
    ['[unit price] * QUANTITY', '9'],
    ['German * 2', '2469'],
    ['"a" & 1 & true', 'a1true'],
    ['"it""s" & \'o\'\'clock\'', 'it"so\'clock'],
    ['upper(trim(city))', 'OSLO'],
    ['title("anna-maria de souza")', 'Anna-Maria De Souza'],
    ['length("😀é")', '2'],
    ['left("Zürich", 2) & right("Zürich", 2) & mid("Zürich", 3, 2)', 'Züchri'],
    ['split([n-o]]te], ";", 2)', 'b'],
    ['split([n-o]]te], ";", -1)', 'c'],
    ['replace("a.b.c", ".", "$&")', 'a$&b$&c'],
    ['replacematches("2026-01", "(\\d+)-(\\d+)", "$2/$1")', '01/2026'],
    ['extract("Order A-17 of May", "[A-Z]-(\\d+)")', '17'],
    ['matches("A-1", "^[A-Z]-\\d$")', 'true'],
    ['contains(city, "OS") and not startswith(city, "os")', 'true'],
    ['pad("7", 3)', '007'],
    ['join("-", "a", blank, 2)', 'a-2'],
    ['year(day) * 100 + month(day)', '202601'],
    ['weekday(day)', '6'],
    ['quarter(day)', '1'],
    ['day + 1', '2026-02-01'],
    ['day - date(2026, 1, 1)', '30'],
    ['days("2026-01-01", day)', '30'],
    ['addmonths(day, 1)', '2026-02-28'],
    ['adddays("2026-03-28T10:00:00", 2)', '2026-03-30T10:00:00'],
    ['format(day, "dd.MM.yyyy")', '31.01.2026'],
    ['if(quantity > 1, "many", "one")', 'many'],
    ['if(paid, 1 / 1, 1 / 0)', '1'],
    ['switch(trim(city), "Bonn", 1, "Oslo", 2, 9)', '2'],
    ['switch(quantity, 1, "a", "else")', 'else'],
    ['iferror(1 / 0, "none")', 'none'],
    ['iferror(adddays(day, 9999999), "far")', 'far'],
    ['iferror(day + 9999999, "far")', 'far'],
    ['sum(1, blank, 2) & "/" & mean(1, 2) & "/" & min(3, 2) & "/" & max(3, 2)', '3/1.5/2/3'],
    ['"10" < "9"', 'true'],
    ['10 < "9"', 'false'],
    ['day >= "2026-01-01"', 'true'],
    ['1 <> 2 and 1 != 2 and 1 == 1', 'true'],
    ['if(1 = 1; "a"; "b")', 'a'],
  ])('%s', (formula, result) => expect(value(formula)).toBe(result))

  test('blank of what is blank, unless it is told what then', () => {
    expect(value('[Unit price] * quantity', 1)).toBe('')
    expect(value('upper(city)', 2)).toBe('')
    expect(value('year(day)', 2)).toBe('')
    expect(value('coalesce([Unit price], 0) * quantity', 1)).toBe('0')
    expect(value('city & "!"', 2)).toBe('!')
    expect(value('if(isblank(city), "nowhere", city)', 2)).toBe('nowhere')
    expect(value('day > "2026-01-01"', 2)).toBe('')
  })
})

describe('what is no formula is said to be none, and runs nothing', () => {
  test.each([
    ['', 'empty'],
    ['  = ', 'empty'],
    ['1 +', 'end'],
    ['1 2', 'behind'],
    ['(1', 'unclosed'],
    ['"abc', 'unclosed'],
    ['[abc', 'unclosed'],
    ['{}', 'sign'],
    ['a.b', 'sign'],
    ['upper`x`', 'sign'],
    ['nope(1)', 'function'],
    ['constructor("return 1")', 'function'],
    ['__proto__(1)', 'function'],
    ['toString()', 'function'],
    ['upper()', 'arguments'],
    ['upper(1, 2)', 'arguments'],
    ['globalThis', 'column'],
    ['constructor', 'column'],
    ['__proto__', 'column'],
    ['city * 2', 'number'],
    ['year(city)', 'date'],
    ['date(2026, 2, 30)', 'date'],
    ['adddays(day, 9999999)', 'date'],
    ['addmonths(day, -99999)', 'date'],
    ['day + 10 ^ 12', 'date'],
    ['year(day - 10 ^ 12)', 'date'],
    ['weekday("9999-12-31T23:00:00-05:00")', 'date'],
    ['1 / 0', 'zero'],
    ['sqrt(-1)', 'range'],
    ['10 ^ 400', 'range'],
    ['if(city, 1, 2)', 'truth'],
    ['matches(city, "(")', 'pattern'],
    [`${'('.repeat(500)}1${')'.repeat(500)}`, 'deep'],
    [`${'-'.repeat(1_500)}1`, 'deep'],
    [`1${' + 1'.repeat(600)}`, 'long'],
  ])('%s', (formula, why) => expect(value(formula)).toBe(`! ${why}`))
})

describe('a formula as a step', () => {
  const step = (formula: string, name: string): StepInput => ({
    kind: 'formula',
    formula,
    name,
    readings: [...readings].map(([column, reading]) => ({ column, ...reading })),
  })
  const done = (...steps: StepInput[]) =>
    applySteps(
      table,
      steps.map((one) => Step.parse(one)),
    )

  test('makes a new column at the end; rows that it fails for are blank and counted, with the first reason', () => {
    const { table: made, effects } = done(step('10 / quantity', 'share'))
    expect(made.columns.at(-1)).toMatchObject({ name: 'share' })
    expect([0, 1, 2].map((at) => rowOf(made, at).at(-1))).toEqual(['5', '3.33333333333333', ''])
    expect(effects).toEqual([{ changed: 2, missing: [], failed: 1, problem: { why: 'zero', word: '' } }])
  })
  test('fails for the rows whose day would be none of the calendar, and does the others', () => {
    const { table: made, effects } = done(step('day + 10 ^ (quantity * 3)', 'later'))
    expect([0, 1, 2].map((at) => rowOf(made, at).at(-1))).toEqual(['4763-12-29', '', ''])
    expect(effects).toMatchObject([{ failed: 1, problem: { why: 'date' } }])
  })
  test('changes a column that is there, and leaves the cells that it fails for', () => {
    const { table: made, effects } = done(step('quantity / (quantity - 2)', 'quantity'))
    expect([0, 1, 2].map((at) => rowOf(made, at)[2])).toEqual(['2', '3', '0'])
    expect(effects).toMatchObject([{ failed: 1 }])
    expect(made.columns).toHaveLength(table.columns.length)
  })
  test('that names no column there, or is none, does nothing and says so', () => {
    expect(done(step('nope + 1', 'x'))).toMatchObject({ table, effects: [{ missing: ['nope'] }] })
    expect(done(step('1 +', 'x'))).toMatchObject({ table, effects: [{ problem: { why: 'end' } }] })
  })
})
