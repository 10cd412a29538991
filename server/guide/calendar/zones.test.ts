import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clockAt, instantOf, knownZone, offsetAt, offsetText, zoneOf } from './zones.ts'

describe('time zones', () => {
  const clock = (text: string) => {
    const [year, month, day, hour, minute] = text.split(/\D/u).map(Number) as [number, number, number, number, number]
    return { year, month, day, hour, minute, second: 0 }
  }

  test.each([
    ['2026-01-15 15:00', 'America/New_York', '2026-01-15T20:00:00.000Z'],
    ['2026-07-15 15:00', 'America/New_York', '2026-07-15T19:00:00.000Z'],
    // The clocks show this twice; the first time counts.
    ['2026-11-01 01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-10-25 02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    // The clocks never show this; it is moved past the gap.
    ['2026-03-08 02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['2026-03-29 02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-01-15 12:00', 'Asia/Kolkata', '2026-01-15T06:30:00.000Z'],
  ])('%s in %s is %s', (text, zone, instant) => {
    expect(instantOf(clock(text), zone).toISOString()).toBe(instant)
  })

  test('an instant read on a clock and back is the same instant, but for the hour that is shown twice', () => {
    const zones = fc.constantFrom(
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
      'Pacific/Apia',
    )
    fc.assert(
      fc.property(zones, fc.integer({ min: 0, max: 2_000_000 }), (zone, hours) => {
        const instant = new Date(hours * 3_600_000)
        const back = instantOf(clockAt(instant, zone), zone)
        expect(clockAt(back, zone)).toEqual(clockAt(instant, zone))
        expect(Math.abs(back.getTime() - instant.getTime())).toBeLessThanOrEqual(24 * 3_600_000)
      }),
    )
  })

  test.each([
    ['Tokyo', 'Asia/Tokyo'],
    ['new york', 'America/New_York'],
    ['São Paulo', 'America/Sao_Paulo'],
    ['the UK', 'Europe/London'],
    ['CET', 'Europe/Paris'],
    ['Europe/Rome', 'Europe/Rome'],
    ['Narnia', null],
    ['constructor', null],
  ])('%s has the zone %s', (place, zone) => {
    expect(zoneOf(place)).toBe(zone)
  })

  test('an unknown zone counts as UTC', () => {
    expect(knownZone('Nowhere/Land')).toBe('UTC')
    expect(offsetText(offsetAt(new Date('2026-01-01'), 'Asia/Kathmandu'))).toBe('UTC+5:45')
  })
})
