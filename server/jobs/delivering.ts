import { AppError, type ErrorCode } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { requirePlan } from '../accounts/plan.ts'
import { type Database, isUnreachable } from '../platform/database/connect.ts'
import { authorize } from '../platform/policy.ts'
import type { Client } from '../platform/runs/store.ts'
import type { Log } from '../platform/telemetry.ts'
import type { Actions } from '../records/actions.ts'
import { type JobRow, reasonOf } from './rows.ts'
import type { Standing } from './standing.ts'

/** Longer than an action may take: somebody else takes it up when this instance fell silent. */
const LEASE_SECONDS = 90
const TIME_LIMIT_MS = 60_000
/** ms after which what was claimed with others is left to whoever claims it next. */
const STALE_MS = 25_000
const CLAIMED_AT_ONCE = 32
const DONE_AT_ONCE = 8
const ATTEMPTS_MAX = 5
const FIRST_PAUSE_SECONDS = 10
/** Refusals that are the same however often it is tried. */
const FINAL: readonly ErrorCode[] = ['bad_request', 'not_found', 'forbidden', 'tier_required', 'gone', 'unprocessable']

/** Somebody else has done it, or called it off, meanwhile. */
class Superseded extends Error {}

export interface Delivering {
  db: Database
  actions: () => Actions
  standing: Standing
  log: Log
  /** Told when something has failed for good. */
  failed(row: JobRow): void
}

async function claim(db: Database, now: Date | null): Promise<JobRow[]> {
  const { rows } = await db.$client.query<JobRow>({
    name: 'claim-due',
    text: `update jobs set attempts = attempts + 1, due_at = coalesce($1::timestamptz, now()) + make_interval(secs => $3)
      where id in (select id from jobs where status = 'waiting' and kind <> 'job' and due_at <= coalesce($1::timestamptz, now())
        order by due_at for update skip locked limit $2)
      returning *`,
    values: [now?.toISOString() ?? null, CLAIMED_AT_ONCE, LEASE_SECONDS],
  })
  return rows
}

/** In the transaction of what it means: done once, whoever else has claimed it. */
async function take(client: Client, { id, attempts }: JobRow): Promise<void> {
  const text = `delete from jobs where id = $1 and attempts = $2 and status = 'waiting'`
  const { rowCount } = await client.query({ name: 'take-due', text, values: [id, attempts] })
  if (rowCount !== 1) throw new Superseded('it is another’s now')
}

async function putOff({ db, log, failed }: Delivering, row: JobRow, error: unknown, now: Date | null): Promise<void> {
  const { id, attempts, module, name, kind, language } = row
  const isFinal = attempts >= ATTEMPTS_MAX || (error instanceof AppError && FINAL.includes(error.code))
  log[error instanceof AppError ? 'warn' : 'error'](
    { err: error, id, kind, module, name, attempts, isFinal },
    'not done',
  )
  const { rowCount } = await db.$client.query(
    isFinal
      ? `update jobs set status = 'failed', error = $3, ended_at = coalesce($4::timestamptz, now())
         where id = $1 and attempts = $2 and status = 'waiting'`
      : `update jobs set error = $3, due_at = coalesce($4::timestamptz, now()) + make_interval(secs => $5)
         where id = $1 and attempts = $2 and status = 'waiting'`,
    [
      id,
      attempts,
      reasonOf(error, language),
      now?.toISOString() ?? null,
      ...(isFinal ? [] : [FIRST_PAUSE_SECONDS * 4 ** (attempts - 1)]),
    ],
  )
  if (isFinal && rowCount === 1) failed(row)
}

async function perform(
  { db, ...delivering }: Delivering,
  row: JobRow,
  principal: Principal,
  now: Date | null,
): Promise<void> {
  const actions = delivering.actions()
  const shared = {
    principal,
    timeZone: row.time_zone,
    language: row.language,
    trail: row.trail,
    ...(now && { now }),
    alongside: (client: Client) => take(client, row),
  }
  if (row.kind === 'schedule') {
    await actions.call({ ...shared, action: row.name, input: row.input, via: 'schedule' })
    return
  }
  const installed = actions.servers.get(row.module)
  const { on } = (await installed?.server()) ?? { on: {} as Record<string, never> }
  const handler = Object.hasOwn(on, row.name) ? on[row.name] : undefined
  if (!installed || !handler) throw new AppError('gone', 'What was to be told of this is not installed any more.')
  authorize(principal, 'action.write')
  await requirePlan(db, principal, { tier: installed.module.tier }, installed.module.title)
  const doing = { name: `${row.module}.on.${row.name}`, effect: 'write' } as const
  await actions.perform(
    { ...shared, action: doing.name, input: row.input, via: 'event', limit: TIME_LIMIT_MS, again: true },
    async (frame) => handler(row.input as never, actions.context(installed, doing, frame) as never),
  )
}

async function deliver(delivering: Delivering, row: JobRow, now: Date | null): Promise<void> {
  const { db, log, standing } = delivering
  try {
    // Whoever did it each time so far has not even come to say that it failed.
    if (row.attempts > ATTEMPTS_MAX) throw new AppError('gone', 'The server stopped over it each time.')
    const principal = await standing({ ownerId: row.owner_id, actorId: row.actor_id })
    if (!principal) {
      log.warn({ id: row.id, module: row.module, name: row.name }, 'not done: whoever asked for it may not any more')
      await take(db.$client, row)
      return
    }
    await perform(delivering, row, principal, now)
  } catch (error) {
    if (error instanceof Superseded) return
    if (isUnreachable(error))
      log.warn({ err: error, id: row.id }, 'not done: the database is away; its next turn comes')
    else await putOff(delivering, row, error, now)
  }
}

/** Does what is due, until nothing is; any number of instances may. `stopping` ends it between two. */
export async function deliverDue(delivering: Delivering, now: Date | null, stopping: () => boolean): Promise<void> {
  for (;;) {
    if (stopping()) return
    const claimedAt = performance.now()
    const rows = await claim(delivering.db, now)
    const left = [...rows]
    const worker = async () => {
      for (let row = left.shift(); row; row = left.shift()) {
        if (stopping() || performance.now() - claimedAt > STALE_MS) return
        await deliver(delivering, row, now)
      }
    }
    await Promise.all(Array.from({ length: DONE_AT_ONCE }, worker))
    if (rows.length < CLAIMED_AT_ONCE) return
  }
}
