import { describe, expect, test } from 'vitest'
import { readTask } from './natural-task.ts'
import { recurrenceLabel } from './recurrence-label.ts'

// Saturday, 13:30 in Berlin
const now = new Date('2026-11-21T12:30:00Z')
const read = (sentence: string, timeZone = 'Europe/Berlin') => readTask(sentence, now, timeZone)

describe('dates and times', () => {
  test.each([
    ['call Anna tomorrow 3pm', 'call Anna', '2026-11-22T15:00'],
    ['submit the form before next friday at noon', 'submit the form', '2026-11-27T12:00'],
    ['dentist on 3 December at 14:15 for 2 people', 'dentist for 2 people', '2026-12-03T14:15'],
    ['report on the 15th', 'report', '2026-12-15'],
    ['in 2 hours call mum', 'call mum', '2026-11-21T15:30'],
    ['renew passport in 3 days', 'renew passport', '2026-11-24'],
    ['lunch with Bob at 5', 'lunch with Bob', '2026-11-21T17:00'],
    ['breakfast at 7am', 'breakfast', '2026-11-22T07:00'],
    ['fix the roof this weekend', 'fix the roof', '2026-11-21'],
    ['movie tonight', 'movie', '2026-11-21T20:00'],
    ['Xmas shopping 12/20', 'Xmas shopping', '2026-12-20'],
    ['pay by 2026-12-01', 'pay', '2026-12-01'],
    ['call mom on sunday, bring cake 🎂', 'call mom, bring cake 🎂', '2026-11-22'],
    ['🎂 cake tomorrow for 👩‍👩‍👧', '🎂 cake for 👩‍👩‍👧', '2026-11-22'],
    ['tomorrow', 'tomorrow', '2026-11-22'],
  ])('%s', (sentence, title, due) => {
    expect(read(sentence)).toMatchObject({ title, due, recurrence: null })
  })
  test.each([
    'buy sun cream',
    'read March of Folly',
    "review Monday's notes",
    "yesterday's mail",
    'read "Thursday"',
    'finish chapters 3 to 5',
    'wait 5 minutes',
    'buy 3 apples',
    'write the weekly report',
    'plan a weekend in the mountains',
    'call 555-1234',
    'fix bug #123',
    'email anna@example.com',
    'upgrade to version 1.2.2026',
    '2 + 2',
  ])('"%s" has no date and stays as it is', (sentence) => {
    expect(read(sentence)).toMatchObject({ title: sentence, due: null, recurrence: null, project: null, contexts: [] })
  })
  test('"today" is the day on the clock of the person', () => {
    expect(read('x today', 'Pacific/Auckland').due).toBe('2026-11-22')
    expect(read('x today', 'America/Los_Angeles').due).toBe('2026-11-21')
    expect(readTask('x tomorrow', new Date('2026-11-22T04:00:00Z'), 'America/New_York').due).toBe('2026-11-22')
  })
})

describe('a range of times is taken whole', () => {
  test.each([
    ['Meeting 10-11 tomorrow', 'Meeting', '2026-11-22T10:00'],
    ['tomorrow 10–11 meeting', 'meeting', '2026-11-22T10:00'],
    ['Meeting from 10 to 11 tomorrow', 'Meeting', '2026-11-22T10:00'],
    ['Meeting on friday 3-4', 'Meeting', '2026-11-27T15:00'],
    ['nap tomorrow 2-3', 'nap', '2026-11-22T14:00'],
    ['lunch 11-1pm tomorrow', 'lunch', '2026-11-22T11:00'],
    ['call tomorrow 2-3pm', 'call', '2026-11-22T14:00'],
    ['call 14:00-15:30 on friday', 'call', '2026-11-27T14:00'],
    ['dinner 7-9 tonight', 'dinner', '2026-11-21T19:00'],
    ['party 9pm-1am on friday', 'party', '2026-11-27T21:00'],
    ['standup every weekday 9-10', 'standup', '2026-11-23T09:00'],
    ['review between 4 and 5 tomorrow', 'review', '2026-11-22T16:00'],
  ])('%s', (sentence, title, due) => {
    expect(read(sentence)).toMatchObject({ title, due })
  })
  test.each([
    ['read pages 10-11 tomorrow', 'read pages 10-11', '2026-11-22'],
    ['pay 3-4 invoices tomorrow', 'pay 3-4 invoices', '2026-11-22'],
    ['write up the 3-1 game tomorrow', 'write up the 3-1 game', '2026-11-22'],
    ['order 2 and 3 tomorrow', 'order 2 and 3', '2026-11-22'],
    ['trip 5-6 May', 'trip', '2027-05-05'],
  ])('or left whole: %s', (sentence, title, due) => {
    expect(read(sentence)).toMatchObject({ title, due })
  })
})

