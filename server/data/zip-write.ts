import { finished, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A file on its way into an archive; `packed` for what becomes smaller by it. */
export interface ZipEntry {
  name: string
  packed: boolean
  body: AsyncIterable<Uint8Array>
}

/**
 * A zip of these files as they come: each is asked for when the one before has gone out, and neither their number nor their
 * size is bounded (zip64 throughout, since nobody knows the size of what is read page by page).
 */
export function zipOf(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  let current: Readable | undefined
  out.once('close', () => current?.destroy()) // whoever reads it has left: the file that was on its way is closed
  const fill = async () => {
    for await (const { name, packed, body } of entries) {
      const file = body instanceof Readable ? body : Readable.from(body, { objectMode: false })
      current = file
      const read = new Promise<void>((done, failed) => finished(file, (error) => (error ? failed(error) : done())))
      zip.addReadStream(file, name, { compress: packed, forceZip64Format: true })
      await read
    }
    zip.end({ forceZip64Format: true, comment: '' })
  }
  fill().catch((error: unknown) => out.destroy(error as Error))
  zip.on('error', (error) => out.destroy(error as Error))
  return out
}
