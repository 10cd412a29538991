import type { Waiting } from '../notifications/waiting.ts'
import { type StoredColumns, storedOf } from '../records/rows.ts'
import type { Session } from './session.ts'

const GROUP = 500
const COLLECTIONS = 'select distinct module, collection from imported_records'
const ROWS = `select r.id, r.module, r.collection, r.data, r.schema_version, r.version, r.created_at, r.updated_at, r.deleted_at
  from imported_records i join records r on r.id = i.id and r.module = i.module and r.scope_id = $1
  where i.module = $2 and i.collection = $3 and i.id > $4 order by i.id limit ${GROUP}`

/** Records that came with an archive remind as if they had been written here. */
export async function remindOfImported({ client, owner }: Session, { reminds, deriveRows }: Waiting): Promise<void> {
  const { rows: collections } = await client.query<{ module: string; collection: string }>(COLLECTIONS)
  const around = { scope: owner, now: new Date(), actor: owner, timeZone: null, language: null }
  for (const { module, collection } of collections.filter((one) => reminds(one.module, one.collection)))
    for (let after = ''; ; ) {
      const { rows } = await client.query<StoredColumns>(ROWS, [owner, module, collection, after])
      const on = client as import('pg').PoolClient
      await deriveRows(on, rows.map(storedOf), around)
      const last = rows.at(-1)
      if (!last || rows.length < GROUP) break
      after = last.id
    }
}
