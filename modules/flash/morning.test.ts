import type { NotificationPage } from '@atrium/contract/notifications'
import { beforeAll, describe, expect, test } from 'vitest'
import { testJobs } from '../../server/jobs/test-jobs.ts'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import { minutesFor } from './minutes.ts'
import flash from './server.ts'

let at: TestModules
beforeAll(async () => {
  at = await testModules(flash)
})
const act = <T = Record<string, unknown>>(who: string, action: string, input: unknown = {}, zone = 'UTC') =>
  at.act<T>(who, `flash.${action}`, input, zone)
const told = async (who: string) => {
  await at.notifications.deliver(new Date('2099-01-01T00:00:00Z'))
  const page = (await (await at.fetch(who, '/api/notifications')).json()) as NotificationPage
  return page.notifications.map(({ title, body, link }) => [title, body, link]).reverse()
}
/** The clock stands at this time, and then at the next ones: what is due at each is done. */
async function clock(who: string, first: string, ...times: string[]) {
  const { jobs } = testJobs({ db: at.db, modules: [...at.actions.servers.values()], actions: () => at.actions })
  await at.db.$client.query('delete from periodic_jobs')
  await jobs.seed(new Date(first))
  await at.db.$client.query('delete from periodic_jobs where owner_id <> $1', [who])
  for (const time of times) await at.due(new Date(time))
}
const REVIEW = '/flash?view=review'

describe('in the morning', () => {
  test('whoever has cards due is told how many and how long they take, once a day, at eight', async () => {
    for (const front of ['dog', 'cat', 'cow']) await act('ann', 'add', { front, back: front, deck: 'German' })
    await clock('ann', '2040-05-09T12:00:00Z', '2040-05-10T00:00:00Z', '2040-05-10T07:59:00Z')
    expect(await told('ann')).toEqual([])
    await at.due(new Date('2040-05-10T08:00:00Z'))
    await at.due(new Date('2040-05-10T08:01:00Z'))
    await at.due(new Date('2040-05-10T23:00:00Z'))
    const said = ['3 cards are due', '3 of them new. About a minute.', REVIEW]
    expect(await told('ann')).toEqual([said])
    await at.due(new Date('2040-05-11T00:00:00Z'))
    await at.due(new Date('2040-05-11T09:00:00Z'))
    expect(await told('ann')).toEqual([said, said])
  })
  test('it is the hour of the person’s own clock, and the one that was chosen', async () => {
    await act('ben', 'add', { front: 'dog', back: 'Hund' }, 'Asia/Tokyo')
    await act('ben', 'changeSettings', { remindAt: 6 }, 'Asia/Tokyo')
    await at.db.$client.query(`update owner_zones set time_zone = 'Asia/Tokyo' where owner = 'ben'`)
    await at.db.$client.query(
      `insert into owner_zones (owner, time_zone, language) values ('ben', 'Asia/Tokyo', 'en') on conflict do nothing`,
    )
    await clock('ben', '2040-05-09T12:00:00Z', '2040-05-09T15:00:00Z', '2040-05-09T20:59:00Z')
    expect(await told('ben')).toEqual([])
    await at.due(new Date('2040-05-09T21:00:00Z'))
    expect(await told('ben')).toEqual([['1 card is due', '1 of them new. About a minute.', REVIEW]])
  })
  test('nobody is told of nothing, nor who wants to hear nothing; an hour put back is waited for', async () => {
    await act('cat', 'open', { name: 'Empty' })
    await clock('cat', '2040-05-09T12:00:00Z', '2040-05-10T00:00:00Z', '2040-05-10T09:00:00Z')
    expect(await told('cat')).toEqual([])
    await act('cat', 'add', { front: 'dog', back: 'Hund' })
    await act('cat', 'changeSettings', { remindAt: null })
    await clock('cat', '2040-05-10T12:00:00Z', '2040-05-11T00:00:00Z', '2040-05-11T09:00:00Z')
    expect(await told('cat')).toEqual([])
    await act('cat', 'changeSettings', { remindAt: 7 })
    await clock('cat', '2040-05-11T12:00:00Z', '2040-05-12T00:00:00Z')
    await act('cat', 'changeSettings', { remindAt: 10 })
    await at.due(new Date('2040-05-12T07:00:00Z'))
    expect(await told('cat')).toEqual([])
    await at.due(new Date('2040-05-12T10:00:00Z'))
    expect(await told('cat')).toHaveLength(1)
  })
  test('an hour that no clock has is refused in a sentence', async () => {
    expect(await act('dan', 'changeSettings', { remindAt: 24 })).toMatchObject({
      status: 400,
      error: 'Hour at which you are told how many cards are due: 23 or less.',
    })
  })
})

test('minutes go by the person’s own pace, with what new and forgotten cards are asked again', () => {
  const counts = { new: 10, learning: 0, due: 60 }
  expect(minutesFor(counts, [])).toBe(12)
  const answered = [
    { state: 'new' as const, count: 100, took: 1_000_000 },
    { state: 'learning' as const, count: 200, took: 2_000_000 },
    { state: 'review' as const, count: 1000, took: 5_000_000 },
    { state: 'relearning' as const, count: 200, took: 1_000_000 },
  ]
  expect(minutesFor(counts, answered)).toBe(11)
  // Reviews of a deck that came without its times say nothing of the pace.
  expect(minutesFor(counts, [{ state: 'review', count: 1000, took: 0 }])).toBe(12)
})
