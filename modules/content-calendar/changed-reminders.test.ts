import { beforeEach, expect, test } from 'vitest'
import { testModules } from '../../server/records/test-module.ts'
import calendar from './server.ts'

const at = await testModules(calendar)
let people = 0
let who = ''
beforeEach(() => {
  who = `ann${++people}`
})
const act = (action: string, input: object) =>
  at.act<{ id: string; event: { id: string } }>(who, `content-calendar.${action}`, input, 'UTC')
const waiting = async () => {
  const { rows } = await at.db.$client.query<{ at: Date }>(
    'select at from waiting_notifications where scope_id = $1 order by at',
    [who],
  )
  return rows.map((row) => row.at.toISOString().slice(0, 16))
}
const standup = async () => {
  const fields = { title: 'Standup', start: '2099-05-04T09:00', zone: 'UTC', rrule: 'FREQ=DAILY' }
  const { id } = (await act('add', fields)).output
  expect(await waiting()).toEqual(['2099-05-04T08:45'])
  return { id, occurrence: '2099-05-04T09:00', scope: 'this' }
}

test('an occurrence that is moved reminds at its new time only, until that is undone', async () => {
  const first = await standup()
  const moved = await act('move', { ...first, start: '2099-05-04T15:00' })
  expect(await waiting()).toEqual(['2099-05-04T14:45', '2099-05-05T08:45'])
  await at.undo(who, moved.change)
  expect(await waiting()).toEqual(['2099-05-04T08:45'])
})

test('after it has come, the series passes over the next one that is changed', async () => {
  const first = await standup()
  await act('move', { ...first, occurrence: '2099-05-05T09:00', start: '2099-05-05T15:00' })
  expect(await waiting()).toEqual(['2099-05-04T08:45', '2099-05-05T14:45'])
  await at.notifications.deliver(new Date('2099-05-04T08:45:00Z'))
  expect(await waiting()).toEqual(['2099-05-05T14:45', '2099-05-06T08:45'])
})

test('an occurrence that is cancelled never reminds', async () => {
  const first = await standup()
  expect((await act('decide', { ...first, status: 'cancelled' })).error).toBe('')
  expect(await waiting()).toEqual(['2099-05-05T08:45'])
})

test('a series whose rule has changed forgets its old times, and those of its changed occurrences', async () => {
  const first = await standup()
  await act('move', { ...first, occurrence: '2099-05-05T09:00', start: '2099-05-05T15:00' })
  await act('change', { ...first, scope: 'all', change: { rrule: 'FREQ=WEEKLY;BYDAY=WE', start: '2099-05-06T09:00' } })
  expect(await waiting()).toEqual(['2099-05-06T08:45'])
})

test('a changed occurrence that a file brings is known too, whichever of both stands first in it', async () => {
  const series = ['DTSTART:20990504T090000Z', 'RRULE:FREQ=DAILY']
  const changed = ['RECURRENCE-ID:20990504T090000Z', 'DTSTART:20990504T150000Z']
  const lines = [changed, series].flatMap((own) => ['BEGIN:VEVENT', 'UID:u1', 'SUMMARY:Standup', ...own, 'END:VEVENT'])
  const bytes = ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')
  const report = await at.importFile(who, 'content-calendar.ics', { name: 'a.ics', bytes }, { timeZone: 'UTC' })
  expect(report.status).toBe(200)
  expect(await waiting()).toEqual(['2099-05-04T14:45', '2099-05-05T08:45'])
})
