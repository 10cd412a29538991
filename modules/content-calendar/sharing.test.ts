import { expect, test } from 'vitest'
import { device } from '../../server/dav/test-dav.ts'
import { acting, sharedWith, statuses } from '../../server/sharing/test-shares.ts'
import { type Client, testApp } from '../../server/test-app.ts'
import type { CalendarView } from './calendars.ts'
import type { EventRow, Occurrence } from './event.ts'

const app = await testApp()
await app.administrator()
const act = acting('content-calendar')
const made = async <T>(who: Client, action: string, input: object) => (await act<T>(who, action, input)).output
const shown = async (who: Client, scope = '') =>
  (
    await act<{ occurrences: Occurrence[] }>(
      who,
      'occurrences',
      { from: '2026-11-01', to: '2026-12-01', zone: 'UTC' },
      scope,
    )
  ).output.occurrences.map(({ title }) => title)
const at = (title: string, calendar: string, more = {}) => ({
  ...{ title, start: '2026-11-10T09:00', zone: 'Europe/Berlin', calendar, ...more },
})

/** Ann's choir, and her main calendar; one of them is shared with Ben. */
async function choir(role: 'viewer' | 'editor', what: 'choir' | 'main' = 'choir') {
  const ann = await app.member()
  const own = await made<CalendarView>(ann, 'addCalendar', { name: 'Choir' })
  const main = await made<CalendarView>(ann, 'changeCalendar', { id: 'main' })
  const concert = await made<EventRow>(ann, 'add', at('Concert', own.id))
  const weekly = await made<EventRow>(ann, 'add', at('Rehearsal', own.id, { rrule: 'FREQ=WEEKLY;COUNT=2' }))
  const doctor = await made<EventRow>(ann, 'add', at('Doctor', 'main'))
  const id = (what === 'choir' ? own.row : main.row) ?? ''
  const place = { module: 'content-calendar', collection: 'calendars', id }
  return { ann, own, main, concert, weekly, doctor, ...(await sharedWith(app, place, ann, role)) }
}

test('whoever is shared a calendar sees its events alone, in days, search, agenda and numbers', async () => {
  const { ann, ben, own, doctor, concert, scope } = await choir('viewer')
  expect(await shown(ben, scope)).toEqual(['Concert', 'Rehearsal', 'Rehearsal'])
  expect(await shown(ben)).toEqual([])
  const { output } = await act<{ calendars: CalendarView[]; total: number }>(ben, 'overview', {}, scope)
  expect([output.calendars.map(({ id, isDefault }) => [id, isDefault]), output.total]).toEqual([[[own.id, true]], 2])
  const found = async (words: string) =>
    (await act<{ events: EventRow[] }>(ben, 'search', { words }, scope)).output.events.map(({ title }) => title)
  expect([await found('concert'), await found('doctor')]).toEqual([['Concert'], []])
  expect((await act(ben, 'get', { id: doctor.id }, scope)).status).toBe(404)
  for (const [action, input] of [
    ['add', { title: 'x', start: '2026-11-10' }],
    ['change', { id: concert.id, change: { title: 'x' } }],
    ['remove', { id: concert.id }],
    ['makeFeed', { calendar: own.id }],
  ] as const)
    expect((await act(ben, action, input, scope)).status, action).toBe(403)
  // Neither in programs nor in files: those are of one's own.
  const dav = await (await device(app, ben)).send('PROPFIND', '/dav/me/content-calendar', { headers: { depth: '1' } })
  expect(await dav.text()).not.toContain(own.id)
  await act(ann, 'removeCalendar', { id: own.id })
  expect((await act(ben, 'overview', {}, scope)).status).toBe(404)
})

test('an editor adds to it without naming it and changes a series; nothing is ended, moved out or taken in', async () => {
  const { ann, ben, own, main, concert, weekly, doctor, path, scope } = await choir('editor')
  const added = await act<EventRow>(ben, 'add', { title: 'Party', start: '2026-11-12T20:00' }, scope)
  expect(added.output.calendar).toBe(own.id)
  const one = { id: weekly.id, occurrence: '2026-11-17T09:00', scope: 'this' }
  expect((await act(ben, 'move', { ...one, start: '2026-11-18T09:00' }, scope)).status).toBe(200)
  expect(await shown(ann)).toHaveLength(5)
  const refused: [string, object][] = [
    ['add', at('x', 'main')],
    ['add', at('x', main.row ?? '')],
    ['change', { id: concert.id, change: { calendar: 'main' } }],
    ['change', { id: concert.id, change: { calendar: null } }],
    ['change', { id: doctor.id, change: { calendar: own.id } }],
    ['change', { id: doctor.id, change: { title: 'x' } }],
    ['remove', { id: doctor.id }],
    ['removeCalendar', { id: own.id }],
    ['removeCalendar', { id: main.row }],
    ['changeCalendar', { id: own.id, name: 'Mine' }],
    ['changeCalendar', { id: own.id, isDefault: true }],
    ['changeCalendar', { id: 'main', isShown: false }],
    ['addCalendar', { name: 'New' }],
    ['addChannel', { network: 'x' }],
    ['subscribe', { url: 'https://example.org/a.ics' }],
    ['makeFeed', {}],
    ['sample', {}],
  ]
  for (const [action, input] of refused)
    expect([400, 403, 404], `${action} ${JSON.stringify(input)}`).toContain(
      (await act(ben, action, input, scope)).status,
    )
  expect((await shown(ann)).sort()).toEqual(['Concert', 'Doctor', 'Party', 'Rehearsal', 'Rehearsal'])
  const calls = [
    ['GET', path],
    ['GET', '/api/m/content-calendar/exports/ics'],
    ['GET', '/api/m/content-calendar/collections/events/export?format=csv'],
  ] as const
  expect(new Set(Object.values(await statuses(ben, scope, calls)))).toEqual(new Set([403]))
  const undo = await ben.send('POST', `/api/changes/${added.change}/undo`, undefined, { 'x-scope': scope })
  expect(undo.status).toBe(200)
  expect(await shown(ann)).toHaveLength(4)
})

test('the main calendar is shared as any other: events that name none are in it', async () => {
  const { ann, ben, own, concert, scope } = await choir('editor', 'main')
  expect(await shown(ben, scope)).toEqual(['Doctor'])
  expect((await act(ben, 'get', { id: concert.id }, scope)).status).toBe(404)
  const added = await act<EventRow>(ben, 'add', { title: 'Dentist', start: '2026-11-12T20:00' }, scope)
  expect(added.output.calendar).toBeNull()
  const { id } = added.output
  expect((await act(ben, 'change', { id, change: { calendar: own.id } }, scope)).status).toBe(400)
  expect((await act(ben, 'remove', { id }, scope)).status).toBe(200)
  expect(await shown(ann)).toEqual(['Concert', 'Doctor', 'Rehearsal', 'Rehearsal'])
})

test('what somebody else publishes is not one’s own to share', async () => {
  const { ann, own } = await choir('viewer')
  await app.db.$client.query(
    `update records set data = jsonb_set(data, '{feed}', '{"url":"https://example.org/"}') where id = $1`,
    [own.id],
  )
  const path = `/api/m/content-calendar/collections/calendars/${own.id}/shares`
  expect(await ann.refusal('POST', path, { with: 'x' })).toMatchObject({ status: 400 })
})
