import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import type { EntryRow } from './rows.ts'
import server from './server.ts'

let at: TestModules
beforeAll(async () => {
  at = await testModules(server)
})

/** ms; four in the morning */
const NIGHT = Date.parse('2040-03-01T04:00:00Z')
const DAY = 24 * 60 * 60 * 1000

const TUS = { 'tus-resumable': '1.0.0' }
const BYTES = { ...TUS, 'content-type': 'application/offset+octet-stream' }
const meta = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
const sha = (bytes: Uint8Array, name = 'sha256') => createHash(name).update(bytes).digest()

const create = (who: string, size: number, values: Record<string, string>, init: RequestInit = {}) =>
  at.fetch(who, '/api/m/sync/tus', {
    method: 'POST',
    ...init,
    headers: { ...TUS, 'upload-length': String(size), 'upload-metadata': meta(values), ...init.headers },
  })
const patch = (who: string, url: string, offset: number, bytes: Uint8Array, more: Record<string, string> = {}) =>
  at.fetch(who, url, {
    method: 'PATCH',
    headers: { ...BYTES, 'upload-offset': String(offset), ...more },
    body: bytes as unknown as string,
  })
const offsetOf = async (who: string, url: string) => {
  const answer = await at.fetch(who, url, { method: 'HEAD', headers: TUS })
  return answer.status === 200 ? Number(answer.headers.get('upload-offset')) : `status ${answer.status}`
}
const sentenceOf = async (answer: Response) => ((await answer.json()) as { error: { message: string } }).error.message
const begin = async (who: string, size: number, values: Record<string, string>) =>
  (await create(who, size, values)).headers.get('location') ?? ''
const list = async (who: string) => (await at.act<{ entries: EntryRow[] }>(who, 'sync.list')).output.entries
const bytesOf = async (who: string, entry?: EntryRow) =>
  new Uint8Array(await (await at.fetch(who, `/api/m/sync/content/${entry?.content}`)).arrayBuffer())

