import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Device, device } from '../../server/dav/test-dav.ts'
import { join, makeTeam } from '../../server/teams/test-teams.ts'
import { testApp } from '../../server/test-app.ts'
import type { EntryRow } from './rows.ts'

const app = await testApp()
const FILES = '/dav/me/sync'

const newDevice = async (name?: string) => device(app, await app.member(name))
const list = async ({ person }: Device, path = '') => {
  const { output } = await person.call<{ output: { entries: EntryRow[] } }>('POST', '/api/m/sync/list', { path })
  return output.entries
}
const names = async (who: Device, path = '') => (await list(who, path)).map(({ name }) => name).sort()
const versionsOf = async ({ person }: Device, id: string) => {
  const { output } = await person.call<{ output: { versions: { size: number; isCurrent: boolean }[] } }>(
    'POST',
    '/api/m/sync/versions',
    { id },
  )
  return output.versions.map(({ size, isCurrent }) => [size, isCurrent])
}

describe('files', () => {
  test('are put, listed, read in ranges and removed; what came by WebDAV is in the workspace, and back', async () => {
    const ann = await newDevice()
    expect((await ann.send('MKCOL', `${FILES}/Photos`)).status).toBe(201)
    const bytes = randomBytes(100_000)
    const sent = await ann.send('PUT', `${FILES}/Photos/sea.bin`, {
      body: bytes,
      headers: { 'x-oc-mtime': '1760000000' },
    })
    expect([sent.status, sent.headers.get('x-oc-mtime')]).toEqual([201, 'accepted'])
    const [entry] = await list(ann, 'Photos')
    expect(entry).toMatchObject({ name: 'sea.bin', size: 100_000, modifiedAt: '2025-10-09T08:53:20.000Z' })
    const found = await ann.propfind(`${FILES}/Photos`, '1')
    expect(found.map(({ href }) => href)).toEqual(['/dav/me/sync/Photos/', '/dav/me/sync/Photos/sea.bin'])
    expect(found[1]?.properties).toMatchObject({
      getcontentlength: '100000',
      getetag: sent.headers.get('etag'),
      getlastmodified: 'Thu, 09 Oct 2025 08:53:20 GMT',
      resourcetype: '',
    })
    const part = await ann.send('GET', `${FILES}/Photos/sea.bin`, { headers: { range: 'bytes=99990-' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 99990-99999/100000'])
    expect(Buffer.compare(Buffer.from(await part.arrayBuffer()), bytes.subarray(99_990))).toBe(0)
    const head = await ann.send('HEAD', `${FILES}/Photos/sea.bin`)
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '100000'])
    await ann.person.call('POST', '/api/m/sync/save', { path: 'Photos', name: 'note.txt', text: 'Hello.' })
    expect(await (await ann.send('GET', `${FILES}/Photos/note.txt`)).text()).toBe('Hello.')
    expect((await ann.send('DELETE', `${FILES}/Photos`)).status).toBe(204)
    expect((await ann.send('GET', `${FILES}/Photos/note.txt`)).status).toBe(404)
    const { output } = await ann.person.call<{ output: { entries: EntryRow[] } }>('POST', '/api/m/sync/trash', {})
    expect(output.entries.map(({ name }) => name)).toEqual(['Photos'])
  })

  test('empty ones, and ones whose folder is not there or whose name is a folder’s', async () => {
    const bob = await newDevice()
    expect((await bob.send('PUT', `${FILES}/empty.txt`, { body: '' })).status).toBe(201)
    expect(await (await bob.send('GET', `${FILES}/empty.txt`)).text()).toBe('')
    expect((await bob.send('PUT', `${FILES}/no/where.txt`, { body: 'x' })).status).toBe(409)
    expect((await bob.send('MKCOL', `${FILES}/no/where`)).status).toBe(409)
    await bob.send('MKCOL', `${FILES}/folder`)
    expect((await bob.send('PUT', `${FILES}/folder`, { body: 'x' })).status).toBe(405)
    expect((await bob.send('MKCOL', `${FILES}/folder`)).status).toBe(405)
    expect((await bob.send('MKCOL', `${FILES}/empty.txt`)).status).toBe(405)
    expect((await bob.send('MKCOL', `${FILES}/other`, { body: '<a/>' })).status).toBe(415)
    expect(
      (await bob.send('PUT', `${FILES}/x`, { body: 'x', headers: { 'content-range': 'bytes 0-0/9' } })).status,
    ).toBe(400)
    expect(await names(bob)).toEqual(['empty.txt', 'folder'])
  })

  test('are changed only as they were known (If-Match, If-None-Match)', async () => {
    const cleo = await newDevice()
    const put = (body: string, headers: Record<string, string> = {}) =>
      cleo.send('PUT', `${FILES}/a.txt`, { body, headers })
    const first = (await put('1', { 'if-none-match': '*' })).headers.get('etag') ?? ''
    expect((await put('2', { 'if-none-match': '*' })).status).toBe(412)
    expect((await put('2', { 'if-match': first })).status).toBe(204)
    expect((await put('3', { 'if-match': first })).status).toBe(412)
    expect((await cleo.send('DELETE', `${FILES}/a.txt`, { headers: { 'if-match': first } })).status).toBe(412)
    expect((await cleo.send('PUT', `${FILES}/b.txt`, { body: 'x', headers: { 'if-match': '*' } })).status).toBe(412)
    const now = (await cleo.send('HEAD', `${FILES}/a.txt`)).headers.get('etag') ?? ''
    expect((await cleo.send('GET', `${FILES}/a.txt`, { headers: { 'if-none-match': now } })).status).toBe(304)
    expect(await (await cleo.send('GET', `${FILES}/a.txt`)).text()).toBe('2')
  })

  test('are made once, however many programs make them at the same moment', async () => {
    const joy = await newDevice()
    const statusesOf = async (calls: Promise<Response>[]) =>
      (await Promise.all(calls)).map(({ status }) => status).sort()
    const many = (make: () => Promise<Response>) => statusesOf(Array.from({ length: 12 }, make))
    expect(await many(() => joy.send('MKCOL', `${FILES}/folder`))).toEqual([201, ...Array(11).fill(405)])
    const put = await many(() => joy.send('PUT', `${FILES}/a.txt`, { body: 'x' }))
    expect(put.filter((status) => ![201, 204].includes(status))).toEqual([])
    const moved = await statusesOf(
      ['b.txt', 'c.txt', 'd.txt', 'e.txt'].map((name) => joy.copy(`${FILES}/a.txt`, `${FILES}/${name}`)),
    )
    expect(moved).toEqual([201, 201, 201, 201])
    const over = await statusesOf(
      ['b.txt', 'c.txt', 'd.txt', 'e.txt'].map((name) => joy.move(`${FILES}/${name}`, `${FILES}/f.txt`)),
    )
    expect(over.filter((status) => status === 201)).toEqual([201])
    expect(over.filter((status) => status !== 201)).toEqual([204, 204, 204])
    expect(await names(joy)).toEqual(['a.txt', 'f.txt', 'folder'])
  })

  test('have no room: 507, and nothing is kept', async () => {
    const dan = await newDevice()
    await dan.send('PUT', `${FILES}/a.txt`, { body: 'x' })
    const room = await dan.propfind(FILES, '0', '<D:prop><D:quota-available-bytes/><D:quota-used-bytes/></D:prop>')
    expect(room[0]?.properties).toEqual({ 'quota-available-bytes': String(5 * 1024 ** 3 - 1), 'quota-used-bytes': '1' })
    await app.db.$client.query('update files set size = $1 where owner_id = $2', [5 * 1024 ** 3, dan.person.id])
    const refused = await dan.send('PUT', `${FILES}/b.txt`, { body: 'more' })
    expect(refused.status).toBe(507)
    expect(await refused.text()).toContain('<D:quota-not-exceeded/>')
    expect(await names(dan)).toEqual(['a.txt'])
  })
})

describe('names', () => {
  test('of other systems come back as they were given, and are held by every system besides', async () => {
    const eve = await newDevice()
    const odd = [
      'what? 100% #1.txt',
      'a:b*c.txt',
      'a|b*c.txt',
      'trailing. ',
      'CON',
      'é and ü',
      '日本語.txt',
      '👩‍👩‍👧.txt',
      'x'.repeat(240),
    ]
    for (const name of odd)
      expect((await eve.send('PUT', `${FILES}/${encodeURIComponent(name)}`, { body: name })).status, name).toBe(201)
    const found = await eve.propfind(FILES, '1')
    const shown = found.slice(1).map(({ href }) => decodeURIComponent(href.slice(FILES.length + 1)))
    expect(shown.sort()).toEqual([...odd].sort())
    for (const name of odd) {
      const answer = await eve.send('GET', `${FILES}/${encodeURIComponent(name)}`)
      expect([answer.status, await answer.text()]).toEqual([200, name])
    }
    expect((await names(eve)).filter((name) => /[?*:|]|\.$/.test(name) || name.length > 200)).toEqual([])
    // In the other form of Unicode it is the same file.
    expect(
      (await eve.send('PUT', `${FILES}/${encodeURIComponent('é and ü'.normalize('NFD'))}`, { body: '2' })).status,
    ).toBe(204)
    expect((await names(eve)).length).toBe(odd.length)
  })

  test('a clean name beside one that was cleaned to the same is another file', async () => {
    const kim = await newDevice()
    await kim.send('PUT', `${FILES}/${encodeURIComponent('a?b')}`, { body: 'odd' })
    expect((await kim.send('GET', `${FILES}/a_b`)).status).toBe(404)
    expect((await kim.send('PUT', `${FILES}/a_b`, { body: 'plain' })).status).toBe(201)
    expect(await names(kim)).toEqual(['a_b', 'a_b (2)'])
    expect(await (await kim.send('GET', `${FILES}/${encodeURIComponent('a?b')}`)).text()).toBe('odd')
    expect(await (await kim.send('GET', `${FILES}/a_b`)).text()).toBe('plain')
    // Renamed on the page, it is called so everywhere.
    const [, second] = await list(kim)
    await kim.person.call('POST', '/api/m/sync/rename', { id: second?.id, name: 'new name' })
    expect(await (await kim.send('GET', `${FILES}/new%20name`)).text()).toBe('plain')
  })

  test('of what Finder and Explorer keep for themselves are kept for them, and shown on no page', async () => {
    const leo = await newDevice()
    for (const name of ['.DS_Store', '._letter.txt', 'Thumbs.db', 'letter.txt', '.profile'])
      expect((await leo.send('PUT', `${FILES}/${name}`, { body: name })).status).toBe(201)
    expect(await names(leo)).toEqual(['.profile', 'letter.txt'])
    expect((await leo.propfind(FILES, '1')).length).toBe(6)
    type Files = { output: { files: { name: string }[] } }
    const { output } = await leo.person.call<Files>('POST', '/api/m/sync/recent', {})
    expect(output.files.map(({ name }) => name).sort()).toEqual(['.profile', 'letter.txt'])
    const { output: found } = await leo.person.call<Files>('POST', '/api/m/sync/find', { words: 'letter' })
    expect(found.files.map(({ name }) => name)).toEqual(['letter.txt'])
  })

  test('and what programs keep with a file are no visitor’s', async () => {
    const max = await newDevice()
    await max.send('MKCOL', `${FILES}/Shared`)
    for (const name of ['.DS_Store', 'a%3fb']) await max.send('PUT', `${FILES}/Shared/${name}`, { body: name })
    const body = `<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><x xmlns="urn:x">hush</x></D:prop></D:set></D:propertyupdate>`
    for (const path of ['Shared', 'Shared/a%3fb'])
      expect((await max.send('PROPPATCH', `${FILES}/${path}`, { body })).status).toBe(207)
    const { output } = await max.person.call<{ output: { url: string } }>('POST', '/api/m/sync/share', {
      name: 'Shared',
    })
    const seen = await (await fetch(`${app.url}/api/m${output.url}`)).text()
    expect(JSON.parse(seen).entries.map(({ name }: EntryRow) => name)).toEqual(['a_b'])
    expect(seen).not.toMatch(/hush|a\?b/)
  })
})

describe('moving and copying', () => {
  test('a file over another is its new version, as programs save; undo brings both back', async () => {
    const mia = await newDevice()
    await mia.send('PUT', `${FILES}/letter.txt`, { body: 'First' })
    await mia.send('PUT', `${FILES}/letter.txt~tmp`, { body: 'Second, longer' })
    const [before] = await list(mia)
    expect((await mia.move(`${FILES}/letter.txt~tmp`, `${FILES}/letter.txt`)).status).toBe(204)
    const [after, other] = await list(mia)
    expect([after?.id, other]).toEqual([before?.id, undefined])
    expect(await versionsOf(mia, before?.id ?? '')).toEqual([
      [14, true],
      [5, false],
    ])
    const { output } = await mia.person.call<{ output: { entries: unknown[] } }>('POST', '/api/m/sync/trash', {})
    expect(output.entries).toEqual([])
    await mia.undoLast()
    expect(await (await mia.send('GET', `${FILES}/letter.txt`)).text()).toBe('First')
    expect(await (await mia.send('GET', `${FILES}/letter.txt~tmp`)).text()).toBe('Second, longer')
  })

  test('says when something is in the way, and never into itself', async () => {
    const ned = await newDevice()
    for (const name of ['A', 'A/B', 'C']) await ned.send('MKCOL', `${FILES}/${name}`)
    await ned.send('PUT', `${FILES}/A/B/x.txt`, { body: 'x' })
    await ned.send('PUT', `${FILES}/y.txt`, { body: 'y' })
    expect((await ned.move(`${FILES}/y.txt`, `${FILES}/A`, { overwrite: 'F' })).status).toBe(412)
    expect((await ned.move(`${FILES}/A`, `${FILES}/A/B/A`)).status).toBe(403)
    expect((await ned.copy(`${FILES}/A`, `${FILES}/A/B/A`)).status).toBe(403)
    expect((await ned.move(`${FILES}/A/B`, `${FILES}/A`)).status).toBe(403)
    expect((await ned.move(`${FILES}/A`, `${FILES}/no/where`)).status).toBe(409)
    expect((await ned.move(`${FILES}/none`, `${FILES}/some`)).status).toBe(404)
    expect((await ned.move(`${FILES}/A`, 'http://elsewhere.example.org/dav/me/sync/A')).status).toBe(502)
    expect((await ned.move(`${FILES}/A`, '/etc/passwd')).status).toBe(403)
    expect((await ned.copy(`${FILES}/A`, `${FILES}/D`)).status).toBe(201)
    expect((await ned.copy(`${FILES}/A`, `${FILES}/E`, { depth: '0' })).status).toBe(201)
    expect((await ned.move(`${FILES}/A/B/x.txt`, `${FILES}/C`)).status).toBe(204)
    expect(await (await ned.send('GET', `${FILES}/C`)).text()).toBe('x')
    expect([await names(ned, 'A/B'), await names(ned, 'D/B'), await names(ned, 'E')]).toEqual([[], ['x.txt'], []])
    expect(await names(ned)).toEqual(['A', 'C', 'D', 'E', 'y.txt'])
  })
})

describe('teams', () => {
  test('have their files under their id, for members in their roles, and are there for nobody else', async () => {
    const [owner, viewer, stranger] = [await newDevice(), await newDevice(), await newDevice()]
    const { id } = await makeTeam(owner.person, 'Choir')
    await join(owner.person, id, viewer.person, 'viewer')
    const files = `/dav/${id}/sync`
    expect((await owner.send('PUT', `${files}/song.txt`, { body: 'La' })).status).toBe(201)
    expect(await (await viewer.send('GET', `${files}/song.txt`)).text()).toBe('La')
    expect((await viewer.send('PUT', `${files}/song.txt`, { body: 'Lo' })).status).toBe(403)
    expect((await viewer.send('DELETE', `${files}/song.txt`)).status).toBe(403)
    for (const method of ['PROPFIND', 'GET', 'PUT', 'DELETE'])
      expect((await stranger.send(method, `${files}/song.txt`)).status, method).toBe(404)
    expect((await owner.move(`${files}/song.txt`, `${FILES}/song.txt`)).status).toBe(403)
    const places = await viewer.propfind('/dav/', '1')
    expect(places.map(({ href, properties }) => [href, properties.displayname])).toEqual([
      ['/dav/', 'Atrium'],
      ['/dav/me/', 'My own'],
      [`/dav/${id}/`, 'Choir'],
      ['/dav/shared/', 'Shared with me'],
    ])
    expect((await viewer.propfind(`/dav/${id}/`, '1')).map(({ href }) => href)).toContain(`/dav/${id}/sync/`)
    expect(await names(owner)).toEqual([])
  })
})
