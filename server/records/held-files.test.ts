import { crud } from '@atrium/contract/crud'
import { crudHandlers } from '@atrium/contract/crud-handlers'
import { field } from '@atrium/contract/fields'
import type { HeldFile } from '@atrium/contract/files'
import { collection, defineModule } from '@atrium/contract/module'
import { defineServer } from '@atrium/contract/module-server'
import type { TrashList } from '@atrium/contract/record-history'
import { tableImport } from '@atrium/contract/table-import'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { SMALLEST_PNG } from '../files/test-pictures.ts'
import { removeOldWaiting } from '../files/waiting.ts'
import { type TestModules, testModules } from './test-module.ts'

const KB = 1024
const Find = z.object({
  title: field.text({ label: 'Title', required: true }),
  photos: field.image({ label: 'Photos', most: 3, largest: 40 * KB }),
  papers: field.file({ label: 'Papers', accepts: ['application/pdf', 'text/*'] }),
})
const finds = collection(Find, { version: 1, search: ['title'], key: 'title' })
const Proof = z.object({ photo: field.image({ label: 'Photo', required: true, most: 1 }) })
const proofs = collection(Proof, { version: 1, search: [] })

const named = { kind: 'module', industries: ['all'], tier: 'free', icon: 'camera' } as const
const album = defineModule({
  ...named,
  ...{ id: 'album', title: 'Album', summary: 'Finds', triggers: ['/album'] },
  collections: { finds, proofs },
  actions: {
    ...crud(finds, { one: 'find', many: 'finds' }),
    ...crud(proofs, { one: 'proof', many: 'proofs', as: 'Proof' }),
    addAndFail: { summary: 'Add and fail', effect: 'write', input: Find, output: z.unknown() },
  },
  imports: { table: tableImport('finds', 'finds') },
})
const server = defineServer(album, {
  ...crudHandlers(album, 'finds'),
  ...crudHandlers(album, 'proofs', 'Proof'),
  addAndFail: async (find, { store }) => {
    await store.finds.insert(find)
    throw new Error('It fails after all.')
  },
})
const other = defineModule({
  ...named,
  ...{ id: 'other', title: 'Other', summary: 'Others', triggers: ['/other'] },
  collections: { finds },
  actions: crud(finds, { one: 'find', many: 'finds' }),
})

type Row = z.output<typeof Find> & { id: string; version: number }
let at: TestModules
beforeAll(async () => {
  at = await testModules(server, defineServer(other, crudHandlers(other, 'finds')))
})

/** The smallest PNG, one for each number. */
const png = (number: number) => Buffer.concat([SMALLEST_PNG, Buffer.from([number])])
const PDF = '%PDF-1.4\n%âãÏÓ\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'

const post = (who: string, place: string, name: string, bytes: Uint8Array | string) =>
  at.fetch(who, `/api/m/${place}?name=${encodeURIComponent(name)}`, { method: 'POST', body: bytes as string })
const sent = async (
  who: string,
  name: string,
  bytes: Uint8Array | string = png(1),
  place = 'album/files/finds/photos',
) => (await (await post(who, place, name, bytes)).json()) as HeldFile
const refusal = async (answer: Response) => {
  const { error } = (await answer.json()) as { error: { message: string } }
  return [answer.status, error.message]
}
const add = async (who: string, find: object) => (await at.act<Row>(who, 'album.add', find)).output
const get = async (who: string, id: string) => (await at.act<Row>(who, 'album.get', { id })).output
const status = async (who: string, { id }: { id: string }) => (await at.fetch(who, `/api/files/${id}`)).status
const room = async (who: string) => {
  const { usedBytes } = (await (await at.fetch(who, '/api/room')).json()) as { usedBytes: number }
  return usedBytes
}
const takeBack = (who: string, { id }: { id: string }) =>
  at.fetch(who, `/api/m/album/files/${id}`, { method: 'DELETE' })
