import { describe, expect, test } from 'vitest'
import { world } from './test-context.ts'

// Thursday, 15 January 2026, 11:30 in Berlin
const { ask } = world({ locale: 'en-GB' })

const questions: [string, string][] = [
  ['days until 1 March', '**45 days** until Sunday, 1 March 2026'],
  ['How many days until 1 March?', '**45 days**'],
  ['how many weeks until 1 March', '**6 weeks and 3 days**'],
  ['how long until Christmas?', '**344 days**'],
  ['days until 14 January', '**364 days**'],
  ['days until today', 'is **today**'],
  ['days until 29 February', 'Tuesday, 29 February 2028'],
  ['days between 3 Jan and 14 Feb', '**42 days**'],
  ['days between 20 December and 5 January', '**16 days**'],
  ['how many days from 1 May to 9 May', '**8 days**'],
  ['days between 1 March 2024 and 1 March 2025', '**365 days**'],
  ['days between 28 Feb 2024 and 1 Mar 2024', '**2 days**'],
  ['what day was 4 July 1999', '**Sunday**'],
  ['What day of the week was 20 July 1969?', '**Sunday**'],
  ['what day will 25 December 2026 fall on?', '**Friday**'],
  ['90 days from today', '**Wednesday, 15 April 2026**'],
  ['what date is it in 45 days', '**Sunday, 1 March 2026**'],
  ['2 weeks before 1 December', '**Tuesday, 17 November 2026**'],
  ['3 weeks ago', '**Thursday, 25 December 2025**'],
  ['31 Jan 2026 + 1 month', '**Saturday, 28 February 2026**'],
  ['add 90 days to 1 March 2026', '**Saturday, 30 May 2026**'],
  ['10 working days from today', '**Thursday, 29 January 2026**'],
  ['working days between 5 Jan 2026 and 16 Jan 2026', '**10 working days**'],
  ['how old is someone born 12 May 1990', '**35 years** old'],
  ['How old am I if I was born on 15 January 2000?', 'birthday today'],
  ['how old is someone born 16 January 2000', '**25 years** old'],
  ['how old is someone born in 1990', '**35 or 36**'],
  ['how many days since 1 January', '**14 days**'],
  ['how long ago was 4 July 1999', '26 years, 6 months and 11 days'],
  ['what time is it in Tokyo', '**19:30** in Tokyo'],
  ['what time is it in New York?', '**5:30** in New York'],
  ['what time is it', '**11:30**'],
  ['3pm New York in London', '**20:00** in London'],
  ['what time is 3pm New York in London', '**20:00** in London'],
  ['what time is it in London when it’s 3pm in New York', '**20:00** in London'],
  ['15:00 CET in PST', '**6:00** in PST'],
  ['11pm London in Tokyo', '**8:00** in Tokyo, the next day'],
  ['time difference between London and Tokyo', '**9 hours ahead of** London'],
  ['week number', '**week 3**'],
  ['what week number is 1 January 2027', '**week 53** of 2026'],
  ['is 2024 a leap year', 'Yes, **2024 is a leap year**'],
  ['was 1900 a leap year?', 'No, **1900 is not a leap year**'],
  ['when is the next leap year', '**2028**'],
  ['how many days in February', '**28 days**'],
  ['how many days are there in February 2028?', '**29 days**'],
  ['when is Easter 2027', '**Sunday, 28 March 2027**'],
  ['what day is it?', '**Thursday, 15 January 2026**'],
  ["what's the date tomorrow", '**Friday, 16 January 2026**'],
  ['what day is 3/4/2026', '3 April 2026'],
  ['what year is it', '**2026**'],
  ["what was yesterday's date?", '**Wednesday, 14 January 2026**'],
  ['how many days left in the year', '**350 days**'],
  ['how many weeks in 2026', '**53 calendar weeks**'],
  ['how many working days in January', '**22 working days**'],
  ['what day is Christmas next year', '**Saturday**'],
  ["when it's 9am in Paris what time is it in Tokyo", '**17:00** in Tokyo'],
  ['is this year a leap year?', 'No, **2026'],
  ['age if born 3 June 1988', '**37 years**'],
  ['how many hours until midnight', '**12 hours 30 minutes**'],
  ['a week from Friday', '**Friday, 23 January 2026**'],
]

describe('dates', () => {
  test.each(questions)('%s: %s', async (question, expected) => {
    const { skill, markdown } = await ask(question)
    expect(skill).toBe('own')
    expect(markdown).toContain(expected)
  })

  test('reads 3/4 as the fourth of March in the United States', async () => {
    expect((await ask('what day is 3/4/2026', { locale: 'en-US' })).markdown).toContain('March 4, 2026')
  })

  test('counts from the day of the person, not of the server', async () => {
    const now = new Date('2026-01-15T23:30:00Z')
    expect((await ask("what's the date?", { now, timeZone: 'UTC' })).markdown).toContain('15 January')
    expect((await ask("what's the date?", { now, timeZone: 'Asia/Tokyo' })).markdown).toContain('16 January')
    expect((await ask('days until 17 January', { now, timeZone: 'Asia/Tokyo' })).markdown).toContain('**1 day**')
    expect((await ask('what is the date tomorrow', { now, timeZone: 'America/Los_Angeles' })).markdown).toContain(
      '16 January',
    )
  })

  test('follows summer time where the clocks change', async () => {
    const now = new Date('2026-03-20T12:00:00Z') // New York has changed its clocks, London has not
    expect((await ask('3pm New York in London', { now })).markdown).toContain('**19:00** in London')
  })

  test.each([
    ['days until 30 February', 'There is no 30 February'],
    ['days until my birthday', 'Which day do you mean?'],
    ['what time is it in Narnia', 'do not know the time zone of “Narnia”'],
    ['9000 years from today', 'outside the years 1 to 9999'],
  ])('is plain about %s', async (question, expected) => {
    const { skill, markdown } = await ask(question)
    expect(skill).toBe('own')
    expect(markdown).toContain(expected)
  })

  test.each([
    'when was Napoleon born',
    'how long is the river Nile',
    'when should I plant tomatoes',
    'Who won in 2018?',
    'day after day',
    'the best days of my life',
  ])('does not claim “%s”', async (question) => {
    expect((await ask(question)).intent ?? '').not.toMatch(/^(?:dates|time)\./)
  })
})
