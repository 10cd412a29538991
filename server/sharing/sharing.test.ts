import type { Share, SharedWithMe } from '@atrium/contract/sharing'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../accounts/tables.ts'
import { SHARE_KIND } from '../notifications/kinds.ts'
import { waitingNotifications } from '../notifications/tables.ts'
import { silentLog } from '../platform/telemetry.ts'
import { type Client, testApp } from '../test-app.ts'
import { createSharing } from './sharing.ts'

const app = await testApp()
await app.administrator()
type Person = Client & { id: string }
const email = async (person: Person) => (await person.call<{ email: string }>('GET', '/api/user')).email
type Entry = { id: string; name: string; parent: string }
const act = async <T>(who: Client, action: string, input: object, scope = '') => {
  const answer = await who.send('POST', `/api/m/sync/${action}`, input, scope ? { 'x-scope': scope } : {})
  const body = (await answer.json()) as { output: T; change: string | null; error?: { message: string } }
  return { status: answer.status, ...body }
}
const folder = async (who: Client, name: string, parent = '') =>
  (await act<Entry>(who, 'makeFolder', { name, parent })).output
const file = async (who: Client, name: string, parent: string, text = name) =>
  (await act<Entry>(who, 'save', { name, folder: parent, text })).output
const place = (id: string) => `/api/m/sync/collections/entries/${id}/shares`
const share = (who: Client, id: string, name: string, role = 'viewer') =>
  who.call<Share>('POST', place(id), { with: name, role })
const withMe = async (who: Client) => (await who.call<SharedWithMe>('GET', '/api/shares')).shares
const names = (entries: readonly Entry[] = []) => entries.map(({ name }) => name).sort()
const list = async (who: Client, scope: string, input: object = {}) =>
  act<{ folder: Entry | null; path: Entry[]; entries: Entry[] }>(who, 'list', input, scope)

/** Ann's folder in a folder, with a file and a folder in it, and what nobody else shall see. */
async function shared(role: string) {
  const [ann, ben] = [await app.member(), await app.member()]
  const above = await folder(ann, 'Private')
  const trip = await folder(ann, 'Trip', above.id)
  const photos = await folder(ann, 'Photos', trip.id)
  const plan = await file(ann, 'plan.txt', trip.id)
  const deep = await file(ann, 'deep.txt', photos.id)
  const secret = await file(ann, 'secret.txt', above.id)
  const made = await share(ann, trip.id, await email(ben), role)
  const [mine] = await withMe(ben)
  return { ann, ben, above, trip, photos, plan, deep, secret, made, scope: `share:${mine?.id}`, mine }
}

test('a viewer sees the folder and all that lies in it, nothing beside or above it, and changes nothing', async () => {
  const { ben, trip, photos, plan, deep, secret, above, scope, mine } = await shared('viewer')
  expect(mine).toMatchObject({
    title: 'Trip',
    role: 'viewer',
    module: 'sync',
    record: trip.id,
    opens: `?folder=${trip.id}`,
  })
  expect(names((await list(ben, scope)).output.entries)).toEqual(['Trip'])
  const inside = await list(ben, scope, { folder: trip.id })
  expect(names(inside.output.entries)).toEqual(['Photos', 'plan.txt'])
  expect(inside.output.path.map(({ id }) => id)).toEqual([trip.id])
  expect(inside.output.folder).toMatchObject({ parent: '' })
  expect(names((await list(ben, scope, { folder: photos.id })).output.entries)).toEqual(['deep.txt'])
  expect((await act<{ text: string }>(ben, 'read', { id: deep.id }, scope)).output.text).toBe('deep.txt')
  expect((await list(ben, scope, { folder: above.id })).status).toBe(404)
  expect((await act(ben, 'read', { id: secret.id }, scope)).status).toBe(404)
  expect((await act<{ files: Entry[] }>(ben, 'find', { words: 'secret' }, scope)).output.files).toEqual([])
  expect((await act(ben, 'read', { id: plan.id })).status).toBe(404)
  for (const [action, input] of [
    ['rename', { id: plan.id, name: 'x' }],
    ['save', { name: 'x', folder: trip.id, text: 'x' }],
    ['remove', { ids: [plan.id] }],
    ['share', { id: plan.id }],
  ] as const)
    expect((await act(ben, action, input, scope)).status, action).toBe(403)
  const history = (id: string) =>
    ben.send('GET', `/api/m/sync/collections/entries/${id}/history`, undefined, { 'x-scope': scope })
  expect([(await history(plan.id)).status, (await history(secret.id)).status]).toEqual([200, 404])
})

