import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { crud } from '@atrium/contract/crud'
import { crudHandlers } from '@atrium/contract/crud-handlers'
import { field } from '@atrium/contract/fields'
import type { HeldFile } from '@atrium/contract/files'
import { collection, defineModule } from '@atrium/contract/module'
import { defineServer } from '@atrium/contract/module-server'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { SMALLEST_PNG } from '../files/test-pictures.ts'
import { removeOldUnfinished } from '../files/unfinished-rows.ts'
import { type TestModules, testModules } from './test-module.ts'

const MB = 1024 * 1024
const Find = z.object({
  title: field.text({ label: 'Title', required: true }),
  films: field.file({ label: 'Films', largest: 4 * MB }),
  photos: field.image({ label: 'Photos', most: 3 }),
})
const finds = collection(Find, { version: 1, search: ['title'] })
const named = { kind: 'module', industries: ['all'], tier: 'free', icon: 'camera' } as const
const moduleOf = (id: string) =>
  defineModule({
    ...named,
    ...{ id, title: id, summary: 'Finds', triggers: [`/${id}`] as const },
    collections: { finds },
    actions: crud(finds, { one: 'find', many: 'finds' }),
  })
const [album, other] = [moduleOf('album'), moduleOf('other')]

type Row = z.output<typeof Find> & { id: string }
let at: TestModules
beforeAll(async () => {
  at = await testModules(
    defineServer(album, crudHandlers(album, 'finds')),
    defineServer(other, crudHandlers(other, 'finds')),
  )
})

const TUS = { 'tus-resumable': '1.0.0' }
const BYTES = { ...TUS, 'content-type': 'application/offset+octet-stream' }
const create = (who: string, name: string, size: number | null, place = 'album/files/finds/films', scope = '') =>
  at.fetch(who, `/api/m/${place}/tus`, {
    method: 'POST',
    headers: {
      ...TUS,
      ...(size === null ? { 'upload-defer-length': '1' } : { 'upload-length': String(size) }),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
      ...(scope && { 'x-scope': scope }),
    },
  })
const begin = async (...of: Parameters<typeof create>) => (await create(...of)).headers.get('location') ?? ''
const patch = (who: string, url: string, offset: number, bytes: Uint8Array) =>
  at.fetch(who, url, {
    method: 'PATCH',
    headers: { ...BYTES, 'upload-offset': String(offset) },
    body: bytes as unknown as string,
  })
const head = (who: string, url: string) => at.fetch(who, url, { method: 'HEAD', headers: TUS })
const offsetOf = async (who: string, url: string) => {
  const answer = await head(who, url)
  return answer.status === 200 ? Number(answer.headers.get('upload-offset')) : `status ${answer.status}`
}
const fileIn = (answer: Response) => JSON.parse(decodeURIComponent(answer.headers.get('x-file') ?? 'null')) as HeldFile
const refusal = async (answer: Response) => {
  const { error } = (await answer.json()) as { error: { message: string } }
  return [answer.status, error.message]
}
const room = async (who: string) =>
  ((await (await at.fetch(who, '/api/room')).json()) as { usedBytes: number }).usedBytes
const comingIn = () => readdirSync(join(at.dir, 'files', 'incoming')).length

