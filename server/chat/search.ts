import { HIT_END, HIT_START, type SearchHit } from '@atrium/contract/chat'
import { searchQuery, searchText } from '../platform/search-text.ts'
import type { Sql } from './threads.ts'

const HITS = 40
/** Characters of a message shown around the first found word. */
const BEFORE = 60
const LENGTH = 240
const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/** `text` around its first found word, each found word between HIT_START and HIT_END. */
export function highlight(text: string, words: string): string {
  const wanted = searchText(words).split(' ').filter(Boolean)
  // Most words stand in the text as they are written: cut the text there, for splitting it into words is what costs.
  const lower = text.toLowerCase()
  const direct =
    lower.length === text.length
      ? Math.min(...wanted.map((word) => lower.indexOf(word)).filter((at) => at >= 0))
      : Number.POSITIVE_INFINITY
  const start = Number.isFinite(direct) ? Math.max(0, direct - 2 * BEFORE) : 0
  const window = text.slice(start, Number.isFinite(direct) ? direct + 2 * LENGTH : 50_000)
  const hits: [start: number, end: number][] = []
  for (const { segment, index, isWordLike } of segmenter.segment(window)) {
    if (!isWordLike) continue
    const plain = searchText(segment)
    const at = start + index
    if (wanted.some((word, nth) => plain === word || (nth === wanted.length - 1 && plain.startsWith(word))))
      hits.push([at, at + segment.length])
    if (hits.length >= 20) break
  }
  const from = Math.max(0, (hits[0]?.[0] ?? 0) - BEFORE)
  const until = Math.min(text.length, from + LENGTH)
  let shown = from > 0 ? '…' : ''
  let at = from
  for (const [start, end] of hits) {
    if (end > until) break
    shown += `${text.slice(at, start)}${HIT_START}${text.slice(start, end)}${HIT_END}`
    at = end
  }
  shown += text.slice(at, until)
  return `${shown}${until < text.length ? '…' : ''}`.replace(/\s+/g, ' ').trim()
}

/** Threads whose title, then messages whose text hold every word (the last one as a beginning), newest first. */
export async function searchThreads(sql: Sql, owner: string, words: string): Promise<SearchHit[]> {
  const query = searchQuery(words)
  if (!query) return []
  const titles = await sql.query(
    `select id, title, updated_at from threads
     where owner_id = $1 and deleted_at is null and search @@ $2::tsquery order by updated_at desc limit 10`,
    [owner, query],
  )
  const found = await sql.query(
    `select m.id, m.thread_id, m.content, m.created_at, t.title
     from (select id, thread_id, content, created_at from messages
           where owner_id = $1 and search @@ $2::tsquery and exists (select 1 from threads where threads.id = thread_id and threads.deleted_at is null)
           order by created_at desc limit $3) m
     join threads t on t.id = m.thread_id
     order by m.created_at desc`,
    [owner, query, HITS],
  )
  return [
    ...titles.rows.map((row) => ({
      threadId: row.id,
      messageId: null,
      title: row.title,
      snippet: highlight(row.title, words),
      at: row.updated_at.toISOString(),
    })),
    ...found.rows.map((row) => ({
      threadId: row.thread_id,
      messageId: row.id,
      title: row.title,
      snippet: highlight(row.content, words),
      at: row.created_at.toISOString(),
    })),
  ]
}
