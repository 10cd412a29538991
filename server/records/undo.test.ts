import { collection } from '@atrium/contract/module'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { BulkStore } from './bulk-store.ts'
import type { Data } from './rows.ts'
import { type TestStores, testStores } from './test-store.ts'
import { scopeOfChange } from './undo.ts'

const nullable = z.string().nullable().default(null)
const Named = z.object({ name: z.string() })
const Task = Named.extend({ done: z.boolean().default(false), within: nullable })
const office = {
  id: 'undoing',
  collections: {
    rooms: collection(Named, { version: 1, search: ['name'] }),
    desks: collection(Named.extend({ room: z.string(), neighbour: nullable }), {
      version: 1,
      search: ['name'],
      references: {
        room: { to: 'rooms', onRemove: 'restrict' },
        neighbour: { to: 'desks', onRemove: 'clear' },
      },
    }),
    tasks: collection(Task, {
      version: 1,
      search: ['name'],
      references: { within: { to: 'tasks', onRemove: 'clear', closedBy: 'done' } },
    }),
  },
}
const library = {
  id: 'undoing-too',
  collections: {
    books: collection(Named.extend({ room: z.string() }), {
      version: 1,
      references: { room: { to: 'undoing.rooms', onRemove: 'restrict' } },
    }),
  },
}

let at: TestStores
beforeAll(async () => {
  at = await testStores(office, library)
})
let people = 0
type Row = { id: string; name: string } & Record<string, unknown>
type StoreOf = (name: string) => BulkStore
const somebody = () => {
  const who = `u${++people}`
  const work = <T>(does: (store: StoreOf) => Promise<T>) =>
    at.work(who, (store) => does((name) => store(name === 'books' ? 'undoing-too.books' : `undoing.${name}`)))
  return {
    who,
    work,
    undo: (change: string | null) => at.undo(who, change),
    add: async (name: string, data: Data) => {
      const { output, change } = await work((store) => store(name).insert(data))
      return { ...(output as unknown as Row), change }
    },
    change: async (name: string, id: string, data: Data) =>
      (await work((store) => store(name).update(id, data))).change,
    remove: async (name: string, id: string) => (await work((store) => store(name).remove(id))).change,
    restore: async (name: string, id: string) => (await work((store) => store(name).restore(id))).change,
    names: async (name: string, trashed = false) =>
      (await work((store) => store(name).list({ trashed, order: 'createdAt' }))).output.map((row) => row.name),
  }
}

describe('an undo', () => {
  test('of a change that touched a row several times brings back what was before all of it', async () => {
    const her = somebody()
    const { id } = await her.add('rooms', { name: 'One' })
    const { change } = await her.work(async (store) => {
      await store('rooms').update(id, { name: 'Two' })
      await store('rooms').update(id, { name: 'Three' })
      await store('rooms').remove(id)
    })
    expect(await her.undo(change)).toEqual(['undoing'])
    expect(await her.names('rooms')).toEqual(['One'])
  })
  test('is a change itself, whose undo is one as well: of a removal, and of what comes back', async () => {
    const her = somebody()
    const room = await her.add('rooms', { name: 'One' })
    const removed = await her.remove('rooms', room.id)
    await her.undo(removed)
    const { rows } = await at.db.$client.query(
      `select v.version, v.deleted_before is null as lived, c.action, c.actor_id, c.input from record_versions v
       join changes c on c.id = v.change_id where v.record_id = $1 order by v.version desc limit 1`,
      [room.id],
    )
    const back = { action: 'undo', actor_id: her.who, input: { change: removed } }
    expect(rows).toEqual([{ version: 3, lived: false, ...back }])
    const again = await her.remove('rooms', room.id)
    const restored = await her.restore('rooms', room.id)
    await her.undo(restored)
    expect([await her.names('rooms'), await her.names('rooms', true)]).toEqual([[], ['One']])
    await her.undo(again).catch(() => undefined)
    expect(await her.names('rooms')).toEqual(['One'])
  })
  test('answers each module whose rows moved, once', async () => {
    const her = somebody()
    const room = await her.add('rooms', { name: 'One' })
    const { change } = await her.work(async (store) => {
      await store('books').insertMany(['a', 'b'].map((name) => ({ name, room: room.id })))
      await store('rooms').update(room.id, { name: 'Two' })
    })
    expect((await her.undo(change)).sort()).toEqual(['undoing', 'undoing-too'])
    expect([await her.names('books'), await her.names('rooms')]).toEqual([[], ['One']])
  })
  test('of what is none, or is another’s, or was undone already, is refused; one that was refused can be tried again', async () => {
    const [her, him] = [somebody(), somebody()]
    const made = await her.add('rooms', { name: 'One' })
    for (const change of [null, 'none'])
      await expect(her.undo(change)).rejects.toMatchObject({
        code: 'not_found',
        message: 'There is no such change to undo.',
      })
    await expect(him.undo(made.change)).rejects.toMatchObject({ code: 'not_found' })
    expect([await scopeOfChange(at.db, made.change ?? ''), await scopeOfChange(at.db, 'none')]).toEqual([her.who, null])
    const later = await her.change('rooms', made.id, { name: 'Two' })
    await expect(her.undo(made.change)).rejects.toMatchObject({ code: 'conflict' })
    await her.undo(later)
    await her.undo(made.change)
    await expect(her.undo(made.change)).rejects.toMatchObject({ code: 'conflict', message: 'This was undone already.' })
    expect(await her.names('rooms')).toEqual([])
  })
})

