import type { ModelList } from '@atrium/contract/models'
import type { KeyProvider, ProviderKey } from '@atrium/contract/profile'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startFakeProvider } from '../../e2e/fake-provider/client.ts'
import { testDatabase } from '../platform/database/test-database.ts'
import { type Client, testApp } from '../test-app.ts'
import { createKeyCipher } from './key-cipher.ts'

const fake = await startFakeProvider()
afterAll(() => fake.stop())
// Two instances on one database; no key of the installation's own.
const database = await testDatabase()
const environment = { ANTHROPIC_BASE_URL: fake.url, GOOGLE_BASE_URL: fake.url }
const app = await testApp(environment, { database })
const second = await testApp(environment, { database, administrator: false })
beforeEach(async () => {
  await fake.reset()
  await fake.lists({ anthropic: [{ id: 'claude-own-1', display_name: 'Own' }] })
})

const KEY = 'sk-ant-of-the-person-WXYZ'
const PATH = '/api/user/provider-keys'
const models = async (who: Client) => (await who.call<ModelList>('GET', '/api/models')).models.map(({ id }) => id)

test('a key that the provider accepts brings its models to this person alone, and answers their messages', async () => {
  const ann = await app.member()
  expect(await models(ann)).toEqual(['guide'])
  const saved = await ann.call<ProviderKey>('PUT', `${PATH}/anthropic`, { key: KEY })
  expect(saved).toMatchObject({ provider: 'anthropic', ending: 'WXYZ' })
  expect(await models(ann)).toEqual(['claude-own-1', 'guide'])
  expect(await models(await app.member())).toEqual(['guide'])
  expect(await models(app.visitor())).toEqual(['guide'])

  await fake.script({ text: 'From your own model.' })
  const reply = await ann.stream('POST', '/api/converse/stream', { message: 'Hello', preferredModel: 'claude-own-1' })
  expect(reply.text).toBe('From your own model.')
  expect(JSON.stringify(await fake.requests())).toContain('claude-own-1')
})

test('is never told again, and lies encrypted in the database', async () => {
  const ann = await app.member()
  await ann.call('PUT', `${PATH}/anthropic`, { key: KEY })
  const listed = await ann.call<{ keys: ProviderKey[]; providers: KeyProvider[] }>('GET', PATH)
  expect(listed.keys).toMatchObject([{ provider: 'anthropic', ending: 'WXYZ' }])
  expect(listed.providers).toEqual(['openai', 'anthropic', 'google'])
  expect(JSON.stringify(listed)).not.toContain('of-the-person')
  const { rows } = await app.db.execute<{ all: string }>(
    sql`select k::text as all from provider_keys k where user_id = ${ann.id}`,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.all).not.toContain('of-the-person')
})

test('a deleted key is gone at once, on the other instance too', async () => {
  const ann = await app.member()
  const elsewhere = second.visitor()
  for (const [name, value] of ann.jar) elsewhere.jar.set(name, value)
  await ann.call('PUT', `${PATH}/anthropic`, { key: KEY })
  await expect.poll(() => models(elsewhere), { timeout: 20_000 }).toEqual(['claude-own-1', 'guide'])
  await ann.call('DELETE', `${PATH}/anthropic`)
  expect(await models(ann)).toEqual(['guide'])
  await expect.poll(() => models(elsewhere), { timeout: 20_000 }).toEqual(['guide'])
})

test('a wrong key and a provider out of reach are told in a sentence, and nothing is saved', async () => {
  const ann = await app.member()
  await fake.lists({ status: 401 })
  expect(await ann.refusal('PUT', `${PATH}/anthropic`, { key: KEY })).toMatchObject({
    status: 422,
    message: 'The provider did not accept this key. Check that it is complete and still valid.',
  })
  await fake.lists({ status: 503 })
  expect(await ann.refusal('PUT', `${PATH}/google`, { key: KEY })).toMatchObject({
    status: 502,
    message: 'The provider could not be reached to test the key, so nothing was saved. Try again in a moment.',
  })
  expect(await ann.refusal('PUT', `${PATH}/anthropic`, { key: 'two words here' })).toMatchObject({ status: 422 })
  expect(await ann.refusal('PUT', `${PATH}/elsewhere`, { key: KEY })).toMatchObject({ status: 404 })
  expect(await ann.call('GET', PATH)).toMatchObject({ keys: [] })
})

test('what was sealed opens for the same person under the same secret only, and not once changed', () => {
  const cipher = createKeyCipher('one secret')
  const sealed = cipher.seal(KEY, 'ann')
  expect(cipher.open(sealed, 'ann')).toBe(KEY)
  expect(cipher.open(sealed, 'bob')).toBeNull()
  expect(createKeyCipher('another secret').open(sealed, 'ann')).toBeNull()
  expect(cipher.open(`${sealed.slice(0, -6)}AAAA==`, 'ann')).toBeNull()
})
