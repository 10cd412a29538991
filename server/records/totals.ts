import { AppError } from '@atrium/contract/errors'
import type { Collection, Group, GroupOptions } from '@atrium/contract/module'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { fieldKind, type Kind } from './field-kinds.ts'
import { afterSql } from './ordering.ts'
import type { Data } from './rows.ts'
import { records } from './tables.ts'
import { comparable, whereSql, wordsSql } from './where.ts'

const GROUPS_MAX = 10_000

export type AnyGroup = Group<Data, string, string, string>

const tooMany = () =>
  new AppError('too_large', `That makes more than ${GROUPS_MAX.toLocaleString('en')} groups. Ask for fewer of them.`)

/** An extreme as the field holds it. */
function extremeOf(kind: Kind, said: unknown): unknown {
  if (said === null) return null
  if (kind === 'number') return Number(said)
  return kind === 'moment' ? new Date(String(said)).toISOString() : said
}

const sumOf = (field: string): SQL => sql`coalesce(sum(${comparable('number', field)}), 0)`

function bySum(order: string, sum: readonly string[]): SQL {
  const isDescending = order.startsWith('-')
  const field = isDescending ? order.slice(1) : order
  if (!sum.includes(field))
    throw new AppError('bad_request', `Groups are ordered by a sum that is asked for, and “${field}” is none.`)
  return sql`${sumOf(field)} ${sql.raw(isDescending ? 'desc' : 'asc')}`
}

const FORMATS = { day: 'YYYY-MM-DD', week: 'YYYY-MM-DD', month: 'YYYY-MM', year: 'YYYY' } as const

/** The day, the Monday of the week, the month or the year of a date, or of a moment on the clocks of a zone; null where there is none. */
function periodOf(kind: Kind, field: string, period: keyof typeof FORMATS, timeZone: string): SQL {
  if (kind !== 'moment' && kind !== 'text') throw new AppError('bad_request', `“${field}” is no date.`)
  const text = sql`${records.data}->>${field}::text`
  const day =
    kind === 'moment'
      ? sql`(${comparable(kind, field)} at time zone ${timeZone}::text)`
      : sql`(record_moment(left(${text}, 10) || 'T00:00:00Z') at time zone 'UTC')`
  return sql`to_jsonb(to_char(date_trunc(${period}::text, ${day}::timestamp), ${FORMATS[period]}::text))`
}

/** What the rows of a collection come to, grouped by some of its fields: memory does not grow with the rows. */
export async function totalsOf(
  on: Queryable,
  rows: SQL | undefined,
  collection: Collection,
  by: readonly string[],
  options: GroupOptions<Data, string, string>,
): Promise<AnyGroup[]> {
  const { where, words, sum = [], min = [], max = [], every = {}, timeZone = 'UTC', beyond, order, limit } = options
  const kinds = new Map([...by, ...sum, ...min, ...max].map((field) => [field, fieldKind(collection, field)]))
  const kind = (field: string) => kinds.get(field) as Kind
  for (const field of sum)
    if (kind(field) !== 'number') throw new AppError('bad_request', `“${field}” is not a number.`)
  for (const field of [...min, ...max])
    if (!['number', 'moment', 'text'].includes(kind(field)))
      throw new AppError('bad_request', `“${field}” has no order to compare by.`)
  const asked = [
    // absent and null are one
    ...by.map((field) => {
      const period = every[field]
      if (period) return periodOf(kind(field), field, period, timeZone)
      return sql`nullif(${records.data}->${field}::text, 'null'::jsonb)`
    }),
    sql`count(*)::int`,
    ...sum.map((field) => sql`${sumOf(field)}::text`),
    ...min.map((field) => sql`min(${comparable(kind(field), field)})::text`),
    ...max.map((field) => sql`max(${comparable(kind(field), field)})::text`),
  ].map((part, at) => sql`${part} as ${sql.identifier(`c${at}`)}`)
  const grouped = by.length > 0 ? sql`group by ${sql.raw(by.map((_, at) => at + 1).join(', '))}` : sql``
  const conditions = sql.join(
    [
      rows ?? sql`true`,
      ...whereSql(collection, where),
      ...wordsSql(words),
      ...(beyond ? [afterSql(collection, beyond.order, beyond.after)] : []),
    ],
    sql` and `,
  )
  const first = order === undefined ? sql.raw(`${by.length + 1} desc`) : bySum(order, sum)
  const most = Math.min(GROUPS_MAX, Math.max(1, Math.trunc(limit ?? GROUPS_MAX)))
  const found = await on.execute<Record<string, unknown>>(
    sql`select ${sql.join(asked, sql`, `)} from ${records} where ${conditions} ${grouped}
      order by ${first}, ${sql.raw(asked.map((_, at) => at + 1).join(', '))}
      limit ${limit === undefined ? most + 1 : most}`,
  )
  if (found.rows.length > GROUPS_MAX) throw tooMany()
  return found.rows.map((row) => {
    const cells = Object.values(row)
    const take = (fields: readonly string[], of: (field: string, cell: unknown) => unknown) =>
      Object.fromEntries(fields.map((field) => [field, of(field, cells.shift() ?? null)]))
    const key = take(by, (_, cell) => cell)
    const count = cells.shift() as number
    return {
      key,
      count,
      sum: take(sum, (_, cell) => Number(cell)) as Record<string, number>,
      min: take(min, (field, cell) => extremeOf(kind(field), cell)),
      max: take(max, (field, cell) => extremeOf(kind(field), cell)),
    }
  })
}
