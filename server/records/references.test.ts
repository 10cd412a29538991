import { collection, defineModule, type Store } from '@atrium/contract/module'
import { defineServer } from '@atrium/contract/module-server'
import type { OnRemove } from '@atrium/contract/referred'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../platform/database/test-database.ts'
import { silentLog } from '../platform/telemetry.ts'
import { preparePartitions } from './partitions.ts'
import { faultsInReferences, TOO_MANY } from './references.ts'
import { type TestModules, testModules } from './test-module.ts'

const Named = z.object({ name: z.string() })
const Pet = z.object({
  name: z.string(),
  owner: z.string(),
  friend: z.string().nullable().default(null),
  vets: z.array(z.string()).default([]),
})
const Visit = z.object({
  vet: z.string().nullable().default(null),
  called: z.string().nullable().default(null),
})
const About = z.object({ text: z.string(), pet: z.string() })
const common = { summary: 'x', kind: 'module', industries: ['all'], tier: 'free', icon: 'box' } as const
const any = z.record(z.string(), z.unknown())
const actions = {
  add: { summary: 'Add', effect: 'write', input: any, output: z.unknown() },
  addMany: { summary: 'Add many', effect: 'write', input: any, output: z.unknown() },
  change: { summary: 'Change', effect: 'write', input: any, output: z.unknown() },
  remove: { summary: 'Remove', effect: 'write', input: any, output: z.unknown() },
  restore: { summary: 'Restore', effect: 'write', input: any, output: z.unknown() },
  list: { summary: 'List', effect: 'read', input: any, output: z.unknown() },
} as const

const pets = defineModule({
  ...common,
  id: 'pets',
  title: 'Pets',
  triggers: ['/pets'],
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
    // Whose vet was a name once.
    visits: collection(Visit, {
      version: 2,
      references: { vet: { to: 'vets', onRemove: 'clear', formerly: { field: 'called', by: 'name' } } },
    }),
  },
  actions,
})
/** Another module, which names the first one's rows. */
const diary = defineModule({
  ...common,
  id: 'diary',
  title: 'Diary',
  triggers: ['/diary'],
  collections: {
    pages: collection(About, { version: 1, references: { pet: { to: 'pets.pets', onRemove: 'restrict' } } }),
    plans: collection(About.extend({ owner: z.string() }), {
      version: 1,
      references: {
        pet: { to: 'pets.pets', onRemove: 'restrict' },
        owner: { to: 'pets.people', onRemove: 'cascade' },
      },
    }),
    notes: collection(About, { version: 1, references: { pet: { to: 'nowhere.things', onRemove: 'restrict' } } }),
  },
  actions,
})

type Given = {
  in: string
  id: string
  data: Record<string, unknown>
  many: Record<string, unknown>[]
  version?: number
}
const handlers = {
  add: (given: unknown, { store }: { store: unknown }) => of(store, given).insert((given as Given).data),
  addMany: (given: unknown, { store }: { store: unknown }) => of(store, given).insertMany((given as Given).many),
  change: (given: unknown, { store }: { store: unknown }) =>
    of(store, given).update((given as Given).id, (given as Given).data),
  remove: (given: unknown, { store }: { store: unknown }) =>
    of(store, given).remove((given as Given).id, (given as Given).version),
  restore: (given: unknown, { store }: { store: unknown }) => of(store, given).restore((given as Given).id),
  list: (given: unknown, { store }: { store: unknown }) => of(store, given).list({ order: 'createdAt', limit: 1000 }),
}
const of = (store: unknown, given: unknown) =>
  (store as Record<string, Store<Record<string, unknown>>>)[(given as Given).in] as Store<Record<string, unknown>>

