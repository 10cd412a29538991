import { instantOf, localAt } from '@atrium/domain/dates/local-time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../../server/test-app.ts'
import { tryPlaybook } from '../kit/test-job.ts'
import { readAttendees } from './attendees.ts'
import { readBusy } from './busy-times.ts'
import { checkWeek } from './check-week.ts'
import { findTimes } from './find-times.ts'
import { findSlots, minutesOutside } from './finding.ts'
import { planTasks } from './plan-tasks.ts'
import { BUSY_SAMPLE, PEOPLE_SAMPLE } from './samples.ts'
import { blocksFor, estimateIn } from './time-blocks.ts'
import { hoursIn } from './zoned-time.ts'

const app = await testApp()
const tableOf = (product: Awaited<ReturnType<typeof tryPlaybook>>['product'], title: string) =>
  product.blocks.flatMap((block) => (block.kind === 'table' && block.title.startsWith(title) ? [block] : []))[0]

test('clocks of zones are read through summer time, and every hour that exists comes back as it was', () => {
  expect(instantOf('2026-03-29T03:30', 'Europe/Berlin').toISOString()).toBe('2026-03-29T01:30:00.000Z')
  expect(instantOf('2026-03-29T02:30', 'Europe/Berlin').toISOString()).toBe('2026-03-29T01:30:00.000Z')
  expect(instantOf('2026-10-25T02:30', 'Europe/Berlin').toISOString()).toBe('2026-10-25T00:30:00.000Z')
  expect(instantOf('2026-07-01T09:00', 'Asia/Kolkata').toISOString()).toBe('2026-07-01T03:30:00.000Z')
  const zones = fc.constantFrom('America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu')
  const minute = fc.integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2027, 0, 1) / 60_000 })
  fc.assert(
    fc.property(zones, minute, (zone, at) => {
      const local = localAt(new Date(at * 60_000), zone)
      expect(localAt(instantOf(local, zone), zone)).toBe(local)
    }),
  )
  expect(hoursIn('9-17:30')).toEqual({ from: 540, to: 1_050 })
})

test('a calendar file says who is busy when: rules, exceptions, durations; cancelled and transparent events are free', async () => {
  const read = await readBusy(BUSY_SAMPLE, 'UTC', Date.parse('2026-03-23T00:00Z'), Date.parse('2026-03-28T00:00Z'))
  expect(read.busy.map(({ from, to }) => [new Date(from).toISOString().slice(5, 16), (to - from) / 60_000])).toEqual([
    ['03-23T14:00', 60],
    ['03-24T09:00', 60],
    ['03-24T13:00', 90],
    ['03-26T12:00', 120],
  ])
  expect(read.unknownRules).toEqual([])
  const people = readAttendees(PEOPLE_SAMPLE, 'Europe/Berlin', { from: 540, to: 1_020 })
  expect(people.people.map(({ name, zone }) => `${name} ${zone}`)).toContain('Chiara Neri Europe/Rome')
  expect(people.unread).toEqual([{ line: 5, reason: 'no zone “Mars/Olympus”' }])
})

test('slots never touch a busy time or its buffer, and a night or a weekend is none', () => {
  const hours = { from: 540, to: 1_020 }
  expect(minutesOutside({ zone: 'UTC', hours }, Date.parse('2026-03-23T16:30Z'), Date.parse('2026-03-23T17:30Z'))).toBe(
    30,
  )
  expect(
    minutesOutside({ zone: 'Asia/Tokyo', hours }, Date.parse('2026-03-23T16:30Z'), Date.parse('2026-03-23T17:30Z')),
  ).toBeNull()
  expect(
    minutesOutside({ zone: 'UTC', hours }, Date.parse('2026-03-22T10:00Z'), Date.parse('2026-03-22T11:00Z')),
  ).toBeNull()
  const busy = fc.array(fc.tuple(fc.integer({ min: 0, max: 47 }), fc.integer({ min: 1, max: 6 })), { maxLength: 8 })
  fc.assert(
    fc.property(busy, fc.constantFrom(0, 15, 30), (all, bufferMinutes) => {
      const day = Date.parse('2026-03-23T00:00Z')
      const times = all.map(([at, halves]) => ({ from: day + at * 1_800_000, to: day + (at + halves) * 1_800_000 }))
      const slots = findSlots(
        [{ name: 'a', email: '', zone: 'UTC', hours, busy: times, bufferMinutes }],
        ['2026-03-23'],
        'UTC',
        60,
        0,
      )
      for (const slot of slots)
        for (const one of times)
          expect(slot.to + bufferMinutes * 60_000 <= one.from || slot.from - bufferMinutes * 60_000 >= one.to).toBe(
            true,
          )
    }),
  )
})

