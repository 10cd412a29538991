import { crud } from '@atrium/contract/crud'
import { crudHandlers } from '@atrium/contract/crud-handlers'
import { field } from '@atrium/contract/fields'
import { collection, defineModule } from '@atrium/contract/module'
import { defineServer } from '@atrium/contract/module-server'
import { tableImport } from '@atrium/contract/table-import'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { users } from '../accounts/tables.ts'
import { personFinder } from './people.ts'
import { type TestModules, testModules } from './test-module.ts'

const Room = z.object({
  name: field.text({ label: 'Name', required: true }),
  keeper: field.person({ label: 'Keeper', aliases: ['Hausmeister'] }),
})
const rooms = collection(Room, { version: 1, search: ['name'], key: 'name' })
const house = defineModule({
  ...{ id: 'house', title: 'House', summary: 'x', kind: 'module', industries: ['all'], tier: 'free', icon: 'house' },
  triggers: ['/house'],
  collections: { rooms },
  actions: crud(rooms, { one: 'room', many: 'rooms' }),
  imports: { table: tableImport('rooms', 'rooms') },
})

let at: TestModules
beforeAll(async () => {
  at = await testModules(defineServer(house, crudHandlers(house, 'rooms')))
  for (const [id, name, username] of [
    ['ann', 'Ann Smith', 'anns'],
    ['bob', 'Bob Jones', 'bobj'],
  ] as const)
    await at.db.insert(users).values({ id, name, username, email: `${id}@example.org` })
})
type Row = z.output<typeof Room> & { id: string }
const add = (who: string, keeper: string | null) => at.act<Row>(who, 'house.add', { name: `Room ${keeper}`, keeper })
const list = async (who: string, where: object) =>
  (await at.act<{ rows: Row[] }>(who, 'house.list', { where })).output.rows.map(({ name }) => name)

test('in one’s own things only oneself can be named, and whoever was named may stay', async () => {
  const { output } = await add('ann', 'ann')
  expect(output.keeper).toBe('ann')
  expect((await add('ann', 'bob')).error).toBe('That person is not here. Choose somebody of this team, please.')
  expect((await add('ann', '')).status).toBe(400)
  expect((await at.act('ann', 'house.change', { id: output.id, keeper: 'bob' })).status).toBe(400)
  expect((await at.act('ann', 'house.changeAll', { ids: [output.id], change: { keeper: 'bob' } })).status).toBe(400)
  expect(await list('ann', { keeper: 'ann' })).toEqual(['Room ann'])
  expect(await list('ann', { keeper: null })).toEqual([])
  await at.db.update(users).set({ name: 'Ann Miller' })
  expect((await at.act<Row>('ann', 'house.change', { id: output.id, name: 'Hall' })).output.keeper).toBe('ann')
})

test('a table names people as it likes, and its file calls them by their usernames', async () => {
  await at.db.insert(users).values({ id: 'eva', name: 'Eva Müller', username: 'eva.m', email: 'eva@example.org' })
  const bytes = 'Name;Hausmeister\nHall;eva MÜLLER\nAttic;@eva.m\nCellar;Bob Jones\nShed;\n'
  const { report } = await at.importFile('eva', 'house.table', { name: 'rooms.csv', bytes })
  expect(report).toMatchObject({ added: 3, refused: 1 })
  expect(report.rows.refused[0]?.reason).toBe('Keeper: there is no “Bob Jones” here.')
  expect((await list('eva', { keeper: 'eva' })).sort()).toEqual(['Attic', 'Hall'])
  const csv = await (await at.fetch('eva', '/api/m/house/collections/rooms/export?format=csv')).text()
  expect(csv).toContain('eva.m')
  expect(csv).not.toMatch(/,eva\r/)
})

test('who can be named is told', async () => {
  const answer = await at.fetch('bob', '/api/people')
  expect(await answer.json()).toEqual({ people: [{ id: 'bob', name: 'Ann Miller', username: 'bobj' }] })
  expect(await (await at.fetch('', '/api/people')).json()).toEqual({ people: [] })
})

test('of two who are called alike nobody is meant', () => {
  const find = personFinder([
    { id: '1', name: 'Jo Lee', username: null },
    { id: '2', name: 'jo lee', username: 'jo' },
  ])
  expect([find('Jo Lee'), find('JO'), find('1')]).toEqual([undefined, '2', '1'])
})
