import { and, desc, eq, lt, notInArray, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../platform/database/connect.ts'
import { uuid } from '../platform/ids.ts'
import { linkDownloads, shareLinks } from './tables.ts'

/** Lines of one link that are kept, the newest. */
const KEPT = 200
/** days after which a line is forgotten; the link's own count stays */
const REMEMBERED = 90
/** ms in which a browser that asks for the beginning once more is still at the same download */
const SAME_DOWNLOAD = 10 * 60_000
const MOST_RECENT = 10_000

/**
 * Whether an answer begins a download: the bytes from their first on, to be saved. A player, or a program that fetches by pieces, asks for
 * many ranges; what is looked at in the page, known already or only asked about is none.
 */
export function beginsDownload({ status, headers, body }: Response): boolean {
  if (body === null || !headers.get('content-disposition')?.startsWith('attachment')) return false
  return status === 200 || (status === 206 && headers.get('content-range')?.startsWith('bytes 0-') === true)
}

/** Whether a request goes on with what was opened before: a further range, a further piece, a question about it. */
export function goesOn({ method, headers }: Request): boolean {
  if (method !== 'GET' && method !== 'POST') return true
  const range = headers.get('range')?.trim()
  return range !== undefined && !/^bytes=0-/.test(range)
}

export interface DownloadsAsked {
  scope: string
  module: string
  /** What was downloaded; null is all. */
  among: readonly string[] | null
  before: { at: string; id: string } | null
  limit: number
}

/** What is downloaded by links: counted with the link, and a line for each thing and day. */
export function createLinkDownloads(db: Database, now: () => number = Date.now) {
  /** Who began to fetch which in ranges, and until when that is the same download. No address is kept for longer. */
  const recent = new Map<string, number>()
  const isSame = (key: string): boolean => {
    for (const [old, until] of recent) {
      if (until > now() && recent.size < MOST_RECENT) break
      recent.delete(old)
    }
    if ((recent.get(key) ?? 0) > now()) return true
    recent.set(key, now() + SAME_DOWNLOAD)
    return false
  }

  return {
    async count(link: string, target: string, answer: Response, ip: string): Promise<void> {
      if (!beginsDownload(answer)) return
      if (answer.status === 206 && isSame(`${link} ${target} ${ip}`)) return
      const at = new Date(now())
      const { rows } = await db.execute<{ count: number }>(sql`
        with counted as (
          update share_links set downloads = downloads + 1, downloaded_at = ${at.toISOString()}::timestamptz where id = ${link} returning id
        ) insert into link_downloads as line (link_id, target, day, id, last_at)
          select id, ${target}, ${at.toISOString().slice(0, 10)}::date, ${uuid()}, ${at.toISOString()}::timestamptz from counted
          on conflict (link_id, target, day) do update set count = line.count + 1, last_at = excluded.last_at
          returning line.count`)
      if (rows[0]?.count !== 1) return
      const kept = db
        .select({ id: linkDownloads.id })
        .from(linkDownloads)
        .where(eq(linkDownloads.linkId, link))
        .orderBy(desc(linkDownloads.lastAt), desc(linkDownloads.id))
        .limit(KEPT)
      await db.delete(linkDownloads).where(and(eq(linkDownloads.linkId, link), notInArray(linkDownloads.id, kept)))
    },

    /** The lines of an owner's links of a module, the last first. */
    async page(on: Queryable, { scope, module, among, before, limit }: DownloadsAsked) {
      const place =
        before && sql`(${linkDownloads.lastAt}, ${linkDownloads.id}) < (${before.at}::timestamptz, ${before.id})`
      return on
        .select({
          id: linkDownloads.id,
          at: linkDownloads.lastAt,
          subject: shareLinks.subject,
          target: linkDownloads.target,
          count: linkDownloads.count,
        })
        .from(linkDownloads)
        .innerJoin(shareLinks, eq(shareLinks.id, linkDownloads.linkId))
        .where(
          and(
            eq(shareLinks.scopeId, scope),
            eq(shareLinks.module, module),
            among ? sql`${linkDownloads.target} = any(${sql.param(among)}::text[])` : undefined,
            place ?? undefined,
          ),
        )
        .orderBy(desc(linkDownloads.lastAt), desc(linkDownloads.id))
        .limit(limit)
    },

    async cleanUp(): Promise<void> {
      await db.delete(linkDownloads).where(lt(linkDownloads.lastAt, new Date(now() - REMEMBERED * 24 * 60 * 60_000)))
    },
  }
}

export type LinkDownloads = ReturnType<typeof createLinkDownloads>
