import { createHash } from 'node:crypto'
import { AppError } from '@atrium/contract/errors'
import type { ActionContext, Row } from '@atrium/contract/module'
import { slicesOf } from './byte-range.ts'
import type sync from './module.ts'
import type { Content, Part, StoredEntry } from './rows.ts'
import { say } from './say.ts'
import { childNamed, freeNameIn, requireName } from './tree.ts'

export type Context = ActionContext<typeof sync>
export type StoredContent = Row<Content>

/** bytes; a document in several parts is put together up to here, so that its text can be found */
const JOINED = 64 * 1024 * 1024
const HAS_TEXT = /^(?:text\/|application\/)/
const NO_TEXT = /zip|tar|compressed|octet-stream|executable|x-msdownload/
/** characters of a text that are searched */
const SEARCHED = 100_000

export interface Bytes {
  size: number
  mime: string
  sha256: string
  parts: Part[]
}

/** The bytes of a version, or a range of them, through all its parts. */
export async function* readParts(
  { files }: Pick<Context, 'files'>,
  parts: readonly Part[],
  range?: { start: number; end: number },
): AsyncGenerator<Uint8Array> {
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  const wanted = range ?? { start: 0, end: size - 1 }
  for (const { part, range: slice } of slicesOf(parts, wanted)) yield* files.read(part.file, slice)
}

/** What the parts are together. Documents are put into one kept file; the rest stays as it came. */
export async function bytesOf(context: Context, name: string, parts: readonly Part[]): Promise<Bytes> {
  const { files } = context
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  const [first] = parts
  if (!first) return { size: 0, mime: 'text/plain', sha256: createHash('sha256').digest('hex'), parts: [] }
  const kept = await files.find(first.file)
  if (!kept) throw new AppError('gone', say('uploadGone'))
  const { mime, sha256 } = kept
  if (parts.length === 1) return { size, mime, sha256, parts: [first] }
  if (size <= JOINED && HAS_TEXT.test(mime) && !NO_TEXT.test(mime)) {
    const whole = await files.save(name, mime, readParts(context, parts)).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'too_large') return null // no room for both: it stays in parts
      throw error
    })
    if (whole) {
      for (const part of parts) await files.remove(part.file)
      return { size, mime: whole.mime, sha256: whole.sha256, parts: [{ file: whole.id, size }] }
    }
  }
  const hash = createHash('sha256')
  for await (const chunk of readParts(context, parts)) hash.update(chunk)
  return { size, mime, sha256: hash.digest('hex'), parts: [...parts] }
}

/** Keeps bytes as they come in, and as they are when they are all there. */
export async function keepStream(context: Context, name: string, bytes: AsyncIterable<Uint8Array>): Promise<Bytes> {
  const rest = bytes[Symbol.asyncIterator]()
  const first = await rest.next()
  if (first.done) return bytesOf(context, name, [])
  const all = async function* () {
    yield first.value
    yield* { [Symbol.asyncIterator]: () => rest }
  }
  const { id, size, mime, sha256 } = await context.files.save(name, 'application/octet-stream', all())
  return { size, mime, sha256, parts: [{ file: id, size }] }
}

/** The bytes of a version once more, as others' own. */
export async function duplicate(context: Context, name: string, { parts, ...rest }: StoredContent): Promise<Bytes> {
  const { size, mime, sha256 } = rest
  const kept: Part[] = []
  for (const part of parts) {
    const { id } = await context.files.save(name, mime, context.files.read(part.file))
    kept.push({ file: id, size: part.size })
  }
  return { size, mime, sha256, parts: kept }
}

/** Keeps bytes in one piece: for what another module or this one has in hand. */
export async function keep(context: Context, name: string, bytes: Uint8Array): Promise<Bytes> {
  const all = async function* () {
    if (bytes.byteLength > 0) yield bytes
  }
  return keepStream(context, name, all())
}

/** Whether a version, or an upload that is on its way, has this kept file already. */
export async function isInUse({ store }: Pick<Context, 'store'>, file: string): Promise<boolean> {
  const parts = { some: { file } }
  return (await store.contents.count({ parts })) + (await store.uploads.count({ parts })) > 0
}

