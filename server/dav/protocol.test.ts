import { describe, expect, test } from 'vitest'
import { testApp } from '../test-app.ts'
import { type Device, device, foundIn } from './test-dav.ts'
import { parseXml } from './xml.ts'

// The bodies are RFC 4918's own, by their section.

const app = await testApp()
const FILES = '/dav/me/sync'
const newDevice = async () => device(app, await app.member())
const put = (who: Device, path: string, body = 'x', headers: Record<string, string> = {}) =>
  who.send('PUT', `${FILES}/${path}`, { body, headers })

const AUTHORS = `<?xml version="1.0" encoding="utf-8" ?>
     <D:propertyupdate xmlns:D="DAV:" xmlns:Z="http://ns.example.com/standards/z39.50/">
       <D:set><D:prop><Z:Authors><Z:Author>Jim Whitehead</Z:Author><Z:Author>Roy Fielding</Z:Author></Z:Authors></D:prop></D:set>
       <D:remove><D:prop><Z:Copyright-Owner/></D:prop></D:remove>
     </D:propertyupdate>`
const BIGBOX = `<?xml version="1.0" encoding="utf-8" ?>
     <D:propfind xmlns:D="DAV:"><D:prop xmlns:R="http://ns.example.com/boxschema/">
         <R:bigbox/><R:author/><R:DingALing/><R:Random/></D:prop></D:propfind>`
const LOCKINFO = `<?xml version="1.0" encoding="utf-8" ?>
     <D:lockinfo xmlns:D='DAV:'>
       <D:lockscope><D:exclusive/></D:lockscope>
       <D:locktype><D:write/></D:locktype>
       <D:owner><D:href>http://example.org/~ejw/contact.html</D:href></D:owner>
     </D:lockinfo>`
const SHARED = LOCKINFO.replace('exclusive', 'shared')

describe('properties', () => {
  test('9.1.3 and 9.2.2: those that a program set are found again, those that nobody did are not', async () => {
    const ann = await newDevice()
    await put(ann, 'index.html', '<p>')
    const set = await ann.send('PROPPATCH', `${FILES}/index.html`, { body: AUTHORS })
    expect(set.status).toBe(207)
    expect(await set.text()).toContain('<Authors xmlns="http://ns.example.com/standards/z39.50/"/>')
    const answer = await ann.send('PROPFIND', `${FILES}/index.html`, { body: BIGBOX, headers: { depth: '0' } })
    expect(foundIn(await answer.text())[0]?.missing).toEqual(['bigbox', 'author', 'DingALing', 'Random'])
    const [all] = await ann.propfind(`${FILES}/index.html`, '0')
    expect(all?.properties).toMatchObject({ Authors: 'Jim WhiteheadRoy Fielding', displayname: 'index.html' })
    // They go along with a copy and a move.
    await ann.copy(`${FILES}/index.html`, `${FILES}/copy.html`)
    await ann.move(`${FILES}/index.html`, `${FILES}/moved.html`)
    for (const name of ['copy.html', 'moved.html'])
      expect((await ann.propfind(`${FILES}/${name}`, '0'))[0]?.properties.Authors, name).toBe(
        'Jim WhiteheadRoy Fielding',
      )
  })
  test('9.1.4, propname tells the names alone; without a body everything usual is told', async () => {
    const bob = await newDevice()
    const [names] = await bob.propfind(FILES, '0', '<D:propname/>')
    expect(Object.keys(names?.properties ?? {})).toEqual(expect.arrayContaining(['resourcetype', 'quota-used-bytes']))
    expect(new Set(Object.values(names?.properties ?? {}))).toEqual(new Set(['']))
    const answer = await bob.send('PROPFIND', FILES, { headers: { depth: '0' } })
    expect(foundIn(await answer.text())[0]?.properties).toMatchObject({ displayname: 'Files' })
  })
  test('9.2, all of a PROPPATCH or nothing: what is ours cannot be set, and what comes with it is not', async () => {
    const cleo = await newDevice()
    await put(cleo, 'a')
    const body = `<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><D:getetag>1</D:getetag><x xmlns="urn:x">1</x></D:prop></D:set></D:propertyupdate>`
    const text = await (await cleo.send('PROPPATCH', `${FILES}/a`, { body })).text()
    expect(text).toMatch(
      /<D:getetag\/><\/D:prop><D:status>HTTP\/1.1 403.*<x xmlns="urn:x"\/><\/D:prop><D:status>HTTP\/1.1 424/,
    )
    expect((await cleo.propfind(`${FILES}/a`, '0'))[0]?.properties.x).toBeUndefined()
    const large = `<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><x xmlns="urn:x">${'y'.repeat(40_000)}</x></D:prop></D:set></D:propertyupdate>`
    expect((await cleo.send('PROPPATCH', `${FILES}/a`, { body: large })).status).toBe(507)
  })
  test('9.1, everything at once is refused with propfind-finite-depth', async () => {
    const dan = await newDevice()
    for (const headers of [{ depth: 'infinity' }, {}] as Record<string, string>[]) {
      const answer = await dan.send('PROPFIND', FILES, { headers })
      expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('<D:propfind-finite-depth/>')])
    }
    expect((await dan.send('PROPFIND', '/dav/', {})).status).toBe(403)
  })
})