const emptyTrash = (who: string) => at.fetch(who, '/api/m/album/collections/finds/trash', { method: 'DELETE' })
const TOMORROW = () => new Date(Date.now() + 25 * 3_600_000)

describe('a file that is sent for a field', () => {
  test('waits until a record names it, and counts for its owner’s room from the first', async () => {
    const file = await sent('ann', 'Fundstück am See.png')
    expect(file).toEqual({ id: file.id, name: 'Fundstück am See.png', mime: 'image/png', size: png(1).length })
    expect(await room('ann')).toBe(png(1).length)
    expect([await status('ann', file), await status('bob', file), await status('', file)]).toEqual([200, 404, 404])
    // it is not one of the person's own files
    const own = (await (await at.fetch('ann', '/api/files')).json()) as { files: unknown[] }
    expect(own.files).toEqual([])
    const row = await add('ann', { title: 'Shell', photos: [{ id: file.id }] })
    expect(row.photos).toEqual([file])
    expect((await get('ann', row.id)).photos).toEqual([file])
    await removeOldWaiting(at.db, TOMORROW())
    expect(await status('ann', file)).toBe(200)
  })

  test('goes after a day, or when it is taken back, unless a record names it', async () => {
    const [kept, left, back] = [await sent('cleo', 'a.png'), await sent('cleo', 'b.png'), await sent('cleo', 'c.png')]
    const { id } = await add('cleo', { title: 'Kept', photos: [kept] })
    expect((await takeBack('bob', back)).status).toBe(404)
    expect((await takeBack('cleo', back)).status).toBe(200)
    expect(await refusal(await takeBack('cleo', back))).toEqual([404, 'File not found'])
    expect((await takeBack('cleo', kept)).status).toBe(404)
    await removeOldWaiting(at.db)
    expect(await status('cleo', left)).toBe(200)
    await removeOldWaiting(at.db, TOMORROW())
    expect([await status('cleo', kept), await status('cleo', left), await status('cleo', back)]).toEqual([
      200, 404, 404,
    ])
    expect((await get('cleo', id)).photos).toHaveLength(1)
  })

  test('is what its bytes are, whatever its name says, and no larger than the field takes', async () => {
    const photos = 'album/files/finds/photos'
    const KIND = 'A file of this kind is not taken here.'
    expect(await refusal(await post('dora', photos, 'a.png', '<svg onload="alert(1)"/>'))).toEqual([415, KIND])
    expect(await refusal(await post('dora', photos, 'a.png', PDF))).toEqual([415, KIND])
    expect(await refusal(await post('dora', 'album/files/finds/papers', 'a.txt', SMALLEST_PNG))).toEqual([415, KIND])
    const large = Buffer.concat([SMALLEST_PNG, Buffer.alloc(40 * KB)])
    expect(await refusal(await post('dora', photos, 'a.png', large))).toEqual([
      413,
      'That file is too large for this field.',
    ])
    expect(await refusal(await post('dora', photos, 'a.png', ''))).toEqual([400, 'That file is empty.'])
    expect((await at.fetch('dora', '/api/m/album/files/finds/photos', { method: 'POST', body: PDF })).status).toBe(400)
    for (const place of [
      'album/files/finds/title',
      'album/files/nowhere/photos',
      'nobody/files/finds/photos',
      'album/files/__proto__/photos',
    ])
      expect((await post('dora', place, 'a.png', SMALLEST_PNG)).status).toBe(404)
    expect((await post('', photos, 'a.png', SMALLEST_PNG)).status).toBe(401)
    expect(await room('dora')).toBe(0)
    expect((await sent('dora', 'Bill.PDF', PDF, 'album/files/finds/papers')).mime).toBe('application/pdf')
    expect((await sent('dora', '../../etc/notes', 'Paid in cash.', 'album/files/finds/papers')).name).toBe('notes')
  })

  test('finds no room where its owner’s files take all of it', async () => {
    const first = await sent('full', 'a.png')
    await at.db.execute(sql`update files set size = 6000000000 where id = ${first.id}`)
    const [code, sentence] = await refusal(await post('full', 'album/files/finds/photos', 'b.png', SMALLEST_PNG))
    expect(code).toBe(413)
    expect(sentence).toMatch(/^There is no room for this file/)
  })
})

