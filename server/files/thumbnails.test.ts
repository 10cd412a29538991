import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import type { AppError, ErrorBody } from '@atrium/contract/errors'
import type { StoredFile } from '@atrium/contract/files'
import type * as Photon from '@silvia-odwyer/photon-node'
import { imageSize } from 'image-size'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../platform/database/test-database.ts'
import { testServer } from '../platform/http/test-server.ts'
import { struck } from '../platform/parsing/limits.ts'
import type { ParsingPool } from '../platform/parsing/pool.ts'
import { silentLog } from '../platform/telemetry.ts'
import { createFiles } from './files.ts'
import { createStore } from './store.ts'
import { createThumbnails } from './thumbnails.ts'

const photon = createRequire(import.meta.url)('@silvia-odwyer/photon-node') as typeof Photon
const { db } = await testDatabase()
const dir = await mkdtemp(join(tmpdir(), 'atrium-thumbnails-'))
afterAll(() => rm(dir, { recursive: true, force: true }))
const files = createFiles({ db, dir, log: silentLog })
const url = await testServer(files.routes)

const upload = async (name: string, bytes: Uint8Array, who = 'ann') => {
  const answer = await fetch(`${url}/api/files?name=${name}`, {
    method: 'POST',
    headers: { 'x-test-person': who, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
  return (await answer.json()) as StoredFile
}
const small = (file: StoredFile, size = 'small', who = 'ann') =>
  fetch(`${url}${file.url}?thumbnail=${size}`, { headers: { 'x-test-person': who } })
const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer())

const COLOURS = { r: [255, 0, 0, 255], g: [0, 255, 0, 255], b: [0, 0, 255, 255], w: [255, 255, 255, 255] }
/** A picture of four fields: red, green, blue and white. */
function quarters(width: number, height: number, alpha = 255) {
  const pixels = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const name = `${y < height / 2 ? 'rg' : 'bw'}`.charAt(x < width / 2 ? 0 : 1) as keyof typeof COLOURS
      pixels.set(COLOURS[name].with(3, alpha), (y * width + x) * 4)
    }
  return new photon.PhotonImage(pixels, width, height)
}
/** What stands in the corners, from the upper left to the lower right. */
function corners(bytes: Uint8Array): string {
  const image = photon.PhotonImage.new_from_byteslice(bytes)
  const [width, height, pixels] = [image.get_width(), image.get_height(), image.get_raw_pixels()]
  const at = (x: number, y: number) => {
    const from = (Math.floor(y * height) * width + Math.floor(x * width)) * 4
    const [r = 0, g = 0] = pixels.subarray(from)
    return r > 128 ? (g > 128 ? 'w' : 'r') : g > 128 ? 'g' : 'b'
  }
  return at(0.25, 0.25) + at(0.75, 0.25) + at(0.25, 0.75) + at(0.75, 0.75)
}

/** A JPEG with an APP1 segment of EXIF that says how it was held, and where it was made. */
function withExif(jpeg: Uint8Array, orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex')
  tiff.writeUInt16BE(orientation, 18)
  const body = Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from('GPS 52.5163N 13.3777E')])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)])
}

test.each([
  [1, 'rgbw'],
  [2, 'grwb'],
  [3, 'wbgr'],
  [4, 'bwrg'],
  [5, 'rbgw'],
  [6, 'brwg'],
  [7, 'wgbr'],
  [8, 'gwrb'],
])('a picture of orientation %i is right side up, and says nothing of where it was made', async (orientation, seen) => {
  const file = await upload('photo.jpg', withExif(quarters(640, 320).get_bytes_jpeg(90), orientation))
  const answer = await small(file)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  const bytes = await bytesOf(answer)
  expect(imageSize(bytes)).toMatchObject(orientation > 4 ? { width: 100, height: 200 } : { width: 200, height: 100 })
  expect(corners(bytes)).toBe(seen)
  expect(Buffer.from(bytes).includes('GPS') || Buffer.from(bytes).includes('Exif')).toBe(false)
})

test('each kind has one in both sizes; what is seen through stays so, and nothing is made larger', async () => {
  const seenThrough = await upload('sign.png', quarters(1000, 500, 128).get_bytes())
  const large = await small(seenThrough, 'large')
  expect(large.headers.get('content-type')).toBe('image/png')
  expect(imageSize(await bytesOf(large))).toMatchObject({ width: 800, height: 400 })
  const tiny = await upload('dot.webp', quarters(16, 16).get_bytes_webp())
  expect(imageSize(await bytesOf(await small(tiny, 'large')))).toMatchObject({ width: 16, height: 16 })
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  expect((await small(await upload('a.gif', gif))).status).toBe(200)
})

test('it is reached as the file itself, made once for the same bytes, and goes with them', async () => {
  const bytes = quarters(300, 200).get_bytes_jpeg(80)
  const file = await upload('mine.jpg', bytes)
  expect((await small(file, 'small', 'bob')).status).toBe(404)
  const first = await small(file)
  const etag = String(first.headers.get('etag'))
  const again = await fetch(`${url}${file.url}?thumbnail=small`, {
    headers: { 'x-test-person': 'ann', 'if-none-match': etag },
  })
  expect([first.status, again.status]).toEqual([200, 304])
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  const theirs = await upload('theirs.jpg', bytes, 'bob')
  const kept = () =>
    readdirSync(join(dir, 'thumbnails'), { recursive: true, encoding: 'utf8' }).filter((one) => /\.s/.test(one))
  const before = kept().length
  const [one, other] = await Promise.all([small(theirs, 'small', 'bob'), small(theirs, 'large', 'bob')])
  expect([one.status, other.status, kept().length]).toEqual([200, 200, before])
  for (const [who, which] of [
    ['ann', file],
    ['bob', theirs],
  ] as const)
    await fetch(url + which.url, { method: 'DELETE', headers: { 'x-test-person': who } })
  expect(kept().length).toBe(before - 1)
})

