import { describe, expect, test } from 'vitest'
import { saidDays } from './said-days.ts'

const THURSDAY = '2026-01-15'
const read = (text: string) =>
  saidDays(text, THURSDAY).map(({ from, to, day, time }) => [text.slice(from, to), day, time])

describe('days that are named by no date', () => {
  test.each([
    ['by the end of the month', 'the end of the month', '2026-01-31', null],
    ['due end of february', 'end of february', '2026-02-28', null],
    ['the 20th at 3pm', 'the 20th at 3pm', '2026-01-20', '15:00'],
    ['on the 5th at 2', 'the 5th at 2', '2026-02-05', '14:00'],
    ['friday week', 'friday week', '2026-01-23', null],
    ['over the weekend', 'over the weekend', '2026-01-17', null],
    ['next weekend', 'next weekend', '2026-01-24', null],
    ['jan 30', 'jan 30', '2026-01-30', null],
    ['before christmas', 'christmas', '2026-12-25', null],
    ['tonite', 'tonite', '2026-01-15', null],
  ])('%s', (text, words, day, time) => {
    expect(read(text)).toEqual([[words, day, time]])
  })

  test.each(['the 4th of february', 'on the 2nd floor', 'weekender', 'the first one'])('%s is none of them', (text) => {
    expect(read(text)).toEqual([])
  })
})
