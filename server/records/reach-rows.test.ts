import type { Principal } from '@atrium/contract/principal'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  idsWithin,
  noLinks,
  reachCondition,
  reachOf,
  refuseOtherShare,
  refuseShared,
  refuseUndoBeyond,
  shownTo,
} from './reach.ts'
import { changes, records, recordVersions } from './tables.ts'
import { HOUSE, house, houses, type Name, names, sharee, shareOf } from './test-reach.ts'

const { db, unit, rows } = await houses()

const idsWhere = async (scope: string, of: Name, condition: SQL | undefined) => {
  const found = await db
    .select({ id: records.id })
    .from(records)
    .where(and(eq(records.scopeId, scope), eq(records.collection, of), condition))
  return found.map(({ id }) => id).sort()
}
/** What is in reach, by collection, as far as anything is. */
async function inReach(scope: string, share: ReturnType<typeof shareOf>, which: 'condition' | 'live' = 'live') {
  const found: Partial<Record<Name, string[]>> = {}
  for (const name of names) {
    const ids = await idsWhere(scope, name, reachOf(house, share, scope, name)[which])
    if (ids.length > 0) found[name] = ids
  }
  return found
}

describe('what is in reach of whoever is shared', () => {
  test('a room: it, and what lies in it, however deep, by whichever field; where it is the main one, also what names none', async () => {
    const scope = await rows(HOUSE)
    expect(await inReach(scope, shareOf('rooms', 'r1'))).toEqual({
      ...{ rooms: ['r1'], boxes: ['b1', 'b2', 'b3'], notes: ['n1', 'n3', 'n4'], labels: ['l1'] },
    })
    expect(await inReach(scope, shareOf('rooms', 'r2'))).toEqual({
      ...{ rooms: ['r2'], boxes: ['b3', 'b4'], notes: ['n2'], labels: ['l2'] },
    })
  })

  test('a box: it and the boxes in it, with what is in those, and nothing of what it lies in', async () => {
    const scope = await rows(HOUSE)
    expect(await inReach(scope, shareOf('boxes', 'b2'))).toEqual({ boxes: ['b2', 'b3'], labels: ['l1'] })
    expect(await inReach(scope, shareOf('labels', 'l1'))).toEqual({ labels: ['l1'] })
    expect(await inReach(scope, shareOf('loose', 'x1'))).toEqual({ loose: ['x1'] })
  })

  test('one of two kinds that lie in each other: it and what lies in it', async () => {
    const scope = await rows(HOUSE)
    expect(await inReach(scope, shareOf('hens', 'h1'))).toEqual({ hens: ['h1'], eggs: ['e1'] })
  })

  test('what is in the trash too, where that is asked for', async () => {
    const scope = await rows(HOUSE)
    expect(await inReach(scope, shareOf('boxes', 'b1'), 'condition')).toEqual({
      ...{ boxes: ['b1', 'b2', 'b3', 'b6', 'b7'], labels: ['l1', 'l3'] },
    })
    const within = async (id: string) => {
      const ids = idsWithin(house, scope, { collection: 'boxes', id })
      return idsWhere(scope, 'boxes', sql`${records.id} in (${ids})`)
    }
    expect([await within('b1'), await within('b6'), await within('b4')]).toEqual([
      ['b1', 'b2', 'b3', 'b6', 'b7'],
      ['b6', 'b7'],
      ['b4'],
    ])
  })

  test('nothing of another owner or another module, whatever it says that it lies in', async () => {
    const [scope, other] = [await rows(HOUSE), await rows({ stray: ['boxes', { room: 'r1' }] })]
    await rows({ alien: ['boxes', { room: 'r1' }] }, 'elsewhere')
    const { condition } = reachOf(house, shareOf('rooms', 'r1'), scope, 'boxes')
    expect(await idsWhere(other, 'boxes', condition)).toEqual([])
    expect((await inReach(scope, shareOf('rooms', 'r1'))).boxes).toEqual(['b1', 'b2', 'b3'])
  })

  test('as a condition of calls that read the table: all where nothing is shared, none of another module', async () => {
    const scope = await rows(HOUSE)
    const ids = (principal: Principal) => idsWhere(scope, 'rooms', reachCondition(principal, house, 'rooms'))
    expect(reachCondition(sharee(scope, undefined), house, 'rooms')).toBeUndefined()
    expect(await ids(sharee(scope, shareOf('rooms', 'r2')))).toEqual(['r2'])
    expect(await ids(sharee(scope, shareOf('rooms', 'r2', 'garden')))).toEqual([])
  })
})