test('nothing is left of a picture whose bytes are removed while its small ones are made', async () => {
  const own = await mkdtemp(join(tmpdir(), 'atrium-thumbnails-'))
  onTestFinished(() => rm(own, { recursive: true, force: true }))
  const store = createStore(join(own, 'files'))
  const parsing = {
    async *read() {
      yield jpeg
      await small.remove(sha256)
      yield jpeg
    },
  } as unknown as ParsingPool
  const small = createThumbnails(join(own, 'small'), store, parsing, silentLog)
  const sha256 = 'ab'.repeat(32)
  const picture = { mime: 'image/jpeg', size: jpeg.length, sha256, ownerId: 'ann' }
  await expect(small.find(picture, 'small')).rejects.toThrow('There is no small picture of this file.')
  expect(readdirSync(join(own, 'small', 'ab'))).toEqual([])
})

test('one that was slow once is tried again after a while, later each time; one that can have none is not', async () => {
  const own = await mkdtemp(join(tmpdir(), 'atrium-thumbnails-'))
  onTestFinished(() => rm(own, { recursive: true, force: true }))
  const store = createStore(join(own, 'files'))
  const sha256 = 'cd'.repeat(32)
  await mkdir(join(own, 'files', 'cd'), { recursive: true })
  await writeFile(store.pathOf(sha256), jpeg)
  let [clock, tries] = [0, 0]
  let fault: AppError | null = struck('time', 'picture')
  const parsing = {
    async *read() {
      tries += 1
      if (fault) throw fault
      yield jpeg
      yield jpeg
    },
  } as unknown as ParsingPool
  const small = createThumbnails(join(own, 'small'), store, parsing, silentLog, () => clock)
  const picture = { mime: 'image/jpeg', size: jpeg.length, sha256, ownerId: 'ann' }
  const find = () =>
    small.find(picture, 'small').then(
      ({ mime }) => mime,
      (error: Error) => error.message,
    )
  const NONE = 'There is no small picture of this file.'
  const MINUTE = 60_000
  expect([await find(), await find(), tries]).toEqual([NONE, NONE, 1])
  clock += MINUTE
  expect([await find(), tries]).toEqual([NONE, 2])
  clock += MINUTE
  expect([await find(), tries]).toEqual([NONE, 2])
  clock += 3 * MINUTE
  fault = null
  expect([await find(), tries]).toEqual(['image/jpeg', 3])
  await small.remove(sha256)
  fault = struck('output', 'picture')
  expect([await find(), tries]).toEqual([NONE, 4])
  clock += 30 * 24 * 60 * MINUTE
  expect([await find(), tries]).toEqual([NONE, 4])
})

/** A PNG whose head says this, and whose pixels unpack from next to nothing. */
function png(width: number, height: number, pixels: Buffer, depth = 8, kind = 2): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length)
    ends.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([depth, kind], 8)
  const sign = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([sign, chunk('IHDR', head), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))])
}
const jpeg = Buffer.from(quarters(200, 200).get_bytes_jpeg(80))

test.each<[string, Buffer]>([
  ['of a milliard pixels', png(60_000, 60_000, Buffer.alloc(1000))],
  ['of no pixels', png(0, 10, Buffer.alloc(10))],
  ['of fewer pixels than it says', png(4000, 4000, Buffer.alloc(100))],
  ['of 16 bits that unpack beyond what is held', png(7000, 7000, Buffer.alloc(7000 * (7000 * 8 + 1)), 16, 6)],
  ['that ends in its middle', jpeg.subarray(0, 300)],
  ['with nothing behind its sign', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['that is a text', Buffer.from('\x89PNG I am none')],
  ['of noise', Buffer.concat([jpeg.subarray(0, 160), Buffer.alloc(5000, 0xa5)])],
])('a picture %s has none, in a sentence, and the next one is made', async (_, bytes) => {
  const file = await upload('hostile.png', bytes)
  const answer = await small(file)
  if (answer.status !== 200) {
    expect(answer.status).toBe(415)
    const { error } = (await answer.json()) as ErrorBody
    expect(error.message).toBe('There is no small picture of this file.')
  } else expect((await bytesOf(answer)).length).toBeLessThan(200_000)
  expect((await small(await upload('good.jpg', jpeg))).status).toBe(200)
})

test('what is no picture has none, and no other size is made', async () => {
  const text = await upload('a.txt', Buffer.from('words'))
  expect((await small(text)).status).toBe(415)
  expect((await small(text, '5000')).status).toBe(400)
  expect(existsSync(join(dir, 'files'))).toBe(true)
})

test('a picture whose bytes are gone is refused by a sentence, as the file itself', async () => {
  const file = await upload('lost.jpg', quarters(310, 210).get_bytes_jpeg(80))
  await rm(join(dir, 'files'), { recursive: true })
  const whole = await fetch(url + file.url, { headers: { 'x-test-person': 'ann' } })
  const answer = await small(file)
  expect([whole.status, answer.status]).toEqual([410, 410])
})
