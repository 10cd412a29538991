import type { PublicPage } from '@atrium/contract/public-pages'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../accounts/tables.ts'
import { testModules } from '../records/test-module.ts'
import { shelfServer } from './test-shelf.ts'

const { act, fetch, db, visits } = await testModules(shelfServer)

const call = async (who: string, method: string, path: string, body?: object) => {
  const headers = { 'content-type': 'application/json', 'x-time-zone': 'Europe/Berlin' }
  const answer = await fetch(who, path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  return { status: answer.status, body: (await answer.json()) as PublicPage & { error: { message: string } } }
}
const add = async (who: string, data: object) => (await act<{ id: string }>(who, 'shelf.add', data)).output.id
const publish = async (who: string, slug: string, more: object = {}) =>
  (await call(who, 'POST', '/api/pages', { module: 'shelf', kind: 'list', slug, title: 'My books', ...more })).body
const open = (path: string, init: RequestInit = {}) => fetch('', path, { redirect: 'manual', ...init })
const text = async (path: string, init: RequestInit = {}) => (await open(path, init)).text()
const form = (fields: Record<string, string>, cookie = ''): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
  body: new URLSearchParams(fields).toString(),
})
const challengeIn = (markup: string) => /name="challenge" value="([^"]+)"/.exec(markup)?.[1] ?? ''

test('a published list is read by everybody, in its language, and by nobody once it is taken back', async () => {
  await add('ann', {
    title: 'Momo',
    price: 1250,
    due: '2026-12-31',
    link: 'https://www.example.org/momo/',
    notes: 'Grey men',
  })
  await add('ben', { title: 'Not Ann’s' })
  const page = await publish('ann', 'anns-books', { language: 'de-AT', description: 'What I read' })
  expect(page.url).toBe('http://localhost:3000/p/anns-books')
  const answer = await open('/p/anns-books')
  const markup = await answer.text()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('x-robots-tag')).toContain('noindex')
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  expect(markup).toContain('<html lang="de" dir="ltr">')
  expect(markup).toContain('12,50\u00a0€')
  expect(markup).toContain('31.12.2026')
  expect(markup).toContain('href="https://www.example.org/momo/" rel="nofollow ugc noopener noreferrer"')
  expect(markup).not.toContain('Not Ann')
  expect(markup).not.toMatch(/<script|<form|\son\w+=/)
  expect((await call('ann', 'DELETE', `/api/pages/${page.id}`)).status).toBe(200)
  expect((await open('/p/anns-books')).status).toBe(404)
})

test('what people write is text and never markup', async () => {
  const evil = `<script>alert(1)</script>"><img src=x onerror=alert(1)>&amp;`
  await add('eve', { title: evil, notes: evil })
  await publish('eve', 'evil', { title: evil, description: evil, isListed: true })
  const markup = await text('/p/evil')
  expect(markup).not.toMatch(/<script|<img|onerror=alert\(1\)>(?!&)/)
  expect(markup).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&amp;amp;')
  expect((await open('/p/evil')).headers.get('x-robots-tag')).toBeNull()
})

test('only the fields that its owner shows are on it', async () => {
  await add('fay', { title: 'Shown', notes: 'Kept to myself' })
  await publish('fay', 'fays-books', { fields: ['title'] })
  expect(await text('/p/fays-books')).toContain('Shown')
  expect(await text('/p/fays-books')).not.toMatch(/Kept to myself|Notes/)
  const wrong = await call('fay', 'POST', '/api/pages', {
    module: 'shelf',
    kind: 'list',
    slug: 'x-y-z',
    title: 'x',
    fields: ['id'],
  })
  expect(wrong.status).toBe(400)
})

test('nobody is told of anybody by their id, nor asked for one', async () => {
  await db.insert(users).values({ id: 'wim-1', name: 'Wim', email: 'wim@example.org' })
  const id = await add('wim-1', { title: 'Mine', notes: 'people', reader: 'wim-1' })
  await publish('wim-1', 'wims-books', { allows: ['add'] })
  const markup = await text('/p/wims-books')
  expect(markup).toContain('Mine')
  expect(markup).not.toMatch(/wim-1|Reader|name="reader"/)
  const given = { module: 'shelf', kind: 'list', slug: 'wims-readers', title: 'x', fields: ['reader'] }
  expect((await call('wim-1', 'POST', '/api/pages', given)).status).toBe(400)
  await publish('wim-1', 'wims-book', { kind: 'book', subject: id })
  expect(await text('/p/wims-book/download')).toBe('0 people')
})

