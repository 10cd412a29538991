import { formatRule, newRule, type Rule } from '@atrium/domain/recurrence/rule'
import type { DayRule } from '@atrium/domain/recurrence/rule-days'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recurrenceLabel } from './recurrence-label.ts'
import { editableRecurrence, isSameRecurrence, readRecurrence } from './recurrence-said.ts'

const read = (text: string) => {
  const { recurrence, rest } = readRecurrence(text)
  return rest ? `not understood: ${rest}` : recurrence
}

describe('a recurrence in words is understood whole', () => {
  test.each([
    ['every 2 weeks on Friday', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR'],
    ['every other week on Monday and Thursday', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH'],
    ['every Monday, Wednesday and Friday for 5 times', 'FREQ=WEEKLY;BYDAY=MO,WE,FR;COUNT=5'],
    ['every day until 2026-12-24', 'FREQ=DAILY;UNTIL=20261224'],
    ['every 2 months on the 1st and 15th', 'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=1,15'],
    ['monthly on the last Friday', 'FREQ=MONTHLY;BYDAY=-1FR'],
    ['every month on the first Monday and Thursday', 'FREQ=MONTHLY;BYDAY=1MO,1TH'],
    ['every month on the 2nd to last day', 'FREQ=MONTHLY;BYMONTHDAY=-2'],
    ['every year on the 5th in January', 'FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=5'],
    ['5 May every year', 'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=5'],
    ['every day in June and July', 'FREQ=DAILY;BYMONTH=6,7'],
    ['every weekday, 3 times', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=3'],
    ['every 2 weeks on weekdays', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR'],
    ['every year on Monday in week 20', 'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO'],
    ['every 2 years on day 100 of the year until 2030-01-01', 'FREQ=YEARLY;INTERVAL=2;BYYEARDAY=100;UNTIL=20300101'],
    ['every 3 business days after it is done', 'rec:3b'],
    ['every 3 days after the due date', 'rec:+3d'],
  ])('%s', (text, recurrence) => expect(read(text)).toBe(recurrence))

  test.each([
    ['every 2 weeks on Blursday', 'on Blursday'],
    ['every 2 weeks, but not in August', 'but not in August'],
    ['Bins every Friday', 'Bins'],
    ['every Friday at 5pm', 'at 5pm'],
    ['every day until whenever', 'until whenever'],
    ['every day, 0 times', '0 times'],
    ['every 3 days after it is done, 5 times', '5 times'],
    ['every week on the 1st', 'on the 1st'],
    ['every month on the 45th', 'on the 45th'],
    ['every month in week 20', 'in week 20'],
    ['every year in week 54', 'in week 54'],
  ])('%s: not “%s”', (text, rest) => expect(read(text)).toBe(`not understood: ${rest}`))

  test('sometimes: nothing of it', () => expect(readRecurrence('sometimes').recurrence).toBeNull())
})

const days = fc.uniqueArray(
  fc.integer({ min: 1, max: 7 }).map((weekday) => ({ ordinal: 0, weekday })),
  { minLength: 1, maxLength: 6, selector: (day) => day.weekday },
)
const nthDays = (most: number) =>
  fc.uniqueArray(
    fc.record({
      ordinal: fc.integer({ min: -most, max: most }).filter((nth) => nth !== 0),
      weekday: fc.integer({ min: 1, max: 7 }),
    }),
    { minLength: 1, maxLength: 3, selector: (day) => JSON.stringify(day) },
  )
const dates = fc.uniqueArray(fc.oneof(fc.integer({ min: 1, max: 28 }), fc.integer({ min: -10, max: -1 })), {
  minLength: 1,
  maxLength: 4,
})
const clamped = fc
  .integer({ min: 29, max: 31 })
  .map((last) => ({ byMonthDay: Array.from({ length: last - 27 }, (_, n) => 28 + n), bySetPosition: [-1] }))
const workdays = { byDay: [1, 2, 3, 4, 5].map((weekday) => ({ ordinal: 0, weekday })) }

/** Rules that people make, and what each frequency may say. */
const on: Record<DayRule['frequency'], fc.Arbitrary<Partial<Rule>>> = {
  DAILY: fc.oneof(
    fc.constant({}),
    days.map((byDay) => ({ byDay })),
  ),
  WEEKLY: fc.oneof(
    fc.constant({}),
    fc.constant(workdays),
    days.map((byDay) => ({ byDay })),
  ),
  MONTHLY: fc.oneof(
    fc.constant({}),
    days.map((byDay) => ({ byDay })),
    nthDays(5).map((byDay) => ({ byDay })),
    dates.map((byMonthDay) => ({ byMonthDay })),
    clamped,
    fc.constantFrom(1, -1, 3, -2).map((position) => ({ ...workdays, bySetPosition: [position] })),
    fc.tuple(days, fc.constantFrom(1, -1, 3)).map(([byDay, position]) => ({ byDay, bySetPosition: [position] })),
  ),
  YEARLY: fc.oneof(
    fc.constant({}),
    fc
      .tuple(
        days,
        fc.uniqueArray(fc.integer({ min: 1, max: 53 }), { minLength: 1, maxLength: 3 }),
        fc.constantFrom(true, false),
      )
      .map(([byDay, byWeekNo, hasDays]) => ({ byWeekNo, byDay: hasDays ? byDay : [] })),
    fc
      .uniqueArray(fc.integer({ min: 1, max: 366 }), { minLength: 1, maxLength: 3 })
      .map((byYearDay) => ({ byYearDay })),
    nthDays(20).map((byDay) => ({ byDay })),
    dates.map((byMonthDay) => ({ byMonthDay })),
  ),
}
const rules = fc
  .constantFrom<DayRule['frequency'][]>('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY')
  .chain((frequency) =>
    fc.record({
      frequency: fc.constant(frequency),
      interval: fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 30 })),
      days: on[frequency],
      byMonth: fc.oneof(
        fc.constant<number[]>([]),
        fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 3 }),
      ),
      count: fc.option(fc.integer({ min: 1, max: 9999 })),
      until: fc.option(fc.constantFrom('2026-12-24', '2030-02-28')),
      weekStart: fc.constantFrom(1, 1, 7),
    }),
  )
  .map(({ frequency, days: said, ...rest }) => formatRule(newRule(frequency, { ...rest, ...said })))

