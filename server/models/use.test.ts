import { afterAll, expect, test } from 'vitest'
import { startFakeProvider } from '../../e2e/fake-provider/client.ts'
import { type Client, testApp } from '../test-app.ts'
import { forgetModelUse } from './use.ts'

const fake = await startFakeProvider()
afterAll(() => fake.stop())
const app = await testApp({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: fake.url, MODELS: 'gpt-4o-mini' })

interface Use {
  month: string
  modules: { module: string; calls: number; tokens: number; costMicros: number }[]
}
const use = (who: Client) => who.call<Use>('GET', '/api/user/model-use')
const propose = async (who: Client, headers = {}) => {
  await fake.script({ text: '{"items": []}' })
  return who.send('POST', '/api/m/flash/proposeCards', { text: 'Paris is the capital of France.' }, headers)
}

test('a person sees what modules asked of models for them, and nobody else’s', async () => {
  const [ann, ben] = [await app.member(), await app.member()]
  expect((await use(ann)).modules).toEqual([])
  for (let at = 0; at < 2; at++) expect((await propose(ann)).status).toBe(200)
  const { modules } = await use(ann)
  expect(modules).toEqual([expect.objectContaining({ module: 'flash', calls: 2 })])
  expect([modules[0]?.tokens, modules[0]?.costMicros].every((sum) => (sum ?? 0) > 0)).toBe(true)
  expect((await use(ben)).modules).toEqual([])
  expect((await app.visitor().refusal('GET', '/api/user/model-use')).status).toBe(401)
})

test('in a team it counts for who asked, and goes with the team or the person', async () => {
  const [ann, ben] = [await app.member(), await app.member()]
  const { id } = await ann.call<{ id: string }>('POST', '/api/teams', { name: 'Desk' })
  expect((await propose(ann, { 'x-scope': `team:${id}` })).status).toBe(200)
  expect((await use(ann)).modules).toHaveLength(1)
  expect((await propose(ben)).status).toBe(200)
  await app.db.transaction((tx) => forgetModelUse(tx, `team:${id}`))
  expect((await use(ann)).modules).toEqual([])
  expect((await use(ben)).modules).toHaveLength(1)
  await app.db.transaction((tx) => forgetModelUse(tx, ben.id))
  expect((await use(ben)).modules).toEqual([])
})

test('what a guest used is theirs when they have an account', async () => {
  const guest = await app.guest()
  expect((await propose(guest)).status).toBe(200)
  expect((await use(guest)).modules).toHaveLength(1)
  await guest.call('POST', '/api/register', {
    username: 'carla-model',
    email: 'carla-model@example.org',
    password: 'correct horse battery',
  })
  expect((await use(guest)).modules).toEqual([expect.objectContaining({ module: 'flash', calls: 1 })])
})

test('a key without the scope of chat asks no model', async () => {
  const ann = await app.member()
  const made = (scopes: string[]) =>
    ann.call<{ key: string }>('POST', '/api/user/keys', { name: scopes.join(' '), scopes })
  const withKey = async (scopes: string[]) => {
    const { key } = await made(scopes)
    return propose(app.visitor() as Client, { authorization: `Bearer ${key}` })
  }
  expect((await withKey(['read'])).status).toBe(403)
  expect((await withKey(['read', 'chat'])).status).toBe(200)
})
