import type { Share, SharedWithMe } from '@atrium/contract/sharing'
import { expect, test } from 'vitest'
import { type Client, testApp } from '../test-app.ts'

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
    ['remove', { ids: [trip.id] }],
    ['remove', { ids: [secret.id] }],
    ['rename', { id: secret.id, name: 'x' }],
    ['share', { id: plan.id }],
  ]
  for (const [action, input] of outside)
    expect([403, 404], `${action} ${JSON.stringify(input)}`).toContain((await act(ben, action, input, scope)).status)
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
