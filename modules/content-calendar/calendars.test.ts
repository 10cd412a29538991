import { beforeAll, describe, expect, test } from 'vitest'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import { inTeam, join, makeTeam } from '../../server/teams/test-teams.ts'
import { testApp } from '../../server/test-app.ts'
import type { CalendarView } from './calendars.ts'
import type { EventRow, Occurrence } from './event.ts'
import calendar from './server.ts'

let at: TestModules
beforeAll(async () => {
  at = await testModules(calendar)
})
const call = <T>(who: string, action: string, input: unknown = {}) =>
  at.act<T>(who, `content-calendar.${action}`, input, 'Europe/Berlin')
const act = async <T = CalendarView>(who: string, action: string, input: unknown = {}) => {
  const answer = await call<T>(who, action, input)
  expect([answer.status, answer.error]).toEqual([200, ''])
  return answer.output
}
interface Overview {
  calendars: CalendarView[]
  feeds: { id: string; calendar: string | null }[]
}
const calendars = async (who: string) => (await act<Overview>(who, 'overview')).calendars
const add = (who: string, more: object) =>
  act<EventRow>(who, 'add', { title: 'Stand-up', start: '2026-11-02T09:00', ...more })
const shown = async (who: string) =>
  (await act<{ occurrences: Occurrence[] }>(who, 'occurrences', { from: '2026-11-01', to: '2026-12-01' })).occurrences
const places = async (who: string) => (await shown(who)).map(({ title, calendar: on }) => [title, on])

describe('calendars', () => {
  test('there is one from the start, and others have colours of their own', async () => {
    expect(await calendars('ann')).toMatchObject([{ id: 'main', name: 'Calendar', isDefault: true, isShown: true }])
    const work = await act('ann', 'addCalendar', { name: ' Work ' })
    const home = await act('ann', 'addCalendar', { name: 'Home', colour: '#123456' })
    expect(home.colour).toBe('#123456')
    expect(work.name).toBe('Work')
    const all = await calendars('ann')
    expect(new Set(all.map(({ colour }) => colour)).size).toBe(3)
    expect(all.map(({ name }) => name)).toEqual(['Calendar', 'Work', 'Home'])
  })

  test('the main one is renamed, hidden and coloured as the others are, and cannot be deleted', async () => {
    await act('bob', 'changeCalendar', { id: 'main', name: 'Bob', colour: '#abcdef', isShown: false })
    expect(await calendars('bob')).toMatchObject([{ id: 'main', name: 'Bob', colour: '#abcdef', isShown: false }])
    expect((await call('bob', 'removeCalendar', { id: 'main' })).error).toContain('The main calendar stays.')
    expect((await call('bob', 'changeCalendar', { id: 'main', colour: 'red' })).error).toBe(
      'A colour is written like #1e90ff.',
    )
    expect((await call('bob', 'addCalendar', { name: ' ' })).error).toBe('A calendar needs a name.')
  })

  test('new things go into the default one, on its clocks, or into the one that is named', async () => {
    const tokyo = await act('cleo', 'addCalendar', { name: 'Tokyo', zone: 'Asia/Tokyo' })
    await act('cleo', 'changeCalendar', { id: tokyo.id, isDefault: true })
    expect((await calendars('cleo')).map(({ isDefault }) => isDefault)).toEqual([false, true])
    expect(await add('cleo', {})).toMatchObject({ calendar: tokyo.id, zone: 'Asia/Tokyo' })
    expect(await add('cleo', { calendar: null })).toMatchObject({ calendar: null, zone: 'Europe/Berlin' })
    expect((await call('cleo', 'add', { title: 'x', start: '2026-11-02', calendar: 'none' })).error).toBe(
      'That calendar is not there any more.',
    )
    await act('cleo', 'changeCalendar', { id: 'main', isDefault: true })
    expect((await calendars('cleo')).map(({ isDefault }) => isDefault)).toEqual([true, false])
  })

  test('a series goes to another calendar with its changed occurrences, and undo brings it back', async () => {
    const work = await act('dora', 'addCalendar', { name: 'Work' })
    const { id } = await add('dora', { rrule: 'FREQ=WEEKLY', zone: 'Europe/Berlin' })
    const second = { id, occurrence: '2026-11-09T09:00' }
    await act('dora', 'change', { ...second, change: { title: 'Special' } })
    const moved = await call('dora', 'change', { ...second, scope: 'this', change: { calendar: work.id } })
    expect(new Set((await places('dora')).map(([, on]) => on))).toEqual(new Set([work.id]))
    expect((await places('dora')).map(([title]) => title)).toEqual([
      'Stand-up',
      'Special',
      'Stand-up',
      'Stand-up',
      'Stand-up',
    ])
    await at.undo('dora', moved.change)
    expect(new Set((await places('dora')).map(([, on]) => on))).toEqual(new Set([null]))
  })

  test('deleted, it takes what is in it along; undo brings both back', async () => {
    const work = await act('eve', 'addCalendar', { name: 'Work' })
    await add('eve', { title: 'Fair', calendar: work.id })
    await add('eve', { title: 'Lunch' })
    const removed = await call('eve', 'removeCalendar', { id: work.id })
    expect(await places('eve')).toEqual([['Lunch', null]])
    await at.undo('eve', removed.change)
    expect(await places('eve')).toEqual([
      ['Fair', work.id],
      ['Lunch', null],
    ])
  })

  test('what is hidden is neither told nor next, and what is shown is', async () => {
    const work = await act('finn', 'addCalendar', { name: 'Work' })
    await add('finn', { title: 'Fair', calendar: work.id, start: '2099-01-05T09:00' })
    const agenda = async () =>
      (await act<{ occurrences: Occurrence[] }>('finn', 'agenda', { when: '5 January 2099' })).occurrences.length
    expect(await agenda()).toBe(1)
    await act('finn', 'changeCalendar', { id: work.id, isShown: false })
    expect(await agenda()).toBe(0)
  })

  test('what a team’s member hides stays there for the others; what was hidden before stays so for who has not chosen', async () => {
    const app = await testApp()
    const [owner, editor] = [await app.member(), await app.member()]
    const { id: team } = await makeTeam(owner)
    await join(owner, team, editor, 'editor')
    const on = async <T>(who: typeof owner, action: string, input: object = {}) =>
      (await inTeam<T>(who, team, 'POST', `/api/m/content-calendar/${action}`, input)).output
    const work = await on<CalendarView>(owner, 'addCalendar', { name: 'Work' })
    await on(owner, 'add', { title: 'Fair', calendar: work.id, start: '2099-01-05' })
    const seen = async (who: typeof owner) => {
      const { calendars: all } = await on<Overview>(who, 'overview')
      const { occurrences } = await on<{ occurrences: unknown[] }>(who, 'agenda', { when: '5 January 2099' })
      return [all.find(({ id }) => id === work.id)?.isShown, occurrences.length]
    }
    expect(await on(editor, 'changeCalendar', { id: work.id, isShown: false })).toMatchObject({ isShown: false })
    expect([await seen(editor), await seen(owner)]).toEqual([
      [false, 0],
      [true, 1],
    ])
    const before = `data = (data - 'shownTo') || '{"isShown": false}', schema_version = 1`
    await app.db.$client.query(`update records set ${before} where id = $1`, [work.id])
    expect(await seen(owner)).toEqual([false, 0])
    await on(owner, 'changeCalendar', { id: work.id, isShown: true })
    expect([await seen(editor), await seen(owner)]).toEqual([
      [false, 0],
      [true, 1],
    ])
  })

  test('of another person it is not there', async () => {
    const { id } = await act('gil', 'addCalendar', { name: 'Gil' })
    for (const action of ['changeCalendar', 'removeCalendar', 'refresh'])
      expect((await call('hal', action, { id })).status).toBe(404)
    expect((await call('hal', 'add', { title: 'x', start: '2026-11-02', calendar: id })).status).toBe(400)
  })

  test('events of before there were calendars are in the main one', async () => {
    const { id } = await add('ida', { title: 'Old' })
    await at.db.$client.query(`update records set data = data - 'calendar', schema_version = 3 where id = $1`, [id])
    expect(await places('ida')).toEqual([['Old', null]])
    expect((await act<{ event: EventRow }>('ida', 'get', { id })).event.calendar).toBe(null)
  })
})

