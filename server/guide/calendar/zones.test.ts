import { describe, expect, test } from 'vitest'
import { offsetText, zoneOf } from './zones.ts'

describe('time zones', () => {
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

  test('an offset is said in hours and minutes', () => {
    expect([345, -570, 120, 0].map(offsetText)).toEqual(['UTC+5:45', 'UTC−9:30', 'UTC+2', 'UTC'])
  })
})
