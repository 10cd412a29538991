import { AppError } from '@atrium/contract/errors'
import type { Group, GroupOptions } from '@atrium/contract/module'
import { type SQL, sql } from 'drizzle-orm'
import pg from 'pg'
import type { Queryable } from '../platform/database/connect.ts'
import type { Place } from './constraints/place.ts'
import { comparableText, definitionOf, fieldKind, type Kind, unwrapped } from './field-kinds.ts'
import { type Answer, answerOf } from './kept-totals/answering.ts'
import { keptName, SUMS } from './kept-totals/declaring.ts'
import { FORMATS, periodText } from './kept-totals/keys.ts'
import { afterSql } from './ordering.ts'
import type { Data } from './rows.ts'
import { records } from './tables.ts'
import { comparable, whereOver, whereSql, wordsSql } from './where.ts'

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

function bySum(order: string, sum: readonly string[], source: Source): SQL {
  const isDescending = order.startsWith('-')
  const field = isDescending ? order.slice(1) : order
  if (!sum.includes(field))
    throw new AppError('bad_request', `Groups are ordered by a sum that is asked for, and “${field}” is none.`)
  return sql`${source.sum(field)} ${sql.raw(isDescending ? 'desc' : 'asc')}`
}

/** The day, the Monday of the week, the month or the year of a date, or of a moment on the clocks of a zone; null where there is none. */
function periodOf(kind: Kind, field: string, period: keyof typeof FORMATS, timeZone: string): SQL {
  if (kind === 'text') return sql.raw(periodText(field, period, '"records"."data"'))
  if (kind !== 'moment') throw new AppError('bad_request', `“${field}” is no date.`)
  const at = sql`(${comparable(kind, field)} at time zone ${timeZone}::text)`
  return sql`to_jsonb(to_char(date_trunc(${period}::text, ${at}::timestamp), ${FORMATS[period]}::text))`
}

/** Where the rows lie: what a question over them is answered from when nothing else is kept. */
export interface Rows extends Place {
  scope: string
  /** Which of the collection's rows are meant: those that live. */
  live: SQL | undefined
  /** Not all of the collection is within reach: what is kept of all of it answers nothing. */
  isFenced: boolean
}

/** What is read, and how its groups are told apart, counted and added up. */
interface Source {
  from: SQL
  conditions: readonly SQL[]
  period(field: string): SQL
  value(field: string): SQL
  count: SQL
  sum(field: string): SQL
  /** Groups that are kept though nothing is in them any more. */
  having: SQL
}

/** The elements of a list of the rows, and which fields they have. */
function partsOf(collection: Rows['collection'], list: string) {
  const { element } = unwrapped(definitionOf(collection, list))
  const shape = element && unwrapped(element.def).shape
  if (!shape) throw new Error(`“${list}” is no list of objects, whose parts could be grouped`)
  const value = sql`${records.data}->${list}::text`
  const from = sql`${records} cross join lateral
    jsonb_array_elements(case when jsonb_typeof(${value}) = 'array' then ${value} else '[]' end) as part`
  return { from, has: (field: string) => Object.hasOwn(shape, field) }
}

function ofRows({ live, collection }: Rows, options: GroupOptions<Data, string, string>): Source {
  const { where, words, every = {}, timeZone = 'UTC', beyond, parts: list } = options
  const parts = list === undefined ? null : partsOf(collection, list)
  const number = (field: string) =>
    parts?.has(field) ? sql.raw(comparableText('number', field, 'part.value')) : comparable('number', field)
  return {
    from: parts?.from ?? sql`${records}`,
    conditions: [
      live ?? sql`true`,
      ...whereSql(collection, where),
      ...wordsSql(words),
      ...(beyond ? [afterSql(collection, beyond.order, beyond.after)] : []),
    ],
    period: (field) => periodOf(fieldKind(collection, field), field, every[field] as keyof typeof FORMATS, timeZone),
    value: (field) => (parts?.has(field) ? sql`part.value->${field}::text` : sql`${records.data}->${field}::text`),
    count: sql`count(*)::int`,
    sum: (field) => sql`coalesce(sum(${number(field)}), 0)`,
    having: sql``,
  }
}

/** null where it is not kept after all. */
function ofKept(rows: Rows, { kept, where, place }: Answer): Source | null {
  const { scope, collection } = rows
  const name = keptName(rows, place)
  if (name === null) return null
  const value = (field: string) => sql.raw(`key->${pg.escapeLiteral(field)}`)
  return {
    from: sql.raw(SUMS),
    conditions: [sql`scope_id = ${scope}`, sql`name = ${name}`, ...whereOver(collection, 'key', where)],
    period: value,
    value,
    count: sql`coalesce(sum(count), 0)::int`,
    sum: (field) => sql.raw(`coalesce(sum(sums[${kept.sum.indexOf(field) + 1}]), 0)`),
    having: sql`having sum(count) > 0`,
  }
}

/** What the rows of a collection come to, grouped by some of its fields: memory does not grow with the rows. */
export async function totalsOf(
  on: Queryable,
  rows: Rows,
  by: readonly string[],
  options: GroupOptions<Data, string, string>,
): Promise<AnyGroup[]> {
  const { collection } = rows
  const { sum = [], min = [], max = [], every = {}, order, limit } = options
  const kinds = new Map([...by, ...sum, ...min, ...max].map((field) => [field, fieldKind(collection, field)]))
  const kind = (field: string) => kinds.get(field) as Kind
  for (const field of sum)
    if (kind(field) !== 'number') throw new AppError('bad_request', `“${field}” is not a number.`)
  for (const field of [...min, ...max])
    if (!['number', 'moment', 'text'].includes(kind(field)))
      throw new AppError('bad_request', `“${field}” has no order to compare by.`)
  const kept = rows.isFenced || options.parts ? null : answerOf(collection, by, options)
  const source = (kept && ofKept(rows, kept)) ?? ofRows(rows, options)
  const asked = [
    // absent and null are one
    ...by.map((field) => (every[field] ? source.period(field) : sql`nullif(${source.value(field)}, 'null'::jsonb)`)),
    source.count,
    ...sum.map((field) => sql`${source.sum(field)}::text`),
    ...min.map((field) => sql`min(${comparable(kind(field), field)})::text`),
    ...max.map((field) => sql`max(${comparable(kind(field), field)})::text`),
  ].map((part, at) => sql`${part} as ${sql.identifier(`c${at}`)}`)
  const grouped =
    by.length > 0 ? sql`group by ${sql.raw(by.map((_, at) => at + 1).join(', '))} ${source.having}` : sql``
  const first = order === undefined ? sql.raw(`${by.length + 1} desc`) : bySum(order, sum, source)
  const most = Math.min(GROUPS_MAX, Math.max(1, Math.trunc(limit ?? GROUPS_MAX)))
  const found = await on.execute<Record<string, unknown>>(
    sql`select ${sql.join(asked, sql`, `)} from ${source.from} where ${sql.join([...source.conditions], sql` and `)} ${grouped}
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
