import { addDays, isoWeekday } from '@atrium/domain/dates/days'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { formatRule, parseRule, RecurrenceError } from './recurrence.ts'
import { nextDue, occurrences } from './recurrence-dates.ts'

const take = (rule: string, start: string, most = 100) => {
  const days: string[] = []
  for (const day of occurrences(parseRule(rule), start)) if (days.push(day) === most) break
  return days
}

// The examples of RFC 5545, section 3.8.5.3 (dates only: DTSTART 2 September 1997 unless given).
describe('the examples of RFC 5545', () => {
  const cases: [string, string, string[]][] = [
    ['FREQ=DAILY;COUNT=10', '1997-09-02', Array.from({ length: 10 }, (_, n) => addDays('1997-09-02', n))],
    [
      'FREQ=DAILY;INTERVAL=10;COUNT=5',
      '1997-09-02',
      ['1997-09-02', '1997-09-12', '1997-09-22', '1997-10-02', '1997-10-12'],
    ],
    ['FREQ=WEEKLY;INTERVAL=2;WKST=SU', '1997-09-02', ['1997-09-02', '1997-09-16', '1997-09-30', '1997-10-14']],
    [
      'FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH',
      '1997-09-02',
      [
        '1997-09-02',
        '1997-09-04',
        '1997-09-09',
        '1997-09-11',
        '1997-09-16',
        '1997-09-18',
        '1997-09-23',
        '1997-09-25',
        '1997-09-30',
        '1997-10-02',
        '1997-10-07',
      ],
    ],
    [
      'FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
      '1997-09-05',
      [
        '1997-09-05',
        '1997-10-03',
        '1997-11-07',
        '1997-12-05',
        '1998-01-02',
        '1998-02-06',
        '1998-03-06',
        '1998-04-03',
        '1998-05-01',
        '1998-06-05',
      ],
    ],
    [
      'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
      '1997-09-07',
      [
        '1997-09-07',
        '1997-09-28',
        '1997-11-02',
        '1997-11-30',
        '1998-01-04',
        '1998-01-25',
        '1998-03-01',
        '1998-03-29',
        '1998-05-03',
        '1998-05-31',
      ],
    ],
    [
      'FREQ=MONTHLY;COUNT=6;BYDAY=-2MO',
      '1997-09-22',
      ['1997-09-22', '1997-10-20', '1997-11-17', '1997-12-22', '1998-01-19', '1998-02-16'],
    ],
    [
      'FREQ=MONTHLY;BYMONTHDAY=-3',
      '1997-09-28',
      ['1997-09-28', '1997-10-29', '1997-11-28', '1997-12-29', '1998-01-29', '1998-02-26'],
    ],
    [
      'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1',
      '1997-09-30',
      [
        '1997-09-30',
        '1997-10-01',
        '1997-10-31',
        '1997-11-01',
        '1997-11-30',
        '1997-12-01',
        '1997-12-31',
        '1998-01-01',
        '1998-01-31',
        '1998-02-01',
      ],
    ],
    [
      'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15',
      '1997-09-10',
      [
        '1997-09-10',
        '1997-09-11',
        '1997-09-12',
        '1997-09-13',
        '1997-09-14',
        '1997-09-15',
        '1999-03-10',
        '1999-03-11',
        '1999-03-12',
        '1999-03-13',
      ],
    ],
    [
      'FREQ=YEARLY;COUNT=10;BYMONTH=6,7',
      '1997-06-10',
      [
        '1997-06-10',
        '1997-07-10',
        '1998-06-10',
        '1998-07-10',
        '1999-06-10',
        '1999-07-10',
        '2000-06-10',
        '2000-07-10',
        '2001-06-10',
        '2001-07-10',
      ],
    ],
    ['FREQ=YEARLY;BYDAY=20MO', '1997-05-19', ['1997-05-19', '1998-05-18', '1999-05-17']],
    [
      'FREQ=YEARLY;BYMONTH=3;BYDAY=TH',
      '1997-03-13',
      ['1997-03-13', '1997-03-20', '1997-03-27', '1998-03-05', '1998-03-12'],
    ],
    [
      'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
      '1997-09-02',
      ['1998-02-13', '1998-03-13', '1998-11-13', '1999-08-13', '2000-10-13'],
    ],
    [
      'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
      '1996-11-05',
      ['1996-11-05', '2000-11-07', '2004-11-02'],
    ],
    ['FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', '1997-09-04', ['1997-09-04', '1997-10-07', '1997-11-06']],
    [
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
      '1997-09-29',
      ['1997-09-29', '1997-10-30', '1997-11-27', '1997-12-30', '1998-01-29', '1998-02-26', '1998-03-30'],
    ],
    [
      'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5',
      '2007-01-15',
      ['2007-01-15', '2007-01-30', '2007-02-15', '2007-03-15', '2007-03-30'],
    ],
  ]
  test.each(cases)('%s from %s', (rule, start, days) => {
    expect(take(rule, start, days.length)).toEqual(days)
  })
  test('COUNT and UNTIL end it', () => {
    expect(take('FREQ=DAILY;COUNT=3', '2026-01-01')).toHaveLength(3)
    expect(take('FREQ=DAILY;UNTIL=20260103', '2026-01-01')).toHaveLength(3)
  })
  test('a day that never comes ends too', () => {
    expect(take('FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30', '2026-01-01')).toEqual([])
  })
  test('29 February comes every fourth year', () => {
    expect(take('FREQ=YEARLY', '2024-02-29', 3)).toEqual(['2024-02-29', '2028-02-29', '2032-02-29'])
  })
})

