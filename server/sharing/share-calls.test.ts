import { ownerOfTeam } from '@atrium/contract/teams'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { users } from '../accounts/tables.ts'
import { person } from '../platform/http/test-server.ts'
import { records } from '../records/tables.ts'
import { createShares } from './shares.ts'
import { forgetShares } from './sharing.ts'
import { recordShares } from './tables.ts'
import { boxes, pathOf, shareCalls } from './test-share-calls.ts'

const { db, sharing, shares, renewed, told, warned, post, someone, teamOf, record, send, share, withMe, listed } =
  await shareCalls()

describe('what can be shared', () => {
  test('is one’s own record of a kind that is declared to be', async () => {
    const [ann, ben] = [await someone('ann'), await someone('ben')]
    const id = await record(ann)
    const nothing = { status: 404, message: 'There is nothing here that can be shared.' }
    for (const path of [
      pathOf(await record(ann, { name: 'x' }, 'own'), 'own'),
      pathOf(id, 'chests'),
      pathOf(id, 'toString'),
      pathOf(id, 'boxes', 'crates'),
    ])
      expect(await send(ann, 'GET', path), path).toMatchObject(nothing)
    const missing = { status: 404, message: 'That was not found. It may have been deleted.' }
    expect(await send(ann, 'GET', pathOf('no-such'))).toMatchObject(missing)
    expect(await send(ben, 'GET', pathOf(id))).toMatchObject(missing)
    expect(await share(ben, id, ann)).toMatchObject(missing)
    expect(await send(ann, 'GET', pathOf(id, 'nameless'))).toMatchObject(missing)
    await db.update(records).set({ deletedAt: new Date() }).where(eq(records.id, id))
    expect(await send(ann, 'GET', pathOf(id))).toMatchObject(missing)
  })

  test('is nothing that came from somebody else', async () => {
    const [ann, ben] = [await someone('ann'), await someone('ben')]
    const [own, others] = [await record(ann, { name: 'Own', from: '' }), await record(ann, { name: 'x', from: 'ben' })]
    expect((await share(ann, own, ben)).status).toBe(201)
    expect(await share(ann, others, ben)).toMatchObject({
      status: 400,
      message: 'This is not yours to share: it comes from somebody else.',
    })
  })

  test('is shared a hundred times, and who has it then can still be given another role', async () => {
    const ann = await someone('ann')
    const id = await record(ann)
    const place = { scopeId: ann, module: 'boxes', collection: 'boxes', recordId: id, role: 'viewer' }
    await db
      .insert(recordShares)
      .values(Array.from({ length: 99 }, (_, at) => ({ ...place, id: `${id}-${at}`, called: `n${at}` })))
    expect((await share(ann, id, 'the hundredth')).status).toBe(201)
    expect(await share(ann, id, 'one more')).toMatchObject({
      status: 409,
      message: 'It is shared 100 times already.',
    })
    expect(await share(ann, id, 'N7', 'editor')).toMatchObject({ status: 201, body: { called: 'n7', role: 'editor' } })
  })

  test('has no longer names and ids than there are', async () => {
    const ann = await someone('ann')
    for (const [method, path] of [
      ['GET', (id: string) => pathOf(id)],
      ['GET', (id: string) => pathOf('x', id)],
      ['GET', (id: string) => pathOf('x', 'boxes', id)],
      ['DELETE', (id: string) => `${pathOf('x')}/${id}`],
      ['DELETE', (id: string) => `/api/shares/${id}`],
    ] as const) {
      const found = []
      for (const length of [64, 65]) found.push((await send(ann, method, path('x'.repeat(length)))).status)
      expect(found, `${method} ${path('…')}`).toEqual([404, 400])
    }
  })
})

