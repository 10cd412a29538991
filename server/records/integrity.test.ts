import { collection } from '@atrium/contract/module'
import type pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { BulkStore } from './bulk-store.ts'
import type { Data } from './rows.ts'
import { type TestStores, testStores } from './test-store.ts'

const nullable = z.string().nullable().default(null)
const Named = z.object({ name: z.string() })
const Pet = Named.extend({ owner: z.string(), friend: nullable, vets: z.array(z.string()).default([]) })
const keep = {
  id: 'keeping',
  collections: {
    people: collection(Named, { version: 1, search: ['name'] }),
    vets: collection(Named, { version: 1, search: ['name'] }),
    pets: collection(Pet, {
      version: 1,
      search: ['name'],
      references: {
        owner: { to: 'people', onRemove: 'cascade' },
        friend: { to: 'pets', onRemove: 'clear' },
        vets: { to: 'vets', onRemove: 'clear' },
      },
    }),
    bonds: collection(z.object({ one: z.string(), other: z.string() }), {
      version: 1,
      references: { one: { to: 'pets', onRemove: 'cascade' }, other: { to: 'pets', onRemove: 'cascade' } },
    }),
    letters: collection(z.object({ to: z.string(), by: nullable }), {
      version: 1,
      references: { to: { to: 'pets', onRemove: 'restrict' }, by: { to: 'people', onRemove: 'cascade' } },
    }),
    notes: collection(z.object({ guid: z.string(), about: nullable }), {
      version: 1,
      needs: { about: { to: 'decks', by: 'name' } },
    }),
    cards: collection(z.object({ note: nullable }), { version: 1, needs: { note: { to: 'notes', by: 'guid' } } }),
    decks: collection(Named, { version: 1 }),
  },
}

let at: TestStores
beforeAll(async () => {
  at = await testStores(keep)
})
type Row = { id: string; version: number } & Record<string, unknown>
let people = 0
/** Somebody of whom nothing is there yet. */
const somebody = () => {
  const who = `p${++people}`
  const one = async <T>(does: (store: (name: string) => BulkStore) => Promise<T>) =>
    (await at.work(who, (store) => does((name) => store(`keeping.${name}`)))).output
  return {
    who,
    one,
    add: (name: string, data: Data) => one((store) => store(name).insert(data)) as Promise<Row>,
    remove: (name: string, ...ids: string[]) => one((store) => store(name).removeAll(ids)),
    restore: (name: string, id: string) => one((store) => store(name).restore(id)),
    /** Name and version of the live rows, in the order of their names. */
    rows: async (name: string, trashed = false) =>
      (await one((store) => store(name).list({ trashed, order: 'createdAt' }))) as unknown as Row[],
    raw: (id: string, name: string, data: object) =>
      at.db.$client.query(
        `insert into records (id, scope_id, module, collection, data, schema_version) values ($1, $2, 'keeping', $3, $4, 1)`,
        [id, who, name, data],
      ),
  }
}
const home = async () => {
  const her = somebody()
  const ann = await her.add('people', { name: 'Ann' })
  const rex = await her.add('pets', { name: 'Rex', owner: ann.id })
  const mia = await her.add('pets', { name: 'Mia', owner: ann.id, friend: rex.id })
  return { her, ann, rex, mia }
}

