import type { ImportReport } from '@atrium/contract/data'
import type { SeatAtWork } from '@atrium/contract/workforce-seats'
import type { Deliverable, TaskDetails } from '@atrium/contract/workforce-work'
import { sql } from 'drizzle-orm'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { hashOf } from '../platform/runs/args-hash.ts'
import { give, hire, isNow, TEST_AGENTS, until } from '../seats/test-seats.ts'
import { type Client, testApp } from '../test-app.ts'

const app = await testApp({}, { agentsFolder: TEST_AGENTS })
const elsewhere = await testApp({}, { agentsFolder: TEST_AGENTS })

const exported = async (who: Client) => new Uint8Array(await (await who.send('GET', '/api/data/export')).arrayBuffer())
const taken = (who: Client, body: Uint8Array, query = '') =>
  who.call<ImportReport>('POST', `/api/data/import${query}`, body)
/** The workforce's lines by their file. */
const linesOf = (zip: Uint8Array): Record<string, Record<string, unknown>[]> =>
  Object.fromEntries(
    Object.entries(unzipSync(zip))
      .filter(([name]) => /^workforce\/.*\.jsonl$/.test(name))
      .map(([name, bytes]) => {
        const lines = strFromU8(bytes).split('\n').filter(Boolean)
        return [name.slice('workforce/'.length, -'.jsonl'.length), lines.map((line) => JSON.parse(line))]
      }),
  )

/** Somebody whose seats have had work accepted, sent back and waiting, and who has some to do herself. */
async function founder() {
  const ann = await app.member()
  const seats = await hire(app, ann, { ops: 1, support: 1 })
  const ops = seats.find(({ agentKey }) => agentKey === 'ops') as SeatAtWork
  await ann.call('POST', '/api/m/tasks/add', { title: 'Buy milk' })
  const { id } = await give(ann, { seatId: ops.id, playbook: 'report' })
  const first = await until(ann, id, isNow('in_review'))
  const [deliverable] = first.deliverables as [Deliverable]
  const word = (verdict: string, version: number) =>
    ann.call('POST', `/api/workforce/deliverables/${deliverable.id}/${verdict}`, { version, note: 'Count again.' })
  await word('send-back', 1)
  await until(ann, id, (task) => task.status === 'in_review' && task.runs.length === 2)
  await word('accept', 2)
  const waiting = await give(ann, { seatId: ops.id, playbook: 'report', title: 'Look at it' })
  await until(ann, waiting.id, isNow('in_review'))
  const mine = await give(ann, { userId: ann.id, title: 'Mine', needs: [waiting.id] })
  await ann.call('POST', `/api/workforce/seats/${ops.id}/memory`, { text: 'The year begins in April.' })
  return { ann, ops, id, waiting: waiting.id, mine: mine.id }
}

test('what seats did comes back whole: tasks, runs with their steps, deliverables, memories', async () => {
  const { ann, ops, id, waiting, mine } = await founder()
  const archive = await exported(ann)
  const before = linesOf(archive)
  expect(Object.fromEntries(Object.entries(before).map(([name, lines]) => [name, lines.length > 0]))).toMatchObject({
    seats: true,
    tasks: true,
    runs: true,
    steps: true,
    deliverables: true,
    memories: true,
  })

  const bob = await elsewhere.member()
  const preview = await taken(bob, archive, '?preview=1')
  expect(linesOf(await exported(bob)).tasks).toEqual([])
  const report = await taken(bob, archive)
  expect(report).toEqual(preview)
  expect(report.refused).toEqual([])
  const added = Object.fromEntries(report.counts.map(({ kind, added }) => [kind, added]))
  expect(added).toMatchObject({ seats: 2, seatTasks: 3, seatRuns: 3, seatSteps: before.steps?.length, deliverables: 3 })

  const after = linesOf(await exported(bob))
  for (const name of ['runs', 'steps', 'approvals', 'deliverables', 'memories'])
    expect(after[name]).toEqual(before[name])
  const task = (lines: typeof before, of: string) => lines.tasks?.find((line) => line.id === of)
  expect(task(after, id)).toEqual(task(before, id))
  // What was open is the owner's now, since nobody can bring along a seat that was paid for elsewhere.
  expect(task(after, waiting)).toMatchObject({ status: 'in_review', seatId: null, assignee: 'owner' })
  expect(task(after, mine)).toMatchObject({ title: 'Mine', assignee: 'owner', needs: [waiting] })
  expect(after.seats).toMatchObject(before.seats?.map(({ name, id }) => ({ name, id, status: 'ended' })) ?? [])

  const shown = await bob.call<TaskDetails>('GET', `/api/workforce/tasks/${id}`)
  expect(shown).toMatchObject({ status: 'done', runs: [{ attempt: 2 }, { attempt: 1 }] })
  expect(shown.deliverables[0]?.versions.map(({ state }) => state)).toEqual(['sent_back', 'accepted'])
  expect(await bob.call('GET', '/api/workforce/subscriptions')).toEqual({ subscriptions: [] })
  const [, open] = [shown, await bob.call<TaskDetails>('GET', `/api/workforce/tasks/${waiting}`)]
  await bob.call('POST', `/api/workforce/deliverables/${open.deliverables[0]?.id}/accept`, { version: 1, note: '' })
  expect(await bob.call('GET', `/api/workforce/tasks/${waiting}`)).toMatchObject({ status: 'done' })
  expect(await bob.call('GET', `/api/workforce/seats/${ops.id}`)).toMatchObject({ status: 'ended' })

  const second = await taken(bob, archive)
  expect(second.counts.every(({ added, refused }) => added === 0 && refused === 0)).toBe(true)
})