describe('with whom', () => {
  test('is a user name, with or without an @, or an address, in any letters', async () => {
    const [ann, ben, cid, dan] = [
      await someone('ann'),
      await someone('ben'),
      await someone('cid'),
      await someone('dan'),
    ]
    const id = await record(ann)
    for (const name of [ben.toUpperCase(), `@${cid}`, `${dan}@EXAMPLE.org`]) await share(ann, id, name)
    for (const who of [ben, cid, dan]) expect(await withMe(who), who).toMatchObject([{ record: id, from: ann }])
    expect((await listed(ann, id)).map(({ called }) => called)).toEqual([ben, `@${cid}`, `${dan}@example.org`])
  })

  test('is nobody who is a guest or locked out, which is not told', async () => {
    const [ann, ben, cid] = [await someone('ann'), await someone('ben'), await someone('cid')]
    await db.update(users).set({ isAnonymous: true }).where(eq(users.id, ben))
    await db.update(users).set({ banned: true }).where(eq(users.id, cid))
    const id = await record(ann)
    for (const name of [ben, cid, 'nobody']) {
      expect((await share(ann, id, name)).body).toMatchObject({ called: name, role: 'viewer' })
      const [row] = await db.select().from(recordShares).where(eq(recordShares.called, name))
      expect(row?.granteeId, name).toBeNull()
    }
    expect([renewed, told]).toEqual([[], []])
  })

  test('is neither oneself, nor the team that has it already, nor a team of others', async () => {
    const [ann, ben] = [await someone('ann'), await someone('ben')]
    const [mine, theirs] = [await teamOf('Mine', { [ann]: 'editor' }), await teamOf('Theirs', { [ben]: 'owner' })]
    const id = await record(ann)
    expect(await share(ann, id, ann)).toMatchObject({ status: 400, message: 'That is you. Name somebody else.' })
    for (const team of [theirs, 'no-such'])
      expect(await share(ann, id, ownerOfTeam(team))).toMatchObject({
        status: 404,
        message: 'That team was not found, or you are not a member of it any more.',
      })
    const ofTeam = await record(ownerOfTeam(mine))
    expect(await share(ann, ofTeam, ownerOfTeam(mine), 'viewer', ownerOfTeam(mine))).toMatchObject({
      status: 400,
      message: 'It is theirs already.',
    })
  })

  test('names no team to who is in none', async () => {
    const ann = await someone('ann')
    const id = await record(ann)
    const team = await teamOf('Mine', { [ann]: 'owner' })
    const place = { module: 'boxes', collection: 'boxes', id }
    const nobody = { ...person(ann), userId: null }
    const { grantee } = await shares.share(nobody, place, ownerOfTeam(team), 'viewer')
    expect(grantee).toBeNull()
  })

  test('is a team by its name, the only one or one of several, and its name costs nothing where there is none', async () => {
    const [ann, ben] = [await someone('ann'), await someone('ben')]
    const [one, two] = [await teamOf('One', { [ann]: 'viewer' }), await teamOf('Two', { [ann]: 'owner' })]
    const id = await record(ann)
    expect((await share(ann, id, ownerOfTeam(one))).body).toMatchObject({ called: 'One' })
    expect((await listed(ann, id)).map(({ called }) => called)).toEqual(['One'])
    await share(ann, id, ben)
    await share(ann, id, 'nobody')
    await share(ann, id, ownerOfTeam(two))
    expect((await listed(ann, id)).map(({ called }) => called)).toEqual(['One', ben, 'nobody', 'Two'])
    const other = await record(ann)
    await share(ann, other, ben)
    const selects = vi.spyOn(db, 'select')
    await shares.list(person(ann), { module: 'boxes', collection: 'boxes', id: other })
    expect(selects).toHaveBeenCalledTimes(2)
    selects.mockRestore()
  })
})

