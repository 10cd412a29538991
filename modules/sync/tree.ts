import { AppError } from '@atrium/contract/errors'
import type { Stores } from '@atrium/contract/module'
import type sync from './module.ts'
import { cleanName, namesOf, numbered } from './names.ts'
import type { StoredEntry } from './rows.ts'
import { say } from './say.ts'

type Store = Stores<typeof sync>

/** Folders in folders; more than anybody makes by hand. */
const DEEPEST = 64
/** Ids of one question to the database. */
const AT_ONCE = 500

const isMissing = (error: unknown) => error instanceof AppError && error.code === 'not_found'

/** The live row, or null. */
export async function find(store: Store, id: string): Promise<StoredEntry | null> {
  return store.entries.get(id).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
}

export async function getFolder(store: Store, id: string): Promise<StoredEntry | null> {
  if (id === '') return null
  const folder = await find(store, id)
  if (folder?.kind !== 'folder') throw new AppError('not_found', say('folderNotFound'))
  return folder
}

/** The folders above an entry, the outermost first; null when one of them is gone. */
export async function foldersAbove(store: Store, entry: StoredEntry): Promise<StoredEntry[] | null> {
  const above: StoredEntry[] = []
  for (let parent = entry.parent; parent !== ''; ) {
    const folder = above.length < DEEPEST ? await find(store, parent) : null
    if (!folder) return null
    above.unshift(folder)
    parent = folder.parent
  }
  return above
}

/** What lies in a folder, by its name. */
export const entriesIn = (store: Store, parent: string): Promise<StoredEntry[]> =>
  Array.fromAsync(store.entries.each({ where: { parent }, order: 'name' }))

/** A clean name that nothing else in the folder has: asked for by names, a folder may hold very many. */
export async function freeNameIn(store: Store, parent: string, name: string, but = ''): Promise<string> {
  const wanted = requireName(name)
  for (let from = 1, many = 20; ; from += many, many = AT_ONCE) {
    const asked = Array.from({ length: many }, (_, at) => numbered(wanted, from + at))
    const there = await store.entries.list({ where: { parent, name: { in: asked } }, limit: 1000 })
    const taken = new Set(there.filter(({ id }) => id !== but).map((entry) => entry.name))
    const free = asked.find((one) => !taken.has(one))
    if (free !== undefined) return free
  }
}

export function requireName(name: string): string {
  const clean = cleanName(name)
  if (clean === '') throw new AppError('bad_request', say('nameNeedsLetterDigit'))
  return clean
}

export async function childNamed(store: Store, parent: string, name: string): Promise<StoredEntry | null> {
  const [entry] = await store.entries.list({ where: { parent, name: cleanName(name) }, limit: 1 })
  return entry ?? null
}

/** The folder that is called so: the one at the top, or else the only one wherever it lies; null where there is none or several are. */
export async function folderCalled(store: Store, name: string): Promise<StoredEntry | null> {
  const wanted = cleanName(name).toLowerCase()
  const like = await store.entries.search(name, 100)
  const found = like.filter(({ kind, name }) => kind === 'folder' && name.toLowerCase() === wanted)
  const shown = await Promise.all(found.map((folder) => foldersAbove(store, folder)))
  const all = found.filter((_, at) => shown[at])
  const [only, ...others] = all
  return all.find(({ parent }) => parent === '') ?? (only && others.length === 0 ? only : null)
}

/** A folder as people, models and programs say it: by its id, by its path, or by its name where one alone has it. */
export async function folderSaid(store: Store, said: string): Promise<StoredEntry | null> {
  if (said === '') return null
  const byId = await find(store, said)
  if (byId?.kind === 'folder') return byId
  const at = (await folderAt(store, '', said)) ?? (said.includes('/') ? null : await folderCalled(store, said))
  if (!at) throw new AppError('not_found', say('folderNotFound'))
  return at
}

/** The folder at a path below another. With `now` it is made when it is not there; undefined else. Null is the top. */
export async function folderAt(
  store: Store,
  parent: string,
  path: string,
  now?: Date,
): Promise<StoredEntry | null | undefined> {
  let folder = await getFolder(store, parent)
  const names = namesOf(path)
  if (names.length > DEEPEST) throw new AppError('bad_request', say('tooDeep', { deepest: DEEPEST }))
  for (const name of names) {
    const next = await childNamed(store, folder?.id ?? '', name)
    if (next?.kind === 'file') throw new AppError('conflict', say('isFile', { name }))
    if (!next && !now) return undefined
    folder =
      next ??
      (await store.entries.insert({
        kind: 'folder',
        name,
        parent: folder?.id ?? '',
        modifiedAt: (now as Date).toISOString(),
      }))
  }
  return folder
}

/** Everything in these folders, however deep; not they themselves. */
export async function descendants(store: Store, ids: readonly string[]): Promise<StoredEntry[]> {
  const found: StoredEntry[] = []
  let level = [...ids]
  for (let depth = 0; level.length > 0 && depth < DEEPEST; depth++) {
    const folders: string[] = []
    for (let at = 0; at < level.length; at += AT_ONCE) {
      const parent = { in: level.slice(at, at + AT_ONCE) }
      for await (const entry of store.entries.each({ where: { parent }, order: 'name' })) {
        found.push(entry)
        if (entry.kind === 'folder') folders.push(entry.id)
      }
    }
    level = folders
  }
  return found
}

/** These entries without those that lie in another of them. Missing ones are refused. */
export async function outermost(store: Store, ids: readonly string[]): Promise<StoredEntry[]> {
  const wanted = new Set(ids)
  const outer: StoredEntry[] = []
  for (const id of wanted) {
    const entry = await store.entries.get(id)
    const above = (await foldersAbove(store, entry)) ?? []
    if (!above.some((folder) => wanted.has(folder.id))) outer.push(entry)
  }
  return outer
}

/** By its id, or by its name as people say it: whole, without its ending, or as words of it. */
export async function entryBy(store: Store, { id, name = '' }: { id?: string; name?: string }): Promise<StoredEntry> {
  if (id) return store.entries.get(id)
  const names = namesOf(name)
  const folder = names.length > 1 ? await folderAt(store, '', names.slice(0, -1).join('/')) : undefined
  const wanted = (names.at(-1) ?? '').toLowerCase()
  const found = await store.entries.search(names.at(-1) ?? '', 200)
  const candidates = folder ? found.filter(({ parent }) => parent === folder.id) : found
  const exact = candidates.filter((entry) => entry.name.toLowerCase() === wanted)
  const stems = candidates.filter((entry) => entry.name.toLowerCase().replace(/\.[^.]+$/, '') === wanted)
  const fitting = [exact, stems, candidates].find((list) => list.length > 0) ?? []
  const [only, another] = fitting
  if (!only) throw new AppError('not_found', say('nothingCalled', { name }))
  if (!another) return only
  const paths = await Promise.all(fitting.slice(0, 5).map((entry) => pathOf(store, entry)))
  throw new AppError('conflict', say('severalCalled', { paths: paths.map((path) => `“${path}”`).join(', ') }))
}

export async function pathOf(store: Store, entry: StoredEntry): Promise<string> {
  const above = (await foldersAbove(store, entry)) ?? []
  return [...above, entry].map(({ name }) => name).join('/')
}
