import type { MadeInvitation, OpenInvitation, TeamDetails } from '@atrium/contract/teams'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { users } from '../accounts/tables.ts'
import { testServer } from '../platform/http/test-server.ts'
import { teamInvitations, teamMembers } from './tables.ts'
import { createTeams } from './teams.ts'
import { teamCalls, tokenOf } from './test-team-calls.ts'

const { db, url, settings, mails, logged, post, people, teamOf, send, invite, answer, rolesIn } = await teamCalls()

describe('an invitation', () => {
  afterEach(() => vi.useRealTimers())

  test('is open for a week, or for the days that are said', async () => {
    const [ann] = await people('ann')
    const team = await teamOf(ann)
    for (const [days, body] of [
      [7, {}],
      [1, { expiresInDays: 1 }],
      [30, { expiresInDays: 30 }],
    ] as const) {
      const before = Date.now()
      const madeAt = Date.parse((await invite(ann, team, body)).expiresAt) - days * 24 * 60 * 60 * 1000
      expect(madeAt).toBeGreaterThanOrEqual(before)
      expect(madeAt).toBeLessThanOrEqual(Date.now())
    }
  })

  test('is answered with itself, and by a second one for the same address is void', async () => {
    const [ann, ben] = await people('ann', 'ben')
    const team = await teamOf(ann)
    const email = `${ben}@example.org`
    const [other, first] = [await invite(ann, team, { role: 'viewer' }), await invite(ann, team, { email })]
    expect(other).toMatchObject({ role: 'viewer', email: null, invitedBy: ann, mailed: false })
    expect(first).toMatchObject({ role: 'editor', email, invitedBy: ann, mailed: true })
    const second = await invite(ann, team, { email, role: 'admin' })
    expect((await answer(ben, first, 'accept')).status).toBe(404)
    const { body } = await send<TeamDetails>(ann, 'GET', `/api/teams/${team}`)
    expect(body.invitations.map(({ id }) => id)).toEqual([second.id, other.id])
    expect((await answer(ben, second, 'accept')).body).toMatchObject({ id: team, role: 'admin', members: 2 })
  })

  test('that a member accepts changes nothing and stays for somebody else', async () => {
    const [ann, ben] = await people('ann', 'ben')
    const team = await teamOf(ann)
    const made = await invite(ann, team, { role: 'viewer' })
    expect(await answer(ann, made, 'accept')).toMatchObject({ status: 200, body: { id: team, role: 'owner' } })
    expect((await answer(ben, made, 'accept')).body).toMatchObject({ id: team, role: 'viewer' })
    expect(await rolesIn(team)).toEqual({ [ann]: 'owner', [ben]: 'viewer' })
  })

  test('that was never there, or is another team’s, is not revoked', async () => {
    const [ann, ben] = await people('ann', 'ben')
    const [team, others] = [await teamOf(ann), await teamOf(ben)]
    const { id } = await invite(ben, others)
    for (const one of ['no-such', id])
      expect(await send(ann, 'DELETE', `/api/teams/${team}/invitations/${one}`)).toMatchObject({
        status: 404,
        message: 'That invitation was not found.',
      })
  })

  test('lets in the two hundredth member and nobody after them, for whom it stays', async () => {
    const [ann, ben, cid] = await people('ann', 'ben', 'cid')
    const team = await teamOf(ann)
    const crowd = Array.from({ length: 198 }, (_, at) => `crowd-${at}`)
    await db.insert(users).values(crowd.map((id) => ({ id, name: id, email: `${id}@example.org` })))
    await db.insert(teamMembers).values(crowd.map((userId) => ({ teamId: team, userId, role: 'viewer' })))
    expect((await answer(ben, await invite(ann, team), 'accept')).status).toBe(200)
    const late = await invite(ann, team)
    expect(await answer(cid, late, 'accept')).toMatchObject({
      status: 409,
      message: 'A team has at most 200 members.',
    })
    await send(ann, 'DELETE', `/api/teams/${team}/members/crowd-0`)
    expect((await answer(cid, late, 'accept')).status).toBe(200)
  })

  test('goes out by mail with where people reach the server; the link that is shown is where the caller is', async () => {
    const [ann] = await people('ann')
    const team = await teamOf(ann, {}, 'Desk 7')
    const made = await invite(ann, team, { email: 'zoe@example.org' })
    expect(made.url).toBe(`${url}/join/${tokenOf(made)}`)
    expect(made.mailed).toBe(true)
    expect(mails).toMatchObject([
      {
        to: 'zoe@example.org',
        subject: `${ann} invites you to the team “Desk 7”`,
        link: { url: `https://desk.example/join/${tokenOf(made)}` },
      },
    ])
    const shown = (await send<OpenInvitation>('', 'GET', `/api/invitations/${tokenOf(made)}`)).body
    expect(shown).toMatchObject({ team: 'Desk 7', invitedBy: ann, email: 'zoe@example.org', role: 'editor' })
  })

  test('stays to be sent by hand where there is no mail, or it does not go out, which is logged', async () => {
    const [ann] = await people('ann')
    const team = await teamOf(ann)
    post.reaches = false
    const made = await invite(ann, team, { email: 'far@example.org' })
    expect(made).toMatchObject({ mailed: false, email: 'far@example.org' })
    expect(logged).toMatchObject([{ level: 'warn', text: 'an invitation could not be sent by mail' }])
    const publicUrl = 'https://public.example'
    const without = await testServer(createTeams({ ...settings, mail: null, publicUrl }).routes)
    const path = `/api/teams/${team}/invitations`
    const { body } = await send<MadeInvitation>(ann, 'POST', path, { email: 'x@example.org' }, without)
    expect(body.mailed).toBe(false)
    expect(body.url).toBe(`${publicUrl}/join/${tokenOf(body)}`)
    expect(mails).toEqual([])
  })

  test('goes out by mail a hundred times a day for one person', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const [ann, ben] = await people('ann', 'ben')
    const team = await teamOf(ann, { [ben]: 'admin' })
    let guests = 0
    const mailed = async (who = ann) => {
      const one = await invite(who, team, { email: `guest-${++guests}@example.org` })
      await db.delete(teamInvitations).where(eq(teamInvitations.id, one.id))
      return one.mailed
    }
    const all = []
    for (let at = 0; at < 100; at++) all.push(await mailed())
    expect(all).toEqual(Array(100).fill(true))
    expect([await mailed(), await mailed(ben)]).toEqual([false, true])
    vi.setSystemTime(Date.now() + 24 * 60 * 60 * 1000 - 60_000)
    expect(await mailed()).toBe(false)
    vi.setSystemTime(Date.now() + 60_000)
    expect(await mailed()).toBe(true)
  })
})