test('an editor works in it, with undo of their own, and can neither take it out, end it nor share it', async () => {
  const { ann, ben, trip, photos, plan, secret, above, scope } = await shared('editor')
  const saved = await act<Entry>(ben, 'save', { name: 'from-ben.txt', folder: photos.id, text: 'hello' }, scope)
  expect(saved.status).toBe(200)
  expect((await act<{ text: string }>(ann, 'read', { id: saved.output.id })).output.text).toBe('hello')
  const undo = (who: Client, change: string | null, headers = {}) =>
    who.send('POST', `/api/changes/${change}/undo`, undefined, headers)
  expect((await undo(ben, saved.change)).status).toBe(404)
  expect((await undo(ben, saved.change, { 'x-scope': scope })).status).toBe(200)
  expect((await act(ann, 'read', { id: saved.output.id })).status).toBe(404)
  const byAnn = await act<Entry>(ann, 'rename', { id: plan.id, name: 'plan-2.txt' })
  expect((await undo(ben, byAnn.change, { 'x-scope': scope })).status).toBe(404)
  const outside: [string, object][] = [
    ['save', { name: 'x', text: 'x' }],
    ['save', { name: 'x', folder: above.id, text: 'x' }],
    ['move', { ids: [plan.id], to: '' }],
    ['move', { ids: [plan.id], to: above.id }],
    ['move', { ids: [secret.id], to: trip.id }],
    ['move', { ids: [trip.id], to: above.id }],
    ['remove', { ids: [trip.id] }],
    ['remove', { ids: [secret.id] }],
    ['rename', { id: secret.id, name: 'x' }],
    ['share', { id: plan.id }],
  ]
  for (const [action, input] of outside)
    expect([403, 404], `${action} ${JSON.stringify(input)}`).toContain((await act(ben, action, input, scope)).status)
  // where they see it already, which is not where it lies
  await act(ben, 'move', { ids: [trip.id], to: '' }, scope)
  expect(names((await list(ann, '', { folder: above.id })).output.entries)).toEqual(['Trip', 'secret.txt'])
  for (const [method, path] of [
    ['GET', place(trip.id)],
    ['POST', place(trip.id)],
    ['GET', '/api/m/sync/collections/entries/export'],
    ['DELETE', '/api/m/sync/collections/entries/trash'],
    ['GET', '/api/modules/sync/secrets'],
  ] as const)
    expect(
      (await ben.send(method, path, method === 'POST' ? { with: 'x' } : undefined, { 'x-scope': scope })).status,
      path,
    ).toBe(403)
  const tasks = await ben.send('POST', '/api/m/tasks/list', {}, { 'x-scope': scope })
  expect(tasks.status).toBe(404)
  expect(names((await list(ann, '', { folder: above.id })).output.entries)).toEqual(['Trip', 'secret.txt'])
})

test('files of what is shared are in reach, no others by their ids', async () => {
  const { ann, ben, deep, secret, trip, scope } = await shared('editor')
  type Read = { parts: { file: string }[]; url: string }
  const [own, others] = [
    (await act<Read>(ann, 'read', { id: deep.id })).output,
    (await act<Read>(ann, 'read', { id: secret.id })).output,
  ]
  const bytes = await ben.send('GET', own.url, undefined, { 'x-scope': scope })
  expect(await bytes.text()).toBe('deep.txt')
  expect((await ben.send('GET', others.url, undefined, { 'x-scope': scope })).status).toBe(404)
  const stolen = await act(ben, 'save', { name: 'x', folder: trip.id, file: others.parts[0]?.file }, scope)
  expect(stolen.status).toBe(404)
})

