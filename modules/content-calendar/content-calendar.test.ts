import { addDays } from '@atrium/domain/dates/days'
import { dayOf } from '@atrium/domain/dates/local-time'
import ICAL from 'ical.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import type { ChannelRow } from './channels.ts'
import type { EventRow, Occurrence } from './event.ts'
import calendar from './server.ts'

const NEW_YORK = 'America/New_York'
let at: TestModules
beforeAll(async () => {
  at = await testModules(calendar)
})
const call = <T = { event: EventRow }>(who: string, action: string, input: unknown = {}, zone = NEW_YORK) =>
  at.act<T>(who, `content-calendar.${action}`, input, zone)
const act = async <T = { event: EventRow }>(who: string, action: string, input: unknown = {}, zone = NEW_YORK) => {
  const answer = await call<T>(who, action, input, zone)
  expect([answer.status, answer.error]).toEqual([200, ''])
  return answer.output
}
const add = (who: string, more: object) => act<EventRow>(who, 'add', { title: 'Standup', ...more })
const between = async (who: string, from: string, to: string, zone = NEW_YORK) =>
  (await act<{ occurrences: Occurrence[] }>(who, 'occurrences', { from, to, zone })).occurrences
const starts = async (...given: Parameters<typeof between>) => (await between(...given)).map(({ start }) => start)
const file = async (who: string, format: string) => {
  const answer = await at.fetch(who, `/api/m/content-calendar/exports/${format}?zone=${NEW_YORK}`)
  return Buffer.from(await answer.arrayBuffer()).toString()
}
const take = (who: string, name: string, bytes: string, more = {}) =>
  at.importFile(who, `content-calendar.${name.split('.').at(-1)}`, { name, bytes }, more)
const weekly = { start: '2026-10-19T09:00', zone: NEW_YORK, rrule: 'FREQ=WEEKLY' }

describe('a weekly event at 09:00 in New York', () => {
  test('stays at 09:00 across 1 November 2026, in the list for New York and for Berlin', async () => {
    await add('ann', weekly)
    expect(await starts('ann', '2026-10-26', '2026-11-10')).toEqual([
      '2026-10-26T09:00',
      '2026-11-02T09:00',
      '2026-11-09T09:00',
    ])
    expect(await starts('ann', '2026-10-19', '2026-11-10', 'Europe/Berlin')).toEqual([
      '2026-10-19T15:00',
      '2026-10-26T14:00',
      '2026-11-02T15:00',
      '2026-11-09T15:00',
    ])
  })
  test('does so in the exported file too, by its own VTIMEZONE', async () => {
    const text = await file('ann', 'ics')
    expect(text).toContain('DTSTART;TZID=America/New_York:20261019T090000\r\n')
    const root = new ICAL.Component(ICAL.parse(text))
    const zone = new ICAL.Timezone(root.getFirstSubcomponent('vtimezone') as ICAL.Component)
    const event = new ICAL.Event(root.getFirstSubcomponent('vevent') as ICAL.Component)
    const each = event.iterator()
    const found = Array.from({ length: 4 }, () => {
      const { year, month, day, hour, minute } = each.next()
      return new ICAL.Time({ year, month, day, hour, minute, second: 0, isDate: false }, zone)
    })
    expect(found.map((time) => [time.hour, time.toJSDate().toISOString()])).toEqual([
      [9, '2026-10-19T13:00:00.000Z'],
      [9, '2026-10-26T13:00:00.000Z'],
      [9, '2026-11-02T14:00:00.000Z'],
      [9, '2026-11-09T14:00:00.000Z'],
    ])
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  })
  test('belongs to nobody else', async () => {
    const [mine] = await between('ann', '2026-10-26', '2026-10-27')
    expect(await between('ben', '2026-10-01', '2027-01-01')).toEqual([])
    expect((await call('ben', 'get', { id: mine?.id })).status).toBe(404)
    expect((await call('ben', 'remove', { id: mine?.id, scope: 'all' })).status).toBe(404)
    expect((await call('', 'occurrences', { from: '2026-10-01', to: '2026-11-01' })).status).toBe(200)
  })
})

