import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { addDays } from '../dates/days.ts'
import { formatRule, newRule, parseRule, type Rule } from './rule.ts'
import { type DayRule, daysOfRule, isDayRule } from './rule-days.ts'

const dayRule = (text: string): DayRule => {
  const rule = parseRule(text)
  if (!isDayRule(rule)) throw new Error(text)
  return rule
}
const take = (rule: DayRule, start: string, most: number, to?: string) => {
  const days: string[] = []
  for (const day of daysOfRule(rule, start, to === undefined ? {} : { to })) if (days.push(day) >= most) break
  return days
}

/** What python-dateutil makes of random rules; the script lies beside it. */
const file = process.env.RULES ?? new URL('./testdata/rules.tsv', import.meta.url)
const dateutil = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [text = '', start = '', occurrences = ''] = line.split('\t')
    return { text, start, occurrences: occurrences.split(' ').filter(Boolean) }
  })

test('random rules give the days that python-dateutil gives', () => {
  let compared = 0
  for (const { text, start, occurrences } of dateutil) {
    const rule = parseRule(text)
    if (!isDayRule(rule)) continue
    compared++
    const to = addDays(start.slice(0, 10), 366 * 60)
    expect([text, start, take(rule, start.slice(0, 10), 12, to)]).toEqual([
      text,
      start,
      occurrences.map((at) => at.slice(0, 10)),
    ])
  }
  expect(compared).toBeGreaterThan(dateutil.length / 2)
})

const some = <T>(values: fc.Arbitrary<T>, most: number) =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant<T[]>([]) },
    { weight: 1, arbitrary: fc.array(values, { minLength: 1, maxLength: most }) },
  )
const anyRule: fc.Arbitrary<Rule> = fc
  .record({
    frequency: fc.constantFrom('DAILY' as const, 'WEEKLY' as const, 'MONTHLY' as const, 'YEARLY' as const),
    interval: fc.integer({ min: 1, max: 9 }),
    byMonth: some(fc.integer({ min: 1, max: 12 }), 3),
    byMonthDay: some(fc.oneof(fc.integer({ min: 1, max: 31 }), fc.integer({ min: -31, max: -1 })), 4),
    byDay: some(fc.record({ ordinal: fc.constantFrom(0, 0, 1, 2, -1, 5), weekday: fc.integer({ min: 1, max: 7 }) }), 3),
    bySetPosition: some(fc.constantFrom(1, 2, -1, 3), 2),
    weekStart: fc.integer({ min: 1, max: 7 }),
    count: fc.option(fc.integer({ min: 1, max: 10 })),
  })
  .map(({ frequency, ...rest }) => {
    const isLong = frequency === 'MONTHLY' || frequency === 'YEARLY'
    // rrule-temporal forgets BYMONTHDAY beside the second Monday of a year; python-dateutil, above, does not.
    const isNth = isLong && rest.byMonthDay.length === 0
    // Of "every Monday and the last Monday" neither makes both, as the standard's list of days does.
    const isMixed = new Set(rest.byDay.map(({ ordinal }) => ordinal === 0)).size > 1
    const byDay = isNth && !isMixed ? rest.byDay : rest.byDay.map(({ weekday }) => ({ ordinal: 0, weekday }))
    const byMonthDay = frequency === 'WEEKLY' ? [] : rest.byMonthDay
    const hasDays = byDay.length + byMonthDay.length + rest.byMonth.length > 0
    return newRule(frequency, {
      ...rest,
      byDay,
      byMonthDay,
      bySetPosition: hasDays && frequency !== 'DAILY' ? rest.bySetPosition : [],
    })
  })
  // Once as text: what is there twice is there once.
  .map((rule) => parseRule(formatRule(rule)))
const anyDay = fc.integer({ min: 0, max: 20_000 }).map((n) => addDays('1990-01-01', n))

