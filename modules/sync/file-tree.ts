import type { DavPlace, DavResource, DavTree } from '@atrium/contract/dav'
import { AppError } from '@atrium/contract/errors'
import type { Stores } from '@atrium/contract/module'
import { type Context, contentOf, duplicate, keepStream, putOver, takeOver } from './contents.ts'
import type sync from './module.ts'
import type { StoredEntry } from './rows.ts'
import { say } from './say.ts'
import { entityTag, serveContent } from './serve-content.ts'
import { trashAll } from './trash.ts'
import { childNamed, descendants, entriesIn, find, foldersAbove, freeNameIn, requireName } from './tree.ts'

type Store = Stores<typeof sync>

const TOP: DavResource = {
  ...{ id: '', kind: 'collection', name: 'Files', size: 0, mime: '', etag: null, properties: {} },
  createdAt: new Date(0).toISOString(),
  modifiedAt: new Date(0).toISOString(),
}

/** What a program calls it: as it was given, which other systems may not be able to hold. */
const shownName = ({ given, name }: StoredEntry): string => given ?? name

const resourceOf = (entry: StoredEntry): DavResource => ({
  id: entry.id,
  kind: entry.kind === 'folder' ? 'collection' : 'file',
  name: shownName(entry),
  size: entry.size,
  mime: entry.mime,
  etag: entry.kind === 'file' ? entityTag(entry.sha256) : null,
  createdAt: entry.createdAt,
  modifiedAt: entry.modifiedAt,
  properties: entry.properties ?? {},
})

async function childShown({ entries }: Store, parent: string, name: string): Promise<StoredEntry | null> {
  const [given] = await entries.list({ where: { parent, given: name }, limit: 1 })
  if (given) return given
  const [entry] = await entries.list({ where: { parent, name, given: null }, limit: 1 })
  return entry ?? null
}

/** The names of something that a program calls so: what every system can hold, free in its folder, and what was given. */
async function namesFor(store: Store, parent: string, shown: string, but = '') {
  const clean = requireName(shown)
  const taken = await childNamed(store, parent, clean)
  const name = taken && taken.id !== but ? await freeNameIn(store, parent, shown, but) : clean
  return { name, given: name === shown ? null : shown }
}

/** What is left in the way of something that comes: a file for its versions, where a file comes; else it goes to the trash. */
async function clear(context: Context, { there }: DavPlace, comes: StoredEntry): Promise<StoredEntry | null> {
  if (!there) return null
  if (there.kind === 'file' && comes.kind === 'file') return context.store.entries.get(there.id)
  await trashAll(context, [there.id])
  return null
}

/** Copies what is in a folder: each level after the one above it, under the names that they have. */
async function copyInside(context: Context, from: string, to: string): Promise<void> {
  const { store } = context
  const copies = new Map([[from, to]])
  for (const entry of await descendants(store, [from])) {
    const { name, given, properties, modifiedAt } = entry
    const place = { name, given, properties, modifiedAt, parent: copies.get(entry.parent) as string }
    if (entry.kind === 'folder') copies.set(entry.id, (await store.entries.insert({ kind: 'folder', ...place })).id)
    else await putOver(context, null, place, await duplicate(context, name, await contentOf(context, entry)))
  }
}

/** The files as programs see them that speak WebDAV. */
export const fileTree: DavTree<typeof sync> = {
  async find({ store, principal: { share } }, path) {
    let entry = share ? await find(store, share.record) : null
    if (share && !entry) return null
    for (const name of path) {
      if (entry?.kind === 'file') return null
      entry = await childShown(store, entry?.id ?? '', name)
      if (!entry) return null
    }
    return entry ? resourceOf(entry) : TOP
  },

  async pathOf({ store }, id) {
    const entry = await find(store, id)
    const above = entry && (await foldersAbove(store, entry))
    return entry && above ? [...above, entry].map(shownName) : null
  },

  async byIds({ store }, ids) {
    const found = await Promise.all(ids.map((id) => find(store, id)))
    return found.flatMap((entry) => (entry ? [resourceOf(entry)] : []))
  },

  list: async ({ store }, { id }) => (await entriesIn(store, id)).map(resourceOf),

  async read(context, { id }, request) {
    const entry = await context.store.entries.get(id)
    return serveContent(request, context, entry, await contentOf(context, entry))
  },

  async write(context, { parent, name, there: known }, bytes, sent) {
    const { store, now } = context
    const kept = await keepStream(context, name, bytes)
    // A file that is shared alone lies in no folder.
    const isAlone = known?.id === parent.id
    const found = isAlone ? await store.entries.get(known.id) : await childShown(store, parent.id, name)
    if (found?.kind === 'folder') throw new AppError('conflict', say('folderOfThatName'))
    const there = found
    const modifiedAt = sent.modifiedAt ?? now.toISOString()
    const place = { parent: parent.id, modifiedAt, ...(await namesFor(store, parent.id, name, there?.id)) }
    const entry = await putOver(context, there, place, kept)
    if (sent.modifiedAt === null || entry.modifiedAt === modifiedAt) return resourceOf(entry)
    return resourceOf(await store.entries.update(entry.id, { modifiedAt }))
  },

  async makeCollection({ store, now }, { parent, name }) {
    const names = await namesFor(store, parent.id, name)
    const modifiedAt = now.toISOString()
    return resourceOf(await store.entries.insert({ kind: 'folder', parent: parent.id, modifiedAt, ...names }))
  },

  async remove(context, { id }) {
    await trashAll(context, [id])
  },

  async copy(context, { id }, place, isDeep) {
    const { store } = context
    const source = await store.entries.get(id)
    const there = await clear(context, place, source)
    const parent = place.parent.id
    const { modifiedAt, properties } = source
    const at = { parent, modifiedAt, properties, ...(await namesFor(store, parent, place.name, there?.id)) }
    if (source.kind === 'file') {
      const bytes = await duplicate(context, place.name, await contentOf(context, source))
      await putOver(context, there, at, bytes)
    } else {
      const folder = await store.entries.insert({ kind: 'folder', ...at })
      if (isDeep) await copyInside(context, id, folder.id)
    }
  },

  async move(context, { id }, place) {
    const { store } = context
    const source = await store.entries.get(id)
    const there = await clear(context, place, source)
    if (there) {
      // As programs save: a new file beside the old one, which then takes its place. It is the old one's new version.
      const { id, properties } = await takeOver(context, there, source)
      if (source.properties !== properties) await store.entries.update(id, { properties: source.properties })
      return
    }
    const parent = place.parent.id
    await store.entries.update(id, { parent, ...(await namesFor(store, parent, place.name, id)) })
  },

  async setProperties({ store }, { id }, properties) {
    await store.entries.update(id, { properties })
  },
}