test('any rule, in words, reads back as itself: editing its words loses nothing', () => {
  fc.assert(
    fc.property(rules, (rule) => {
      const label = recurrenceLabel(rule)
      expect(label).not.toContain('FREQ')
      const { recurrence, rest } = readRecurrence(label)
      expect(rest, label).toBe('')
      expect(isSameRecurrence(recurrence ?? '', rule), `${rule} → ${label} → ${recurrence}`).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('any interval, in words, reads back as itself', () => {
  const interval = fc.record({
    sign: fc.constantFrom('', '+'),
    every: fc.integer({ min: 1, max: 999 }),
    unit: fc.constantFrom('d', 'b', 'w', 'm', 'y'),
  })
  fc.assert(
    fc.property(interval, ({ sign, every, unit }) => {
      const recurrence = `rec:${sign}${every}${unit}`
      expect(read(recurrenceLabel(recurrence))).toBe(recurrence)
    }),
  )
})

test('a rule that no words say is edited as the rule itself', () => {
  for (const rule of [
    'FREQ=MONTHLY;BYMONTHDAY=31',
    'FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR',
    'FREQ=YEARLY;BYMONTHDAY=1,15;BYSETPOS=2',
    'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1,-1',
  ])
    expect(editableRecurrence(rule)).toBe(rule)
  expect(editableRecurrence('FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1;COUNT=5')).toBe(
    'every month on the last Friday, 5 times',
  )
  expect(recurrenceLabel('FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR')).toBe('every month on the 13th if it is a Friday')
})
