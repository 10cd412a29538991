import type { Module } from '@atrium/contract/module'
import type pg from 'pg'
import { LOCKS } from '../platform/database/lock.ts'
import type { Log } from '../platform/telemetry.ts'
import { clearDangling } from './dangling.ts'
import { type Declared, dropOf, historyPartitionOf, partitionOf } from './declared.ts'
import { declaredBy } from './declared-indexes.ts'
import { renameDuplicates } from './duplicates.ts'
import { dropKept, existingTotals, isKept, setKept } from './kept-totals/declaring.ts'
import { createReferences, type References } from './references.ts'
import { uniqueKeys } from './unique-keys.ts'

type Declaring = Pick<Module, 'id' | 'collections'>

/** The partitions that are there, with what modules declared on each. */
async function existingPartitions(client: pg.ClientBase): Promise<Map<string, Set<string>>> {
  const { rows } = await client.query<{ partition: string; declared: string[] }>(
    `select c.relname::text as partition,
        array(select i.relname::text from pg_index x join pg_class i on i.oid = x.indexrelid
            where x.indrelid = c.oid and i.relname ~ '^(ix|uq|ex|nr)_'
          union all
          select i.relname::text from pg_class h join pg_index x on x.indrelid = h.oid join pg_class i on i.oid = x.indexrelid
            where h.relname = 'record_versions_of_' || substr(c.relname, length('records_of_') + 1)
              and h.relnamespace = c.relnamespace and i.relname ~ '^hx_'
          union all
          select t.tgname::text from pg_trigger t where t.tgrelid = c.oid and t.tgname ~ '^(im|bl)_') as declared
       from pg_inherits h join pg_class c on c.oid = h.inhrelid where h.inhparent = 'public.records'::regclass`,
  )
  const totals = await existingTotals(client)
  return new Map(
    rows.map(({ partition, declared }) => [partition, new Set([...declared, ...(totals.get(partition) ?? [])])]),
  )
}

/** Tables whose rows hang on a record, and go where it goes. */
const HANGING = [
  'record_shares',
  'record_comments',
  'waiting_notifications',
  'dav_shared_names', // on the share, as a lock by one does
  'dav_locks',
] as const

/** Gives a module partitions of its own; rows of it that lie among the others' move there, with their history and all that hangs on them. */
async function makePartitions(client: pg.ClientBase, module: string): Promise<void> {
  // what others write into them waits: a row that changed between the two looks would be lost
  await client.query('lock table records_others, record_versions_others in access exclusive mode')
  await client.query(
    'create temporary table moved_records on commit drop as select * from records_others where module = $1',
    [module],
  )
  await client.query(
    'create temporary table moved_versions on commit drop as select * from record_versions_others where module = $1',
    [module],
  )
  for (const table of HANGING)
    await client.query(
      `create temporary table moved_${table} on commit drop as select * from ${table} where module = $1`,
      [module],
    )
  await client.query('delete from records_others where module = $1', [module]) // the rest goes along
  const literal = client.escapeLiteral(module)
  await client.query(`create table ${partitionOf(module)} partition of records for values in (${literal})`)
  await client.query(
    `create table ${historyPartitionOf(module)} partition of record_versions for values in (${literal})`,
  )
  await client.query(`insert into ${partitionOf(module)} select * from moved_records`)
  await client.query(`insert into ${historyPartitionOf(module)} select * from moved_versions`)
  // One that hangs on no record was not taken away.
  for (const table of HANGING)
    await client.query(`insert into ${table} select * from moved_${table} on conflict do nothing`)
  await client.query('set constraints all immediate') // an index cannot be made while checks of the table wait for the commit
  await client.query(`drop table moved_records, moved_versions, ${HANGING.map((table) => `moved_${table}`).join(', ')}`)
}

/** Rows of one person must not keep the server from all: what cannot be made is told of, and tried again at the next start. */
async function create(client: pg.ClientBase, module: Declaring, one: Declared, log: Log): Promise<void> {
  const about = { module: module.id, collection: one.collection, fields: one.fields }
  const collection = module.collections[one.collection]
  const key = collection && uniqueKeys(module.id, one.collection, collection).find(({ name }) => name === one.name)
  await client.query('savepoint before_declared')
  try {
    const place = collection && { module: module.id, name: one.collection, collection }
    const numbered = place && key ? await renameDuplicates(client, place, key) : 0
    if (numbered > 0) log.warn({ ...about, numbered }, 'names that two entries had were numbered')
    await client.query(one.sql)
    await client.query('release savepoint before_declared')
    setKept(one.name, true)
  } catch (err) {
    await client.query('rollback to savepoint before_declared')
    setKept(one.name, false)
    log.error(
      { ...about, err },
      'an index or a constraint that a module declares could not be made; its lists are slower, and its rules are not kept',
    )
  }
}

/** Brings a module's partition to what it declares. */
async function migratePartition(
  client: pg.ClientBase,
  module: Declaring,
  references: References,
  log: Log,
): Promise<void> {
  const wanted = declaredBy(module)
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1, $2)', [LOCKS.family, LOCKS.migration])
    const here = (await existingPartitions(client)).get(partitionOf(module.id)) // another instance may have been faster
    if (!here) await makePartitions(client, module.id)
    const fresh = wanted.filter(({ name }) => !here?.has(name))
    // Before any lock of the partition: whoever writes takes the parent's first, and would wait for us while we wait for them.
    if (fresh.some(({ name }) => isKept(name))) await client.query('lock table records in share row exclusive mode')
    for (const one of fresh) await create(client, module, one, log)
    if (fresh.length > 0) await clearDangling(client, module, references, log)
    const names = new Set(wanted.map(({ name }) => name))
    for (const old of here ?? [])
      if (!names.has(old)) await client.query(isKept(old) ? dropKept(old) : dropOf(old, module.id))
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined) // without a connection there is nothing to roll back
    throw error
  }
}

/**
 * Gives every module its partition and what it declares on it, and takes away what it no longer does. One look when all is as it
 * should be. Throws when the database refuses: lists would be slow, and keys not kept.
 */
export async function preparePartitions(pool: pg.Pool, modules: readonly Declaring[], log: Log): Promise<void> {
  const client = await pool.connect()
  try {
    const here = await existingPartitions(client)
    const references = createReferences(modules)
    const changed = modules.filter((module) => {
      const found = here.get(partitionOf(module.id))
      const wanted = declaredBy(module)
      return !found || wanted.length !== found.size || !wanted.every(({ name }) => found.has(name))
    })
    for (const module of changed) await migratePartition(client, module, references, log)
  } finally {
    client.release()
  }
}
