import type { SharedWithMe } from '@atrium/contract/sharing'
import { expect, test } from 'vitest'
import { type Client, testApp } from '../../server/test-app.ts'
import type { EntryRow } from './rows.ts'

const app = await testApp()
const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const TUS = { 'tus-resumable': '1.0.0' }

const act = async <T>(who: Client, action: string, input: object, scope = '') => {
  const answer = await who.send('POST', `/api/m/sync/${action}`, input, scope ? { 'x-scope': scope } : {})
  return { status: answer.status, ...((await answer.json()) as { output: T }) }
}
/** Begins an upload of ten bytes, of which four come. */
async function begin(who: Client, name: string, parent: string, headers: Record<string, string> = {}) {
  const meta = Object.entries({ filename: name, parent }).map(([key, value]) => `${key} ${btoa(value)}`)
  const made = await who.send('POST', '/api/m/sync/tus', 'four', {
    ...{ ...TUS, 'content-type': 'application/offset+octet-stream', ...headers },
    ...{ 'upload-length': '10', 'upload-metadata': meta.join(',') },
  })
  expect(made.status).toBe(201)
  return made.headers.get('location') ?? ''
}
const tus = (who: Client, method: string, path: string, more: Record<string, string> = {}, body?: string) =>
  who.send(method, path, body, { ...TUS, ...more })
const goOn = (who: Client, path: string, more: Record<string, string> = {}) =>
  tus(
    who,
    'PATCH',
    path,
    { 'content-type': 'application/offset+octet-stream', 'upload-offset': '4', ...more },
    '567890',
  )

test('in a shared folder an upload is its beginner’s: an editor neither sees, goes on with nor gives up the owner’s', async () => {
  const [ann, ben, cem] = [await app.member(), await app.member(), await app.member()]
  const { output: trip } = await act<EntryRow>(ann, 'makeFolder', { name: 'Trip' })
  const share = async (who: Client) => {
    const { email } = await who.call<{ email: string }>('GET', '/api/user')
    const place = `/api/m/sync/collections/entries/${trip.id}/shares`
    await ann.call('POST', place, { with: email, role: 'editor' })
    const [mine] = (await who.call<SharedWithMe>('GET', '/api/shares')).shares
    return { 'x-scope': `share:${mine?.id}` }
  }
  const [bens, cems] = [await share(ben), await share(cem)]
  const owners = await begin(ann, 'film.bin', trip.id)
  const own = await begin(ben, 'sound.bin', trip.id, bens)
  const waits = async (who: Client, scope = '') =>
    (await act<{ uploads: { name: string }[] }>(who, 'uploads', {}, scope)).output.uploads.map(({ name }) => name)
  expect(await waits(ben, bens['x-scope'])).toEqual(['sound.bin'])
  expect(await waits(cem, cems['x-scope'])).toEqual([])
  expect(await waits(ann)).toEqual(['film.bin'])
  const idOf = (url: string) => url.split('/').at(-1)
  for (const [url, scope] of [
    [owners, bens],
    [owners, cems],
    [own, cems],
  ] as const) {
    const who = scope === bens ? ben : cem
    expect((await tus(who, 'HEAD', url, scope)).status).toBe(404)
    expect((await goOn(who, url, scope)).status).toBe(404)
    expect((await tus(who, 'DELETE', url, scope)).status).toBe(404)
    expect((await act(who, 'discardUpload', { id: idOf(url) }, scope['x-scope'])).status).toBe(404)
  }
  // nor by making ready for uploads, which forgets what was given up long ago
  await app.db.$client.query(`update records set updated_at = now() - interval '8 days' where id = any($1)`, [
    [idOf(owners), idOf(own)],
  ])
  expect((await act<{ count: number }>(ben, 'prepare', {}, bens['x-scope'])).output.count).toBe(1)
  expect((await tus(ben, 'HEAD', own, bens)).status).toBe(404)
  expect((await goOn(ann, owners)).status).toBe(204)
  const { entries } = (await act<{ entries: EntryRow[] }>(ann, 'list', { folder: trip.id })).output
  expect(entries.map(({ name, size }) => [name, size])).toEqual([['film.bin', 10]])
})

test('the owner can give up what an editor began, which takes the owner’s room', async () => {
  const [ann, ben] = [await app.member(), await app.member()]
  const { output: trip } = await act<EntryRow>(ann, 'makeFolder', { name: 'Trip' })
  const { email } = await ben.call<{ email: string }>('GET', '/api/user')
  await ann.call('POST', `/api/m/sync/collections/entries/${trip.id}/shares`, { with: email, role: 'editor' })
  const [mine] = (await ben.call<SharedWithMe>('GET', '/api/shares')).shares
  const url = await begin(ben, 'sound.bin', trip.id, { 'x-scope': `share:${mine?.id}` })
  expect((await act(ann, 'discardUpload', { id: url.split('/').at(-1) })).status).toBe(200)
  expect((await tus(ben, 'HEAD', url, { 'x-scope': `share:${mine?.id}` })).status).toBe(404)
})

test('a picture in a shared folder is shown among many there too', async () => {
  const [ann, ben] = [await app.member(), await app.member()]
  const { output: trip } = await act<EntryRow>(ann, 'makeFolder', { name: 'Trip' })
  const { output: sea } = await act<EntryRow>(ann, 'save', { name: 'sea.gif', folder: trip.id, base64: GIF })
  const { email } = await ben.call<{ email: string }>('GET', '/api/user')
  await ann.call('POST', `/api/m/sync/collections/entries/${trip.id}/shares`, { with: email, role: 'viewer' })
  const [mine] = (await ben.call<SharedWithMe>('GET', '/api/shares')).shares
  const small = `/api/m/sync/content/${sea.content}?thumbnail=small`
  const answer = await ben.send('GET', `${small}&scope=share:${mine?.id}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/gif'])
  expect((await ben.send('GET', small)).status).toBe(404)
})