test('a file comes in pieces, and is the same file in its record', async () => {
  const bytes = Buffer.concat([SMALLEST_PNG, randomBytes(3_000_000)])
  const url = await begin('ann', 'Fund am See.png', bytes.length)
  expect(url).toMatch(/^\/api\/m\/album\/unfinished\/[\w-]+$/)
  const first = await patch('ann', url, 0, bytes.subarray(0, 1_000_000))
  expect([first.status, first.headers.get('upload-offset'), first.headers.get('x-file')]).toEqual([
    204,
    '1000000',
    null,
  ])
  expect(await offsetOf('ann', url)).toBe(1_000_000)
  expect((await patch('ann', url, 5, bytes.subarray(5))).status).toBe(409)
  const before = comingIn()
  const last = await patch('ann', url, 1_000_000, bytes.subarray(1_000_000))
  const file = fileIn(last)
  expect(file).toEqual({ id: file.id, name: 'Fund am See.png', mime: 'image/png', size: bytes.length })
  expect(comingIn()).toBe(before - 1)
  // the answer to the last request may have been lost
  const again = await head('ann', url)
  expect([again.headers.get('upload-offset'), fileIn(again)]).toEqual([String(bytes.length), file])
  const { output } = await at.act<Row>('ann', 'album.add', { title: 'Shell', films: [{ id: file.id }] })
  expect(output.films).toEqual([file])
  const kept = Buffer.from(await (await at.fetch('ann', `/api/files/${file.id}`)).arrayBuffer())
  expect(kept.equals(bytes)).toBe(true)
  expect(await room('ann')).toBe(bytes.length)
})

test('a connection that breaks off in the middle of a request leaves what has come', async () => {
  const bytes = randomBytes(3_500_000)
  const url = await begin('cut', 'film.bin', bytes.length)
  await new Promise<void>((done) => {
    const headers = {
      ...{ ...BYTES, 'upload-offset': '0', 'content-length': String(bytes.length), 'x-test-person': 'cut' },
    }
    const call = request(`${at.url}${url}`, { method: 'PATCH', headers })
    call.on('error', () => undefined).on('close', () => done())
    call.write(bytes.subarray(0, 2_000_000), () => setTimeout(() => call.destroy(), 100))
  })
  await expect.poll(() => offsetOf('cut', url), { timeout: 10_000 }).toBeGreaterThan(500_000)
  const offset = Number(await offsetOf('cut', url))
  expect(offset).toBeLessThanOrEqual(2_000_000)
  const { id } = fileIn(await patch('cut', url, offset, bytes.subarray(offset)))
  const kept = Buffer.from(await (await at.fetch('cut', `/api/files/${id}`)).arrayBuffer())
  expect(kept.equals(bytes)).toBe(true)
})

test('however many pieces it comes in, few lie on the disk, and the file is the same', async () => {
  const bytes = randomBytes(5_150)
  const url = await begin('bits', 'film.bin', bytes.length)
  const before = comingIn()
  // a large piece, a hundred of one byte, one that is larger again, and more of one byte
  const ends = [5_000, ...Array.from({ length: 100 }, (_, at) => 5_001 + at), 5_120]
  for (let at = 5_121; at < bytes.length; at++) ends.push(at)
  let offset = 0
  let most = 0
  for (const end of ends) {
    expect((await patch('bits', url, offset, bytes.subarray(offset, end))).status).toBe(204)
    most = Math.max(most, comingIn() - before)
    offset = end
  }
  expect(most).toBe(32)
  const { id } = fileIn(await patch('bits', url, offset, bytes.subarray(offset)))
  const kept = Buffer.from(await (await at.fetch('bits', `/api/files/${id}`)).arrayBuffer())
  expect(kept.equals(bytes)).toBe(true)
  expect(comingIn()).toBe(before)
})

test('what the field does not take is told in a sentence, as early as it is known', async () => {
  const LARGE = [413, 'That file is too large for this field.']
  expect(await refusal(await create('dora', 'a.bin', 4 * MB + 1))).toEqual(LARGE)
  expect(await refusal(await create('dora', 'a.bin', 0))).toEqual([400, 'That file is empty.'])
  expect((await create('dora', 'a.bin', null)).status).toBe(501)
  const nowhere = await create('dora', 'a.bin', 5, 'album/files/finds/title')
  expect(await refusal(nowhere)).toEqual([404, 'There is no such field for files here.'])
  for (const place of ['album/files/__proto__/films', 'nobody/files/finds/films'])
    expect((await create('dora', 'a.bin', 5, place)).status).toBe(404)
  expect((await create('', 'a.bin', 5)).status).toBe(401)
  // What it is only its bytes tell; nothing of it is kept then.
  const before = comingIn()
  const url = await begin('dora', 'a.png', 9, 'album/files/finds/photos')
  expect((await patch('dora', url, 0, Buffer.from('words'))).status).toBe(204)
  const KIND = [415, 'A file of this kind is not taken here.']
  expect(await refusal(await patch('dora', url, 5, Buffer.from(' too')))).toEqual(KIND)
  expect([await offsetOf('dora', url), await room('dora'), comingIn()]).toEqual(['status 404', 0, before])
})

