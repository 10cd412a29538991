import { entryOf } from '@atrium/contract/catalogue/modules'
import { modulesOf } from '@atrium/contract/catalogue/pages'
import { spaces } from '@atrium/contract/catalogue/spaces'
import { AppError } from '@atrium/contract/errors'
import type { Module } from '@atrium/contract/module'
import type { Pin, PinKind, ShownPin } from '@atrium/contract/spaces'
import type pg from 'pg'
import { transaction } from '../platform/runs/closing.ts'
import type { Sql } from './sql.ts'

/** Fields that a record's title is looked for in, of which every module has one or another. */
const TITLE = `coalesce(data->>'title', data->>'name', data->>'subject', data->>'front', data->>'text', '')`

/** Where the things that can be pinned lie; what is in the trash is not there. */
const QUERIES: Record<Exclude<PinKind, 'module'>, string> = {
  thread: `select id, title, null as module from threads where owner_id = $1 and id = any($2) and deleted_at is null`,
  file: 'select id, name as title, null as module from files where owner_id = $1 and id = any($2)',
  record: `select id, left(${TITLE}, 200) as title, module from records
    where scope_id = $1 and id = any($2) and deleted_at is null`,
}

function moduleTitle(id: string, installed: readonly Module[]): string | undefined {
  const known = installed.find((module) => module.id === id) ?? entryOf(id)
  return (known ?? spaces.flatMap(modulesOf).find((entry) => entry.id === id))?.title
}

/** Those of the pins that are there and the owner's, with their titles, in their order. */
async function shown(sql: Sql, owner: string, pins: readonly Pin[], installed: readonly Module[]): Promise<ShownPin[]> {
  const found = new Map<string, { title: string; module: string | null }>()
  for (const [kind, text] of Object.entries(QUERIES)) {
    const ids = pins.filter((pin) => pin.kind === kind).map(({ id }) => id)
    if (ids.length === 0) continue
    const { rows } = await sql.query<{ id: string; title: string; module: string | null }>(text, [owner, ids])
    for (const { id, ...rest } of rows) found.set(`${kind} ${id}`, rest)
  }
  return pins.flatMap((pin) => {
    if (pin.kind === 'module') {
      const title = moduleTitle(pin.id, installed)
      return title === undefined ? [] : [{ ...pin, title, module: pin.id }]
    }
    const one = found.get(`${pin.kind} ${pin.id}`)
    return one ? [{ ...pin, ...one }] : []
  })
}

export async function pinsOf(
  sql: Sql,
  owner: string,
  space: string,
  installed: readonly Module[],
): Promise<ShownPin[]> {
  const { rows } = await sql.query<Pin>(
    'select kind, target as id from space_pins where owner_id = $1 and space = $2 order by position',
    [owner, space],
  )
  return shown(sql, owner, rows, installed)
}

/** Keeps these pins in this order, and no others. Throws `not_found` when one names what is not the owner's. */
export const setPins = (
  pool: pg.Pool,
  owner: string,
  space: string,
  pins: readonly Pin[],
  installed: readonly Module[],
): Promise<ShownPin[]> =>
  transaction(pool, async (client) => {
    const unique = [...new Map(pins.map((pin) => [`${pin.kind} ${pin.id}`, pin])).values()]
    const found = await shown(client, owner, unique, installed)
    if (found.length < unique.length) throw new AppError('not_found', 'What you want to pin was not found.')
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`pins of ${space} of ${owner}`])
    await client.query('delete from space_pins where owner_id = $1 and space = $2', [owner, space])
    await client.query(
      `insert into space_pins (owner_id, space, kind, target, position)
       select $1, $2, p.kind, p.target, p.n from unnest($3::text[], $4::text[]) with ordinality as p(kind, target, n)`,
      [owner, space, unique.map(({ kind }) => kind), unique.map(({ id }) => id)],
    )
    return found
  })
