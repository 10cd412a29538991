import type { Approval } from '@atrium/contract/approvals'
import type { SeatAtWork } from '@atrium/contract/workforce-seats'
import type { Deliverable, TaskDetails } from '@atrium/contract/workforce-work'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../test-app.ts'
import { attempt, give, hire, isNow, TEST_AGENTS, taskOf, until } from './test-seats.ts'

let app: TestApp
let ann: Client & { id: string }
let ops: SeatAtWork
let support: SeatAtWork

beforeAll(async () => {
  app = await testApp({}, { agentsFolder: TEST_AGENTS })
  ann = await app.member()
  const seats = await hire(app, ann, { ops: 1, support: 1 })
  ops = seats.find(({ agentKey }) => agentKey === 'ops') as SeatAtWork
  support = seats.find(({ agentKey }) => agentKey === 'support') as SeatAtWork
})

const titles = async (person: Client) =>
  (await person.call<{ output: { tasks: { title: string }[] } }>('POST', '/api/m/tasks/list', {})).output.tasks.map(
    ({ title }) => title,
  )
const decide = (approval: Approval, more: Record<string, unknown> = {}) =>
  ann.call<Approval>('POST', `/api/approvals/${approval.id}/decide`, {
    decision: 'approve',
    argsHash: approval.argsHash,
    ...more,
  })
const taskFor = ({ task }: Approval) => task?.id ?? ''
const pending = (task: TaskDetails) => task.approvals.find(({ state }) => state === 'pending') as Approval
/** Its run is parked, too: it asks before it is. */
const asked = (task: TaskDetails) =>
  task.status === 'waiting_human' && task.approvals.some(({ state }) => state === 'pending')
const verdict = (task: TaskDetails, word: 'accept' | 'send-back', note = '') => {
  const [deliverable] = task.deliverables as [Deliverable]
  const version = deliverable.versions.at(-1)?.version
  return ann.call<Deliverable>('POST', `/api/workforce/deliverables/${deliverable.id}/${word}`, { version, note })
}