/** The text of the newest version, under which the search finds the file. */
export async function keepText({ store, files }: Context, entry: string, parts: readonly Part[]): Promise<void> {
  const [only, another] = parts
  const text = only && !another ? ((await files.text(only.file)) ?? '') : ''
  const [known] = await store.texts.list({ where: { entry }, limit: 1 })
  const shortened = text.slice(0, SEARCHED).toWellFormed().replaceAll('\0', '')
  if (known) await store.texts.update(known.id, { text: shortened })
  else if (shortened.trim() !== '') await store.texts.insert({ entry, text: shortened })
}

async function show(context: Context, entry: StoredEntry, content: StoredContent): Promise<StoredEntry> {
  const { size, mime, sha256, modifiedAt, id } = content
  await keepText(context, entry.id, content.parts)
  return context.store.entries.update(entry.id, { size, mime, sha256, modifiedAt, content: id })
}

type Place = Pick<StoredEntry, 'parent' | 'name' | 'given' | 'properties' | 'modifiedAt'>

/**
 * Puts bytes over the file that is there, as a new version; where none is they become a file, its name free. The same bytes again
 * make no version.
 */
export async function putOver(
  context: Context,
  there: StoredEntry | null,
  place: Place,
  bytes: Bytes,
): Promise<StoredEntry> {
  const { store, files } = context
  if (there?.sha256 === bytes.sha256) {
    for (const part of bytes.parts) await files.remove(part.file)
    return there
  }
  const file = there ?? (await store.entries.insert({ kind: 'file', ...place }))
  const content = await store.contents.insert({ entry: file.id, modifiedAt: place.modifiedAt, ...bytes })
  return show(context, file, content)
}

/** The same into a folder under a name: over the file that has it, under another where a folder has it. */
export async function putFile(
  context: Context,
  place: { parent: string; name: string; modifiedAt: string },
  bytes: Bytes,
): Promise<StoredEntry> {
  const { store } = context
  const { parent, modifiedAt } = place
  const name = requireName(place.name)
  const there = await childNamed(store, parent, name)
  if (there?.kind === 'file') return putOver(context, there, { parent, name, modifiedAt }, bytes)
  const free = there ? await freeNameIn(store, parent, name) : name
  return putOver(context, null, { parent, name: free, modifiedAt }, bytes)
}

/** Gives a file the versions of another one, the last of them to be shown. The other one, empty now, goes to the trash. */
export async function takeOver(context: Context, file: StoredEntry, from: StoredEntry): Promise<StoredEntry> {
  const { store } = context
  const shown = await contentOf(context, from)
  for (const { id } of await versionsOf(context, from.id)) await store.contents.update(id, { entry: file.id })
  for (const text of await store.texts.list({ where: { entry: from.id } })) await store.texts.remove(text.id)
  await store.entries.update(from.id, { content: null, size: 0 })
  await store.entries.remove(from.id)
  return show(context, file, shown)
}

/** A file's versions, the newest first. */
export const versionsOf = ({ store }: Pick<Context, 'store'>, entry: string): Promise<StoredContent[]> =>
  Array.fromAsync(store.contents.each({ where: { entry }, order: '-createdAt' }))

export async function contentOf({ store }: Pick<Context, 'store'>, entry: StoredEntry): Promise<StoredContent> {
  if (entry.content === null) throw new AppError('bad_request', say('isFolder', { name: entry.name }))
  return store.contents.get(entry.content)
}

async function versionOf({ store }: Context, entry: StoredEntry, id: string): Promise<StoredContent> {
  const content = await store.contents.get(id)
  if (content.entry !== entry.id) throw new AppError('not_found', say('noSuchVersion'))
  return content
}

export async function restoreVersion(context: Context, id: string, content: string): Promise<StoredEntry> {
  const entry = await context.store.entries.get(id)
  return show(context, entry, await versionOf(context, entry, content))
}

/** For good: its bytes go. Answers how many. */
export async function removeVersion(context: Context, id: string, content: string): Promise<number> {
  const entry = await context.store.entries.get(id)
  const version = await versionOf(context, entry, content)
  if (entry.content === version.id) throw new AppError('conflict', say('versionIsShown'))
  await context.store.contents.remove(version.id)
  for (const part of version.parts) await context.files.remove(part.file)
  return version.size
}