test('any rule gives the days that rrule-temporal gives', () => {
  fc.assert(
    fc.property(anyRule, anyDay, (rule, start) => {
      const engine = new RRuleTemporal({
        rruleString: `RRULE:${formatRule(rule)}`,
        dtstart: Temporal.PlainDate.from(start).toZonedDateTime('UTC'),
        temporal: Temporal,
      })
      const to = addDays(start, 3_000)
      const theirs = engine.between(new Date(start), new Date(to), true).map((at) => at.toPlainDate().toString())
      const ours = [...daysOfRule(rule as DayRule, start, { to })]
      expect([formatRule(rule), start, ours]).toEqual([formatRule(rule), start, theirs])
    }),
    { numRuns: Number(process.env.RUNS ?? 150) },
  )
})

test('a walk from a later day gives what the whole walk gives from there', () => {
  fc.assert(
    fc.property(anyRule, anyDay, fc.integer({ min: -10, max: 3_000 }), (rule, start, after) => {
      const [from, to] = [addDays(start, after), addDays(start, after + 1_500)]
      const whole = [...daysOfRule(rule as DayRule, start, { to })].filter((day) => day >= from)
      expect([...daysOfRule(rule as DayRule, start, { from, to })]).toEqual(whole)
    }),
    { numRuns: 150 },
  )
})

describe('the end', () => {
  test('COUNT and UNTIL', () => {
    expect(take(dayRule('FREQ=DAILY;COUNT=3'), '2026-01-01', 9)).toHaveLength(3)
    expect(take(dayRule('FREQ=DAILY;UNTIL=20260103'), '2026-01-01', 9)).toHaveLength(3)
  })
  test('29 February comes every fourth year, 30 February never', () => {
    expect(take(dayRule('FREQ=YEARLY'), '2024-02-29', 3)).toEqual(['2024-02-29', '2028-02-29', '2032-02-29'])
    expect(take(dayRule('FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30'), '2026-01-01', 3)).toEqual([])
  })
  test('of the calendar', () => {
    expect(take(dayRule('FREQ=DAILY'), '9989-12-30', 9)).toEqual(['9989-12-30', '9989-12-31'])
    expect(take(dayRule('FREQ=WEEKLY;BYDAY=MO'), '0001-01-01', 2)).toEqual(['0001-01-01', '0001-01-08'])
  })
})

describe('work', () => {
  afterEach(() => void vi.restoreAllMocks())
  /** Days that were written down and months that were begun on the way. */
  const steps = (work: () => unknown) => {
    const utc = vi.spyOn(Date, 'UTC')
    work()
    const count = utc.mock.calls.length
    utc.mockRestore()
    return count
  }
  test.each(['FREQ=DAILY;BYMONTHDAY=1', 'FREQ=WEEKLY;BYDAY=MO', 'FREQ=MONTHLY;BYDAY=2TU', 'FREQ=YEARLY;BYDAY=20MO'])(
    '%s since the year 1 is a jump, not a walk',
    (rule) => {
      let next: string | undefined
      const count = steps(() => {
        next = daysOfRule(dayRule(rule), '0001-01-01', { from: '2026-11-21' }).next().value as string
      })
      expect(count).toBeLessThan(100)
      expect(next?.slice(0, 4)).toMatch(/2026|2027/)
    },
  )
  test.each([
    'FREQ=YEARLY;BYDAY=53MO;BYMONTH=2',
    'FREQ=MONTHLY;BYMONTHDAY=30;BYMONTH=2',
    'FREQ=DAILY;BYMONTHDAY=30;BYMONTH=2',
    'FREQ=DAILY;BYSETPOS=2',
  ])('%s never comes, and is not looked for without end', (rule) => {
    expect(steps(() => expect(take(dayRule(rule), '2026-11-21', 1)).toEqual([]))).toBeLessThan(20_000)
  })
  test('of a rule that counts is given up after so many periods, and said', () => {
    const leapDays = dayRule('FREQ=DAILY;COUNT=100;BYMONTH=2;BYMONTHDAY=29')
    const walk = daysOfRule(leapDays, '2000-01-01', { periods: 10_000 })
    let next = walk.next()
    while (!next.done) next = walk.next()
    expect(next.value).toBe(false)
  })
})