describe('a series', () => {
  test('is dragged by one, by the following and by all, from another zone, and undone', async () => {
    const { id } = await add('cleo', weekly)
    const days = () => starts('cleo', '2026-10-18', '2026-11-17')
    const one = { id, occurrence: '2026-11-02T09:00', start: '2026-11-03T16:00', zone: 'Europe/Berlin' }
    const moved = await call('cleo', 'move', one)
    expect(await days()).toEqual([
      '2026-10-19T09:00',
      '2026-10-26T09:00',
      '2026-11-03T10:00',
      '2026-11-09T09:00',
      '2026-11-16T09:00',
    ])
    expect((await at.undo('cleo', moved.change)).status).toBe(200)
    const split = await call('cleo', 'move', {
      id,
      occurrence: '2026-11-02T09:00',
      start: '2026-11-03T08:00',
      scope: 'following',
    })
    expect(await days()).toEqual(['2026-10-19T09:00', '2026-10-26T09:00', '2026-11-03T08:00', '2026-11-10T08:00'])
    expect((await at.undo('cleo', split.change)).status).toBe(200)
    await act('cleo', 'move', {
      id,
      occurrence: '2026-11-02T09:00',
      start: '2026-11-02T11:00',
      minutes: 30,
      scope: 'all',
    })
    expect((await between('cleo', '2026-10-18', '2026-10-28')).map(({ start, end }) => [start, end])).toEqual([
      ['2026-10-19T11:00', '2026-10-19T11:30'],
      ['2026-10-26T11:00', '2026-10-26T11:30'],
    ])
  })
  test('loses one occurrence, and all', async () => {
    const { id } = await add('dora', weekly)
    await act('dora', 'change', { id, occurrence: '2026-11-02T09:00', change: { title: 'Special' } })
    expect((await between('dora', '2026-11-02', '2026-11-03')).map(({ title }) => title)).toEqual(['Special'])
    await act('dora', 'remove', { id, occurrence: '2026-10-26T09:00' })
    expect(await starts('dora', '2026-10-18', '2026-11-03')).toEqual(['2026-10-19T09:00', '2026-11-02T09:00'])
    await act('dora', 'remove', { id, scope: 'all' })
    expect(await starts('dora', '2026-10-18', '2026-11-30')).toEqual([])
  })
})

test('bad input is refused with a sentence', async () => {
  const error = async (action: string, input: object) => (await call('eve', action, input)).error
  expect(await error('add', { title: ' ', start: '2026-11-02' })).toBe('It needs a title.')
  expect(await error('add', { title: 'x', start: '2026-02-30T09:00' })).toBe('That is no day of the calendar.')
  expect(await error('add', { title: 'x', start: 'soon' })).toBe('Say when: a day, or a day and a time.')
  expect(await error('add', { title: 'x', start: '2026-11-02', zone: 'Mars/Base' })).toContain(
    'That time zone is not known.',
  )
  expect(await error('add', { title: 'x', start: '2026-11-02', rrule: 'FREQ=HOURLY' })).toContain('repeats by the day')
  expect(await error('add', { title: 'x', start: '2026-11-02', rrule: 'FREQ=WEEKLY;BYDAY=XX' })).toContain(
    'cannot be kept',
  )
  expect(await error('occurrences', { from: '2026-01-01', to: '2030-01-01' })).toBe(
    'Ask for at most two years at once.',
  )
  expect(await error('schedule', { title: 'x', when: 'sometime' })).toContain(
    '“sometime” is no time that I understand.',
  )
  const { id } = await add('eve', weekly)
  expect(await error('move', { id, occurrence: '2026-11-03T09:00', start: '2026-11-04T09:00' })).toBe(
    'The series has no occurrence then.',
  )
  expect((await call('eve', 'change', { id, version: 99, change: { title: 'y' } })).status).toBe(409)
})