describe('locks', () => {
  const lock = (who: Device, path: string, headers: Record<string, string> = {}, body = LOCKINFO) =>
    who.send('LOCK', `${FILES}/${path}`, { body, headers })
  const tokenOf = (answer: Response) => answer.headers.get('lock-token')?.slice(1, -1) ?? ''

  test('9.10.7 and 9.10.8: a file that is locked is its holder’s, renewed by its token, and free once it is unlocked', async () => {
    const ann = await newDevice()
    await put(ann, 'proposal.doc')
    const locked = await lock(ann, 'proposal.doc', { timeout: 'Infinite, Second-4100000000' })
    const token = tokenOf(locked)
    expect([locked.status, token]).toEqual([200, expect.stringMatching(/^urn:uuid:[0-9a-f-]{36}$/)])
    const body = await locked.text()
    expect(body).toContain('http://example.org/~ejw/contact.html')
    expect(body).toContain(`<D:lockroot><D:href>${FILES}/proposal.doc</D:href>`)
    for (const [method, sent] of Object.entries({
      PUT: { body: 'y' },
      DELETE: {},
      PROPPATCH: { body: AUTHORS },
      LOCK: { body: LOCKINFO },
    })) {
      const refused = await ann.send(method, `${FILES}/proposal.doc`, sent)
      expect(refused.status, method).toBe(423)
      expect(await refused.text()).toContain(`<D:href>${FILES}/proposal.doc</D:href>`)
    }
    expect((await ann.move(`${FILES}/proposal.doc`, `${FILES}/b`)).status).toBe(423)
    expect((await put(ann, 'proposal.doc', 'y', { if: `(<${token}>)` })).status).toBe(204)
    const renewed = await ann.send('LOCK', `${FILES}/proposal.doc`, {
      headers: { if: `(<${token}>)`, timeout: 'Second-60' },
    })
    expect([renewed.status, await renewed.text()]).toEqual([200, expect.stringMatching(/Second-(60|59)</)])
    const [found] = await ann.propfind(`${FILES}/proposal.doc`, '0', '<D:prop><D:lockdiscovery/></D:prop>')
    expect(found?.properties.lockdiscovery).toContain(token)
    const unlock = (headers: Record<string, string>) => ann.send('UNLOCK', `${FILES}/proposal.doc`, { headers })
    expect((await unlock({})).status).toBe(400)
    expect((await unlock({ 'lock-token': '<urn:uuid:none>' })).status).toBe(409)
    expect((await unlock({ 'lock-token': `<${token}>` })).status).toBe(204)
    expect((await put(ann, 'proposal.doc', 'z')).status).toBe(204)
    const gone = await ann.send('LOCK', `${FILES}/proposal.doc`, { headers: { if: `(<${token}>)` } })
    expect(gone.status).toBe(412)
  })
  test('7.4 and 7.5: of a folder it holds for what is in it; one of depth 0 for what comes and goes', async () => {
    const bob = await newDevice()
    for (const path of ['deep', 'deep/er', 'flat']) await bob.send('MKCOL', `${FILES}/${path}`)
    await put(bob, 'flat/there.txt')
    const deep = tokenOf(await lock(bob, 'deep'))
    await lock(bob, 'flat', { depth: '0' })
    expect((await put(bob, 'deep/er/a.txt')).status).toBe(423)
    expect((await put(bob, 'deep/er/a.txt', 'x', { if: `<${app.url}${FILES}/deep> (<${deep}>)` })).status).toBe(201)
    expect((await lock(bob, 'deep/er/a.txt')).status).toBe(423)
    expect((await put(bob, 'flat/new.txt')).status).toBe(423)
    expect((await bob.send('DELETE', `${FILES}/flat/there.txt`)).status).toBe(423)
    expect((await put(bob, 'flat/there.txt', 'y')).status).toBe(204)
    expect((await bob.send('DELETE', `${FILES}/deep`)).status).toBe(423)
  })
  test('9.10.9: something locked within stops the lock of its folder; shared ones stand beside each other', async () => {
    const cleo = await newDevice()
    await cleo.send('MKCOL', `${FILES}/webdav`)
    await put(cleo, 'webdav/secret')
    const first = tokenOf(await lock(cleo, 'webdav/secret', {}, SHARED))
    expect((await lock(cleo, 'webdav')).status).toBe(423)
    expect((await lock(cleo, 'webdav/secret')).status).toBe(423)
    const second = tokenOf(await lock(cleo, 'webdav/secret', {}, SHARED))
    expect(second).not.toBe(first)
    expect((await put(cleo, 'webdav/secret', 'y', { if: `(<${second}>)` })).status).toBe(204)
  })
  test('7.3: of a name that is not there yet it makes an empty file', async () => {
    const dan = await newDevice()
    const locked = await lock(dan, 'new.txt')
    expect(locked.status).toBe(201)
    expect(await (await dan.send('GET', `${FILES}/new.txt`)).text()).toBe('')
    expect((await lock(dan, 'no/where.txt')).status).toBe(409)
    // Gone with the file.
    await dan.send('DELETE', `${FILES}/new.txt`, { headers: { if: `(<${tokenOf(locked)}>)` } })
    expect((await put(dan, 'new.txt')).status).toBe(201)
  })
  test('of one member of a team is none of another’s, even with its token', async () => {
    const [ann, bob] = [await newDevice(), await newDevice()]
    const { id } = await ann.person.call<{ id: string }>('POST', '/api/teams', { name: 'Two' })
    await app.db.$client.query(`insert into team_members (team_id, user_id, role) values ($1, $2, 'editor')`, [
      id,
      bob.person.id,
    ])
    const file = `/dav/${id}/sync/a.txt`
    await ann.send('PUT', file, { body: '1' })
    const token = tokenOf(await ann.send('LOCK', file, { body: LOCKINFO }))
    const headers = { if: `(<${token}>)`, 'lock-token': `<${token}>` }
    expect((await bob.send('PUT', file, { body: '2', headers })).status).toBe(423)
    expect((await bob.send('UNLOCK', file, { headers })).status).toBe(403)
    await app.db.$client.query(`update dav_locks set expires_at = now() - interval '1 second' where token = $1`, [
      token,
    ])
    expect((await bob.send('PUT', file, { body: '2' })).status).toBe(204)
  })
})

