import type { Module } from '@atrium/contract/module'
import type pg from 'pg'
import { LOCKS } from '../platform/database/lock.ts'
import type { Log } from '../platform/telemetry.ts'
import { type DeclaredIndex, historyPartitionOf, indexesOf, partitionOf } from './declared-indexes.ts'
import { makeUnique } from './duplicates.ts'

type Declared = Pick<Module, 'id' | 'collections'>

/** The partitions that are there, with the declared indexes on each. */
async function present(client: pg.ClientBase): Promise<Map<string, Set<string>>> {
  const { rows } = await client.query<{ partition: string; indexes: string[] }>(
    `select c.relname::text as partition,
        array(select i.relname::text from pg_index x join pg_class i on i.oid = x.indexrelid
          where x.indrelid = c.oid and i.relname ~ '^(ix|uq)_') as indexes
       from pg_inherits h join pg_class c on c.oid = h.inhrelid where h.inhparent = 'public.records'::regclass`,
  )
  return new Map(rows.map(({ partition, indexes }) => [partition, new Set(indexes)]))
}

/** Gives a module partitions of its own; rows of it that lie among the others' move there, with their history. */
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
  await client.query('delete from records_others where module = $1', [module]) // the history goes along
  const literal = client.escapeLiteral(module)
  await client.query(`create table ${partitionOf(module)} partition of records for values in (${literal})`)
  await client.query(
    `create table ${historyPartitionOf(module)} partition of record_versions for values in (${literal})`,
  )
  await client.query(`insert into ${partitionOf(module)} select * from moved_records`)
  await client.query(`insert into ${historyPartitionOf(module)} select * from moved_versions`)
  await client.query('drop table moved_records, moved_versions')
}

/** Rows of one person must not keep the server from all: an index that cannot be made is told of, and tried again at the next start. */
async function make(client: pg.ClientBase, module: string, index: DeclaredIndex, log: Log): Promise<void> {
  const about = { module, collection: index.collection, fields: index.fields }
  await client.query('savepoint before_index')
  try {
    const renamed = index.isUnique ? await makeUnique(client, partitionOf(module), index) : 0
    if (renamed > 0) log.warn({ ...about, renamed }, 'names that two entries had were numbered')
    await client.query(index.sql)
    await client.query('release savepoint before_index')
  } catch (err) {
    await client.query('rollback to savepoint before_index')
    log.error(
      { ...about, err },
      'an index that a module declares could not be made; its lists are slower, and its keys are not kept',
    )
  }
}

async function bring(
  client: pg.ClientBase,
  module: Declared,
  wanted: readonly DeclaredIndex[],
  log: Log,
): Promise<void> {
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1, $2)', [LOCKS.family, LOCKS.migration])
    const here = (await present(client)).get(partitionOf(module.id)) // another instance may have been faster
    if (!here) await makePartitions(client, module.id)
    for (const index of wanted) {
      if (!here?.has(index.name)) await make(client, module.id, index, log)
    }
    const names = new Set(wanted.map(({ name }) => name))
    for (const old of here ?? []) if (!names.has(old)) await client.query(`drop index ${client.escapeIdentifier(old)}`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined) // without a connection there is nothing to roll back
    throw error
  }
}

/**
 * Gives every module its partition and the indexes that it declares, and takes away those that it no longer does. One look when
 * all is as it should be. Throws when the database refuses: lists would be slow, and keys not kept.
 */
export async function preparePartitions(pool: pg.Pool, modules: readonly Declared[], log: Log): Promise<void> {
  const client = await pool.connect()
  try {
    const here = await present(client)
    for (const module of modules) {
      const wanted = indexesOf(module)
      const found = here.get(partitionOf(module.id))
      const isRight = found && wanted.length === found.size && wanted.every(({ name }) => found.has(name))
      if (!isRight) await bring(client, module, wanted, log)
    }
  } finally {
    client.release()
  }
}
