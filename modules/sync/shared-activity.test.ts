import type { Share } from '@atrium/contract/sharing'
import { expect, test } from 'vitest'
import { acting, sharedWith } from '../../server/sharing/test-shares.ts'
import { type Client, testApp } from '../../server/test-app.ts'
import type { ActivityLine } from './activity-lines.ts'
import type { EntryRow } from './rows.ts'

const app = await testApp()
const act = acting('sync')
const activity = async (who: Client, asked: object = {}, scope = '') => {
  const { status, output } = await act<{ lines: ActivityLine[] }>(who, 'activity', asked, scope)
  return { status, lines: output?.lines ?? [] }
}
const told = ({ lines }: { lines: ActivityLine[] }) => lines.map(({ kind, name, who }) => [kind, name, who.kind])
const nameOf = async (who: Client) =>
  (await who.call<{ username: string; displayUsername?: string }>('GET', '/api/user')).username

test('whoever is shared a folder is told what happened in it alone, and by whom as far as they may know them', async () => {
  const ann = await app.member()
  const make = async (name: string, parent = '') =>
    (await act<EntryRow>(ann, 'makeFolder', { name, parent })).output as EntryRow
  const above = await make('Private')
  const trip = await make('Trip', above.id)
  const file = (await act<EntryRow>(ann, 'save', { name: 'plan.txt', text: 'plan', folder: trip.id })).output
  await act(ann, 'save', { name: 'secret.txt', text: 'secret', folder: above.id })
  await act(ann, 'share', { id: file.id })
  const place = { module: 'sync', collection: 'entries', id: trip.id }
  const { ben, scope, path } = await sharedWith(app, place, ann, 'editor')
  const eve = await app.member()
  const { email } = await eve.call<{ email: string }>('GET', '/api/user')
  const eves = await ann.call<Share>('POST', path, { with: email, role: 'viewer' })
  await act(ben, 'rename', { id: file.id, name: 'route.txt' }, scope)

  const asBen = await activity(ben, {}, scope)
  expect(told(asBen)).toEqual([
    ['renamed', 'route.txt', 'you'],
    ['added', 'plan.txt', 'person'],
    ['made', 'Trip', 'person'],
  ])
  expect(JSON.stringify(asBen)).not.toMatch(/secret|Private|linked|downloaded/)
  // Eve does not know Ben: the owner alone has let both of them in.
  const asEve = await activity(eve, {}, `share:${eves.id}`)
  expect(told(asEve)[0]).toEqual(['renamed', 'route.txt', 'somebody'])
  expect(asEve.lines[0]?.who.name).toBeNull()
  const history = await (
    await eve.send('GET', `/api/m/sync/collections/entries/${file.id}/history`, undefined, {
      'x-scope': `share:${eves.id}`,
    })
  ).json()
  expect(JSON.stringify(history)).not.toContain(await nameOf(ben))
  expect((await activity(ben, { id: above.id }, scope)).status).toBe(404)
  expect((await activity(ben, { id: file.id })).status).toBe(404)

  const asAnn = await activity(ann)
  expect(told(asAnn).filter(([kind]) => kind === 'shared')).toEqual([
    ['shared', 'Trip', 'you'],
    ['shared', 'Trip', 'you'],
  ])
  const renamed = asAnn.lines.find(({ kind }) => kind === 'renamed')
  expect([renamed?.who.kind, renamed?.who.name?.toLowerCase()]).toEqual(['person', (await nameOf(ben)).toLowerCase()])
  expect(told(await activity(ann, { id: file.id })).map(([kind]) => kind)).toEqual(['renamed', 'linked', 'added'])
})
