import type { SharedWithMe } from '@atrium/contract/sharing'
import { expect, test } from 'vitest'
import { type Device, device } from '../../server/dav/test-dav.ts'
import { testApp } from '../../server/test-app.ts'
import type { EntryRow } from './rows.ts'

const app = await testApp()
const SHARED = '/dav/shared/sync'
const newDevice = async () => device(app, await app.member())
const make = async ({ person }: Device, action: string, input: object) =>
  (await person.call<{ output: EntryRow }>('POST', `/api/m/sync/${action}`, input)).output
async function share(from: Device, { id }: EntryRow, to: Device, role: 'viewer' | 'editor') {
  const { email } = await to.person.call<{ email: string }>('GET', '/api/user')
  return from.person.call<{ id: string }>('POST', `/api/m/sync/collections/entries/${id}/shares`, { with: email, role })
}
const status = async (who: Device, method: string, path: string, sent: Parameters<Device['send']>[2] = {}) =>
  (await who.send(method, path, sent)).status
const hrefs = async (who: Device, path: string) => (await who.propfind(path, '1')).map(({ href }) => href).slice(1)
const LOCK =
  '<?xml version="1.0"?><D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockinfo>'
const lock = async (who: Device, path: string, depth = '0') => {
  const answer = await who.send('LOCK', path, { body: LOCK, headers: { depth } })
  return { status: answer.status, token: answer.headers.get('lock-token') ?? '' }
}

/** Ann's folder in a folder, which Ben is shared. */
async function shared(role: 'viewer' | 'editor') {
  const [ann, ben] = [await newDevice(), await newDevice()]
  const above = await make(ann, 'makeFolder', { name: 'Private' })
  const trip = await make(ann, 'makeFolder', { name: 'Trip', parent: above.id })
  await make(ann, 'save', { name: 'plan.txt', folder: trip.id, text: 'plan' })
  await make(ann, 'save', { name: 'secret.txt', folder: above.id, text: 'secret' })
  const made = await share(ann, trip, ben, role)
  return { ann, ben, trip, made }
}

test('what is shared with a person stands under “Shared with me”, and a viewer’s writes are refused with 403', async () => {
  const { ann, ben } = await shared('viewer')
  const top = await ben.propfind('/dav/', '1')
  expect(top.find(({ href }) => href === '/dav/shared/')?.properties.displayname).toBe('Shared with me')
  expect(await hrefs(ben, '/dav/shared')).toEqual([`${SHARED}/`])
  expect(await hrefs(ben, SHARED)).toEqual([`${SHARED}/Trip/`])
  expect(await hrefs(ben, `${SHARED}/Trip`)).toEqual([`${SHARED}/Trip/plan.txt`])
  const plan = `${SHARED}/Trip/plan.txt`
  expect(await (await ben.send('GET', plan)).text()).toBe('plan')
  expect(await status(ben, 'PUT', plan, { body: 'x' })).toBe(403)
  expect(await status(ben, 'PUT', `${SHARED}/Trip/new.txt`, { body: 'x' })).toBe(403)
  expect(await status(ben, 'MKCOL', `${SHARED}/Trip/new`)).toBe(403)
  expect(await status(ben, 'DELETE', plan)).toBe(403)
  expect((await ben.move(plan, `${SHARED}/Trip/other.txt`)).status).toBe(403)
  expect((await ben.copy(plan, `${SHARED}/Trip/other.txt`)).status).toBe(403)
  expect((await lock(ben, plan)).status).toBe(403)
  expect(await (await ben.send('GET', plan)).text()).toBe('plan')
  // nothing above it, nothing for others, and no room of the owner's
  expect(await status(ben, 'GET', `${SHARED}/Trip/../secret.txt`)).toBe(404)
  expect(await status(ben, 'GET', `${SHARED}/secret.txt`)).toBe(404)
  expect(await status(ann, 'PROPFIND', `${SHARED}/Trip`, { headers: { depth: '0' } })).toBe(404)
  expect(await hrefs(ann, SHARED)).toEqual([])
  const asked = '<D:prop><D:quota-used-bytes/></D:prop>'
  const [folder] = await ben.propfind(`${SHARED}/Trip`, '0', asked)
  expect(folder?.missing).toEqual(['quota-used-bytes'])
  expect(await status(ben, 'PUT', `${SHARED}/new.txt`, { body: 'x' })).toBe(404)
  expect(await status(ben, 'MKCOL', `${SHARED}`)).toBe(403)
})

