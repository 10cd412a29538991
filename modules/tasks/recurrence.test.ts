import { addDays, isoWeekday } from '@atrium/domain/dates/days'
import { RecurrenceError } from '@atrium/domain/recurrence/rule'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { parseRecurrence } from './recurrence.ts'
import { nextDue } from './recurrence-dates.ts'

describe('what cannot be kept is refused with its reason', () => {
  test.each([
    'FREQ=HOURLY',
    'INTERVAL=2',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;BYDAY=XX',
    'FREQ=DAILY;UNTIL=20260230',
    'FREQ=MONTHLY;BYWEEKNO=20',
    'FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO',
    'FREQ=WEEKLY;BYYEARDAY=100',
    'FREQ=DAILY;BYHOUR=9',
    'RSCALE=HEBREW;FREQ=YEARLY',
    'FREQ=MONTHLY;BYMONTHDAY=32',
    'FREQ=YEARLY;BYDAY=54MO',
    `FREQ=DAILY;BYDAY=MO${',MO'.repeat(200)}`,
    '',
  ])('%s', (rule) => expect(() => parseRecurrence(rule)).toThrow(RecurrenceError))
})

// The days are RFC 5545's own examples (3.8.5.3), and one of a leap year.
test.each([
  ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', '1997-05-12', '1997-05-12', '1998-05-11'],
  ['FREQ=YEARLY;INTERVAL=3;BYYEARDAY=1,100,200', '1997-01-01', '1997-01-01', '1997-04-10'],
  ['FREQ=YEARLY;INTERVAL=3;BYYEARDAY=1,100,200', '1997-07-19', '1997-07-19', '2000-01-01'],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2', '1997-09-29', '1997-09-29', '1997-10-30'],
  ['FREQ=YEARLY;BYYEARDAY=-1', '2028-01-01', '2028-01-01', '2028-12-31'],
  ['FREQ=YEARLY;BYWEEKNO=53;BYDAY=FR', '2026-06-01', '2026-06-01', '2027-01-01'],
])('%s after %s is next due on %4$s', (rule, due, today, next) => {
  expect(nextDue(rule, due, today)?.due).toBe(next)
})

test('what is finer than a day is refused in a sentence', () => {
  const refusal = (rule: string) => {
    try {
      return parseRecurrence(rule)
    } catch (error) {
      return (error as Error).message
    }
  }
  expect(refusal('FREQ=HOURLY')).toBe('a task comes again by days, weeks, months or years, not by the hour')
  expect(refusal('FREQ=DAILY;BYHOUR=9,17')).toContain('one time of day')
  expect(refusal('FREQ=MINUTELY;INTERVAL=5')).toContain('not by the minute')
})

describe('a long way to the next day', () => {
  afterEach(() => void vi.restoreAllMocks())
  const today = '2026-11-21'
  /** Days that were computed on the way: each is parsed. */
  const steps = (work: () => unknown) => {
    const parse = vi.spyOn(Date, 'parse')
    work()
    const count = parse.mock.calls.length
    parse.mockRestore()
    return count
  }
  test.each([
    'FREQ=DAILY;BYMONTHDAY=1',
    'FREQ=WEEKLY;BYDAY=MO',
    'FREQ=MONTHLY;BYDAY=2TU',
    'FREQ=YEARLY;BYDAY=20MO',
    'rec:+1d',
    'rec:+1b',
    'rec:+1w',
    'rec:+1m',
    'rec:+1y',
  ])('%s since the year 1 is a jump, not a walk', (recurrence) => {
    let next: string | undefined
    expect(
      steps(() => {
        next = nextDue(recurrence, '0001-01-01', today)?.due
      }),
    ).toBeLessThan(2000)
    expect(next?.slice(0, 4)).toMatch(/2026|2027/)
  })
  test.each([
    'FREQ=YEARLY;BYDAY=53MO;BYMONTH=2',
    `FREQ=YEARLY;BYDAY=${Array.from({ length: 40 }, (_, n) => `${n - 53}MO`).join()};BYMONTHDAY=31;BYMONTH=2`,
    'FREQ=MONTHLY;BYMONTHDAY=30;BYMONTH=2',
    'FREQ=DAILY;BYMONTHDAY=30;BYMONTH=2',
    'FREQ=DAILY;BYSETPOS=2',
  ])('%s never comes, and is not looked for without end', (rule) => {
    expect(steps(() => expect(nextDue(rule, today, today)).toBeNull())).toBeLessThan(40_000)
  })
  test('business days are counted over weekends, from any day of the week', () => {
    const walk = (day: string, count: number) => {
      for (let left = count; left > 0; ) {
        day = addDays(day, 1)
        if (isoWeekday(day) <= 5) left--
      }
      return day
    }
    for (let n = 0; n < 14; n++)
      for (let count = 1; count < 25; count++) {
        const day = addDays('2026-10-01', n)
        expect(nextDue(`rec:${count}b`, null, day)?.due, `${count} after ${day}`).toBe(walk(day, count))
      }
  })
  test('beyond the calendar it does not come again', () => {
    expect(nextDue('rec:+999y', '9500-01-01', today)).toBeNull()
    expect(nextDue('FREQ=DAILY', '9989-12-31', today)).toBeNull()
  })
})