test('an address is one page’s alone, leads on after a change, or is free again', async () => {
  const page = await publish('gil', 'gils-list')
  expect(
    (await call('hal', 'POST', '/api/pages', { module: 'shelf', kind: 'list', slug: 'gils-list', title: 'x' })).body
      .error.message,
  ).toBe('This address is taken. Choose another one.')
  await call('gil', 'PATCH', `/api/pages/${page.id}`, { slug: 'gils-new-list' })
  const moved = await open('/p/gils-list')
  expect([moved.status, moved.headers.get('location')]).toEqual([302, '/p/gils-new-list'])
  // What leads to a page is nobody else's.
  expect(
    (await call('hal', 'POST', '/api/pages', { module: 'shelf', kind: 'list', slug: 'gils-list', title: 'x' })).status,
  ).toBe(409)
  await call('gil', 'PATCH', `/api/pages/${page.id}`, { slug: 'gils-last-list', keepsOldAddress: false })
  expect((await open('/p/gils-list')).status).toBe(404)
  expect((await publish('hal', 'gils-list')).slug).toBe('gils-list')
  for (const slug of ['a', 'Ümlaut', 'a--b', '-ab', 'a/b', '../x', 'a'.repeat(61)])
    expect(
      (await call('hal', 'POST', '/api/pages', { module: 'shelf', kind: 'list', slug, title: 'x' })).status,
      slug,
    ).toBe(400)
})

test('twenty who want one address at once make one page', async () => {
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      call(`many${n}`, 'POST', '/api/pages', { module: 'shelf', kind: 'list', slug: 'the-one', title: 'x' }),
    ),
  )
  expect(made.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(made.filter(({ status }) => status === 409)).toHaveLength(19)
})

test('a password is asked for by the page itself, and a wrong one ten times is enough', async () => {
  await add('ida', { title: 'Secret book' })
  const page = await publish('ida', 'idas-books', { password: 'sesame' })
  expect(page.hasPassword).toBe(true)
  const asked = await text('/p/idas-books')
  expect(asked).toContain('type="password"')
  expect(asked).not.toMatch(/Secret book|My books/)
  expect((await open('/p/idas-books', form({ password: 'wrong' }))).status).toBe(403)
  const opened = await open('/p/idas-books', form({ password: 'sesame' }))
  expect(opened.status).toBe(303)
  const [cookie = ''] = opened.headers.getSetCookie()
  expect(cookie).toMatch(/; Path=\/p\/idas-books; HttpOnly; SameSite=Lax$/)
  const pair = cookie.split(';')[0] ?? ''
  expect(await text('/p/idas-books', { headers: { cookie: pair } })).toContain('Secret book')
  for (const other of ['atrium_page=x', 'atrium_page=%E0%A4%A', pair.slice(0, -6)])
    expect(await text('/p/idas-books', { headers: { cookie: other } }), other).toContain('type="password"')
  // Another password closes what the old one opened.
  await call('ida', 'PATCH', `/api/pages/${page.id}`, { password: 'another' })
  expect(await text('/p/idas-books', { headers: { cookie: pair } })).toContain('type="password"')
  const statuses: number[] = []
  for (let n = 0; n < 11; n++) statuses.push((await open('/p/idas-books', form({ password: 'wrong' }))).status)
  expect(statuses).toEqual([...Array(10).fill(403), 429])
  await call('ida', 'PATCH', `/api/pages/${page.id}`, { password: null })
  expect(await text('/p/idas-books')).toContain('Secret book')
})

test('a page ends when it shall', async () => {
  const page = await publish('jon', 'jons-books', { expiresAt: '2999-01-01T00:00:00Z' })
  expect((await open('/p/jons-books')).status).toBe(200)
  await db.execute(sql`update public_pages set expires_at = now() - interval '1 second' where id = ${page.id}`)
  expect((await open('/p/jons-books')).status).toBe(404)
  expect((await call('jon', 'PATCH', `/api/pages/${page.id}`, { expiresAt: '2020-01-01T00:00:00Z' })).status).toBe(400)
  expect((await call('jon', 'PATCH', `/api/pages/${page.id}`, { expiresAt: null })).status).toBe(200)
  expect((await open('/p/jons-books')).status).toBe(200)
})

