import { spaceOf } from '@atrium/contract/catalogue/spaces'
import { inOurWords } from '@atrium/contract/own-words'
import { PINS_MAX, type Pin, SPACE_FILES_MAX } from '@atrium/contract/spaces'
import { z } from 'zod'
import { storable } from '../platform/runs/storable.ts'
import { ArchivedSpace } from './format.ts'
import { jsonOf } from './json-stream.ts'
import { reasonOf } from './reason.ts'
import { idIn, type Session } from './session.ts'
import type { Archive } from './zip-read.ts'

/** Asked before anything is written, since a preview has no files to lay into a Space. */
const IS_NEWS = `select ($3 <> '' and not exists (select 1 from space_instructions where owner_id = $1 and space = $2))
  or exists (select 1 from unnest($4::text[]) as f(id) where not exists
    (select 1 from space_files s where s.owner_id = $1 and s.space = $2 and s.file_id = f.id))
  or exists (select 1 from unnest($5::text[], $6::text[]) as p(kind, target) where not exists
    (select 1 from space_pins s where s.owner_id = $1 and s.space = $2 and s.kind = p.kind and s.target = p.target)) as news`
const INSTRUCTIONS = `insert into space_instructions (owner_id, space, text)
  select $1, $2, $3 where $3 <> '' on conflict do nothing`
/** A file that was not brought in is left out; what lies there already stays, and there is room for so many. */
const FILES = `insert into space_files (owner_id, space, file_id, created_at)
  select $1, $2, f.id, now() + f.n * interval '1 millisecond' from unnest($3::text[]) with ordinality as f(id, n)
  where exists (select 1 from files where files.id = f.id and owner_id = $1)
    and f.n <= $4 - (select count(*) from space_files where owner_id = $1 and space = $2)
  on conflict do nothing`
const PINS = `insert into space_pins (owner_id, space, kind, target, position)
  select $1, $2, p.kind, p.target, p.n + (select coalesce(max(position), 0) from space_pins where owner_id = $1 and space = $2)
  from unnest($3::text[], $4::text[]) with ordinality as p(kind, target, n)
  where p.n <= $5 - (select count(*) from space_pins where owner_id = $1 and space = $2)
  on conflict do nothing`

/** Threads, records and files go by the names that they have here. */
const pinHere = (session: Session, fileIds: ReadonlyMap<string, string>, { kind, id }: Pin): Pin[] => {
  if (kind === 'module') return [{ kind, id }]
  if (kind !== 'file') return [{ kind, id: idIn(session, id) }]
  const file = fileIds.get(id)
  return file ? [{ kind, id: file }] : []
}

/** The account's own instructions win; files and pins are added to what is there. */
export async function importSpaces(
  session: Session,
  archive: Archive,
  fileIds: ReadonlyMap<string, string>,
): Promise<void> {
  const { client, owner, tally } = session
  const listed = z.array(z.unknown()).safeParse(await jsonOf(archive.read('spaces.json')), inOurWords)
  if (!listed.success) return tally.refused('spaces', 'The Spaces', reasonOf(listed.error))
  for (const value of listed.data) {
    const given = ArchivedSpace.safeParse(value, inOurWords)
    if (!given.success) {
      tally.refused('spaces', 'A Space', reasonOf(given.error))
      continue
    }
    const { space, instructions } = given.data
    if (!spaceOf(space)) {
      tally.refused('spaces', space, 'There is no such Space here.')
      continue
    }
    const files = given.data.files.flatMap((id) => fileIds.get(id) ?? [])
    const pins = given.data.pins.flatMap((pin) => pinHere(session, fileIds, pin))
    const kinds = pins.map(({ kind }) => kind)
    const targets = pins.map(({ id }) => id)
    const text = storable(instructions)
    const { rows } = await client.query<{ news: boolean }>(IS_NEWS, [owner, space, text, files, kinds, targets])
    if (!rows[0]?.news) {
      tally.present('spaces')
      continue
    }
    await client.query(INSTRUCTIONS, [owner, space, text])
    await client.query(FILES, [owner, space, files, SPACE_FILES_MAX])
    await client.query(PINS, [owner, space, kinds, targets, PINS_MAX])
    tally.added('spaces')
  }
}
