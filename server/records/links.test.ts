import { expect, test } from 'vitest'
import { testDatabase } from '../platform/database/test-database.ts'
import { createLinks } from './links.ts'
import { testModules } from './test-module.ts'

test('links that stand in mails take no room from those that people make', async () => {
  const { db } = await testDatabase()
  const links = createLinks(db, () => ({}), 'a secret of the tests').of('ann', 'library', false)
  const guests = Array.from({ length: 1_000 }, (_, at) => `invitation:${at}:guest@example.org`)
  for (let at = 0; at < guests.length; at += 50)
    await Promise.all(guests.slice(at, at + 50).map((subject) => links.standing({ subject })))
  expect((await links.create({ subject: 'feed' })).subject).toBe('feed')
  await db.$client.query(`insert into share_links (id, scope_id, module, subject, token_hash, allows)
    select 'l' || n, 'ann', 'library', 'feed', 'h' || n, '{}' from generate_series(2, 1000) n`)
  await expect(links.create({ subject: 'feed' })).rejects.toThrow('There are 1000 links already.')
})

test('what stands in mails is found by its subject alone, is one for each subject, and goes once it has ended', async () => {
  const { db, cleanUp } = await testModules()
  const links = createLinks(db, () => ({}), 'a secret of the tests').of('ann', 'library', false)
  const over = new Date('2020-01-01T00:00:00Z')
  await links.create({ subject: 'feed', expiresAt: over })
  await links.standing({ subject: 'invitation:1:ended@example.org', expiresAt: over })
  const open = await links.standing({ subject: 'invitation:1:guest@example.org' })
  expect(await links.standing({ subject: 'invitation:1:guest@example.org' })).toEqual(open)

  expect((await links.list()).map(({ subject }) => subject)).toEqual(['feed'])
  expect((await links.list('invitation:1:guest@example.org')).map(({ id }) => id)).toEqual([open.id])

  await cleanUp()
  expect(await links.list('invitation:1:ended@example.org')).toEqual([])
  expect((await links.list('invitation:1:guest@example.org')).map(({ id }) => id)).toEqual([open.id])
  // A person sees of what they made that it has ended.
  expect((await links.list()).map(({ subject }) => subject)).toEqual(['feed'])

  const anew = createLinks(db, () => ({}), 'another secret').of('ann', 'library', false)
  expect((await anew.standing({ subject: 'invitation:1:guest@example.org' })).id).not.toBe(open.id)
})

test('a link says until when it holds', async () => {
  const { db } = await testDatabase()
  const links = createLinks(db, () => ({}), 'a secret of the tests').of('ann', 'library', false)
  const until = '2100-01-01T00:00:00.000Z'
  expect(await links.create({ subject: 'feed', expiresAt: new Date(until) })).toMatchObject({ expiresAt: until })
  expect(await links.create({ subject: 'feed' })).toMatchObject({ expiresAt: null })
})