describe('what goes with a row', () => {
  test('goes once, however many ways lead to it, and is written once', async () => {
    const { her, ann, rex, mia } = await home()
    await her.add('bonds', { one: rex.id, other: mia.id })
    await her.add('bonds', { one: mia.id, other: mia.id })
    await her.remove('people', ann.id)
    for (const [name, count] of [
      ['people', 1],
      ['pets', 2],
      ['bonds', 2],
    ] as const) {
      expect(await her.rows(name)).toEqual([])
      expect((await her.rows(name, true)).map(({ version }) => version)).toEqual(Array.from({ length: count }, () => 2))
    }
    expect((await her.rows('pets', true)).map(({ friend }) => friend)).toEqual([null, rex.id]) // it is not cleared
    await her.restore('people', ann.id)
    expect((await her.rows('bonds')).map(({ version }) => version)).toEqual([3, 3])
  })
  test('comes back with it, and what went at another moment stays', async () => {
    const { her, ann, rex } = await home()
    await her.remove('pets', rex.id)
    await her.remove('people', ann.id)
    await her.restore('people', ann.id)
    expect((await her.rows('pets')).map(({ name }) => name)).toEqual(['Mia'])
    await her.restore('pets', rex.id)
    expect((await her.rows('pets')).map(({ name, friend }) => [name, friend])).toEqual([
      ['Rex', null],
      ['Mia', rex.id],
    ])
  })
  test('brings back whom it named with what went with those, where they went together', async () => {
    const { her, ann, rex, mia } = await home()
    const bond = await her.add('bonds', { one: rex.id, other: mia.id })
    await her.remove('people', ann.id)
    await her.restore('bonds', bond.id)
    expect((await her.rows('pets')).map(({ name }) => name)).toEqual(['Rex', 'Mia'])
    expect((await her.rows('people')).map(({ name }) => name)).toEqual(['Ann'])
  })
})

test('what names a row without hanging on it stays in the trash when that comes back', async () => {
  const { her, ann, rex } = await home() // Mia is a friend of Rex
  await her.remove('people', ann.id)
  await her.restore('pets', rex.id)
  expect((await her.rows('people')).map(({ name }) => name)).toEqual(['Ann'])
  expect((await her.rows('pets')).map(({ name }) => name)).toEqual(['Rex'])
})

describe('what keeps a row', () => {
  test('is told by the row that is named by what stays, and by how many', async () => {
    const { her, ann, rex, mia } = await home()
    await her.add('letters', { to: rex.id, by: ann.id }) // it goes itself
    await her.add('letters', { to: mia.id })
    await her.add('letters', { to: mia.id })
    await expect(her.remove('people', ann.id)).rejects.toMatchObject({
      code: 'conflict',
      message: '“Mia” is still used (letters: 2). Change or delete those first, please.',
      details: { collection: 'letters', count: 2 },
    })
    expect(await her.rows('pets')).toHaveLength(2)
    await expect(her.remove('pets', rex.id)).rejects.toThrow('“Rex” is still used (letters: 1)')
    await her.one(async (store) => {
      await store('letters').removeAll((await store('letters').list({ where: { to: mia.id } })).map(({ id }) => id))
      await store('people').remove(ann.id)
    })
    expect(await her.rows('letters')).toEqual([])
  })
})

