import { setImmediate as nextRound } from 'node:timers/promises'
import { HIT_END, HIT_START, type SearchHit } from '@atrium/contract/chat'
import { searchQuery, searchText } from '../platform/search-text.ts'
import type { Sql } from './threads.ts'

const HITS = 40
/** Characters of a message shown around the first found word. */
const BEFORE = 60
const LENGTH = 240
/** Characters that are split into words, for all hits of a search together and for one: in Japanese a thousand take 12 ms. */
const SPLIT_MAX = 20_000
const SPLIT_EACH = 1_000
/** Characters that are folded at a time to find where a word stands, and how far over the next ones. */
const FOLDED = 200
const OVERLAP = 64
const segmenter = new Intl.Segmenter('und', { granularity: 'word' })
/** What stands before a word that does not begin there; scripts without spaces aside. */
const INSIDE =
  /[[\p{L}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]/v

/** Coarser than search folds: what it lets through is looked at word by word. */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

/** Where words begin in the text as they are written, in order. */
function* placesAsWritten(text: string, words: readonly string[]): Generator<number> {
  const next = words.map((word) => text.indexOf(word))
  for (;;) {
    const at = Math.min(...next.filter((place) => place >= 0))
    if (!Number.isFinite(at)) return
    if (at === 0 || !INSIDE.test(text.charAt(at - 1))) yield at
    for (const [nth, word] of words.entries()) if (next[nth] === at) next[nth] = text.indexOf(word, at + 1)
  }
}

/** Where one of the words may begin, in order: as it is written, or else about there, accents, width and form aside. */
function* placesOf(text: string, words: readonly string[]): Generator<number> {
  const lower = text.toLowerCase()
  let found = false
  if (lower.length === text.length)
    for (const at of placesAsWritten(lower, words)) {
      found = true
      yield at
    }
  const folded = words.map(fold)
  for (let at = 0; at < text.length && !found; at += FOLDED) {
    const part = fold(text.slice(at, at + FOLDED + OVERLAP))
    if (folded.some((word) => part.includes(word))) yield at
  }
}

/** What is left of a search's characters to split. */
interface Room {
  left: number
}

/** The wanted words in a part of the text, as `[start, end]` in the text. */
function found(text: string, start: number, end: number, wanted: readonly string[]): [number, number][] {
  const hits: [number, number][] = []
  for (const { segment, index, isWordLike } of segmenter.segment(text.slice(start, end))) {
    if (!isWordLike) continue
    const plain = searchText(segment)
    const at = start + index
    if (wanted.some((word, nth) => plain === word || (nth === wanted.length - 1 && plain.startsWith(word))))
      hits.push([at, at + segment.length])
  }
  return hits
}

/** `text` around its first found word, each found word between HIT_START and HIT_END; unmarked once there is no room. */
export function highlight(text: string, words: string, room: Room = { left: SPLIT_MAX }): string {
  const wanted = searchText(words).split(' ').filter(Boolean)
  const enough = Math.max(0, room.left - SPLIT_EACH)
  let hits: [start: number, end: number][] = []
  let from: number | null = null
  let seen = 0
  for (const place of placesOf(text, wanted)) {
    from ??= Math.max(0, place - BEFORE)
    if (room.left <= enough) break
    if (place < seen) continue
    const start = Math.max(0, place - BEFORE / 2)
    seen = Math.min(text.length, place + FOLDED + OVERLAP)
    room.left -= seen - start
    hits = found(text, start, seen, wanted)
    if (hits.length > 0) break
  }
  const [first] = hits
  if (first) from = Math.max(0, first[0] - BEFORE)
  return marked(text, from ?? 0, hits)
}

const isLowHalf = (code: number) => code >= 0xdc00 && code <= 0xdfff
/** A place to cut at: never within a surrogate pair. */
const edge = (text: string, at: number) => (isLowHalf(text.charCodeAt(at)) ? at + 1 : at)

function marked(text: string, begin: number, hits: readonly [number, number][]): string {
  const from = edge(text, begin)
  const until = edge(text, Math.min(text.length, from + LENGTH))
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

interface Found {
  thread_id: string
  message_id: string | null
  text: string
  title: string
  at: Date
}

/** Threads whose title, then messages whose text hold every word (the last one as a beginning), newest first. */
export async function searchThreads(sql: Sql, owner: string, words: string): Promise<SearchHit[]> {
  const query = searchQuery(words)
  if (!query) return []
  const titles = await sql.query<Found>(
    `select id as thread_id, null as message_id, title as text, title, updated_at as at from threads
     where owner_id = $1 and deleted_at is null and search @@ $2::tsquery order by updated_at desc limit 10`,
    [owner, query],
  )
  const messages = await sql.query<Found>(
    `select m.thread_id, m.id as message_id, m.content as text, t.title, m.created_at as at
     from (select id, thread_id, content, created_at from messages
           where owner_id = $1 and search @@ $2::tsquery and exists (select 1 from threads where threads.id = thread_id and threads.deleted_at is null)
           order by created_at desc limit $3) m
     join threads t on t.id = m.thread_id
     order by m.created_at desc`,
    [owner, query, HITS],
  )
  const room: Room = { left: SPLIT_MAX }
  const hits: SearchHit[] = []
  for (const { thread_id: threadId, message_id: messageId, text, title, at } of [...titles.rows, ...messages.rows]) {
    hits.push({ threadId, messageId, title, snippet: highlight(text, words, room), at: at.toISOString() })
    await nextRound() // a long text takes milliseconds: others have their turn in between
  }
  return hits
}
