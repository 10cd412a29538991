import { Readable } from 'node:stream'
import { AppError } from '@atrium/contract/errors'
import { inTurns } from '@atrium/contract/pauses'
import { ZipFile } from 'yazl'
import { type Context, readParts } from './contents.ts'
import { cleanName, freeName, isOfSystem } from './names.ts'
import type { Part, StoredEntry } from './rows.ts'
import { say } from './say.ts'
import { bodyOf, disposition } from './serve-content.ts'
import { descendants } from './tree.ts'

/** Kinds that are small already. */
const COMPRESSED = /^(?:image\/(?!svg|bmp)|audio\/|video\/)|zip|compressed|gzip|pdf/

/** Rows of one question to the database. */
const AT_ONCE = 500

interface Member {
  path: string
  entry: StoredEntry
  parts: readonly Part[]
}

/** Files and folders with everything in them, by their paths in the zip. */
async function membersOf({ store }: Pick<Context, 'store'>, entries: readonly StoredEntry[]): Promise<Member[]> {
  const folders = entries.filter(({ kind }) => kind === 'folder').map(({ id }) => id)
  const paths = new Map<string, string>()
  const taken = new Set<string>()
  // Names that were kept before they were cleaned are cleaned on their way out.
  const place = (entry: StoredEntry, before: string) => {
    const clean = cleanName(entry.name) || '_'
    const name = taken.has(before + clean) ? freeName(clean, namesTaken(taken, before)) : clean
    taken.add(before + name)
    paths.set(entry.id, before + name)
  }
  for await (const entry of inTurns(entries)) place(entry, '')
  const inside = (await descendants(store, folders)).filter(({ name }) => !isOfSystem(name))
  for await (const entry of inTurns(inside)) place(entry, `${paths.get(entry.parent)}/`)
  const all = [...entries, ...inside]
  const parts = await partsOf({ store }, all)
  return all.map((entry) => ({
    entry,
    path: paths.get(entry.id) as string,
    parts: parts.get(entry.content ?? '') ?? [],
  }))
}

const namesTaken = (paths: ReadonlySet<string>, before: string): Set<string> =>
  new Set([...paths].filter((path) => path.startsWith(before)).map((path) => path.slice(before.length)))

/** By the version that each file shows. Asked before the answer begins: the store is closed while it is sent. */
async function partsOf({ store }: Pick<Context, 'store'>, entries: readonly StoredEntry[]) {
  const files = entries.filter(({ kind }) => kind === 'file').map(({ id }) => id)
  const parts = new Map<string, readonly Part[]>()
  for (let at = 0; at < files.length; at += AT_ONCE)
    for await (const content of store.contents.each({ where: { entry: { in: files.slice(at, at + AT_ONCE) } } }))
      parts.set(content.id, content.parts)
  return parts
}

/** The zip as it is written: one file after the other, nothing of it in memory. */
async function* zipped(context: Pick<Context, 'files'>, members: readonly Member[]): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const fail = (error: Error) => (zip.outputStream as Readable).destroy(error)
  zip.on('error', fail)
  const fill = async () => {
    for await (const { entry, path, parts } of inTurns(members)) {
      const mtime = new Date(entry.modifiedAt)
      const compress = !COMPRESSED.test(entry.mime)
      if (entry.kind === 'folder') zip.addEmptyDirectory(path, { mtime })
      else
        zip.addReadStreamLazy(path, { mtime, compress, size: entry.size }, (give) => {
          give(null, Readable.from(readParts(context, parts), { objectMode: false }).on('error', fail))
        })
    }
    zip.end()
  }
  fill().catch(fail)
  yield* zip.outputStream as Readable
}

export async function zipOf(context: Context, entries: readonly StoredEntry[], name: string): Promise<Response> {
  if (entries.length === 0) throw new AppError('not_found', say('nothingToDownload'))
  const members = await membersOf(context, entries)
  return new Response(bodyOf(zipped(context, members)), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': disposition('attachment', `${name}.zip`),
      'cache-control': 'no-store',
    },
  })
}