let at: TestModules
beforeAll(async () => {
  at = await testModules(defineServer(pets, handlers as never), defineServer(diary, handlers as never))
})
type Kept = { id: string; name: string; version: number } & Record<string, unknown>
const act = (who: string, action: string, input: object) => at.act<Kept>(who, action, input)
const add = async (who: string, place: string, data: object): Promise<Kept> => {
  const [module, name] = place.split('.')
  const { output, error } = await act(who, `${module}.add`, { in: name, data })
  if (error) throw new Error(error)
  return output
}
const list = async (who: string, place: string): Promise<Kept[]> => {
  const [module, name] = place.split('.')
  return (await act(who, `${module}.list`, { in: name })).output as unknown as Kept[]
}
/** Writes down what is asked of the database by connections of its own. */
function countStatements(pool: TestModules['db']['$client'], into: string[]): () => void {
  const connect = pool.connect.bind(pool)
  const counted = async () => {
    const client = await connect()
    const query = client.query
    const release = client.release
    client.query = ((...given: unknown[]) => {
      into.push(String((given[0] as { text?: string }).text ?? given[0]))
      return (query as (...all: unknown[]) => unknown).apply(client, given)
    }) as typeof client.query
    client.release = (...given) => {
      client.query = query
      client.release = release
      release.apply(client, given)
    }
    return client
  }
  pool.connect = counted as typeof pool.connect
  return () => {
    pool.connect = connect as typeof pool.connect
  }
}

const home = async (who: string) => {
  const ann = await add(who, 'pets.people', { name: 'Ann' })
  const vet = await add(who, 'pets.vets', { name: 'Vet' })
  const rex = await add(who, 'pets.pets', { name: 'Rex', owner: ann.id, vets: [vet.id] })
  const mia = await add(who, 'pets.pets', { name: 'Mia', owner: ann.id, friend: rex.id })
  return { ann, vet, rex, mia }
}

describe('what a row names', () => {
  test('has to be there, the person’s own, and not in the trash, one by one and many at once', async () => {
    const { ann, rex } = await home('a')
    const gone = 'What “owner” names is no longer there. Choose another, please.'
    const refused = [
      await act('a', 'pets.add', { in: 'pets', data: { name: 'X', owner: 'nobody' } }),
      await act('b', 'pets.add', { in: 'pets', data: { name: 'X', owner: ann.id } }),
      await act('a', 'pets.addMany', {
        in: 'pets',
        many: [
          { name: 'X', owner: ann.id },
          { name: 'Y', owner: 'nobody' },
        ],
      }),
      await act('a', 'pets.change', { in: 'pets', id: rex.id, data: { owner: rex.id } }),
    ]
    expect(refused.map(({ status, error }) => [status, error])).toEqual(refused.map(() => [400, gone]))
    expect((await act('a', 'pets.change', { in: 'pets', id: rex.id, data: { vets: ['nobody'] } })).error).toContain(
      '“vets”',
    )
    expect(await list('a', 'pets.pets')).toHaveLength(2)
    const bob = await add('a', 'pets.people', { name: 'Bob' })
    await act('a', 'pets.remove', { in: 'people', id: bob.id })
    expect((await act('a', 'pets.add', { in: 'pets', data: { name: 'X', owner: bob.id } })).error).toBe(gone)
  })
  test('of a module that is not here is not looked after', async () => {
    expect((await add('a', 'diary.notes', { text: 'x', pet: 'whatever' })).id).toBeTruthy()
  })
})

