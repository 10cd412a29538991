import type { HeldFile } from '@atrium/contract/files'
import { beforeAll, expect, test } from 'vitest'
import { SMALLEST_PNG } from '../../server/files/test-pictures.ts'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import type { ChannelRow } from './channels.ts'
import type { EventRow, Occurrence } from './event.ts'
import calendar from './server.ts'

let at: TestModules
beforeAll(async () => {
  at = await testModules(calendar)
})
const act = async <T = { event: EventRow }>(who: string, action: string, input: unknown = {}) => {
  const answer = await at.act<T>(who, `content-calendar.${action}`, input, 'UTC')
  expect([answer.status, answer.error]).toEqual([200, ''])
  return answer.output
}
const sent = async (who: string, name: string, bytes: Uint8Array | string = SMALLEST_PNG) => {
  const body = bytes as string
  const answer = await at.fetch(who, `/api/m/content-calendar/files/events/files?name=${name}`, {
    method: 'POST',
    body,
  })
  return (await answer.json()) as HeldFile
}
const between = async (who: string, from: string, to: string) =>
  (await act<{ occurrences: Occurrence[] }>(who, 'occurrences', { from, to, zone: 'UTC' })).occurrences

test('a post has pictures and files in their order, and the calendar says how many and which picture is the first', async () => {
  const [note, picture] = [await sent('ann', 'brief.txt', 'Say it short.'), await sent('ann', 'fair.png')]
  const post = { title: 'Fair', kind: 'post', start: '2026-11-20T10:00', zone: 'UTC' }
  const made = await act<EventRow>('ann', 'add', { ...post, files: [note, picture] })
  expect(made.files).toEqual([note, picture])
  await act('ann', 'add', { ...post, title: 'Plain', start: '2026-11-20T11:00' })
  expect(await between('ann', '2026-11-20', '2026-11-21')).toMatchObject([
    { title: 'Fair', files: 2, picture: picture.id },
    { title: 'Plain', files: 0, picture: null },
  ])
  const { event } = await act('ann', 'change', { id: made.id, change: { files: [picture, note] } })
  expect(event.files).toEqual([picture, note])
})

test('one occurrence of a series can have others, and the series keeps its own', async () => {
  const [all, once] = [await sent('bob', 'all.png'), await sent('bob', 'once.png')]
  const series = { title: 'Tip', start: '2026-11-02T09:00', zone: 'UTC', rrule: 'FREQ=WEEKLY', files: [all] }
  const { id } = await act<EventRow>('bob', 'add', series)
  const second = { id, occurrence: '2026-11-09T09:00' }
  await act('bob', 'change', { ...second, scope: 'this', change: { files: [all, once] } })
  expect((await between('bob', '2026-11-01', '2026-11-20')).map(({ files }) => files)).toEqual([1, 2, 1])
  await act('bob', 'change', { ...second, scope: 'all', change: { place: 'Blog' } })
  expect((await between('bob', '2026-11-01', '2026-11-20')).map(({ files }) => files)).toEqual([1, 2, 1])
})

test('a file of events that is imported anew with changes leaves the pictures where they are', async () => {
  const ics = (summary: string) =>
    [
      'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example Corp//Cal 1.0//EN\r\nBEGIN:VEVENT\r\nUID:fair@example.org',
      `DTSTAMP:20261101T000000Z\r\nDTSTART:20261120T090000Z\r\nSUMMARY:${summary}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
    ].join('\r\n')
  const take = (summary: string) =>
    at.importFile('cleo', 'content-calendar.ics', { name: 'fair.ics', bytes: ics(summary) })
  expect((await take('Fair')).report.added).toBe(1)
  const [first] = await between('cleo', '2026-11-20', '2026-11-21')
  await act('cleo', 'change', { id: first?.id, change: { files: [await sent('cleo', 'hall.png')] } })
  expect((await take('Fair, hall 3')).report.changed).toBe(1)
  expect(await between('cleo', '2026-11-20', '2026-11-21')).toMatchObject([{ title: 'Fair, hall 3', files: 1 }])
})

test('another picture after an approval goes back to review, and a picture alone is a post', async () => {
  const channel = { network: 'instagram', name: 'Ours', needsApproval: true }
  const { id: insta } = await act<ChannelRow>('dora', 'addChannel', channel)
  const post = { title: 'Look', kind: 'post', start: '2026-11-20T10:00', zone: 'UTC', channels: [insta] }
  const { id } = await act<EventRow>('dora', 'add', post)
  const bare = await at.act('dora', 'content-calendar.decide', { id, status: 'review' }, 'UTC')
  expect(bare.error).toBe('Ours has no text.')
  const picture = await sent('dora', 'look.png')
  await act('dora', 'change', { id, change: { files: [picture] } })
  for (const status of ['review', 'approved', 'scheduled']) await act('dora', 'decide', { id, status })
  const { event } = await act('dora', 'change', { id, change: { files: [picture, await sent('dora', 'b.png')] } })
  expect(event.status).toBe('review')
})

test('events from before there were files have none', async () => {
  const { id } = await act<EventRow>('eve', 'add', { title: 'Old', start: '2026-11-20T10:00', zone: 'UTC' })
  await at.db.$client.query(`update records set data = data - 'files', schema_version = 2 where id = $1`, [id])
  expect((await act<{ event: EventRow }>('eve', 'get', { id })).event.files).toEqual([])
})
