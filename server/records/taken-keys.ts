import type { AppError } from '@atrium/contract/errors'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import type { Place } from './constraints/place.ts'
import type { Data } from './rows.ts'
import { records } from './tables.ts'
import { keyIn, nameTaken, uniqueKeys } from './unique-keys.ts'

/** Which rows have the unique names of a collection, for work that goes through many rows before any is written. */
export interface TakenKeys {
  /** Whether no name of the collection is one alone: then there is nothing to ask. */
  isFree: boolean
  /**
   * Gives the row what it would be called, or answers whose sentence says that another has it. What a row was called before stays
   * taken: the database compares row by row.
   */
  take(data: Data, id: string): AppError | null
}

export async function takenKeys(on: Queryable, scope: string, place: Place): Promise<TakenKeys> {
  const { module, name, collection } = place
  const keys = await Promise.all(
    uniqueKeys(module, name, collection).map(async (key) => {
      const owners = new Map<string, string>()
      const markOf = (data: Data) => {
        const values = keyIn(key, data)
        return values && JSON.stringify(values)
      }
      const fields = sql.join(
        key.fields.map((field) => sql`${field}::text, ${records.data}->${field}::text`),
        sql`, `,
      )
      const rows = await on
        .select({ id: records.id, data: sql<Data>`jsonb_build_object(${fields})` })
        .from(records)
        .where(sql`${records.scopeId} = ${scope} and ${records.module} = ${module} and ${sql.raw(key.condition)}`)
      for (const { id, data } of rows) {
        const mark = markOf(data)
        if (mark !== null) owners.set(mark, id)
      }
      return { key, owners, markOf }
    }),
  )
  return {
    isFree: keys.length === 0,
    take(data, id) {
      const marks = keys.flatMap(({ key, owners, markOf }) => {
        const mark = markOf(data)
        return mark === null ? [] : [{ key, owners, mark }]
      })
      for (const { key, owners, mark } of marks) if ((owners.get(mark) ?? id) !== id) return nameTaken(key, data)
      for (const { owners, mark } of marks) owners.set(mark, id)
      return null
    },
  }
}