describe('when a row goes', () => {
  test('those that name it go along, or name nothing, or keep it; one undo brings all back', async () => {
    const { ann, vet, rex, mia } = await home('c')
    await act('c', 'pets.remove', { in: 'vets', id: vet.id })
    expect((await list('c', 'pets.pets')).map(({ vets, friend }) => [vets, friend])).toEqual([
      [[], null],
      [[], rex.id],
    ])
    const page = await add('c', 'diary.pages', { text: 'Rex barked', pet: rex.id })
    const kept = await act('c', 'pets.remove', { in: 'people', id: ann.id })
    expect([kept.status, kept.error]).toEqual([
      409,
      '“Rex” is still used (pages: 1). Change or delete those first, please.',
    ])
    expect(await list('c', 'pets.pets')).toHaveLength(2)
    await act('c', 'diary.remove', { in: 'pages', id: page.id })
    const { change } = await act('c', 'pets.remove', { in: 'people', id: ann.id })
    expect(await list('c', 'pets.pets')).toEqual([])
    expect((await at.undo('c', change)).status).toBe(200)
    expect((await list('c', 'pets.pets')).map(({ name, friend }) => [name, friend])).toEqual(
      [
        ['Rex', null],
        ['Mia', rex.id],
      ].map(([name, friend]) => [name, friend]),
    )
    expect(mia.friend).toBe(rex.id)
  })
  test('two that name each other go together', async () => {
    const { ann, rex, mia } = await home('d')
    await act('d', 'pets.change', { in: 'pets', id: rex.id, data: { friend: mia.id } })
    expect((await act('d', 'pets.remove', { in: 'people', id: ann.id })).status).toBe(200)
    expect(await list('d', 'pets.pets')).toEqual([])
  })
  test('nothing is left pointing at it, however many add and remove at once', async () => {
    for (let round = 0; round < 5; round++) {
      const who = `race${round}`
      const owner = await add(who, 'pets.people', { name: 'Ann' })
      const adding = Array.from({ length: 8 }, (_, n) =>
        act(who, 'pets.add', { in: 'pets', data: { name: `P${n}`, owner: owner.id } }),
      )
      const removing = act(who, 'pets.remove', { in: 'people', id: owner.id, version: owner.version })
      const done = await Promise.all([removing, ...adding])
      for (const { status } of done) expect([200, 400, 409]).toContain(status)
      if (done[0].status === 200) expect(await list(who, 'pets.pets')).toEqual([])
    }
  })
  test('with more than can go or change at once, it stays, and so do they', async () => {
    const owner = await add('crowd', 'pets.people', { name: 'Ann' })
    const other = await add('crowd', 'pets.people', { name: 'Bob' })
    const star = await add('crowd', 'pets.pets', { name: 'Star', owner: other.id })
    await at.db.$client.query(
      `insert into records (id, scope_id, module, collection, data, schema_version, search)
       select 'crowd' || n, 'crowd', 'pets', 'pets', $1, 1, '' from generate_series(1, $2) n`,
      [JSON.stringify({ name: 'P', owner: owner.id, friend: star.id, vets: [] }), TOO_MANY + 1],
    )
    for (const [name, { id }] of [
      ['people', owner],
      ['pets', star],
    ] as const)
      expect(await act('crowd', 'pets.remove', { in: name, id })).toMatchObject({
        status: 409,
        error: expect.stringContaining('This is still used (pets: '),
      })
    const { rows } = await at.db.$client.query(
      `select count(*)::int as count from records where scope_id = 'crowd' and collection = 'pets' and deleted_at is null`,
    )
    expect(rows).toEqual([{ count: TOO_MANY + 2 }])
  }, 180_000)
  test('what comes back out of the trash must find what it names', async () => {
    const { ann, rex } = await home('e')
    await act('e', 'pets.remove', { in: 'pets', id: rex.id })
    await act('e', 'pets.remove', { in: 'people', id: ann.id })
    expect((await act('e', 'pets.restore', { in: 'pets', id: rex.id })).error).toContain('“owner”')
    await act('e', 'pets.restore', { in: 'people', id: ann.id })
    expect((await act('e', 'pets.restore', { in: 'pets', id: rex.id })).status).toBe(200)
  })
})