describe('what is not as it should be', () => {
  const LAUGHS = `<!DOCTYPE a [<!ENTITY x "${'ha'.repeat(100)}"><!ENTITY y "&x;&x;&x;">]><D:propfind xmlns:D="DAV:"><D:prop>&y;</D:prop></D:propfind>`
  const hostile: [string, string, string, Record<string, string>, string?][] = [
    ...['PROPFIND', 'PROPPATCH', 'LOCK'].flatMap(
      (method): [string, string, string, Record<string, string>, string][] => [
        ['a billion laughs', method, `${FILES}/a`, { depth: '0' }, LAUGHS],
        ['very deep XML', method, `${FILES}/a`, { depth: '0' }, '<a>'.repeat(9000)],
        ['another element', method, `${FILES}/a`, { depth: '0' }, '<a/>'],
        ['no XML', method, `${FILES}/a`, { depth: '0' }, '{"a":1}'],
        ['too much', method, `${FILES}/a`, { depth: '0' }, `<a>${' '.repeat(400_000)}</a>`],
      ],
    ),
    [
      'a propfind of two kinds',
      'PROPFIND',
      `${FILES}/a`,
      { depth: '0' },
      '<propfind xmlns="DAV:"><allprop/><propname/></propfind>',
    ],
    ['a wrong Depth', 'PROPFIND', `${FILES}/a`, { depth: '2' }],
    ['a wrong Depth', 'LOCK', `${FILES}/a`, { depth: '1' }, LOCKINFO],
    ['a wrong Depth', 'DELETE', `${FILES}/a`, { depth: '0' }],
    ['a wrong Depth', 'MOVE', `${FILES}/a`, { depth: '0', destination: `${FILES}/b` }],
    ['a wrong Depth', 'COPY', `${FILES}/a`, { depth: '1', destination: `${FILES}/b` }],
    ['a wrong Overwrite', 'COPY', `${FILES}/a`, { overwrite: 'yes', destination: `${FILES}/b` }],
    ['no Destination', 'MOVE', `${FILES}/a`, {}],
    ['a Destination that is none', 'MOVE', `${FILES}/a`, { destination: 'http://[' }],
    ['a Destination of another kind', 'MOVE', `${FILES}/a`, { destination: 'file:///etc/passwd' }],
    ['a Destination upwards', 'MOVE', `${FILES}/a`, { destination: `${FILES}/../../../etc` }],
    ['a wrong If', 'PUT', `${FILES}/a`, { if: '(((' }],
    ['an If of nothing', 'PUT', `${FILES}/a`, { if: '()' }],
    ['an If that floods', 'PUT', `${FILES}/a`, { if: '(<a:b>) '.repeat(900) }],
    ['a lock of no kind', 'LOCK', `${FILES}/a`, {}, '<lockinfo xmlns="DAV:"/>'],
    ['a lock that is renewed without a token', 'LOCK', `${FILES}/a`, {}],
    ['an unlock of nothing', 'UNLOCK', `${FILES}/a`, {}],
    ['a name with NUL', 'PUT', `${FILES}/a%00b`, {}],
    ['a name with a line', 'MKCOL', `${FILES}/a%0Ab`, {}],
    ['a name with a slash', 'PUT', `${FILES}/a%2fb`, {}],
    ['a name upwards', 'PUT', `${FILES}/%2e%2e%2fb`, {}],
    ['a name that is no UTF-8', 'PUT', `${FILES}/%ff`, {}],
    ['a name of nothing', 'PUT', `${FILES}/...`, {}],
    ['a name too long', 'PUT', `${FILES}/${'x'.repeat(300)}`, {}],
    ['a path too deep', 'PUT', `${FILES}${'/x'.repeat(80)}`, {}],
    ['the top', 'DELETE', FILES, {}],
    ['the top', 'PUT', FILES, {}],
    ['the top', 'MOVE', FILES, { destination: `${FILES}/a` }],
    ['above the top', 'DELETE', '/dav/me', {}],
    ['above the top', 'PUT', '/dav/x', {}],
    ['no module', 'PUT', '/dav/me/nothing/x', {}],
    ['a module without a tree', 'PUT', '/dav/me/tasks/x', {}],
    ['a name of every object', 'PUT', '/dav/me/constructor/x', {}],
    ['no team', 'PUT', '/dav/nobody/sync/x', {}],
  ]
  test.each(hostile)(
    '%s: %s %s is refused with a sentence, and nothing is changed',
    async (_, method, path, headers, body) => {
      const ann = await hurt
      const before = await ann.propfind(FILES, '1')
      const answer = await ann.send(method, path, { headers, body: body ?? (method === 'PUT' ? 'x' : undefined) })
      const text = await answer.text()
      expect(answer.status, text).toBeGreaterThanOrEqual(400)
      expect(answer.status, text).toBeLessThan(500)
      expect(text).toMatch(/<message [^>]*>[^<]{10,}<\/message>/)
      parseXml(text)
      expect(await ann.propfind(FILES, '1')).toEqual(before)
    },
  )
  const hurt = newDevice().then(async (ann) => {
    await put(ann, 'a', 'kept')
    return ann
  })
})