describe('a share', () => {
  test('says what it is called, where it opens and by whom, as far as there is something to say', async () => {
    const [ann, ben] = [await someone('ann'), await someone('ben')]
    const long = await record(ann, { name: 'x'.repeat(300) })
    const without = await record(ann, {})
    const nameless = await record(ann, { name: 'unsearched' }, 'nameless')
    await share(ann, long, ben)
    await share(ann, without, ben, 'editor')
    await send(ann, 'POST', pathOf(nameless, 'nameless'), { with: ben })
    const mine = await withMe(ben)
    expect(mine.map(({ title, role, team, opens }) => [title, role, team, opens])).toEqual([
      ['', 'viewer', null, ''],
      ['', 'editor', null, `?box=${without}&${without}`],
      ['x'.repeat(200), 'viewer', null, `?box=${long}&${long}`],
    ])
    expect(told.map(([who, kind, news]) => [who, kind, news])[0]).toEqual([
      ben,
      'share',
      { body: 'x'.repeat(200), link: '/shared' },
    ])
    await db.delete(users).where(eq(users.id, ann))
    expect((await withMe(ben)).map(({ from }) => from)).toEqual([null, null, null])
  })

  test('is not on the list of who has the record anyway, as a member of the team that owns it', async () => {
    const [ann, ben, cid] = [await someone('ann'), await someone('ben'), await someone('cid')]
    const team = ownerOfTeam(await teamOf('Desk', { [ann]: 'owner', [ben]: 'viewer' }))
    const id = await record(team)
    for (const who of [ben, cid]) expect((await share(ann, id, who, 'viewer', team)).status).toBe(201)
    expect([(await withMe(ben)).length, (await withMe(cid)).length]).toEqual([0, 1])
  })

  test('is nothing any more when the module, or its declaration that it can be shared, has gone', async () => {
    const [ann, ben] = [await someone('ann'), await someone('ben')]
    await share(ann, await record(ann), ben)
    const bare = { ...boxes, collections: { boxes: { ...boxes.collections.boxes, shared: undefined } } }
    for (const without of [new Map(), new Map([['boxes', { module: bare }]])])
      expect(await createShares(db, without as never).withMe(person(ben))).toEqual([])
    expect(await shares.withMe(person(ben))).toHaveLength(1)
    expect(await shares.withMe({ ...person(ben), userId: null })).toEqual([])
  })

  test('is entered by whoever has it, in its role or as the viewer that they are in the team', async () => {
    const [ann, ben, cid, dan] = [
      await someone('ann'),
      await someone('ben'),
      await someone('cid'),
      await someone('dan'),
    ]
    const team = await teamOf('Desk', { [ann]: 'owner', [ben]: 'editor', [cid]: 'viewer' })
    const id = await record(ann)
    const ofTeam = (await share(ann, id, ownerOfTeam(team), 'editor')).body.id
    const forNobody = (await share(ann, id, 'nobody')).body.id
    const place = { module: 'boxes', collection: 'boxes', record: id }
    const inTeam = { ...person(ben), owner: ownerOfTeam(team), team: { id: team, role: 'editor' } } as const
    expect(await shares.enter(inTeam, ofTeam)).toEqual({
      ...person(ben),
      owner: ann,
      share: { id: ofTeam, role: 'editor', ...place },
    })
    expect((await shares.enter(person(cid), ofTeam)).share?.role).toBe('viewer')
    await send(ann, 'PATCH', `${pathOf(id)}/${ofTeam}`, { role: 'viewer' })
    expect((await shares.enter(person(ben), ofTeam)).share?.role).toBe('viewer')
    const gone = { code: 'not_found', details: { scope: 'gone' } }
    await expect(shares.enter(person(dan), ofTeam)).rejects.toMatchObject(gone)
    await expect(shares.enter(person(dan), forNobody)).rejects.toMatchObject(gone)
    await expect(shares.enter(person(dan), 'no-such')).rejects.toMatchObject(gone)
    await expect(shares.enter({ ...person(ben), userId: null }, ofTeam)).rejects.toMatchObject({
      ...{ code: 'unauthenticated', message: 'Please sign in first.' },
    })
  })

  test('is the owner’s to change and to end, and its own person’s to leave, by nobody else and under no other id', async () => {
    const [ann, ben, cid] = [await someone('ann'), await someone('ben'), await someone('cid')]
    const id = await record(ann)
    const { body } = await share(ann, id, ben)
    const path = `${pathOf(id)}/${body.id}`
    const ended = { status: 404, message: 'It is not shared in that way any more.' }
    expect(await send(cid, 'PATCH', path, { role: 'editor' })).toMatchObject(ended)
    expect(await send(ann, 'PATCH', `${pathOf(id)}/no-such`, { role: 'editor' })).toMatchObject(ended)
    expect(await send(cid, 'DELETE', path)).toMatchObject(ended)
    expect(await send(ann, 'DELETE', `${pathOf(id)}/no-such`)).toMatchObject(ended)
    for (const [who, one] of [
      [cid, body.id],
      [ann, body.id],
      [ben, 'no-such'],
    ] as const)
      expect(await send(who, 'DELETE', `/api/shares/${one}`)).toMatchObject({
        status: 404,
        message: 'That is not shared with you any more.',
      })
    await expect(shares.leave({ ...person(ben), userId: null }, body.id)).rejects.toMatchObject({ code: 'not_found' })
    expect((await send(ann, 'PATCH', path, { role: 'editor' })).body).toMatchObject({ id: body.id, role: 'editor' })
    expect((await withMe(ben))[0]?.role).toBe('editor')
    expect((await send(ben, 'DELETE', `/api/shares/${body.id}`)).body).toEqual({ ok: true })
    expect(await withMe(ben)).toEqual([])
    const again = (await share(ann, id, ben)).body.id
    expect((await send(ann, 'DELETE', `${pathOf(id)}/${again}`)).body).toEqual({ ok: true })
    expect([await withMe(ben), await listed(ann, id)]).toEqual([[], []])
  })
})

