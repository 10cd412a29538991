import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  daysBetween,
  daysInMonth,
  isDay,
  isoWeek,
  isoWeekday,
  lastDayOf,
  makeDay,
  mondayOf,
  monthsFrom,
  shiftMonth,
} from './days.ts'

const FIRST = Temporal.PlainDate.from('0001-01-01')
const days = fc.integer({ min: 800, max: 3_650_000 }).map((after) => FIRST.add({ days: after }))

describe('days agree with Temporal', () => {
  test('in arithmetic, weeks and months', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -700, max: 700 }), (day, by) => {
        const text = day.toString()
        expect(addDays(text, by)).toBe(day.add({ days: by }).toString())
        expect(addMonths(text, by % 20)).toBe(day.add({ months: by % 20 }).toString())
        expect(daysBetween(text, addDays(text, by))).toBe(by)
        expect(isoWeekday(text)).toBe(day.dayOfWeek)
        expect(isoWeek(text)).toEqual({ year: day.yearOfWeek, week: day.weekOfYear })
        expect(mondayOf(text)).toBe(day.subtract({ days: day.dayOfWeek - 1 }).toString())
        expect(daysInMonth(day.year, day.month)).toBe(day.daysInMonth)
        expect(makeDay(day.year, day.month, day.day)).toBe(text)
      }),
    )
  })
})

test.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-01', '0000-01-01', '2026-01-01T10:00', '１９９９-01-01'])(
  '%s is no day',
  (text) => expect(isDay(text)).toBe(false),
)
test('29 February is one in leap years alone, and centuries are none', () => {
  expect([2024, 2000, 1900, 2100, 2026].map((year) => makeDay(year, 2, 29))).toEqual([
    '2024-02-29',
    '2000-02-29',
    null,
    null,
    null,
  ])
})
test('months are counted on, and end on their last day', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(shiftMonth('2026-11', 3)).toBe('2027-02')
  expect(lastDayOf('2028-02')).toBe('2028-02-29')
  expect(monthsFrom('2026-11', '2027-01')).toEqual(['2026-11', '2026-12', '2027-01'])
  expect(monthsFrom('2027-01', '2026-11')).toEqual([])
})
test('beyond the years 1 to 9999 there is no day', () => {
  expect(() => addDays('9999-12-31', 1)).toThrow(RangeError)
  expect(() => addDays('0001-01-01', -1)).toThrow(RangeError)
  expect(() => addMonths('9999-12-01', 1)).toThrow(RangeError)
})
