import { describe, expect, test } from 'vitest'
import { orderOf, orderTold, usualOrder } from './date-order.ts'
import type { DateOrder } from './figures.ts'
import { MONTH_PATTERN, monthNamed, WEEKDAY_PATTERN, weekdayName, weekdayNamed } from './names.ts'
import { others } from './testdata/dates.ts'
import { readDate, readMonth } from './written.ts'
import { writtenMonth } from './written-months.ts'

const dayOf = (text: string, order: DateOrder = 'dmy') => {
  const read = readDate(text, { order })
  return read?.rest === '' ? read.day : null
}

describe('a date', () => {
  test('is read as the languages of CLDR write it', () => {
    const wrong = others.written.filter(([, text, day]) => dayOf(text) !== day)
    expect(wrong).toEqual([])
  })
  test('in figures is that of strptime and dateutil', () => {
    for (const [text, order, day] of others.figures)
      expect([text, order, dayOf(text, order)]).toEqual([text, order, day])
  })
  test('with a time behind it is the instant of dateutil', () => {
    const instants = others.times.map(([text]) => {
      const { day, time } = readDate(text) ?? { day: '', time: null }
      return [text, Date.parse(`${day}T00:00Z`) + (time?.ms ?? 0) - (time?.offset ?? 0) * 60_000]
    })
    expect(instants).toEqual(others.times)
  })
  test.each([
    ["1/15'26", 'mdy', '2026-01-15'],
    ["1/ 5' 6", 'mdy', '2006-01-05'],
    ["12/31'1999", 'mdy', '1999-12-31'],
    ['99/04/15', 'ymd', '1999-04-15'],
    ['2026年1月15日', 'dmy', '2026-01-15'],
    ['3. 11. 2026', 'dmy', '2026-11-03'],
    ['03 04 2026', 'dmy', '2026-04-03'],
    ['15-Jan-26', 'dmy', '2026-01-15'],
    ['Tuesday, November 3rd, 2026', 'dmy', '2026-11-03'],
    ['1 de enero de 2026', 'dmy', '2026-01-01'],
    ['1/2/68', 'dmy', '2068-02-01'],
    ['1/2/69', 'dmy', '1969-02-01'],
    ['30.02.2026', 'dmy', null],
    ['13/13/2026', 'dmy', null],
    ['1.2/2026', 'dmy', null],
    ['1.2.3', 'dmy', null],
    ['123/4/2026', 'dmy', null],
    ['2026-01-155', 'dmy', null],
    ['20260115', 'dmy', null],
    ['2026-01-15x', 'dmy', null],
    ['15 jui 2026', 'dmy', null],
    ['3 Marseille 2026', 'dmy', null],
    ['0000-01-01', 'dmy', null],
    ['soon', 'dmy', null],
    ['', 'dmy', null],
  ] as const)('%j by %s is %s', (text, order, day) => expect(dayOf(text, order)).toBe(day))
  test('may have something behind it, which is told, and be compact or of another century where that is meant', () => {
    expect(readDate('2026-03-01 (confirmed)')).toEqual({ day: '2026-03-01', time: null, rest: '(confirmed)' })
    expect(readDate('2026-03-01 25:00')).toMatchObject({ time: null, rest: '25:00' })
    expect(readDate('20260115120000', { isCompact: true })?.day).toBe('2026-01-15')
    expect(readDate('15/01/94', { lastYear: 2046 })?.day).toBe('1994-01-15')
    expect(readDate('15/01/46', { lastYear: 2046 })?.day).toBe('2046-01-15')
  })
  test('of ten million characters is none, soon', () => {
    for (const unit of ['1', ' ', '1/', '1 ', 'a', "'", '.', '2026-01-01', '　', '9 jan '])
      expect(dayOf(unit.repeat(1_000_000))).toBeNull()
  })
})

describe('the order of a column', () => {
  test.each([
    [['03/04/2026', '15/04/2026'], 'dmy', 'told'],
    [['03/04/2026', '04/15/2026'], 'mdy', 'told'],
    [['03/04/2026'], 'mdy', 'open'],
    [['03.04.2026', '5.6.26'], 'dmy', 'told'],
    [['03.25.2026'], 'mdy', 'told'],
    [['99/04/15'], 'ymd', 'told'],
    [['13/04/2026', '04/13/2026'], 'mdy', 'mixed'],
    [['03/04/2026', '30/02/2026', '31/31/2026'], 'mdy', 'open'],
    [['2026-04-13', '15 Jan 2026', 'x', '31/31/2026'], 'mdy', 'none'],
  ] as const)('of %j is %s: %s', (texts, order, by) => expect(orderOf(texts, 'mdy')).toEqual({ order, by }))
  test('is told by one date, or is not', () => {
    expect(['31/01/2026', '01/31/2026', '01/02/2026', '2026-01-31', 'x'].map(orderTold)).toEqual([
      'dmy',
      'mdy',
      null,
      null,
      null,
    ])
  })
  test('is the month first in the zones of those countries that write so', () => {
    expect(others.monthFirst.filter((zone) => usualOrder(zone) !== 'mdy')).toEqual([])
    expect(['Europe/London', 'America/Toronto', 'America/Mexico_City', 'Asia/Tokyo'].map(usualOrder)).toEqual(
      Array(4).fill('dmy'),
    )
  })
})

describe('names', () => {
  test('of months in every language of CLDR that is known here', () => {
    expect(others.months.filter(([, , word, month]) => writtenMonth(word) !== month)).toEqual([])
  })
  test('of months and weekdays in English', () => {
    expect(['Sept.', 'may', 'JUNE', 'ma', 'mayor', ''].map(monthNamed)).toEqual([9, 5, 6, null, null, null])
    expect(['Tues', 'sundays', 'Thur', 'fr', 'freed'].map(weekdayNamed)).toEqual([2, 7, 4, null, null])
    expect(weekdayName('2026-11-23')).toBe('Monday')
    expect('on Sept 3, june and wed'.match(new RegExp(`\\b(?:${MONTH_PATTERN}|${WEEKDAY_PATTERN})\\b`, 'gi'))).toEqual([
      'Sept',
      'june',
      'wed',
    ])
  })
  test('of months with their year', () => {
    expect(['2026-02', '02/2026', '2.2026', 'Feb 2026', 'février 2026', '13/2026', '2026'].map(readMonth)).toEqual([
      ...Array(5).fill('2026-02'),
      null,
      null,
    ])
  })
})
