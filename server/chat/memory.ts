import { AppError } from '@atrium/contract/errors'
import type pg from 'pg'
import { z } from 'zod'
import { cutText } from '../platform/cut-text.ts'
import { uuid } from '../platform/ids.ts'
import { transaction } from '../platform/runs/closing.ts'
import { storable } from '../platform/runs/storable.ts'
import type { Sql } from './threads.ts'

/** Memories of one person. What the assistant learns beyond them takes the place of the oldest. */
export const KEPT = 200
export const FULL = 'You have 200 memories, the most that are kept. Delete one first.'
const FACT_MAX = 500

export interface Memory {
  id: string
  text: string
  createdAt: Date
}

export async function listMemories(sql: Sql, owner: string): Promise<Memory[]> {
  const { rows } = await sql.query<Memory>(
    'select id, text, created_at as "createdAt" from memories where owner_id = $1 order by created_at desc limit $2',
    [owner, KEPT],
  )
  return rows
}

/** What adds to an owner's memories waits here, in its transaction, so that KEPT holds against parallel calls. */
export async function oneAtATime(client: Sql, owner: string): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('memories ' || $1, 0))`, [owner])
}

/** Keeps a fact about a person; the same fact twice is kept once. */
export async function remember(
  pool: pg.Pool,
  owner: string,
  fact: string,
  sourceMessageId: string | null,
): Promise<void> {
  const text = cutText(storable(fact).trim().replace(/\s+/g, ' '), FACT_MAX)
  if (!text) return
  await transaction(pool, async (client) => {
    await oneAtATime(client, owner)
    await client.query(
      `insert into memories (id, owner_id, text, source_message_id)
       select $1, $2, $3, $4 where not exists (select 1 from memories where owner_id = $2 and lower(text) = lower($3))`,
      [uuid(), owner, text, sourceMessageId],
    )
    await client.query(
      `delete from memories where owner_id = $1
       and id in (select id from memories where owner_id = $1 order by created_at desc, id desc offset $2)`,
      [owner, KEPT],
    )
  })
}

const missing = () => new AppError('not_found', 'That memory was not found. It may have been deleted.')
const tidy = (text: string) => storable(text).replace(/\s+/g, ' ').trim()

/** Throws `unprocessable` when there is no room, `conflict` when it is remembered already. */
export function addMemory(pool: pg.Pool, owner: string, text: string): Promise<Memory> {
  const clean = tidy(text)
  return transaction(pool, async (client) => {
    await oneAtATime(client, owner)
    const memories = await listMemories(client, owner)
    if (memories.length >= KEPT) throw new AppError('unprocessable', FULL)
    if (memories.some((memory) => memory.text.toLowerCase() === clean.toLowerCase()))
      throw new AppError('conflict', 'That is remembered already.')
    const { rows } = await client.query<Memory>(
      'insert into memories (id, owner_id, text) values ($1, $2, $3) returning id, text, created_at as "createdAt"',
      [uuid(), owner, clean],
    )
    return rows[0] as Memory
  })
}

export async function changeMemory(sql: Sql, owner: string, id: string, text: string): Promise<Memory> {
  const { rows } = await sql.query<Memory>(
    'update memories set text = $3 where id = $1 and owner_id = $2 returning id, text, created_at as "createdAt"',
    [id, owner, tidy(text)],
  )
  if (!rows[0]) throw missing()
  return rows[0]
}

export async function removeMemory(sql: Sql, owner: string, id: string): Promise<Memory> {
  const { rows } = await sql.query<Memory>(
    'delete from memories where id = $1 and owner_id = $2 returning id, text, created_at as "createdAt"',
    [id, owner],
  )
  if (!rows[0]) throw missing()
  return rows[0]
}

/** Clears what the assistant has kept about a person: memories, and the rolling summaries of the threads. Returns how many memories went. */
export async function clearMemory(sql: Sql, owner: string): Promise<number> {
  const { rowCount } = await sql.query('delete from memories where owner_id = $1', [owner])
  await sql.query(
    'update threads set summary = null, summary_up_to = null where owner_id = $1 and summary is not null',
    [owner],
  )
  return rowCount ?? 0
}

export const PersonSummary = z.object({
  userId: z.string(),
  /** One paragraph in words, for showing. */
  summary: z.string(),
  memories: z.array(z.object({ id: z.string(), text: z.string(), createdAt: z.iso.datetime() })),
  threads: z.number().int().min(0),
  messages: z.number().int().min(0),
})
export type PersonSummary = z.infer<typeof PersonSummary>

/** What the assistant knows about a person. */
export async function summarisePerson(sql: Sql, owner: string, userId: string): Promise<PersonSummary> {
  const memories = await listMemories(sql, owner)
  const { rows } = await sql.query(
    `select (select count(*) from threads where owner_id = $1 and deleted_at is null)::int as threads, (select count(*) from messages where owner_id = $1)::int as messages`,
    [owner],
  )
  const { threads, messages } = rows[0]
  const known =
    memories.length > 0
      ? ` Remembered: ${memories.map((memory) => memory.text).join('; ')}.`
      : ' Nothing is remembered beyond them.'
  return {
    userId,
    summary: `${threads} ${threads === 1 ? 'conversation' : 'conversations'} with ${messages} ${messages === 1 ? 'message' : 'messages'}.${known}`,
    memories: memories.map((memory) => ({ ...memory, createdAt: memory.createdAt.toISOString() })),
    threads,
    messages,
  }
}
