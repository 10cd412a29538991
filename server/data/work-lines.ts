import { inOurWords } from '@atrium/contract/own-words'
import type { z } from 'zod'
import { storableJson } from '../platform/runs/storable.ts'
import { WORK_FILES, type WorkFile } from './format-work.ts'
import { jsonOf, linesOf } from './json-stream.ts'
import { reasonOf } from './reason.ts'
import type { Session } from './session.ts'
import type { Archive } from './zip-read.ts'

/** By the id that a line has here. */
export interface Here {
  seats: Set<string>
  tasks: Set<string>
  /** Made by this import: what belongs to others is here already, with what belongs to it. */
  newTasks: Set<string>
  newRuns: Set<string>
  newDeliverables: Set<string>
}

/** Lines of a file that fit; the others are refused by themselves, each with the reason. */
export async function eachLine<S extends z.ZodType>(
  session: Session,
  lines: AsyncIterable<unknown>,
  file: WorkFile,
  schema: S,
  take: (line: z.output<S>) => Promise<'added' | 'present'>,
): Promise<void> {
  const { kind, called } = WORK_FILES[file]
  for await (const value of lines) {
    try {
      session.tally[await take(schema.parse(value, inOurWords))](kind)
    } catch (error) {
      if (error instanceof Error && 'severity' in error) throw error // the database's, which ends the transaction
      session.tally.refused(kind, called, reasonOf(error))
    }
  }
}

/** Puts in a row unless its key is taken; answers whether it did. Columns are this file's words, never the archive's. */
export async function insert({ client }: Session, table: string, row: Record<string, unknown>): Promise<boolean> {
  const columns = Object.keys(row).join(', ')
  const { rowCount } = await client.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1::jsonb) on conflict do nothing`,
    [storableJson(row)],
  )
  return rowCount === 1
}

export const outcome = (isNew: boolean) => (isNew ? 'added' : 'present')

export const known = async ({ client, owner }: Session, table: string): Promise<Set<string>> =>
  new Set(
    (await client.query<{ id: string }>(`select id from ${table} where owner_id = $1`, [owner])).rows.map(
      (row) => row.id,
    ),
  )

export function need<T>(found: T | null | undefined | false, reason: string): asserts found is T {
  if (!found) throw new Error(reason)
}

/** Lines of a file, none when the archive is older than it. Seats stood in workforce.json before. */
export async function* linesIn(archive: Archive, file: WorkFile): AsyncGenerator<unknown> {
  if (archive.has(file)) yield* linesOf(archive.read(file))
  else if (file === 'workforce/seats.jsonl' && archive.has('workforce.json')) {
    const { seats } = ((await jsonOf(archive.read('workforce.json'))) ?? {}) as { seats?: unknown }
    if (Array.isArray(seats)) yield* seats
  }
}
