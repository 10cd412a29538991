import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { client } from '../e2e/client.ts'
import { scratch, startServer } from '../e2e/server.ts'
import { startSystemPostgres, systemPostgres } from '../scripts/postgres.mjs'
import { startEmbedded } from '../server/platform/database/embedded.ts'
import { urlOf } from '../server/platform/database/test-database.ts'
import { table } from './measure.ts'

const REMINDERS = 10_000
const PEOPLE = 20
/** Of one person: so many made files are kept. */
const JOBS_EACH = 10
/** ms */
const PATIENCE = 300_000
const PASSWORD = 'correct horse battery staple'

async function startDatabase(): Promise<{ url: string; stop(): Promise<unknown> }> {
  const binaries = systemPostgres()
  if (binaries) return startSystemPostgres(binaries)
  const cluster = await startEmbedded(scratch('bench-schedules'))
  return { url: urlOf(cluster.connection('postgres')), stop: () => cluster.stop() }
}

async function until(isDone: () => Promise<boolean>): Promise<number> {
  const began = performance.now()
  while (!(await isDone())) {
    if (performance.now() - began > PATIENCE) throw new Error('It did not come to an end.')
    await sleep(100)
  }
  return performance.now() - began
}

/** 10,000 reminders that are due at one moment, and jobs of twenty people, by two instances on one database. */
export async function benchSchedules(): Promise<void> {
  const database = await startDatabase()
  const sql = new pg.Pool({ connectionString: database.url, max: 2 })
  sql.on('error', () => undefined) // at the end its connections go with the database
  const environment = {
    DATABASE_URL: database.url,
    DATA_DIR: scratch('bench-schedules-data'),
    SESSION_SECRET: 'a secret of the bench that is long enough',
    RATE_LIMIT_FACTOR: '100000',
  }
  const first = await startServer(environment)
  const second = await startServer(environment)
  const count = async (query: string) => Number((await sql.query<{ n: string }>(query)).rows[0]?.n ?? 0)
  try {
    const people = await Promise.all(
      Array.from({ length: PEOPLE }, async (_, at) => {
        const person = client(() => (at % 2 ? first : second).url)
        const registered = { username: `bench-${at}`, email: `b${at}@example.org`, password: PASSWORD }
        await person.post('/api/register', registered)
        return person
      }),
    )
    const each = REMINDERS / PEOPLE
    await Promise.all(
      people.map((person) => {
        const text = Array.from({ length: each }, (_, at) => `Task ${at} due:2099-01-01`).join('\n')
        return person.post('/api/m/tasks/importTodoTxt', { text })
      }),
    )
    const waiting = await count('select count(*) n from waiting_notifications')
    if (waiting !== REMINDERS) throw new Error(`${waiting} reminders wait, not ${REMINDERS}.`)
    await sql.query(`update waiting_notifications set at = now(), local_at = null`)
    const came = `select count(*) n from notifications where kind = 'due'`
    const all = await until(async () => (await count(came)) >= REMINDERS)
    const busy = await count(
      `select extract(epoch from max(created_at) - min(created_at)) * 1000 n from notifications where kind = 'due'`,
    )
    await sleep(5000) // whatever came twice would come by now
    const total = await count(came)
    const twice = await count(
      `select count(*) n from (select owner_id, link, title from notifications where kind = 'due' group by 1, 2, 3 having count(*) > 1) as twice`,
    )
    const began = performance.now()
    await Promise.all(
      people.map(async (person) => {
        for (let at = 0; at < JOBS_EACH; at++) await person.post('/api/m/tasks/collections/tasks/export/job', {})
      }),
    )
    await until(
      async () => (await count(`select count(*) n from runs where status in ('queued', 'running', 'waiting')`)) === 0,
    )
    const jobs = PEOPLE * JOBS_EACH
    const seconds = (performance.now() - began) / 1000
    const row = (what: string, number: number, seconds: number) => [
      what,
      number.toLocaleString('en'),
      `${seconds.toFixed(1)} s`,
      Math.round(number / seconds).toLocaleString('en'),
    ]
    table(
      'Two instances on one PostgreSQL',
      ['what', 'count', 'time', 'a second'],
      [
        row('reminders due at once, until the last is in an inbox', total, all / 1000),
        row('… from the first of them to the last', total, busy / 1000),
        row(`exports of ${each} tasks as jobs, asked by ${PEOPLE} people at once`, jobs, seconds),
      ],
    )
    process.stdout.write(`\n${twice} reminders came twice.\n`)
    if (total !== REMINDERS || twice > 0) throw new Error(`${total} reminders came, ${twice} of them twice.`)
  } finally {
    await first.stop()
    await second.stop()
    await sql.end()
    await database.stop()
  }
}
