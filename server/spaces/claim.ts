import { sql } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'

const TABLES = {
  space_instructions: 'true',
  space_files: 'mine.file_id = theirs.file_id',
  space_pins: 'mine.kind = theirs.kind and mine.target = theirs.target',
} as const

/** Gives what one owner (a visitor, a guest) has in Spaces to another, whose own comes first. */
export async function claimSpaces(tx: Queryable, from: string, to: string): Promise<void> {
  for (const [name, same] of Object.entries(TABLES)) {
    const table = sql.identifier(name)
    await tx.execute(sql`update ${table} theirs set owner_id = ${to} where owner_id = ${from} and not exists (
      select 1 from ${table} mine where mine.owner_id = ${to} and mine.space = theirs.space and ${sql.raw(same)})`)
    await tx.execute(sql`delete from ${table} where owner_id = ${from}`)
  }
}

/** Removes for good what an owner has in Spaces. */
export async function forgetSpaces(tx: Queryable, owner: string): Promise<void> {
  for (const name of Object.keys(TABLES))
    await tx.execute(sql`delete from ${sql.identifier(name)} where owner_id = ${owner}`)
}
