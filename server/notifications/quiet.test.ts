import { expect, test } from 'vitest'
import { afterQuiet, nextAt } from './quiet.ts'

const BERLIN = 'Europe/Berlin'
const night = { from: '22:00', to: '07:00' }
const over = (instant: string, quiet = night) => afterQuiet(new Date(instant), quiet, BERLIN).toISOString()

test('what comes in quiet hours waits until they are over, on the person’s clock', () => {
  expect(over('2026-11-23T21:30:00Z')).toBe('2026-11-24T06:00:00.000Z') // 22:30
  expect(over('2026-11-24T03:00:00Z')).toBe('2026-11-24T06:00:00.000Z') // 4:00
  expect(over('2026-11-24T06:00:00Z')).toBe('2026-11-24T06:00:00.000Z') // 7:00: they are over
  expect(over('2026-11-23T20:59:00Z')).toBe('2026-11-23T20:59:00.000Z') // 21:59
  expect(over('2026-11-23T12:30:00Z', { from: '13:00', to: '14:00' })).toBe('2026-11-23T13:00:00.000Z')
  expect(over('2026-11-23T23:30:00Z', { from: '13:00', to: '14:00' })).toBe('2026-11-23T23:30:00.000Z')
  expect(afterQuiet(new Date(0), null, BERLIN)).toEqual(new Date(0))
})

test('a night in which clocks are changed ends at the same hour', () => {
  expect(over('2026-10-24T23:00:00Z')).toBe('2026-10-25T06:00:00.000Z')
  expect(over('2026-03-28T23:00:00Z')).toBe('2026-03-29T05:00:00.000Z')
})

test('the next time that a clock shows an hour is today’s or tomorrow’s', () => {
  const next = (instant: string, time = '08:00') => nextAt(new Date(instant), time, BERLIN).toISOString()
  expect(next('2026-11-23T06:59:00Z')).toBe('2026-11-23T07:00:00.000Z')
  expect(next('2026-11-23T07:00:00Z')).toBe('2026-11-24T07:00:00.000Z')
  expect(next('2026-03-28T12:00:00Z')).toBe('2026-03-29T06:00:00.000Z')
})
