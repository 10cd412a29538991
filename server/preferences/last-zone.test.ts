import { expect, test } from 'vitest'
import { person, visitor } from '../platform/http/test-server.ts'
import { silentLog } from '../platform/telemetry.ts'
import { testApp } from '../test-app.ts'
import { createLastZones, zoneOf } from './last-zone.ts'

const app = await testApp()
const PATH = '/api/user/preferences'
const from = (timeZone: string, language = 'en') => ({ 'x-time-zone': timeZone, 'accept-language': language })

test('a call says where its person is, and the last one counts', async () => {
  const ann = await app.member()
  expect(await zoneOf(app.db, ann.id)).toEqual({ timeZone: 'UTC', language: 'en' })
  await ann.send('GET', PATH, undefined, from('Europe/Berlin', 'de'))
  expect(await zoneOf(app.db, ann.id)).toEqual({ timeZone: 'Europe/Berlin', language: 'de' })
  await ann.send('GET', PATH)
  expect(await zoneOf(app.db, ann.id)).toEqual({ timeZone: 'Europe/Berlin', language: 'de' })
  await ann.send('GET', PATH, undefined, from('asia/tokyo', 'ja'))
  expect(await zoneOf(app.db, ann.id)).toEqual({ timeZone: 'Asia/Tokyo', language: 'ja' })
})

test('no such zone, an offset and a call that is refused say nothing', async () => {
  const ann = await app.member()
  for (const zone of ['Mars/Olympus', '+05:30', 'x'.repeat(5000)]) {
    const { status } = await ann.send('GET', PATH, undefined, from(zone))
    expect(status).toBe(200)
  }
  expect((await ann.send('GET', '/api/admin/users', undefined, from('Asia/Tokyo'))).status).toBe(403)
  expect(await zoneOf(app.db, ann.id)).toEqual({ timeZone: 'UTC', language: 'en' })
})

test('it is written when it differs alone, and who moves to another zone is told of', async () => {
  const moves: string[] = []
  const zones = createLastZones(app.db, silentLog, async (owner, zone) => void moves.push(`${owner} ${zone}`))
  const call = (zone: string, language?: string) => new Request('http://localhost/', { headers: from(zone, language) })
  const ann = person('ann')
  await zones.seen(ann, call('Europe/Paris'))
  await zones.seen(ann, call('Europe/Paris'))
  await zones.seen(ann, call('Europe/Paris', 'fr'))
  await zones.seen({ ...ann, key: { id: 'k', scopes: [] } }, call('Asia/Tokyo'))
  await zones.seen(visitor, call('Asia/Tokyo'))
  expect(moves).toEqual(['ann Europe/Paris'])
  expect(await zoneOf(app.db, 'ann')).toEqual({ timeZone: 'Europe/Paris', language: 'fr' })
  await zones.seen(ann, call('Asia/Tokyo', 'fr'))
  expect(moves).toEqual(['ann Europe/Paris', 'ann Asia/Tokyo'])
})
