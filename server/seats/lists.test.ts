import type { Approval } from '@atrium/contract/approvals'
import type { Inbox, Ticket } from '@atrium/contract/workforce-insight'
import type { DeliverableLine, Run, Task, TaskDetails } from '@atrium/contract/workforce-work'
import { beforeAll, describe, expect, test } from 'vitest'
import { approvals } from '../approvals/tables.ts'
import { uuid } from '../platform/ids.ts'
import { runs } from '../platform/runs/tables.ts'
import { type Client, type TestApp, testApp } from '../test-app.ts'
import { ticketMessages, tickets } from './support/tables.ts'
import { deliverables, deliverableVersions, runSteps, seatRuns, seatTasks } from './tables.ts'
import { testSeatsOf } from './test-hired.ts'
import { TEST_AGENTS } from './test-seats.ts'

const DAY = 86_400_000
/** Yesterday, to the millisecond the same for many. */
const THEN = new Date(Date.now() - DAY)
const LATER = new Date(THEN.getTime() + 1)

let app: TestApp
let ann: Client & { id: string }
/** Somebody with the same of everything, of whom nothing may be seen. */
let bob: Client & { id: string }
let seat: string
let otherSeat: string

beforeAll(async () => {
  app = await testApp({}, { agentsFolder: TEST_AGENTS })
  ann = await app.member()
  bob = await app.member()
  ;[seat = '', otherSeat = ''] = await testSeatsOf(app.db, ann.id, 2)
})

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const sorted = (rows: readonly string[]) => [...rows].sort()

interface Page {
  nextCursor: string | null
}

/** Every page of a list until there is none, `limit` rows at a time. */
async function all<Row>(path: string, of: (page: never) => Row[], limit = 2, person: Client = ann): Promise<Row[]> {
  const found: Row[] = []
  let cursor: string | null = null
  do {
    const from: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page: Page = await person.call<Page>('GET', `${path}${path.includes('?') ? '&' : '?'}limit=${limit}${from}`)
    const rows = of(page as never)
    expect(rows.length).toBeLessThanOrEqual(limit)
    found.push(...rows)
    cursor = page.nextCursor
    if (found.length > 1_000) throw new Error('The pages do not end.')
  } while (cursor !== null)
  return found
}

type Made = Partial<typeof seatTasks.$inferInsert>
async function task(owner: string, made: Made = {}): Promise<string> {
  const id = uuid()
  // In the backlog: no seat begins it.
  const given = { id, ownerId: owner, title: 'T', brief: '', status: 'backlog', input: {}, criteria: [], rank: 1 }
  await app.db.insert(seatTasks).values({ ...given, ...made })
  return id
}

async function run(owner: string, seatId: string, taskId: string, startedAt: Date): Promise<string> {
  const id = uuid()
  await app.db.insert(runs).values({ id, kind: 'seat', ownerId: owner, status: 'failed' })
  const made = { id, taskId, seatId, ownerId: owner, attempt: 1, status: 'failed', startedAt }
  await app.db.insert(seatRuns).values(made)
  const step = { runId: id, seq: 1, kind: 'note', name: 'note', state: 'committed', summary: 'Read', argsHash: '' }
  await app.db.insert(runSteps).values({ ...step, args: {} })
  return id
}