test('what is taken back, deleted, or moved out is out of reach at once', async () => {
  const { ann, ben, trip, photos, made, scope } = await shared('viewer')
  await act(ann, 'move', { ids: [photos.id], to: '' })
  expect((await list(ben, scope, { folder: photos.id })).status).toBe(404)
  await act(ann, 'remove', { ids: [trip.id] })
  expect(await withMe(ben)).toEqual([])
  expect((await list(ben, scope)).status).toBe(404)
  await act(ann, 'restore', { ids: [trip.id] })
  expect((await list(ben, scope)).status).toBe(200)
  await ann.call('DELETE', `${place(trip.id)}/${made.id}`)
  expect((await list(ben, scope)).status).toBe(404)
  expect(await withMe(ben)).toEqual([])
})

test('the owner is not told whether there is somebody of that name, and nobody else is shared it', async () => {
  const { ann, ben, trip } = await shared('viewer')
  const nobody = await share(ann, trip.id, 'Nobody@Example.org')
  expect(nobody).toEqual({
    id: expect.any(String),
    called: 'nobody@example.org',
    role: 'viewer',
    createdAt: expect.any(String),
  })
  const { shares } = await ann.call<{ shares: Share[] }>('GET', place(trip.id))
  expect(shares.map(({ called }) => called)).toEqual([await email(ben), 'nobody@example.org'])
  const other = await app.member()
  expect((await other.send('POST', place(trip.id), { with: 'x' })).status).toBe(404)
  expect(await withMe(other)).toEqual([])
  expect((await list(other, `share:${nobody.id}`)).status).toBe(404)
  expect((await ann.refusal('POST', place(trip.id), { with: await email(ann) })).status).toBe(400)
})

test('another role holds from the next call on; who has it can take it off their list', async () => {
  const { ann, ben, trip, photos, scope, mine } = await shared('viewer')
  await share(ann, trip.id, await email(ben), 'editor')
  expect((await act(ben, 'save', { name: 'x', folder: photos.id, text: 'x' }, scope)).status).toBe(200)
  await share(ann, trip.id, await email(ben), 'viewer')
  expect((await act(ben, 'save', { name: 'y', folder: photos.id, text: 'x' }, scope)).status).toBe(403)
  await ben.call('DELETE', `/api/shares/${mine?.id}`)
  expect((await list(ben, scope)).status).toBe(404)
})

test('a team’s members have it, its viewers to look at alone', async () => {
  const { ann, trip, photos } = await shared('viewer')
  const team = await ann.call<{ id: string }>('POST', '/api/teams', { name: 'Travellers' })
  const join = async (role: string) => {
    const { url } = await ann.call<{ url: string }>('POST', `/api/teams/${team.id}/invitations`, { role })
    const person = await app.member()
    await person.call('POST', `/api/invitations/${url.split('/').at(-1)}/accept`)
    return person
  }
  const [editor, viewer] = [await join('editor'), await join('viewer')]
  await share(ann, trip.id, `team:${team.id}`, 'editor')
  const [one] = await withMe(editor)
  expect(one).toMatchObject({ title: 'Trip', team: 'Travellers' })
  const save = (who: Client) => act(who, 'save', { name: 'x', folder: photos.id, text: 'x' }, `share:${one?.id}`)
  expect([(await save(editor)).status, (await save(viewer)).status]).toEqual([200, 403])
  const stranger = await app.member()
  expect((await save(stranger)).status).toBe(404)
  expect((await stranger.send('POST', place(trip.id), { with: `team:${team.id}` })).status).toBe(404)
})

