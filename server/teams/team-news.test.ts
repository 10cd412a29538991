import { type MadeInvitation, ownerOfTeam, type Team } from '@atrium/contract/teams'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { atTheEnd } from '../platform/test-end.ts'
import { teamMembers, teams } from './tables.ts'
import { createTeams } from './teams.ts'
import { teamCalls } from './test-team-calls.ts'

const { db, config, settings, logged, people, teamOf, send, invite, answer } = await teamCalls()

describe('who is told, as it happens', () => {
  const notices: [string, unknown][] = []
  const listener = new pg.Client(config)
  listener.on('notification', ({ payload }) => notices.push(JSON.parse(payload as string)))
  const listening = listener.connect().then(() => listener.query('listen atrium'))
  atTheEnd(() => listener.end())

  /** Notices come in the order of their commits. */
  async function mark(text: string) {
    await db.execute(sql`select pg_notify('atrium', ${JSON.stringify([text, null])})`)
    await vi.waitFor(() => expect(notices.at(-1)?.[0]).toBe(text))
  }
  /** What was told between the beginning and the end of this. */
  async function toldBy(task: () => Promise<unknown>): Promise<unknown[]> {
    await listening
    await mark('the beginning')
    const from = notices.length
    await task()
    await mark('the end')
    return notices.slice(from, -1)
  }
  /** The team is to look again; these come or go, and look themselves. */
  const news = (team: string, ...moved: string[]) => [
    ...moved.map((one) => ['teams', one]),
    ...[ownerOfTeam(team), ...moved].map((owner) => ['live', { owner, news: { topic: 'teams' } }]),
  ]

  test('is a team’s maker, and its members when it is renamed, closed and opened again', async () => {
    const [ann, ben] = await people('ann', 'ben')
    let team = ''
    const told = await toldBy(async () => {
      team = (await send<Team>(ann, 'POST', '/api/teams', { name: 'Desk' })).body.id
    })
    expect(told).toEqual(news(team, ann))
    await db.insert(teamMembers).values({ teamId: team, userId: ben, role: 'viewer' })
    const path = `/api/teams/${team}`
    expect(await toldBy(() => send(ann, 'PATCH', path, { name: 'Table' }))).toEqual(news(team))
    expect(await toldBy(() => send(ann, 'DELETE', path))).toEqual(news(team, ann, ben))
    expect(await toldBy(() => send(ann, 'POST', `${path}/restore`))).toEqual(news(team, ann, ben))
  })

  test('is whoever gets another role, is removed or leaves', async () => {
    const [ann, ben, cid] = await people('ann', 'ben', 'cid')
    const team = await teamOf(ann, { [ben]: 'viewer', [cid]: 'editor' })
    const path = `/api/teams/${team}`
    expect(await toldBy(() => send(ann, 'PATCH', `${path}/members/${ben}`, { role: 'editor' }))).toEqual(
      news(team, ben),
    )
    expect(await toldBy(() => send(ann, 'DELETE', `${path}/members/${ben}`))).toEqual(news(team, ben))
    expect(await toldBy(() => send(cid, 'POST', `${path}/leave`))).toEqual(news(team, cid))
  })

  test('is the team of its invitations, and whoever accepts one', async () => {
    const [ann, ben] = await people('ann', 'ben')
    const team = await teamOf(ann)
    let made: MadeInvitation | undefined
    const inviting = (body: object) => async () => {
      made = await invite(ann, team, body)
    }
    expect(await toldBy(inviting({}))).toEqual(news(team))
    expect(await toldBy(() => answer(ben, made as MadeInvitation, 'decline')), 'nothing has changed').toEqual([])
    const path = `/api/teams/${team}/invitations/${made?.id}`
    expect(await toldBy(() => send(ann, 'DELETE', path))).toEqual(news(team))
    await inviting({ email: `${ben}@example.org` })()
    expect(await toldBy(() => answer(ben, made as MadeInvitation, 'decline'))).toEqual(news(team))
    await inviting({})()
    expect(await toldBy(() => answer(ben, made as MadeInvitation, 'accept'))).toEqual(news(team, ben))
    expect(await toldBy(() => answer(ben, made as MadeInvitation, 'accept'))).toEqual([])
  })

  test('are the members of a team that is gone for good, which is logged; where none is, nothing', async () => {
    const [ann, ben] = await people('ann', 'ben')
    const team = await teamOf(ann, { [ben]: 'viewer' })
    const { cleanUp } = createTeams(settings)
    expect(await toldBy(cleanUp)).toEqual([])
    expect(logged).toEqual([])
    await db
      .update(teams)
      .set({ deletionAt: new Date(0) })
      .where(eq(teams.id, team))
    expect(await toldBy(cleanUp)).toEqual(news(team, ann, ben))
    expect(logged).toMatchObject([{ level: 'info', facts: { removed: 1 } }])
  })
})
