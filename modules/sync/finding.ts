import type { Context } from './contents.ts'
import { isOfSystem } from './names.ts'
import type { Found, StoredEntry } from './rows.ts'
import { find, foldersAbove } from './tree.ts'

const SHOWN = 50
const MOST_FAVOURITES = 200
/** characters on each side of what was found */
const AROUND = 60

/** The words of a text around the first of those that were looked for; null when it has none of them as they stand. */
export function excerptOf(text: string, words: string): string | null {
  const plain = text.replace(/\s+/g, ' ')
  const lower = plain.toLowerCase()
  const at = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word.length > 1)
    .map((word) => lower.indexOf(word))
    .find((place) => place >= 0)
  if (at === undefined) return null
  const start = at <= AROUND ? 0 : plain.indexOf(' ', at - AROUND) + 1
  const cut = plain.slice(Math.min(start, at), at + AROUND * 2).toWellFormed()
  return `${start > 0 ? '…' : ''}${cut.trim()}${at + AROUND * 2 < plain.length ? '…' : ''}`
}

/** With the folders above it; null when it lies in the trash. */
export async function placed(
  store: Context['store'],
  entry: StoredEntry,
  excerpt: string | null,
): Promise<Found | null> {
  const above = await foldersAbove(store, entry)
  return above && { ...entry, path: above.map(({ id, name }) => ({ id, name })), excerpt }
}

/** Names first, then texts; nothing that lies in the trash. */
export async function findFiles({ store }: Pick<Context, 'store'>, words: string): Promise<Found[]> {
  const named = await store.entries.search(words, SHOWN)
  const texts = await store.texts.search(words, SHOWN)
  const excerpts = new Map(texts.map(({ entry, text }) => [entry, excerptOf(text, words)]))
  const known = new Set(named.map(({ id }) => id))
  const others = await Promise.all(
    texts.filter(({ entry }) => !known.has(entry)).map(({ entry }) => find(store, entry)),
  )
  const found: Found[] = []
  for (const entry of [...named, ...others.filter((one): one is StoredEntry => one !== null)]) {
    if (isOfSystem(entry.name)) continue
    const one = await placed(store, entry, excerpts.get(entry.id) ?? null)
    if (one) found.push(one)
  }
  return found.slice(0, SHOWN)
}

/** By their names; of very many the first. */
export async function favourites({ store }: Pick<Context, 'store'>): Promise<Found[]> {
  const marked = await store.entries.list({ where: { isFavourite: true }, order: 'name', limit: MOST_FAVOURITES })
  const found = await Promise.all(marked.map((entry) => placed(store, entry, null)))
  return found.filter((one) => one !== null)
}

/** Files as they came or were changed, the latest first; nothing that lies in the trash. */
export async function recentFiles({ store }: Pick<Context, 'store'>, limit: number): Promise<StoredEntry[]> {
  const found: StoredEntry[] = []
  const page = 50
  for (let offset = 0; ; offset += page) {
    const entries = await store.entries.list({ where: { kind: 'file' }, order: '-updatedAt', limit: page, offset })
    for (const entry of entries) {
      if (found.length < limit && !isOfSystem(entry.name) && (await foldersAbove(store, entry))) found.push(entry)
    }
    if (found.length === limit || entries.length < page) return found
  }
}
