import { addDays } from '@atrium/domain/dates/days'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import { putRows } from '../../server/records/test-rows.ts'
import { placed } from './editing.ts'
import { CalendarEvent, type Occurrence } from './event.ts'
import calendar from './module.ts'
import server from './server.ts'

/** A post a day for eight years. */
const COUNT = 3000
const FIRST = '2022-01-01'
const dayOf = (n: number) => addDays(FIRST, n)

let at: TestModules
const act = async <T>(action: string, input: unknown = {}) =>
  (await at.act<T>('ann', `content-calendar.${action}`, input, 'UTC')).output
const between = (from: string, to: string) =>
  act<{ occurrences: Occurrence[]; total: number }>('occurrences', { from, to, zone: 'UTC' })
const event = (more: object) => placed(CalendarEvent.parse({ title: 'x', start: '2026-01-01', zone: 'UTC', ...more }))

beforeAll(async () => {
  at = await testModules(server)
  await putRows(at.db, 'ann', calendar, 'events', COUNT, (n) =>
    event({
      title: `Post ${n}`,
      kind: 'post',
      status: 'scheduled',
      start: `${dayOf(n)}T12:00`,
      minutes: 0,
      uid: `p${n}`,
    }),
  )
  await putRows(at.db, 'ann', calendar, 'events', 1, () =>
    event({ title: 'Fair', start: '2025-12-20', minutes: 60 * 1440, uid: 'fair' }),
  )
  await putRows(at.db, 'ann', calendar, 'events', 1, () =>
    event({ title: 'Weekly', start: '2022-01-03T09:00', rrule: 'FREQ=WEEKLY', uid: 'weekly' }),
  )
  // One of them stands in another month than its series has it.
  await putRows(at.db, 'ann', calendar, 'events', 1, () =>
    event({ title: 'Weekly, late', start: '2026-03-05T09:00', occurrence: '2026-02-02T09:00', uid: 'weekly' }),
  )
})

describe('a calendar of many years', () => {
  const titles = async (from: string, to: string) => (await between(from, to)).occurrences.map(({ title }) => title)
  test('shows of a month what is in it: posts, what lasts over it, series and what was moved out of it', async () => {
    const found = await titles('2026-02-01', '2026-03-01')
    expect(found.filter((title) => title.startsWith('Post'))).toHaveLength(28)
    expect(found.filter((title) => title === 'Fair')).toHaveLength(1)
    expect(found.filter((title) => title === 'Weekly')).toHaveLength(3)
    expect(found).not.toContain('Weekly, late')
    expect(await titles('2026-03-05', '2026-03-06')).toEqual(['Weekly, late', expect.stringMatching(/^Post/)])
    expect(await titles('2026-02-19', '2026-02-20')).not.toContain('Fair')
    expect(await titles('2026-02-17', '2026-02-18')).toContain('Fair')
  })
  test('was written before anybody told the long ones apart, and shows them all the same', async () => {
    const elsewhere = await testModules(server) // another database of this process, in which Ben's calendar has nothing old
    await elsewhere.act('ben', 'content-calendar.occurrences', { from: '2026-02-01', to: '2026-03-01', zone: 'UTC' })
    await at.db.$client.query(
      `insert into records (id, scope_id, module, collection, data, schema_version)
       select 'old' || id, 'ben', module, collection, data - 'isLong', 1 from records where scope_id = 'ann'`,
    )
    const { output } = await at.act<{ occurrences: Occurrence[] }>(
      'ben',
      'content-calendar.occurrences',
      { from: '2026-02-01', to: '2026-03-01', zone: 'UTC' },
      'UTC',
    )
    const { occurrences } = await between('2026-02-01', '2026-03-01')
    expect(output.occurrences.map(({ title, start }) => [title, start])).toEqual(
      occurrences.map(({ title, start }) => [title, start]),
    )
  })
  test('is exported whole, as a table and as a file of events', async () => {
    for (const [format, sign] of [
      ['csv', /Post \d+/g],
      ['ics', /SUMMARY:Post \d+/g],
    ] as const) {
      const file = await (await at.fetch('ann', `/api/m/content-calendar/exports/${format}`)).text()
      expect(new Set(file.match(sign)).size).toBe(COUNT)
    }
  })
})
