import { type Context, versionsOf } from './contents.ts'
import type { StoredEntry } from './rows.ts'
import { descendants, find, freeNameIn, outermost } from './tree.ts'

const PAGE = 1000

/** Into the trash, with everything in them. */
export async function trashAll({ store }: Context, ids: readonly string[]): Promise<number> {
  const entries = await outermost(store, ids)
  const inside = await descendants(
    store,
    entries.filter(({ kind }) => kind === 'folder').map(({ id }) => id),
  )
  // the innermost first: what lies in something that is gone is out of reach where a folder is shared
  for (const { id } of [...inside.reverse(), ...entries]) await store.entries.remove(id)
  return entries.length
}

async function allTrashed({ store }: Pick<Context, 'store'>): Promise<StoredEntry[]> {
  const rows: StoredEntry[] = []
  for (let read = 0; ; ) {
    const page = await store.entries.list({ trashed: true, order: '-updatedAt', limit: PAGE, offset: read })
    read += page.length
    rows.push(...page.filter(({ kind, content }) => kind === 'folder' || content !== null)) // its versions are another file's now
    if (page.length < PAGE) return rows
  }
}

/**
 * What went into the trash in one go has one moment: a folder and what was in it. Something that was thrown away before
 * its folder was is an entry of its own.
 */
const wentWith = (entry: StoredEntry, folder: StoredEntry | undefined): boolean =>
  folder !== undefined && folder.updatedAt === entry.updatedAt

/** What a person threw away, the last first, without what only went along; and the room that all of it takes. */
export async function trashOf(context: Pick<Context, 'store'>): Promise<{ entries: StoredEntry[]; bytes: number }> {
  const rows = await allTrashed(context)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    entries: rows.filter((row) => !wentWith(row, byId.get(row.parent))),
    bytes: rows.reduce((sum, { size }) => sum + size, 0),
  }
}

/** Back to where it was, or to the top when that folder is gone; under another name when its own is taken. */
export async function restoreAll(context: Context, ids: readonly string[]): Promise<number> {
  const { store } = context
  const rows = await allTrashed(context)
  const below = Map.groupBy(rows, ({ parent }) => parent)
  const byId = new Map(rows.map((row) => [row.id, row]))
  let count = 0
  for (const id of new Set(ids)) {
    const entry = byId.get(id)
    if (!entry) continue
    const home = entry.parent === '' || (await find(store, entry.parent)) ? entry.parent : ''
    const name = await freeNameIn(store, home, entry.name, id)
    await store.entries.restore(id)
    if (name !== entry.name || home !== entry.parent)
      await store.entries.update(id, { name, parent: home, ...(name !== entry.name && { given: null }) })
    for (let level = [entry]; level.length > 0; ) {
      level = level.flatMap((folder) => (below.get(folder.id) ?? []).filter((one) => wentWith(one, folder)))
      for (const one of level) await store.entries.restore(one.id)
    }
    count++
  }
  return count
}

/** Frees the room of everything in the trash. The rows themselves the core removes for good. */
export async function freeTrash(context: Context): Promise<{ count: number; bytes: number }> {
  const { store, files } = context
  const rows = await allTrashed(context)
  let bytes = 0
  for (const row of rows) {
    for (const version of await versionsOf(context, row.id)) {
      await store.contents.remove(version.id)
      for (const part of version.parts) await files.remove(part.file)
      bytes += version.size
    }
    for (const text of await store.texts.list({ where: { entry: row.id } })) await store.texts.remove(text.id)
  }
  return { count: rows.length, bytes }
}