describe('what was changed since', () => {
  test('is named, three of them, and counted', async () => {
    for (const [count, said] of [
      [1, '“R0” was'],
      [3, '“R0”, “R1”, “R2” were'],
      [5, '“R0”, “R1”, “R2” and 2 more were'],
    ] as const) {
      const her = somebody()
      const { output, change } = await her.work((store) =>
        store('rooms').insertMany(Array.from({ length: count + 1 }, (_, n) => ({ name: `r${n}` }))),
      )
      const ids = output.slice(0, count).map(({ id }) => id)
      for (const [n, id] of ids.entries()) await her.change('rooms', id, { name: `R${n}` })
      await expect(her.undo(change)).rejects.toMatchObject({
        code: 'conflict',
        message: `${said} changed since, so this can no longer be undone.`,
        details: { records: [...ids].sort() },
      })
    }
  })
  test('and put back as it was is as it was; what was removed since is not', async () => {
    const her = somebody()
    const made = await her.add('rooms', { name: 'One' })
    const changed = await her.change('rooms', made.id, { name: 'Two' })
    const removed = await her.remove('rooms', made.id)
    await expect(her.undo(changed)).rejects.toThrow('“Two” was changed since')
    await her.restore('rooms', made.id)
    await her.undo(changed)
    expect(await her.names('rooms')).toEqual(['One'])
    expect(removed).not.toBeNull()
    const other = await her.add('rooms', { name: 'A' })
    await her.change('rooms', other.id, { name: 'B' })
    await her.change('rooms', other.id, { name: 'A' }) // by hand
    await her.undo(other.change)
    expect(await her.names('rooms')).toEqual(['One'])
  })
  test('under another schema is not as it was', async () => {
    const her = somebody()
    const made = await her.add('rooms', { name: 'One' })
    await her.change('rooms', made.id, { name: 'Two' })
    await her.change('rooms', made.id, { name: 'One' })
    await at.db.$client.query('update records set schema_version = 9 where id = $1', [made.id])
    await expect(her.undo(made.change)).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('what is named', () => {
  test('by others since is not taken away, and what names it by the same change goes with it', async () => {
    const her = somebody()
    const { output, change } = await her.work(async (store) => {
      const room = await store('rooms').insert({ name: 'One' })
      const desk = await store('desks').insert({ name: 'D', room: room.id })
      return { room: room.id, desk: desk.id }
    })
    const book = await her.add('books', { name: 'b', room: output.room })
    await expect(her.undo(change)).rejects.toThrow(
      '“One” is still used (books: 1). Change or delete those first, please.',
    )
    await her.remove('books', book.id)
    const neighbour = await her.add('desks', { name: 'E', room: output.room, neighbour: output.desk })
    await expect(her.undo(change)).rejects.toThrow('is still used (desks: 1)')
    await her.remove('desks', neighbour.id)
    await her.undo(change)
    expect([await her.names('rooms'), await her.names('desks')]).toEqual([[], []])
  })
  test('by others since is not put back into the trash', async () => {
    const her = somebody()
    const room = await her.add('rooms', { name: 'One' })
    await her.remove('rooms', room.id)
    const restored = await her.restore('rooms', room.id)
    const desk = await her.add('desks', { name: 'D', room: room.id })
    await expect(her.undo(restored)).rejects.toThrow('“One” is still used (desks: 1)')
    await her.remove('desks', desk.id)
    await her.undo(restored)
    expect(await her.names('rooms')).toEqual([])
  })
  test('has to be there for what an undo brings back, or come back with it', async () => {
    const her = somebody()
    const [one, two] = [await her.add('rooms', { name: 'One' }), await her.add('rooms', { name: 'Two' })]
    const desk = await her.add('desks', { name: 'D', room: one.id })
    const moved = await her.change('desks', desk.id, { room: two.id })
    await her.remove('rooms', one.id)
    await expect(her.undo(moved)).rejects.toMatchObject({
      code: 'bad_request',
      message: 'What “room” names is no longer there. Choose another, please.',
    })
    await her.restore('rooms', one.id)
    await her.undo(moved)
    const { change } = await her.work(async (store) => {
      await store('desks').remove(desk.id)
      await store('rooms').remove(one.id)
    })
    await her.undo(change)
    expect([await her.names('rooms'), await her.names('desks')]).toEqual([['One', 'Two'], ['D']])
  })
  test('is not what goes by the same undo', async () => {
    const her = somebody()
    const [room, other] = [await her.add('rooms', { name: 'One' }), await her.add('rooms', { name: 'Two' })]
    await her.remove('rooms', room.id)
    // as no action leaves it: a desk in a room that lies in the trash
    const id = `${her.who} desk`
    await at.db.$client.query(
      `insert into records (id, scope_id, module, collection, data, schema_version) values ($1, $2, 'undoing', 'desks', $3, 1)`,
      [id, her.who, { name: 'Odd', room: room.id, neighbour: null }],
    )
    const { change } = await her.work(async (store) => {
      await store('rooms').restore(room.id)
      await store('desks').update(id, { room: other.id })
    })
    await expect(her.undo(change)).rejects.toThrow('“room” names is no longer there')
  })
})

describe('what is closed', () => {
  test('holds nothing that an undo opens, and is not closed by one while something in it is open', async () => {
    const her = somebody()
    const house = await her.add('tasks', { name: 'House' })
    const wall = await her.add('tasks', { name: 'Wall', within: house.id, done: false })
    const closedWall = await her.change('tasks', wall.id, { done: true })
    const closedHouse = await her.change('tasks', house.id, { done: true })
    await expect(her.undo(closedWall)).rejects.toThrow('“Wall” would be open within “House”, which is not.')
    await her.undo(closedHouse)
    await her.undo(closedWall)
    expect((await her.work((store) => store('tasks').list())).output.map(({ done }) => done)).toEqual([false, false])
  })
  test('is no reason to keep what goes: an undo that removes, or puts back into the trash, opens nothing', async () => {
    const her = somebody()
    const house = await her.add('tasks', { name: 'House' })
    const wall = await her.add('tasks', { name: 'Wall', within: house.id, done: false })
    await her.remove('tasks', wall.id)
    const restored = await her.restore('tasks', wall.id)
    await her.change('tasks', house.id, { done: true })
    await her.undo(restored)
    expect(await her.names('tasks')).toEqual(['House'])
    const door = await her.add('tasks', { name: 'Door', within: house.id, done: false })
    await her.undo(door.change)
    expect(await her.names('tasks')).toEqual(['House'])
  })
})
