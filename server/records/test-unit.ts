import { collection } from '@atrium/contract/module'
import type pg from 'pg'
import { afterEach, beforeAll } from 'vitest'
import { z } from 'zod'
import type { Database } from '../platform/database/connect.ts'
import { testDatabase } from '../platform/database/test-database.ts'
import { silentLog } from '../platform/telemetry.ts'
import { preparePartitions } from './partitions.ts'
import type { Write } from './saving.ts'
import { type Beside, createUnit } from './unit.ts'

export const MODULE = 'unit-test'
export const NOW = new Date('2026-03-04T05:06:07.000Z')
const module = { id: MODULE, collections: { things: collection(z.object({ n: z.number() }), { version: 1 }) } }

const short = (statement: unknown): string => {
  const text = String((statement as { text?: string }).text ?? statement)
  if (text.includes('insert into record_versions'))
    return text.includes('insert into changes') ? 'save first' : 'save more'
  return text.replace(/\s+/g, ' ').slice(0, 60)
}

let count = 0
/** A row that is new. */
export const row = (more: Partial<Write> = {}): Write => ({
  id: `u${++count}`,
  module: MODULE,
  collection: 'things',
  data: JSON.stringify({ n: count }),
  value: { n: count },
  schemaVersion: 1,
  version: 1,
  search: '',
  createdAt: NOW,
  deletedAt: null,
  before: null,
  deletedBefore: null,
  ...more,
})
export const rows = (many: number, more: Partial<Write> = {}) => Array.from({ length: many }, () => row(more))
/** The same row, changed. */
export const next = (was: Write): Write => ({
  ...was,
  version: was.version + 1,
  before: { schema: 1, data: JSON.parse(was.data) },
})

/** Units of work on a database of this test file, and what they ask of it. Called at the file's top level. */
export function testUnits() {
  const at = {} as { db: Database; release: (client: pg.PoolClient) => void }
  /** What is asked of the database, in order: `pool: …` on any connection, else on the one of the transaction. */
  const asked: string[] = []
  /** Connections that a test left open, as it does when it fails. */
  const held = new Set<pg.PoolClient>()
  let failing: string | null = null
  beforeAll(async () => {
    at.db = (await testDatabase()).db
    at.release = (client) => void held.add(client)
    await preparePartitions(at.db.$client, [module], silentLog)
  })
  afterEach(() => {
    for (const client of held) client.release(true)
    held.clear()
  })

  const watched = (): Database => {
    const note = (statement: unknown, from: string) => {
      asked.push(from + short(statement))
      if (failing !== null && short(statement).startsWith(failing)) throw new Error(`${failing} fails`)
    }
    const connect = async () => {
      const client = await at.db.$client.connect()
      held.add(client)
      const query = (...given: unknown[]) => {
        try {
          note(given[0], '')
        } catch (error) {
          return Promise.reject(error)
        }
        return (client.query as (...all: unknown[]) => unknown)(...given)
      }
      const release = (isBroken?: boolean) => {
        asked.push(isBroken ? 'close the connection' : 'release')
        held.delete(client)
        client.release(isBroken)
      }
      return { query, release }
    }
    const query = (...given: unknown[]) => {
      note(given[0], 'pool: ')
      return (at.db.$client.query as (...all: unknown[]) => unknown)(...given)
    }
    return Object.create(at.db, { $client: { value: { connect, query } } }) as Database
  }
  const unitOf = (beside: Beside = {}) => {
    asked.length = 0
    failing = null
    const cause = { action: 'things.do', via: 'http', input: { a: 1 }, actor: 'ann' }
    return createUnit(watched(), 'ann', cause, NOW, beside)
  }

  return {
    at,
    asked,
    unitOf,
    /** From now on a statement of the transaction that begins so fails. */
    failAt(statement: string | null) {
      failing = statement
    },
    /** Writes all of them, and ends. */
    async keep(writes: readonly Write[], beside: Beside = {}) {
      const unit = unitOf(beside)
      try {
        for (const write of writes) await unit.write(write)
        return await unit.commit()
      } catch (error) {
        await unit.rollback()
        throw error
      }
    },
    /** Id and version of those that are there. */
    async kept(writes: readonly Write[]) {
      const ids = writes.map(({ id }) => id)
      const found = await at.db.$client.query('select id, version from records where id = any($1) order by id', [ids])
      return found.rows.map(({ id, version }) => `${id} ${version}`)
    },
  }
}
