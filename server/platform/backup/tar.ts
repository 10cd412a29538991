/** The tar format (POSIX.1-2001, pax), as far as plain files go: written and read as streams. */

const BLOCK = 512
/** Eleven octal digits. */
const LARGEST_SIZE = 8 ** 11 - 1
const LONGEST_PAX = 64 * 1024

export class TarError extends Error {}

export interface TarEntry {
  name: string
  /** bytes; the body must have exactly so many */
  size: number
  /** permission bits */
  mode: number
  body: AsyncIterable<Buffer> | Iterable<Buffer>
}

const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
const padding = (size: number) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)

function headerBlock(name: string, size: number, mode: number, type: '0' | 'x'): Buffer {
  const block = Buffer.alloc(BLOCK)
  block.write(name, 0, 100, 'utf8')
  block.write(octal(mode, 7), 100)
  block.write(octal(0, 7), 108) // owner and group: whoever unpacks
  block.write(octal(0, 7), 116)
  block.write(octal(size, 11), 124)
  block.write(octal(Math.floor(Date.now() / 1000), 11), 136)
  block.write('        ', 148) // the checksum counts its own field as blanks
  block.write(type, 156)
  block.write('ustar\x0000', 257)
  block.write(octal(checksum(block), 6), 148)
  return block
}

const checksum = (block: Buffer): number => block.reduce((sum, byte) => sum + byte, 0)

/** `length key=value\n`, whose length counts its own digits. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`
  const bytes = Buffer.byteLength(rest)
  let length = bytes + 1
  while (String(length).length + bytes !== length) length = String(length).length + bytes
  return length + rest
}

/** The bytes of one file. What ustar has no room for (a long name, a size from 8 GiB) goes before it in a pax header. */
export async function* tarEntry({ name, size, mode, body }: TarEntry): AsyncGenerator<Buffer> {
  const fits = Buffer.byteLength(name) <= 100 && /^[\x20-\x7e]*$/.test(name)
  if (!fits || size > LARGEST_SIZE) {
    const pax = Buffer.from(paxRecord('path', name) + paxRecord('size', String(size)))
    yield Buffer.concat([headerBlock('pax', pax.length, 0o600, 'x'), pax, padding(pax.length)])
  }
  yield headerBlock(fits ? name : 'long-name', Math.min(size, LARGEST_SIZE), mode, '0')
  let written = 0
  for await (const part of body) {
    written += part.length
    yield part
  }
  if (written !== size) throw new TarError(`${name} changed its size from ${size} to ${written} while it was read`)
  yield padding(size)
}

/** What follows the last file. */
export const tarEnd = (): Buffer => Buffer.alloc(2 * BLOCK)

interface Source {
  /** The next bytes, at most so many; null at the end. */
  some(most: number): Promise<Buffer | null>
  exactly(length: number): Promise<Buffer>
}

function sourceOf(stream: AsyncIterable<Buffer>): Source {
  const chunks = stream[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const some: Source['some'] = async (most) => {
    while (rest.length === 0) {
      const { done, value } = await chunks.next()
      if (done) return null
      rest = value
    }
    const part = rest.subarray(0, most)
    rest = rest.subarray(part.length)
    return part
  }
  return {
    some,
    async exactly(length) {
      const parts: Buffer[] = []
      for (let missing = length; missing > 0; ) {
        const part = await some(missing)
        if (part === null) throw new TarError('it ends in the middle')
        parts.push(part)
        missing -= part.length
      }
      return Buffer.concat(parts)
    },
  }
}

async function* bodyOf(source: Source, name: string, size: number): AsyncGenerator<Buffer> {
  for (let missing = size; missing > 0; ) {
    const part = await source.some(missing)
    if (part === null) throw new TarError(`it ends in the middle of ${name}`)
    missing -= part.length
    yield part
  }
  await source.exactly(padding(size).length)
}

const text = (block: Buffer, from: number, length: number): string =>
  block.toString('utf8', from, from + length).replace(/\0.*$/s, '')

function paxFields(records: Buffer): Map<string, string> {
  const fields = new Map<string, string>()
  for (let at = 0; at < records.length; ) {
    const length = Number.parseInt(records.toString('latin1', at, at + 20), 10)
    if (!(length > 0)) throw new TarError('a header in it is damaged')
    const [, key = '', value = ''] = /^\d+ ([^=]+)=(.*)\n$/s.exec(records.toString('utf8', at, at + length)) ?? []
    fields.set(key, value)
    at += length
  }
  return fields
}

/** The files of an archive, one after the other: the body of each is read, or what is left of it skipped, before the next. */
export async function* readTar(stream: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const source = sourceOf(stream)
  let pax = new Map<string, string>()
  for (;;) {
    const block = await source.exactly(BLOCK)
    if (block.every((byte) => byte === 0)) break
    const told = Number.parseInt(text(block, 148, 8), 8)
    block.fill(0x20, 148, 156)
    if (checksum(block) !== told) throw new TarError('a header in it is damaged')
    const size = Number(pax.get('size') ?? Number.parseInt(text(block, 124, 12), 8))
    const type = text(block, 156, 1)
    if (type === 'x') {
      if (size > LONGEST_PAX) throw new TarError('a header in it is too long')
      pax = paxFields(await source.exactly(size))
      await source.exactly(padding(size).length)
      continue
    }
    if (type !== '0') throw new TarError(`it holds something that is no plain file (type ${type || 'unknown'})`)
    const prefix = text(block, 345, 155)
    const name = pax.get('path') ?? (prefix ? `${prefix}/` : '') + text(block, 0, 100)
    pax = new Map()
    const body = bodyOf(source, name, size)
    yield { name, size, mode: Number.parseInt(text(block, 100, 8), 8), body }
    for await (const _ of body); // what the reader left
  }
  while ((await source.some(BLOCK * 128)) !== null); // to its very end, so that a cut or a wrong checksum of gzip shows
}
