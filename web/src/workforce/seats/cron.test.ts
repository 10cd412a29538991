import { expect, test } from 'vitest'
import { amountOf } from './amounts.ts'
import { cronOf, rhythms, timesOf, usualTimes } from './cron.ts'

test('every rhythm is read back as what it was written from, and a rule of somebody’s own stays as it is', () => {
  for (const rhythm of rhythms) {
    const times = { ...usualTimes, rhythm, time: rhythm === 'hourly' ? '00:45' : '17:05', weekday: 0, day: 31 }
    const read = timesOf(cronOf(times))
    expect([rhythm, cronOf(read)]).toEqual([read.rhythm, cronOf(times)])
  }
  expect(cronOf({ ...usualTimes, rhythm: 'weekly', time: '09:00', weekday: 1 })).toBe('0 9 * * 1')
  expect(timesOf('0 9 * * 7')).toMatchObject({ rhythm: 'weekly', weekday: 0 })
  for (const own of ['*/5 * * * *', '0 9 1 1 *', '0 9 1 * 1', '0 25 * * *', 'every day', '0 9 * * 1,3'])
    expect(cronOf(timesOf(own))).toBe(own)
})

test('an amount is read as people write it, and what is none is refused', () => {
  const read = (text: string) => amountOf(text, 2)
  expect(['', ' 5 ', '12,50', '12.5', '1,000', '1.000,25', '1 000', '$20', '١٢٫٥'].map(read)).toEqual([
    null,
    5,
    12.5,
    12.5,
    1000,
    1000.25,
    1000,
    20,
    12.5,
  ])
  expect(['-1', '1e3', '0.500', 'ten', '1,00,0', '5.', '9999999999'].map(read)).toEqual(Array(7).fill(undefined))
  expect(amountOf('1.5', 0)).toBeUndefined()
})
