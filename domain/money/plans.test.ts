import { expect, test } from 'vitest'
import { Exact } from '../numbers/exact.ts'
import { grown, monthlyFor, monthsUntil } from './growth.ts'
import { loanCost } from './loan.ts'
import { payAs } from './pay.ts'
import { litresOf, percentOn, percentsOff, withoutPercent } from './price.ts'
import plans from './testdata/plans.json' with { type: 'json' }

const exact = (value: string | number) => new Exact(value)
type Row = [string, string, number, string]

test.each(plans.loans as Row[])(
  'a loan of %s at %s %% for %i months costs %s a month',
  (principal, rate, months, payment) => {
    const cost = loanCost(exact(principal), exact(rate), months)
    expect(cost.payment.toFixed(8)).toBe(payment)
    expect(cost.paid.minus(cost.interest).toFixed(8)).toBe(exact(principal).toFixed(8))
  },
)
test.each(plans.yearly as [string, string, number, string, string][])(
  '%s at %s %% for %i years with %s a year grows to %s',
  (start, rate, years, each, end) => {
    const result = grown({
      start: exact(start),
      percentAYear: exact(rate),
      times: 1,
      years: exact(years),
      each: exact(each),
      eachTimes: 1,
    })
    expect(result.end.toFixed(8)).toBe(end)
    expect(result.paidIn.toFixed()).toBe(exact(start).plus(exact(each).times(years)).toFixed())
  },
)
test.each(plans.monthly as [string, string, number, string, string][])(
  '%s at %s %% compounded monthly for %i months with %s a month grows to %s',
  (start, rate, months, each, end) => {
    const result = grown({
      start: exact(start),
      percentAYear: exact(rate),
      times: 12,
      years: exact(months).div(12),
      each: exact(each),
    })
    expect(result.end.toFixed(8)).toBe(end)
  },
)
test('contributions of a month in an account that adds interest once a year earn the twelfth root of it', () => {
  const result = grown({
    start: exact(0),
    percentAYear: exact('12.68250301319697'),
    times: 1,
    years: exact(1),
    each: exact(100),
  })
  // 1 % a month compounds to 12.6825 % a year: 100 × (1.01^12 − 1) ÷ 0.01
  expect(result.end.toFixed(6)).toBe('1268.250301')
})
test('a month that is not complete has no contribution', () => {
  const result = grown({ start: exact(0), percentAYear: exact(0), times: 1, years: exact('0.29'), each: exact(100) })
  expect(result.end.toFixed()).toBe('300')
})
test.each(plans.goals as [string, string, string, number, string][])(
  'for %s with %s at %s %% in %i months it takes %s a month',
  (goal, start, rate, months, monthly) =>
    expect(monthlyFor(exact(goal), exact(start), exact(rate), months).toFixed(8)).toBe(monthly),
)
test.each(plans.waits as [string, string, string, string, number][])(
  '%s with %s at %s %% and %s a month takes %i months',
  (goal, start, rate, monthly, months) =>
    expect(monthsUntil(exact(goal), exact(start), exact(rate), exact(monthly))).toBe(months),
)
test('what grows by nothing never gets there', () =>
  expect(monthsUntil(exact(1_000), exact(10), exact(0), exact(0))).toBeNull())

test('prices', () => {
  expect(percentsOff(exact('59.99'), [exact(20)]).toFixed()).toBe('47.992')
  expect(percentsOff(exact(100), [exact(20), exact(10)]).toFixed()).toBe('72')
  expect(percentOn(exact(80), exact('12.5')).toFixed()).toBe('90')
  expect(withoutPercent(exact(119), exact(19)).toFixed()).toBe('100')
  expect(litresOf(exact(450), exact('6.4')).toFixed()).toBe('28.8')
})
test('pay of an hour is pay of 52 weeks', () => {
  expect(payAs(exact(25), 'hourly', 'yearly', exact(40)).toFixed()).toBe('52000')
  expect(payAs(exact(52_000), 'yearly', 'hourly', exact(40)).toFixed()).toBe('25')
  expect(payAs(exact(3_000), 'monthly', 'hourly', exact('37.5')).toFixed(4)).toBe('18.4615')
  expect(payAs(exact(200), 'daily', 'weekly', exact(40)).toFixed()).toBe('1000')
})
