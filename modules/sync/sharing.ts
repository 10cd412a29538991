import { AppError } from '@atrium/contract/errors'
import type { ModuleCall } from '@atrium/contract/module-server'
import { type Context, contentOf } from './contents.ts'
import { pageOf } from './listing.ts'
import type sync from './module.ts'
import type { EntryRow, Shared, SharedView, StoredEntry } from './rows.ts'
import { say } from './say.ts'
import { serveContent } from './serve-content.ts'
import { entryBy, find, foldersAbove } from './tree.ts'
import { zipOf } from './zip-folder.ts'

type SharedCall = ModuleCall<typeof sync>

/** Rows of one page that a visitor sees. */
const SHOWN = 500

const gone = () => new AppError('not_found', say('shareGone'))

/** Makes a link. Its row goes with an undo of this change, and the link with the row. */
export async function share(
  { store, links, now }: Context,
  which: { id?: string; name?: string; password?: string; expiresAt?: string },
) {
  const entry = await entryBy(store, which)
  const expiresAt = which.expiresAt ? new Date(which.expiresAt) : undefined
  if (expiresAt && expiresAt <= now) throw new AppError('bad_request', say('momentOver'))
  const row = await store.shares.insert({ entry: entry.id, name: entry.name })
  const link = await links.create({ subject: row.id, password: which.password || undefined, expiresAt })
  return { id: row.id, name: entry.name, url: `/sync/shared/${link.token}`, expiresAt: link.expiresAt }
}

export async function sharesOf({ store, links }: Context, entry: string | undefined): Promise<Shared[]> {
  const rows = await Array.fromAsync(
    store.shares.each({ where: entry === undefined ? {} : { entry }, order: '-createdAt' }),
  )
  const bySubject = new Map((await links.list()).map((link) => [link.subject, link]))
  return rows.flatMap((row) => {
    const link = bySubject.get(row.id)
    if (!link) return []
    const { hasPassword, expiresAt, uses, downloads, downloadedAt } = link
    const { id, name, createdAt } = row
    return [{ id, entry: row.entry, name, hasPassword, expiresAt, createdAt, uses, downloads, downloadedAt }]
  })
}

export async function unshare({ store, links }: Context, id: string): Promise<number> {
  await store.shares.remove(id)
  const made = await links.list(id)
  for (const link of made) await links.revoke(link.id)
  return made.length
}

/** What the link opens, and what of it is asked for; never anything beside it. */
async function opened(
  { link, context: { store } }: SharedCall,
  wanted: string | null | undefined,
): Promise<{ root: StoredEntry; entry: StoredEntry; above: StoredEntry[] }> {
  const row = await store.shares.get(link?.subject ?? '').catch(() => null)
  const root = row && (await find(store, row.entry))
  if (!root || !(await foldersAbove(store, root))) throw gone()
  if (!wanted || wanted === root.id) return { root, entry: root, above: [] }
  const entry = await find(store, wanted)
  const above = entry && (await foldersAbove(store, entry))
  const from = above?.findIndex(({ id }) => id === root.id) ?? -1
  if (!entry || !above || from < 0) throw gone()
  return { root, entry, above: above.slice(from) }
}

/** Without what the owner and their programs keep with it for themselves. */
const toVisitors = ({ given, properties, isFavourite, sort: _, ...entry }: StoredEntry): EntryRow => entry

export async function showShared(call: SharedCall): Promise<Response> {
  const { searchParams } = new URL(call.request.url)
  const { root, entry, above } = await opened(call, searchParams.get('entry'))
  const asked = { order: 'name', folders: false, limit: SHOWN, after: searchParams.get('after') ?? undefined } as const
  const { entries, next } =
    entry.kind === 'folder' ? await pageOf(call.context.store, entry.id, asked) : { entries: [], next: null }
  const view: SharedView = {
    root: toVisitors(root),
    entry: toVisitors(entry),
    path: above.map(({ id, name }) => ({ id, name })),
    entries: entries.map(toVisitors),
    next,
    expiresAt: call.link?.expiresAt ?? null,
  }
  return Response.json(view)
}

/** The bytes of a shared file, or a shared folder as a zip. */
export async function serveShared(call: SharedCall): Promise<Response> {
  const { entry } = await opened(call, call.params.id)
  const answer =
    entry.kind === 'folder'
      ? await zipOf(call.context, [entry], entry.name)
      : serveContent(call.request, call.context, entry, await contentOf(call.context, entry))
  await call.downloaded(answer, entry.id)
  return answer
}
