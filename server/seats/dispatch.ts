import { CHANNEL, payload } from '../platform/database/bus.ts'
import { uuid } from '../platform/ids.ts'
import { covers } from '../platform/policy.ts'
import { transaction } from '../platform/runs/closing.ts'
import { type Client, insertRun } from '../platform/runs/store.ts'
import { actionNamed, MAIL } from './acting.ts'
import type { SeatsSettings, Wake } from './context.ts'
import { hasModel, needsModel } from './model-needed.ts'

export const KIND = 'seat'
/** Seats that one pass looks at; the next takes the rest. */
const PASS = 500
/** Seats that are given work at once by one instance. */
const AT_ONCE = 4

/** What a run was given when it began; nothing of it changes under its hands. */
export interface RunInput {
  taskId: string
  seatId: string
  title: string
  brief: string
  dueOn: string | null
  criteria: string[]
  playbook: string | null
  input: Record<string, unknown>
  sentBack: string | null
  answers: Record<string, string>
  memory: string[]
}

interface SeatRow {
  id: string
  owner_id: string
  agent: string
  status: string
  grants: { action: string; asks: boolean }[] | null
  answers: Record<string, string>
  is_paused: boolean
}

interface TaskRow {
  id: string
  title: string
  brief: string
  due_on: string | null
  criteria: string[]
  playbook: string | null
  input: Record<string, unknown>
  sent_back: string | null
  attempts: number
}

type Settings = Omit<SeatsSettings, 'wake'>

/** The permission that keeps the seat from this playbook, as a sentence; null when it may begin. */
function lacking({ agents, actions }: Settings, seat: SeatRow, playbook: string | null): string | null {
  if (playbook === null) return null
  const found = agents.playbook(seat.agent, playbook)
  if (!found) return 'This agent has no such playbook any more. Choose another.'
  const grants = seat.grants ?? agents.find(seat.agent)?.grants ?? []
  for (const action of found.uses) {
    if (action === MAIL) continue // it asks, and goes on without
    if (!actionNamed(actions, action, true)) return `The module of “${action}” is not installed here.`
    if (!grants.some((grant) => covers(grant.action, action)))
      return `The seat lacks the permission “${action}”. Grant it on the seat’s page.`
  }
  return null
}

async function queue(client: Client, seat: SeatRow, task: TaskRow): Promise<void> {
  const { rows: memory } = await client.query<{ text: string }>(
    'select text from seat_memories where seat_id = $1 order by created_at, id',
    [seat.id],
  )
  const input: RunInput = {
    taskId: task.id,
    seatId: seat.id,
    title: task.title,
    brief: task.brief,
    dueOn: task.due_on,
    criteria: task.criteria,
    playbook: task.playbook,
    input: task.input,
    sentBack: task.sent_back,
    answers: seat.answers,
    memory: memory.map(({ text }) => text),
  }
  const id = uuid()
  await insertRun(client, { id, kind: KIND, ownerId: seat.owner_id, threadId: null, messageId: null, input }, null)
  await client.query(
    `insert into seat_runs (id, task_id, seat_id, owner_id, attempt, playbook, status) values ($1, $2, $3, $4, $5, $6, 'queued')`,
    [id, task.id, seat.id, seat.owner_id, task.attempts + 1, task.playbook],
  )
  await client.query(
    `update seat_tasks set status = 'in_progress', next_for = 'run', reason = '', version = version + 1, updated_at = now() where id = $1`,
    [task.id],
  )
}

