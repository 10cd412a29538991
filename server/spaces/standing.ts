import { AppError } from '@atrium/contract/errors'
import { SPACE_FILES_MAX } from '@atrium/contract/spaces'
import type pg from 'pg'
import { transaction } from '../platform/runs/closing.ts'
import { storable } from '../platform/runs/storable.ts'
import type { Sql } from './sql.ts'

/** What goes along with every question of a Space. */
export interface Standing {
  instructions: string
  fileIds: string[]
}

export async function standingOf(sql: Sql, owner: string, space: string): Promise<Standing> {
  const { rows } = await sql.query<{ instructions: string | null; files: string[] }>(
    `select (select text from space_instructions where owner_id = $1 and space = $2) as instructions,
       array(select file_id from space_files where owner_id = $1 and space = $2 order by created_at, file_id) as files`,
    [owner, space],
  )
  return { instructions: rows[0]?.instructions ?? '', fileIds: rows[0]?.files ?? [] }
}

/** Empty instructions are none. */
export async function setInstructions(sql: Sql, owner: string, space: string, instructions: string): Promise<string> {
  const text = storable(instructions)
  if (text === '') await sql.query('delete from space_instructions where owner_id = $1 and space = $2', [owner, space])
  else
    await sql.query(
      `insert into space_instructions (owner_id, space, text) values ($1, $2, $3)
       on conflict (owner_id, space) do update set text = excluded.text, updated_at = now()`,
      [owner, space, text],
    )
  return text
}

/** Throws `not_found` when one of them is not the owner's, `conflict` when there is no room for them all. */
export const addFiles = (pool: pg.Pool, owner: string, space: string, ids: readonly string[]): Promise<void> =>
  transaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`files of ${space} of ${owner}`])
    const wanted = [...new Set(ids)]
    const own = await client.query('select 1 from files where owner_id = $1 and id = any($2)', [owner, wanted])
    if (own.rowCount !== wanted.length)
      throw new AppError('not_found', 'That file was not found. Upload it again, please.')
    await client.query(
      `insert into space_files (owner_id, space, file_id, created_at)
       select $1, $2, f.id, now() + f.n * interval '1 millisecond' from unnest($3::text[]) with ordinality as f(id, n)
       on conflict do nothing`,
      [owner, space, wanted],
    )
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from space_files where owner_id = $1 and space = $2',
      [owner, space],
    )
    if ((rows[0]?.count ?? 0) > SPACE_FILES_MAX)
      throw new AppError('conflict', `A Space holds at most ${SPACE_FILES_MAX} files. Take one out first.`)
  })

/** Takes a file out of the Space; the file itself stays the person's. */
export async function removeFile(sql: Sql, owner: string, space: string, fileId: string): Promise<void> {
  const { rowCount } = await sql.query('delete from space_files where owner_id = $1 and space = $2 and file_id = $3', [
    owner,
    space,
    fileId,
  ])
  if (!rowCount) throw new AppError('not_found', 'That file is not in this Space.')
}
