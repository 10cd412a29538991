import type { MadeInvitation, OpenInvitation, Team, TeamDetails, TeamList, TeamRole } from '@atrium/contract/teams'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { removePerson } from '../accounts/removal.ts'
import { users } from '../accounts/tables.ts'
import { startFake } from '../accounts/test-process.ts'
import { silentLog } from '../platform/telemetry.ts'
import { forgetRecords } from '../records/owner-deleted.ts'
import { testApp } from '../test-app.ts'
import { letterOf } from './invitations.ts'
import { teamInvitations, teamMembers, teams } from './tables.ts'
import { createTeams, forgetTeams } from './teams.ts'
import { inTeam, join, makeTeam } from './test-teams.ts'

const smtp = await startFake('../accounts/test-smtp.ts')
const app = await testApp({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'Desk <desk@example.org>' })
const tokenOf = ({ url }: Pick<MadeInvitation, 'url'>) => new URL(url).pathname.split('/').at(-1) ?? ''
const detailsOf = (who: Awaited<ReturnType<typeof app.member>>, id: string) =>
  who.call<TeamDetails>('GET', `/api/teams/${id}`)

/** A team with one member of each role. */
async function everyRole() {
  const [owner, admin, editor, viewer] = [
    await app.member(),
    await app.member(),
    await app.member(),
    await app.member(),
  ]
  const { id } = await makeTeam(owner)
  await join(owner, id, admin, 'admin')
  await join(owner, id, editor, 'editor')
  await join(owner, id, viewer, 'viewer')
  return { id, owner, admin, editor, viewer }
}

describe('a team', () => {
  test('is made by a person, who owns it, and is listed for its members alone', async () => {
    const [ann, bob, cid] = [await app.member(), await app.member(), await app.member()]
    const team = await makeTeam(ann, '  Night shift ')
    expect(team).toMatchObject({ name: 'Night shift', role: 'owner', members: 1, owners: 1, deletionAt: null })
    await join(ann, team.id, bob, 'viewer')
    const listed = (await bob.call<TeamList>('GET', '/api/teams')).teams
    expect(listed).toMatchObject([{ id: team.id, name: 'Night shift', role: 'viewer', members: 2, owners: 1 }])
    expect((await cid.call<TeamList>('GET', '/api/teams')).teams).toEqual([])
  })

  test('is not for guests and visitors, who are told what to do', async () => {
    const guest = await app.guest()
    expect(await guest.refusal('POST', '/api/teams', { name: 'A' })).toMatchObject({
      status: 403,
      message: 'Create an account to do this.',
    })
    expect((await app.visitor().refusal('POST', '/api/teams', { name: 'A' })).status).toBe(401)
  })

  test('has a name', async () => {
    const ann = await app.member()
    expect(await ann.refusal('POST', '/api/teams', { name: '  ' })).toMatchObject({ status: 400 })
    expect((await ann.refusal('POST', '/api/teams', { name: 'x'.repeat(61) })).message).toContain('at most 60')
  })

  test('is renamed by owners and admins, deleted by owners, and nobody else', async () => {
    const { id, owner, admin, editor, viewer } = await everyRole()
    await admin.call('PATCH', `/api/teams/${id}`, { name: 'Renamed' })
    for (const who of [editor, viewer])
      expect(await who.refusal('PATCH', `/api/teams/${id}`, { name: 'Mine' })).toMatchObject({
        status: 403,
        message: 'Only owners and admins of the team can do this.',
      })
    for (const who of [admin, editor, viewer])
      expect((await who.refusal('DELETE', `/api/teams/${id}`)).status).toBe(403)
    expect((await detailsOf(owner, id)).name).toBe('Renamed')
  })

  test('that was deleted is closed at once, can be brought back, and is gone for good when its days are over', async () => {
    const { id, owner, editor } = await everyRole()
    await inTeam(editor, id, 'POST', '/api/m/tasks/add', { title: 'keep me' })
    const closed = await owner.call<Team>('DELETE', `/api/teams/${id}`)
    expect(Date.parse(closed.deletionAt ?? '')).toBeGreaterThan(Date.now() + 13 * 24 * 3_600_000)
    expect((await inTeam(editor, id, 'POST', '/api/m/tasks/search', { words: 'keep' })).status).toBe(404)
    expect((await editor.call<TeamList>('GET', '/api/teams')).teams).toEqual([])
    expect(await editor.refusal('POST', `/api/teams/${id}/restore`)).toMatchObject({ status: 404 })
    await owner.call('POST', `/api/teams/${id}/restore`)
    expect((await inTeam(editor, id, 'POST', '/api/m/tasks/search', { words: 'keep' })).status).toBe(200)

    await owner.call('DELETE', `/api/teams/${id}`)
    const other = await makeTeam(owner, 'Stays')
    await app.db.update(teams).set({ deletionAt: sql`now() - interval '1 minute'` }).where(eq(teams.id, id))
    const { cleanUp } = createTeams({
      db: app.db,
      baseUrl: 'http://x',
      mail: null,
      log: silentLog,
      onOwnerDeleted: [forgetRecords],
    })
    await cleanUp()
    expect((await owner.call<TeamList>('GET', '/api/teams')).teams.map((team) => team.id)).toEqual([other.id])
    const { rows } = await app.db.execute(sql`select 1 from records where scope_id = ${`team:${id}`}`)
    expect(rows).toEqual([])
  })
})