test('files that the page names are in reach, and no others of the owner’s', async () => {
  const png = Uint8Array.from(
    atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
    (sign) => sign.charCodeAt(0),
  )
  const send = async (name: string) => {
    const sent = await fetch('kim', `/api/m/shelf/files/books/cover?name=${name}`, { method: 'POST', body: png })
    return ((await sent.json()) as { id: string }).id
  }
  const [shown, hidden] = [await send('shown.png'), await send('hidden.png')]
  const id = await add('kim', { title: 'With a cover', cover: [{ id: shown }] })
  await add('kim', { title: 'Another', cover: [{ id: hidden }] })
  await publish('kim', 'kims-book', { kind: 'book', subject: id })
  const markup = await text('/p/kims-book')
  expect(markup).toContain(`<img src="/p/kims-book/files/${shown}" alt="shown.png" loading="lazy">`)
  const file = await open(`/p/kims-book/files/${shown}`)
  expect([file.status, file.headers.get('content-type'), file.headers.get('content-security-policy')]).toEqual([
    200,
    'image/png',
    `sandbox; default-src 'none'`,
  ])
  expect((await open(`/p/kims-book/files/${hidden}`)).status).toBe(404)
  await act('kim', 'shelf.change', { id, cover: [] })
  expect((await open(`/p/kims-book/files/${shown}`)).status).toBe(404)
  await act('kim', 'shelf.remove', { ids: [id] })
  expect((await open('/p/kims-book')).status).toBe(404)
})

test('a form of a page does what its kind and its owner let it do, and nothing else', async () => {
  await publish('lea', 'leas-books', { allows: ['add'] })
  const markup = await text('/p/leas-books')
  const fields = { title: ' A wish ', price: '12.50', due: '2026-12-31', read: 'yes', challenge: challengeIn(markup) }
  const before = visits.length
  const sent = await open('/p/leas-books/send/add', form(fields))
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/p/leas-books?sent=1'])
  expect(await text('/p/leas-books?sent=1')).toContain('role="status"')
  const { output } = await act<{ rows: object[] }>('lea', 'shelf.list')
  expect(output.rows).toMatchObject([{ title: 'A wish', price: 1250, due: '2026-12-31', read: true }])
  expect(visits.slice(before)).toMatchObject([{ owner: 'lea', action: 'shelf.add', subject: 'My books' }])
  // Once is once.
  expect((await open('/p/leas-books/send/add', form(fields))).status).toBe(400)
  const fresh = async (more: Record<string, string>) =>
    open('/p/leas-books/send/add', form({ title: 'x', challenge: challengeIn(await text('/p/leas-books')), ...more }))
  const refused = await fresh({ title: '', notes: 'Kept "notes"' })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toMatch(/role="alert"[^>]*>A title is needed\.[\s\S]*Kept &quot;notes&quot;/)
  expect((await fresh({ website: 'http://spam.example' })).status).toBe(400)
  expect((await fresh({ price: 'much' })).status).toBe(400)
  expect((await fresh({ challenge: 'none' })).status).toBe(400)
  for (const action of ['remove', 'change', 'list', 'toString', '__proto__'])
    expect((await open(`/p/leas-books/send/${action}`, form({ ids: 'x' }))).status, action).toBe(403)
  expect(
    (
      await open('/p/leas-books/send/add', {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      })
    ).status,
  ).toBe(415)
  await publish('lea', 'leas-closed-books')
  expect((await open('/p/leas-closed-books/send/add', form({ title: 'x' }))).status).toBe(403)
  expect(
    (
      await call('lea', 'POST', '/api/pages', {
        module: 'shelf',
        kind: 'list',
        slug: 'x-y-z',
        title: 'x',
        allows: ['remove'],
      })
    ).status,
  ).toBe(400)
  expect((await act<{ rows: object[] }>('lea', 'shelf.list')).output.rows).toHaveLength(1)
})

test('a form is taken sixty times an hour', async () => {
  await publish('max', 'maxs-books', { allows: ['add'] })
  const statuses: number[] = []
  for (let n = 0; n < 61; n++) {
    const challenge = challengeIn(await text('/p/maxs-books'))
    statuses.push((await open('/p/maxs-books/send/add', form({ title: `Wish ${n}`, challenge }))).status)
  }
  expect(statuses).toEqual([...Array(60).fill(303), 429])
})

test('whoever opens a page takes what it shows into their own workspace, or as a file', async () => {
  const id = await add('nia', { title: 'To be copied' })
  await publish('nia', 'nias-book', { kind: 'book', subject: id, title: 'Take it' })
  const file = await open('/p/nias-book/download')
  expect([await file.text(), file.headers.get('content-disposition')]).toEqual([
    'To be copied',
    expect.stringContaining('attachment; filename="list.txt"'),
  ])
  const copied = await call('otto', 'POST', '/p/nias-book/copy')
  expect(copied).toMatchObject({ status: 201, body: { module: 'shelf', import: 'list', title: 'Take it' } })
  const { upload } = copied.body as unknown as { upload: string }
  const taken = await fetch('otto', '/api/m/shelf/imports/list', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ upload }),
  })
  expect(await taken.json()).toMatchObject({ report: { added: 1 } })
  expect((await act<{ rows: object[] }>('otto', 'shelf.list')).output.rows).toMatchObject([{ title: 'To be copied' }])
  expect((await call('', 'POST', '/p/nias-book/copy')).status).toBe(401)
  await publish('nia', 'nias-list')
  expect((await open('/p/nias-list/download')).status).toBe(404)
})

