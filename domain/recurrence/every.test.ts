import { expect, test } from 'vitest'
import { nextEvery, parseEvery } from './every.ts'

const next = (text: string, after: string, zone: string) => {
  const every = parseEvery(text)
  if (!every) throw new Error(`${text} is no time`)
  return nextEvery(every, new Date(after), zone).toISOString()
}

test('what it says is understood, and anything else is not', () => {
  expect(parseEvery('hour')).toEqual({ unit: 'hour' })
  expect(parseEvery('day at 07:00')).toEqual({ unit: 'day', time: '07:00' })
  expect(parseEvery('week on sunday at 23:59')).toEqual({ unit: 'week', weekday: 7, time: '23:59' })
  expect(parseEvery('month on 31 at 00:00')).toEqual({ unit: 'month', date: 31, time: '00:00' })
  for (const text of [
    '',
    'day',
    'day at 7:00',
    'day at 24:00',
    'week at 07:00',
    'month on 32 at 07:00',
    'hour at 07:00',
    '0 7 * * *',
  ])
    expect([text, parseEvery(text)]).toEqual([text, null])
})

test('a day’s time is that of the person’s own clocks, and the moment itself is over', () => {
  expect(next('day at 07:00', '2026-11-23T05:59:59Z', 'Europe/Berlin')).toBe('2026-11-23T06:00:00.000Z')
  expect(next('day at 07:00', '2026-11-23T06:00:00Z', 'Europe/Berlin')).toBe('2026-11-24T06:00:00.000Z')
  expect(next('day at 07:00', '2026-11-23T05:00:00Z', 'Asia/Tokyo')).toBe('2026-11-23T22:00:00.000Z')
  expect(next('day at 07:00', '2026-11-23T20:00:00Z', 'Pacific/Kiritimati')).toBe('2026-11-24T17:00:00.000Z')
})

test('a time that clocks skip is so much later, and one that they have twice is taken once', () => {
  expect(next('day at 02:30', '2026-03-28T12:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z') // 03:30
  expect(next('day at 02:30', '2026-03-29T01:30:00Z', 'Europe/Berlin')).toBe('2026-03-30T00:30:00.000Z')
  expect(next('day at 02:30', '2026-10-24T12:00:00Z', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
  expect(next('day at 02:30', '2026-10-25T00:30:00Z', 'Europe/Berlin')).toBe('2026-10-26T01:30:00.000Z')
})

test('a week has its day, and the 31st is the last day of a shorter month', () => {
  expect(next('week on monday at 09:00', '2026-11-23T09:00:00Z', 'UTC')).toBe('2026-11-30T09:00:00.000Z')
  expect(next('week on monday at 09:00', '2026-11-22T23:00:00Z', 'UTC')).toBe('2026-11-23T09:00:00.000Z')
  expect(next('week on sunday at 09:00', '2026-11-23T00:00:00Z', 'UTC')).toBe('2026-11-29T09:00:00.000Z')
  expect(next('month on 31 at 09:00', '2027-01-31T09:00:00Z', 'UTC')).toBe('2027-02-28T09:00:00.000Z')
  expect(next('month on 31 at 09:00', '2027-02-28T09:00:00Z', 'UTC')).toBe('2027-03-31T09:00:00.000Z')
})

test('an hour begins where the zone’s clocks begin it', () => {
  expect(next('hour', '2026-11-23T05:10:00.500Z', 'UTC')).toBe('2026-11-23T06:00:00.000Z')
  expect(next('hour', '2026-11-23T05:10:00Z', 'Asia/Kolkata')).toBe('2026-11-23T05:30:00.000Z')
  expect(next('hour', '2026-10-25T00:00:00Z', 'Europe/Berlin')).toBe('2026-10-25T01:00:00.000Z')
})
