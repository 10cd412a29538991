import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { addDays } from './days.ts'
import {
  addMinutes,
  atTime,
  changeZone,
  dayAt,
  instantOf,
  localAt,
  minutesBetween,
  timeOf,
  timeOfMinutes,
} from './local-time.ts'
import { others } from './testdata/dates.ts'
import { isZone, knownZone, offsetMinutes } from './wall-clock.ts'

test('clocks of zones are those of Python, in gaps and in hours that come twice too', () => {
  for (const [local, zone, instant] of others.clocks)
    expect([local, zone, instantOf(local, zone).getTime()]).toEqual([local, zone, instant])
})

test('an instant is shown as Temporal shows it', () => {
  const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia')
  fc.assert(
    fc.property(zones, fc.integer({ min: -2_000_000_000, max: 4_000_000_000 }), (zone, second) => {
      const there = Temporal.Instant.fromEpochMilliseconds(second * 1000).toZonedDateTimeISO(zone)
      const at = new Date(second * 1000)
      expect(localAt(at, zone)).toBe(
        there.toPlainDateTime().toString({ smallestUnit: 'minute', roundingMode: 'floor' }),
      )
      expect(dayAt(at, zone)).toBe(there.toPlainDate().toString())
      expect(offsetMinutes(at, zone)).toBe(Math.round(there.offsetNanoseconds / 6e10))
      expect(localAt(instantOf(localAt(at, zone), zone), zone)).toBe(localAt(at, zone))
    }),
  )
})

test('minutes go on over midnight and months, and a whole day stays one', () => {
  expect(addMinutes('2026-12-31T23:30', 45)).toBe('2027-01-01T00:15')
  expect(addMinutes('2026-03-01T00:10', -20)).toBe('2026-02-28T23:50')
  expect(addMinutes('2026-03-01', 2_880)).toBe('2026-03-03')
  fc.assert(
    fc.property(fc.integer({ min: -9_000, max: 20_000 }), fc.integer({ min: -1e6, max: 1e6 }), (day, minutes) => {
      const from = atTime(addDays('2000-01-01', day), timeOfMinutes(day & 1023))
      expect(minutesBetween(from, addMinutes(from, minutes))).toBe(minutes)
    }),
  )
})

test('a whole day has no time and is the same in every zone', () => {
  expect([timeOf('2026-03-01'), timeOf('2026-03-01T09:00')]).toEqual([null, '09:00'])
  expect(changeZone('2026-03-01', 'Asia/Tokyo', 'UTC')).toBe('2026-03-01')
  expect(changeZone('2026-03-01T09:00', 'Asia/Tokyo', 'America/New_York')).toBe('2026-02-28T19:00')
})

test('a zone is known by its name in any case, and what is none is none', () => {
  expect([knownZone('europe/berlin'), knownZone('Nowhere/Land'), knownZone('')]).toEqual(['Europe/Berlin', null, null])
  expect(isZone('Mars/Olympus_Mons')).toBe(false)
  expect(() => localAt(new Date(0), 'Nowhere/Land')).toThrow(RangeError)
})
