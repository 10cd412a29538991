import { collection, type Module } from '@atrium/contract/module'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  countNaming,
  createReferences,
  faultsInReferences,
  firstNaming,
  idsIn,
  type Reference,
  TOO_MANY,
  withId,
  withoutIds,
} from './references.ts'
import { testStores } from './test-store.ts'

const Named = z.object({ name: z.string() })
const Pet = Named.extend({
  owner: z.string(),
  friend: z.string().nullable(),
  vets: z.array(z.string()),
  mentor: z.string().nullable(),
  called: z.string().nullable(),
})
const people = collection(Named, { version: 1 })
const pets = collection(Pet, {
  version: 1,
  references: {
    owner: { to: 'people', onRemove: 'cascade' },
    vets: { to: 'vets.doctors', onRemove: 'clear' },
    friend: { to: 'nowhere.things', onRemove: 'clear' },
  },
})
const cards = collection(Named, { version: 1, needs: { name: { to: 'people', by: 'name' } } })
const doctors = collection(Named, { version: 1 })
const modules: Pick<Module, 'id' | 'collections'>[] = [
  { id: 'home', collections: { people, pets, cards } },
  { id: 'vets', collections: { doctors } },
]

describe('the references of all modules', () => {
  const known = createReferences(modules)
  const place = (module: string, name: string) => ({ module, name })
  const said = (all: readonly Reference[]) =>
    all.map(({ module, name, field, isList, target, onRemove }) => [
      `${module}.${name}.${field} → ${target.module}.${target.name}`,
      isList,
      onRemove,
    ])
  test('are found from both ends; to what is not installed there are none', () => {
    const [owner, vets] = [
      ['home.pets.owner → home.people', false, 'cascade'],
      ['home.pets.vets → vets.doctors', true, 'clear'],
    ]
    expect(said(known.from(place('home', 'pets')))).toEqual([owner, vets])
    expect(said(known.to(place('home', 'people')))).toEqual([owner])
    expect(said(known.to(place('vets', 'doctors')))).toEqual([vets])
    for (const none of [
      known.from(place('home', 'people')),
      known.to(place('home', 'pets')),
      known.to(place('a', 'b')),
    ])
      expect(none).toEqual([])
  })
  test('and what rows cannot be without, and what is installed', () => {
    expect(known.needsOf(place('home', 'cards'))).toEqual([
      { field: 'name', by: 'name', target: place('home', 'people') },
    ])
    expect([known.needsOf(place('home', 'pets')), known.needsOf(place('a', 'b'))]).toEqual([[], []])
    expect([known.collectionOf(place('home', 'pets')), known.collectionOf(place('a', 'b'))]).toEqual([pets, undefined])
  })
  test('go no further than 100,000 rows at once', () => {
    expect(TOO_MANY).toBe(100_000)
  })
})

describe('the faults of a module', () => {
  const faults = (declared: Record<string, { to: string; onRemove: 'clear' | 'restrict'; formerly?: object }>) =>
    faultsInReferences({
      id: 'home',
      collections: { people, pets: collection(Pet, { version: 1, references: declared as never }) },
    })
  test('are references from fields that are not there, to collections that are not, and that cannot be cleared', () => {
    expect(faults({ owner: { to: 'people', onRemove: 'restrict' } })).toEqual([])
    expect(faults({ color: { to: 'people', onRemove: 'restrict' } })).toEqual([
      '“pets” has no field “color” that could point to people',
    ])
    expect(faults({ owner: { to: 'plants', onRemove: 'restrict' } })).toEqual(['“home” has no collection “plants”'])
    expect(faults({ owner: { to: 'other.plants', onRemove: 'restrict' } })).toEqual([])
    expect(faults({ owner: { to: 'people', onRemove: 'clear' } })).toEqual([
      '“pets.owner” cannot be empty, so it cannot be cleared',
    ])
    for (const field of ['friend', 'vets']) expect(faults({ [field]: { to: 'people', onRemove: 'clear' } })).toEqual([])
  })
  test('are names of before that are not there, on either side', () => {
    const mentor = (formerly: object) => faults({ mentor: { to: 'people', onRemove: 'restrict', formerly } })
    expect(mentor({ field: 'called', by: 'name' })).toEqual([])
    for (const [field, by] of [
      ['named', 'name'],
      ['called', 'title'],
    ])
      expect(mentor({ field, by })).toEqual([`“pets.mentor” was “${field}” by “${by}” of “people”, which is not there`])
  })
  test('are needs of what is not there, on either side', () => {
    const needing = (field: string, to: string, by: string) =>
      faultsInReferences({
        id: 'home',
        collections: { people, cards: collection(Named, { version: 1, needs: { [field]: { to, by } } as never }) },
      })
    expect(needing('name', 'people', 'name')).toEqual([])
    for (const [field, to, by] of [
      ['title', 'people', 'name'],
      ['name', 'plants', 'name'],
      ['name', 'people', 'title'],
    ] as const)
      expect(needing(field, to, by)).toEqual([`“cards.${field}” needs “${to}” by “${by}”, which is not there`])
  })
})

describe('a field that names rows', () => {
  const list = { field: 'vets', isList: true } as Reference
  const single = { field: 'owner', isList: false } as Reference
  test('holds ids, and whatever else old data have in it is none', () => {
    expect(idsIn(single, { owner: 'a' })).toEqual(['a'])
    for (const owner of ['', null, undefined, 3, ['a']]) expect(idsIn(single, { owner })).toEqual([])
    expect(idsIn(list, { vets: ['a', '', null, 3, 'b'] })).toEqual(['a', 'b'])
    expect(idsIn(list, { vets: 'a' })).toEqual(['a'])
    for (const vets of [[], null, undefined]) expect(idsIn(list, { vets })).toEqual([])
  })
  test('takes an id, and loses some', () => {
    expect([withId(single, { owner: null }, 'a'), withId(list, { vets: ['b'] }, 'a')]).toEqual([
      { owner: 'a' },
      { vets: ['b', 'a'] },
    ])
    const gone = new Set(['a', 'b'])
    expect([withoutIds(single, { owner: 'a' }, gone), withoutIds(list, { vets: ['b', 'c', 'a'] }, gone)]).toEqual([
      { owner: null },
      { vets: ['c'] },
    ])
  })
})

test('those that name a row are counted but for those that leave, and the newest of them told', async () => {
  const at = await testStores(...modules)
  const add = async (place: string, data: object) =>
    (await at.work('ann', (store) => store(place).insert(data as Record<string, unknown>))).output.id
  const ann = await add('home.people', { name: 'Ann' })
  const pet = { owner: ann, friend: null, vets: [], mentor: null, called: null }
  const [a, b, c] = [
    await add('home.pets', { ...pet, name: 'a' }),
    await add('home.pets', { ...pet, name: 'b' }),
    await add('home.pets', { ...pet, name: 'c' }),
  ]
  await at.work('ann', (store) => store('home.pets').remove(b))
  const [owner] = at.references.from({ module: 'home', name: 'pets' }) as [Reference]
  const count = (...leaving: string[]) => countNaming(at.db, 'ann', owner, [ann, 'other'], leaving)
  expect([await count(), await count(a), await count(a, c)]).toEqual([2, 1, 0])
  expect(await countNaming(at.db, 'bob', owner, [ann], [])).toBe(0)
  const first = async (limit: number) => (await firstNaming(at.db, 'ann', owner, [ann], limit)).map(({ id }) => id)
  expect([await first(5), await first(1)]).toEqual([[c, a], [c]])
})