describe('tasks', () => {
  const tasksOf = (page: { tasks: Task[] }) => page.tasks

  test('open ones come by their place however many share it, none lost, none twice, and none of another person', async () => {
    const ranks = [3, 1, 1, 1, 1, 1.5, 1.25, 0.1 + 0.2, -2, 1e300]
    const made = await Promise.all(
      ranks.map(async (rank) => ({ rank, id: await task(ann.id, { rank, seatId: seat }) })),
    )
    await task(ann.id, { status: 'cancelled', endedAt: THEN, seatId: seat })
    await task(bob.id)
    const wanted = made.sort((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1))
    for (const limit of [1, 2, 3]) {
      expect(ids(await all('/api/workforce/tasks', tasksOf, limit))).toEqual(ids(wanted))
      expect(ids(await all(`/api/workforce/tasks?status=open&seat=${seat}`, tasksOf, limit))).toEqual(ids(wanted))
    }
    expect(ids(await all('/api/workforce/tasks?status=backlog', tasksOf, 3))).toEqual(ids(wanted))
    expect(await all(`/api/workforce/tasks?seat=${otherSeat}`, tasksOf)).toEqual([])
    expect(await all(`/api/workforce/tasks?seat=${seat}`, tasksOf, 2, bob)).toEqual([])
  })

  test('what was done and what was cancelled come together, newest first, those of one moment too', async () => {
    const cy = await app.member()
    const [hers = ''] = await testSeatsOf(app.db, cy.id)
    const ended = async (status: string, endedAt: Date) => task(cy.id, { status, endedAt, seatId: hers })
    const done = [await ended('done', THEN), await ended('done', THEN), await ended('done', LATER)]
    const cancelled = [await ended('cancelled', THEN), await ended('cancelled', LATER)]
    await task(bob.id, { status: 'done', endedAt: THEN })
    // Cancelled by its person, with what lies below it: it has ended, so it is listed.
    const parent = await cy.call<TaskDetails>('POST', '/api/workforce/tasks', { title: 'P', attempt: uuid() })
    const below = { title: 'C', parentId: parent.id, attempt: uuid() }
    const child = await cy.call<TaskDetails>('POST', '/api/workforce/tasks', below)
    const change = { status: 'cancelled', version: parent.version }
    await cy.call('PATCH', `/api/workforce/tasks/${parent.id}`, change)

    const list = (query: string, limit = 2) => all(`/api/workforce/tasks?${query}`, tasksOf, limit, cy)
    for (const limit of [1, 2, 3]) {
      const found = await list('status=ended', limit)
      expect(sorted(ids(found))).toEqual(sorted([...done, ...cancelled, parent.id, child.id]))
      const moments = found.map(({ endedAt }) => endedAt ?? '')
      expect(moments).toEqual(sorted(moments).reverse())
    }
    expect(sorted(ids(await list(`status=ended&seat=${hers}`)))).toEqual(sorted([...done, ...cancelled]))
    expect(sorted(ids(await list('status=done')))).toEqual(sorted(done))
    expect(sorted(ids(await list('status=cancelled')))).toEqual(sorted([...cancelled, parent.id, child.id]))
  })
})

