import { expect, test } from 'vitest'
import { testDatabase } from '../platform/database/test-database.ts'
import { createLinks } from './links.ts'

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