test('what an editor does ends no bytes: versions and the trash are the owner’s', async () => {
  const { ann, ben, plan, trip, scope } = await shared('editor')
  await file(ann, 'plan.txt', trip.id, 'second')
  type Versions = { versions: { id: string; isCurrent: boolean }[] }
  const { versions } = (await act<Versions>(ben, 'versions', { id: plan.id }, scope)).output
  const first = versions.find(({ isCurrent }) => !isCurrent)
  await act(ben, 'remove', { ids: [plan.id] }, scope)
  expect((await act(ben, 'emptyTrash', {}, scope)).status).toBe(403)
  expect((await act(ben, 'restore', { ids: [plan.id] }, scope)).status).toBe(200)
  expect((await act(ben, 'removeVersion', { id: plan.id, content: first?.id }, scope)).status).toBe(403)
  expect((await act<{ text: string }>(ann, 'read', { id: plan.id })).output.text).toBe('second')
  expect((await act(ann, 'removeVersion', { id: plan.id, content: first?.id })).status).toBe(200)
})

test('a folder that an editor throws away goes and comes back with what lies in it', async () => {
  const { ben, trip, photos, scope } = await shared('editor')
  const inside = async () => names((await list(ben, scope, { folder: photos.id })).output?.entries)
  expect((await act(ben, 'remove', { ids: [photos.id] }, scope)).status).toBe(200)
  expect(names((await list(ben, scope, { folder: trip.id })).output.entries)).toEqual(['plan.txt'])
  expect((await act(ben, 'restore', { ids: [photos.id] }, scope)).status).toBe(200)
  expect(await inside()).toEqual(['deep.txt'])
})

test('a file is in reach by what holds it, not by a name that somebody gave; its bytes are each version’s own', async () => {
  const { ann, ben, plan, secret, trip, scope } = await shared('editor')
  const fileOf = async (id: string) =>
    (await act<{ parts: { file: string }[] }>(ann, 'read', { id })).output.parts[0]?.file ?? ''
  const [own, others] = [await fileOf(plan.id), await fileOf(secret.id)]
  const named = await file(ann, 'x', trip.id, 'x')
  expect((await act(ben, 'rename', { id: named.id, name: others }, scope)).status).toBe(200)
  expect((await act(ben, 'save', { name: 'y', folder: trip.id, file: others }, scope)).status).toBe(404)
  for (const name of ['plan.txt', 'copy.txt'])
    expect((await act(ben, 'save', { name, folder: trip.id, file: own }, scope)).status).toBe(200)
  const copy = (await list(ben, scope, { folder: trip.id })).output.entries.find(({ name }) => name === 'copy.txt')
  expect(await fileOf(copy?.id ?? '')).not.toBe(own)
  expect((await act<{ text: string }>(ann, 'read', { id: plan.id })).output.text).toBe('plan.txt')
  expect((await act<{ text: string }>(ann, 'read', { id: secret.id })).output.text).toBe('secret.txt')
})

test('the role is changed by the share; a name that has come to mean somebody else hands nothing over', async () => {
  const { ann, ben, trip, photos, made, scope } = await shared('viewer')
  const address = await email(ben)
  const other = await app.member()
  await app.db.update(users).set({ email: 'was-ben@example.org' }).where(eq(users.email, address))
  await app.db
    .update(users)
    .set({ email: address })
    .where(eq(users.email, await email(other)))
  const save = (name: string) => act(ben, 'save', { name, folder: photos.id, text: 'x' }, scope)
  const setRole = (who: Client, role: string) => who.send('PATCH', `${place(trip.id)}/${made.id}`, { role })
  expect(await (await setRole(ann, 'editor')).json()).toMatchObject({ id: made.id, called: address, role: 'editor' })
  expect((await save('a')).status).toBe(200)
  await share(ann, trip.id, address, 'viewer')
  expect((await save('b')).status).toBe(403)
  expect([await withMe(other), (await withMe(ben)).length]).toEqual([[], 1])
  expect((await setRole(other, 'editor')).status).toBe(404)
  expect((await setRole(ann, 'owner')).status).toBe(400)
})

