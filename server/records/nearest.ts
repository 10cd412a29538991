import type { Collection } from '@atrium/contract/module'
import { type SQL, sql } from 'drizzle-orm'
import { fieldKind } from './field-kinds.ts'
import { records } from './tables.ts'

const HEX = /^[0-9a-f]+$/

/** Whether the field's own schema refuses what is no digit: to look at each row again takes twice the time. */
const takesDigitsAlone = ({ schema }: Collection, field: string, length: number): boolean =>
  schema.shape[field]?.safeParse('z'.repeat(length)).success === false

/**
 * In how many bits a field of hexadecimal digits differs from `to`; null for one of another length. The database compares vectors by
 * their signs so in a fraction of the time that it takes to read them; who wants it exact reckons with the first ones'.
 */
export function differingBits(collection: Collection, field: string, to: string): SQL {
  if (fieldKind(collection, field) !== 'text' || !takesDigitsAlone(collection, field, to.length))
    throw new Error(`“${field}” is no text of hexadecimal digits alone`)
  if (!HEX.test(to)) throw new Error('Bits are given in hexadecimal digits')
  const bits = sql`${records.data}->>${field}::text`
  // A `case`, for bits of two lengths cannot be compared.
  return sql`case when length(${bits}) = ${to.length}::int
    then bit_count(('x' || (${bits}))::varbit # ('x' || ${to}::text)::varbit) end`
}
