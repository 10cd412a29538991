import type { ImportReport } from '@atrium/contract/data'
import { AppError } from '@atrium/contract/errors'
import type pg from 'pg'
import { v5 as uuidOf } from 'uuid'

const OWN_COPIES = '3a2b8c56-5f0e-4b6e-8d0b-6a4d4f4f9f10'
const REFUSALS_TOLD = 100
/** Things that cannot be read, after which a file of hardly any others is no archive: each costs as much as a good one. */
const BROKEN_MAX = 20_000

/** One import: everything it writes goes through this transaction. */
export interface Session {
  client: pg.ClientBase
  owner: string
  tally: Tally
  /** Ids of the archive that are somebody else's here, and what they are called instead. */
  renamed: Map<string, string>
}

export interface Tally {
  added(kind: string, more?: number): void
  present(kind: string, more?: number): void
  /** Throws `unprocessable` when nearly everything so far was. */
  refused(kind: string, what: string, reason: string): void
  /** Sound, but there is no place for it here. */
  leftOut(kind: string, what: string, reason: string): void
  counts(): ImportReport['counts']
  refusals(): ImportReport['refused']
}

/** `counted` is told how many things there were so far. */
export function createTally(counted: (things: number) => void = () => undefined): Tally {
  const counts = new Map<string, ImportReport['counts'][number]>()
  const refusals: ImportReport['refused'] = []
  let [taken, broken, all] = [0, 0, 0]
  const count = (more: number) => {
    all += more
    counted(all)
  }
  const of = (kind: string) => {
    const found = counts.get(kind) ?? { kind, added: 0, present: 0, refused: 0 }
    counts.set(kind, found)
    return found
  }
  const leftOut: Tally['leftOut'] = (kind, what, reason) => {
    of(kind).refused++
    count(1)
    if (refusals.length < REFUSALS_TOLD) refusals.push({ what, reason })
  }
  return {
    added(kind, more = 1) {
      of(kind).added += more
      taken += more
      count(more)
    },
    present(kind, more = 1) {
      of(kind).present += more
      taken += more
      count(more)
    },
    refused(kind, what, reason) {
      leftOut(kind, what, reason)
      if (++broken > BROKEN_MAX && broken > 10 * taken)
        throw new AppError(
          'unprocessable',
          `More than ${BROKEN_MAX.toLocaleString('en')} things in this file cannot be read, so it is not an archive that could be taken in. The first: ${refusals[0]?.reason}`,
        )
    },
    leftOut,
    counts: () => [...counts.values()],
    refusals: () => refusals,
  }
}

/**
 * The same id for the same thing of the same person, so that importing it again finds it. Half a character, which UTF-8 does not
 * know, is written out.
 */
export const ownCopyOf = (owner: string, id: string): string =>
  uuidOf(`${owner} ${id.isWellFormed() ? id : JSON.stringify(id)}`, OWN_COPIES)

const OWNER_OF = {
  threads: 'owner_id',
  messages: 'owner_id',
  memories: 'owner_id',
  files: 'owner_id',
  records: 'scope_id',
  changes: 'scope_id',
  record_comments: 'scope_id',
  runs: 'owner_id',
  seats: 'owner_id',
  seat_tasks: 'owner_id',
  approvals: 'owner_id',
  deliverables: 'owner_id',
  seat_schedules: 'owner_id',
  seat_memories: '(select owner_id from seats where seats.id = seat_id)',
}
export type OwnedTable = keyof typeof OWNER_OF

/** Renames those of the ids that belong to somebody else. */
export async function settleIds(session: Session, table: OwnedTable, ids: readonly string[]): Promise<void> {
  const { rows } = await session.client.query<{ id: string }>(
    `select id from ${table} where id = any($1) and ${OWNER_OF[table]} <> $2`,
    [ids, session.owner],
  )
  for (const { id } of rows) session.renamed.set(id, ownCopyOf(session.owner, id))
}

export const idIn = ({ renamed }: Session, id: string): string => renamed.get(id) ?? id

/** Ids that are called otherwise here, wherever they stand in the data. */
export function withIds(renamed: ReadonlyMap<string, string>, value: unknown): unknown {
  if (typeof value === 'string') return renamed.get(value) ?? value
  if (Array.isArray(value)) return value.map((one) => withIds(renamed, one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withIds(renamed, one)]))
}

/** Groups of a stream, so that a statement takes many at once: at most so many, and not much more than so heavy together. */
export async function* groupsOf<T>(
  source: AsyncIterable<T>,
  size: number,
  weigh: (one: T) => number = () => 0,
  most = 1024 * 1024,
): AsyncGenerator<T[]> {
  let group: T[] = []
  let weight = 0
  for await (const one of source) {
    group.push(one)
    weight += weigh(one)
    if (group.length < size && weight < most) continue
    yield group
    group = []
    weight = 0
  }
  if (group.length > 0) yield group
}
