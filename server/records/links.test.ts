import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createThrottle } from '../accounts/sign-in-throttle.ts'
import { users } from '../accounts/tables.ts'
import { testDatabase } from '../platform/database/test-database.ts'
import { teams } from '../teams/tables.ts'
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

const EFFECTS = { look: { effect: 'read' }, book: { effect: 'write' }, mail: { effect: 'send' } } as const
async function linksOf(scope = 'ann') {
  const { db } = await testDatabase()
  const all = createLinks(db, () => EFFECTS, 'a secret of the tests')
  return { db, ...all, mine: all.of(scope, 'library', false), readOnly: all.of(scope, 'library', true) }
}
const IP = '203.0.113.7'

test('a link begins unused, is counted as often as it is opened, and not by what goes on with something opened before', async () => {
  const { db, mine, open } = await linksOf()
  const fresh = { uses: 0, downloads: 0, downloadedAt: null, hasPassword: false, expiresAt: null, allows: [] }
  const { token, ...made } = await mine.create({ subject: 'feed' })
  expect(made).toEqual({ ...fresh, id: made.id, subject: 'feed', createdAt: expect.any(String) })
  expect(await mine.list()).toEqual([made])
  const opened = async (goesOn?: boolean) => (await open('library', token, undefined, IP, goesOn)).link.uses
  expect([await opened(), await opened(false), await opened(true), await opened()]).toEqual([1, 2, 2, 3])
  expect(await open('library', token, undefined, IP, true)).toEqual({ link: { ...made, uses: 3 }, scope: 'ann' })
  const { token: _, ...standing } = await mine.standing({ subject: 'guest', allows: ['book'] })
  expect(standing).toMatchObject({ ...fresh, allows: ['book'], subject: 'guest' })
  expect(await mine.list('guest')).toEqual([standing])
  const at = '2026-02-03T04:05:06.000Z'
  await db.$client.query('update share_links set downloads = 2, downloaded_at = $1', [at])
  expect(await mine.list()).toMatchObject([{ downloads: 2, downloadedAt: at }])
})

test('a link opens nothing where it is unknown, of another module, or over', async () => {
  const { mine, open, openPage } = await linksOf()
  const over = new Date('2020-01-01T00:00:00Z')
  const [good, ended] = [await mine.create({ subject: 'a' }), await mine.create({ subject: 'b', expiresAt: over })]
  const gone = { code: 'not_found', message: /^This link does not exist any more\./ }
  const refused = expect.objectContaining({ ...gone, message: expect.stringMatching(gone.message) })
  await expect(open('library', 'unknown', undefined, IP)).rejects.toEqual(refused)
  await expect(open('other', good.token, undefined, IP)).rejects.toEqual(refused)
  await expect(open('library', ended.token, undefined, IP)).rejects.toEqual(refused)
  for (const token of ['unknown', ended.token]) await expect(openPage(token)).rejects.toEqual(refused)
  await mine.revoke(good.id)
  await expect(open('library', good.token, undefined, IP)).rejects.toEqual(refused)
  const later = await mine.create({ subject: 'c', expiresAt: new Date('2100-01-01') })
  expect((await open('library', later.token, undefined, IP)).link.id).toBe(later.id)
})

test('a page is opened by its link, whichever module it is of, unless there is a password, and not of who has gone', async () => {
  const { db, mine, openPage } = await linksOf()
  await db.insert(users).values({ id: 'ann', name: 'ann', email: 'ann@example.org' })
  const { token, id } = await mine.create({ subject: 'page' })
  const withPassword = await mine.create({ subject: 'page', password: 'sesame' })
  expect(await openPage(token)).toMatchObject({ link: { id, uses: 1 }, module: 'library', scope: 'ann' })
  expect((await openPage(token)).link.uses).toBe(2)
  await expect(openPage(withPassword.token)).rejects.toMatchObject({ code: 'not_found' })
  for (const gone of [
    { banned: true, deletionAt: null },
    { banned: false, deletionAt: new Date() },
  ]) {
    await db.update(users).set(gone)
    await expect(openPage(token)).rejects.toMatchObject({ code: 'not_found' })
  }
  await db.update(users).set({ banned: false, deletionAt: null })
  expect((await openPage(token)).link.uses).toBe(3)
})