test('an editor writes, makes, moves and removes in it, and neither ends it nor takes anything out', async () => {
  const { ann, ben, trip, made } = await shared('editor')
  const at = (path: string) => `${SHARED}/Trip/${path}`
  expect(await status(ben, 'MKCOL', at('Days'))).toBe(201)
  expect(await status(ben, 'PUT', at('Days/one.txt'), { body: 'one' })).toBe(201)
  expect(await status(ben, 'PUT', at('plan.txt'), { body: 'a new plan' })).toBe(204)
  expect((await ben.copy(at('plan.txt'), at('Days/copy.txt'))).status).toBe(201)
  expect((await ben.move(at('Days/one.txt'), at('two.txt'))).status).toBe(201)
  expect(await status(ben, 'DELETE', at('Days/copy.txt'))).toBe(204)
  const own = '/dav/me/sync/Private/Trip'
  expect(await (await ann.send('GET', `${own}/plan.txt`)).text()).toBe('a new plan')
  expect((await hrefs(ann, own)).sort()).toEqual([`${own}/Days/`, `${own}/plan.txt`, `${own}/two.txt`])
  expect((await ben.move(at('two.txt'), '/dav/me/sync/two.txt')).status).toBe(403)
  expect((await ben.move(at('two.txt'), `${SHARED}/two.txt`)).status).toBe(403)
  expect(await status(ben, 'DELETE', `${SHARED}/Trip`)).toBe(403)
  expect((await ben.move(`${SHARED}/Trip`, `${SHARED}/Other`)).status).toBe(403)
  // it is taken back: out of reach at the next call
  await ann.person.call('DELETE', `/api/m/sync/collections/entries/${trip.id}/shares/${made.id}`)
  expect(await status(ben, 'GET', at('plan.txt'))).toBe(404)
  expect(await hrefs(ben, SHARED)).toEqual([])
})

test('a lock holds whichever way one comes to a thing: by the owner’s tree or by the share', async () => {
  const { ann, ben } = await shared('editor')
  const [ours, theirs] = ['/dav/me/sync/Private/Trip/plan.txt', `${SHARED}/Trip/plan.txt`]
  const held = await lock(ann, ours)
  expect(held.status).toBe(200)
  expect(await status(ben, 'PUT', theirs, { body: 'x' })).toBe(423)
  expect((await lock(ben, theirs)).status).toBe(423)
  const [seen] = await ben.propfind(theirs, '0')
  expect(seen?.properties.lockdiscovery).toContain(theirs)
  expect(seen?.properties.lockdiscovery).not.toContain('Private')
  expect(await status(ann, 'UNLOCK', ours, { headers: { 'lock-token': held.token } })).toBe(204)
  const bens = await lock(ben, theirs)
  expect(bens.status).toBe(200)
  expect(await status(ann, 'PUT', ours, { body: 'x' })).toBe(423)
  expect(await status(ben, 'PUT', theirs, { body: 'locked', headers: { if: `(${bens.token})` } })).toBe(204)
  expect(await status(ben, 'UNLOCK', theirs, { headers: { 'lock-token': bens.token } })).toBe(204)
  // a deep lock above what is shared holds for all of it, and is told of as one of the share's top
  const deep = await lock(ann, '/dav/me/sync/Private', 'infinity')
  const refused = await ben.send('PUT', theirs, { body: 'x' })
  expect([refused.status, (await refused.text()).includes('Private')]).toEqual([423, false])
  expect(await status(ann, 'UNLOCK', '/dav/me/sync/Private', { headers: { 'lock-token': deep.token } })).toBe(204)
})

