import { expect, test } from 'vitest'
import { belongings } from '../access/test-cast.ts'
import { client, testApp } from '../test-app.ts'
import { basic, device } from './test-dav.ts'

const app = await testApp()
const FILE = '/dav/me/sync/a.txt'
const METHODS = ['PROPFIND', 'GET', 'HEAD', 'PUT', 'DELETE', 'MKCOL', 'COPY', 'MOVE', 'PROPPATCH', 'LOCK', 'UNLOCK']
const LOOKS = ['PROPFIND', 'GET', 'HEAD']

const ann = await device(app, await app.member('ann.dav'))
const eve = await device(app, await app.member())
const ended = await device(app, await app.member('ended.dav'))
const { keys } = await ended.person.call<{ keys: { id: string }[] }>('GET', '/api/user/keys')
await ended.person.call('DELETE', `/api/user/keys/${keys[0]?.id}`)
const suspended = await device(app, await app.member('suspended.dav'))
await app.db.$client.query('update users set banned = true where id = $1', [suspended.person.id])
const reading = await device(app, ann.person, ['read'])
const writing = await device(app, ann.person, ['write'])
const chatting = await device(app, ann.person, ['chat'])

const cookies = [...ann.person.jar].map(([name, value]) => `${name}=${value}`).join('; ')
const { token } = (await app.member('token.dav')) as { token: string }

/** Who comes, by which header; `y` in, `-` sent to sign in, `x` forbidden: to look, and to change. */
const CALLERS: [string, Record<string, string>, look: string, change: string][] = [
  ['nobody', {}, '-', '-'],
  ['a browser with its session', { cookie: cookies }, '-', '-'],
  ['a session’s token', { authorization: `Bearer ${token}` }, '-', '-'],
  ['a session’s token as a password', { authorization: basic('token.dav', token) }, '-', '-'],
  ['the account’s password', { authorization: basic('ann.dav', 'correct horse battery') }, '-', '-'],
  ['a key', { authorization: basic('ann.dav', ann.key) }, 'y', 'y'],
  ['a key with the e-mail address', { authorization: basic('Ann.Dav@example.org', ann.key) }, 'y', 'y'],
  ['a key as a bearer token', { authorization: `Bearer ${ann.key}` }, 'y', 'y'],
  ['a key of somebody else', { authorization: basic('ann.dav', eve.key) }, '-', '-'],
  ['a key without a name', { authorization: basic('', ann.key) }, '-', '-'],
  ['a key that was deleted', { authorization: basic('ended.dav', ended.key) }, '-', '-'],
  ['a key of somebody who is suspended', { authorization: basic('suspended.dav', suspended.key) }, '-', '-'],
  ['a key that may look', { authorization: basic('ann.dav', reading.key) }, 'y', 'x'],
  ['a key that may write alone', { authorization: basic('ann.dav', writing.key) }, 'x', 'y'],
  ['a key for the chat', { authorization: basic('ann.dav', chatting.key) }, 'x', 'x'],
  ['what is no credential', { authorization: 'Basic ???' }, '-', '-'],
  ['what is no credential', { authorization: `Basic ${Buffer.from('no colon').toString('base64')}` }, '-', '-'],
  ['what is no credential', { authorization: basic('ann.dav', 'ä'.repeat(500)) }, '-', '-'],
  ['what is no credential', { authorization: 'Digest username="ann"' }, '-', '-'],
]
const letter = (status: number) => (status === 401 ? '-' : status === 403 ? 'x' : 'y')

test('every method is listed here, and each lets in whom it should, and nobody else', async () => {
  const options = await fetch(`${app.url}/dav/me/sync/`, { method: 'OPTIONS' })
  expect(options.headers.get('dav')).toBe('1, 2, 3')
  expect(options.headers.get('allow')?.split(', ').sort()).toEqual([...METHODS, 'OPTIONS'].sort())
  const expected: string[] = []
  const got: string[] = []
  for (const [who, headers, look, change] of CALLERS)
    for (const method of METHODS) {
      const body = method === 'PUT' ? 'x' : undefined
      const more = { destination: '/dav/me/sync/b.txt', depth: method === 'PROPFIND' ? '0' : 'infinity' }
      const answer = await fetch(app.url + FILE, { method, headers: { ...more, ...headers }, body })
      expect(answer.status, `${method} by ${who}`).toBeLessThan(500)
      if (answer.status === 401)
        expect(answer.headers.get('www-authenticate')).toBe('Basic realm="Atrium", charset="UTF-8"')
      expected.push(`${method} by ${who}: ${LOOKS.includes(method) ? look : change}`)
      got.push(`${method} by ${who}: ${letter(answer.status)}`)
    }
  expect(got).toEqual(expected)
})