test('what is somebody else’s here comes as a copy of one’s own, and the other’s is as it was', async () => {
  const { ann, id } = await founder()
  const archive = await exported(ann)
  const eve = await app.member()
  const report = await taken(eve, archive)
  expect(report.refused).toEqual([])
  const [theirs, hers] = [linesOf(archive), linesOf(await exported(eve))]
  for (const [name, lines] of Object.entries(theirs)) {
    expect([name, hers[name]?.length]).toEqual([name, lines.length])
    const ids = new Set(lines.map((line) => line.id ?? line.runId))
    expect(hers[name]?.filter((line) => ids.has(line.id ?? line.runId))).toEqual([])
  }
  expect(await eve.refusal('GET', `/api/workforce/tasks/${id}`)).toMatchObject({ status: 404 })
  expect(linesOf(await exported(ann))).toEqual(theirs)
  expect((await taken(eve, archive)).counts.every(({ added }) => added === 0)).toBe(true)
})

test('a deliverable of an older version, whose evidence lacks what later ones count, is what was handed in', async () => {
  const { ann } = await founder()
  await app.db.execute(
    sql`update deliverable_versions set product = product #- '{evidence,0,checked}' #- '{evidence,0,left}'`,
  )
  const { rows } = await app.db.execute<{ id: string; version: number; product: unknown }>(
    sql`select deliverable_id as id, version, product from deliverable_versions`,
  )
  for (const { id, version, product } of rows)
    await app.db.execute(
      sql`update deliverable_versions set hash = ${hashOf(product)} where deliverable_id = ${id} and version = ${version}`,
    )
  const report = await taken(await elsewhere.member(), await exported(ann))
  expect(report.refused).toEqual([])
  expect(report.counts).toContainEqual({ kind: 'deliverables', added: 3, present: 0, refused: 0 })
})

test('lines that do not fit are refused by themselves, whatever they name', async () => {
  const { ann } = await founder()
  const entries = unzipSync(await exported(ann))
  const manifest = JSON.parse(strFromU8(entries['manifest.json'] as Uint8Array))
  const change = (name: string, edit: (line: Record<string, unknown>, at: number) => unknown) =>
    strToU8(
      strFromU8(entries[name] as Uint8Array)
        .split('\n')
        .filter(Boolean)
        .map((line, at) => JSON.stringify(edit(JSON.parse(line), at)))
        .join('\n'),
    )
  const product = (line: Record<string, unknown>) => ({ ...(line.product as object), title: 'Forged\u0000' })
  const changed = {
    ...entries,
    'manifest.json': strToU8(JSON.stringify({ ...manifest, sha256: undefined })),
    'workforce/seats.jsonl': change('workforce/seats.jsonl', (line, at) =>
      at ? { ...line, agentVersion: 1e12 } : { ...line, managerSeatId: line.id, answers: { a: '\u0000' } },
    ),
    'workforce/tasks.jsonl': change('workforce/tasks.jsonl', (line) => ({
      ...line,
      parentId: line.id,
      needs: [line.id],
    })),
    'workforce/steps.jsonl': change('workforce/steps.jsonl', (line, at) =>
      at ? { ...line, args: null, result: '\ud800' } : { ...line, seq: 9007199254740990 },
    ),
    'workforce/deliverables.jsonl': change('workforce/deliverables.jsonl', (line) => ({
      ...line,
      product: product(line),
    })),
    'workforce/memories.jsonl': strToU8(
      '{"id":"x","seatId":"nobody","text":"t","createdAt":"2026-01-01T00:00:00.000Z"}\n[]\n7',
    ),
    'workforce/approvals.jsonl': strToU8('null'),
  }
  const bob = await elsewhere.member()
  const report = await taken(bob, zipSync(changed))
  const refused = Object.fromEntries(report.counts.map(({ kind, refused }) => [kind, refused]))
  expect(refused).toMatchObject({
    seats: 1,
    seatTasks: 0,
    seatSteps: 1,
    deliverables: 3,
    seatMemories: 3,
    seatApprovals: 1,
  })
  expect(report.refused.map(({ reason }) => reason)).toContain('It is not what was handed in: its checksum differs.')
  expect(
    linesOf(await exported(bob)).tasks?.every(({ parentId, needs }) => parentId === null && !(needs as []).length),
  ).toBe(true)
})