describe('a task', () => {
  test('is done by its seat, handed in with sources and evidence, sent back, and done when it is accepted', async () => {
    await ann.call('POST', '/api/m/tasks/add', { title: 'Buy milk' })
    const { id } = await give(ann, { seatId: ops.id, playbook: 'report' })
    const first = await until(ann, id, isNow('in_review'))
    const product = first.deliverables[0]?.versions[0]?.product
    expect(product?.summary).toMatch(/tasks in a plain tone/)
    expect(product?.sources).toMatchObject([{ kind: 'records', name: 'Task Inbox: Tasks', step: 1 }])
    expect(first.criteria).toEqual([
      { criterion: 'It is there.', met: 'yes', note: expect.stringContaining('tasks'), checked: 1, left: 0 },
    ])
    expect(first.next).toMatchObject({ kind: 'person', for: 'review' })
    expect(first.runs[0]?.steps.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'tasks.list committed',
      'note committed',
      'deliver committed',
    ])

    await verdict(first, 'send-back', 'Count again.')
    const again = await until(ann, id, (task) => task.status === 'in_review' && task.runs.length === 2)
    expect(again.deliverables[0]?.versions.map(({ state }) => state)).toEqual(['sent_back', 'in_review'])
    expect(again.deliverables[0]?.versions[1]?.product.couldNot[0]).toMatch(/was not read/)
    const { deliverables } = await ann.call<{ deliverables: unknown[] }>('GET', '/api/workforce/deliverables?limit=1')
    const handedInAt = again.deliverables[0]?.versions[1]?.createdAt
    expect(deliverables).toMatchObject([{ version: 2, state: 'in_review', criteria: 1, met: 1, handedInAt }])
    await verdict(again, 'accept')
    expect(await taskOf(ann, id)).toMatchObject({ status: 'done', next: null })
    const late = again.deliverables[0] as Deliverable
    const refusal = await ann.refusal('POST', `/api/workforce/deliverables/${late.id}/accept`, { version: 2 })
    expect(refusal).toMatchObject({ status: 409 })
  })

  test('waits for the person at each write, does what they edited, and goes on without what they declined', async () => {
    const { id } = await give(ann, {
      seatId: ops.id,
      playbook: 'addTwo',
      input: { first: 'Ring Bo', second: 'Ring Cy' },
    })
    const one = await until(ann, id, asked)
    expect(one).toMatchObject({ status: 'waiting_human', next: { kind: 'person', for: 'approval' } })
    expect(pending(one)).toMatchObject({ action: 'tasks.add', input: { title: 'Ring Bo' }, effect: 'write' })
    expect(await titles(ann)).not.toContain('Ring Bo')
    const word = { decision: 'approve', argsHash: pending(one).argsHash }
    const edited = async (input: Record<string, unknown>) => {
      const answer = await ann.send('POST', `/api/approvals/${pending(one).id}/decide`, { ...word, input })
      return ((await answer.json()) as { error: unknown }).error
    }
    expect(await edited({ title: '' })).toMatchObject({ code: 'bad_request', details: { field: 'input.title' } })
    await decide(pending(one), { input: { title: 'Ring Bo and Di' } })
    const two = await until(ann, id, (task) => asked(task) && pending(task).seq === 2)
    expect(await titles(ann)).toContain('Ring Bo and Di')
    await decide(pending(two), { decision: 'reject', note: 'Not now.' })
    const done = await until(ann, id, isNow('in_review'))
    expect(done.deliverables[0]?.versions[0]?.product.summary).toMatch(/Ring Bo and Di.*declined it\. Not now\./)
    expect((await titles(ann)).filter((title) => title.startsWith('Ring'))).toEqual(['Ring Bo and Di'])
    expect(done.runs[0]?.steps[0]).toMatchObject({ state: 'committed', changeId: expect.any(String) })
  })

  test('shows what it may not use, and never what it may', async () => {
    const { id } = await give(ann, { seatId: ops.id, playbook: 'mail', input: { to: 'bo@example.org' } })
    const shown = async () => (await taskOf(ann, id)).runs[0]?.steps.map(({ seq, kind, name }) => [seq, kind, name])
    await until(ann, id, isNow('in_review'))
    expect(await shown()).toEqual([
      [1, 'note', 'can'],
      [2, 'tool', 'deliver'],
    ])
    await app.db.execute(sql`update run_steps set result = 'true' where name = 'can' and run_id in
      (select id from seat_runs where task_id = ${id})`)
    expect(await shown()).toEqual([[2, 'tool', 'deliver']])
  })

  test('asks, remembers, and takes the default for what is left empty', async () => {
    const { id } = await give(ann, { seatId: ops.id, playbook: 'asks' })
    const { question } = await until(ann, id, (task) => task.question !== null)
    expect(question?.questions).toMatchObject([{ question: 'Which colour?', choices: ['red', 'blue'] }])
    const word = { runId: question?.runId, seq: question?.seq }
    const wrong = await ann.refusal('POST', `/api/workforce/tasks/${id}/answer`, {
      ...word,
      answers: { colour: 'green' },
    })
    expect(wrong).toMatchObject({ status: 400 })
    await ann.call('POST', `/api/workforce/tasks/${id}/answer`, { ...word, answers: { colour: 'blue' } })
    const done = await until(ann, id, isNow('in_review'))
    expect(done.deliverables[0]?.versions[0]?.product.summary).toBe('blue')
    expect(await ann.refusal('POST', `/api/workforce/tasks/${id}/answer`, { ...word, answers: {} })).toMatchObject({
      status: 409,
    })
    const { events } = await taskOf(ann, id)
    expect(events.map(({ kind }) => kind)).toEqual(['task.answered', 'task.made'])
    const seat = await ann.call<{ memory: { text: string }[] }>('GET', `/api/workforce/seats/${ops.id}`)
    expect(seat.memory).toMatchObject([{ text: 'The colour is blue.' }])
  })

  test('is split along the org chart, and never given back to whom it came from', async () => {
    const { id } = await give(ann, { seatId: ops.id, playbook: 'splits' })
    const done = await until(ann, id, isNow('in_review'))
    expect(done.deliverables[0]?.versions[0]?.product.summary).toBe('the part')
    expect(done.children).toMatchObject([{ status: 'done', seat: { id: support.id } }])
    const part = await taskOf(ann, done.children[0]?.id as string)
    expect(part.events).toMatchObject([{ kind: 'task.made', actor: ops.name }])

    const parent = await give(ann, { seatId: ops.id, playbook: 'fails' })
    await until(ann, parent.id, isNow('blocked'))
    const child = await give(ann, { seatId: support.id, playbook: 'part', input: { again: true }, parentId: parent.id })
    const back = await until(ann, child.id, isNow('in_review'))
    expect(back.deliverables[0]?.versions[0]?.product.summary).toMatch(/seat that it came from/)
  })

  test('takes what a person says who did a part instead, and is told when one was cancelled', async () => {
    const standing = (on: boolean) => ann.call('PUT', `/api/workforce/seats/${support.id}/paused`, { on })
    await standing(true)
    const parts = async (title: string) => {
      const { id } = await give(ann, { seatId: ops.id, playbook: 'splits', title })
      const split = await until(ann, id, (task) => task.children.length > 0 && task.next?.for === 'dependency')
      return { id, part: await taskOf(ann, split.children[0]?.id as string) }
    }
    const change = (id: string, more: object) => ann.call<TaskDetails>('PATCH', `/api/workforce/tasks/${id}`, more)
    const said = async (id: string) => {
      const task = await until(ann, id, isNow('in_review'))
      return task.deliverables[0]?.versions[0]?.product.summary
    }
    const one = await parts('By a person')
    const { version } = await change(one.part.id, { userId: ann.id, version: one.part.version })
    await change(one.part.id, { status: 'done', result: 'I did it myself.', version })
    expect(await said(one.id)).toBe('I did it myself.')
    const other = await parts('By nobody')
    await change(other.part.id, { status: 'cancelled', version: other.part.version })
    expect(await said(other.id)).toBe('It was cancelled.')
    await standing(false)
  })

  test('is passed on three times at most, by people and by seats', async () => {
    let parentId: string | null = null
    for (let depth = 0; depth < 3; depth++) parentId = (await give(ann, { title: `Depth ${depth}`, parentId })).id
    const deepest = await give(ann, { seatId: ops.id, playbook: 'splits', parentId })
    const done = await until(ann, deepest.id, isNow('in_review'))
    expect(done.deliverables[0]?.versions[0]?.product.summary).toMatch(/at most 3 times/)
    expect(done.children).toEqual([])
    const deeper = { title: 'Deeper', parentId: deepest.id, attempt: attempt() }
    expect(await ann.refusal('POST', '/api/workforce/tasks', deeper)).toMatchObject({ status: 400 })
  })

  test('that fails says so and can be tried again; a fault of the playbook tells nothing of itself', async () => {
    const { id } = await give(ann, { seatId: ops.id, playbook: 'fails' })
    const failed = await until(ann, id, isNow('blocked'))
    expect(failed).toMatchObject({ reason: 'Something went wrong in the playbook.', next: { for: 'failed' } })
    await ann.call('PATCH', `/api/workforce/tasks/${id}`, { playbook: 'report', input: {}, version: failed.version })
    await until(ann, id, isNow('in_review'))
  })

  test('without a playbook finds the one that its words mean, and the file that came with it', async () => {
    const uploaded = await ann.send('POST', '/api/files?name=words.txt', 'Some words.')
    const { id: file } = (await uploaded.json()) as { id: string }
    const { id } = await give(ann, { seatId: ops.id, title: 'Please read this file', input: { files: [file] } })
    const done = await until(ann, id, isNow('in_review'))
    expect(done.deliverables[0]?.versions[0]?.product).toMatchObject({ title: 'words.txt', summary: 'no model' })
    // What none of them fits is refused before it is given; what was only planned says so when its turn comes.
    const juggle = { seatId: ops.id, title: 'Juggle', attempt: attempt() }
    expect(await ann.refusal('POST', '/api/workforce/tasks', juggle)).toMatchObject({
      status: 400,
      message: expect.stringContaining('no model is connected'),
    })
    const planned = await give(ann, { ...juggle, status: 'backlog' })
    await ann.call('PATCH', `/api/workforce/tasks/${planned.id}`, { status: 'todo', version: planned.version })
    expect(await until(ann, planned.id, isNow('blocked'))).toMatchObject({
      reason: expect.stringContaining('Choose a playbook'),
    })
  })

  test('waits for those it needs, in no circle, and stops when it is stopped', async () => {
    const first = await give(ann, { title: 'Mine', userId: ann.id })
    const second = await give(ann, { seatId: ops.id, playbook: 'report', needs: [first.id] })
    expect(second.next).toMatchObject({ for: 'dependency' })
    const circle = { needs: [second.id], version: first.version }
    expect(await ann.refusal('PATCH', `/api/workforce/tasks/${first.id}`, circle)).toMatchObject({ status: 400 })
    await ann.call('PATCH', `/api/workforce/tasks/${first.id}`, { status: 'done', version: first.version })
    await until(ann, second.id, isNow('in_review'))

    const { id } = await give(ann, { seatId: ops.id, playbook: 'asks' })
    await until(ann, id, isNow('waiting_human'))
    await ann.call('POST', `/api/workforce/tasks/${id}/stop`, {})
    expect(await until(ann, id, isNow('backlog'))).toMatchObject({ runs: [{ status: 'cancelled' }] })
  })

  test('that is cancelled leaves nothing that could still be allowed, and no task waiting for it', async () => {
    const input = { first: 'Never', second: 'Never' }
    const { id } = await give(ann, { seatId: ops.id, playbook: 'addTwo', input })
    const next = await give(ann, { seatId: ops.id, playbook: 'report', needs: [id] })
    const waiting = await until(ann, id, asked)
    const approval = pending(waiting)
    await ann.call('PATCH', `/api/workforce/tasks/${id}`, { status: 'cancelled', version: waiting.version })
    expect(await taskOf(ann, id)).toMatchObject({
      approvals: [{ state: 'withdrawn' }],
      runs: [{ status: 'cancelled' }],
    })
    const late = { decision: 'approve', argsHash: approval.argsHash }
    expect(await ann.refusal('POST', `/api/approvals/${approval.id}/decide`, late)).toMatchObject({
      status: 409,
    })
    await until(ann, next.id, isNow('in_review'))
    expect(await titles(ann)).not.toContain('Never')
  })

  test('is judged once its run has closed, not before', async () => {
    const { id } = await give(ann, { seatId: ops.id, playbook: 'report' })
    const task = await until(ann, id, isNow('in_review'))
    await app.db.execute(`update seat_tasks set status = 'in_progress' where id = '${id}'`)
    const early = await ann.refusal('POST', `/api/workforce/deliverables/${task.deliverables[0]?.id}/accept`, {
      version: 1,
    })
    expect(early).toMatchObject({ status: 409 })
    await app.db.execute(`update seat_tasks set status = 'in_review' where id = '${id}'`)
    await verdict(task, 'accept')
    expect(await taskOf(ann, id)).toMatchObject({ status: 'done' })
  })

  test('is made once however often it is sent, and is nobody else’s', async () => {
    const word = { title: 'Once', attempt: attempt() }
    const [one, two] = await Promise.all([give(ann, word), give(ann, word)])
    expect(two.id).toBe(one.id)
    expect((await give(ann, word)).id).toBe(one.id)
    const bob = await app.member()
    expect(await bob.refusal('GET', `/api/workforce/tasks/${one.id}`)).toMatchObject({ status: 404 })
    expect(
      await bob.refusal('POST', '/api/workforce/tasks', { title: 'Theirs', seatId: ops.id, attempt: attempt() }),
    ).toMatchObject({ status: 404 })
  })
})

