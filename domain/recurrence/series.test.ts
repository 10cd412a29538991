import { readFileSync } from 'node:fs'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { parseRule, RecurrenceError } from './rule.ts'
import { checkSeries, lastCounted, nextStart, type Series, startsBetween } from './series.ts'

const series = (rule: string, start: string, zone = 'America/New_York', more: Partial<Series> = {}): Series => ({
  start,
  zone,
  rule: parseRule(rule),
  rdates: [],
  exdates: [],
  ...more,
})

test('random rules of any kind give the times that python-dateutil gives', () => {
  const file = process.env.RULES ?? new URL('./testdata/rules.tsv', import.meta.url)
  for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) {
    const [text = '', start = '', said = ''] = line.split('\t')
    const occurrences = said.split(' ').filter(Boolean)
    // DTSTART is always one of a series, and counted; dateutil asks whether it fits.
    if (text.includes('COUNT') && occurrences[0] !== start) continue
    // Positions among times are not followed: rrule-temporal would make every time of a year before it looks at them.
    if (/BYHOUR.*BYSETPOS/.test(text)) continue
    // The twelfth is the last that is there.
    const last =
      occurrences[11] ??
      Temporal.PlainDateTime.from(start)
        .add({ days: 366 * 60 })
        .toString()
    const to = Date.parse(`${last.slice(0, 16)}Z`) + 1
    const starts = startsBetween(series(text, start, 'UTC'), new Date(`${start}Z`), new Date(to), 14)
    const ours = starts.filter((at) => at !== start || occurrences[0] === start).slice(0, 12)
    expect([text, start, ours]).toEqual([text, start, occurrences])
  }
})

test('the first start is one of the series, and counted, whether it fits the rule or not', () => {
  const all = series('FREQ=WEEKLY;BYDAY=MO;COUNT=3', '2026-10-01T09:00')
  expect(startsBetween(all, new Date('2026-01-01'), new Date('2027-01-01'))).toEqual([
    '2026-10-01T09:00',
    '2026-10-05T09:00',
    '2026-10-12T09:00',
  ])
})

describe('clocks', () => {
  const from = new Date('2026-03-01')
  test('what a rule gives in the hour that the clocks leave out is none, and not counted (3.3.10)', () => {
    const found = startsBetween(series('FREQ=DAILY;COUNT=3', '2026-03-07T02:30'), from, new Date('2026-04-01'))
    expect(found).toEqual(['2026-03-07T02:30', '2026-03-09T02:30', '2026-03-10T02:30'])
  })
  test('a first start in that hour is so much later (3.3.5)', () => {
    const found = startsBetween(series('FREQ=DAILY;COUNT=2', '2026-03-08T02:30'), from, new Date('2026-04-01'))
    expect(found).toEqual(['2026-03-08T03:30', '2026-03-09T03:30'])
  })
  test('UNTIL is an instant, whatever day it is on the clock of the series', () => {
    const end = new Date('2027-01-01')
    const tokyo = series('FREQ=DAILY;UNTIL=20260302T160000Z', '2026-03-01T00:30', 'Asia/Tokyo')
    expect(startsBetween(tokyo, new Date('2026-02-01'), end)).toEqual([
      '2026-03-01T00:30',
      '2026-03-02T00:30',
      '2026-03-03T00:30',
    ])
    const york = series('FREQ=DAILY;UNTIL=20260303T045959Z', '2026-03-01T23:30')
    expect(startsBetween(york, new Date('2026-02-01'), end)).toEqual(['2026-03-01T23:30', '2026-03-02T23:30'])
  })
  test('days have no zone', () => {
    const days = series('FREQ=WEEKLY', '2026-10-05', 'Pacific/Kiritimati')
    expect(startsBetween(days, new Date('2026-10-12'), new Date('2026-10-13'))).toEqual(['2026-10-12'])
  })
  test.each(['FREQ=WEEKLY;BYDAY=MO,TH', 'FREQ=DAILY', 'FREQ=MONTHLY;BYDAY=-1SU', 'FREQ=YEARLY;BYWEEKNO=13,43'])(
    '%s has the same starts looked at by the day, by the month and at once',
    (rule) => {
      for (const zone of ['Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Apia']) {
        const all = series(rule, '2011-11-01T00:15', zone)
        const at = (day: number) => new Date(Date.UTC(2011, 11, 1 + day, 7, 11))
        const whole = startsBetween(all, at(0), at(120))
        const daily = Array.from({ length: 120 }, (_, day) => startsBetween(all, at(day), at(day + 1))).flat()
        const monthly = [0, 1, 2, 3].flatMap((month) => startsBetween(all, at(month * 30), at(month * 30 + 30)))
        expect(daily).toEqual(whole)
        expect(monthly).toEqual(whole)
      }
    },
  )
})

describe('added, left out and last', () => {
  const all = series('FREQ=WEEKLY;COUNT=3', '2026-10-05T09:00', 'UTC', {
    rdates: ['2026-10-07T10:00'],
    exdates: ['2026-10-12T09:00'],
  })
  test('starts', () => {
    expect(startsBetween(all, new Date('2026-10-01'), new Date('2027-01-01'))).toEqual([
      '2026-10-05T09:00',
      '2026-10-07T10:00',
      '2026-10-19T09:00',
    ])
    expect(startsBetween({ ...all, rule: null }, new Date('2026-10-01'), new Date('2027-01-01'))).toHaveLength(2)
  })
  test('the next after a moment', () => {
    const next = (after: string) => nextStart(all, new Date(after))
    expect(next('2026-10-05T08:59Z')).toBe('2026-10-05T09:00')
    expect(next('2026-10-05T09:00Z')).toBe('2026-10-07T10:00')
    expect(next('2026-10-07T10:00Z')).toBe('2026-10-19T09:00')
    expect(next('2026-10-19T09:00Z')).toBeNull()
  })
  test('the last of those that are counted', () => {
    expect(lastCounted(all)).toBe('2026-10-19T09:00')
    expect(lastCounted(series('FREQ=DAILY', '2026-10-05'))).toBeNull()
  })
})

describe('rules that would take too long', () => {
  test.each(['FREQ=DAILY;COUNT=100;BYMONTH=2;BYMONTHDAY=29'])('%s is refused, and gives its start alone', (rule) => {
    const all = series(rule, '2000-01-01T12:00')
    expect(() => checkSeries(all)).toThrow(RecurrenceError)
    expect(lastCounted(all)).toBeNull()
    expect(startsBetween(all, new Date('1999-12-01'), new Date('2000-02-01'))).toEqual(['2000-01-01T12:00'])
    expect(startsBetween(all, new Date('2300-01-01'), new Date('2301-01-01'))).toEqual([])
  })
  test('one that never comes has no next', () => {
    expect(nextStart(series('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', '2026-01-01'), new Date('2026-06-01'))).toBeNull()
  })
})
