import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { maker } from '../access/test-objects.ts'
import { withdrawApprovals } from '../approvals/rows.ts'
import { transaction } from '../platform/runs/closing.ts'
import { testApp } from '../test-app.ts'
import { expireApprovals } from './approving.ts'
import { TEST_AGENTS } from './test-seats.ts'

const app = await testApp({}, { agentsFolder: TEST_AGENTS })
const pool = app.db.$client

test('a request that nobody decided and a task that is ended at the same moment do not wait for each other in a circle', async () => {
  const ann = await app.member()
  const { value: approval } = await (await maker(app))('approval', ann.id)
  const stateOf = async () =>
    (await pool.query<{ state: string }>('select state from approvals where id = $1', [approval])).rows[0]?.state
  const { rows } = await pool.query<{ run_id: string }>(
    `update approvals set expires_at = now() - interval '1 day' where id = $1 returning run_id`,
    [approval],
  )
  const run = rows[0]?.run_id ?? ''
  // Whoever ends a task: the run, what the seat has of it, and then what it asked.
  const ending = await pool.connect()
  try {
    await ending.query('begin')
    await ending.query(`update runs set status = 'cancelled' where id = $1`, [run])
    await ending.query(`update seat_runs set status = 'cancelled', goes_on = false where id = $1`, [run])
    let isOver = false
    const expiring = transaction(pool, expireApprovals).finally(() => {
      isOver = true
    })
    expiring.catch(() => undefined)
    const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while (!isOver && (await pool.query(waits)).rowCount === 0) await sleep(10)
    await withdrawApprovals(ending, [run])
    await ending.query('commit')
    await expiring
  } finally {
    ending.release()
  }
  expect(await stateOf()).toBe('withdrawn')
})

test('one that nobody decided in time is expired, and its run goes on', async () => {
  const ann = await app.member()
  const { value: approval } = await (await maker(app))('approval', ann.id)
  const { rows } = await pool.query<{ seat_id: string; run_id: string }>(
    `update approvals set expires_at = now() - interval '1 day' where id = $1 returning seat_id, run_id`,
    [approval],
  )
  expect(await transaction(pool, expireApprovals)).toContain(rows[0]?.seat_id)
  const { rows: runs } = await pool.query('select goes_on from seat_runs where id = $1', [rows[0]?.run_id])
  expect(runs).toEqual([{ goes_on: true }])
})