test('one file is shared alone, and two of one name are told apart', async () => {
  const [ann, ben] = [await newDevice(), await newDevice()]
  const [first, second] = [
    await make(ann, 'save', { name: 'note.txt', text: 'first' }),
    await make(ann, 'save', { name: 'note.txt', path: 'Box', text: 'second' }),
  ]
  await share(ann, first, ben, 'editor')
  await share(ann, second, ben, 'viewer')
  expect(await hrefs(ben, SHARED)).toEqual([`${SHARED}/note.txt`, `${SHARED}/note.txt%20(2)`])
  expect(await (await ben.send('GET', `${SHARED}/note.txt%20(2)`)).text()).toBe('second')
  expect(await status(ben, 'PUT', `${SHARED}/note.txt%20(2)`, { body: 'x' })).toBe(403)
  expect(await status(ben, 'PUT', `${SHARED}/note.txt`, { body: 'changed' })).toBe(204)
  expect(await (await ann.send('GET', '/dav/me/sync/note.txt')).text()).toBe('changed')
  expect(
    (await ann.person.call<{ output: { versions: object[] } }>('POST', '/api/m/sync/versions', { id: first.id })).output
      .versions,
  ).toHaveLength(2)
  expect(await status(ben, 'GET', `${SHARED}/note.txt/deeper`)).toBe(404)
  expect((await ben.person.call<SharedWithMe>('GET', '/api/shares')).shares).toHaveLength(2)
})

test('a name that a program has seen stays, whatever else comes or ends, and follows the owner’s', async () => {
  const [ann, bob, ben] = [await newDevice(), await newDevice(), await newDevice()]
  const first = await make(ann, 'makeFolder', { name: 'Trip' })
  const second = await make(bob, 'makeFolder', { name: 'Trip' })
  const made = await share(ann, first, ben, 'viewer')
  await share(bob, second, ben, 'viewer')
  expect((await hrefs(ben, SHARED)).sort()).toEqual([`${SHARED}/Trip%20(2)/`, `${SHARED}/Trip/`])
  await make(bob, 'save', { name: 'bobs.txt', folder: second.id, text: 'x' })
  await ann.person.call('DELETE', `/api/m/sync/collections/entries/${first.id}/shares/${made.id}`)
  expect(await hrefs(ben, SHARED)).toEqual([`${SHARED}/Trip%20(2)/`])
  expect(await hrefs(ben, `${SHARED}/Trip%20(2)`)).toEqual([`${SHARED}/Trip%20(2)/bobs.txt`])
  expect(await status(ben, 'PROPFIND', `${SHARED}/Trip`, { headers: { depth: '0' } })).toBe(404)
  await make(bob, 'rename', { id: second.id, name: 'Journey' })
  expect(await hrefs(ben, SHARED)).toEqual([`${SHARED}/Journey/`])
  // it is free again
  await share(ann, first, ben, 'viewer')
  expect((await hrefs(ben, SHARED)).sort()).toEqual([`${SHARED}/Journey/`, `${SHARED}/Trip/`])
})

test('a lock ends with the share that it was taken by, and when an editor may only look', async () => {
  const { ann, ben, trip, made } = await shared('editor')
  const [ours, theirs] = ['/dav/me/sync/Private/Trip/plan.txt', `${SHARED}/Trip/plan.txt`]
  const shares = `/api/m/sync/collections/entries/${trip.id}/shares/${made.id}`
  expect((await lock(ben, theirs)).status).toBe(200)
  expect(await status(ann, 'PUT', ours, { body: 'x' })).toBe(423)
  await ann.person.call('PATCH', shares, { role: 'viewer' })
  expect(await status(ann, 'PUT', ours, { body: 'y' })).toBe(204)
  await ann.person.call('PATCH', shares, { role: 'editor' })
  expect(await status(ann, 'PUT', ours, { body: 'z' })).toBe(423)
  await ann.person.call('DELETE', shares)
  expect(await status(ann, 'PUT', ours, { body: 'w' })).toBe(204)
})

test('the list of what is shared is one look for each owner, however much of theirs it is', async () => {
  const [ann, ben] = [await newDevice(), await newDevice()]
  for (let n = 0; n < 5; n++) await share(ann, await make(ann, 'makeFolder', { name: `F${n}` }), ben, 'viewer')
  const asked: string[] = []
  await hrefs(ben, SHARED) // it gives the names
  const { query } = app.db.$client
  const watched = app.db.$client as unknown as { query: (...sent: unknown[]) => unknown }
  watched.query = (...sent) => {
    const [one] = sent
    asked.push(typeof one === 'string' ? one : String((one as { text?: string } | undefined)?.text))
    return (query as (...sent: unknown[]) => unknown).apply(app.db.$client, sent)
  }
  const few = await hrefs(ben, SHARED).finally(() => Object.assign(app.db.$client, { query }))
  expect(few).toHaveLength(5)
  expect(asked.filter((text) => text.includes('"record_shares"')).length).toBeLessThan(5)
})