describe('a row that is written', () => {
  const OUTSIDE = 'That lies outside of what is shared with you.'
  async function goes(share: ReturnType<typeof shareOf>, of: Name, after: object, was: object | null = null) {
    const scope = await rows(HOUSE)
    const { refuseOutside } = reachOf(house, share, scope, of)
    return refuseOutside(unit(scope), was as never, after as never).then(
      () => true,
      ({ code, message }) => {
        expect([code, message]).toEqual(['forbidden', OUTSIDE])
        return false
      },
    )
  }
  const [hall, attic] = [shareOf('rooms', 'r1'), shareOf('rooms', 'r2')]

  test('has to lie in what is shared, by any of its fields', async () => {
    for (const data of [{ room: 'r1' }, { parent: 'b2' }, { parent: 'b3', room: 'r2' }, { parent: 'b4', room: 'r1' }])
      expect([data, await goes(hall, 'boxes', data)]).toEqual([data, true])
    for (const data of [{}, { room: null }, { room: 'r2' }, { parent: 'b4' }, { parent: 'none' }, { odd: 'r1' }])
      expect([data, await goes(hall, 'boxes', data)]).toEqual([data, false])
    expect([await goes(hall, 'labels', { box: 'b2' }), await goes(hall, 'labels', { box: 'b4' })]).toEqual([
      true,
      false,
    ])
    expect(await goes(hall, 'labels', { box: 'b6' }), 'in what is in the trash').toBe(false)
    expect(await goes(hall, 'loose', { room: 'r1' })).toBe(false)
    expect(await goes(hall, 'eggs', { hen: 'h1' })).toBe(false)
    expect(await goes(hall, 'rooms', { name: 'Another' })).toBe(false)
  })

  test('with nothing in the field lies in the main one', async () => {
    for (const data of [{}, { room: null }])
      expect([await goes(hall, 'notes', data), await goes(attic, 'notes', data)]).toEqual([true, false])
    expect([await goes(hall, 'notes', { room: 'r2' }), await goes(attic, 'notes', { room: 'r2' })]).toEqual([
      false,
      true,
    ])
  })

  test('that is the shared one itself stays where it lies, wherever that is, and is else changed', async () => {
    const own = shareOf('boxes', 'b2')
    const was = { id: 'b2', data: { parent: 'b1', odd: 'x' } }
    expect(await goes(own, 'boxes', { parent: 'b1', odd: 'y' }, was)).toBe(true)
    expect(await goes(own, 'boxes', { parent: 'b3' }, was)).toBe(false)
    expect(await goes(own, 'boxes', { parent: 'b1', room: 'r1' }, was)).toBe(false)
    expect(await goes(own, 'boxes', { parent: 'b1' }, { id: 'b3', data: { parent: 'b2' } })).toBe(false)
    expect(await goes(own, 'boxes', { parent: 'b2' }, { id: 'b3', data: { parent: 'b2' } })).toBe(true)
  })

  test('is looked up where it says that it lies, and nowhere else', async () => {
    const scope = await rows(HOUSE)
    let reads = 0
    const counted = unit(scope, () => reads++)
    const lookups = async (of: Name, after: object) => {
      reads = 0
      await reachOf(house, hall, scope, of)
        .refuseOutside(counted, null, after as never)
        .catch(() => undefined)
      return reads
    }
    expect(await lookups('boxes', {})).toBe(0)
    expect(await lookups('boxes', { room: 'r1' })).toBe(1)
    expect(await lookups('notes', {})).toBe(1)
    expect(await lookups('eggs', { hen: 'h1' })).toBe(0)
  })
})

test('the shared row is shown as lying nowhere, all others as they are', () => {
  const stored = { id: 'b2', data: { parent: 'b1', room: 'r1', odd: 'x' } }
  const { shown } = reachOf(house, shareOf('boxes', 'b2'), 'ann', 'boxes')
  expect(shown(stored)).toEqual({ id: 'b2', data: { parent: '', room: '', odd: 'x' } })
  const other = { ...stored, id: 'b3' }
  expect(shown(other)).toBe(other)
  const room = { id: 'r1', data: { name: 'Hall' } }
  expect(reachOf(house, shareOf('rooms', 'r1'), 'ann', 'rooms').shown(room)).toBe(room)
  expect(shownTo(sharee('ann', shareOf('boxes', 'b2')), house, 'boxes')(stored).data).toMatchObject({ parent: '' })
  expect(shownTo(sharee('ann', undefined), house, 'boxes')(stored)).toBe(stored)
})