describe('an upload by the tus protocol', () => {
  test('comes in pieces, tells how far it is, and is the same file at its end', async () => {
    const bytes = randomBytes(3_000_000)
    const url = await begin('ann', bytes.length, { filename: 'video.bin', modified: '1760000000000' })
    expect(url).toMatch(/^\/api\/m\/sync\/tus\/[\w-]+$/)
    expect(await offsetOf('ann', url)).toBe(0)
    const first = await patch('ann', url, 0, bytes.subarray(0, 1_200_000))
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '1200000'])
    expect(await list('ann')).toEqual([])
    expect(await offsetOf('ann', url)).toBe(1_200_000)
    expect((await patch('ann', url, 1_200_000, bytes.subarray(1_200_000))).status).toBe(204)
    const [entry] = await list('ann')
    expect(entry).toMatchObject({
      name: 'video.bin',
      size: bytes.length,
      sha256: sha(bytes).toString('hex'),
      modifiedAt: '2025-10-09T08:53:20.000Z',
    })
    expect(Buffer.compare(await bytesOf('ann', entry), bytes)).toBe(0)
    // the answer to the last request may have been lost
    expect(await offsetOf('ann', url)).toBe(bytes.length)
  })
  test('of a small file takes one request, of an empty one too', async () => {
    const bytes = new TextEncoder().encode('Hello.')
    const sent = await create('one', 6, { filename: 'hello.txt' }, { headers: BYTES, body: bytes as unknown as string })
    expect([sent.status, sent.headers.get('upload-offset')]).toEqual([201, '6'])
    expect((await create('one', 0, { filename: 'empty.txt' })).status).toBe(201)
    const entries = await list('one')
    expect(entries.map(({ name, size, mime }) => [name, size, mime])).toEqual([
      ['empty.txt', 0, 'text/plain'],
      ['hello.txt', 6, 'text/plain'],
    ])
    expect(await bytesOf('one', entries[0])).toHaveLength(0)
    expect(sent.headers.get('x-entry')).toBe(entries[1]?.id)
  })
  test('with a wrong checksum is refused with 460, and what came is not kept', async () => {
    const bytes = randomBytes(50_000)
    const url = await begin('check', bytes.length, { filename: 'a.bin' })
    const digest = (name: string, of: Uint8Array) => `${name} ${sha(of, name).toString('base64')}`
    const wrong = await patch('check', url, 0, bytes, { 'upload-checksum': digest('sha1', randomBytes(10)) })
    expect([wrong.status, wrong.headers.get('tus-checksum-algorithm')]).toEqual([460, 'sha1,sha256,sha512,md5'])
    expect(await offsetOf('check', url)).toBe(0)
    expect(await list('check')).toEqual([])
    expect((await patch('check', url, 0, bytes, { 'upload-checksum': 'crc32 AAAA' })).status).toBe(400)
    expect((await patch('check', url, 0, bytes, { 'upload-checksum': 'sha1' })).status).toBe(400)
    const half = bytes.subarray(0, 20_000)
    expect((await patch('check', url, 0, half, { 'upload-checksum': digest('sha1', half) })).status).toBe(204)
    const rest = bytes.subarray(20_000)
    expect((await patch('check', url, 20_000, rest, { 'upload-checksum': digest('sha256', rest) })).status).toBe(204)
    expect((await list('check'))[0]?.sha256).toBe(sha(bytes).toString('hex'))
  })
  test('at the wrong place, too long, or without its headers is refused and stays as it was', async () => {
    const url = await begin('wrong', 10, { filename: 'a.bin' })
    expect((await patch('wrong', url, 5, randomBytes(5))).status).toBe(409)
    expect((await patch('wrong', url, 0, randomBytes(11))).status).toBe(413)
    expect((await at.fetch('wrong', url, { method: 'PATCH', body: 'x' })).status).toBe(412)
    expect((await patch('wrong', url, 0, randomBytes(1), { 'content-type': 'text/plain' })).status).toBe(400)
    expect(await offsetOf('wrong', url)).toBe(0)
    const nameless = await create('wrong', 10, { filename: ' ' })
    expect([nameless.status, await sentenceOf(nameless)]).toEqual([400, 'A name needs a letter or a digit in it.'])
    const nowhere = await create('wrong', 10, { filename: 'a', parent: 'nothing' })
    expect([nowhere.status, await sentenceOf(nowhere)]).toEqual([
      404,
      'That folder was not found. It may be in the trash.',
    ])
    expect((await create('', 10, { filename: 'a' })).status).toBe(401)
  })
  test('is nobody else’s, and can be given up', async () => {
    const url = await begin('own', 10, { filename: 'a.bin' })
    await patch('own', url, 0, randomBytes(4))
    expect(await offsetOf('eve', url)).toBe('status 404')
    expect((await patch('eve', url, 4, randomBytes(6))).status).toBe(404)
    expect((await at.fetch('eve', url, { method: 'DELETE', headers: TUS })).status).toBe(404)
    const waits = async (who: string) => (await at.act<{ uploads: unknown[] }>(who, 'sync.uploads')).output.uploads
    expect(await waits('own')).toEqual([expect.objectContaining({ name: 'a.bin', size: 10, offset: 4, url })])
    expect(await waits('eve')).toEqual([])
    expect((await at.fetch('own', url, { method: 'DELETE', headers: TUS })).status).toBe(204)
    expect(await offsetOf('own', url)).toBe('status 404')
    expect(await waits('own')).toEqual([])
  })
  test('of a document that came in pieces is found by its text', async () => {
    const text = new TextEncoder().encode(`${'Nothing here. '.repeat(200)}The zanzibar clause.`)
    const url = await begin('text', text.length, { filename: 'contract.txt' })
    await patch('text', url, 0, text.subarray(0, 1000))
    await patch('text', url, 1000, text.subarray(1000))
    const { output } = await at.act<{ entries: { name: string; excerpt: string }[] }>('text', 'sync.search', {
      words: 'zanzibar',
    })
    expect(output.entries).toEqual([
      expect.objectContaining({ name: 'contract.txt', excerpt: expect.stringContaining('The zanzibar clause.') }),
    ])
  })
  test('that is more than there is room for ends with a sentence, and keeps nothing', async () => {
    const size = 51 * 1024 * 1024 // somebody without a plan has 50 MB
    const who = 'full'
    const url = await begin(who, size, { filename: 'big.bin' })
    const most = Buffer.alloc(40 * 1024 * 1024, 1)
    expect((await patch(who, url, 0, most)).status).toBe(204)
    const full = await patch(who, url, most.length, most.subarray(0, size - most.length))
    expect([full.status, await sentenceOf(full)]).toEqual([
      413,
      expect.stringMatching(/^There is no room for this file .* of 50 MB/),
    ])
    expect(await offsetOf(who, url)).toBe(most.length)
  })
})