describe('members', () => {
  test('are shown with their roles; addresses to owners and admins only', async () => {
    const { id, owner, editor } = await everyRole()
    const forOwner = (await detailsOf(owner, id)).people
    expect(forOwner.map(({ role }) => role)).toEqual(['owner', 'admin', 'editor', 'viewer'])
    expect(forOwner.every(({ email }) => email?.includes('@'))).toBe(true)
    expect((await detailsOf(editor, id)).people.every(({ email }) => email === null)).toBe(true)
  })

  test('get other roles from owners and admins; owners are the owners’ affair', async () => {
    const { id, owner, admin, editor, viewer } = await everyRole()
    const give = (who: typeof owner, to: typeof owner, role: TeamRole) =>
      who.send('PATCH', `/api/teams/${id}/members/${to.id}`, { role }).then(({ status }) => status)
    expect(await give(admin, viewer, 'editor')).toBe(200)
    expect(await give(admin, viewer, 'owner')).toBe(403)
    expect(await give(admin, owner, 'viewer')).toBe(403)
    expect(await give(editor, viewer, 'admin')).toBe(403)
    expect(await give(owner, viewer, 'owner')).toBe(200)
    expect(await give(viewer, owner, 'viewer')).toBe(200)
    expect(await give(owner, owner, 'owner')).toBe(403)
  })

  test('are removed by owners and admins, and leave; the last owner stays', async () => {
    const { id, owner, admin, editor, viewer } = await everyRole()
    expect((await editor.refusal('DELETE', `/api/teams/${id}/members/${viewer.id}`)).status).toBe(403)
    expect((await admin.refusal('DELETE', `/api/teams/${id}/members/${owner.id}`)).status).toBe(403)
    await admin.call('DELETE', `/api/teams/${id}/members/${viewer.id}`)
    await editor.call('POST', `/api/teams/${id}/leave`)
    expect((await detailsOf(owner, id)).people).toHaveLength(2)
    expect(await owner.refusal('POST', `/api/teams/${id}/leave`)).toMatchObject({
      status: 409,
      message: 'You are the last owner of this team. Make somebody else an owner first, or delete the team.',
    })
    expect((await owner.refusal('PATCH', `/api/teams/${id}/members/${owner.id}`, { role: 'viewer' })).status).toBe(409)
    await owner.call('PATCH', `/api/teams/${id}/members/${admin.id}`, { role: 'owner' })
    await owner.call('POST', `/api/teams/${id}/leave`)
    expect((await detailsOf(admin, id)).people).toMatchObject([{ role: 'owner', userId: admin.id }])
  })

  test('of two owners who leave at once, one stays', async () => {
    const { id, owner, admin } = await everyRole()
    await owner.call('PATCH', `/api/teams/${id}/members/${admin.id}`, { role: 'owner' })
    const left = await Promise.all([owner, admin].map((who) => who.send('POST', `/api/teams/${id}/leave`)))
    expect(left.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('an invitation', () => {
  test('is a link that says what it is to whoever has it, and works once', async () => {
    const [ann, bob, cid] = [await app.member(), await app.member(), await app.member()]
    const { id } = await makeTeam(ann)
    const made = await ann.call<MadeInvitation>('POST', `/api/teams/${id}/invitations`, { role: 'editor' })
    expect(made.url).toMatch(new RegExp(`^${app.url}/join/[\\w-]{32}$`))
    const path = `/api/invitations/${tokenOf(made)}`
    const shown = await app.visitor().call<OpenInvitation>('GET', path)
    expect(shown).toMatchObject({ team: 'Team A', role: 'editor', email: null })
    expect((await app.visitor().refusal('POST', `${path}/accept`)).status).toBe(401)
    expect((await (await app.guest()).refusal('POST', `${path}/accept`)).status).toBe(403)
    expect(await bob.call('POST', `${path}/accept`)).toMatchObject({ id, role: 'editor' })
    expect(await cid.refusal('POST', `${path}/accept`)).toMatchObject({ status: 404 })
    expect((await app.visitor().refusal('GET', path)).message).toContain('not valid any more')
    const kept = await app.db.select().from(teamInvitations).where(eq(teamInvitations.teamId, id))
    expect(JSON.stringify(kept)).not.toContain(tokenOf(made))
  })

  test('is not for who is in as many teams as a person may be', async () => {
    const [ann, bob] = [await app.member(), await app.member()]
    const { id } = await makeTeam(ann)
    const many = Array.from({ length: 50 }, (_, at) => ({ id: `${bob.id}-${at}`, name: 'One of many' }))
    await app.db.insert(teams).values(many)
    await app.db.insert(teamMembers).values(many.map((one) => ({ teamId: one.id, userId: bob.id, role: 'owner' })))
    const made = await ann.call<MadeInvitation>('POST', `/api/teams/${id}/invitations`, {})
    const refusals = [
      await bob.refusal('POST', `/api/invitations/${tokenOf(made)}/accept`),
      await bob.refusal('POST', '/api/teams', { name: 'One more' }),
    ]
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ status: 409, message: expect.stringContaining('50 teams already') })
  })

  test('that two accept at once lets one of them in', async () => {
    const [ann, bob, cid] = [await app.member(), await app.member(), await app.member()]
    const { id } = await makeTeam(ann)
    const made = await ann.call<MadeInvitation>('POST', `/api/teams/${id}/invitations`, {})
    const answers = await Promise.all(
      [bob, cid].map((who) => who.send('POST', `/api/invitations/${tokenOf(made)}/accept`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  test('is void when it is revoked, has expired, or its team was deleted; by owners and admins only', async () => {
    const { id, owner, admin, editor } = await everyRole()
    expect((await editor.refusal('POST', `/api/teams/${id}/invitations`, {})).status).toBe(403)
    expect((await owner.refusal('POST', `/api/teams/${id}/invitations`, { role: 'owner' })).status).toBe(400)
    const make = () => admin.call<MadeInvitation>('POST', `/api/teams/${id}/invitations`, { role: 'viewer' })
    const late = await app.member()
    const refused = async (made: MadeInvitation) =>
      (await late.refusal('POST', `/api/invitations/${tokenOf(made)}/accept`)).status
    const [revoked, expired, orphan] = [await make(), await make(), await make()]
    expect((await detailsOf(owner, id)).invitations).toHaveLength(3)
    expect((await detailsOf(editor, id)).invitations).toEqual([])
    await owner.call('DELETE', `/api/teams/${id}/invitations/${revoked.id}`)
    await app.db
      .update(teamInvitations)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(teamInvitations.id, expired.id))
    expect([await refused(revoked), await refused(expired)]).toEqual([404, 404])
    await owner.call('DELETE', `/api/teams/${id}`)
    expect(await refused(orphan)).toBe(404)
  })

  test('is refused beside a hundred open ones; those that have expired are none', async () => {
    const owner = await app.member()
    const { id } = await makeTeam(owner)
    const expiresAt = new Date('2100-01-01')
    const open = Array.from({ length: 99 }, (_, n) => `${id}-${n}`)
    await app.db
      .insert(teamInvitations)
      .values(open.map((one) => ({ id: one, teamId: id, tokenHash: one, role: 'viewer', expiresAt })))
    const more = () => owner.send('POST', `/api/teams/${id}/invitations`, { role: 'viewer' })
    expect((await more()).status).toBe(201)
    expect((await more()).status).toBe(409)
    await app.db
      .update(teamInvitations)
      .set({ expiresAt: new Date(0) })
      .where(eq(teamInvitations.id, `${id}-0`))
    expect((await more()).status).toBe(201)
  })

  test('by mail says who invites to which team, or that somebody does', () => {
    const letter = (invitedBy: string | null) =>
      letterOf('ben@example.org', 'https://x/i/1', { team: 'Night', invitedBy })
    expect(letter('Ann').subject).toBe('Ann invites you to the team “Night”')
    expect(letter('Ann').paragraphs[0]).toMatch(/^Ann invites you to work in the team “Night” on /)
    expect(letter(null).subject).toBe('Somebody invites you to the team “Night”')
    expect(letter(null).paragraphs[0]).toMatch(/^Somebody invites you to work in the team “Night” on /)
  })

  test('for an address goes there by mail, and lets in nobody else', async () => {
    const [ann, bob, cid] = [await app.member(), await app.member(), await app.member()]
    const { email } = await bob.call<{ email: string }>('GET', '/api/user')
    const { id } = await makeTeam(ann, 'Kitchen')
    const made = await ann.call<MadeInvitation>('POST', `/api/teams/${id}/invitations`, { email: email.toUpperCase() })
    expect(made).toMatchObject({ email, mailed: true })
    const mails = smtp.lines as { to: string[]; data: string }[]
    await vi.waitFor(() => expect(mails.at(-1)?.to).toEqual([email]))
    expect(mails.at(-1)?.data.replace(/=\r\n/g, '')).toContain(`http://localhost:3000/join/${tokenOf(made)}`)
    expect((await cid.refusal('POST', `/api/invitations/${tokenOf(made)}/accept`)).message).toContain('another e-mail')
    await bob.call('POST', `/api/invitations/${tokenOf(made)}/decline`)
    expect((await bob.refusal('POST', `/api/invitations/${tokenOf(made)}/accept`)).status).toBe(404)
    const again = () => ann.call<MadeInvitation>('POST', `/api/teams/${id}/invitations`, { email })
    const mailed = [(await again()).mailed, (await again()).mailed, (await again()).mailed]
    expect(mailed, 'nobody’s mailbox is filled').toEqual([true, true, false])
    const open = await ann.call<MadeInvitation>('POST', `/api/teams/${id}/invitations`, {})
    await cid.call('POST', `/api/invitations/${tokenOf(open)}/decline`)
    await bob.call('POST', `/api/invitations/${tokenOf(open)}/accept`)
    const late = await ann.refusal('POST', `/api/teams/${id}/invitations`, { email })
    expect(late).toMatchObject({ status: 409, message: 'This person is in the team already.' })
  })

  test('that no mail goes out for is none of a person’s hundred mails of the day', async () => {
    const [ann, bob] = [await app.member(), await app.member()]
    const { id } = await makeTeam(ann, 'Kitchen')
    const invite = async (email: string) => {
      const made = await ann.call<MadeInvitation>('POST', `/api/teams/${id}/invitations`, { email })
      await ann.call('DELETE', `/api/teams/${id}/invitations/${made.id}`)
      return made.mailed
    }
    const { email } = await bob.call<{ email: string }>('GET', '/api/user')
    const mailed = []
    for (let count = 0; count < 100; count++) mailed.push(await invite(email))
    expect(mailed.filter(Boolean)).toHaveLength(3)
    expect(await invite('somebody-else@example.org')).toBe(true)
  })

  test('for an address lets in the account that has it, not one that merely gave it too', async () => {
    const [ann, bob] = [await app.member(), await app.member()]
    const { email } = await bob.call<{ email: string }>('GET', '/api/user')
    const mallory = app.visitor()
    await mallory.call('POST', '/api/register', { username: 'mallory', email, password: 'correct horse battery' })
    expect(await mallory.call('GET', '/api/user')).toMatchObject({ email })
    const { id } = await makeTeam(ann, 'Cellar')
    const invite = (more: object) => ann.call<MadeInvitation>('POST', `/api/teams/${id}/invitations`, more)
    const made = await invite({ email })
    for (const answer of ['accept', 'decline'])
      expect((await mallory.refusal('POST', `/api/invitations/${tokenOf(made)}/${answer}`)).status).toBe(403)
    await mallory.call('POST', `/api/invitations/${tokenOf(await invite({}))}/accept`)
    const another = await invite({ email }) // it is not bob who is in the team already
    await bob.call('POST', `/api/invitations/${tokenOf(another)}/accept`)
  })
})

test('with a person go their memberships, and the team that nobody else owns; one with another owner stays', async () => {
  const [ann, bob] = [await app.member(), await app.member()]
  const [alone, shared] = [await makeTeam(ann, 'Alone'), await makeTeam(ann, 'Shared')]
  for (const { id } of [alone, shared]) await join(ann, id, bob, 'editor')
  await ann.call('PATCH', `/api/teams/${shared.id}/members/${bob.id}`, { role: 'owner' })
  for (const { id } of [alone, shared]) await inTeam(ann, id, 'POST', '/api/m/tasks/add', { title: `of ${id}` })
  await app.db.transaction((tx) => removePerson(tx, [forgetRecords, forgetTeams([forgetRecords])], ann.id))
  expect(await app.db.select().from(users).where(eq(users.id, ann.id))).toEqual([])
  expect((await bob.call<TeamList>('GET', '/api/teams')).teams).toMatchObject([{ id: shared.id, members: 1 }])
  const { rows } = await app.db.execute<{ scope_id: string }>(
    sql`select scope_id from records where scope_id in (${`team:${alone.id}`}, ${`team:${shared.id}`})`,
  )
  expect(rows).toEqual([{ scope_id: `team:${shared.id}` }])
  expect(await app.db.select().from(teamMembers).where(eq(teamMembers.teamId, alone.id))).toEqual([])
})