/** Gives one seat its next work, when it is free and there is some: first what can go on, then what is new. */
async function dispatch(client: Client, settings: Settings, seatId: string): Promise<{ owner: string } | null> {
  const { rows } = await client.query<SeatRow>(
    `select s.id, s.owner_id, s.agent, s.status, s.grants, s.answers,
       exists (select 1 from workforce_settings w where w.owner_id = s.owner_id and w.paused_at is not null) as is_paused
     from seats s where s.id = $1 for update of s`,
    [seatId],
  )
  const seat = rows[0]
  if (seat?.status !== 'active' || seat.is_paused) return null
  const agent = settings.agents.find(seat.agent)
  if (agent && needsModel(agent) && !(await hasModel(settings.registryOf, seat.owner_id))) return null
  const active = await client.query(`select 1 from seat_runs where seat_id = $1 and status in ('queued', 'running')`, [
    seatId,
  ])
  if (active.rowCount) return null
  const going = await client.query<{ id: string; task_id: string }>(
    `update seat_runs set status = 'queued', goes_on = false where id = (
       select r.id from seat_runs r join seat_tasks t on t.id = r.task_id
       where r.seat_id = $1 and r.status = 'waiting' and r.goes_on and t.status not in ('done', 'cancelled') order by r.started_at limit 1
     ) returning id, task_id`,
    [seatId],
  )
  const goingOn = going.rows[0]
  if (goingOn) {
    const { rowCount } = await client.query(`update runs set status = 'queued' where id = $1 and status = 'waiting'`, [
      goingOn.id,
    ])
    if (rowCount !== 1) throw new Error(`The run ${goingOn.id} does not wait, though its seat says so.`)
    await client.query(
      `update seat_tasks set status = 'in_progress', next_for = 'run', reason = '', version = version + 1, updated_at = now() where id = $1`,
      [goingOn.task_id],
    )
  } else {
    for (;;) {
      const { rows: tasks } = await client.query<TaskRow>(
        `select t.id, t.title, t.brief, t.due_on, t.criteria, t.playbook, t.input,
           (select v.note from deliverable_versions v join deliverables d on d.id = v.deliverable_id
            where d.task_id = t.id and v.state = 'sent_back' order by v.version desc limit 1) as sent_back,
           (select count(*)::int from seat_runs r where r.task_id = t.id) as attempts
         from seat_tasks t where t.seat_id = $1 and t.status = 'todo'
           and not exists (select 1 from task_needs n join seat_tasks o on o.id = n.needs_id where n.task_id = t.id and o.status not in ('done', 'cancelled'))
         order by t.rank, t.id limit 1 for update of t skip locked`,
        [seatId],
      )
      const task = tasks[0]
      if (!task) return null
      const reason = lacking(settings, seat, task.playbook)
      if (reason === null) {
        await queue(client, seat, task)
        break
      }
      await client.query(
        `update seat_tasks set status = 'blocked', next_for = 'grant', reason = $2, version = version + 1, updated_at = now() where id = $1`,
        [task.id, reason],
      )
    }
  }
  await client.query('select pg_notify($1, $2), pg_notify($1, $3)', [
    CHANNEL,
    payload('run-queued', null),
    payload('live', { owner: seat.owner_id, news: { topic: 'workforce' } }),
  ])
  return { owner: seat.owner_id }
}

export interface Dispatcher {
  wake: Wake
  /** Looks for work that nobody was told of: after a crash, or when a time has come. */
  sweep(): Promise<void>
  /** Waits for what is under way. */
  settled(): Promise<void>
}

/**
 * Seats get work by events: whoever made some wakes the seat after the commit. What they are to do stands in the database, so
 * a lost wake only waits for the next sweep.
 */
export function createDispatcher(settings: Settings): Dispatcher {
  const pool = settings.db.$client
  const waiting = new Set<string>()
  let working = 0
  let idle: (() => void)[] = []
  const pump = () => {
    while (working < AT_ONCE && waiting.size > 0) {
      const [seat] = waiting
      waiting.delete(seat as string)
      working++
      transaction(pool, (client) => dispatch(client, settings, seat as string))
        .catch((err) => settings.log.warn({ err, seat }, 'a seat could not be given work; the next look tries again'))
        .finally(() => {
          working--
          pump()
          if (working === 0 && waiting.size === 0) {
            for (const tell of idle) tell()
            idle = []
          }
        })
    }
  }
  const wake: Wake = (seats) => {
    for (const seat of seats) if (seat) waiting.add(seat)
    pump()
  }
  return {
    wake,
    async sweep() {
      const { rows } = await pool.query<{ seat_id: string }>(
        `select s.id as seat_id from seats s
         where s.status = 'active'
           and not exists (select 1 from seat_runs r where r.seat_id = s.id and r.status in ('queued', 'running'))
           and not exists (select 1 from workforce_settings w where w.owner_id = s.owner_id and w.paused_at is not null)
           and (exists (select 1 from seat_runs r join seat_tasks t on t.id = r.task_id where r.seat_id = s.id and r.status = 'waiting' and r.goes_on and t.status not in ('done', 'cancelled'))
             or exists (select 1 from seat_tasks t where t.seat_id = s.id and t.status = 'todo' and not exists (
               select 1 from task_needs n join seat_tasks o on o.id = n.needs_id where n.task_id = t.id and o.status not in ('done', 'cancelled'))))
         limit $1`,
        [PASS],
      )
      wake(rows.map(({ seat_id }) => seat_id))
    },
    settled: () => (working === 0 && waiting.size === 0 ? Promise.resolve() : new Promise((tell) => idle.push(tell))),
  }
}
