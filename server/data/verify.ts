import { createHash } from 'node:crypto'
import { AppError } from '@atrium/contract/errors'
import { ArchivedFile, Manifest } from './format.ts'
import { jsonOf, linesOf } from './json-stream.ts'
import type { Archive } from './zip-read.ts'

const changed = (name: string) =>
  new AppError(
    'unprocessable',
    `“${name}” in this archive is not what was exported: its checksum differs. Nothing was imported. Download the archive again.`,
  )

const lacks = (name: string) =>
  new AppError('unprocessable', `This archive lacks “${name}”, which was exported with it. Nothing was imported.`)

/** SHA-256 in hex by the file's name, as the archive itself tells. Older archives tell only those of uploaded files. */
async function checksumsOf(archive: Archive): Promise<Map<string, string>> {
  const manifest = archive.has('manifest.json')
    ? Manifest.safeParse(await jsonOf(archive.read('manifest.json')))
    : undefined
  const sums = new Map(Object.entries(manifest?.data?.sha256 ?? {}))
  for (const name of sums.keys()) if (!archive.has(name)) throw lacks(name)
  if (!manifest?.success || !archive.has('files.jsonl')) return sums
  for await (const line of linesOf(archive.read('files.jsonl'))) {
    const { data } = ArchivedFile.pick({ id: true, sha256: true }).safeParse(line)
    if (data && archive.has(`files/${data.id}`)) sums.set(`files/${data.id}`, data.sha256)
  }
  return sums
}

/**
 * Reads a whole zip once, so that nothing of a damaged one is taken in: the CRC-32 of every file in it, and the SHA-256 of those
 * whose own is known. Throws `unprocessable` with a sentence that names what is damaged.
 */
export async function verifyArchive(archive: Archive): Promise<void> {
  const sums = await checksumsOf(archive)
  for (const name of archive.names()) {
    const expected = sums.get(name)
    const hash = expected === undefined ? null : createHash('sha256')
    for await (const bytes of archive.read(name)) hash?.update(bytes)
    if (hash && hash.digest('hex') !== expected) throw changed(name)
  }
}
