import type pg from 'pg'
import type { DeclaredIndex } from './declared-indexes.ts'

interface Duplicate {
  id: string
  scope_id: string
  value: string
}

/** Long names may be as long as they may: the number takes the place of their end. */
const bounded = (name: string) => (name.length > 40 ? name.slice(0, -8).trim() : name)

/** Rows beyond this are left as they are, and the index is refused: a name that thousands have is no name. */
const MOST = 10_000

/**
 * Before a key becomes unique: of rows that share it the oldest keeps its name, the others are numbered, “Spanish (2)”. Answers how
 * many were. Throws when there are more than 10,000.
 */
export async function makeUnique(client: pg.ClientBase, table: string, index: DeclaredIndex): Promise<number> {
  const field = client.escapeLiteral(index.fields.at(-1) as string)
  const live = `collection = ${client.escapeLiteral(index.collection)} and deleted_at is null and coalesce(data->>${field}, '') <> ''`
  for (let numbered = 0; ; ) {
    const { rows } = await client.query<Duplicate>(
      `select id, scope_id, data->>${field} as value from (
         select *, row_number() over (partition by scope_id, ${index.expressions.join(', ')} order by created_at, id) as place
           from ${table} where ${live}
       ) numbered where place > 1 limit ${MOST + 1}`,
    )
    if (rows.length === 0) return numbered
    numbered += rows.length
    if (numbered > MOST) throw new Error(`${table}: more than ${MOST} rows share a key that is to be unique`)
    // Numbered one after the other, so that the new names do not meet: those that do come again.
    const counts = new Map<string, number>()
    for (const { id, scope_id, value } of rows) {
      const place = `${scope_id} ${value.trim().toLowerCase()}`
      const count = (counts.get(place) ?? 1) + 1
      counts.set(place, count)
      await client.query(
        `update ${table} set data = jsonb_set(data, array[${field}], to_jsonb($2::text)) where id = $1 and scope_id = $3`,
        [id, `${bounded(value.trim())} (${count})`, scope_id],
      )
    }
  }
}
