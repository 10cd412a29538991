import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readTar, tarEnd, tarEntry } from './tar.ts'

interface File {
  name: string
  content: Buffer
}

async function packed(files: readonly File[]): Promise<Buffer> {
  const parts: Buffer[] = []
  for (const { name, content } of files)
    for await (const part of tarEntry({ name, size: content.length, mode: 0o640, body: [content] })) parts.push(part)
  return Buffer.concat([...parts, tarEnd()])
}

async function* inPieces(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function unpacked(bytes: Buffer, piece = 1000): Promise<File[]> {
  const files: File[] = []
  for await (const { name, body } of readTar(inPieces(Buffer.from(bytes), piece))) {
    const parts: Buffer[] = []
    for await (const part of body) parts.push(part)
    files.push({ name, content: Buffer.concat(parts) })
  }
  return files
}

const names = [
  'plain.txt',
  'files/ab/0123456789abcdef',
  `${'long/'.repeat(40)}name`,
  'ümläut/日本語.txt',
  'line\nbreak',
  'x'.repeat(100),
  'x'.repeat(101),
]
const sample = names.map((name, at) => ({ name, content: Buffer.alloc(at * 511, name) }))

test('whatever is put in comes out, in whatever pieces it is read', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          name: fc
            .string({ unit: 'binary', minLength: 1, maxLength: 300 })
            .filter((name) => !name.includes('\0') && name.isWellFormed()),
          content: fc.uint8Array({ maxLength: 3000 }).map((bytes) => Buffer.from(bytes)),
        }),
        { maxLength: 6 },
      ),
      fc.integer({ min: 1, max: 2000 }),
      async (files, piece) => {
        expect(await unpacked(await packed(files), piece)).toEqual(files)
      },
    ),
    { numRuns: 200 },
  )
})

test('what the reader does not want is skipped', async () => {
  const found: string[] = []
  for await (const { name } of readTar(inPieces(await packed(sample), 700))) found.push(name)
  expect(found).toEqual(names)
})

const hasTar = spawnSync('tar', ['--version']).status === 0
describe.runIf(hasTar)('the system’s tar', () => {
  const scratch = () => {
    const path = mkdtempSync(join(tmpdir(), 'atrium-tar-'))
    onTestFinished(() => rmSync(path, { recursive: true, force: true }))
    return path
  }

  test('unpacks what we pack', async () => {
    const at = scratch()
    writeFileSync(join(at, 'a.tar'), await packed(sample))
    const ran = spawnSync('tar', ['xf', 'a.tar'], { cwd: at, encoding: 'utf8' })
    expect(ran).toMatchObject({ status: 0, stderr: '' })
    for (const { name, content } of sample) expect(readFileSync(join(at, name)).equals(content), name).toBe(true)
  })

  test('packs what we unpack', async () => {
    const at = scratch()
    for (const { name, content } of sample) {
      mkdirSync(join(at, name, '..'), { recursive: true })
      writeFileSync(join(at, name), content)
    }
    for (const format of ['ustar', 'pax']) {
      const fitting = format === 'pax' ? sample : sample.slice(0, 2)
      const made = spawnSync(
        'tar',
        ['cf', `${format}.tar`, '--format', format, '--', ...fitting.map(({ name }) => name)],
        { cwd: at },
      )
      expect(made.status).toBe(0)
      expect(await unpacked(readFileSync(join(at, `${format}.tar`)))).toEqual(fitting)
    }
    expect(readdirSync(at).length).toBeGreaterThan(sample.length)
  })
})

describe('a damaged archive is refused', () => {
  test.each([100, 512, 700, 5000])('cut at byte %i', async (at) => {
    await expect(unpacked((await packed(sample)).subarray(0, at))).rejects.toThrow(/ends in the middle/)
  })

  test('with a wrong header', async () => {
    const bytes = await packed(sample)
    bytes.write('q', 3)
    await expect(unpacked(bytes)).rejects.toThrow('a header in it is damaged')
  })

  test('with a link in it', async () => {
    const bytes = await packed(sample)
    bytes.write('2', 156)
    const sum = 8 * 0x20 + bytes.subarray(0, 512).reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 0 : byte), 0)
    bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    await expect(unpacked(bytes)).rejects.toThrow('no plain file (type 2)')
  })
})

test('a file that shrinks while it is packed is an error, not an archive that cannot be read', async () => {
  const parts = tarEntry({ name: 'log', size: 10, mode: 0o600, body: [Buffer.from('12345')] })
  await expect(async () => {
    for await (const part of parts) expect(part.length).toBeGreaterThan(0)
  }).rejects.toThrow('log changed its size from 10 to 5 while it was read')
})
