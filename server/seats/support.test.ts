import type { Ticket } from '@atrium/contract/workforce-insight'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { removeDueAccounts } from '../accounts/removal.ts'
import { startFake } from '../accounts/test-process.ts'
import { forgetChat } from '../chat/owner-deleted.ts'
import { uuid } from '../platform/ids.ts'
import { silentLog } from '../platform/telemetry.ts'
import { forgetRecords } from '../records/owner-deleted.ts'
import { forgetSpaces } from '../spaces/claim.ts'
import { testApp } from '../test-app.ts'
import { forgetWorkforce } from '../workforce/owner-deleted.ts'
import { hirePaid, onboardAll } from './test-hired.ts'
import { TEST_AGENTS } from './test-seats.ts'

const smtp = await startFake('../accounts/test-smtp.ts')
const app = await testApp(
  { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'atrium@example.org' },
  { agentsFolder: TEST_AGENTS },
)
const administrator = await app.administrator()
const adminTickets = async (query = '') =>
  (await administrator.call<{ tickets: Ticket[] }>('GET', `/api/admin/support${query}`)).tickets

/** Somebody whose seat has handed in the sample of its playbook, and the run of that. */
async function withRun() {
  const person = await app.member()
  await hirePaid(app, person, { kb: 1 })
  const [seat = ''] = await onboardAll(person)
  const given = { playbook: 'sayHello', attempt: uuid() }
  const { taskId } = await person.call<{ taskId: string }>('POST', `/api/workforce/seats/${seat}/try`, given)
  const run = async () =>
    (
      await app.db.execute<{ id: string }>(
        sql`select id from seat_runs where task_id = ${taskId} and status = 'succeeded'`,
      )
    ).rows[0]?.id
  await expect.poll(run, { timeout: 15_000 }).toBeDefined()
  return { person, seat, taskId, runId: (await run()) ?? '' }
}

test('a ticket goes back and forth; its run is shown to the administrator alone, and only while it is open', async () => {
  const { person, runId } = await withRun()
  const wanted = { subject: 'Odd result', text: 'It says hello.', runId, attempt: uuid() }
  const open = () => person.call<Ticket>('POST', '/api/workforce/support', wanted)
  const ticket = await open()
  expect((await open()).id).toBe(ticket.id)
  expect(ticket).toMatchObject({ state: 'open', runId, run: null, person: null })
  const [seen] = await adminTickets('?state=open')
  expect(seen).toMatchObject({ id: ticket.id, person: { id: person.id }, run: { id: runId, status: 'succeeded' } })
  expect(seen?.run?.steps.map(({ name }) => name)).toContain('deliver')

  const path = `/api/admin/support/${ticket.id}`
  await administrator.call('POST', `${path}/replies`, { text: 'That is its playbook.' })
  await expect.poll(() => JSON.stringify(smtp.lines), { timeout: 15_000 }).toContain('Odd result')
  const answered = (await person.call<{ tickets: Ticket[] }>('GET', '/api/workforce/support')).tickets[0]
  expect([answered?.state, answered?.run, answered?.messages.map(({ by, text }) => [by, text])]).toEqual([
    'answered',
    null,
    [
      ['you', 'It says hello.'],
      ['support', 'That is its playbook.'],
    ],
  ])
  const one = (who: typeof person) => who.call<Ticket>('GET', `/api/workforce/support/${ticket.id}`)
  expect(await one(person)).toEqual(answered)
  expect(await administrator.call<Ticket>('GET', path)).toMatchObject({ person: { id: person.id }, run: { id: runId } })
  const again = await person.call<Ticket>('POST', `/api/workforce/support/${ticket.id}/replies`, { text: 'Thanks.' })
  expect(again.state).toBe('open')
  await person.call('PUT', `/api/workforce/support/${ticket.id}/closed`)
  expect((await adminTickets('?state=closed'))[0]).toMatchObject({ id: ticket.id, runId, run: null })
  expect(await administrator.refusal('POST', `${path}/replies`, { text: 'Wait' })).toMatchObject({ status: 409 })
})

test('when a person is gone, so is all that their seats did and were told', async () => {
  const { person, seat, runId } = await withRun()
  const call = (method: string, path: string, body: unknown) => person.call(method, `/api/workforce/${path}`, body)
  await call('POST', `seats/${seat}/memory`, { text: 'We close at five.' })
  await call('PUT', 'budgets', { scope: 'seat', scopeId: seat, limitMicros: 5 })
  await call('PUT', 'paused', { on: true })
  const trigger = { kind: 'event', event: 'task.done' }
  await call('POST', 'schedules', { seatId: seat, title: 'Report', trigger })
  await call('POST', 'support', { subject: 'Help', text: 'Please', runId, attempt: uuid() })
  await person.call('PUT', '/api/workforce/agents/engineer/interest', { on: true })
  const { rows: tables } = await app.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'owner_id' and table_name <> 'files'`,
  )
  const left = async () => {
    const counts = await Promise.all(
      tables.map(async ({ name }) => {
        const which = sql`select 1 from ${sql.identifier(name)} where owner_id = ${person.id}`
        return (await app.db.execute(which)).rows.length > 0 ? [name] : []
      }),
    )
    return counts.flat()
  }
  expect(await left()).toEqual(
    expect.arrayContaining(['seat_tasks', 'seat_runs', 'deliverables', 'budgets', 'seat_schedules', 'support_tickets']),
  )
  await person.call('POST', '/api/user/deletion', { password: 'correct horse battery' })
  await app.db.execute(sql`update users set deletion_at = now() - interval '1 day' where id = ${person.id}`)
  const onOwnerDeleted = [forgetChat, forgetRecords, forgetSpaces, forgetWorkforce]
  await removeDueAccounts({ db: app.db, onOwnerDeleted, log: silentLog })
  expect(await left()).toEqual([])
  const { rows } = await app.db.execute(
    sql`select 1 from seat_memories where seat_id = ${seat} union all select 1 from run_steps where run_id = ${runId}`,
  )
  expect(rows).toEqual([])
})