test('what nobody goes on with is forgotten after a week, without anybody’s page; what is named and thrown away stays', async () => {
  const bytes = randomBytes(10_000)
  const old = await begin('tidy', bytes.length, { filename: 'given-up.bin' })
  await patch('tidy', old, 0, bytes.subarray(0, 4_000))
  const fresh = await begin('tidy', bytes.length, { filename: 'on-its-way.bin' })
  await patch('tidy', fresh, 0, bytes.subarray(0, 4_000))
  const save = (text: string) => at.act<EntryRow>('tidy', 'sync.save', { name: 'note.txt', text })
  await save('First')
  const { output: note } = await save('Second')
  const { output: thrown } = await at.act<EntryRow>('tidy', 'sync.save', { name: 'old.txt', text: 'Thrown away' })
  await at.act('tidy', 'sync.remove', { ids: [thrown.id] })
  const query = async (text: string, ...values: string[]) => (await at.db.$client.query(text, values)).rows
  const moment = async (id: string, days: number) =>
    query(`update records set updated_at = $2 where id = $1`, id, new Date(NIGHT - days * DAY).toISOString())
  await moment(old.split('/').at(-1) ?? '', 8)
  await moment(fresh.split('/').at(-1) ?? '', 6)
  const kept = async () => (await query(`select name from files where owner_id = 'tidy' order by name`)).length
  const before = await kept()
  await query(`update periodic_jobs set next_at = $1 where owner_id = 'tidy'`, new Date(NIGHT).toISOString())
  await at.due(new Date(NIGHT))
  expect(await offsetOf('tidy', old)).toBe('status 404')
  expect(await offsetOf('tidy', fresh)).toBe(4_000)
  expect(await kept()).toBe(before - 1)
  const { versions } = (await at.act<{ versions: unknown[] }>('tidy', 'sync.versions', { id: note.id })).output
  expect(versions).toHaveLength(2)
  const { entries } = (await at.act<{ entries: EntryRow[] }>('tidy', 'sync.trash')).output
  expect(entries).toMatchObject([{ name: 'old.txt' }])
})

describe('a connection that breaks off in the middle of one long request', () => {
  /** Sends the first `sent` bytes of a body said to be longer, and breaks the connection off. */
  const cut = (who: string, url: string, bytes: Uint8Array, sent: number, more: Record<string, string> = {}) =>
    new Promise<void>((done) => {
      const headers = {
        ...BYTES,
        'upload-offset': '0',
        'content-length': String(bytes.length),
        'x-test-person': who,
        ...more,
      }
      const call = request(`${at.url}${url}`, { method: 'PATCH', headers })
      call.on('error', () => undefined).on('close', () => done())
      call.write(bytes.subarray(0, sent), () => setTimeout(() => call.destroy(), 100))
    })

  test('leaves what has come; the client asks for the offset and goes on from there', async () => {
    const bytes = randomBytes(6_000_000)
    const url = await begin('cut', bytes.length, { filename: 'film.bin' })
    await cut('cut', url, bytes, 4_000_000)
    await expect.poll(() => offsetOf('cut', url), { timeout: 10_000 }).toBeGreaterThan(1_000_000)
    const offset = Number(await offsetOf('cut', url))
    expect(offset).toBeLessThanOrEqual(4_000_000)
    expect(await list('cut')).toEqual([])
    expect((await patch('cut', url, offset, bytes.subarray(offset))).status).toBe(204)
    const [entry] = await list('cut')
    expect(entry).toMatchObject({ size: bytes.length, sha256: sha(bytes).toString('hex') })
    expect(Buffer.from(await bytesOf('cut', entry)).equals(bytes)).toBe(true)
  })
  test('leaves nothing where a checksum of the whole was promised', async () => {
    const bytes = randomBytes(3_000_000)
    const url = await begin('cut-sum', bytes.length, { filename: 'film.bin' })
    await cut('cut-sum', url, bytes, 2_000_000, { 'upload-checksum': `sha256 ${sha(bytes).toString('base64')}` })
    expect((await patch('cut-sum', url, 0, bytes)).status).toBe(204)
    expect(await list('cut-sum')).toMatchObject([{ size: bytes.length }])
  })
})