describe('what goes together', () => {
  test('is no reason to refuse, and costs as many statements for 300 rows as for three and one', async () => {
    const statements: string[] = []
    const asked = async (count: number) => {
      const who = `many${count}`
      const owner = await add(who, 'pets.people', { name: 'Ann' })
      const many = Array.from({ length: count }, (_, n) => ({ name: `P${n}`, owner: owner.id }))
      await act(who, 'pets.addMany', { in: 'pets', many })
      const [first] = await list(who, 'pets.pets')
      await add(who, 'diary.plans', { text: 'walk', pet: first?.id, owner: owner.id })
      const release = countStatements(at.db.$client, statements)
      const { status, error } = await act(who, 'pets.remove', { in: 'people', id: owner.id })
      release()
      expect([status, error]).toEqual([200, ''])
      expect(await list(who, 'pets.pets')).toEqual([])
      expect(await list(who, 'diary.plans')).toEqual([])
      return statements.splice(0).length
    }
    expect(await asked(300)).toBe(await asked(3))
  })
  test('is written together, also where rows may name by a text what they now name by an id', async () => {
    const statements: string[] = []
    const vet = await add('n', 'pets.vets', { name: 'Doc' })
    const asked = async (count: number) => {
      const release = countStatements(at.db.$client, statements)
      const many = Array.from({ length: count }, () => ({ vet: vet.id }))
      expect((await act('n', 'pets.addMany', { in: 'visits', many })).error).toBe('')
      release()
      return statements.splice(0).length
    }
    expect(await asked(300)).toBe(await asked(3))
    await act('n', 'pets.addMany', { in: 'visits', many: [{ called: 'Doc' }, { called: 'Nurse' }] })
    const [doc, nurse] = (await list('n', 'pets.visits')).slice(-2)
    expect(doc).toMatchObject({ vet: vet.id, called: null })
    expect((await list('n', 'pets.vets')).find(({ id }) => id === nurse?.vet)?.name).toBe('Nurse')
  })
  test('comes back together: those that went along, those that it names, and what was made to name nothing', async () => {
    const { ann, vet, rex, mia } = await home('g')
    await act('g', 'pets.remove', { in: 'people', id: ann.id })
    await act('g', 'pets.restore', { in: 'people', id: ann.id })
    expect((await list('g', 'pets.pets')).map(({ name }) => name)).toEqual(['Rex', 'Mia'])
    await act('g', 'pets.remove', { in: 'people', id: ann.id })
    await act('g', 'pets.restore', { in: 'pets', id: mia.id }) // with its owner and its friend, whom it names
    expect((await list('g', 'pets.people')).map(({ name }) => name)).toEqual(['Ann'])
    expect((await list('g', 'pets.pets')).map(({ name }) => name)).toEqual(['Rex', 'Mia'])
    await act('g', 'pets.remove', { in: 'vets', id: vet.id })
    await act('g', 'pets.remove', { in: 'pets', id: rex.id })
    expect((await list('g', 'pets.pets')).map(({ friend }) => friend)).toEqual([null])
    await act('g', 'pets.restore', { in: 'pets', id: rex.id })
    await act('g', 'pets.restore', { in: 'vets', id: vet.id })
    expect((await list('g', 'pets.pets')).map(({ name, friend, vets }) => [name, friend, vets])).toEqual([
      ['Rex', null, [vet.id]],
      ['Mia', rex.id, []],
    ])
  })
  test('is not named again where somebody has chosen another since', async () => {
    const { rex, mia } = await home('h')
    const tom = await add('h', 'pets.pets', { name: 'Tom', owner: mia.owner })
    await act('h', 'pets.remove', { in: 'pets', id: rex.id })
    await act('h', 'pets.change', { in: 'pets', id: mia.id, data: { friend: tom.id } })
    await act('h', 'pets.restore', { in: 'pets', id: rex.id })
    expect((await list('h', 'pets.pets')).find(({ name }) => name === 'Mia')?.friend).toBe(tom.id)
  })
})

