import { ownerOfTeam, type Team, type TeamDetails, type TeamList } from '@atrium/contract/teams'
import { describe, expect, test, vi } from 'vitest'
import { users } from '../accounts/tables.ts'
import { person, testServer } from '../platform/http/test-server.ts'
import { createScopes } from './scope.ts'
import { createTeams } from './teams.ts'
import { teamCalls, tokenOf } from './test-team-calls.ts'

const { db, settings, logged, people, teamOf, send, status, invite, answer, rolesIn } = await teamCalls()

/** Does this while somebody else holds the team, who goes on once so many wait for it. */
async function whileHeld<T>(team: string, waiting: number, task: () => Promise<T>, then = '') {
  const holder = await db.$client.connect()
  try {
    await holder.query('begin')
    await holder.query('select 1 from teams where id = $1 for update', [team])
    const going = task()
    await vi.waitFor(
      async () => {
        const { rows } = await db.$client.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(rows.length).toBeGreaterThanOrEqual(waiting)
      },
      { timeout: 20_000 },
    )
    if (then) await holder.query(then)
    await holder.query('commit')
    return await going
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

describe('at the same time', () => {
  test('a team is brought back once', async () => {
    const [ann] = await people('ann')
    const team = await teamOf(ann)
    await send(ann, 'DELETE', `/api/teams/${team}`)
    const restore = () => status(ann, 'POST', `/api/teams/${team}/restore`)
    const both = await whileHeld(team, 2, () => Promise.all([restore(), restore()]))
    expect(both.sort()).toEqual([200, 409])
  })

  test('an invitation is accepted and revoked without either waiting for the other', async () => {
    const [ann, ben] = await people('ann', 'ben')
    const team = await teamOf(ann)
    const made = await invite(ann, team)
    const revoked = `delete from team_invitations where id = '${made.id}'`
    expect((await whileHeld(team, 1, () => answer(ben, made, 'accept'), revoked)).status).toBe(404)
    expect(await rolesIn(team)).toEqual({ [ann]: 'owner' })
  })

  test('who is removed meanwhile changes nothing any more', async () => {
    const [ann, ben] = await people('ann', 'ben')
    const team = await teamOf(ann, { [ben]: 'admin' })
    const rename = () => send(ben, 'PATCH', `/api/teams/${team}`, { name: 'Mine' })
    const removed = `delete from team_members where team_id = '${team}' and user_id = '${ben}'`
    expect((await whileHeld(team, 1, rename, removed)).status).toBe(404)
  })

  test('a person comes into no more teams than they may be in', async () => {
    const [ann] = await people('ann')
    for (let at = 0; at < 48; at++) await teamOf(ann)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => status(ann, 'POST', '/api/teams', { name: 'More' })),
    )
    expect(answers.sort()).toEqual([201, 201, 409, 409, 409, 409, 409, 409])
  })
})

