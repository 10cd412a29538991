import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dayNumber, isoWeek, isoWeekday, lastWeekday, nthWeekday } from './days.ts'
import { easter } from './easter.ts'
import { addSpan, spanBetween } from './spans.ts'
import { others } from './testdata/dates.ts'
import {
  addWorkingDays,
  isWeekend,
  isWorkingDay,
  workingDayFrom,
  workingDaysBetween,
  workingDayUpTo,
} from './working-days.ts'

const anyDay = fc.integer({ min: -30_000, max: 60_000 }).map((at) => addDays('1970-01-01', at))

test('numbers, weeks and weekdays are those of Python', () => {
  for (const [day, number, year, week, weekday] of others.days)
    expect([day, dayNumber(day), isoWeek(day), isoWeekday(day)]).toEqual([day, number, { year, week }, weekday])
})
test('Easter is that of dateutil, from 1600 to 2299', () => {
  expect(others.easter.map((day) => easter(Number(day.slice(0, 4))))).toEqual(others.easter)
})
test('the nth and the last weekday of a month', () => {
  expect(nthWeekday('2026-11', 4, 4)).toBe('2026-11-26') // Thanksgiving
  expect(nthWeekday('2026-02', 1, 5)).toBe('2026-03-02')
  expect(lastWeekday('2026-05', 1)).toBe('2026-05-25') // Memorial Day
})

describe('working days', () => {
  test('are counted on and back as numpy counts them', () => {
    for (const [day, count, to] of others.working)
      expect([day, count, addWorkingDays(day, count)]).toEqual([day, count, to])
    for (const [from, to, count] of others.between) {
      expect([from, to, workingDaysBetween(from, to)]).toEqual([from, to, count])
      expect(workingDaysBetween(to, from)).toBe(count)
    }
  })
  test('are one step each, from any day', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 40 }), (day, count) => {
        let [on, back] = [day, day]
        for (let step = 0; step < count; step++) {
          on = workingDayFrom(addDays(on, 1))
          back = workingDayUpTo(addDays(back, -1))
        }
        expect([addWorkingDays(day, count), addWorkingDays(day, -count)]).toEqual([on, back])
        expect(addWorkingDays(day, 0)).toBe(day)
      }),
    )
  })
  test('are no weekends and none of the holidays that are known', () => {
    const holidays = new Set(['2026-04-03', '2026-04-06'])
    expect(workingDayFrom('2026-04-03', holidays)).toBe('2026-04-07')
    expect(workingDayUpTo('2026-04-06', holidays)).toBe('2026-04-02')
    expect([isWeekend('2026-04-04'), isWorkingDay('2026-04-06'), isWorkingDay('2026-04-06', holidays)]).toEqual([
      true,
      true,
      false,
    ])
  })
})

describe('spans', () => {
  test('are those of dateutil', () => {
    for (const [from, to, years, months, days] of others.spans)
      expect([from, to, spanBetween(from, to)]).toEqual([from, to, { years, months, days }])
  })
  test('added again lead to the later day', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 40_000 }), (from, length) => {
        const to = addDays(from, length)
        const span = spanBetween(from, to)
        expect(addSpan(from, span)).toBe(to)
        expect(span.months).toBeLessThan(12)
        expect(span.days).toBeLessThan(31)
      }),
    )
  })
})
