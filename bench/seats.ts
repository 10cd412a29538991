import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { scratch, startServer } from '../e2e/server.ts'
import { connect } from '../server/platform/database/connect.ts'
import { startEmbedded } from '../server/platform/database/embedded.ts'
import { migrateDatabase } from '../server/platform/database/migrate.ts'
import { table } from './measure.ts'

const SEATS = 200
const TASKS = 1_000
const OWNERS = 20
/** A playbook that reads two modules and hands a report in: four steps. */
const [AGENT, PLAYBOOK] = ['soc_analyst', 'reviewRemediation']

const SEED = `
delete from runs; delete from users; delete from subscriptions; delete from seat_tasks; delete from deliverables; delete from workforce_settings;
insert into users (id, name, email, email_verified, is_anonymous, role, created_at, updated_at)
  select 'owner-' || n, 'Owner ' || n, n || '@example.org', true, false, 'user', now(), now() from generate_series(1, ${OWNERS}) n;
insert into subscriptions (id, owner_id, status, period) select 'sub-' || n, 'owner-' || n, 'active', 'monthly' from generate_series(1, ${OWNERS}) n;
insert into subscription_lines (id, subscription_id, agent, agent_version, unit_price_cents, quantity)
  select 'line-' || n, 'sub-' || n, '${AGENT}', 1, 19900, ${SEATS / OWNERS} from generate_series(1, ${OWNERS}) n;
insert into seats (id, owner_id, subscription_line_id, name, agent, agent_version, status, onboarded_at)
  select 'seat-' || n, 'owner-' || (n % ${OWNERS} + 1), 'line-' || (n % ${OWNERS} + 1), 'Seat ' || n, '${AGENT}', 1, 'paused', now() from generate_series(1, ${SEATS}) n;
insert into seat_tasks (id, owner_id, title, brief, status, seat_id, playbook, input, criteria, rank)
  select 'task-' || n, 'owner-' || (n % ${SEATS} % ${OWNERS} + 1), 'Task ' || n, '', 'todo', 'seat-' || (n % ${SEATS} + 1), '${PLAYBOOK}', '{}', '[]', n from generate_series(1, ${TASKS}) n;
`

/** 1,000 tasks of 200 seats, drained by one server and by two on the same PostgreSQL. */
export async function benchSeats(): Promise<void> {
  const cluster = await startEmbedded(join(scratch('bench-seats'), 'postgres'))
  const own = cluster.connection('postgres')
  const db = connect(own, () => undefined)
  const rows: string[][] = []
  try {
    await migrateDatabase(own)
    const url = new URL(`postgres://localhost:${own.port}/postgres`)
    url.username = own.user ?? ''
    url.password = String(own.password)
    url.searchParams.set('host', own.host ?? '')
    const rates: number[] = []
    for (const instances of [1, 2]) {
      await db.$client.query(SEED)
      const environment = () => ({ DATABASE_URL: url.href, DATA_DIR: scratch('bench-seats-server') })
      const servers = await Promise.all(Array.from({ length: instances }, () => startServer(environment())))
      await sleep(2_000)
      await db.$client.query(`update seats set status = 'active'`)
      const count = async (what: string) =>
        (await db.$client.query(`select count(*)::int as n from ${what}`)).rows[0].n as number
      for (const until = Date.now() + 600_000; ; await sleep(200)) {
        const open = await count(`seat_tasks where status not in ('in_review', 'blocked')`)
        if (open === 0) break
        if (Date.now() > until) throw new Error(`${open} tasks were not done in ten minutes.`)
      }
      const { rows: times } = await db.$client.query(
        `select extract(epoch from max(ended_at) - min(started_at)) as seconds from seat_runs`,
      )
      const seconds = Number(times[0].seconds)
      const [runs, versions, blocked] = [
        await count('seat_runs'),
        await count('deliverable_versions'),
        await count(`seat_tasks where status = 'blocked'`),
      ]
      const { rows: shares } = await db.$client.query(`select count(*)::int as n from run_steps`)
      rates.push(TASKS / seconds)
      rows.push([
        String(instances),
        `${seconds.toFixed(1)} s`,
        `${(TASKS / seconds).toFixed(0)}/s`,
        String(runs),
        String(versions),
        String(blocked),
        String(shares[0].n),
      ])
      for (const server of servers) await server.stop()
    }
    table(
      `${TASKS} tasks of ${SEATS} seats (${AGENT}.${PLAYBOOK}); two servers: ${((rates[1] ?? 0) / (rates[0] ?? 1)).toFixed(2)} × one`,
      ['servers', 'drained in', 'tasks', 'runs', 'handed in', 'failed', 'steps'],
      rows,
    )
  } finally {
    await db.$client.end()
    await cluster.stop()
  }
}
