import type { Inbox } from '@atrium/contract/workforce-insight'
import type { PublishedAgent, SeatAtWork, SeatDetails, SeatsAtWork } from '@atrium/contract/workforce-seats'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { approvals } from '../approvals/tables.ts'
import { uuid } from '../platform/ids.ts'
import { silentLog } from '../platform/telemetry.ts'
import { join, makeTeam } from '../teams/test-teams.ts'
import { testApp } from '../test-app.ts'
import { keepSubscriptions } from '../workforce/keeping.ts'
import { seats, subscriptions } from '../workforce/tables.ts'
import { seatMemories, seatRuns, seatTasks } from './tables.ts'
import { hirePaid, onboardAll, seatOf, seatsOf } from './test-hired.ts'
import { TEST_AGENTS } from './test-seats.ts'

const app = await testApp({}, { agentsFolder: TEST_AGENTS })
const { db } = app
let person: Awaited<ReturnType<typeof app.member>>
beforeEach(async () => {
  person = await app.member()
})

const path = (id: string, more = '') => `/api/workforce/seats/${id}${more}`
const put = (id: string, more: string, body: unknown) => person.call<SeatDetails>('PUT', path(id, more), body)
const first = (all: SeatAtWork[]): string => all[0]?.id ?? ''

/** As if the period had ended just now. */
async function letPeriodEnd(subscription: string) {
  await db
    .update(subscriptions)
    .set({ periodEnd: sql`now() - interval '1 second'`, startedAt: sql`now() - interval '1 month'` })
    .where(eq(subscriptions.id, subscription))
  await keepSubscriptions(db, silentLog, () => undefined)
}