describe('what names a row', () => {
  test('names nothing any more, of several that go in one change, and names it again when it comes back', async () => {
    const { her, ann, rex, mia } = await home()
    const [a, b, c] = await Promise.all(['A', 'B', 'C'].map((name) => her.add('vets', { name })))
    const ids = [a, b, c].map((row) => (row as Row).id) as [string, string, string]
    await her.one((store) => store('pets').update(mia.id, { vets: ids }))
    await her.one((store) => store('pets').update(rex.id, { vets: [ids[2]] }))
    await her.remove('vets', ids[0], ids[1])
    expect((await her.rows('pets')).map(({ vets, version }) => [vets, version])).toEqual([
      [[ids[2]], 2],
      [[ids[2]], 3],
    ])
    await her.remove('vets', ids[2])
    await her.restore('vets', ids[2])
    expect((await her.rows('pets')).map(({ vets }) => vets)).toEqual([[ids[2]], [ids[2]]])
    const tom = await her.add('pets', { name: 'Tom', owner: ann.id, friend: rex.id })
    await her.remove('pets', rex.id)
    expect((await her.rows('pets')).map(({ friend }) => friend)).toEqual([null, null])
    await her.restore('pets', rex.id)
    expect((await her.rows('pets')).map(({ name, friend }) => [name, friend])).toEqual([
      ['Rex', null],
      ['Mia', rex.id],
      ['Tom', rex.id],
    ])
    expect(tom.friend).toBe(rex.id)
  })
  test('may name what waits to be written, beside what is there', async () => {
    const { her, rex } = await home()
    const old = await her.add('vets', { name: 'Old' })
    await her.one(async (store) => {
      const made = await store('vets').insert({ name: 'New' })
      await store('pets').update(rex.id, { vets: [old.id, made.id] })
    })
    expect((await her.rows('pets'))[0]?.vets).toHaveLength(2)
  })
  test('is asked for together, however many name however many', async () => {
    const { her, ann } = await home()
    const vets = await Promise.all(['A', 'B', 'C'].map((name) => her.add('vets', { name })))
    await at.work(her.who, async (store, unit) => {
      const client = (await unit.client()) as pg.PoolClient
      const query = client.query
      let asked = 0
      client.query = ((...given: unknown[]) => {
        if (JSON.stringify(given[0]).includes('for share')) asked += 1
        return (query as (...all: unknown[]) => unknown).apply(client, given)
      }) as typeof query
      const pets = vets.map(({ id, name }) => ({ name: `Pet of ${name}`, owner: ann.id, vets: [id] }))
      const made = await store('keeping.pets').insertMany(pets)
      expect(asked).toBe(2) // the owner, and the vets
      const friends = made.map((row, n) => [row.id, () => ({ friend: made[(n + 1) % 3]?.id })] as const)
      await store('keeping.pets').updateMany(new Map(friends))
      expect(asked).toBe(3)
      client.query = query
    })
  })
  test('may not name what went in this very change, though it was there in it', async () => {
    const { her, ann } = await home()
    const again = her.one(async (store) => {
      await store('pets').insert({ name: 'Tom', owner: ann.id })
      await store('people').remove(ann.id)
      await store('pets').insert({ name: 'Tim', owner: ann.id })
    })
    await expect(again).rejects.toThrow('What “owner” names is no longer there. Choose another, please.')
    expect(await her.rows('pets')).toHaveLength(2)
  })
  test('may go on naming what has never been there, and name nothing else that is not', async () => {
    const { her, ann } = await home()
    await her.raw(`${her.who} odd`, 'pets', { name: 'Odd', owner: 'nobody', friend: null, vets: [] })
    const change = (data: Data) => her.one((store) => store('pets').update(`${her.who} odd`, data))
    expect(await change({ name: 'Still odd' })).toMatchObject({ version: 2 })
    await expect(change({ owner: 'nobody else' })).rejects.toThrow('“owner”')
    expect(await change({ owner: ann.id })).toMatchObject({ version: 3 })
    await expect(change({ owner: 'nobody' })).rejects.toThrow('“owner”')
  })
})

describe('what a row cannot be without', () => {
  test('comes back with it: the latest of its name, and what that cannot be without', async () => {
    const her = somebody()
    const deck = await her.add('decks', { name: 'German' })
    const first = await her.add('notes', { guid: 'g' })
    const second = await her.add('notes', { guid: 'g', about: 'German' })
    const other = await her.add('notes', { guid: 'h' })
    const card = await her.add('cards', { note: 'g' })
    // first the newer one goes, then the older: the one that went last is meant
    for (const [name, { id }] of [
      ['cards', card],
      ['notes', other],
      ['notes', first],
      ['notes', second],
      ['decks', deck],
    ] as const)
      await her.remove(name, id)
    await her.restore('cards', card.id)
    expect((await her.rows('notes')).map(({ id }) => id)).toEqual([second.id])
    expect((await her.rows('decks')).map(({ id }) => id)).toEqual([deck.id])
    expect((await her.rows('cards')).map(({ version }) => version)).toEqual([3])
  })
  test('stays in the trash where one that lives has the name, and where the row names none', async () => {
    const her = somebody()
    const gone = await her.add('notes', { guid: 'g' })
    await her.add('notes', { guid: 'g' })
    const [card, none] = [await her.add('cards', { note: 'g' }), await her.add('cards', {})]
    for (const [name, { id }] of [
      ['notes', gone],
      ['cards', card],
      ['cards', none],
    ] as const)
      await her.remove(name, id)
    await her.restore('cards', card.id)
    await her.restore('cards', none.id)
    expect(await her.rows('notes')).toHaveLength(1)
    expect(await her.rows('cards')).toHaveLength(2)
  })
})
