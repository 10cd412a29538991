import { describe, expect, test } from 'vitest'
import { readPeriod, readWhen } from './said-when.ts'

/** A Thursday, 11:30 in Berlin. */
const NOW = new Date('2026-01-15T10:30:00Z')

describe('a time as people say it', () => {
  test.each([
    ['fri 12.30', '2026-01-16T12:30'],
    ['next wednesday at ten', '2026-01-21T10:00'],
    ['the 22nd at 8:15am', '2026-01-22T08:15'],
    ['on the 5th at 2', '2026-02-05T14:00'],
    ['tomorrow half past 4', '2026-01-16T04:30'],
    ['the weekend', '2026-01-17'],
    ['tmrw at 9', '2026-01-16T09:00'],
    ['next week', '2026-01-19'],
    ['2026-01-19', '2026-01-19'],
    ['2026-01-21T14:00', '2026-01-21T14:00'],
  ])('%s is %s', (when, start) => {
    expect(readWhen(when, NOW, 'Europe/Berlin').start).toBe(start)
  })

  test.each([
    ['daily at 9:15', 'FREQ=DAILY'],
    ['weekly', 'FREQ=WEEKLY'],
  ])('%s comes again', (when, rrule) => {
    expect(readWhen(when, NOW, 'Europe/Berlin').rrule).toBe(rrule)
  })
})

test('a day with a time is that day', () => {
  expect(readPeriod('2026-01-16T09:00', NOW, 'Europe/Berlin')).toEqual({ from: '2026-01-16', to: '2026-01-17' })
})