test('what names a row is told by field, the newest first, of other modules too, and only to whom it belongs', async () => {
  const { ann, rex, mia } = await home('k')
  await add('k', 'diary.pages', { text: 'x', pet: rex.id })
  const about = async (who: string, place: string) => {
    const response = await at.fetch(who, `/api/records/${place}/backlinks`)
    return { status: response.status, body: (await response.json()) as { backlinks: unknown[] } }
  }
  const rows = [mia, rex].map(({ id, name }) => ({ id, title: name }))
  expect((await about('k', `pets/people/${ann.id}`)).body.backlinks).toEqual([
    { module: 'pets', moduleTitle: 'Pets', collection: 'pets', field: 'owner', count: 2, rows },
  ])
  expect((await about('k', `pets/pets/${rex.id}`)).body.backlinks).toMatchObject([
    { collection: 'pets', field: 'friend', count: 1, rows: [{ title: 'Mia' }] },
    { module: 'diary', moduleTitle: 'Diary', collection: 'pages', field: 'pet', count: 1, rows: [{ title: '' }] },
  ])
  expect((await about('k', `pets/pets/${mia.id}`)).body.backlinks).toEqual([])
  expect((await about('l', `pets/people/${ann.id}`)).status).toBe(404)
  expect((await about('k', 'pets/nothing/x')).status).toBe(404)
  expect((await about('k', 'pets/people/%00')).status).toBeLessThan(500)
})

test('what is there before a module declares what its rows name is put in order when the server starts', async () => {
  const { db } = await testDatabase()
  const put = (id: string, collection: string, data: object) =>
    db.$client.query(
      `insert into records (id, scope_id, module, collection, data, schema_version) values ($1, 'ann', $2, $3, $4, 1)`,
      [id, collection === 'pages' ? 'diary' : 'pets', collection, data],
    )
  await put('p', 'people', { name: 'Ann' })
  await put('rex', 'pets', { name: 'Rex', owner: 'p', friend: 'gone', vets: ['gone', 'gone too'] })
  await put('tom', 'pets', { name: 'Tom', owner: 'gone', friend: null, vets: [] })
  await put('mia', 'pets', { name: 'Mia', owner: 'p', friend: 'tom', vets: [] })
  await put('page', 'pages', { text: 'x', pet: 'gone' })
  await preparePartitions(db.$client, [pets, diary], silentLog)
  const { rows } = await db.$client.query(
    'select id, data, version, deleted_at is not null as trashed from records order by id',
  )
  expect(rows.map(({ id, data, trashed }) => [id, data.friend, data.vets, trashed])).toEqual([
    ['mia', null, [], false],
    ['p', undefined, undefined, false],
    ['page', undefined, undefined, false], // of “restrict”: it stays, and the log says so
    ['rex', null, [], false],
    ['tom', null, [], true],
  ])
  const { rows: past } = await db.$client.query(
    `select distinct c.action from record_versions v join changes c on c.id = v.change_id`,
  )
  expect(past).toEqual([{ action: 'pets.repair' }])
})

describe('an undo', () => {
  test('does not take away what others name since, nor bring back what names nothing', async () => {
    const made = await act('f', 'pets.add', { in: 'people', data: { name: 'Ann' } })
    const rex = await add('f', 'pets.pets', { name: 'Rex', owner: made.output.id })
    const taken = await at.undo('f', made.change)
    expect([taken.status, taken.error]).toEqual([
      409,
      '“Ann” is still used (pets: 1). Change or delete those first, please.',
    ])
    const removed = await act('f', 'pets.remove', { in: 'pets', id: rex.id })
    await act('f', 'pets.remove', { in: 'people', id: made.output.id })
    expect((await at.undo('f', removed.change)).error).toContain('“owner”')
    expect(await list('f', 'pets.pets')).toEqual([])
  })
})

test('a reference that cannot be looked after is the module’s fault', () => {
  const declare = (to: string, onRemove: OnRemove, field = 'owner') => ({
    id: 'x',
    collections: { pets: collection(Pet, { version: 1, references: { [field]: { to, onRemove } } }) },
  })
  expect(faultsInReferences(declare('people', 'cascade'))).toEqual(['“x” has no collection “people”'])
  expect(faultsInReferences(declare('pets', 'clear'))).toEqual([
    '“pets.owner” cannot be empty, so it cannot be cleared',
  ])
  expect(faultsInReferences(declare('pets', 'clear', 'color'))).toEqual([
    '“pets” has no field “color” that could point to pets',
  ])
  expect(faultsInReferences(declare('pets', 'clear', 'friend'))).toEqual([])
  expect(faultsInReferences(declare('crm.people', 'restrict'))).toEqual([])
})