test('words put something on the calendar and ask what is on it', async () => {
  const made = await act<EventRow>('finn', 'schedule', { title: 'Lunch with Ida', when: 'tomorrow 12-13:30' })
  expect(made).toMatchObject({ title: 'Lunch with Ida', minutes: 90, zone: NEW_YORK })
  const agenda = await act<{ occurrences: Occurrence[] }>('finn', 'agenda', { when: 'tomorrow' })
  expect(agenda.occurrences.map(({ title, start }) => [title, start])).toEqual([['Lunch with Ida', made.start]])
  expect((await act<{ events: EventRow[] }>('finn', 'search', { words: 'ida' })).events).toHaveLength(1)
})

test('what comes next is told, across series, without what is over or called off, a far one only where nothing is nearer', async () => {
  const next = async (limit?: number) =>
    (await act<{ occurrences: Occurrence[] }>('nia', 'next', { limit })).occurrences.map(({ title }) => title)
  // Taken once: days that lie a day nearer or farther, when midnight comes or another zone's has come, change nothing below.
  const today = new Date().toISOString().slice(0, 10)
  const day = (after: number) => addDays(today, after)
  expect(await next()).toEqual([])
  await add('nia', { title: 'Fair', start: day(200) })
  expect(await next()).toEqual(['Fair'])
  await add('nia', { title: 'Over', start: day(-3) })
  await add('nia', { title: 'Off', start: `${day(3)}T09:00`, status: 'cancelled' })
  await add('nia', { title: 'Weekly', start: `${day(-5)}T09:00`, zone: NEW_YORK, rrule: 'FREQ=WEEKLY' })
  await add('nia', { title: 'Trip', start: day(4) })
  expect(await next(3)).toEqual(['Weekly', 'Trip', 'Weekly'])
})

describe('a post', () => {
  test('takes the next free time of its channel, is approved, and approved again after other words', async () => {
    const slots = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, time: '09:00' }))
    const channel = await act<ChannelRow>('gil', 'addChannel', { network: 'x', slots, needsApproval: true })
    expect(channel).toMatchObject({ name: 'X', zone: NEW_YORK })
    const post = (text: string) =>
      add('gil', { title: text, kind: 'post', start: '2027-01-01', text, channels: [channel.id] })
    const [first, second] = [await post('One'), await post('Two')]
    expect((await call('gil', 'queue', { id: first.id })).error).toContain('X asks for approval first')
    for (const { id } of [first, second]) {
      await act('gil', 'decide', { id, status: 'review' })
      await act('gil', 'decide', { id, status: 'approved', note: 'Fine' })
    }
    const queued = (await act('gil', 'queue', { id: first.id })).event
    const next = (await act('gil', 'queue', { id: second.id })).event
    expect(queued).toMatchObject({ status: 'scheduled', zone: NEW_YORK, start: expect.stringMatching(/T09:00$/) })
    expect(dayOf(next.start)).toBe(addDays(dayOf(queued.start), 1))
    expect(queued.decisions.map(({ decision }) => decision)).toEqual(['submitted', 'approved', 'scheduled'])
    await act('gil', 'change', { id: first.id, change: { text: 'Else' } })
    expect((await act<{ review: EventRow[] }>('gil', 'overview')).review.map(({ id }) => id)).toEqual([first.id])
    const long = await call('gil', 'add', {
      title: 'Long',
      kind: 'post',
      start: '2027-01-01',
      text: 'a'.repeat(281),
      channels: [channel.id],
      status: 'review',
    })
    expect(long.error).toBe('The text for X has 281 characters; X allows 280.')
    await act('gil', 'removeChannel', { id: channel.id })
    expect((await act<{ event: EventRow }>('gil', 'get', { id: second.id })).event.channels).toEqual([])
  })
})