test('teams of one name are two, and go by the name that they have now', async () => {
  const { ann, trip } = await shared('viewer')
  const team = () => ann.call<{ id: string }>('POST', '/api/teams', { name: 'Namesakes' })
  const [one, two] = [await team(), await team()]
  for (const { id } of [one, two]) await share(ann, trip.id, `team:${id}`)
  const both = await ann.call<{ shares: Share[] }>('GET', place(trip.id))
  expect(both.shares.slice(1).map(({ called }) => called)).toEqual(['Namesakes', 'Namesakes'])
  await ann.call('PATCH', `/api/teams/${two.id}`, { name: 'Others' })
  await share(ann, trip.id, `team:${two.id}`, 'editor')
  const { shares } = await ann.call<{ shares: Share[] }>('GET', place(trip.id))
  const ofTeams = shares.slice(1).map(({ called, role }) => `${called} ${role}`)
  expect(ofTeams).toEqual(['Namesakes viewer', 'Others editor'])
})

test.each([
  ['is suspended', { banned: true }],
  ['is to be deleted', { deletionAt: new Date('2100-01-01') }],
])('what somebody shared whose account %s is out of reach', async (_, gone) => {
  const { ann, ben, scope } = await shared('viewer')
  const address = await email(ann)
  await app.db.update(users).set(gone).where(eq(users.email, address))
  expect([(await list(ben, scope)).status, await withMe(ben)]).toEqual([404, []])
  await app.db.update(users).set({ banned: false, deletionAt: null }).where(eq(users.email, address))
  expect((await list(ben, scope)).status).toBe(200)
})

test('the history of what is shared does not say where it lies, and can be gone back to', async () => {
  const { ann, ben, trip, above, scope } = await shared('editor')
  await act(ann, 'rename', { id: trip.id, name: 'Journey' })
  const path = `/api/m/sync/collections/entries/${trip.id}`
  const history = async (who: Client, headers = {}) => {
    const answer = await who.send('GET', `${path}/history`, undefined, headers)
    return ((await answer.json()) as { versions: { version: number; data: Entry }[] }).versions
  }
  const parents = async (who: Client, headers = {}) => (await history(who, headers)).map(({ data }) => data.parent)
  expect(await parents(ben, { 'x-scope': scope })).toEqual(['', ''])
  expect(await parents(ann)).toEqual([above.id, above.id])
  expect((await ben.send('POST', `${path}/revert`, { version: 1 }, { 'x-scope': scope })).status).toBe(200)
  expect((await history(ann))[0]?.data).toMatchObject({ name: 'Trip', parent: above.id })
})

test('somebody is told once of what is shared with them, however often it is taken back and shared again', async () => {
  const { ann, ben, trip, made } = await shared('viewer')
  const address = await email(ben)
  await share(ann, trip.id, address, 'editor')
  await ann.call('DELETE', `${place(trip.id)}/${made.id}`)
  await share(ann, trip.id, address)
  const told = and(eq(waitingNotifications.scopeId, ben.id), eq(waitingNotifications.kind, SHARE_KIND))
  const { notifications } = await ben.call<{ notifications: { body: string }[] }>('GET', '/api/notifications')
  const waiting = await app.db.select({ body: waitingNotifications.body }).from(waitingNotifications).where(told)
  expect([...waiting, ...notifications].map(({ body }) => body)).toEqual(['Trip'])
})

test('who is to hear of a change is asked where something of the module can be shared, and nowhere else', async () => {
  const asked: string[] = []
  const db = new Proxy({}, { get: (_, name) => () => asked.push(String(name)) && new Promise(() => undefined) })
  const servers = new Map(
    ['with', 'without'].map((id) => [
      id,
      { module: { collections: { entries: id === 'with' ? { shared: { opens: '' } } : {} } } },
    ]),
  )
  const around = { live: { tell: () => undefined }, tell: async () => undefined, log: silentLog }
  const { changed } = createSharing({ db, actions: { servers }, ...around } as never)
  changed('ann', 'without')
  expect(asked).toEqual([])
  await Promise.resolve(changed('ann', 'with'))
  expect(asked).toEqual(['selectDistinct'])
})