test('the same for calendars, whose events may be another’s as little', async () => {
  const calendar = '/dav/me/content-calendar'
  const options = await fetch(`${app.url}${calendar}/`, { method: 'OPTIONS' })
  const more = ['MKCALENDAR', 'REPORT']
  expect(options.headers.get('allow')?.split(', ').sort()).toEqual([...METHODS, ...more, 'OPTIONS'].sort())
  const sync =
    '<D:sync-collection xmlns:D="DAV:"><D:sync-token/><D:sync-level>1</D:sync-level><D:prop/></D:sync-collection>'
  const expected: string[] = []
  const got: string[] = []
  for (const [at, [who, headers, look, change]] of CALLERS.entries())
    for (const [method, path, body, letters] of [
      ['REPORT', 'main', sync, look],
      ['PROPFIND', 'main', undefined, look],
      ['MKCALENDAR', `made${at}`, undefined, change],
    ] as const) {
      const answer = await fetch(`${app.url}${calendar}/${path}`, { method, headers: { depth: '0', ...headers }, body })
      expected.push(`${method} by ${who}: ${letters}`)
      got.push(`${method} by ${who}: ${letter(answer.status)}`)
    }
  expect(got).toEqual(expected)
})

test('a stranger finds another person’s things as little as what nobody has, and changes none of them', async () => {
  await ann.send('PUT', FILE, { body: 'Ann’s' })
  const look = await belongings(app)
  const before = await look(ann.person.id)
  const { id } = await ann.person.call<{ id: string }>('POST', '/api/teams', { name: 'Ann’s team' })
  const places = [ann.person.id, `user:${ann.person.id}`, id, `team:${id}`, 'anon:x', '...', 'none']
  for (const method of METHODS)
    for (const place of places) {
      const headers = { destination: '/dav/me/sync/b.txt', depth: method === 'PROPFIND' ? '0' : 'infinity' }
      const body = method === 'PUT' ? 'x' : undefined
      const answer = await eve.send(method, `/dav/${place}/sync/a.txt`, { headers, body })
      expect([404, 405, 400], `${method} ${place}: ${answer.status}`).toContain(answer.status)
    }
  // Nor by the header that chooses a scope elsewhere, nor by a destination.
  const scoped = { 'x-scope': `team:${id}`, depth: '0' }
  expect(await (await eve.send('PROPFIND', '/dav/me/sync', { headers: scoped })).text()).not.toContain('a.txt')
  await eve.send('PUT', '/dav/me/sync/mine.txt', { body: 'Eve’s' })
  for (const to of [`/dav/${ann.person.id}/sync/x`, `/dav/${id}/sync/x`])
    expect((await eve.move('/dav/me/sync/mine.txt', to)).status).toBe(403)
  const after = await look(ann.person.id)
  const withoutTeam = (text: string) => text.replace(/"name":"team_members"[^}]*/, '')
  expect(withoutTeam(after)).toBe(withoutTeam(before))
})

test('another site cannot use credentials that a browser remembers', async () => {
  for (const method of ['PUT', 'DELETE', 'PROPFIND'])
    expect(
      (await ann.send(method, FILE, { headers: { origin: 'https://evil.example', depth: '0' } })).status,
      method,
    ).toBe(403)
  expect((await ann.send('PROPFIND', FILE, { headers: { depth: '0' } })).status).toBe(207)
})

test('wrong keys are counted by where they come from; the right one is let in meanwhile', async () => {
  const strict = await testApp({ RATE_LIMIT_FACTOR: '1' })
  const dan = await device(strict, await strict.member('dan.dav'))
  const wrong = () =>
    fetch(`${strict.url}/dav/`, {
      method: 'PROPFIND',
      headers: { depth: '0', authorization: basic('dan.dav', 'atrium_key_wrong') },
    })
  const answers: Response[] = []
  for (let attempt = 0; attempt < 70; attempt++) answers.push(await wrong())
  expect(answers[0]?.status).toBe(401)
  const last = answers.at(-1)
  expect([last?.status, Number(last?.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect((await dan.propfind('/dav/', '0')).length).toBe(1)
})

test('the door is no part of the OpenAPI document, and opens to no other method', async () => {
  const browser = client(app.url)
  const { paths } = await browser.call<{ paths: object }>('GET', '/api/openapi.json')
  expect(Object.keys(paths).filter((path) => path.startsWith('/dav'))).toEqual([])
  const answer = await ann.send('PATCH', FILE, { body: 'x' })
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, expect.stringContaining('PROPFIND')])
})
