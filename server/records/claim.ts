import type { Module } from '@atrium/contract/module'
import { eq } from 'drizzle-orm'
import type pg from 'pg'
import { type Queryable, sqlState } from '../platform/database/connect.ts'
import { trashOverlapping } from './constraints/exclusive.ts'
import { renumber } from './constraints/numbered.ts'
import { renameTaken } from './duplicates.ts'
import { changes, records, shareLinks, uploads } from './tables.ts'
import { forgetSettled } from './upgrade.ts'

/** Somebody may take a name between a look and the move. */
const ATTEMPTS = 5
/** A key, or a time, that another row of the account has. */
const TAKEN = new Set(['23505', '23P01'])

/** The connection that a transaction of drizzle's runs on: what is shared with the stores is written in plain SQL. */
export const connectionOf = (tx: Queryable) => (tx as unknown as { session: { client: pg.PoolClient } }).session.client

/**
 * Gives everything one owner made (a visitor, a guest) to another, who can then also undo it. What both may not have is put in order
 * first: a name that the account has too is numbered, a time that it has given away is left in the trash.
 */
export const claimRecords =
  (modules: readonly Pick<Module, 'id' | 'collections'>[]) =>
  async (tx: Queryable, from: string, to: string): Promise<void> => {
    forgetSettled(to)
    const client = connectionOf(tx)
    await client.query("select set_config('atrium.claim', 'on', true)") // what is final gets its new number too
    const places = modules.flatMap(({ id, collections }) =>
      Object.entries(collections).map(([name, collection]) => ({ module: id, name, collection })),
    )
    for (let attempt = 1; ; attempt++) {
      await client.query('savepoint before_claim')
      try {
        for (const place of places) {
          await renameTaken(client, place, from, to)
          await renumber(client, place, from, to)
          await trashOverlapping(client, place, from, to)
        }
        await tx.update(records).set({ scopeId: to }).where(eq(records.scopeId, from))
        await client.query('release savepoint before_claim')
        break
      } catch (error) {
        await client.query('rollback to savepoint before_claim')
        if (attempt === ATTEMPTS || !TAKEN.has(sqlState(error) ?? '')) throw error
      }
    }
    await tx.update(shareLinks).set({ scopeId: to }).where(eq(shareLinks.scopeId, from))
    await tx.update(changes).set({ scopeId: to, actorId: to }).where(eq(changes.scopeId, from))
    await tx.update(uploads).set({ ownerId: to }).where(eq(uploads.ownerId, from))
  }
