import type { Collection } from '@atrium/contract/module'
import pg from 'pg'
import { type Declared, expressionOf, namedBy, partitionOf } from '../declared.ts'
import type { Data } from '../rows.ts'
import type { Unit } from '../unit.ts'
import type { Place } from './place.ts'

const seriesIn = (by: readonly string[], data: Data) => by.map((field) => String(data[field] ?? ''))

const expressions = (collection: Collection, { field, by = [] }: { field: string; by?: readonly string[] }) => ({
  series: by.map((one) => `coalesce(data->>${pg.escapeLiteral(one)}, '')`),
  number: expressionOf(collection, field),
})

/** The index that no two rows of a series have one number under, those in the trash among them; by it the last one is found. */
export function numberings({ module, name, collection }: Place): Declared[] {
  const declared = collection.constraints?.numbered
  if (!declared) return []
  const { series, number } = expressions(collection, declared)
  const of = `(scope_id, ${[...series, number].map((one) => `(${one})`).join(', ')}) where collection = ${pg.escapeLiteral(name)}`
  const named = namedBy('nr', module, of)
  const sql = `create unique index if not exists ${named} on ${partitionOf(module)} ${of}`
  return [{ name: named, collection: name, fields: [...(declared.by ?? []), declared.field], sql }]
}

/** The SQL of the highest number of a series: the scope is the first parameter, the series’ values follow. */
export function lastNumberSql({ module, name, collection }: Place): string {
  const declared = collection.constraints?.numbered as { field: string; by?: readonly string[] }
  const { series, number } = expressions(collection, declared)
  const same = series.map((one, at) => ` and (${one}) = $${at + 2}`).join('')
  return `select coalesce(max(${number}), 0)::int as last from ${partitionOf(module)}
    where scope_id = $1 and collection = ${pg.escapeLiteral(name)}${same}`
}

/**
 * The row with its number: the next of its series where it is new (`was` null), the one that it had otherwise. The series stays locked
 * until the transaction ends, so that a number which is taken back is given again, and no caller sees a gap.
 */
export async function withNumber(place: Place, unit: Unit, data: Data, was: Data | null): Promise<Data> {
  const declared = place.collection.constraints?.numbered
  if (!declared) return data
  const { field, by = [] } = declared
  const series = seriesIn(by, data)
  const isSame = was !== null && seriesIn(by, was).every((value, at) => value === series[at])
  if (isSame) return { ...data, [field]: was[field] ?? null }
  const mark = JSON.stringify([unit.scope, place.module, place.name, ...series])
  let last = unit.lastNumbers.get(mark)
  if (last === undefined) {
    await unit.reading(place.module, place.name) // what waits is written first
    const client = await unit.client()
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [mark])
    const { rows } = await client.query<{ last: number }>(lastNumberSql(place), [unit.scope, ...series])
    last = rows[0]?.last ?? 0
  }
  unit.lastNumbers.set(mark, last + 1)
  return { ...data, [field]: last + 1 }
}

/** Numbers of one owner go on after those of the other, before the rows of both become the other's. */
export async function renumber(
  on: Pick<pg.ClientBase, 'query'>,
  { module, name, collection }: Place,
  from: string,
  to: string,
): Promise<void> {
  const declared = collection.constraints?.numbered
  if (!declared) return
  const { series, number } = expressions(collection, declared)
  const field = pg.escapeLiteral(declared.field)
  const same = series.map((one) => `${one} = ${one.replaceAll('data->>', 'r.data->>')}`)
  const last = `coalesce((select max(${number}) from ${partitionOf(module)}
    where ${['scope_id = $2', `collection = ${pg.escapeLiteral(name)}`, ...same].join(' and ')}), 0)`
  const where = `r.scope_id = $1 and r.collection = ${pg.escapeLiteral(name)} and jsonb_typeof(r.data->${field}) = 'number'`
  const set = (value: string) =>
    `update ${partitionOf(module)} r set data = jsonb_set(r.data, array[${field}], to_jsonb(${value})) where ${where}`
  // By way of negative ones: moved in one step a number would meet the next that is still where it was.
  await on.query(set(`-((r.data->>${field})::numeric + ${last})`), [from, to])
  await on.query(set(`-(r.data->>${field})::numeric`), [from])
}

/**
 * How rows that bring numbers along get theirs: their own where it is free, else the next of the series. Numbers that are here are
 * looked at once.
 */
export async function numbersFrom(
  on: Pick<pg.ClientBase, 'query'>,
  { module, name, collection }: Place,
  scope: string,
): Promise<(data: Data) => Data> {
  const declared = collection.constraints?.numbered
  if (!declared) return (data) => data
  const { field, by = [] } = declared
  const { series, number } = expressions(collection, declared)
  const { rows } = await on.query<{ series: string[]; number: number }>(
    `select array[${series.join(', ')}]::text[] as series, (${number})::int as number from ${partitionOf(module)}
     where scope_id = $1 and collection = ${pg.escapeLiteral(name)} and ${number} is not null`,
    [scope],
  )
  const known = new Map<string, Set<number>>()
  const of = (values: readonly string[]) => {
    const mark = JSON.stringify(values)
    const found = known.get(mark) ?? new Set<number>()
    known.set(mark, found)
    return found
  }
  for (const row of rows) of(row.series).add(row.number)
  return (data) => {
    const given = data[field]
    if (typeof given !== 'number') return data
    const taken = of(seriesIn(by, data))
    const own = taken.has(given) ? taken.values().reduce((most, one) => Math.max(most, one), 0) + 1 : given
    taken.add(own)
    return own === given ? data : { ...data, [field]: own }
  }
}
