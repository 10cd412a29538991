import { field } from '@atrium/contract/fields'
import { collection } from '@atrium/contract/module'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { BulkStore } from './bulk-store.ts'
import type { Reach } from './reach.ts'
import { putRows } from './test-rows.ts'
import { type TestStores, testStores } from './test-store.ts'
import type { Unit } from './unit.ts'

const Thing = z.object({
  name: z.string().min(1),
  size: z.number().nullable().default(null),
  at: z.iso.datetime().nullable().default(null),
  keeper: field.person({ label: 'Keeper' }),
})
const Named = z.object({ name: z.string() })
const Visit = z.object({ vet: z.string().nullable().default(null), called: z.string().nullable().default(null) })
const shop = {
  id: 'storing',
  collections: {
    things: collection(Thing, {
      version: 2,
      search: ['name'],
      indexes: [['at'], ['size']],
      migrate: (data) => ({ ...data, size: data.size ?? 7 }),
    }),
    vets: collection(Named, { version: 1, search: ['name'] }),
    /** Whose vet was a name once. */
    visits: collection(Visit, {
      version: 2,
      references: { vet: { to: 'vets', onRemove: 'clear', formerly: { field: 'called', by: 'name' } } },
    }),
    /** They go with their vet. */
    stalls: collection(z.object({ vet: z.string() }), {
      version: 1,
      references: { vet: { to: 'vets', onRemove: 'cascade' } },
    }),
    /** Names vets, and never otherwise than by their ids. */
    bills: collection(Visit, { version: 2, references: { vet: { to: 'vets', onRemove: 'clear' } } }),
  },
}

let at: TestStores
beforeAll(async () => {
  at = await testStores(shop)
})
type Row = { id: string; version: number; name: string } & Record<string, unknown>
const things = async <T>(who: string, does: (store: BulkStore, unit: Unit) => Promise<T>, options = {}) =>
  (await at.work(who, (store, unit) => does(store('storing.things'), unit), options)).output
const add = async (who: string, ...many: Record<string, unknown>[]) =>
  (await things(who, (store) => store.insertMany(many))) as unknown as Row[]
const names = (rows: readonly object[]) => rows.map((row) => (row as Row).name)
/** A row as an older version wrote it. */
const old = (who: string, name: string, id: string, data: object) =>
  at.db.$client.query(
    `insert into records (id, scope_id, module, collection, data, schema_version) values ($1, $2, 'storing', $3, $4, 1)`,
    [id, who, name, data],
  )
const schemaOf = async (id: string) =>
  (await at.db.$client.query('select schema_version, version from records where id = $1', [id])).rows[0]

describe('lists', () => {
  beforeAll(() => putRows(at.db, 'many', shop, 'things', 1005, (n) => ({ name: `n${n}`, size: n, keeper: null })))
  const counted = (does: (store: BulkStore) => Promise<readonly unknown[]>) =>
    things('many', async (store) => (await does(store)).length)
  test('hold 100 rows unless asked, as many as asked for, and never more than 1,000', async () => {
    for (const [limit, count] of [
      [undefined, 100],
      [3, 3],
      [2.9, 2],
      [0, 0],
      [-5, 0],
      [1000, 1000],
      [5000, 1000],
    ] as const)
      expect(await counted((store) => store.list({ limit }))).toBe(count)
  })
  test('begin where they are asked to', async () => {
    const from = (offset?: number) =>
      things('many', async (store) => names(await store.list({ order: 'size', limit: 2, offset })))
    expect(await from()).toEqual(['n0', 'n1'])
    expect(await from(3)).toEqual(['n3', 'n4'])
    expect(await from(-3)).toEqual(['n0', 'n1'])
  })
  test('found by words hold 50, those found by their likeness and pages 100, pages at least one', async () => {
    expect(await counted((store) => store.search('n'))).toBe(50)
    expect(await counted((store) => store.search('n', 2))).toBe(2)
    expect(await counted((store) => store.search('n', 5000))).toBe(1000)
    for (const [limit, count] of [
      [undefined, 100],
      [0, 1],
      [5000, 1000],
    ] as const)
      expect(await counted(async (store) => (await store.page({ limit })).rows)).toBe(count)
  })
  test('of all rows are read as one look, of few without a transaction', async () => {
    await things('many', async (store, unit) => {
      expect(await Array.fromAsync(store.each())).toHaveLength(1005)
      expect(unit.isIdle()).toBe(false)
    })
    await things('many', async (store) => {
      expect(await Array.fromAsync(store.each({ where: { size: { lt: 1000 } } }))).toHaveLength(1000)
    })
    await things('many', async (store, unit) => {
      expect(await Array.fromAsync(store.each({ where: { size: { lt: 999 } } }))).toHaveLength(999)
      expect(unit.isIdle()).toBe(true)
    })
  })
  test('come to nought where nothing is', async () => {
    expect(await things('nobody', async (store) => [await store.count(), await store.sum('size' as never)])).toEqual([
      0, 0,
    ])
  })
})