describe('a record with files', () => {
  test('keeps what the server knows of them, whatever is said', async () => {
    const file = await sent('eve', 'true.png')
    const lie = { id: file.id, name: 'invoice.exe', mime: 'text/html', size: 1 }
    const row = await add('eve', { title: 'Lie', photos: [lie, lie] })
    expect(row.photos).toEqual([file])
    const again = await at.act<Row>('eve', 'album.change', { id: row.id, photos: [lie] })
    expect([again.output.photos, again.output.version]).toEqual([[file], 1]) // nothing has changed
  })

  test('takes nobody else’s file, no file of another module, no file of the person’s shelf and none that is gone', async () => {
    const GONE = 'One of these files is no longer there. Choose it again, please.'
    const theirs = await sent('bob', 'theirs.png')
    const elsewhere = await sent('eve', 'elsewhere.png', SMALLEST_PNG, 'other/files/finds/photos')
    const shelf = (await (
      await at.fetch('eve', '/api/files?name=own.png', { method: 'POST', body: SMALLEST_PNG })
    ).json()) as HeldFile
    for (const { id } of [theirs, elsewhere, shelf, { id: '0198c0de-0000-7000-8000-000000000000' }, { id: 'x' }]) {
      const { error, status: code } = await at.act('eve', 'album.add', { title: 'Stolen', photos: [{ id }] })
      expect([code, error]).toEqual([400, GONE])
    }
    const paper = await sent('eve', 'a.pdf', PDF, 'album/files/finds/papers')
    const wrong = await at.act('eve', 'album.add', { title: 'Wrong field', photos: [paper] })
    expect([wrong.status, wrong.error]).toEqual([415, 'A file of this kind is not taken here.'])
    // what another could not have is still theirs to name
    expect((await at.act('bob', 'album.add', { title: 'Mine', photos: [theirs] })).status).toBe(200)
  })

  test('has as many as its field takes, and at least one where it must', async () => {
    const four = await Promise.all([1, 2, 3, 4].map((n) => sent('finn', `${n}.png`, png(n))))
    const many = await at.act('finn', 'album.add', { title: 'Many', photos: four })
    expect(many.error).toBe('Photos: at most 3 files.')
    expect((await add('finn', { title: 'Three', photos: four.slice(0, 3) })).photos).toEqual(four.slice(0, 3))
    expect((await at.act('finn', 'album.addProof', {})).error).toBe('A photo is needed.')
    expect((await at.act('finn', 'album.addProof', { photo: [] })).error).toBe('A photo is needed.')
    for (const photos of ['x', [1], [{}], [{ id: '' }], { id: 'x' }])
      expect((await at.act('finn', 'album.add', { title: 'Bad', photos })).status).toBe(400)
  })

  test('that could not be saved leaves them waiting', async () => {
    const file = await sent('gil', 'a.png')
    expect((await at.act('gil', 'album.addAndFail', { title: 'Fails', photos: [file] })).status).toBe(500)
    expect((await takeBack('gil', file)).status).toBe(200)
  })

  test('has a removed one back by undo and by an earlier version, and all of them from the trash', async () => {
    const [one, two] = [await sent('hal', 'one.png', png(1)), await sent('hal', 'two.png', png(2))]
    const { id } = await add('hal', { title: 'Two', photos: [one, two] })
    const less = await at.act<Row>('hal', 'album.change', { id, photos: [two] })
    expect(less.output.photos).toEqual([two])
    expect((await at.undo('hal', less.change)).status).toBe(200)
    expect((await get('hal', id)).photos).toEqual([one, two])
    expect(await status('hal', one)).toBe(200)
    await at.act('hal', 'album.change', { id, photos: [] })
    const headers = { 'content-type': 'application/json' }
    const path = `/api/m/album/collections/finds/${id}`
    const back = await at.fetch('hal', `${path}/revert`, { method: 'POST', headers, body: '{"version":1}' })
    expect(back.status).toBe(200)
    expect((await get('hal', id)).photos).toEqual([one, two])
    await at.act('hal', 'album.remove', { ids: [id] })
    expect(await status('hal', two)).toBe(200)
    await at.act('hal', 'album.restore', { ids: [id] })
    expect((await get('hal', id)).photos).toEqual([one, two])
  })

  test('takes them along when it goes for good, but for those that another record names', async () => {
    const [own, shared] = [await sent('ida', 'own.png', png(1)), await sent('ida', 'shared.png', png(2))]
    const { id } = await add('ida', { title: 'First', photos: [own, shared] })
    const second = await add('ida', { title: 'Second', photos: [shared] })
    await at.act('ida', 'album.remove', { ids: [id] })
    const trash = (await (await at.fetch('ida', '/api/m/album/collections/finds/trash')).json()) as TrashList
    expect(trash.total).toBe(1)
    expect((await emptyTrash('ida')).status).toBe(200)
    expect([await status('ida', own), await status('ida', shared)]).toEqual([404, 200])
    expect(await room('ida')).toBe(png(2).length)
    await at.act('ida', 'album.remove', { ids: [second.id] })
    await emptyTrash('ida')
    expect(await room('ida')).toBe(0)
  })

  test('is found by whether it has some, and exported with their names; no table brings files', async () => {
    const file = await sent('jo', '=cmd.png')
    await add('jo', { title: 'With', photos: [file, await sent('jo', 'b.png', png(2))] })
    await add('jo', { title: 'Without' })
    const listed = async (isEmpty: boolean) =>
      (await at.act<{ rows: Row[] }>('jo', 'album.list', { where: { photos: { isEmpty } } })).output.rows.map(
        ({ title }) => title,
      )
    expect([await listed(false), await listed(true)]).toEqual([['With'], ['Without']])
    expect((await at.act('jo', 'album.list', { where: { photos: true } })).status).toBe(400)
    expect((await at.act('jo', 'album.list', { order: ['photos'] })).status).toBe(400)
    const csv = await (await at.fetch('jo', '/api/m/album/collections/finds/export?format=csv')).text()
    expect(csv).toContain(`"'=cmd.png, b.png"`)
    const table = { name: 't.csv', bytes: 'Title;Photos\nBrooch;brooch.png\n' }
    const { report } = await at.importFile('jo', 'album.table', table)
    expect([report.added, report.refused]).toEqual([1, 0])
    expect(report.table?.columns.map(({ field }) => field)).not.toContain('photos')
  })
})

test('a document is shown in a frame of ours alone, and what could run never is', async () => {
  const paper = await sent('kim', 'a.pdf', PDF, 'album/files/finds/papers')
  const page = await sent('kim', 'a.html', '<p>Hello</p>', 'album/files/finds/papers')
  const headersOf = async ({ id }: HeldFile, query = '') => {
    const { headers } = await at.fetch('kim', `/api/files/${id}${query}`)
    return [headers.get('content-disposition')?.split(';')[0], headers.get('content-security-policy')]
  }
  const SANDBOX = "sandbox; default-src 'none'"
  expect(await headersOf(paper)).toEqual(['attachment', SANDBOX])
  expect(await headersOf(paper, '?show=1')).toEqual(['inline', "frame-ancestors 'self'"])
  expect(await headersOf(page, '?show=1')).toEqual(['attachment', SANDBOX])
  expect((await at.fetch('kim', `/api/files/${paper.id}?show=yes`)).status).toBe(400)
})
