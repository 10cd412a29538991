import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { Refusal } from '../refusal.ts'
import { readTar, type TarEntry, TarError, tarEnd, tarEntry } from './tar.ts'

/**
 * A backup is a tar.gz that any tar unpacks:
 *   atrium-backup.json          what it is (Manifest), first
 *   tables/<table>/000001.jsonl rows, each a JSON array of the columns' texts as PostgreSQL writes them, null for NULL
 *   data/<path>                 the files of DATA_DIR
 *   end.json                    how many there were (Totals), last
 *   SHA256SUMS-000001           the hashes of what stands before it since the last one; `sha256sum -c` reads them
 */
export const FORMAT = 1
export const MANIFEST = 'atrium-backup.json'
export const END = 'end.json'
const SUMS = 'SHA256SUMS-'
/** Files between two lists of hashes, which are held in memory. */
const LISTED_TOGETHER = 5_000

export const Manifest = z.object({
  format: z.number().int(),
  /** The version of the program that made it. */
  version: z.string(),
  createdAt: z.string(),
  /** What the schema had been through: the moments of its migrations, the oldest first. */
  migrations: z.array(z.number()).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
})
export type Manifest = z.infer<typeof Manifest>

export const Totals = z.object({ rows: z.record(z.string(), z.number()), files: z.number(), bytes: z.number() })
export type Totals = z.infer<typeof Totals>

/** As sha256sum writes it. */
function sumLine(hash: string, name: string): string {
  const escaped = name.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
  return `${escaped === name ? '' : '\\'}${hash}  ${escaped}\n`
}

/** A file whose content is at hand. */
export const whole = (name: string, content: string): TarEntry => {
  const bytes = Buffer.from(content)
  return { name, size: bytes.length, mode: 0o600, body: [bytes] }
}

/** The bytes of an archive of these files, with the lists of their hashes among them. */
export async function* writeArchive(entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  let lines: string[] = []
  let lists = 0
  const list = () => {
    const sums = whole(`${SUMS}${String(++lists).padStart(6, '0')}`, lines.join(''))
    lines = []
    return tarEntry(sums)
  }
  for await (const entry of entries) {
    const hash = createHash('sha256')
    const hashed = async function* () {
      for await (const part of entry.body) {
        hash.update(part)
        yield part
      }
    }
    yield* tarEntry({ ...entry, body: hashed() })
    lines.push(sumLine(hash.digest('hex'), entry.name))
    if (lines.length === LISTED_TOGETHER) yield* list()
  }
  yield* list()
  yield tarEnd()
}

export const damaged = (why: string, cause?: unknown) =>
  new Refusal(`The archive is damaged: ${why}. Nothing was changed. Use another one, please.`, { cause })

/**
 * The files of an archive. What has been read is known to be right only when all of it has been read: then every hash has
 * been compared, and nothing was missing at the end. A body is read wholly or not at all. Throws Refusal.
 */
export async function* readArchive(path: string): AsyncGenerator<TarEntry> {
  const packed = createReadStream(path)
  const unpacked = createGunzip()
  packed.on('error', (error) => unpacked.destroy(error))
  packed.pipe(unpacked)
  let lines: string[] = []
  let isComplete = false
  try {
    for await (const entry of readTar(unpacked)) {
      if (entry.name.startsWith(SUMS)) {
        if ((await textOf(entry)) !== lines.join('')) throw damaged('a file in it is not what was backed up')
        isComplete = lines.at(-1)?.endsWith(`  ${END}\n`) ?? false
        lines = []
        continue
      }
      const hash = createHash('sha256')
      const hashed = (async function* () {
        try {
          for await (const part of entry.body) {
            hash.update(part)
            yield part
          }
        } catch (cause) {
          throw asRefusal(cause, path) // it goes to whoever reads the body
        }
      })()
      yield { ...entry, body: hashed }
      for await (const _ of hashed); // what the reader left
      lines.push(sumLine(hash.digest('hex'), entry.name))
    }
    if (!isComplete || lines.length > 0) throw damaged('its end is missing')
  } catch (cause) {
    throw asRefusal(cause, path)
  } finally {
    packed.destroy()
    unpacked.destroy()
  }
}

function asRefusal(error: unknown, path: string): unknown {
  if (error instanceof Refusal || !(error instanceof Error)) return error
  const { code = '' } = error as NodeJS.ErrnoException
  if (error instanceof TarError) return damaged(error.message, error)
  if (code === 'Z_BUF_ERROR') return damaged('its end is missing', error)
  if (code.startsWith('Z_')) return damaged('it is no tar.gz, or parts of it are wrong', error)
  if (code === 'ENOENT') return new Refusal(`There is no archive ${path}.`, { cause: error })
  return code ? new Refusal(`The archive ${path} cannot be read: ${error.message}`, { cause: error }) : error
}

/** More than any list, manifest or piece of a table of ours. */
const LONGEST_TEXT = 1024 * 1024 * 1024 - 1

/** The content of a file that is read as one text. */
export async function textOf(entry: TarEntry): Promise<string> {
  if (entry.size > LONGEST_TEXT / 2) throw damaged(`${entry.name} is too long`)
  const parts: Buffer[] = []
  for await (const part of entry.body) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

/** The JSON of a file of the archive. Throws Refusal when it is not of this shape. */
export function parseJson<S extends z.ZodType>(name: string, content: string, schema: S): z.infer<S> {
  try {
    return schema.parse(JSON.parse(content))
  } catch (cause) {
    throw damaged(`${name} cannot be read`, cause)
  }
}

/** What an archive says that it is. Throws Refusal when it is none of ours, or of a newer program. */
export async function manifestOf(path: string): Promise<Manifest> {
  for await (const entry of readArchive(path)) {
    if (entry.name !== MANIFEST) break
    const content = await textOf(entry)
    const { format, version } = parseJson(entry.name, content, Manifest.pick({ format: true, version: true }))
    if (format > FORMAT) throw tooNew(version)
    return parseJson(entry.name, content, Manifest)
  }
  throw new Refusal(`${path} is not a backup made by \`npm run backup\`.`)
}

export const tooNew = (version: string) =>
  new Refusal(
    `This backup was made by a newer version of the program (${version}). Restore it with that version, or a later one.`,
  )
