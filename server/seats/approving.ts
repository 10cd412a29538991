import type { Asker } from '../approvals/deciding.ts'
import type { NameOf } from '../approvals/listing.ts'
import { covers } from '../platform/policy.ts'
import type { Client } from '../platform/runs/store.ts'
import { inputSchema } from '../records/published.ts'
import { note } from '../workforce/context.ts'
import { actionNamed } from './acting.ts'
import type { SeatsSettings } from './context.ts'
import { drizzleOf } from './task-changing.ts'

/** The run goes on as soon as its seat is free: in the transaction of what it waited for. */
const goesOn = (client: Client, runId: string) =>
  client.query(`update seat_runs set goes_on = true where id = $1 and status in ('queued', 'running', 'waiting')`, [
    runId,
  ])

export const nameOf =
  ({ actions }: Pick<SeatsSettings, 'actions'>): NameOf =>
  ({ action }) =>
    actionNamed(actions, action, true)?.summary ?? action

/** What a person's word means to seats. */
export function seatAsker(settings: SeatsSettings): Asker {
  return {
    nameOf: (action) => nameOf(settings)({ action, seat_id: null }),
    inputOf: (action) => actionNamed(settings.actions, action, settings.mail !== null)?.input,
    schemaOf(action) {
      const known = actionNamed(settings.actions, action, settings.mail !== null)
      return known ? inputSchema(known.input) : null
    },
    async always(client, { seat_id, action, effect }) {
      if (effect !== 'write') return
      const { rows } = await client.query<{ agent: string; grants: { action: string; asks: boolean }[] | null }>(
        'select agent, grants from seats where id = $1 for update',
        [seat_id],
      )
      const seat = rows[0]
      if (!seat) return
      const grants = seat.grants ?? settings.agents.find(seat.agent)?.grants ?? []
      const others = grants.filter((grant) => grant.action !== action)
      if (!grants.some((grant) => covers(grant.action, action))) return
      const changed = JSON.stringify([{ action, asks: false }, ...others])
      await client.query('update seats set grants = $2 where id = $1', [seat_id, changed])
    },
    async goOn(client, { owner_id, run_id, task_id, seat_id, action, state }) {
      await goesOn(client, run_id)
      await note(drizzleOf(client), {
        ownerId: owner_id,
        actorId: owner_id,
        kind: `approval.${state}`,
        subject: task_id ?? '',
        data: { action },
      })
      return () => settings.wake([seat_id])
    },
  }
}

/** Requests that nobody decided in time: the run goes on without. Answers the seats to wake. */
export async function expireApprovals(client: Client): Promise<string[]> {
  // The run first, as whoever ends it or decides does; one that somebody has in hand is left to the next look.
  const { rows: held } = await client.query<{ id: string }>(
    `select id from runs where id in (select run_id from approvals where state = 'pending' and expires_at <= now())
     order by id for update skip locked`,
  )
  if (held.length === 0) return []
  const { rows } = await client.query<{ run_id: string; seat_id: string }>(
    `update approvals set state = 'expired' where state = 'pending' and expires_at <= now() and run_id = any($1)
     returning run_id, seat_id`,
    [held.map(({ id }) => id)],
  )
  for (const { run_id } of rows) await goesOn(client, run_id)
  return rows.map(({ seat_id }) => seat_id)
}