describe('pages', () => {
  test('go on to the rows without a value, also where those with one end with a page', async () => {
    const moments = [1, 2, 3, 4].map((day) => ({ name: `d${day}`, at: `2026-01-0${day}T00:00:00Z`, keeper: null }))
    await add('pia', ...moments, { name: 'none1', keeper: null }, { name: 'none2', keeper: null })
    for (const limit of [1, 2, 3, 4, 5, 6]) {
      const pages: string[][] = []
      let after: string | undefined
      for (let most = 0; most < 10; most++) {
        const page = await things('pia', (store) => store.page({ order: 'at', limit, after }))
        pages.push(names(page.rows))
        if (page.next === null) break
        after = page.next
      }
      expect(pages.flat(), `${limit} at a time`).toEqual(['d1', 'd2', 'd3', 'd4', 'none1', 'none2'])
      expect(pages).toHaveLength(Math.ceil(6 / limit))
    }
  })
  test('of nothing have no next one', async () => {
    expect(await things('nobody', (store) => store.page())).toEqual({ rows: [], next: null })
  })
})

describe('what only reads', () => {
  test('writes by no way at all', async () => {
    const [row] = await add('ron', { name: 'Kept', keeper: null })
    const id = row?.id as string
    const { rows: stored } = await at.db.$client.query(
      'select *, schema_version as "schemaVersion" from records where id = $1',
      [id],
    )
    const ways: ((store: BulkStore) => Promise<unknown>)[] = [
      (store) => store.insert({ name: 'New', keeper: null }),
      (store) => store.insertMany([{ name: 'New', keeper: null }]),
      (store) => store.update(id, { name: 'New' }),
      (store) => store.update(id, { name: 'New' }, 1),
      (store) => store.updateMany(new Map([[id, () => ({ name: 'New' })]])),
      (store) => store.updateMany(new Map()),
      (store) => store.remove(id),
      (store) => store.remove(id, 1),
      (store) => store.removeAll([id]),
      (store) => store.removeMany([id]),
      (store) => store.trash(stored),
      (store) => store.bringBack(stored),
      (store) => store.restore(id),
    ]
    for (const way of ways)
      await expect(things('ron', way, { readOnly: true }), String(way)).rejects.toThrow(
        'An action of storing that is declared a read wrote to things',
      )
    const kept = await things('ron', async (store) => [await store.get(id), await store.count()])
    expect(kept).toMatchObject([{ name: 'Kept', version: 1 }, 1])
  })
})

