import { DAY_MS } from '@atrium/domain/dates/days'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Deck, type Grade } from './records.ts'
import { memoryFromEase, newMemory, retrievability, review, waits } from './scheduling.ts'
import { studyDays } from './study-day.ts'

const options = Deck.parse({ name: 'x', fuzz: false })
const ZONES = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland', 'Pacific/Kiritimati']

/** Reviews each time when the card is due; the intervals in days. */
function intervals(grades: readonly Grade[], zone: string, begin: Date, more = {}) {
  const days = studyDays(zone, 4)
  let memory = newMemory(begin)
  return grades.map((grade) => {
    memory = review(memory, grade, new Date(memory.due), { options: { ...options, ...more }, days, key: 'k' })
    return memory.interval
  })
}

describe('FSRS-6', () => {
  const grades: Grade[] = [3, 3, 3, 3, 3, 3, 1, 1, 3, 3, 3, 3, 3]
  test.each(ZONES)(
    'Good six times, Again twice, Good five times gives the intervals of the reference, in %s',
    (zone) => {
      for (const begin of ['2022-11-29T12:30:00Z', '2026-03-07T23:50:00Z', '2026-10-31T05:59:00Z'])
        expect(intervals(grades, zone, new Date(begin))).toEqual([0, 2, 11, 46, 163, 498, 0, 0, 2, 4, 7, 12, 21])
    },
  )
  test('a better grade never comes back sooner, a higher retention never later', () => {
    const history = fc.array(fc.constantFrom<Grade>(1, 2, 3, 4), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(history, fc.constantFrom(...ZONES), (list, zone) => {
        const days = studyDays(zone, 4)
        let memory = newMemory(new Date('2026-01-01T09:00:00Z'))
        for (const grade of list) memory = review(memory, grade, new Date(memory.due), { options, days, key: 'k' })
        const now = new Date(memory.due)
        const [again, hard, good, easy] = waits(memory, now, { options, days, key: 'k' })
        expect(again).toBeLessThanOrEqual(hard)
        expect(hard).toBeLessThanOrEqual(good)
        expect(good).toBeLessThanOrEqual(easy)
        const strict = waits(memory, now, { options: { ...options, retention: 0.95 }, days, key: 'k' })
        expect(strict[3]).toBeLessThanOrEqual(easy)
        expect(memory.difficulty).toBeGreaterThanOrEqual(1)
        expect(memory.difficulty).toBeLessThanOrEqual(10)
      }),
    )
  })
  test('what a button shows is what it does, with fuzz too', () => {
    const days = studyDays('Europe/Berlin', 4)
    const of = { options: { ...options, fuzz: true }, days, key: 'abc:0' }
    let memory = newMemory(new Date('2026-01-01T09:00:00Z'))
    for (let at = 0; at < 6; at++) {
      const now = new Date(Date.parse(memory.due) + at * 3_600_000)
      const shown = waits(memory, now, of)[2]
      memory = review(memory, 3, new Date(now.getTime() + 17_000), of)
      if (memory.interval > 0) expect(memory.interval * 1440).toBe(shown)
    }
  })
  test('a clock that was put back harms nothing, and no interval exceeds the longest', () => {
    const days = studyDays('UTC', 4)
    const of = { options: { ...options, maxInterval: 30 }, days, key: 'k' }
    const first = review(newMemory(new Date()), 4, new Date('2026-06-02T10:00:00Z'), of)
    const second = review(first, 4, new Date('2026-05-01T10:00:00Z'), of)
    expect(second.interval).toBeLessThanOrEqual(30)
    expect(Number.isFinite(second.stability)).toBe(true)
  })
  test('recall is 90 % when the stability has passed', () => {
    const now = new Date('2026-01-11T00:00:00Z')
    const memory = { ...newMemory(now), stability: 10, lastReview: '2026-01-01T00:00:00.000Z' }
    expect(retrievability(memory, now, null)).toBeCloseTo(0.9, 3)
    expect(retrievability(newMemory(now), now, null)).toBeNull()
  })
  test('a card of the older scheduler keeps its interval as its stability', () => {
    const { stability, difficulty } = memoryFromEase(100, 2.5)
    expect(stability).toBe(100)
    expect(difficulty).toBeGreaterThan(1)
    expect(memoryFromEase(100, 1.3).difficulty).toBeGreaterThan(difficulty)
  })
})

describe('a day of study', () => {
  test('begins at four in the morning of the person’s clock', () => {
    const berlin = studyDays('Europe/Berlin', 4)
    const late = berlin.dayOf(new Date('2026-01-02T02:59:00Z'))
    expect(berlin.dayOf(new Date('2026-01-02T03:00:00Z'))).toBe(late + 1)
    expect(berlin.startOf(late + 1).toISOString()).toBe('2026-01-02T03:00:00.000Z')
    expect(berlin.startOf(berlin.dayOf(new Date('2026-07-01T12:00:00Z'))).toISOString()).toBe(
      '2026-07-01T02:00:00.000Z',
    )
  })
  test('is found again from its beginning, in every zone and across every change of the clock', () => {
    fc.assert(
      fc.property(fc.integer({ min: 18_000, max: 25_000 }), fc.constantFrom(...ZONES), (day, zone) => {
        const days = studyDays(zone, 4)
        expect(days.dayOf(days.startOf(day))).toBe(day)
        expect(days.dayOf(new Date(days.startOf(day).getTime() - 60_000))).toBe(day - 1)
        expect(Math.abs(days.startOf(day + 1).getTime() - days.startOf(day).getTime() - DAY_MS)).toBeLessThanOrEqual(
          3_600_000,
        )
      }),
    )
  })
})
