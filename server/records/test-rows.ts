import type { Module } from '@atrium/contract/module'
import type { Database } from '../platform/database/connect.ts'
import { uuid } from '../platform/ids.ts'
import { type Data, searchOf } from './rows.ts'

/** Rows of one statement. */
const AT_ONCE = 5000

/** Puts many rows of a person straight into the table, for tests of long lists: through an action they would take their time. */
export async function putRows(
  db: Pick<Database, '$client'>,
  owner: string,
  { id: module, collections }: Pick<Module, 'id' | 'collections'>,
  name: string,
  count: number,
  dataOf: (n: number) => Data,
): Promise<void> {
  const collection = collections[name]
  if (!collection) throw new Error(`${module} has no collection ${name}`)
  for (let from = 0; from < count; from += AT_ONCE) {
    const rows = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => {
      const data = collection.schema.parse(dataOf(from + at)) as Data
      return { id: uuid(), data, search: searchOf(collection, data) }
    })
    await db.$client.query(
      `insert into records (id, scope_id, module, collection, data, schema_version, search)
       select id, $1, $2, $3, data, $4, array_to_tsvector(string_to_array(search, ' '))
       from jsonb_to_recordset($5) as given (id text, data jsonb, search text)`,
      [owner, module, name, collection.version, JSON.stringify(rows)],
    )
  }
}