describe('a calendar file', () => {
  const outlook = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VTIMEZONE',
    'TZID:Eastern Standard Time',
    'BEGIN:STANDARD',
    'DTSTART:16011104T020000',
    'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11',
    'TZOFFSETFROM:-0400',
    'TZOFFSETTO:-0500',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:16010311T020000',
    'RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3',
    'TZOFFSETFROM:-0500',
    'TZOFFSETTO:-0400',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    'UID:series@example.org',
    'SUMMARY:Stand\\, up',
    'DTSTART;TZID=Eastern Standard Time:20261019T090000',
    'DTEND;TZID=Eastern Standard Time:20261019T093000',
    'RRULE:FREQ=WEEKLY;UNTIL=20261116T140000Z',
    'EXDATE;TZID=Eastern Standard Time:20261026T090000',
    'DESCRIPTION:A long line that is folded here \r\n and goes on\\nbelow',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:series@example.org',
    'RECURRENCE-ID:20261102T140000Z',
    'SUMMARY:Moved',
    'DTSTART;TZID=Eastern Standard Time:20261103T100000',
    'DURATION:PT45M',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:day@example.org',
    'SUMMARY:Fair',
    'DTSTART;VALUE=DATE:20261105',
    'DTEND;VALUE=DATE:20261107',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:broken@example.org',
    'SUMMARY:Broken',
    'DTSTART:someday',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
  const expected = [
    ['Stand, up', '2026-10-19T09:00', '2026-10-19T09:30'],
    ['Moved', '2026-11-03T10:00', '2026-11-03T10:45'],
    ['Fair', '2026-11-05', '2026-11-07'],
    ['Stand, up', '2026-11-09T09:00', '2026-11-09T09:30'],
    ['Stand, up', '2026-11-16T09:00', '2026-11-16T09:30'],
  ]
  const all = async (who: string) =>
    (await between(who, '2026-10-01', '2027-01-01')).map(({ title, start, end }) => [title, start, end])

  test('of Outlook is read with its zone, its exceptions and its changed occurrence; what is broken is named', async () => {
    const { report } = await take('hal', 'outlook.ics', outlook)
    expect(report).toMatchObject({ added: 3, refused: 1 })
    expect(report.rows.refused[0]).toMatchObject({
      line: 41,
      text: 'Broken',
      reason: expect.stringContaining('Its DTSTART is no day or time.'),
    })
    expect(await all('hal')).toEqual(expected)
    expect((await between('hal', '2026-10-19', '2026-10-20'))[0]).toMatchObject({ zone: NEW_YORK })
  })
  test('adds nothing the second time, and leaves alone what was changed here', async () => {
    const [first] = await between('hal', '2026-10-19', '2026-10-20')
    await act('hal', 'change', { id: first?.id, scope: 'all', change: { place: 'Here' } })
    expect((await take('hal', 'outlook.ics', outlook)).report).toMatchObject({ added: 0, changed: 0, same: 3 })
    expect((await take('hal', 'outlook.ics', outlook.replace('Fair', 'Big fair'))).report).toMatchObject({
      added: 0,
      changed: 1,
      same: 2,
    })
    expect((await between('hal', '2026-10-19', '2026-10-20'))[0]).toMatchObject({ place: 'Here' })
  })
  test('that was exported says the same to somebody else, and nothing new to its owner', async () => {
    const text = await file('hal', 'ics')
    expect((await take('hal', 'own.ics', text)).report).toMatchObject({ added: 0, refused: 0 })
    expect((await take('ida', 'own.ics', text)).report).toMatchObject({ added: 3, refused: 0 })
    expect(await all('ida')).toEqual(await all('hal'))
  })
  test('of nothing is refused with a reason', async () => {
    expect((await take('ida', 'none.ics', 'hello')).report.rows.refused).toMatchObject([
      { reason: 'There is no event in this file.' },
    ])
  })
  test('is a feed behind a secret address, until that is closed', async () => {
    const feed = await act<{ id: string; path: string }>('hal', 'makeFeed')
    const answer = await at.fetch('', feed.path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(await answer.text()).toContain('SUMMARY:Moved')
    expect((await call('ann', 'endFeed', { id: feed.id })).status).toBe(404)
    await act('hal', 'endFeed', { id: feed.id })
    expect((await at.fetch('', feed.path)).status).toBe(404)
  })
})

test('a table is read with its refused rows, adds nothing twice, and comes out as it is', async () => {
  const { name } = await act<ChannelRow>('jon', 'addChannel', { network: 'bluesky', name: 'Sky' })
  const table = `title,start,end,zone,text,channels\r\nFair,2026-11-05 10:00,2026-11-05 12:00,Europe/Berlin,,\r\nLaunch,2026-11-06 09:00,,${NEW_YORK},"Hello, ""world""",${name}\r\nBad,someday,,,,\r\nWho,2026-11-06,,,Hi,Nobody\r\n`
  const { report } = await take('jon', 'plan.csv', table)
  expect(report).toMatchObject({ added: 2, refused: 2 })
  expect(report.rows.refused.map(({ line, reason }) => [line, reason])).toEqual([
    [4, 'It has no start: a date such as 2026-11-02 or 2026-11-02 09:00.'],
    [5, 'There is no channel called “Nobody”. Add it first.'],
  ])
  expect((await take('jon', 'plan.csv', table)).report).toMatchObject({ added: 0, changed: 0, same: 2 })
  expect(await between('jon', '2026-11-05', '2026-11-07')).toMatchObject([
    { title: 'Fair', start: '2026-11-05T04:00', end: '2026-11-05T06:00', kind: 'event' },
    { title: 'Launch', start: '2026-11-06T09:00', kind: 'post', status: 'draft' },
  ])
  const out = await file('jon', 'csv')
  expect(out).toContain('"Hello, ""world"""')
  expect((await take('jon', 'out.csv', out)).report).toMatchObject({ added: 0, refused: 0 })
  const google =
    'Subject,Start Date,Start Time,End Date,End Time,All Day Event\nParty,12/31/2026,8:00 PM,12/31/2026,11:30 PM,False\nHoliday,01/01/2027,,01/01/2027,,True\n'
  expect((await take('kay', 'google.csv', google)).report).toMatchObject({ added: 2, refused: 0 })
  expect((await between('kay', '2026-12-31', '2027-01-02', 'UTC')).map(({ start, end }) => [start, end])).toEqual([
    ['2026-12-31T20:00', '2026-12-31T23:30'],
    ['2027-01-01', '2027-01-02'],
  ])
})

test.each(['\n', '\r', '\r\n', ' \t\n'])('a table of nothing but empty lines ending in %j is empty', async (end) => {
  const { status, error } = await take('zoe', 'plan.csv', end.repeat(10_000_000 / end.length))
  expect([status, error]).toEqual([400, 'The file is empty.'])
  const table = `title,start\n${end.repeat(100_000)}Fair,2026-11-05 10:00\n`
  expect((await take('zoe', 'plan.csv', table)).report).toMatchObject({ refused: 0 })
})

test('the sample fills a calendar, its channels and its queue, and goes with one undo', async () => {
  const sample = await call<{ added: number }>('lea', 'sample')
  expect(sample.output.added).toBeGreaterThan(7)
  const overview = await act<{ channels: unknown[]; review: unknown[] }>('lea', 'overview')
  expect([overview.channels.length, overview.review.length]).toEqual([3, 1])
  expect((await at.undo('lea', sample.change)).status).toBe(200)
  expect(await act('lea', 'overview')).toMatchObject({ total: 0, channels: [] })
})

test('the overview counts scheduled posts whose moment has passed, once each', async () => {
  const late = async () => (await act<{ late: number }>('mia', 'overview')).late
  expect(await late()).toBe(0)
  const channel = await act<ChannelRow>('mia', 'addChannel', { network: 'x' })
  const post = { kind: 'post', status: 'scheduled', start: '2020-01-01T10:00', text: 'Hello', channels: [channel.id] }
  const { id } = await add('mia', post)
  await add('mia', { ...post, status: 'draft' })
  await add('mia', { title: 'Past', start: '2020-01-01T10:00' })
  await add('mia', { ...post, start: '2999-01-01T10:00' })
  expect(await late()).toBe(1)
  await act('mia', 'decide', { id, status: 'posted' })
  expect(await late()).toBe(0)
})
