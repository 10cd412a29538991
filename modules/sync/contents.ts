import { createHash } from 'node:crypto'
import { AppError } from '@atrium/contract/errors'
import type { ActionContext, Row } from '@atrium/contract/module'
import { slicesOf } from './byte-range.ts'
import type sync from './module.ts'
import type { Content, Part, StoredEntry } from './module.ts'
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
  if (!kept) throw new AppError('gone', 'What was uploaded is no longer here. Please upload the file again.')
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

/** Keeps bytes in one piece: for what another module or this one has in hand. */
export async function keep(context: Context, name: string, bytes: Uint8Array): Promise<Bytes> {
  if (bytes.byteLength === 0) return bytesOf(context, name, [])
  const kept = await context.files.save(name, 'application/octet-stream', bytes)
  return { size: kept.size, mime: kept.mime, sha256: kept.sha256, parts: [{ file: kept.id, size: kept.size }] }
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

/**
 * Puts bytes into a folder under a name: a new file, or a new version of the one that has the name. The same bytes again
 * make no version.
 */
export async function putFile(
  context: Context,
  place: { parent: string; name: string; modifiedAt: string },
  bytes: Bytes,
): Promise<StoredEntry> {
  const { store, files } = context
  const name = requireName(place.name)
  const { parent, modifiedAt } = place
  const there = await childNamed(store, parent, name)
  if (there?.kind === 'file' && there.sha256 === bytes.sha256) {
    for (const part of bytes.parts) await files.remove(part.file)
    return there
  }
  const file =
    there?.kind === 'file'
      ? there
      : await store.entries.insert({
          kind: 'file',
          name: there ? await freeNameIn(store, parent, name) : name,
          parent,
          modifiedAt,
        })
  const content = await store.contents.insert({ entry: file.id, modifiedAt, ...bytes })
  return show(context, file, content)
}

/** A file's versions, the newest first. */
export const versionsOf = ({ store }: Pick<Context, 'store'>, entry: string): Promise<StoredContent[]> =>
  Array.fromAsync(store.contents.each({ where: { entry }, order: '-createdAt' }))

export async function contentOf({ store }: Pick<Context, 'store'>, entry: StoredEntry): Promise<StoredContent> {
  if (entry.content === null) throw new AppError('bad_request', `“${entry.name}” is a folder.`)
  return store.contents.get(entry.content)
}

async function versionOf({ store }: Context, entry: StoredEntry, id: string): Promise<StoredContent> {
  const content = await store.contents.get(id)
  if (content.entry !== entry.id) throw new AppError('not_found', 'That is no version of this file.')
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
  if (entry.content === version.id)
    throw new AppError('conflict', 'This is the version that is shown. Restore another one first.')
  await context.store.contents.remove(version.id)
  for (const part of version.parts) await context.files.remove(part.file)
  return version.size
}