describe('an approval', () => {
  const wanted = async () => {
    const { id } = await give(ann, {
      seatId: ops.id,
      playbook: 'addTwo',
      input: { first: 'Guarded', second: 'Guarded' },
    })
    return pending(await until(ann, id, asked))
  }
  const refused = (person: Client, { id }: Approval, word: Record<string, unknown>) =>
    person.refusal('POST', `/api/approvals/${id}/decide`, { decision: 'approve', ...word })

  test('is refused by another person, for other arguments, a second time, and when it has expired', async () => {
    const approval = await wanted()
    const { argsHash } = approval
    expect(await refused(await app.member(), approval, { argsHash })).toMatchObject({ status: 404 })
    expect(await refused(await app.administrator(), approval, { argsHash })).toMatchObject({ status: 404 })
    expect(await refused(ann, approval, { argsHash: '0'.repeat(64) })).toMatchObject({ status: 409 })
    const key = await ann.call<{ key: string }>('POST', '/api/user/keys', {
      name: 'k',
      scopes: ['read', 'write', 'chat'],
    })
    const byKey = await app
      .visitor()
      .refusal(
        'POST',
        `/api/approvals/${approval.id}/decide`,
        { decision: 'approve', argsHash },
        { authorization: `Bearer ${key.key}` },
      )
    expect(byKey).toMatchObject({ status: 403 })
    await decide(approval)
    expect(await refused(ann, approval, { argsHash })).toMatchObject({ status: 409, message: /already/ })

    const second = pending(await until(ann, taskFor(approval), (task) => asked(task) && pending(task).seq === 2))
    await app.db.execute(`update approvals set expires_at = now() - interval '1 minute' where id = '${second.id}'`)
    expect(await refused(ann, second, { argsHash: second.argsHash })).toMatchObject({ status: 409, message: /expired/ })
    const done = await until(ann, taskFor(approval), isNow('in_review'))
    expect(done.deliverables[0]?.versions[0]?.product.summary).toMatch(/Nobody decided in time/)
    expect((await titles(ann)).filter((title) => title === 'Guarded')).toHaveLength(1)
  })

  test('forged in the database without a person’s word, or used once, is good for nothing', async () => {
    const approval = await wanted()
    const forged = `update approvals set state = 'approved' where id = '${approval.id}'; update seat_runs set goes_on = true where id = '${approval.runId}'`
    await app.db.execute(forged)
    const next = pending(await until(ann, taskFor(approval), (task) => asked(task)))
    expect(next.seq).toBe(2)
    await app.db.execute(`update approvals set used_at = now() where id = '${next.id}'`)
    await decide(next)
    const done = await until(ann, taskFor(approval), isNow('in_review'))
    expect(done.deliverables[0]?.versions[0]?.product.summary).toMatch(/used already.*used already/)
    expect((await titles(ann)).filter((title) => title === 'Guarded')).toHaveLength(1)
  })

  test('means nothing when the seat has lost the permission since: the policy is asked again', async () => {
    const approval = await wanted()
    await ann.call('PATCH', `/api/workforce/seats/${ops.id}`, { grants: [{ action: 'tasks.list', asks: false }] })
    await decide(approval)
    const done = await until(ann, taskFor(approval), isNow('in_review'))
    expect(done.deliverables[0]?.versions[0]?.product.summary).toMatch(/lacks the permission.*lacks the permission/)
    const blocked = await give(ann, { seatId: ops.id, playbook: 'addTwo', input: { first: 'x', second: 'y' } })
    expect(await until(ann, blocked.id, isNow('blocked'))).toMatchObject({
      next: { for: 'grant' },
      reason: /tasks\.add/,
    })
  })
})
