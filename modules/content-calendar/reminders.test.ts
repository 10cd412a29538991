import { rowOf } from '@atrium/contract/module'
import { expect, test } from 'vitest'
import { CalendarEvent } from './event.ts'
import reminders from './reminders.ts'

const core = { id: 'e', version: 1, createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' }
const event = { title: 'Standup', kind: 'event', start: '2026-11-23T09:00', zone: 'Europe/Berlin', place: 'Room 2' }
const remind = (fields: object = {}, now = '2026-11-01T00:00:00Z', as: 'm15' | 'start' | 'h3' | 'never' = 'm15') =>
  reminders.events?.(rowOf(CalendarEvent).parse({ ...core, ...event, ...fields }), {
    settings: { remind: as },
    timeZone: 'UTC',
    said: ({ english }: { english: string }) => english,
    now: new Date(now),
  })
const times = (...given: Parameters<typeof remind>) =>
  remind(...given)?.map(({ at }) => (at instanceof Date ? at.toISOString() : at))

test('an event reminds a quarter of an hour before, on the clocks of its own zone', () => {
  expect(times()).toEqual(['2026-11-23T07:45:00.000Z'])
  expect(remind()).toMatchObject([{ body: '09:00 · Room 2', link: '/content-calendar?open=e' }])
  expect(times({}, '2026-11-23T07:45:00Z')).toEqual([])
})

test('of a series it is the next one, without those that are left out', () => {
  const series = { rrule: 'FREQ=DAILY', exdates: ['2026-11-24T09:00'] }
  expect(times(series, '2026-11-23T07:45:00Z')).toEqual(['2026-11-25T07:45:00.000Z'])
  expect(times({ rrule: 'FREQ=YEARLY' }, '2026-11-23T08:00:00Z')).toEqual(['2027-11-23T07:45:00.000Z'])
})

test('what lasts all day or is cancelled reminds of nothing; a post does when it is scheduled', () => {
  expect(times({ start: '2026-11-23' })).toEqual([])
  expect(times({ status: 'cancelled' })).toEqual([])
  const post = { kind: 'post', status: 'scheduled' }
  expect(times(post)).toEqual(['2026-11-23T08:00:00.000Z'])
  expect(times({ ...post, start: '2026-11-23' })).toEqual(['2026-11-23T09:00'])
  expect(times({ ...post, status: 'draft' })).toEqual([])
  expect(times({ ...post, status: 'posted' })).toEqual([])
})

test('the settings say how long before, or never; posts are not theirs', () => {
  const begins = '2026-11-23T08:00:00Z'
  expect(times({}, '2026-11-01T00:00:00Z', 'start')).toEqual(['2026-11-23T08:00:00.000Z'])
  expect(times({}, '2026-11-01T00:00:00Z', 'h3')).toEqual(['2026-11-23T05:00:00.000Z'])
  expect(times({ rrule: 'FREQ=DAILY' }, begins, 'h3')).toEqual(['2026-11-24T05:00:00.000Z'])
  expect(times({}, '2026-11-01T00:00:00Z', 'never')).toEqual([])
  expect(times({ kind: 'post', status: 'scheduled' }, '2026-11-01T00:00:00Z', 'never')).toHaveLength(1)
})
