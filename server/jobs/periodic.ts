import { teamOf } from '@atrium/contract/teams'
import { type Every, nextEvery, parseEvery } from '@atrium/domain/recurrence/every'
import type { Database } from '../platform/database/connect.ts'
import { uuid } from '../platform/ids.ts'
import { transaction } from '../platform/runs/closing.ts'
import type { Client } from '../platform/runs/store.ts'
import { zoneOf } from '../preferences/last-zone.ts'
import type { InstalledModule } from '../records/installed.ts'
import { insertJobWithRun, RUN_KIND } from './outbox.ts'

/** Jobs that wait or run, of all instances: the rest of what is due waits for them to end. */
const OPEN_MOST = 40
const CLAIMED_AT_ONCE = 20
const SEEDED_AT_ONCE = 500
const KNOWN_MOST = 50_000

export interface Declared {
  module: string
  name: string
  every: string
  parsed: Every
}

export function declaredOf(modules: readonly InstalledModule[]): Declared[] {
  return modules.flatMap(({ module }) =>
    Object.entries(module.jobs ?? {}).flatMap(([name, { every }]) => {
      const parsed = every === undefined ? null : parseEvery(every)
      return every !== undefined && parsed ? [{ module: module.id, name, every, parsed }] : []
    }),
  )
}

interface Whose {
  owner: string
  /** Who changed something last. */
  actor: string | null
  zone: string
}

interface Due {
  owner_id: string
  module: string
  name: string
  time_zone: string
  language: string
}

export interface Periodic {
  /** Somebody has changed records of this module: their owner is among those for whom it works by itself. */
  know(owner: string, actor: string, module: string, now: Date | null): Promise<void>
  /** Looks for everybody who has records, and for declarations that are others than before. */
  seed(now: Date | null): Promise<void>
  /** This person's clock is another one now. */
  rezone(person: string, zone: string, now: Date | null): Promise<void>
  /** Makes jobs of what is due. True when there may be more. */
  begin(now: Date | null): Promise<boolean>
  nextAt(): Promise<Date | null>
}