describe('a team', () => {
  test('is deleted in fourteen days, which is logged, and brought back only where it was deleted', async () => {
    const [ann] = await people('ann')
    const team = await teamOf(ann)
    expect(await send(ann, 'POST', `/api/teams/${team}/restore`)).toMatchObject({
      status: 409,
      message: 'This team was not deleted.',
    })
    const days = 14 * 24 * 60 * 60 * 1000
    const before = Date.now()
    const { body } = await send<Team>(ann, 'DELETE', `/api/teams/${team}`)
    const deletedAt = Date.parse(body.deletionAt as string) - days
    expect(deletedAt).toBeGreaterThanOrEqual(before)
    expect(deletedAt).toBeLessThanOrEqual(Date.now())
    expect(logged).toMatchObject([{ level: 'info', facts: { team, userId: ann } }])
  })

  test('is shown by itself beside the others of a person, each with when it is to go', async () => {
    const [ann] = await people('ann')
    const [first, second] = [await teamOf(ann, {}, 'A first one'), await teamOf(ann, {}, 'Second')]
    expect((await send<TeamDetails>(ann, 'GET', `/api/teams/${second}`)).body).toMatchObject({
      ...{ id: second, name: 'Second', deletionAt: null, members: 1, owners: 1 },
      people: [{ userId: ann, name: ann, role: 'owner', email: `${ann}@example.org` }],
    })
    const closed = (await send<Team>(ann, 'DELETE', `/api/teams/${second}`)).body.deletionAt
    const { body } = await send<TeamList>(ann, 'GET', '/api/teams')
    expect(body.teams.map(({ id, deletionAt }) => [id, deletionAt])).toEqual([
      [first, null],
      [second, closed],
    ])
    expect(closed).toMatch(/^\d{4}-.*Z$/)
  })

  test('shows a member without a name by an empty one', async () => {
    const ann = 'a-member-without-a-name'
    await db.insert(users).values({ id: ann, name: '', email: `${ann}@example.org` })
    const team = await teamOf(ann)
    const { body } = await send<TeamDetails>(ann, 'GET', `/api/teams/${team}`)
    expect(body.people.map(({ name }) => name)).toEqual([''])
  })

  test('has no member who is in none, whatever is to be done with them', async () => {
    const [ann, ben] = await people('ann', 'ben')
    const path = `/api/teams/${await teamOf(ann)}/members/${ben}`
    const refused = { status: 404, message: 'That person is not in this team.' }
    expect(await send(ann, 'PATCH', path, { role: 'editor' })).toMatchObject(refused)
    expect(await send(ann, 'DELETE', path)).toMatchObject(refused)
  })

  test('keeps its last owner, whom nobody removes, not even they themselves', async () => {
    const [ann, ben] = await people('ann', 'ben')
    const team = await teamOf(ann, { [ben]: 'admin' })
    const path = `/api/teams/${team}/members`
    const sentence = 'You are the last owner of this team. Make somebody else an owner first, or delete the team.'
    const refused = { status: 409, message: sentence }
    expect(await send(ann, 'DELETE', `${path}/${ann}`)).toMatchObject(refused)
    expect(await send(ann, 'PATCH', `${path}/${ann}`, { role: 'admin' })).toMatchObject(refused)
    expect(await send(ben, 'DELETE', `${path}/${ann}`)).toMatchObject({
      status: 403,
      message: 'Only owners of the team can do this.',
    })
    expect(await status(ann, 'PATCH', `${path}/${ann}`, { role: 'owner' })).toBe(200)
    expect(await rolesIn(team)).toEqual({ [ann]: 'owner', [ben]: 'admin' })
    await send(ann, 'PATCH', `${path}/${ben}`, { role: 'owner' })
    expect(await status(ben, 'DELETE', `${path}/${ann}`)).toBe(200)
    expect(await rolesIn(team)).toEqual({ [ben]: 'owner' })
  })

  test('says that it is done, of whatever is done to its members and invitations', async () => {
    const [ann, ben, cid] = await people('ann', 'ben', 'cid')
    const team = await teamOf(ann, { [ben]: 'viewer', [cid]: 'viewer' })
    const { id } = await invite(ann, team)
    const path = `/api/teams/${team}`
    const answers = [
      await send(ann, 'PATCH', `${path}/members/${ben}`, { role: 'editor' }),
      await send(ann, 'DELETE', `${path}/members/${ben}`),
      await send(cid, 'POST', `${path}/leave`),
      await send(ann, 'DELETE', `${path}/invitations/${id}`),
      await answer(ben, await invite(ann, team), 'decline'),
    ]
    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [200, { ok: true }]))
  })

  test('is not there under an id that none can have, nor are its members and invitations', async () => {
    const [ann] = await people('ann')
    const team = await teamOf(ann)
    const calls: [string, (id: string) => string, number, object?][] = [
      ['GET', (id) => `/api/teams/${id}`, 64],
      ['PATCH', (id) => `/api/teams/${id}`, 64, { name: 'x' }],
      ['POST', (id) => `/api/teams/${id}/leave`, 64],
      ['POST', (id) => `/api/teams/${id}/invitations`, 64, {}],
      ['DELETE', (id) => `/api/teams/${id}/invitations/x`, 64],
      ['DELETE', (id) => `/api/teams/${team}/invitations/${id}`, 64],
      ['DELETE', (id) => `/api/teams/${id}/members/x`, 64],
      ['DELETE', (id) => `/api/teams/${team}/members/${id}`, 128],
      ['GET', (token) => `/api/invitations/${token}`, 200],
    ]
    for (const [method, path, longest, body] of calls) {
      const found = []
      for (const length of [longest, longest + 1]) found.push(await status(ann, method, path('x'.repeat(length)), body))
      expect(found, `${method} ${path('…')}`).toEqual([404, 400])
    }
    expect(await status(ann, 'GET', '/api/invitations/x')).toBe(404)
  })
})