test('where there is no room it is not begun; what was taken up meanwhile ends it, and what has come stays', async () => {
  const url = await begin('full', 'a.bin', 1000)
  await patch('full', url, 0, Buffer.alloc(400))
  const fill = await begin('full', 'b.bin', 3)
  const { id } = fileIn(await patch('full', fill, 0, Buffer.from('abc')))
  await at.db.execute(sql`update files set size = 6000000000 where id = ${id}`)
  const FULL = [413, expect.stringMatching(/^There is no room for this file/)]
  expect(await refusal(await create('full', 'c.bin', 1))).toEqual(FULL)
  expect(await refusal(await patch('full', url, 400, Buffer.alloc(600)))).toEqual(FULL)
  expect(await offsetOf('full', url)).toBe(400)
  await at.db.execute(sql`update files set size = 3 where id = ${id}`)
  expect(fileIn(await patch('full', url, 400, Buffer.alloc(600))).size).toBe(1000)
})

test('it is its sender’s alone, in its module, and can be given up before and after it is whole', async () => {
  const url = await begin('own', 'a.bin', 10)
  await patch('own', url, 0, Buffer.alloc(4))
  const elsewhere = url.replace('/album/', '/other/')
  for (const [who, address] of [
    ['eve', url],
    ['own', elsewhere],
  ] as const) {
    expect(await offsetOf(who, address)).toBe('status 404')
    expect((await patch(who, address, 4, Buffer.alloc(6))).status).toBe(404)
    expect((await at.fetch(who, address, { method: 'DELETE', headers: TUS })).status).toBe(404)
  }
  const before = comingIn()
  expect((await at.fetch('own', url, { method: 'DELETE', headers: TUS })).status).toBe(204)
  expect([await offsetOf('own', url), comingIn()]).toEqual(['status 404', before - 1])
  const whole = await begin('own', 'b.bin', 3)
  const { id } = fileIn(await patch('own', whole, 0, Buffer.from('abc')))
  expect((await at.fetch('own', whole, { method: 'DELETE', headers: TUS })).status).toBe(204)
  expect((await at.fetch('own', `/api/files/${id}`)).status).toBe(404)
})

test('two requests for one place at once keep one of them; a file that is taken back is not told of again', async () => {
  const url = await begin('two', 'a.bin', 8)
  const both = await Promise.all([1, 2].map((byte) => patch('two', url, 0, Buffer.alloc(8, byte))))
  const statuses = both.map(({ status }) => status).sort()
  expect(statuses[0]).toBe(204)
  expect(statuses[1]).toBeGreaterThanOrEqual(400)
  expect(statuses[1]).toBeLessThan(500)
  const { id } = fileIn(await head('two', url))
  expect((await at.fetch('two', `/api/m/album/files/${id}`, { method: 'DELETE' })).status).toBe(200)
  expect(await offsetOf('two', url)).toBe('status 404')
})

test('what nobody goes on with for a day is forgotten', async () => {
  const url = await begin('late', 'a.bin', 8)
  await patch('late', url, 0, Buffer.alloc(4))
  const id = url.split('/').at(-1)
  await removeOldUnfinished(at.db)
  expect(await offsetOf('late', url)).toBe(4)
  await at.db.execute(sql`update unfinished_files set created_at = created_at - interval '25 hours' where id = ${id}`)
  expect(await offsetOf('late', url)).toBe('status 404')
  await removeOldUnfinished(at.db)
  const { rows } = await at.db.execute(sql`select id from unfinished_files where id = ${id}`)
  expect(rows).toEqual([])
})