test('a link of a team that was closed opens nothing until the team is back', async () => {
  const { db, mine, open, openPage } = await linksOf('team:desk')
  await db.insert(teams).values([
    { id: 'desk', name: 'Desk' },
    { id: 'other', name: 'Other', deletionAt: new Date() },
  ])
  const { token } = await mine.create({ subject: 'page' })
  await openPage(token)
  await db
    .update(teams)
    .set({ deletionAt: new Date('2100-01-01') })
    .where(eq(teams.id, 'desk'))
  await expect(openPage(token)).rejects.toMatchObject({ code: 'not_found' })
  await expect(open('library', token, undefined, IP)).rejects.toMatchObject({ code: 'not_found' })
  await db.update(teams).set({ deletionAt: null }).where(eq(teams.id, 'desk'))
  expect((await open('library', token, undefined, IP)).link.uses).toBe(2)
})

test('a password is asked for, counted when it is wrong, and forgiven when it is right', async () => {
  const { db, mine, open } = await linksOf()
  const { token, id, hasPassword } = await mine.create({ subject: 'a', password: 'sesame' })
  expect(hasPassword).toBe(true)
  expect((await mine.create({ subject: 'b', password: '' })).hasPassword).toBe(false)
  const asked = (password?: string, ip = IP) =>
    open('library', token, password, ip).then(
      () => 'open',
      ({ code, details }) => details?.password ?? code,
    )
  for (const password of [undefined, '']) expect(await asked(password)).toBe('missing')
  const wrong = async (times: number) => {
    const throttle = createThrottle(db, 'link', false)
    for (let at = 0; at < times; at++) await throttle.attempt({ subject: id, ip: IP })
  }
  await wrong(8)
  expect([await asked('no'), await asked('sesame')]).toEqual(['wrong', 'open'])
  await wrong(9)
  expect([await asked('no'), await asked('no'), await asked('sesame')]).toEqual([
    'wrong',
    'rate_limited',
    'rate_limited',
  ])
  // Who has the password is not shut out by guesses from everywhere else.
  const everywhere = createThrottle(db, 'link')
  for (let at = 0; at < 100; at++) await everywhere.attempt({ subject: id, ip: `198.51.${at}.1` })
  expect(await asked('sesame', '192.0.2.1')).toBe('open')
})

test('an action that is declared a read makes and revokes no link, and lists them', async () => {
  const { mine, readOnly } = await linksOf()
  const { id } = await mine.create({ subject: 'a' })
  for (const write of [
    () => readOnly.create({ subject: 'b' }),
    () => readOnly.standing({ subject: 'b' }),
    () => readOnly.revoke(id),
  ])
    await expect(write()).rejects.toThrow('An action that is declared a read made or revoked a link')
  expect((await readOnly.list()).map((one) => one.id)).toEqual([id])
  await mine.revoke(id)
  await expect(mine.revoke(id)).rejects.toMatchObject({ code: 'not_found', message: 'There is no such link.' })
})

test('a link allows what its module reads and writes, and nothing that leaves the workspace or is none of it', async () => {
  const { mine } = await linksOf()
  expect(await mine.create({ subject: 'a', allows: ['look', 'book'] })).toMatchObject({ allows: ['look', 'book'] })
  for (const name of ['mail', 'none', 'toString'])
    for (const make of [mine.create, mine.standing])
      await expect(make({ subject: 'b', allows: ['look', name] })).rejects.toThrow(
        `A link of library cannot allow ${name}`,
      )
})

test('what stands in mails holds until when it is said, allows what is said last, and is room for twenty thousand', async () => {
  const { db, mine } = await linksOf()
  const until = '2100-01-01T00:00:00.000Z'
  const first = await mine.standing({ subject: 'guest', allows: ['book'], expiresAt: new Date(until) })
  expect(first).toMatchObject({ expiresAt: until, allows: ['book'] })
  expect(await mine.standing({ subject: 'guest' })).toEqual({ ...first, expiresAt: null, allows: [] })
  await db.$client.query(`insert into share_links (id, scope_id, module, subject, token_hash, is_standing, expires_at)
    select 'l' || n, 'ann', 'library', 's' || n, 'h' || n, true, case when n > 19998 then now() - interval '1 day' end
    from generate_series(1, 20010) n`)
  await mine.standing({ subject: 'the twenty thousandth' })
  await expect(mine.standing({ subject: 'one more' })).rejects.toThrow(
    'There are 20000 links already. Remove some that nobody needs.',
  )
  expect((await mine.standing({ subject: 'guest' })).id).toBe(first.id)
})