describe('after a task is done', () => {
  test('it comes back on the next day of its rule, at the same time', () => {
    expect(nextDue('FREQ=MONTHLY;BYMONTHDAY=1', '2026-10-01', '2026-10-01')?.due).toBe('2026-11-01')
    expect(nextDue('FREQ=WEEKLY;BYDAY=MO,TH', '2026-10-05T09:30', '2026-10-05')?.due).toBe('2026-10-08T09:30')
  })
  test('early, it still moves on', () => {
    expect(nextDue('FREQ=WEEKLY', '2026-10-09', '2026-10-05')?.due).toBe('2026-10-16')
  })
  test('late, what was missed is not made up for', () => {
    expect(nextDue('FREQ=DAILY', '2026-10-01', '2026-10-20')?.due).toBe('2026-10-20')
    expect(nextDue('FREQ=WEEKLY', '2026-10-01', '2026-10-20')?.due).toBe('2026-10-22')
  })
  test('the number of times goes down, missed ones too, and ends', () => {
    expect(nextDue('FREQ=DAILY;COUNT=3', '2026-10-01', '2026-10-01')).toEqual({
      due: '2026-10-02',
      recurrence: 'FREQ=DAILY;COUNT=2',
    })
    expect(nextDue('FREQ=DAILY;COUNT=3', '2026-10-01', '2026-10-03')?.recurrence).toBe('FREQ=DAILY;COUNT=1')
    expect(nextDue('FREQ=DAILY;COUNT=1', '2026-10-01', '2026-10-01')).toBeNull()
  })
  test('rec: counts from today, rec:+ from the day it was due', () => {
    expect(nextDue('rec:1w', '2026-10-01', '2026-10-05')?.due).toBe('2026-10-12')
    expect(nextDue('rec:+1w', '2026-10-01', '2026-10-05')?.due).toBe('2026-10-08')
    expect(nextDue('rec:+1m', '2026-01-31', '2026-01-31')?.due).toBe('2026-02-28')
    expect(nextDue('rec:3b', '2026-10-01', '2026-10-02')?.due).toBe('2026-10-07') // over a weekend
    expect(nextDue('rec:1y', null, '2024-02-29')?.due).toBe('2025-02-28')
  })
  test('never before today, always after the day it was due, whatever the rule', () => {
    const day = fc.integer({ min: 0, max: 2000 }).map((n) => addDays('2025-01-01', n))
    const rule = fc.constantFrom(
      'FREQ=DAILY;INTERVAL=3',
      'FREQ=WEEKLY;BYDAY=MO,FR',
      'FREQ=MONTHLY;BYMONTHDAY=31',
      'FREQ=MONTHLY;BYDAY=2TU',
      'FREQ=YEARLY',
      'rec:+2w',
      'rec:+1m',
      'rec:+1b',
    )
    fc.assert(
      fc.property(rule, day, day, (recurrence, due, today) => {
        const next = nextDue(recurrence, due, today)?.due as string
        expect(next > due && next >= today).toBe(true)
        if (recurrence.includes('MO,FR')) expect([1, 5]).toContain(isoWeekday(next))
      }),
    )
  })
})
