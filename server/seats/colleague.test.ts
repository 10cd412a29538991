import type { Inbox } from '@atrium/contract/workforce-insight'
import type { Task, TaskDetails } from '@atrium/contract/workforce-work'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { startFake } from '../accounts/test-process.ts'
import { uuid } from '../platform/ids.ts'
import { join, listen, makeTeam, type Person } from '../teams/test-teams.ts'
import { testApp } from '../test-app.ts'
import { forgetWorkforce } from '../workforce/owner-deleted.ts'
import { attempt, give, hire, isNow, TEST_AGENTS, taskOf, until } from './test-seats.ts'

const smtp = await startFake('../accounts/test-smtp.ts')
const mail = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'desk@example.org' }
const app = await testApp(mail, { agentsFolder: TEST_AGENTS })

let ann: Person
let bob: Person
let stranger: Person
let team: string
beforeAll(async () => {
  ;[ann, bob, stranger] = [await app.member('ann'), await app.member('bob'), await app.member('cyd')]
  team = (await makeTeam(ann)).id
  await join(ann, team, bob, 'viewer')
  await makeTeam(stranger)
})

const given = async (who: Person, more = '') =>
  (await who.call<{ tasks: Task[] }>('GET', `/api/workforce/tasks?for=me${more}`)).tasks
const inbox = (who: Person) => who.call<Inbox>('GET', '/api/workforce/inbox')
const change = (who: Person, id: string, more: object) =>
  who.call<TaskDetails>('PATCH', `/api/workforce/tasks/${id}`, more)
const refused = (who: Person, id: string, more: object) => who.refusal('PATCH', `/api/workforce/tasks/${id}`, more)
const look = (who: Person, id: string) => who.refusal('GET', `/api/workforce/tasks/${id}`)
const IN_NO_TEAM = { status: 404, message: 'That person is in no team with you.' }