describe('a seat', () => {
  test('begins when its questions are answered; what is left empty is taken as they say', async () => {
    await hirePaid(app, person, { sales: 1 })
    const [seat] = await seatsOf(person)
    expect(seat).toMatchObject({ status: 'provisioning', missing: [expect.stringContaining('Answer its questions')] })
    const id = seat?.id ?? ''
    expect(await person.refusal('PUT', path(id, '/paused'), { on: true })).toMatchObject({ status: 409 })
    const refused = await person.refusal('PUT', path(id, '/onboarding'), { answers: { tone: 'rude' } })
    expect(refused).toMatchObject({ status: 400, message: 'Choose one of the answers to “How do you speak?”.' })
    const begun = await put(id, '/onboarding', { answers: { market: 'Schools', tone: '' } })
    expect(begun).toMatchObject({
      status: 'active',
      missing: [],
      isOnboarded: true,
      answers: { market: 'Schools', tone: 'plain' },
      hasModel: false,
    })
    expect(begun.events.map(({ kind, actor }) => [kind, actor])).toEqual([['seat.onboarded', expect.any(String)]])
    expect(begun.events[0]?.actor).not.toBe('')
    expect((await put(id, '/onboarding', { answers: { market: 'Shops' } })).answers.market).toBe('Shops')
  })

  test('is renamed and granted what there is; what sends always asks', async () => {
    await hirePaid(app, person, { sales: 1 })
    const [id = ''] = await onboardAll(person)
    const change = (body: unknown) => person.call<SeatDetails>('PATCH', path(id), body)
    const grants = [
      { action: 'tasks.add', asks: false },
      { action: 'mail.send', asks: false },
    ]
    const changed = await change({ name: 'Zoë', grants })
    expect(changed.name).toBe('Zoë')
    expect(changed.grants).toMatchObject([
      { action: 'tasks.add', asks: false, effect: 'write', title: 'Task Inbox', summary: 'Add a task' },
      { action: 'mail.send', asks: true, effect: null },
    ])
    const refused = await person.refusal('PATCH', path(id), { grants: [{ action: 'tasks.fly', asks: true }] })
    expect(refused.message).toBe('There is no action “tasks.fly” here that a seat could be granted.')
    await db
      .update(seats)
      .set({ grants: [{ action: 'abacus.count', asks: true }] })
      .where(eq(seats.id, id))
    expect((await seatOf(person, id)).missing).toEqual([expect.stringContaining('“abacus”, which is not installed')])
  })

  test('works in a team of its owner’s, and says when that is no longer theirs', async () => {
    await hirePaid(app, person, { kb: 1 })
    const [id = ''] = await onboardAll(person)
    const other = await app.member()
    const team = await makeTeam(other)
    expect(await person.refusal('PATCH', path(id), { teamId: team.id })).toMatchObject({ status: 404 })
    await join(other, team.id, person, 'editor')
    const moved = await person.call<SeatDetails>('PATCH', path(id), { teamId: team.id })
    expect([moved.teamId, moved.missing, moved.budgets.map(({ scope }) => scope)]).toEqual([
      team.id,
      [],
      ['seat', 'team', 'workspace'],
    ])
    const teamLimits = async () => {
      const { budgets } = await person.call<Inbox>('GET', '/api/workforce/inbox')
      return budgets.filter(({ scope }) => scope === 'team')
    }
    expect(await teamLimits()).toEqual([])
    await person.call('PUT', '/api/workforce/budgets', { scope: 'team', scopeId: team.id, limitMicros: 7 })
    expect(await teamLimits()).toMatchObject([{ scopeId: team.id, limitMicros: 7 }])
    await person.call('POST', `/api/teams/${team.id}/leave`)
    expect((await seatOf(person, id)).missing).toEqual([expect.stringContaining('not in the team')])
    await db.execute(sql`delete from teams where id = ${team.id}`)
    expect(await seatOf(person, id)).toMatchObject({ teamId: team.id, missing: [expect.any(String)] })
    expect((await person.call<SeatDetails>('PATCH', path(id), { teamId: null })).missing).toEqual([])
  })

  test('is paused by a person, alone or with all; what an overdue invoice stopped, only its payment sets going', async () => {
    const subscription = await hirePaid(app, person, { kb: 2 })
    const [one = '', two = ''] = await onboardAll(person)
    expect(await put(one, '/paused', { on: true })).toMatchObject({ missing: ['It is paused.'], pausedFor: 'person' })
    const all = await person.call<SeatsAtWork>('PUT', '/api/workforce/paused', { on: true })
    expect([all.isPaused, all.seats.map(({ missing }) => missing.length)]).toEqual([true, [2, 1]])
    expect(all.seats.map((seat) => seat.pausedFor)).toEqual(['person', 'all'])
    const given = { title: 'Hello', seatId: two, playbook: 'sayHello', attempt: uuid() }
    expect(await person.call('POST', '/api/workforce/tasks', given)).toMatchObject({
      next: { for: 'paused' },
      reason: 'All seats are paused.',
    })
    await db.delete(seatTasks).where(eq(seatTasks.ownerId, person.id))
    await person.call('PUT', '/api/workforce/paused', { on: false })

    await letPeriodEnd(subscription)
    await db.execute(sql`update invoices set due_at = now() - interval '1 second' where order_id in
      (select id from orders where subscription_id = ${subscription} and status = 'pending_payment')`)
    await keepSubscriptions(db, silentLog, () => undefined)
    expect(await person.refusal('PUT', path(two, '/paused'), { on: false })).toMatchObject({
      message: 'An invoice is overdue. This seat goes on when that is paid.',
    })
    expect(await put(one, '/paused', { on: false })).toMatchObject({
      missing: ['An invoice is overdue. It goes on when that is paid.'],
      pausedFor: 'past_due',
    })
    await put(two, '/paused', { on: true })
    const [due] = await db
      .execute<{ id: string }>(
        sql`select id from orders where subscription_id = ${subscription} and status = 'pending_payment'`,
      )
      .then(({ rows }) => rows)
    await (await app.administrator()).call('POST', `/api/admin/orders/${due?.id}/paid`)
    expect((await seatsOf(person)).map((seat) => [seat.status, seat.pausedFor])).toEqual([
      ['active', null],
      ['paused', 'person'],
    ])
  })

  test('remembers what it is told, 200 things at most, and forgets them', async () => {
    await hirePaid(app, person, { kb: 1 })
    const id = first(await seatsOf(person))
    await person.call('POST', path(id, '/memory'), { text: 'We close at five.' })
    const { memory } = await person.call<SeatDetails>('POST', path(id, '/memory'), { text: 'We close at five.' })
    expect(memory.map(({ text }) => text)).toEqual(['We close at five.'])
    const rows = Array.from({ length: 198 }, (_, at) => ({ id: uuid(), seatId: id, text: `Fact ${at}` }))
    await db.insert(seatMemories).values(rows)
    const answers = await Promise.all(['a', 'b', 'c'].map((text) => person.send('POST', path(id, '/memory'), { text })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const kept = await person.call<SeatDetails>('DELETE', path(id, `/memory/${memory[0]?.id}`))
    expect(kept.memory).toHaveLength(199)
  })

  test('is given the sample of a playbook, once an attempt, and delivers it', async () => {
    await hirePaid(app, person, { sales: 1 })
    const [id = ''] = await onboardAll(person)
    const attempt = uuid()
    const tried = () => person.call<{ taskId: string }>('POST', path(id, '/try'), { playbook: 'readLeads', attempt })
    const { taskId } = await tried()
    expect(await tried()).toEqual({ taskId })
    const task = async () => (await db.select().from(seatTasks).where(eq(seatTasks.id, taskId)))[0]
    await expect.poll(async () => (await task())?.status, { timeout: 15_000 }).toBe('in_review')
    const { files } = await person.call<{ files: { name: string }[] }>('GET', '/api/files')
    expect(files.map(({ name }) => name)).toEqual(['leads.csv'])
    expect(await seatOf(person, id)).toMatchObject({ open: 1, delivered: 1, inProgress: null })
  })
})

describe('a seat that leaves', () => {
  test('is the one that ends; its tasks, what it knows and who reports to it go to the seat that was named', async () => {
    const subscription = await hirePaid(app, person, { sales: 2, kb: 1 })
    const all = await seatsOf(person)
    const [one, two] = all.filter(({ agentKey }) => agentKey === 'sales').map(({ id }) => id) as [string, string]
    const kb = all.find(({ agentKey }) => agentKey === 'kb')?.id as string
    const left = await put(one, '/leaving', { on: true, handOverTo: two })
    expect(left).toMatchObject({ isLeaving: true, handOverTo: two })
    expect(await person.call('GET', `/api/workforce/subscriptions/${subscription}`)).toMatchObject({
      next: { items: { sales: 1, kb: 1 } },
    })
    expect(await person.refusal('PUT', path(one, '/leaving'), { on: true, handOverTo: one })).toMatchObject({
      status: 400,
    })
    await put(one, '/leaving', { on: false })
    expect(await person.call('GET', `/api/workforce/subscriptions/${subscription}`)).toMatchObject({ next: null })
    await put(one, '/leaving', { on: true, handOverTo: two })
    await put(kb, '/manager', { seatId: one })

    const task = (more: Partial<typeof seatTasks.$inferInsert>) => {
      const base = { id: uuid(), ownerId: person.id, title: 'T', brief: '', input: {}, criteria: [], rank: 1 }
      return { ...base, seatId: one, status: 'todo', ...more }
    }
    const [waits, open, done] = [
      task({ status: 'waiting_human', nextFor: 'approval', playbook: 'readLeads' }),
      task({ status: 'blocked', nextFor: 'failed', reason: 'It failed.' }),
      task({ status: 'done' }),
    ]
    await db.insert(seatTasks).values([waits, open, done])
    const run = uuid()
    await db.execute(
      sql`insert into runs (id, kind, owner_id, status) values (${run}, 'seat', ${person.id}, 'waiting')`,
    )
    const held = { id: run, taskId: waits.id, seatId: one, ownerId: person.id, attempt: 1, status: 'waiting' }
    await db.insert(seatRuns).values(held)
    await db.insert(approvals).values({
      id: uuid(),
      ownerId: person.id,
      taskId: waits.id,
      seatId: one,
      runId: run,
      seq: 1,
      action: 'tasks.add',
      effect: 'write',
      why: '',
      input: {},
      argsHash: 'x',
      state: 'pending',
      expiresAt: new Date(Date.now() + 60_000),
    })
    await person.call('POST', path(one, '/memory'), { text: 'Ann decides.' })
    await letPeriodEnd(subscription)

    const after = await seatsOf(person)
    expect(after.map(({ id }) => id).sort()).toEqual([two, kb].sort())
    expect(after.find(({ id }) => id === kb)).toMatchObject({ managerUserId: person.id, managerSeatId: null })
    expect((await seatOf(person, two)).memory.map(({ text }) => text)).toEqual(['Ann decides.'])
    const rows = await db.select().from(seatTasks).where(eq(seatTasks.ownerId, person.id))
    const seen = Object.fromEntries(rows.map((row) => [row.id, [row.seatId, row.status, row.nextFor, row.playbook]]))
    expect(seen).toEqual({
      [waits.id]: [two, 'todo', null, 'readLeads'],
      [open.id]: [two, 'todo', null, null],
      [done.id]: [one, 'done', null, null],
    })
    const [state] = await db.select({ run: seatRuns.status }).from(seatRuns).where(eq(seatRuns.id, run))
    const [word] = await db.select({ state: approvals.state }).from(approvals).where(eq(approvals.runId, run))
    expect([state?.run, word?.state]).toEqual(['cancelled', 'withdrawn'])
    const gone = await seatOf(person, one)
    expect([gone.status, gone.missing, gone.events.map(({ kind }) => kind).slice(0, 2)]).toEqual([
      'ended',
      ['It has ended.'],
      ['seat.handed_over', 'seat.ended'],
    ])
    expect(await person.refusal('PATCH', path(one), { name: 'Ghost' })).toMatchObject({ status: 409 })
  })

  test('in the middle of its work is stopped, and the seat that was named begins that anew', async () => {
    const subscription = await hirePaid(app, person, { kb: 2 })
    const [one = '', two = ''] = await onboardAll(person)
    const sample = { playbook: 'takeTime', attempt: uuid() }
    const { taskId } = await person.call<{ taskId: string }>('POST', path(one, '/try'), sample)
    const runs = async () => {
      const rows = await db.select().from(seatRuns).where(eq(seatRuns.taskId, taskId)).orderBy(seatRuns.attempt)
      return rows.map(({ seatId, status }) => [seatId, status])
    }
    await expect.poll(runs, { timeout: 15_000 }).toEqual([[one, 'running']])
    await put(one, '/leaving', { on: true, handOverTo: two })
    await letPeriodEnd(subscription)
    const after = [
      [one, 'cancelled'],
      [two, 'running'],
    ]
    await expect.poll(runs, { timeout: 15_000 }).toEqual(after)
    await person.call('POST', `/api/workforce/tasks/${taskId}/stop`)
  })

  test('last of its subscription ends that with it; taken back, it goes on; without an heir the owner has its tasks', async () => {
    const subscription = await hirePaid(app, person, { kb: 2 })
    const [one = '', two = ''] = (await seatsOf(person)).map(({ id }) => id)
    const look = () =>
      person.call<{ cancelAtPeriodEnd: boolean; next: unknown }>('GET', `/api/workforce/subscriptions/${subscription}`)
    await put(one, '/leaving', { on: true })
    await put(two, '/leaving', { on: true })
    expect(await look()).toMatchObject({ cancelAtPeriodEnd: true })
    expect((await put(two, '/leaving', { on: false })).isLeaving).toBe(false)
    expect(await look()).toMatchObject({ cancelAtPeriodEnd: false, next: { items: { kb: 1 } } })
    expect((await seatOf(person, one)).isLeaving).toBe(true)
    // The whole team is kept by the subscription's page: nobody leaves any more.
    const whole = { items: { kb: 2 }, billingPeriod: 'monthly', expectedTotalCents: 0, attempt: uuid() }
    await person.call('POST', `/api/workforce/subscriptions/${subscription}/change`, whole)
    expect((await seatsOf(person)).map(({ isLeaving }) => isLeaving)).toEqual([false, false])

    await person.call('PUT', `/api/workforce/subscriptions/${subscription}/cancel`, { atPeriodEnd: true })
    expect(await person.refusal('PUT', path(one, '/leaving'), { on: false })).toMatchObject({ status: 409 })
    await db.insert(seatTasks).values({
      id: uuid(),
      ownerId: person.id,
      title: 'Left',
      brief: '',
      input: {},
      criteria: [],
      rank: 1,
      seatId: one,
      status: 'todo',
    })
    await letPeriodEnd(subscription)
    expect(await seatsOf(person)).toEqual([])
    const [task] = await db.select().from(seatTasks).where(eq(seatTasks.ownerId, person.id))
    expect([task?.seatId, task?.userId, task?.status]).toEqual([null, person.id, 'todo'])
  })
})

test('what a seat spent is a sum of known prices until a model without one was asked', async () => {
  await hirePaid(app, person, { kb: 2 })
  const [one = '', two = ''] = (await seatsOf(person)).map(({ id }) => id)
  const priced = async () => (await seatsOf(person)).map(({ isPriced }) => isPriced)
  const past = new Date(Date.now() - 40 * 24 * 60 * 60_000)
  for (const [seatId, isPriced, endedAt] of [
    [one, true, null],
    [two, false, past],
  ] as const) {
    const [id, taskId] = [uuid(), uuid()]
    const task = { ownerId: person.id, title: 'T', brief: '', input: {}, criteria: [], rank: 1, status: 'done' }
    await db.insert(seatTasks).values({ id: taskId, seatId, ...task })
    await db.execute(
      sql`insert into runs (id, kind, owner_id, status) values (${id}, 'seat', ${person.id}, 'succeeded')`,
    )
    const run = { id, taskId, seatId, ownerId: person.id, attempt: 1, status: 'succeeded' }
    await db.insert(seatRuns).values({ ...run, isPriced, startedAt: endedAt ?? new Date(), endedAt })
  }
  expect(await priced()).toEqual([true, true])
  await db.update(seatRuns).set({ endedAt: new Date() }).where(eq(seatRuns.seatId, two))
  expect(await priced()).toEqual([true, false])
})

test('an agent that can be hired is shown with what it asks and may; another is not there', async () => {
  const guest = await app.guest()
  const agent = await guest.call<PublishedAgent>('GET', '/api/workforce/agents/sales')
  expect(agent).toMatchObject({
    key: 'sales',
    grants: [
      { action: 'tasks.*', effect: 'write', title: 'Task Inbox', summary: expect.stringMatching(/^(?!Task Inbox)./) },
      { action: 'mail.send', effect: null, title: '', summary: '' },
    ],
    playbooks: [
      { id: 'readLeads', input: { properties: { leads: { widget: 'file', accept: '.csv', title: 'Leads' } } } },
    ],
    sample: null,
  })
  expect(await guest.refusal('GET', '/api/workforce/agents/engineer')).toMatchObject({ status: 404 })
})

test('budgets are one’s own to set, per month, and told with what was spent', async () => {
  await hirePaid(app, person, { kb: 1 })
  const id = first(await seatsOf(person))
  const set = (body: unknown) => person.call('PUT', '/api/workforce/budgets', body)
  const month = new Date().toISOString().slice(0, 7)
  await db.execute(sql`insert into budget_ledgers (owner_id, scope, scope_id, "window", spent_micros, reserved_micros, tokens)
    values (${person.id}, 'seat', ${id}, ${month}, 700000, 100000, 50), (${person.id}, 'seat', ${id}, '2020-01', 9, 0, 9)`)
  expect(await set({ scope: 'seat', scopeId: id, limitMicros: 1_000_000 })).toMatchObject({
    spentMicros: 700_000,
    isNear: true,
    isReached: false,
  })
  expect(await set({ scope: 'seat', scopeId: id, limitMicros: null, limitTokens: 50 })).toMatchObject({
    limitMicros: null,
    isReached: true,
  })
  await set({ scope: 'workspace', limitMicros: 5 })
  const { budgets } = await person.call<{ budgets: { scope: string; limitMicros: number | null }[] }>(
    'GET',
    '/api/workforce/budgets',
  )
  expect(budgets.map(({ scope, limitMicros }) => [scope, limitMicros])).toEqual([
    ['person', null],
    ['workspace', 5],
    ['seat', null],
  ])
  expect((await seatOf(person, id)).budget).toMatchObject({ limitTokens: 50 })
  await set({ scope: 'seat', scopeId: id, limitMicros: null })
  expect((await seatOf(person, id)).budget).toBeNull()
  const other = await app.member()
  const theirs = { scope: 'seat', scopeId: id, limitMicros: 1 }
  expect(await other.refusal('PUT', '/api/workforce/budgets', theirs)).toMatchObject({ status: 404 })
})
