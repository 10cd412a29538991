import pg from 'pg'
import { type Manifest, whole } from './archive.ts'
import type { TarEntry } from './tar.ts'

/** bytes of rows in one file of the archive; a longer row has one to itself */
const PIECE = 1024 * 1024
/** Rows asked for at a time: few at first, then as many as fill a piece, but never so many that long ones fill the memory. */
const FIRST_FETCH = 16
const LARGEST_FETCH = 64

export type Table = Manifest['tables'][number]

export const quoted = (name: string): string => pg.escapeIdentifier(name)

/** Every value is told and taken as the text that PostgreSQL writes for its type: under these settings nothing is lost. */
export async function speakPlainly(client: pg.ClientBase): Promise<void> {
  await client.query(
    `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
     set bytea_output = 'hex'; set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`,
  )
}

/** The tables of the schema `public` and their columns, but for those that are computed from others. */
export async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      group by c.oid, c.relname order by c.relname`,
  )
  return rows
}

/** The rows of a table as files of JSON lines. */
export async function* rowsOf(
  client: pg.ClientBase,
  { name, columns }: Table,
): AsyncGenerator<TarEntry & { rows: number }> {
  const values = columns.map((column) => `${quoted(column)}::text`).join(', ')
  await client.query(`declare backup no scroll cursor for select ${values} from public.${quoted(name)}`)
  let lines: string[] = []
  let bytes = 0
  let pieces = 0
  const piece = () => {
    const entry = {
      ...whole(`tables/${name}/${String(++pieces).padStart(6, '0')}.jsonl`, lines.join('')),
      rows: lines.length,
    }
    lines = []
    bytes = 0
    return entry
  }
  for (let fetched = FIRST_FETCH; ; ) {
    const { rows } = await client.query<(string | null)[]>({
      text: `fetch forward ${fetched} from backup`,
      rowMode: 'array',
    })
    if (rows.length === 0) break
    let weight = 0
    for (const row of rows) {
      const line = `${JSON.stringify(row)}\n`
      lines.push(line)
      weight += line.length
      bytes += line.length
      if (bytes >= PIECE) yield piece()
    }
    fetched = Math.min(LARGEST_FETCH, Math.max(1, Math.floor((rows.length * PIECE) / weight)))
  }
  if (lines.length > 0) yield piece()
  await client.query('close backup')
}

/** Puts rows into a table; answers how many. */
export async function insertRows(
  client: pg.ClientBase,
  table: Table,
  types: readonly string[],
  lines: string,
): Promise<number> {
  const rows = lines.split('\n').flatMap((line) => (line ? [JSON.parse(line) as (string | null)[]] : []))
  const columns = table.columns.map((_, at) => rows.map((row) => row[at] ?? null))
  const names = table.columns.map(quoted).join(', ')
  const values = types.map((type, at) => `v${at}::${type}`).join(', ')
  const given = types.map((_, at) => `$${at + 1}::text[]`).join(', ')
  const called = types.map((_, at) => `v${at}`).join(', ')
  await client.query(
    `insert into public.${quoted(table.name)} (${names}) overriding system value
     select ${values} from unnest(${given}) as given(${called})`,
    columns,
  )
  return rows.length
}