describe('what a seat asked, did and handed in', () => {
  const expiresAt = new Date(Date.now() + DAY)
  const asked: string[] = []
  const ran: string[] = []
  let other: { approval: string; run: string }

  async function approval(owner: string, seatId: string, state: string, createdAt: Date) {
    const taskId = await task(owner, { seatId, status: 'blocked', title: 'Ring Bo' })
    const runId = await run(owner, seatId, taskId, createdAt)
    const id = uuid()
    const word = { action: 'mail.send', effect: 'send', why: '', input: {}, argsHash: '', state }
    await app.db
      .insert(approvals)
      .values({ id, ownerId: owner, taskId, seatId, runId, seq: 1, ...word, expiresAt, createdAt })
    return { approval: id, run: runId, taskId }
  }

  beforeAll(async () => {
    for (const state of ['approved', 'pending', 'rejected', 'pending', 'expired']) {
      const made = await approval(ann.id, seat, state, THEN)
      asked.push(made.approval)
      ran.push(made.run)
    }
    const newest = await approval(ann.id, seat, 'pending', LATER)
    asked.push(newest.approval)
    ran.push(newest.run)
    other = await approval(ann.id, otherSeat, 'approved', LATER)
    const [theirs = ''] = await testSeatsOf(app.db, bob.id)
    await approval(bob.id, theirs, 'pending', THEN)
  })

  test('requests come by seat and by whether they are decided, the newest first', async () => {
    const list = (query: string, limit = 2, person = ann) =>
      all(`/api/approvals${query}`, (page: { approvals: Approval[] }) => page.approvals, limit, person)
    for (const limit of [1, 2, 4]) {
      const found = await list('', limit)
      expect(sorted(ids(found))).toEqual(sorted([...asked, other.approval]))
      const moments = found.map(({ createdAt }) => createdAt)
      expect(moments).toEqual(sorted(moments).reverse())
    }
    expect(sorted(ids(await list(`?seat=${seat}`)))).toEqual(sorted(asked))
    const [approved, first, rejected, second, expired, third] = asked as [
      string,
      string,
      string,
      string,
      string,
      string,
    ]
    expect(sorted(ids(await list('?state=pending', 1)))).toEqual(sorted([first, second, third]))
    expect((await list('?state=pending', 1))[0]?.id).toBe(third)
    expect(sorted(ids(await list(`?state=decided&seat=${seat}`, 1)))).toEqual(sorted([approved, rejected, expired]))
    expect(ids(await list(`?state=decided&seat=${otherSeat}`))).toEqual([other.approval])
    expect(await list(`?seat=${seat}`, 2, bob)).toEqual([])
    expect(await list('', 1, bob)).toHaveLength(1)
  })

  test('runs come with their steps and the title of their task', async () => {
    const list = (of: string, limit: number, person = ann) =>
      all(
        `/api/workforce/runs?seat=${of}`,
        (page: { runs: (Run & { task: { title: string } })[] }) => page.runs,
        limit,
        person,
      )
    for (const limit of [1, 4]) {
      const found = await list(seat, limit)
      expect(found[0]).toMatchObject({ id: ran.at(-1), task: { title: 'Ring Bo' }, steps: [{ summary: 'Read' }] })
      expect(sorted(ids(found))).toEqual(sorted(ran))
    }
    expect(ids(await list(otherSeat, 2))).toEqual([other.run])
    expect(await list(seat, 2, bob)).toEqual([])
    expect(await ann.refusal('GET', '/api/workforce/runs')).toMatchObject({ status: 400 })
  })

  test('deliverables come as lines, by when their newest version was handed in', async () => {
    const criteria = ['Is short', 'Is true', 'Is kind']
    const evidence = [
      { criterion: 'Is true', met: 'yes' as const, note: '', checked: 1, left: 0 },
      { criterion: 'Is short', met: 'no' as const, note: '', checked: 1, left: 0 },
      { criterion: 'Is kind', met: 'yes' as const, note: 'kept before checks were counted', checked: 0, left: 0 },
      { criterion: 'Is blue', met: 'yes' as const, note: '', checked: 1, left: 0 },
    ]
    async function handedIn(owner: string, seatId: string, state: 'in_review' | 'accepted', at: Date) {
      const [id, taskId] = [
        uuid(),
        await task(owner, {
          seatId,
          status: 'in_review',
          title: 'Ring Bo',
          criteria,
          costMicros: 1_200,
          isPriced: false,
        }),
      ]
      const runId = await run(owner, seatId, taskId, at)
      await app.db.insert(deliverables).values({ id, ownerId: owner, taskId, seatId, state, handedInAt: at })
      const product = { blocks: [], sources: [], evidence: [...evidence], couldNot: [] }
      await app.db.insert(deliverableVersions).values([
        {
          ...{ deliverableId: id, version: 1, runId, hash: '', state: 'sent_back' },
          product: { ...product, title: 'Old', summary: 'Old', evidence: [] },
        },
        {
          ...{ deliverableId: id, version: 2, runId, hash: '', state, createdAt: at },
          product: { ...product, title: 'Letter', summary: 'To Bo' },
        },
      ])
      return id
    }
    const [today, first] = [new Date(), await handedIn(ann.id, seat, 'in_review', THEN)]
    const same = [first, await handedIn(ann.id, seat, 'accepted', THEN), await handedIn(ann.id, seat, 'accepted', THEN)]
    const newest = await handedIn(ann.id, otherSeat, 'in_review', today)
    const theirs = await handedIn(bob.id, (await testSeatsOf(app.db, bob.id))[0] ?? '', 'in_review', THEN)
    const list = (query: string, limit = 2, person = ann) =>
      all(
        `/api/workforce/deliverables${query}`,
        (page: { deliverables: DeliverableLine[] }) => page.deliverables,
        limit,
        person,
      )
    for (const limit of [1, 2, 3]) {
      const found = await list('', limit)
      expect(found[0]?.id).toBe(newest)
      expect(sorted(ids(found))).toEqual(sorted([...same, newest]))
    }
    const line = (await list(`?seat=${seat}&state=in_review`))[0]
    expect(line).toMatchObject({
      ...{ id: first, task: { title: 'Ring Bo' }, seat: { id: seat }, state: 'in_review', version: 2 },
      ...{ title: 'Letter', summary: 'To Bo', criteria: 3, met: 1, handedInAt: THEN.toISOString(), decidedAt: null },
      ...{ costMicros: 1_200, isPriced: false },
    })
    expect(sorted(ids(await list(`?seat=${seat}&state=accepted`, 1)))).toEqual(sorted(same.slice(1)))
    expect(ids(await list('', 2, bob))).toEqual([theirs])
    const inbox = await ann.call<Inbox>('GET', '/api/workforce/inbox')
    expect(inbox.reviews).toMatchObject([{ id: newest, title: 'Letter', met: 1 }, { id: first }])
    expect(ids(inbox.deliveredToday)).toEqual([newest])
  })
})