describe('a change', () => {
  test('of what is said alone leaves the rest, and what is said to be undefined stays', async () => {
    const [row] = await add('una', { name: 'One', size: 3, keeper: null })
    const changed = await things('una', (store) => store.update(row?.id as string, { name: undefined, size: 4 }))
    expect(changed).toMatchObject({ name: 'One', size: 4, version: 2 })
    const again = await things('una', async (store, unit) => {
      const same = await store.update(row?.id as string, (now) => ({ size: now.size }))
      expect(unit.written()).toBe(0)
      return same
    })
    expect(again.version).toBe(2)
  })
  test('of several tells which fields are others now, writes those alone, and leaves out who is not there', async () => {
    const [one, two] = (await add('val', { name: 'One', keeper: null }, { name: 'Two', keeper: null })) as [Row, Row]
    await add('wim', { name: 'Else', keeper: null })
    const fields = await things('val', async (store, unit) => {
      const changes = new Map([one.id, two.id, 'nobody'].map((id) => [id, () => ({ name: 'Two' })]))
      const told = await store.updateMany(changes)
      expect(unit.written()).toBe(1)
      return told
    })
    expect([...fields]).toEqual([
      [one.id, ['name']],
      [two.id, []],
    ])
    expect(names(await things('val', (store) => store.getAll([two.id, one.id, 'nobody'])))).toEqual(['Two', 'Two'])
  })
  test('of several sees those that wait to be written, and of none asks nobody', async () => {
    const [one] = (await add('xen', { name: 'One', keeper: null })) as [Row]
    await things('xen', async (store, unit) => {
      expect(await store.updateMany(new Map())).toEqual(new Map())
      await store.removeMany([])
      await store.removeAll([])
      expect(unit.isIdle()).toBe(true)
      const made = await store.insert({ name: 'Two', keeper: null })
      await store.updateMany(new Map([one.id, made.id].map((id) => [id, () => ({ size: 9 })])))
    })
    const sizes = await things('xen', async (store) => (await store.list()).map(({ size }) => size))
    expect(sizes).toEqual([9, 9])
  })
  test('of a version that is none any more is refused with the row as it is, and so is a removal', async () => {
    const [row] = (await add('yan', { name: 'One', keeper: null })) as [Row]
    await things('yan', (store) => store.update(row.id, { name: 'Two' }))
    for (const way of [
      (store: BulkStore) => store.update(row.id, { name: 'Three' }, 1),
      (store: BulkStore) => store.remove(row.id, 1),
    ])
      await expect(things<unknown>('yan', way)).rejects.toMatchObject({
        code: 'conflict',
        message: '“Two” was changed in the meantime. Look at it as it is now and try again.',
        details: { current: { name: 'Two', version: 2 } },
      })
    await things('yan', (store) => store.remove(row.id, 2))
    expect(await things('yan', (store) => store.list())).toEqual([])
  })
  test('of a known version locks nothing; a removal of what others may name does', async () => {
    const [row] = (await add('zac', { name: 'One', keeper: null })) as [Row]
    await things('zac', async (store, unit) => {
      await store.update(row.id, { name: 'Two' }, 1)
      expect(unit.written()).toBe(1)
    })
    const vet = (await at.work('zac', (store) => store('storing.vets').insert({ name: 'Doc' }))).output
    const enough = new Error('enough')
    /** Transactions that are open once it is removed, before the end. */
    const locks = async (place: string, id: string, version?: number) => {
      let open: number | null = null
      const removing = at.work('zac', async (store) => {
        await store(place).remove(id, version)
        const { rows } = await at.db.$client.query(
          `select count(*)::int as n from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
        )
        open = rows[0].n
        throw enough
      })
      await expect(removing).rejects.toBe(enough)
      return open
    }
    expect(await locks('storing.things', row.id, 2)).toBe(0)
    expect(await locks('storing.things', row.id)).toBe(1)
    expect(await locks('storing.vets', vet.id, 1)).toBe(1)
  })
  test('names nobody who is not here, when it is made and when it is changed', async () => {
    const stranger = 'That person is not here. Choose somebody of this team, please.'
    await expect(add('ann', { name: 'One', keeper: 'bob' })).rejects.toThrow(stranger)
    const [row] = (await add('ann', { name: 'One', keeper: null })) as [Row]
    await expect(things('ann', (store) => store.update(row.id, { keeper: 'bob' }))).rejects.toThrow(stranger)
  })
})

describe('the trash', () => {
  test('gives back what lies in it, and what does not is left as it is', async () => {
    const [row] = (await add('tom', { name: 'One', keeper: null })) as [Row]
    const restored = await things('tom', async (store, unit) => {
      const same = await store.restore(row.id)
      expect(unit.written()).toBe(0)
      return same
    })
    expect(restored.version).toBe(1)
    await things('tom', (store) => store.remove(row.id))
    await expect(things('tom', (store) => store.get(row.id))).rejects.toThrow('That was not found.')
    expect((await things('tom', (store) => store.restore(row.id))).version).toBe(3)
    await expect(things('tim', (store) => store.restore(row.id))).rejects.toThrow('That was not found.')
  })
  test('takes several, each of which has to be there', async () => {
    const [one, two] = (await add('ted', { name: 'One', keeper: null }, { name: 'Two', keeper: null })) as [Row, Row]
    await expect(things('ted', (store) => store.removeAll([one.id, 'nobody']))).rejects.toThrow('not found')
    await things('ted', (store) => store.removeAll([one.id, two.id, one.id]))
    expect(await things('ted', (store) => store.count())).toBe(0)
    expect(names(await things('ted', (store) => store.list({ trashed: true, order: 'name' })))).toEqual(['One', 'Two'])
    await things('ted', (store) => store.removeMany([one.id, 'nobody'])) // of those that live
  })
})

describe('rows of an older shape', () => {
  test('are read one by one in the newest, and written so when they are changed', async () => {
    await old('oda', 'things', 'o1', { name: 'Old', keeper: null })
    expect(await things('oda', (store) => store.get('o1'))).toMatchObject({ size: 7, version: 1 })
    expect(await schemaOf('o1')).toEqual({ schema_version: 1, version: 1 }) // nobody has looked at them together
    await things('oda', (store) => store.update('o1', { name: 'New' }))
    expect(await schemaOf('o1')).toEqual({ schema_version: 2, version: 2 })
  })
  test('that named by a text are looked at together before one is read, changed, or what they named is listed', async () => {
    const ways: [string, (store: (place: string) => BulkStore) => Promise<unknown>][] = [
      ['get', (store) => store('storing.visits').get('get')],
      ['update', (store) => store('storing.visits').update('update', {})],
      ['updateMany', (store) => store('storing.visits').updateMany(new Map([['updateMany', () => ({})]]))],
      ['list', (store) => store('storing.vets').list()],
    ]
    for (const [id, way] of ways) {
      const who = `old ${id}`
      await old(who, 'visits', id, { called: 'Doc' })
      await old(who, 'bills', `${id} bill`, { called: 'Doc' })
      await at.work(who, way)
      const { output } = await at.work(who, async (store) => ({
        vets: await store('storing.vets').list(),
        visit: await store('storing.visits').get(id),
      }))
      expect(names(output.vets)).toEqual(['Doc'])
      expect(output.visit).toMatchObject({ vet: output.vets[0]?.id, called: null })
      expect(await schemaOf(`${id} bill`)).toEqual({ schema_version: 1, version: 1 }) // it names no vet by a text
    }
  })
})

test('ids are told by the value of a field, of those that live and have one', async () => {
  const rows = await add(
    'ivo',
    { name: 'a', keeper: null },
    { name: 'b', keeper: null },
    { name: 'gone', keeper: null },
  )
  await things('ivo', (store) => store.remove(rows[2]?.id as string))
  expect(await things('ivo', (store) => store.idsBy('name'))).toEqual(
    new Map(rows.slice(0, 2).map((row) => [row.name, row.id])),
  )
  expect(await things('ivo', (store) => store.idsBy('size'))).toEqual(new Map())
})

test('what was written since a mark is told, live and in the trash apart', async () => {
  const [one, two] = (await add('max', { name: 'One', keeper: null }, { name: 'Two', keeper: null })) as [Row, Row]
  const mark = await things('max', (store) => store.mark())
  await things('max', (store) => store.remove(two.id))
  const since = await things('max', (store) => store.since(mark))
  expect([names(since?.rows ?? []), names(since?.trashed ?? [])]).toEqual([['One'], ['Two']])
  expect(await things('max', (store) => store.since('no mark'))).toBeNull()
  expect(one.version).toBe(1)
})

describe('where only a part is within reach', () => {
  const asked: string[] = []
  const reach = (more: Partial<Reach> = {}): Reach => ({
    condition: sql`true`,
    live: sql`"records"."data"->>'name' <> 'Hidden'`,
    shown: (stored) => ({ ...stored, data: { ...(stored.data as object), size: 99 } }),
    refuseOutside: async (_, was, after) => {
      asked.push(`outside ${was ? (was.data as Row).name : 'nothing'} → ${after.name}`)
    },
    refuseRemoval: (id) => void asked.push(`removal ${id}`),
    refuseTied: async (_, place, ids) => void asked.push(`tied ${place.name} ${ids.length}`),
    ...more,
  })
  const work = async <T>(does: (store: (place: string) => BulkStore) => Promise<T>, its = reach()) => {
    asked.length = 0
    return (await at.work('rae', does, { reach: its })).output
  }
  test('nothing else is seen, and what is seen is shown as it may be', async () => {
    const [one, hidden] = (await add('rae', { name: 'One', keeper: null }, { name: 'Hidden', keeper: null })) as [
      Row,
      Row,
    ]
    expect(await work((store) => store('storing.things').list())).toMatchObject([{ id: one.id, size: 99 }])
    expect(await work((store) => store('storing.things').count())).toBe(1)
    await expect(work((store) => store('storing.things').get(hidden.id))).rejects.toMatchObject({ code: 'not_found' })
    expect((await work((store) => store('storing.things').getAll([one.id, hidden.id]))).length).toBe(1)
  })
  test('each row that is made, changed or removed is asked about before', async () => {
    const [one] = (await add('rae', { name: 'Two', keeper: null })) as [Row]
    await work((store) => store('storing.things').insert({ name: 'Three', keeper: null }))
    expect(asked).toEqual(['outside nothing → Three'])
    await work((store) => store('storing.things').update(one.id, { name: 'Four' }))
    expect(asked).toEqual(['outside Two → Four'])
    await work((store) => store('storing.things').remove(one.id))
    expect(asked).toEqual([`removal ${one.id}`])
    await work((store) => store('storing.things').restore(one.id))
    await work((store) => store('storing.things').removeAll([one.id]))
    expect(asked).toEqual([`removal ${one.id}`])
  })
  test('so is what would go, or come back, along with it; a refusal keeps all of it', async () => {
    const { output } = await at.work('rae', async (store) => {
      const vet = await store('storing.vets').insert({ name: 'Doc' })
      await store('storing.stalls').insertMany([{ vet: vet.id }, { vet: vet.id }])
      return vet.id
    })
    const refusing = reach({
      refuseTied: async () => {
        throw new Error('that hangs on it')
      },
    })
    const remove = (store: (place: string) => BulkStore) => store('storing.vets').remove(output)
    await expect(work(remove, refusing)).rejects.toThrow('that hangs on it')
    await work(remove)
    expect(asked).toEqual([`removal ${output}`, 'tied stalls 2'])
    const restore = (store: (place: string) => BulkStore) => store('storing.vets').restore(output)
    await expect(work(restore, refusing)).rejects.toThrow('that hangs on it')
    await work(restore)
    expect(asked).toEqual(['tied stalls 2'])
  })
})