test('whoever reads a file slowly keeps no connection to the database, and files are had sixty times an hour', async () => {
  const id = await add('tom', { title: 'Long', notes: 'long' })
  // More than one answer of the database has: it is read by a cursor, which has a connection for itself.
  await db.execute(sql`insert into records (id, scope_id, module, collection, data, schema_version, created_at, updated_at, search)
    select gen_random_uuid(), scope_id, module, collection, data, schema_version, created_at, updated_at, search
    from records, generate_series(1, 1500) where id = ${id} and scope_id = 'tom'`)
  await publish('tom', 'toms-book', { kind: 'book', subject: id })
  const { $client } = db
  const slow = await Promise.all(Array.from({ length: 3 }, () => open('/p/toms-book/download')))
  expect(slow.map(({ status }) => status)).toEqual([200, 200, 200])
  expect($client.totalCount - $client.idleCount).toBe(0)
  for (const { body } of slow) await body?.cancel()
  const short = await add('tom', { title: 'Short' })
  await publish('tom', 'toms-short-book', { kind: 'book', subject: short })
  const statuses: number[] = []
  for (let n = 0; n < 61; n++) {
    const answer = await open('/p/toms-short-book/download')
    await answer.text()
    statuses.push(answer.status)
  }
  expect(statuses).toEqual([...Array(60).fill(200), 429])
})

test('neither a file nor a copy says what is hidden', async () => {
  const id = await add('uma', { title: 'sesame-opens', notes: 'hidden' })
  await publish('uma', 'umas-book', { kind: 'book', subject: id })
  expect((await open('/p/umas-book/download')).status).toBe(500)
  expect((await call('vera', 'POST', '/p/umas-book/copy')).status).toBe(500)
})

test('visits are counted by day without a cookie: each visitor once, the owner and programs never', async () => {
  await publish('pia', 'pias-books')
  const visit = async (who: string, agent: string) =>
    (await fetch(who, '/p/pias-books', { headers: { 'user-agent': agent } })).headers.get('set-cookie')
  for (const [who, agent] of [
    ['', 'Browser A'],
    ['', 'Browser A'],
    ['', 'Browser B'],
    ['pia', 'Browser C'],
    ['', 'Some Bot/1.0 (bot)'],
  ] as const)
    expect(await visit(who, agent)).toBeNull()
  const seen = async () =>
    ((await (await fetch('pia', '/api/pages')).json()) as { pages: PublicPage[] }).pages[0]?.visits
  await expect.poll(seen).toMatchObject({ total: 2, days: [{ visits: 2 }] })
})

test('a page is its owner’s to change; a guest’s and what is not there cannot be published', async () => {
  const page = await publish('quin', 'quins-books')
  expect((await call('rob', 'PATCH', `/api/pages/${page.id}`, { title: 'Mine now' })).status).toBe(404)
  expect((await call('rob', 'DELETE', `/api/pages/${page.id}`)).status).toBe(404)
  const given = { module: 'shelf', kind: 'list', slug: 'some-books', title: 'x' }
  expect((await call('rob:guest', 'POST', '/api/pages', given)).status).toBe(403)
  expect((await call('', 'POST', '/api/pages', given)).status).toBe(401)
  const foreign = await add('quin', { title: 'Quin’s' })
  for (const more of [
    { kind: 'none' },
    { kind: 'toString' },
    { module: 'none' },
    { kind: 'book', subject: foreign },
    { kind: 'book' },
  ])
    expect((await call('rob', 'POST', '/api/pages', { ...given, ...more })).status, JSON.stringify(more)).toBe(404)
})

test('a long list goes on by parts', async () => {
  const lines = Array.from({ length: 130 }, (_, n) => `Book ${n}`).join('\n')
  for (const title of lines.split('\n')) await add('sue', { title })
  await publish('sue', 'sues-books')
  const first = await text('/p/sues-books')
  const [, next = ''] = /href="(\/p\/sues-books\?after=[^"]+)"/.exec(first) ?? []
  const second = await text(next.replaceAll('&amp;', '&'))
  expect([first.match(/<tr>/g)?.length, second.match(/<tr>/g)?.length]).toEqual([101, 31])
  expect((await open('/p/sues-books?after=nonsense')).status).toBe(400)
})