test('what a team has its editors share, list, change and end in its scope, its viewers do not, nor who is shared it', async () => {
  const [ann, ben, cid] = [await someone('ann'), await someone('ben'), await someone('cid')]
  const team = ownerOfTeam(await teamOf('Desk', { [ann]: 'editor', [ben]: 'viewer' }))
  const id = await record(team)
  const { body } = await share(ann, id, cid, 'editor', team)
  const path = `${pathOf(id)}/${body.id}`
  const scope = `share:${body.id}`
  for (const [who, where] of [
    [ben, team],
    [cid, scope],
  ] as const) {
    const found = [
      (await send(who, 'GET', pathOf(id), undefined, where)).status,
      (await share(who, id, ann, 'viewer', where)).status,
      (await send(who, 'PATCH', path, { role: 'viewer' }, where)).status,
      (await send(who, 'DELETE', path, undefined, where)).status,
    ]
    expect(found, where).toEqual([403, 403, 403, 403])
  }
  expect(await listed(ann, id, team)).toMatchObject([{ id: body.id, role: 'editor' }])
  expect((await send(ann, 'PATCH', path, { role: 'viewer' }, team)).status).toBe(200)
  expect((await send(ann, 'DELETE', path, undefined, team)).status).toBe(200)
  expect(await listed(ann, id, team)).toEqual([])
})

describe('who is told', () => {
  afterEach(() => vi.useRealTimers())

  test('is whoever it is shared with, at each change of it, and nobody where there is nobody', async () => {
    const [ann, ben] = [await someone('ann'), await someone('ben')]
    const id = await record(ann)
    for (const [name, heard] of [
      [ben, [[ben, 'boxes']]],
      ['nobody', []],
    ] as const) {
      const { body } = await share(ann, id, name)
      expect(renewed.splice(0)).toEqual(heard)
      await send(ann, 'PATCH', `${pathOf(id)}/${body.id}`, { role: 'editor' })
      expect(renewed.splice(0)).toEqual(heard)
      await send(ann, 'DELETE', `${pathOf(id)}/${body.id}`)
      expect(renewed.splice(0)).toEqual(heard)
    }
    expect(told.map(([who]) => who)).toEqual([ben])
  })

  test('is told of a record by one person once a day', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const [ann, ben, cid] = [await someone('ann'), await someone('ben'), await someone('cid')]
    const [id, other] = [await record(ann), await record(ann)]
    const again = async (one = id, name = ben) => {
      const { body } = await share(ann, one, name)
      await send(ann, 'DELETE', `${pathOf(one)}/${body.id}`)
      return told.splice(0).map(([who]) => who)
    }
    expect([await again(), await again(), await again(other), await again(id, cid)]).toEqual([[ben], [], [ben], [cid]])
    vi.setSystemTime(Date.now() + 24 * 60 * 60 * 1000 - 60_000)
    expect(await again()).toEqual([])
    vi.setSystemTime(Date.now() + 60_000)
    expect(await again()).toEqual([ben])
  })

  test('has it though they could not be told, which is logged', async () => {
    const [ann, ben] = [await someone('ann'), await someone('ben')]
    post.reaches = false
    expect((await share(ann, await record(ann), ben)).status).toBe(201)
    await vi.waitFor(() => expect(warned).toEqual(['nobody was told of what was shared with them']))
    expect(await withMe(ben)).toHaveLength(1)
  })

  test('of a change of the owner’s is each who is shared something of that module, once, and not who is nobody', async () => {
    const [ann, ben] = [await someone('ann'), await someone('ben')]
    const team = await teamOf('Desk', { [ann]: 'owner' })
    for (const name of [ben, 'nobody', ownerOfTeam(team)]) await share(ann, await record(ann), name)
    await share(ann, await record(ann), ben)
    renewed.length = 0
    for (const [owner, module] of [
      [ben, 'boxes'],
      [ann, 'crates'],
      [ann, 'boxes'],
    ] as const)
      sharing.changed(owner, module)
    await vi.waitFor(() => expect(renewed).toHaveLength(2))
    expect(renewed.map(([who]) => who).sort()).toEqual([ben, ownerOfTeam(team)].sort())
    expect(await shares.heardBy(ann, 'boxes')).toHaveLength(2)
    expect(await shares.heardBy(ann, 'crates')).toEqual([])
  })
})

test('with an owner goes what they shared and what was shared with them, and nothing else', async () => {
  const [ann, ben, cid] = [await someone('ann'), await someone('ben'), await someone('cid')]
  await share(ann, await record(ann), ben)
  await share(ben, await record(ben), ann)
  await share(ben, await record(ben), cid)
  await forgetShares(db, ann)
  expect([await withMe(ann), await withMe(ben), (await withMe(cid)).length]).toEqual([[], [], 1])
})