describe('what is its owner’s', () => {
  const ownersOnly = { code: 'forbidden', message: 'Only whoever owns what is shared can do this.' }
  const refusal = (task: () => unknown) => {
    try {
      task()
      return null
    } catch (error) {
      return error
    }
  }

  test('is the end of the shared record, its schedules and its links', async () => {
    const { refuseRemoval } = reachOf(house, shareOf('boxes', 'b2'), 'ann', 'boxes')
    expect(refusal(() => refuseRemoval('b2'))).toMatchObject(ownersOnly)
    expect(refusal(() => refuseRemoval('b3'))).toBeNull()
    await expect(refuseShared()).rejects.toMatchObject(ownersOnly)
    for (const call of [noLinks.create, noLinks.standing, noLinks.revoke])
      await expect(call({} as never)).rejects.toMatchObject(ownersOnly)
    expect(await noLinks.list()).toEqual([])
  })

  test('is what another module has, for calls and for files', () => {
    const share = shareOf('boxes', 'b2')
    expect(refusal(() => refuseOtherShare(sharee('ann', share), 'house'))).toBeNull()
    expect(refusal(() => refuseOtherShare(sharee('ann', undefined), 'garden'))).toBeNull()
    expect(refusal(() => refuseOtherShare(sharee('ann', share), 'garden'))).toMatchObject({
      ...{ code: 'not_found', message: 'That is not shared with you.' },
    })
  })

  test('is what hangs on a row and is not shared', async () => {
    const scope = await rows(HOUSE)
    const { refuseTied } = reachOf(house, shareOf('rooms', 'r1'), scope, 'rooms')
    const tied = (name: string, ids: string[], module = 'house') =>
      refuseTied(unit(scope), { module, name }, ids).then(
        () => null,
        ({ code, message }) => `${code}: ${message}`,
      )
    const refused = 'forbidden: Something that is not shared with you hangs on this. Whoever owns it can do this.'
    for (const ids of [[], ['b1'], ['b1', 'b2', 'b6']]) expect(await tied('boxes', ids)).toBeNull()
    for (const ids of [['b4'], ['b1', 'b4'], ['b4', 'b5']]) expect(await tied('boxes', ids)).toBe(refused)
    expect([await tied('eggs', []), await tied('eggs', ['e1'])]).toEqual([null, refused])
    expect([await tied('boxes', ['b1'], 'garden'), await tied('boxes', [], 'garden')]).toEqual([refused, null])
  })
})

describe('a change can be undone by whoever is shared what it moved', () => {
  const servers = new Map([['house', { module: house }]]) as never
  let made = 0
  async function change(scope: string, touched: Record<string, string>, actorId: string | null = 'ben') {
    const id = `change-${++made}`
    await db.insert(changes).values({ id, scopeId: scope, action: 'house.do', via: 'http', actorId })
    for (const [recordId, module] of Object.entries(touched)) {
      await db
        .insert(records)
        .values({ id: recordId, scopeId: scope, module, collection: 'x', data: {}, schemaVersion: 1 })
        .onConflictDoNothing()
      await db.insert(recordVersions).values({ recordId, module, scopeId: scope, version: made, changeId: id })
    }
    return id
  }
  const undoing = (principal: Principal, id: string, installed = servers) =>
    refuseUndoBeyond(db, installed, principal, id).then(
      () => null,
      ({ code, message }) => `${code}: ${message}`,
    )
  const missing = 'not_found: There is no such change to undo.'
  const outside = 'forbidden: That lies outside of what is shared with you.'

  test('when it is theirs, and all of it is in reach', async () => {
    const scope = await rows(HOUSE)
    const ben = sharee(scope, shareOf('rooms', 'r1'))
    expect(await undoing(ben, await change(scope, { b1: 'house', b6: 'house' }))).toBeNull()
    expect(await undoing(ben, await change(scope, {}))).toBeNull()
    expect(await undoing(ben, await change(scope, { b1: 'house', b4: 'house' }))).toBe(outside)
    expect(await undoing(ben, await change(scope, { b1: 'house', g1: 'garden' }))).toBe(outside)
  })

  test('and is else no change that there is', async () => {
    const scope = await rows(HOUSE)
    const ben = sharee(scope, shareOf('rooms', 'r1'))
    const own = await change(scope, { b1: 'house' })
    const other = await rows(HOUSE)
    for (const id of ['none', await change(scope, {}, 'ann'), await change(scope, {}, null), await change(other, {})])
      expect(await undoing(ben, id)).toBe(missing)
    expect(await undoing({ ...ben, share: undefined }, own)).toBe(missing)
    expect(await undoing({ ...ben, userId: null }, own)).toBe(missing)
    expect(await undoing(ben, own, new Map() as never)).toBe(missing)
    expect(await undoing(sharee(scope, shareOf('rooms', 'r1', 'garden')), own)).toBe(missing)
  })
})