export function createPeriodic(db: Database, modules: readonly InstalledModule[]): Periodic {
  const pool = db.$client
  const declared = declaredOf(modules)
  const byName = new Map(declared.map((one) => [`${one.module}.${one.name}`, one]))
  /** Whom this instance has seen to, and who changed something last. */
  const known = new Map<string, string>()

  const insert = async (owners: readonly Whose[], job: Declared, now: Date) => {
    for (let at = 0; at < owners.length; at += SEEDED_AT_ONCE) {
      const some = owners.slice(at, at + SEEDED_AT_ONCE)
      await pool.query(
        `insert into periodic_jobs (owner_id, actor_id, module, name, every, time_zone, next_at)
         select o.owner, o.actor, $1, $2, $3, o.zone, o.next
         from unnest($4::text[], $5::text[], $6::text[], $7::timestamptz[]) o(owner, actor, zone, next)
         on conflict (owner_id, module, name) do update set actor_id = excluded.actor_id, every = excluded.every,
           time_zone = excluded.time_zone, next_at = case when (periodic_jobs.every, periodic_jobs.time_zone)
             = (excluded.every, excluded.time_zone) then periodic_jobs.next_at else excluded.next_at end
         where (periodic_jobs.actor_id, periodic_jobs.every, periodic_jobs.time_zone)
           is distinct from (excluded.actor_id, excluded.every, excluded.time_zone)`,
        [
          job.module,
          job.name,
          job.every,
          some.map(({ owner }) => owner),
          some.map(({ actor }) => actor),
          some.map(({ zone }) => zone),
          some.map(({ zone }) => nextEvery(job.parsed, now, zone).toISOString()),
        ],
      )
    }
  }

  /** Those who have records of the module, or whose line is by another declaration. A visitor's are looked after by nobody. */
  const seedOne = async (job: Declared, now: Date) => {
    const { rows } = await pool.query<Whose>(
      `select o.owner, o.actor, coalesce(z.time_zone, 'UTC') as zone from (
         select distinct scope_id as owner, null as actor from records r where module = $1 and scope_id not like 'anon:%'
           and not exists (select from periodic_jobs p where p.owner_id = r.scope_id and p.module = $1 and p.name = $2)
         union select owner_id, actor_id from periodic_jobs where module = $1 and name = $2 and every <> $3) o
       left join owner_zones z on z.owner = coalesce(o.actor, o.owner)`,
      [job.module, job.name, job.every],
    )
    await insert(rows, job, now)
  }

  async function beginOne(client: Client, due: Due, now: Date): Promise<void> {
    const { owner_id: ownerId, module, name, time_zone: timeZone, language } = due
    const job = byName.get(`${module}.${name}`)
    const key = [ownerId, module, name]
    const { rows } = await client.query<{ has: boolean; open: boolean }>(
      `select exists (select from records where scope_id = $1 and module = $2 and deleted_at is null) as has,
        exists (select from jobs where owner_id = $1 and module = $2 and name = $3 and kind = 'job' and status in ('waiting', 'running')) as open`,
      key,
    )
    if (!job || !rows[0]?.has) {
      await client.query('delete from periodic_jobs where owner_id = $1 and module = $2 and name = $3', key)
      known.delete(`${ownerId} ${module}`)
      return
    }
    // However long nobody looked, the times that were missed are one.
    await client.query(
      'update periodic_jobs set next_at = $4, time_zone = $5 where owner_id = $1 and module = $2 and name = $3',
      [...key, nextEvery(job.parsed, now, timeZone).toISOString(), timeZone],
    )
    if (rows[0].open) return // the time before is not done yet
    await client.query(
      `delete from jobs where owner_id = $1 and module = $2 and name = $3 and kind = 'job' and status in ('succeeded', 'cancelled')`,
      key,
    )
    // A team's is done by whoever speaks for it when it begins.
    const actorId = teamOf(ownerId) === null ? ownerId : null
    await insertJobWithRun(client, {
      id: uuid(),
      ownerId,
      actorId,
      module,
      name,
      input: {},
      trail: [],
      timeZone,
      language,
      dueAt: now,
    })
  }

  return {
    async know(owner, actor, module, now) {
      const mine = declared.filter((one) => one.module === module)
      const key = `${owner} ${module}`
      if (mine.length === 0 || known.get(key) === actor || owner.startsWith('anon:')) return
      if (known.size >= KNOWN_MOST) known.clear()
      known.set(key, actor)
      const { timeZone: zone } = await zoneOf(db, actor)
      for (const job of mine) await insert([{ owner, actor, zone }], job, now ?? new Date())
    },
    async seed(now) {
      for (const job of declared) await seedOne(job, now ?? new Date())
    },
    async rezone(person, zone, now) {
      if (declared.length === 0) return
      const { rows } = await pool.query<{ owner: string; actor: string | null; module: string; name: string }>(
        `select owner_id as owner, actor_id as actor, module, name from periodic_jobs
         where coalesce(actor_id, owner_id) = $1 and time_zone <> $2`,
        [person, zone],
      )
      for (const { owner, actor, module, name } of rows) {
        const job = byName.get(`${module}.${name}`)
        if (job) await insert([{ owner, actor, zone }], job, now ?? new Date())
      }
    },
    async begin(now) {
      if (declared.length === 0) return false
      return transaction(pool, async (client) => {
        const { rows: open } = await client.query<{ count: number }>(
          `select count(*) as count from runs where kind = $1 and status in ('queued', 'running')`,
          [RUN_KIND],
        )
        const room = Math.min(CLAIMED_AT_ONCE, OPEN_MOST - (open[0]?.count ?? 0))
        if (room <= 0) return false
        const { rows } = await client.query<Due & { due: Date }>(
          `select p.owner_id, p.module, p.name, coalesce(z.time_zone, 'UTC') as time_zone,
             coalesce(z.language, 'en') as language, coalesce($1::timestamptz, now()) as due
           from periodic_jobs p left join owner_zones z on z.owner = coalesce(p.actor_id, p.owner_id)
           where p.next_at <= coalesce($1::timestamptz, now()) order by p.next_at limit $2 for update of p skip locked`,
          [now?.toISOString() ?? null, room],
        )
        for (const due of rows) await beginOne(client, due, due.due)
        return rows.length === room
      })
    },
    async nextAt() {
      if (declared.length === 0) return null
      const { rows } = await pool.query<{ at: Date | null }>('select min(next_at) as at from periodic_jobs')
      return rows[0]?.at ?? null
    },
  }
}
