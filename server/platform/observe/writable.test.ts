import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync, statfsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../database/open.ts'
import { testDatabase } from '../database/test-database.ts'
import { testHome } from '../database/test-home.ts'
import { testServer } from '../http/test-server.ts'
import { silentLog } from '../telemetry.ts'
import { createMetrics } from './metrics.ts'
import { observeRoutes } from './routes.ts'
import { whyNoFiles, whyNoRows } from './writable.ts'

test('a disk without room is told of files, and one with room leaves nothing behind', async () => {
  const dir = testHome()
  expect(await whyNoFiles(dir)).toBeNull()
  expect(readdirSync(dir)).toEqual([])
  symlinkSync('/dev/full', join(dir, `.writable-${process.pid}`)) // opens, and refuses every byte
  expect(await whyNoFiles(dir)).toBe('Nothing can be written in DATA_DIR: its disk is full.')
  expect(await whyNoFiles(join(dir, 'gone'))).toBe('Nothing can be written in DATA_DIR: ENOENT.')
})

describe('the database', () => {
  let made: Awaited<ReturnType<typeof testDatabase>>
  beforeAll(async () => {
    made = await testDatabase()
  })
  const spilled = async () => {
    const { rows } = await made.db.$client.query(
      'select pg_stat_clear_snapshot(), temp_bytes from pg_stat_database where datname = current_database()',
    )
    return rows[0].temp_bytes as number
  }

  test('is asked to write for real', async () => {
    const before = await spilled()
    expect(await whyNoRows(made.db)).toBeNull()
    while ((await spilled()) <= before) await sleep(50) // the statistics come a little later
  })

  test('is told when it can only be read', async () => {
    const { rows } = await made.db.$client.query('select current_database() as name')
    await made.db.$client.query(`alter database ${rows[0].name} set default_transaction_read_only = on`)
    const { connect } = await import('../database/connect.ts')
    const fresh = connect(made.config, () => undefined)
    onTestFinished(() => fresh.$client.end())
    expect(await whyNoRows(fresh)).toBe('The database can only be read at the moment.')
  })
})

const canMount = spawnSync('unshare', ['-m', 'true']).status === 0

describe.runIf(canMount)('on a small disk', () => {
  test('/readyz fails with a sentence when the disk is full, for files and for rows, and is well again after', async () => {
    const dir = testHome()
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=755', 'tmpfs', dir]).status).toBe(0)
    onTestFinished(() => void spawnSync('umount', ['-l', dir]))
    const open = await openDatabase({ DATABASE_URL: undefined, DATA_DIR: dir }, () => undefined)
    onTestFinished(() => open.close())
    const metrics = createMetrics({ runs: () => 0, streams: () => 0, pool: open.db.$client })
    const url = await testServer(
      observeRoutes({ db: open.db, dir, version: '1', metrics, isServing: () => true, log: silentLog }),
    )
    const ask = async () => {
      const answer = await fetch(`${url}/readyz`)
      const { error } = (await answer.json()) as { error?: { message: string } }
      return { status: answer.status, retryAfter: answer.headers.get('retry-after'), said: error?.message }
    }
    expect((await ask()).status).toBe(200)
    const filler = join(dir, 'filler')
    const { bavail, bsize } = statfsSync(dir)
    try {
      writeFileSync(filler, Buffer.alloc(bavail * bsize + 1_000_000))
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
    }
    let full = await ask()
    while (full.status === 200) {
      await sleep(100) // the answer before is good for a while
      full = await ask()
    }
    expect(full).toEqual({
      status: 503,
      retryAfter: '2',
      said: 'Nothing can be written in DATA_DIR: its disk is full. Nothing can be written in the database: its disk is full.',
    })
    rmSync(filler)
    while ((await ask()).status !== 200) await sleep(100)
  })
})
