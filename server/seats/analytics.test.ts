import type { Analytics } from '@atrium/contract/workforce-insight'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { approvals } from '../approvals/tables.ts'
import { uuid } from '../platform/ids.ts'
import { testApp } from '../test-app.ts'
import { deliverables, deliverableVersions, runSteps, seatRuns, seatTasks } from './tables.ts'
import { testSeatsOf } from './test-hired.ts'
import { TEST_AGENTS } from './test-seats.ts'

const app = await testApp({}, { agentsFolder: TEST_AGENTS })
const { db } = app
const DAY = 86_400_000
const HOUR = 3_600_000
/** Noon of so many days ago, UTC. */
const ago = (days: number) => new Date(Math.floor(Date.now() / DAY) * DAY - days * DAY + 12 * HOUR)

interface Version {
  state: 'accepted' | 'sent_back' | 'in_review'
  /** Days ago */
  decided: number
}

/** A task that was given `hours` before its first verdict, with the versions of its product. */
async function delivered(owner: string, seatId: string, hours: number, versions: readonly Version[]) {
  const [taskId, id, runId] = [uuid(), uuid(), uuid()]
  const createdAt = new Date(ago(versions[0]?.decided ?? 0).getTime() - hours * HOUR)
  const given = { brief: '', input: {}, criteria: [], rank: 1, status: 'done', createdAt }
  await db.insert(seatTasks).values({ id: taskId, ownerId: owner, title: 'T', seatId, ...given })
  await db.execute(sql`insert into runs (id, kind, owner_id, status) values (${runId}, 'seat', ${owner}, 'succeeded')`)
  await db.insert(seatRuns).values({ id: runId, taskId, seatId, ownerId: owner, attempt: 1, status: 'succeeded' })
  await db.insert(deliverables).values({ id, ownerId: owner, taskId, seatId, state: versions.at(-1)?.state ?? '' })
  const product = { title: 'T', summary: '', blocks: [], sources: [], evidence: [], couldNot: [] }
  await db.insert(deliverableVersions).values(
    versions.map(({ state, decided }, at) => ({
      ...{ deliverableId: id, version: at + 1, product, hash: '', runId, state },
      decidedAt: state === 'in_review' ? null : ago(decided),
      decidedBy: state === 'in_review' ? null : owner,
    })),
  )
  return { taskId, runId }
}

const asked = (runId: string, seq: number, model: string, costMicros: number, costStatus: string, days: number) =>
  db.insert(runSteps).values({
    ...{ runId, seq, kind: 'model', name: model, state: 'committed', summary: '', args: {}, argsHash: '' },
    ...{ tokens: 100, costMicros, costStatus, createdAt: ago(days) },
  })

test('says what was accepted, what it cost and how long it took, of the days that are asked for and of nobody else', async () => {
  const [person, other] = [await app.member(), await app.member()]
  const [one = '', two = ''] = await testSeatsOf(db, person.id, 2)
  const [theirs = ''] = await testSeatsOf(db, other.id)
  const first = await delivered(person.id, one, 2, [{ state: 'accepted', decided: 1 }])
  const second = await delivered(person.id, one, 4, [
    { state: 'sent_back', decided: 3 },
    { state: 'accepted', decided: 2 },
  ])
  await delivered(person.id, two, 1, [{ state: 'in_review', decided: 0 }])
  const old = await delivered(person.id, two, 1, [{ state: 'accepted', decided: 40 }])
  const foreign = await delivered(other.id, theirs, 1, [{ state: 'accepted', decided: 1 }])
  await asked(first.runId, 1, 'gpt-4o-mini', 900, 'priced', 1)
  await asked(second.runId, 1, 'gpt-4o-mini', 100, 'estimated', 2)
  await asked(second.runId, 2, 'local', 0, 'unpriced', 2)
  await asked(old.runId, 1, 'gpt-4o-mini', 5_000, 'priced', 40)
  await asked(foreign.runId, 1, 'gpt-4o-mini', 7_000, 'priced', 1)
  for (const [seq, hours] of [1, 3, 11].entries())
    await db.insert(approvals).values({
      ...{ id: uuid(), ownerId: person.id, taskId: first.taskId, seatId: one, runId: first.runId, seq },
      ...{ action: 'tasks.add', effect: 'write', why: '', input: {}, argsHash: '', state: 'approved' },
      ...{ decidedBy: person.id, createdAt: ago(2), decidedAt: new Date(ago(2).getTime() + hours * HOUR) },
      expiresAt: ago(-1),
    })

  const month = await person.call<Analytics>('GET', '/api/workforce/analytics')
  expect(month).toMatchObject({
    days: 30,
    accepted: 2,
    sentBack: 1,
    firstTimeRight: 0.5,
    costMicros: 1_000,
    costPerAcceptedMicros: 500,
    isPriced: false,
    tokens: 300,
    approvalMs: { p50: 3 * HOUR, p90: 9.4 * HOUR },
    // 2 hours, and 28: a day lies between its versions.
    leadMs: { p50: 15 * HOUR, p90: 25.4 * HOUR },
    bySeat: [
      {
        seat: { id: one, agentKey: 'sales' },
        accepted: 2,
        sentBack: 1,
        costMicros: 1_000,
        isPriced: false,
        tokens: 300,
      },
      { seat: { id: two }, accepted: 0, sentBack: 0, costMicros: 0, isPriced: true },
    ],
    byModel: [
      { model: 'gpt-4o-mini', costMicros: 1_000, tokens: 200, calls: 2, isPriced: true },
      { model: 'local', costMicros: 0, calls: 1, isPriced: false },
    ],
  })
  // A day of a seat of 199 dollars a month.
  expect(month.bySeat.map(({ priceCents }) => priceCents)).toEqual([654, 654])
  expect(month.byDay).toHaveLength(30)
  expect(month.byDay.slice(-4)).toEqual([
    { day: ago(3).toISOString().slice(0, 10), accepted: 0, sentBack: 1, costMicros: 0 },
    { day: ago(2).toISOString().slice(0, 10), accepted: 1, sentBack: 0, costMicros: 100 },
    { day: ago(1).toISOString().slice(0, 10), accepted: 1, sentBack: 0, costMicros: 900 },
    { day: ago(0).toISOString().slice(0, 10), accepted: 0, sentBack: 0, costMicros: 0 },
  ])
  expect((await person.call<Analytics>('GET', '/api/workforce/analytics?days=60')).accepted).toBe(3)
  expect(await person.refusal('GET', '/api/workforce/analytics?days=3')).toMatchObject({ message: 'At least 7 days.' })
  const nothing = await (await app.member()).call<Analytics>('GET', '/api/workforce/analytics?days=7')
  expect(nothing).toMatchObject({ accepted: 0, firstTimeRight: null, approvalMs: null, leadMs: null, isPriced: true })
})
