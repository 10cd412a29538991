import { describe, expect, test } from 'vitest'
import { world } from './test-context.ts'

// Thursday, 15 January 2026, 11:30 in Berlin
const { ask } = world({ locale: 'en-GB' })

const questions: [string, string][] = [
  ['how many hours between 9am and 5:30pm', '**8 hours 30 minutes** from 9:00 to 17:30'],
  ['hours between 22:00 and 06:00', '**8 hours** from 22:00 to 6:00 (the next day)'],
  ['how long is it from 10pm to 6am?', '**8 hours**'],
  ['how many hours from 10pm to 6', '**8 hours**'],
  ['how many hours is it from 9 to 5', '**8 hours** from 9:00 to 17:00'],
  ['how many hours from 2 to 5pm', '**3 hours** from 14:00 to 17:00'],
  ['from 9:15 to 17:45 how many hours', '**8 hours 30 minutes**'],
  ['how many minutes between 14:10 and 15:05', '**55 minutes**'],
  ['how many minutes from 9:00 to 11:00', '**120 minutes (2 hours)** from 9:00'],
  ['time between 8:30 and 12:15', '**3 hours 45 minutes**'],
  ['14:45 - 9:15', '**5 hours 30 minutes** from 9:15 to 14:45'],
  ['add 30 minutes to 14:45', '**15:15** is 30 minutes after 14:45'],
  ['14:45 + 30 minutes', '**15:15**'],
  ['14:45 + 2:30', '**17:15**'],
  ['subtract 45 minutes from 9:15', '**8:30**'],
  ['10pm plus 3 hours', '**1:00 (the next day)**'],
  ['90 minutes before 9:00', '**7:30**'],
  ['an hour and a half after 3pm', '**16:30**'],
  ['what time will it be in 90 minutes?', '**13:00**'],
  ['in 3 hours', '**14:30**'],
  ['what time was it 12 hours ago', '**23:30, Wednesday, 14 January 2026**'],
  ['how many minutes until noon', '**30 minutes** until 12:00'],
  ['how many hours until tomorrow', '**12 hours 30 minutes** until Friday, 16 January 2026'],
  ['how many hours since 9am', '**2 hours 30 minutes** since 9:00'],
  ['3pm here in Tokyo', '15:00 your time is **23:00** in Tokyo'],
  ['time difference london new york', '**5 hours behind** London'],
  ['how many hours ahead is Tokyo', 'Tokyo is **8 hours ahead of** you'],
]

describe('clocks', () => {
  test.each(questions)('%s: %s', async (question, expected) => {
    const { skill, markdown } = await ask(question)
    expect(skill).toBe('own')
    expect(markdown).toContain(expected)
  })

  test('hours from now count the hour that summer time takes', async () => {
    const now = new Date('2026-03-29T00:30:00Z') // 01:30 in Berlin, half an hour before the clocks go forward
    expect((await ask('in 1 hour', { now })).markdown).toContain('**3:30**')
    expect((await ask('how many hours until noon', { now })).markdown).toContain('**9 hours 30 minutes**')
  })

  test.each(['10.25 - 3.50', '9-5', '16 - 4'])('%s is arithmetic', async (question) => {
    expect((await ask(question)).skill).toBe('arithmetic')
  })
})

const days: [string, string][] = [
  ['in how many days is 1 March', '**45 days** until Sunday, 1 March 2026'],
  ['in how many weeks is Christmas?', '**49 weeks and 1 day**'],
  ['3 weeks from Tuesday', '3 weeks after Tuesday, 20 January 2026'],
  ['when was last Friday', 'Friday, 9 January 2026'],
  ['first Monday in September', '**Monday, 7 September 2026**'],
  ['last Friday of March 2026', '**Friday, 27 March 2026**'],
  ['fifth Monday in February 2026', 'February 2026 has no such day'],
  ['how many Mondays in March', 'has **5** × Monday: 2, 9, 16, 23 and 30'],
  ['how many days left this month', '**16 days** left after today'],
  ['is today Friday?', '**No**: Thursday, 15 January 2026'],
  ['how many nights from 3 to 10 June', '**7 days** from Wednesday, 3 June 2026'],
  ['how many months between 1 Jan 2024 and 15 March 2026', '**26 months and 14 days**'],
  ['years between 1969 and 2026', '**57 years**'],
  ['how old is someone born in May 1990', 'Born in May 1990: **35 years** old.'],
  ['how old is someone born in January 1990', '**35 or 36** years old'],
  ['how old will I be in 2050 if I was born in 1990', '**59 or 60**'],
  ['what year was it 50 years ago', '**1976**'],
  ['what day was 29 Feb 2023', 'no leap year'],
  ['3/4/2026', '**Friday**: Friday, 3 April 2026'],
  ["when is Mother's Day", '**Sunday, 15 March 2026**'],
]

describe('days and months', () => {
  test.each(days)('%s: %s', async (question, expected) => {
    const { skill, markdown } = await ask(question)
    expect(skill).toBe('own')
    expect(markdown).toContain(expected)
  })

  test('a date with points has its day first everywhere', async () => {
    expect((await ask('which weekday is 12.05.2026', { locale: 'en-US' })).markdown).toContain('May 12, 2026')
    expect((await ask('days from 12.05.2026 until 30.06.2026', { locale: 'en-US' })).markdown).toContain('**49 days**')
  })

  test('one date that can only be read one way decides for the other', async () => {
    expect((await ask('days between 12/05/2026 and 30/06/2026', { locale: 'en-US' })).markdown).toContain('**49 days**')
    expect((await ask('days between 05/12/2026 and 06/30/2026')).markdown).toContain('**49 days**')
  })

  test.each(['day to day', 'month after month', 'is Ana free on Friday?'])('does not claim “%s”', async (question) => {
    expect((await ask(question)).intent ?? '').not.toMatch(/^(?:dates|time)\./)
  })
})