test('a person’s word on a step that was cut off is in the history of its task, once', async () => {
  const taskId = await task(ann.id, { seatId: seat, status: 'waiting_human', nextFor: 'unknown' })
  const id = await run(ann.id, seat, taskId, THEN)
  const step = { runId: id, seq: 2, kind: 'tool', name: 'mail.send', state: 'unknown', summary: '', argsHash: '' }
  await app.db.insert(runSteps).values({ ...step, args: {} })
  const settle = `/api/workforce/runs/${id}/steps/2/settle`
  const past = settle.replace('/2/', '/9007199254740990/')
  expect(await ann.refusal('POST', past, { happened: true })).toMatchObject({ status: 400 })
  expect(await bob.refusal('POST', settle, { happened: true })).toMatchObject({ status: 404 })
  await ann.call('POST', settle, { happened: true })
  expect(await ann.refusal('POST', settle, { happened: true })).toMatchObject({ status: 404 })
  const { events } = await ann.call<TaskDetails>('GET', `/api/workforce/tasks/${taskId}`)
  expect(events).toMatchObject([{ kind: 'step.settled', data: { step: 'mail.send', happened: true } }])
})

test('tickets come by pages to their person and to the administrator, those of one moment too', async () => {
  const person = await app.member()
  const open = async (owner: string, state: string, updatedAt: Date) => {
    const id = uuid()
    await app.db.insert(tickets).values({ id, ownerId: owner, subject: 'S', state, attempt: id, updatedAt })
    await app.db.insert(ticketMessages).values({ ticketId: id, userId: owner, isSupport: false, text: id })
    return id
  }
  const same = [await open(person.id, 'open', THEN), await open(person.id, 'closed', THEN)]
  same.push(await open(person.id, 'open', THEN))
  const newest = await open(person.id, 'open', LATER)
  const theirs = await open(bob.id, 'open', THEN)
  const ticketsOf = (page: { tickets: Ticket[] }) => page.tickets
  for (const limit of [1, 2, 3]) {
    const own = await all('/api/workforce/support', ticketsOf, limit, person)
    expect(own[0]?.id).toBe(newest)
    expect(sorted(ids(own))).toEqual(sorted([...same, newest]))
    expect(own.every(({ id, messages }) => messages[0]?.text === id)).toBe(true)
  }
  const administrator = await app.administrator()
  const seen = await all('/api/admin/support?state=open', ticketsOf, 1, administrator)
  expect(sorted(ids(seen))).toEqual(sorted([same[0] ?? '', same[2] ?? '', newest, theirs]))
  expect(sorted(ids(await all('/api/admin/support', ticketsOf, 2, administrator)))).toEqual(
    sorted([...same, newest, theirs]),
  )
})

test('a cursor that no list gave, or another list, is refused in a sentence', async () => {
  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const moment = THEN.toISOString()
  const wrong = ['', 'x', '2026-01-01T00:00:00Z 1', cursor(null), cursor([]), cursor({ key: 1 }), cursor(['1', 'a'])]
  wrong.push(cursor(['2026-02-30T00:00:00.000Z', 'a']), cursor([moment]), cursor([moment, 'a\0b']), cursor([true, 'a']))
  const byTime = [
    'workforce/tasks?status=ended',
    'approvals',
    'workforce/deliverables',
    `workforce/runs?seat=${seat}`,
    'workforce/support',
  ]
  const refusal = (list: string, value: string) =>
    ann.refusal('GET', `/api/${list}${list.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(value)}`)
  const refused = { status: 400, message: 'The cursor is not one that this list gave.' }
  for (const list of [...byTime, 'workforce/tasks'])
    for (const value of wrong) expect([list, value, await refusal(list, value)]).toMatchObject([list, value, refused])
  expect(await refusal('workforce/tasks', cursor([moment, 'a']))).toMatchObject(refused)
  for (const list of byTime) expect(await refusal(list, cursor([1.5, 'a']))).toMatchObject(refused)
})