test('a date is understood beside anything else that was', () => {
  for (const sentence of ['Anna birthday 5 May #family', '5 May !high Anna birthday @home', 'Anna birthday 5 May    '])
    expect(read(sentence), sentence).toMatchObject({ title: 'Anna birthday', due: '2027-05-05' })
})

test.each([
  'essay on 14 July 1789',
  'every 45 january',
  'the 45th day of every month',
  'every 0 days after it is done',
])('"%s" is read without a fault', (sentence) => {
  const { due } = read(sentence)
  expect(due === null || due.startsWith('202')).toBe(true)
})

describe('again and again', () => {
  test.each([
    'Anna birthday 5 May every year',
    'Anna birthday on the 5th of May, every year',
    'Anna birthday May 5th yearly',
    'every year on 5 May Anna birthday',
  ])('%s', (sentence) => {
    expect(read(sentence)).toMatchObject({
      title: 'Anna birthday',
      due: '2027-05-05',
      recurrence: 'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=5',
    })
  })
  test('the days of the rule belong to it', () => {
    expect(read('review every 2 weeks on friday at 4')).toMatchObject({
      title: 'review',
      due: '2026-11-27T16:00',
      recurrence: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR',
    })
    expect(read('backup every 3 months on the last friday')).toMatchObject({
      title: 'backup',
      recurrence: 'FREQ=MONTHLY;INTERVAL=3;BYDAY=-1FR',
    })
  })
  test.each([
    ['pay rent every month on the 1st', '2026-12-01', 'FREQ=MONTHLY;BYMONTHDAY=1', 'every month on the 1st'],
    [
      'rent on the 31st of every month',
      '2026-11-30',
      'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1',
      'every month on the 31st',
    ],
    ['pay card every 1st and 15th', '2026-12-01', 'FREQ=MONTHLY;BYMONTHDAY=1,15', 'every month on the 1st and 15th'],
    ['standup every weekday at 9:30', '2026-11-23T09:30', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'every weekday'],
    ['gym every mon, wed and fri', '2026-11-23', 'FREQ=WEEKLY;BYDAY=MO,WE,FR', 'every Monday, Wednesday, and Friday'],
    ['bins every sunday evening', '2026-11-22T18:00', 'FREQ=WEEKLY;BYDAY=SU', 'every Sunday'],
    [
      'backup every last friday of the month',
      '2026-11-27',
      'FREQ=MONTHLY;BYDAY=-1FR',
      'every month on the last Friday',
    ],
    [
      'close the books every last day of the month',
      '2026-11-30',
      'FREQ=MONTHLY;BYMONTHDAY=-1',
      'every month on the last day',
    ],
    ['pay tax every january 5th', '2027-01-05', 'FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=5', 'every year on 5 January'],
    ['water plants every! 3 days', '2026-11-21', 'rec:3d', 'every 3 days after it is done'],
    ['send report weekly', '2026-11-21', 'FREQ=WEEKLY;BYDAY=SA', 'every Saturday'],
    ['stretch daily for 5 times', '2026-11-21', 'FREQ=DAILY;COUNT=5', 'every day, 5 times'],
    ['walk every day until 2026-12-24', '2026-11-21', 'FREQ=DAILY;UNTIL=20261224', 'every day until 2026-12-24'],
    [
      'review every other friday starting next week',
      '2026-12-04',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR',
      'every 2 weeks on Friday',
    ],
    ['check backups quarterly', '2026-11-21', 'FREQ=MONTHLY;INTERVAL=3', 'every 3 months'],
  ])('%s', (sentence, due, recurrence, label) => {
    const task = read(sentence)
    expect(task).toMatchObject({ due, recurrence })
    expect(recurrenceLabel(recurrence)).toBe(label)
    expect(task.title).toBe(sentence.split(/ (?:every|on the|weekly|daily|quarterly)/)[0])
  })
})

test('project, context and priority in every habit of writing them', () => {
  expect(read('call Anna tomorrow 3pm #home @phone !high')).toMatchObject({
    title: 'call Anna',
    project: 'home',
    contexts: ['phone'],
    priority: 'A',
  })
  expect(read('(B) prepare slides +work')).toMatchObject({ title: 'prepare slides', project: 'work', priority: 'B' })
  expect(read('p3 tidy up @house @garden')).toMatchObject({
    title: 'tidy up',
    contexts: ['house', 'garden'],
    priority: 'C',
  })
  expect(read('Müll raus #Küche !d')).toMatchObject({ title: 'Müll raus', project: 'Küche', priority: 'D' })
})

test('the preview knows which words were understood', () => {
  const sentence = 'take out bins every sunday evening #home'
  const parts = read(sentence).parts.map((part) => [part.kind, sentence.slice(part.start, part.end)])
  expect(parts).toEqual([
    ['recurrence', 'every sunday'],
    ['due', 'evening'],
    ['project', '#home'],
  ])
})
