import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  addWorkingDays,
  dayNumber,
  dayOf,
  daysBetween,
  daysInMonth,
  easter,
  isoWeek,
  isRealDay,
  span,
  weekday,
  workingDays,
} from './days.ts'

const anyDay = fc
  .integer({ min: dayNumber({ year: 2, month: 1, day: 1 }), max: dayNumber({ year: 9998, month: 12, day: 31 }) })
  .map(dayOf)

describe('days', () => {
  test('a day and its number are one', () => {
    fc.assert(fc.property(anyDay, (day) => isRealDay(day) && dayNumber(dayOf(dayNumber(day))) === dayNumber(day)))
  })

  test('moving forth and back arrives where it began', () => {
    fc.assert(
      fc.property(
        anyDay,
        fc.integer({ min: -300, max: 300 }),
        (day, count) => daysBetween(day, addDays(addDays(day, count), -count)) === 0,
      ),
    )
  })

  test('working days are those that are neither Saturday nor Sunday', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 60 }), (from, length) => {
        const all = Array.from({ length: length + 1 }, (_, index) => addDays(from, index))
        expect(workingDays(from, addDays(from, length))).toBe(all.filter((day) => weekday(day) <= 5).length)
      }),
    )
  })

  test('n working days later there are n working days between, this one not counted', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 60 }), (from, count) => {
        const to = addWorkingDays(from, count)
        expect(weekday(to)).toBeLessThanOrEqual(5)
        if (weekday(from) <= 5) expect(workingDays(addDays(from, 1), to)).toBe(count)
      }),
    )
  })

  test('a span, added again, leads to the later day', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 40_000 }), (from, length) => {
        const to = addDays(from, length)
        fc.pre(to.year <= 9999)
        const { years, months, days } = span(from, to)
        expect(daysBetween(addDays(addMonths(from, years * 12 + months), days), to)).toBe(0)
        expect(months).toBeLessThan(12)
        expect(days).toBeLessThan(daysInMonth(2000, 1))
      }),
    )
  })

  test.each([
    [1961, 4, 2],
    [2000, 4, 23],
    [2008, 3, 23],
    [2024, 3, 31],
    [2025, 4, 20],
    [2038, 4, 25],
  ])('Easter of %i is on %i-%i', (year, month, day) => {
    expect(easter(year)).toEqual({ year, month, day })
  })

  test.each([
    [
      { year: 2021, month: 1, day: 3 },
      { year: 2020, week: 53 },
    ],
    [
      { year: 2024, month: 12, day: 30 },
      { year: 2025, week: 1 },
    ],
    [
      { year: 2026, month: 12, day: 31 },
      { year: 2026, week: 53 },
    ],
  ])('%o is in the ISO week %o', (day, week) => {
    expect(isoWeek(day)).toEqual(week)
  })
})