test('tasks go into the earliest time that holds them, and what is due too soon is left', () => {
  expect(['Report (2h)', 'Call 30 min', 'Read 1.5 hours', 'Flat 12', 'In 3 days'].map(estimateIn)).toEqual([
    120,
    30,
    90,
    null,
    null,
  ])
  const task = (id: string, due: string | null, minutes: number) => ({
    id,
    title: id,
    due,
    priority: null,
    minutes,
    isEstimated: true,
  })
  const free = [
    { day: '2026-03-16', from: 540, to: 660 },
    { day: '2026-03-17', from: 540, to: 660 },
  ]
  const { blocks, left } = blocksFor(
    [task('c', null, 60), task('b', '2026-03-16', 90), task('a', '2026-03-16', 60)],
    free,
    1,
  )
  expect(blocks.map(({ id, day, from }) => `${id} ${day} ${from}`)).toEqual(['b 2026-03-16 540', 'c 2026-03-17 540'])
  expect(left.map(({ id }) => id)).toEqual(['a'])
})

test('the sample finds fair times, holds one only with a yes, and mails each person on their own clock', async () => {
  const person = await app.member()
  await person.call('POST', '/api/m/content-calendar/add', {
    title: 'Mine',
    start: '2026-03-24T14:30',
    minutes: 60,
    zone: 'UTC',
  })
  const input = { ...findTimes.sample.input, from: '2026-03-23', to: '2026-03-27', hold: true, send: true }
  const refused = await tryPlaybook(findTimes, person, {
    input,
    decide: () => ({ done: false, reason: 'Ask me later.' }),
  })
  expect(refused.product.couldNot.join(' ')).toContain('Nothing was put on the calendar: Ask me later.')
  const done = await tryPlaybook(findTimes, person, { input })
  const mails = done.acted.filter(({ action }) => action === 'mail.send')
  expect(mails.map(({ input: mail }) => mail.to)).toEqual([
    'ana@studio.example',
    'ben@studio.example',
    'dev@studio.example',
  ])
  expect(mails[1]?.input.text).toContain('(America/New_York)')
  const check = await tryPlaybook(checkWeek, person, { input: { from: '2026-03-23', days: 5 } })
  expect(check.product.sources[0]?.place).toContain('2 appointments')
  const times = tableOf(done.product, 'Times')?.rows ?? []
  expect(times.length).toBeGreaterThan(2)
  expect(times[0]?.outside).toBe('')
})

test('the week is checked for conflicts and buffers, and tasks are planned around it', async () => {
  const sample = await tryPlaybook(checkWeek, { call: () => Promise.reject(new Error('No action is called.')) })
  const kinds = tableOf(sample.product, 'To settle')?.rows.map(({ kind }) => kind)
  expect(kinds).toEqual(expect.arrayContaining(['conflict', 'no buffer', 'outside hours', 'too many meetings']))
  expect(sample.product.couldNot.join(' ')).toContain('Fair in Berlin')
  const person = await app.member()
  const add = (title: string, start: string, minutes: number) =>
    person.call('POST', '/api/m/content-calendar/add', { title, start, minutes, zone: 'UTC' })
  await add('One', '2026-03-16T10:00', 60)
  await add('Two', '2026-03-16T10:30', 60)
  await add('Three', '2026-03-16T11:35', 30)
  await add('Late', '2026-03-17T18:00', 60)
  const { product } = await tryPlaybook(checkWeek, person, { input: { days: 3 } })
  expect(tableOf(product, 'To settle')?.rows.map(({ kind }) => kind)).toEqual([
    'conflict',
    'no buffer',
    'outside hours',
  ])
  await person.call('POST', '/api/m/tasks/add', { title: 'Write the offer (3h)', due: '2026-03-16' })
  await person.call('POST', '/api/m/tasks/add', { title: 'Too long (8h)', due: '2026-03-17' })
  const plan = await tryPlaybook(planTasks, person, {
    input: { block: true },
    decide: () => ({ done: false, reason: 'No.' }),
  })
  expect(tableOf(plan.product, 'Blocks')?.rows[0]).toMatchObject({ day: '2026-03-16', at: '12:20', minutes: 180 })
  expect(tableOf(plan.product, 'Does not fit')?.rows).toHaveLength(1)
  expect(plan.product.couldNot.join(' ')).toContain('1 blocks not done: No.')
})