describe('a task for a colleague', () => {
  test('is seen by them with what it takes to do it, and with nothing else of its giver', async () => {
    const upload = await ann.send('POST', '/api/files?name=words.txt', 'Some words.')
    const { id: file } = (await upload.json()) as { id: string }
    const above = await give(ann, { title: 'The fair', brief: 'Hidden plans' })
    const first = await give(ann, { title: 'Rent a hall', brief: 'Hidden hall', userId: ann.id })
    const task = await give(ann, {
      title: 'Invite the guests',
      brief: 'All of last year',
      criteria: ['Forty are invited'],
      dueOn: '2026-12-24',
      userId: bob.id,
      parentId: above.id,
      needs: [first.id],
      input: { files: [file], note: 'Hidden input' },
      budgetMicros: 5_000,
    })
    await give(ann, { title: 'Hidden part', parentId: task.id })
    await app.db.execute(sql`update seat_tasks set cost_micros = 7, tokens = 9 where id = ${task.id}`)
    const mine = await taskOf(ann, task.id)
    expect(mine).toMatchObject({
      giver: null,
      person: { id: bob.id, name: 'bob' },
      budget: { limitMicros: 5_000 },
      costMicros: 7,
      subtasks: { total: 1 },
    })
    await change(ann, task.id, { budgetMicros: 6_000, version: mine.version })

    const theirs = await taskOf(bob, task.id)
    expect(theirs).toMatchObject({
      title: 'Invite the guests',
      brief: 'All of last year',
      giver: { id: ann.id, name: 'ann' },
      person: { id: bob.id },
      criteria: [{ criterion: 'Forty are invited', met: 'unknown' }],
      dueOn: '2026-12-24',
      parent: { title: 'The fair' },
      needs: [{ title: 'Rent a hall', status: 'todo' }],
      status: 'todo',
      next: { for: 'dependency' },
      result: '',
      budget: null,
      costMicros: 0,
      tokens: 0,
      input: {},
      subtasks: { done: 0, total: 0 },
    })
    expect(theirs).toMatchObject({ children: [], runs: [], approvals: [], deliverables: [], files: [] })
    expect(theirs.events.map(({ kind, actor }) => [kind, actor])).toEqual([['task.made', 'ann']])
    // Ids may hold any figures.
    expect(JSON.stringify(theirs).replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '')).not.toMatch(
      /Hidden|words\.txt|5000|6000/,
    )
    expect(await given(bob)).toMatchObject([{ id: task.id, giver: { name: 'ann' }, costMicros: 0 }])
    expect((await inbox(bob)).given).toMatchObject([{ id: task.id, giver: { name: 'ann' } }])
    const own = await bob.call<{ tasks: Task[] }>('GET', '/api/workforce/tasks')
    expect([own.tasks, await given(ann), (await inbox(ann)).given]).toEqual([[], [], []])
    // What it is part of and waits for is its owner's.
    for (const id of [above.id, first.id]) expect(await look(bob, id)).toMatchObject({ status: 404 })
    await vi.waitFor(() => expect(JSON.stringify(smtp.lines)).toContain('a task for you'), 30_000)
  })

  test('is given to nobody who is in no team with its giver, and is nothing to them', async () => {
    const order = { title: 'Psst', attempt: attempt(), userId: stranger.id }
    expect(await ann.refusal('POST', '/api/workforce/tasks', order)).toMatchObject(IN_NO_TEAM)
    const { id, version } = await give(ann, { userId: bob.id })
    expect(await refused(ann, id, { userId: stranger.id, version })).toMatchObject(IN_NO_TEAM)
    const { message } = await look(stranger, uuid())
    expect(await look(stranger, id)).toMatchObject({ status: 404, message })
    expect(await refused(stranger, id, { status: 'done', version })).toMatchObject({ status: 404, message })
    expect(await given(stranger)).toEqual([])
  })

  test('is done by them with what came of it, opened again, and lets go on what waited for it', async () => {
    const [seat] = await hire(app, ann, { ops: 1 })
    const task = await give(ann, { title: 'Count the chairs', userId: bob.id })
    const next = await give(ann, { seatId: seat?.id, playbook: 'report', needs: [task.id] })
    const stale = { status: 'done', version: task.version + 1 }
    expect(await refused(bob, task.id, stale)).toMatchObject({ status: 409, message: /changed meanwhile/ })
    const result = 'Forty, and two are broken.'
    const done = await change(bob, task.id, { status: 'done', result, version: task.version })
    expect(done).toMatchObject({ status: 'done', result, next: null, giver: { id: ann.id } })
    const seen = await taskOf(ann, task.id)
    expect(seen).toMatchObject({ status: 'done', result, giver: null, endedAt: expect.any(String) })
    expect(seen.events[0]).toMatchObject({ kind: 'task.changed', actor: 'bob', data: { status: 'done' } })
    expect(await given(bob, '&status=ended')).toMatchObject([{ id: task.id }])
    const reviewed = await until(ann, next.id, isNow('in_review'))
    // What is in review waits for its owner's verdict, not for somebody else's work.
    const away = { userId: bob.id, version: reviewed.version }
    expect(await refused(ann, next.id, away)).toMatchObject({ status: 409, message: /verdict/ })
    const said = { result: 'Done by me', version: reviewed.version }
    expect(await refused(ann, next.id, said)).toMatchObject({ status: 409, message: /when you accept/ })

    const open = await change(bob, task.id, { status: 'todo', version: done.version })
    expect(open).toMatchObject({ status: 'todo', endedAt: null, next: { name: 'bob', for: 'work' } })
    const over = await change(ann, task.id, { status: 'cancelled', version: open.version })
    expect(await taskOf(bob, task.id)).toMatchObject({ status: 'cancelled' })
    expect(await refused(bob, task.id, { status: 'todo', version: over.version })).toMatchObject({ status: 403 })
  })

  test.each([
    ['its title', { title: 'Mine now' }],
    ['what is to be done', { brief: 'Less', status: 'done' }],
    ['its criteria', { criteria: [] }],
    ['its due date', { dueOn: null }],
    ['who does it', { userId: 'ann' }],
    ['which seat does it', { seatId: uuid() }],
    ['what it waits for', { needs: [] }],
    ['its place on the board', { rank: 1 }],
    ['its budget', { budgetMicros: null }],
    ['its input', { input: {} }],
    ['that it is cancelled', { status: 'cancelled' }],
    ['that it is not begun', { status: 'backlog' }],
    ['its result without being done', { result: 'Half' }],
  ])('lets them change nothing else: %s', async (_, more) => {
    const { id, version } = await give(ann, { userId: bob.id })
    expect(await refused(bob, id, { ...more, version })).toMatchObject({ status: 403, message: /give it back/ })
    expect(await taskOf(ann, id)).toMatchObject({ version, status: 'todo', title: 'Do it' })
  })

  test('cannot be begun by them while its owner holds it back, nor used for tasks of their own', async () => {
    const { id, version } = await give(ann, { userId: bob.id, status: 'backlog' })
    expect(await refused(bob, id, { status: 'todo', version })).toMatchObject({ status: 403 })
    for (const more of [{ needs: [id] }, { parentId: id }]) {
      const order = { title: 'Mine', attempt: attempt(), ...more }
      expect(await bob.refusal('POST', '/api/workforce/tasks', order)).toMatchObject({ status: 404 })
    }
    expect(await bob.refusal('POST', `/api/workforce/tasks/${id}/stop`, {})).toMatchObject({ status: 404 })
  })

  test('is opened again and told of anew by whoever closed it, never by the other when its owner did', async () => {
    const { id, version } = await give(ann, { userId: bob.id })
    const done = await change(bob, id, { status: 'done', result: 'Mine', version })
    const again = await change(bob, id, { status: 'done', result: 'Mine, corrected', version: done.version })
    expect(again.result).toBe('Mine, corrected')
    const open = await change(bob, id, { status: 'todo', version: again.version })
    const closed = await change(ann, id, { status: 'done', result: 'Hers', version: open.version })
    expect([again.canReopen, (await taskOf(bob, id)).canReopen]).toEqual([true, false])
    for (const more of [{ status: 'todo' }, { status: 'done', result: 'His' }])
      expect(await refused(bob, id, { ...more, version: closed.version })).toMatchObject({ status: 403 })
    expect(await taskOf(ann, id)).toMatchObject({ status: 'done', result: 'Hers', version: closed.version })
  })

  test('is given back by them, and is its owner’s to assign', async () => {
    const { id, version } = await give(ann, { title: 'Bake bread', userId: bob.id })
    const back = await change(bob, id, { userId: null, version })
    expect(back).toMatchObject({ person: null, next: { name: 'ann', for: 'assign' } })
    expect(await look(bob, id)).toMatchObject({ status: 404 })
    const seen = await taskOf(ann, id)
    expect(seen).toMatchObject({ person: null, next: { for: 'assign' } })
    expect(seen.events[0]).toMatchObject({ kind: 'task.given_back', actor: 'bob' })
    expect((await inbox(ann)).blocked.map((task) => task.id)).toContain(id)
    const again = await change(ann, id, { userId: bob.id, version: seen.version })
    const done = await change(bob, id, { status: 'done', version: again.version })
    expect(await refused(bob, id, { userId: null, version: done.version })).toMatchObject({ status: 409 })
  })

  test('is told of in the tabs of both, as it happens', async () => {
    const [hers, his] = [await listen(app.url, ann), await listen(app.url, bob)]
    const count = ({ told }: typeof his) => told.filter(({ topic }) => topic === 'workforce').length
    const told = async (what: () => Promise<TaskDetails>) => {
      const before = [hers, his].map(count)
      const task = await what()
      for (const [at, one] of [hers, his].entries())
        await vi.waitFor(() => expect(count(one)).toBeGreaterThan(before[at] as number), 10_000)
      return task
    }
    const above = await told(() => give(ann, { title: 'Above', userId: bob.id }))
    const { id, version } = await told(() => give(ann, { userId: bob.id, parentId: above.id }))
    const renamed = await told(() => change(ann, id, { title: 'Do this', version }))
    const done = await told(() => change(bob, id, { status: 'done', version: renamed.version }))
    const open = await told(() => change(bob, id, { status: 'todo', version: done.version }))
    const back = await told(() => change(bob, id, { userId: null, version: open.version }))
    const first = await give(ann, { title: 'First', userId: ann.id })
    const after = await told(() => change(ann, id, { userId: bob.id, needs: [first.id], version: back.version }))
    expect(after.next).toMatchObject({ for: 'dependency' })
    await told(() => change(ann, first.id, { status: 'done', version: first.version }))
    await told(() => change(ann, above.id, { status: 'cancelled', version: above.version }))
    expect(await taskOf(bob, id)).toMatchObject({ status: 'cancelled' })
  })

  test('is theirs no longer once they are in no team together, and its owner sees that nobody does it', async () => {
    const [dan, eve] = [await app.member(), await app.member()]
    const common = await makeTeam(dan)
    await join(dan, common.id, eve, 'editor')
    const { id, version } = await give(dan, { title: 'Sweep', userId: eve.id })
    await eve.call('POST', `/api/teams/${common.id}/leave`, {})
    expect(await look(eve, id)).toMatchObject({ status: 404 })
    expect(await refused(eve, id, { status: 'done', version })).toMatchObject({ status: 404 })
    expect([await given(eve), (await inbox(eve)).given]).toEqual([[], []])
    expect(await taskOf(dan, id)).toMatchObject({ version, next: { kind: 'person', for: 'assign' } })
    expect((await inbox(dan)).blocked).toMatchObject([{ id }])
    await join(dan, common.id, eve, 'viewer')
    expect(await taskOf(eve, id)).toMatchObject({ next: { for: 'work' } })
    // Closed, a team joins nobody.
    await app.db.execute(sql`update teams set deletion_at = now() + interval '1 day' where id = ${common.id}`)
    expect(await look(eve, id)).toMatchObject({ status: 404 })
  })

  test('outlives the account of whoever does it, and is gone with its giver’s', async () => {
    const [dan, eve] = [await app.member(), await app.member()]
    await join(dan, (await makeTeam(dan)).id, eve, 'editor')
    await join(ann, team, eve, 'viewer')
    const [stays, goes] = [await give(ann, { userId: eve.id }), await give(dan, { userId: eve.id })]
    const news = await listen(app.url, eve)
    await app.db.transaction((tx) => forgetWorkforce(tx, dan.id))
    await vi.waitFor(() => expect(news.told).toContainEqual({ topic: 'workforce' }))
    expect(await look(eve, goes.id)).toMatchObject({ status: 404 })
    await app.db.execute(sql`delete from users where id = ${eve.id}`)
    expect(await taskOf(ann, stays.id)).toMatchObject({ person: null, next: { for: 'assign' } })
  })
})

test('what came of a task of one’s own is kept with it, also when it is said later', async () => {
  const { id, version } = await give(ann, { userId: ann.id })
  const done = await change(ann, id, { status: 'done', version })
  expect(await change(ann, id, { result: 'All is well.', version: done.version })).toMatchObject({
    status: 'done',
    result: 'All is well.',
  })
})
