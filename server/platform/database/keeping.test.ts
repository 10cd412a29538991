import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../telemetry.ts'
import { createBus } from './bus.ts'
import { isUnreachable } from './connect.ts'
import { LOCKS } from './lock.ts'
import { type OpenDatabase, openDatabase } from './open.ts'
import { AlreadyRunning } from './owning.ts'
import { testHome } from './test-home.ts'

const ignore = () => undefined

async function opened(onLost: (error: Error) => void = ignore) {
  const settings = { DATABASE_URL: undefined, DATA_DIR: testHome() }
  const open = await openDatabase(settings, ignore, undefined, onLost)
  onTestFinished(() => open.close())
  const pidFile = join(settings.DATA_DIR, 'postgres', 'cluster', 'postmaster.pid')
  /** Its process id; null while there is none. */
  const postmaster = () => {
    try {
      return Number.parseInt(readFileSync(pidFile, 'utf8'), 10) || null
    } catch {
      return null
    }
  }
  /** Kills it, and answers with a wait for the one that comes after it. */
  const kill = () => {
    const killed = postmaster()
    if (killed === null) throw new Error('it is not running')
    process.kill(killed, 'SIGKILL')
    return async () => {
      while (postmaster() === killed || postmaster() === null) await sleep(20)
    }
  }
  return { open, settings, postmaster, kill }
}

/** Asks until it is answered; whatever goes wrong until then is told as a database that is away. */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!isUnreachable(error)) throw error
      await sleep(20)
    }
  }
}

const titles = ({ db }: OpenDatabase) =>
  answered(() => db.$client.query('select title from threads order by title')).then(({ rows }) =>
    rows.map(({ title }) => title),
  )
const keep = ({ db }: OpenDatabase, title: string) =>
  answered(() => db.$client.query('insert into threads (id, owner_id, title) values ($1, $1, $1)', [title]))

/** Is the lock held that keeps a second server away? Waits for it: the pool is back before it. */
async function lockIsHeld({ db }: OpenDatabase): Promise<void> {
  const held = `select 1 from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2 and granted`
  while ((await answered(() => db.$client.query(held, [LOCKS.family, LOCKS.owner]))).rowCount === 0) await sleep(20)
}

/** The processes that were started as this cluster's postmaster; a child of one has another title. */
const postmasters = (dataDir: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(`-D\0${join(dataDir, 'postgres', 'cluster')}\0`)
      } catch {
        return false // it has gone
      }
    })

test('killed between two statements of a transaction, it takes neither the process nor the row with it', async () => {
  const { open, kill } = await opened()
  const isBack = Promise.withResolvers<void>()
  const half = async (id: string) => {
    await open.db.transaction(async (tx) => {
      await tx.execute(sql`insert into threads (id, owner_id, title) values (${id}, 'ann', 'half')`)
      await isBack.promise
      await tx.execute(sql`update threads set title = ${'x'.repeat(2_000_000)} where id = ${id}`)
    })
  }
  const overs = ['1', '2', '3', '4'].map((id) => half(id).catch((error: unknown) => error))
  const waiting = "select 1 from pg_stat_activity where state = 'idle in transaction'"
  while ((await open.db.$client.query(waiting)).rowCount !== overs.length) await sleep(20)
  await kill()()
  isBack.resolve()
  for (const over of await Promise.all(overs)) expect(isUnreachable(over), String(over)).toBe(true)
  await keep(open, 'after')
  expect(await titles(open)).toEqual(['after'])
})

test('killed alone, the built-in database is started again: once, with its rows, its lock and its messages', async () => {
  const { open, settings, postmaster, kill } = await opened()
  const bus = await createBus(open.db, open.config, silentLog)
  const heard: unknown[] = []
  let gaps = 0
  bus.subscribe('live', (body) => heard.push(body))
  bus.onGap(() => gaps++)
  for (let round = 1; round <= 3; round++) {
    await keep(open, `before ${round}`)
    const next = kill()
    await keep(open, `meanwhile ${round}`)
    await next()
    await lockIsHeld(open)
    if (process.platform === 'linux') expect(postmasters(settings.DATA_DIR)).toEqual([String(postmaster())])
    await expect(openDatabase(settings, ignore)).rejects.toThrow(AlreadyRunning)
    while (gaps < round) await sleep(20)
    await answered(() => bus.publish('live', round))
    while (heard.length < round) await sleep(20)
  }
  expect(heard).toEqual([1, 2, 3])
  expect(await titles(open)).toEqual(
    ['before', 'meanwhile'].flatMap((when) => [1, 2, 3].map((round) => `${when} ${round}`)),
  )
  await bus.close()
})

test('killed while one of its processes computes, it does not wait for that one', async () => {
  const { open, kill } = await opened()
  const long = open.db.$client
    .query('select count(*) from generate_series(1, 100000000000) as n')
    .catch((error) => error)
  while (
    (await open.db.$client.query(`select 1 from pg_stat_activity where query like '%100000000000%'`)).rowCount! < 2
  )
    await sleep(20)
  kill()
  await keep(open, 'after')
  expect(await titles(open)).toEqual(['after'])
  expect(isUnreachable(await long)).toBe(true)
})

test('when one of its processes is killed, the others come back, and so does the lock that keeps a second server away', async () => {
  const { open, settings, postmaster } = await opened()
  const before = postmaster()
  const { rows } = await open.db.$client.query('select pg_backend_pid() as pid')
  process.kill(rows[0].pid, 'SIGKILL')
  await keep(open, 'after')
  await lockIsHeld(open)
  expect(postmaster()).toBe(before)
  await expect(openDatabase(settings, ignore)).rejects.toThrow(AlreadyRunning)
})

test('a server whose database was taken by another is told to end', async () => {
  let lost: (error: Error) => void = ignore
  const told = new Promise<Error>((done) => {
    lost = done
  })
  const { open } = await opened((error) => lost(error))
  const rival = new pg.Client({ ...open.config, database: 'postgres' })
  await rival.connect()
  const taken = rival.query('select pg_advisory_lock($1, $2)', [LOCKS.family, LOCKS.owner])
  const waits = `select 1 from pg_locks where locktype = 'advisory' and objid = $1 and not granted`
  while ((await open.db.$client.query(waits, [LOCKS.owner])).rowCount === 0) await sleep(20)
  await open.db.$client.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2 and granted`,
    [LOCKS.family, LOCKS.owner],
  )
  await taken
  expect(await told).toBeInstanceOf(AlreadyRunning)
  await rival.end()
})