describe('what cannot be kept is refused with its reason', () => {
  test.each([
    'FREQ=HOURLY',
    'INTERVAL=2',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;BYDAY=XX',
    'FREQ=DAILY;UNTIL=20260230',
    'FREQ=YEARLY;BYWEEKNO=20',
    'FREQ=MONTHLY;BYMONTHDAY=32',
    'FREQ=YEARLY;BYDAY=54MO',
    `FREQ=DAILY;BYDAY=MO${',MO'.repeat(200)}`,
    '',
  ])('%s', (rule) => expect(() => parseRule(rule)).toThrow(RecurrenceError))
})

test('what a rule says twice is kept once', () => {
  expect(formatRule(parseRule('FREQ=MONTHLY;BYMONTHDAY=1,1,15;BYDAY=MO,MO,1MO'))).toBe(
    'FREQ=MONTHLY;BYMONTHDAY=1,15;BYDAY=MO,1MO',
  )
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
  test('the jump lands where a walk would', () => {
    const day = fc.integer({ min: 0, max: 5_000 }).map((n) => addDays('2015-01-01', n))
    const rule = fc.constantFrom(
      'FREQ=DAILY;INTERVAL=3',
      'FREQ=DAILY;INTERVAL=2;BYMONTHDAY=-1,1;BYMONTH=1,2,7',
      'FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,SU',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU',
      'FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=31',
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      'FREQ=YEARLY;INTERVAL=3;BYMONTH=2,11;BYDAY=-1TU',
      'FREQ=YEARLY;BYDAY=53FR',
    )
    fc.assert(
      fc.property(rule, day, day, (text, one, other) => {
        const [start, from] = [one, other].sort() as [string, string]
        const rule = parseRule(text)
        const walked = occurrences(rule, start).find((day) => day >= from)
        expect(occurrences(rule, start, from).next().value).toBe(walked)
      }),
      { numRuns: 100 },
    )
  })
  test('business days are counted over weekends, from any day of the week', () => {
    const walk = (day: string, count: number) => {
      for (let left = count; left > 0; ) {
        day = addDays(day, 1)
        if (isoWeekday(day) < 6) left--
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

test('a rule is written as it was read', () => {
  for (const rule of [
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=1SU,-1SU;COUNT=10',
    'FREQ=YEARLY;BYMONTH=6,7',
    'FREQ=WEEKLY;BYDAY=MO,TH;UNTIL=20261231',
  ])
    expect(formatRule(parseRule(rule))).toBe(rule)
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