describe('files and feeds', () => {
  const ics = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y//EN', 'BEGIN:VEVENT', 'UID:fair@example.org'],
    ...['DTSTART:20261105T090000Z', 'SUMMARY:Fair', 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n')
  const take = (who: string, options: object) =>
    at.importFile(who, 'content-calendar.ics', { name: 'a.ics', bytes: ics }, { options })

  test('an import goes into the calendar that is chosen, and the same file again adds nothing there', async () => {
    const work = await act('jan', 'addCalendar', { name: 'Work' })
    expect((await take('jan', { calendar: work.id })).report).toMatchObject({ added: 1 })
    expect((await take('jan', { calendar: work.id })).report).toMatchObject({ added: 0, same: 1 })
    expect((await take('jan', { calendar: 'main' })).report).toMatchObject({ added: 1 })
    expect((await places('jan')).map(([, on]) => on).sort()).toEqual([work.id, null].sort())
  })

  test('the same file again adds nothing where another calendar has become the default', async () => {
    expect((await take('lea', {})).report).toMatchObject({ added: 1 })
    const work = await act('lea', 'addCalendar', { name: 'Work' })
    await act('lea', 'changeCalendar', { id: work.id, isDefault: true })
    expect((await take('lea', {})).report).toMatchObject({ added: 0, same: 1 })
    expect(await places('lea')).toEqual([['Fair', null]])
    const [event] = await shown('lea')
    await act('lea', 'change', { id: event?.id, change: { calendar: work.id } })
    await act('lea', 'changeCalendar', { id: 'main', isDefault: true })
    expect((await take('lea', {})).report).toMatchObject({ added: 0 })
    expect(await places('lea')).toEqual([['Fair', work.id]])
  })

  test('an export and a secret address have one calendar, or all', async () => {
    const work = await act('kim', 'addCalendar', { name: 'Work' })
    await add('kim', { title: 'Fair', calendar: work.id })
    await add('kim', { title: 'Lunch' })
    const titles = (text: string) => [...text.matchAll(/SUMMARY:(\w+)/g)].map(([, title]) => title).sort()
    const file = async (options: object) => {
      const query = new URLSearchParams({ options: JSON.stringify(options) })
      return (await at.fetch('kim', `/api/m/content-calendar/exports/ics?${query}`)).text()
    }
    expect(titles(await file({}))).toEqual(['Fair', 'Lunch'])
    expect(titles(await file({ calendar: 'main' }))).toEqual(['Lunch'])
    expect(await file({ calendar: work.id })).toContain('X-WR-CALNAME:Work')
    for (const [given, expected] of [
      [{}, ['Fair', 'Lunch']],
      [{ calendar: work.id }, ['Fair']],
      [{ calendar: 'main' }, ['Lunch']],
    ] as const) {
      const { path } = await act<{ path: string }>('kim', 'makeFeed', given)
      expect(titles(await (await at.fetch('', path)).text())).toEqual(expected)
    }
    expect((await act<Overview>('kim', 'overview')).feeds.map((one) => one.calendar)).toEqual([null, work.id, 'main'])
  })
})
