import type { Preferences } from '@atrium/contract/profile'
import { expect, test } from 'vitest'
import { type Client, testApp } from '../test-app.ts'

const app = await testApp()
const PATH = '/api/user/preferences'
const read = (who: Client) => who.call<Preferences>('GET', PATH)
const untouched = { language: null, theme: null, density: 'comfortable', motion: 'system', soulMode: false }

test('before anything was chosen the answer is the defaults, with soulMode off', async () => {
  expect(await read(await app.member())).toEqual(untouched)
})

test('a change keeps what it does not name, and the theme is the one of its own call', async () => {
  const ann = await app.member()
  expect(await ann.call('PATCH', PATH, { language: 'de', soulMode: true })).toMatchObject({ language: 'de' })
  await ann.call('PATCH', PATH, { theme: 'dark', density: 'compact' })
  expect(await read(ann)).toEqual({ ...untouched, language: 'de', soulMode: true, theme: 'dark', density: 'compact' })
  expect(await ann.call('GET', `${PATH}/theme`)).toEqual({ theme: 'dark' })
  await ann.call('PATCH', PATH, { language: null })
  expect(await read(ann)).toMatchObject({ language: null, soulMode: true })
})

test('what is not offered is refused with a sentence, and nothing is kept', async () => {
  const ann = await app.member()
  const refused = await ann.refusal('PATCH', PATH, { language: 'xx', soulMode: true })
  expect(refused).toMatchObject({ status: 400, message: 'That language is not one of those offered.' })
  expect((await ann.refusal('PATCH', PATH, { density: 'roomy' })).status).toBe(400)
  expect(await read(ann)).toEqual(untouched)
})

test('a guest who registers keeps them; one who signs in to an account finds the account’s own', async () => {
  const guest = await app.guest()
  await guest.call('PATCH', PATH, { language: 'fr', motion: 'reduced' })
  await guest.call('POST', '/api/register', {
    username: 'preferring',
    email: 'preferring@example.org',
    password: 'correct horse battery',
  })
  expect(await read(guest)).toMatchObject({ language: 'fr', motion: 'reduced' })

  const other = await app.guest()
  await other.call('PATCH', PATH, { language: 'it', soulMode: true })
  await other.call('POST', '/api/login', { username: 'preferring', password: 'correct horse battery' })
  expect(await read(other)).toMatchObject({ language: 'fr', motion: 'reduced', soulMode: false })
})