test('somebody who is nobody, as whoever came by a link, is in no team and comes into none', async () => {
  const [ann] = await people('ann')
  const team = await teamOf(ann)
  const nobodys = await testServer(createTeams(settings).routes, async () => ({ ...person(ann), userId: null }))
  const ask = (method: string, path: string, body?: unknown) => send('', method, path, body, nobodys)
  expect((await ask('GET', '/api/teams')).body).toEqual({ teams: [] })
  const { url: join } = await invite(ann, team)
  const token = tokenOf({ url: join })
  const refused = { status: 401, message: 'Please sign in first.' }
  expect(await ask('POST', '/api/teams', { name: 'Mine' })).toMatchObject(refused)
  expect(await ask('GET', `/api/teams/${team}`)).toMatchObject(refused)
  expect(await ask('POST', `/api/teams/${team}/leave`)).toMatchObject(refused)
  for (const what of ['accept', 'decline'])
    expect(await ask('POST', `/api/invitations/${token}/${what}`), what).toMatchObject(refused)
  await send(ann, 'DELETE', `/api/teams/${team}`)
  expect(await ask('POST', `/api/teams/${team}/restore`)).toMatchObject({ status: 404 })
})

test('a person is who they are where the scope is their own, or the one that they are in already, without a look', async () => {
  const scopes = createScopes({} as never)
  const ann = person('ann')
  const visitor = { ...ann, userId: null }
  const acting = { ...ann, owner: ownerOfTeam('t'), team: { id: 't', role: 'viewer' } } as const
  expect(await scopes.within(ann, 'ann')).toBe(ann)
  expect(await scopes.within(ann, 'ben')).toBe(ann)
  expect(await scopes.within(visitor, ownerOfTeam('t'))).toBe(visitor)
  expect(await scopes.within(acting, ownerOfTeam('t'))).toBe(acting)
  for (const scope of ['ann', 'team:', 'everything'])
    await expect(scopes.enter(ann, scope), scope).rejects.toMatchObject({ code: 'bad_request' })
  await expect(scopes.enter(visitor, ownerOfTeam('t'))).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('a person acts for another team of theirs than the one that they are in, and stays who they are in none', async () => {
  const [ann, ben] = await people('ann', 'ben')
  const [one, other, bens] = [await teamOf(ann), await teamOf(ben, { [ann]: 'viewer' }), await teamOf(ben)]
  const scopes = createScopes(db)
  const acting = await scopes.enter(person(ann), ownerOfTeam(one))
  expect(acting).toMatchObject({ userId: ann, owner: ownerOfTeam(one), team: { id: one, role: 'owner' } })
  expect(await scopes.within(acting, ownerOfTeam(other))).toMatchObject({ team: { id: other, role: 'viewer' } })
  expect(await scopes.within(acting, ownerOfTeam(bens))).toBe(acting)
  await expect(scopes.enter(acting, ownerOfTeam(bens))).rejects.toMatchObject({
    ...{ code: 'not_found', details: { scope: 'gone' } },
  })
})
