import { beforeAll, expect, test } from 'vitest'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import type { TaskRow } from './records.ts'
import tasks from './server.ts'

let at: TestModules
beforeAll(async () => {
  at = await testModules(tasks)
})
const act = <T>(who: string, action: string, input: unknown = {}) => at.act<T>(who, `tasks.${action}`, input, 'UTC')
const add = async (who: string, title: string, more = {}) => (await act<TaskRow>(who, 'add', { title, ...more })).output
const list = async (who: string, filter: object) =>
  (await act<{ tasks: TaskRow[]; total: number }>(who, 'list', filter)).output
const shape = async (who: string, filter: object = {}) =>
  (await list(who, { tree: true, ...filter })).tasks.map(({ title, depth }) => `${'  '.repeat(depth)}${title}`)

/** Paint the room: buy paint (red, blue), clear the room. */
async function room(who: string, more = {}) {
  const paint = await add(who, 'Paint', more)
  const buy = await add(who, 'Buy', { parent: paint.id })
  const red = await add(who, 'Red', { parent: buy.id })
  const blue = await add(who, 'Blue', { parent: buy.id })
  const clear = await add(who, 'Clear', { parent: paint.id })
  return { paint, buy, red, blue, clear }
}

test('subtasks stand below their task, which knows how far they are', async () => {
  const { red } = await room('ann', { project: 'home' })
  await add('ann', 'Other')
  expect(await shape('ann')).toEqual(['Paint', '  Buy', '    Red', '    Blue', '  Clear', 'Other'])
  expect((await list('ann', { tree: true, limit: 1 })).total).toBe(2)
  expect((await list('ann', { project: 'home' })).total).toBe(5)
  await act('ann', 'done', { id: red.id })
  const { tasks: rows } = await list('ann', { tree: true })
  expect(rows.map(({ progress }) => progress)).toMatchObject([
    { done: 0, total: 2 },
    { done: 1, total: 2 },
    ...[null, null, null],
  ])
})

test('a task takes its subtasks along, into another project, to the trash and back', async () => {
  const { paint, buy, blue } = await room('bob')
  await act('bob', 'change', { id: paint.id, project: 'home' })
  expect((await list('bob', { project: 'home' })).total).toBe(5)
  await act('bob', 'move', { id: buy.id, after: null, parent: null })
  expect(await shape('bob')).toEqual(['Buy', '  Red', '  Blue', 'Paint', '  Clear'])
  const { change } = await act('bob', 'remove', { id: buy.id })
  expect(await shape('bob')).toEqual(['Paint', '  Clear'])
  await at.undo('bob', change)
  expect(await shape('bob')).toEqual(['Buy', '  Red', '  Blue', 'Paint', '  Clear'])
  expect((await act('bob', 'change', { id: buy.id, parent: blue.id })).error).toContain('a part of itself')
  expect((await act('bob', 'change', { id: buy.id, parent: buy.id })).error).toContain('a part of itself')
  let parent = blue.id
  for (let n = 0; n < 2; n++) parent = (await add('bob', `Deep ${n}`, { parent })).id
  expect(
    (await act('bob', 'add', { title: 'Too deep', parent: (await add('bob', 'Last', { parent })).id })).error,
  ).toBe('Subtasks lie at most 4 deep.')
})

test('open subtasks of a task that is done are done too, or stay, as is said or set', async () => {
  const first = await room('cat')
  const done = await act('cat', 'done', { id: first.paint.id })
  expect(await shape('cat')).toEqual([])
  await at.undo('cat', done.change)
  await act('cat', 'done', { id: first.buy.id, subtasks: 'keep' })
  expect(await shape('cat')).toEqual(['Paint', '  Red', '  Blue', '  Clear'])
  await act('cat', 'changeSettings', { subtasks: 'keep' })
  await act('cat', 'done', { title: 'paint' })
  expect(await shape('cat')).toEqual(['Red', 'Blue', 'Clear'])
  expect((await act('cat', 'add', { title: 'x', parent: first.paint.id })).error).toContain('“Paint” is done')
})

test('a subtask that is opened again opens the task above it', async () => {
  const { paint, red } = await room('dan')
  await act('dan', 'done', { id: paint.id })
  await act('dan', 'reopen', { id: red.id })
  expect(await shape('dan')).toEqual(['Paint', '  Buy', '    Red'])
})

test('a task that comes again has its subtasks again, as far from its date as they were', async () => {
  const trip = await add('eli', 'Trip', { due: '2030-01-07', recurrence: 'FREQ=WEEKLY' })
  const pack = await add('eli', 'Pack', { parent: trip.id, due: '2030-01-06T18:00' })
  await add('eli', 'Tickets', { parent: trip.id })
  await act('eli', 'done', { id: pack.id })
  const { output } = await act<{ next: TaskRow }>('eli', 'done', { id: trip.id })
  expect(output.next).toMatchObject({ due: '2030-01-14', progress: { done: 0, total: 2 } })
  const { tasks: rows } = await list('eli', { tree: true })
  expect(rows.map(({ title, due, depth }) => [title, due, depth])).toEqual([
    ['Trip', '2030-01-14', 0],
    ['Pack', '2030-01-13T18:00', 1],
    ['Tickets', null, 1],
  ])
})

test('a subtask stands in the project of its task: words of it name none', async () => {
  const bench = await add('fin', 'Bench', { project: 'garden' })
  expect(await add('fin', 'Buy #home screws', { parent: bench.id })).toMatchObject({
    title: 'Buy #home screws',
    project: 'garden',
  })
  await add('fin', 'Oil', { parent: bench.id, project: 'oil' })
  const { output } = await act<{ projects: { name: string }[] }>('fin', 'overview')
  expect(output.projects.map(({ name }) => name)).toEqual(['garden'])
})

test('a task that comes again keeps each of its subtasks of one name', async () => {
  const tour = await add('gus', 'Tour', { due: '2030-01-07', recurrence: 'FREQ=WEEKLY' })
  for (let n = 0; n < 2; n++) await add('gus', 'Photo', { parent: tour.id })
  await act('gus', 'done', { id: (await add('gus', 'Photo', { parent: tour.id })).id })
  for (let n = 0; n < 2; n++) await act('gus', 'done', { id: (await add('gus', 'Ticket', { parent: tour.id })).id })
  await act('gus', 'done', { id: tour.id })
  expect(await shape('gus')).toEqual(['Tour', '  Photo', '  Photo', '  Ticket', '  Ticket'])
})

test('of several that are done together the open subtasks become what is said', async () => {
  const first = await room('ida')
  const { output } = await act('ida', 'doneMany', { ids: [first.buy.id, first.clear.id], subtasks: 'keep' })
  expect(output).toEqual({ done: 2 })
  expect(await shape('ida')).toEqual(['Paint', '  Red', '  Blue'])
})

test('an undo leaves nothing open within what is done', async () => {
  const { paint, buy, red, clear } = await room('jim')
  const done = await act('jim', 'done', { id: clear.id })
  const out = await act('jim', 'move', { id: red.id, after: null, parent: null })
  const gone = await act('jim', 'remove', { title: 'Blue' })
  const closed = await act('jim', 'done', { id: paint.id })
  const refused = 'would be open within “Paint”, which is not. Open that first, please.'
  expect((await at.undo('jim', done.change)).error).toBe(`“Clear” ${refused}`)
  for (const { change } of [out, gone])
    expect((await at.undo('jim', change)).error).toContain('would be open within “Buy”, which is not.')
  expect((await at.undo('jim', closed.change)).error).toBe('')
  for (const { change } of [done, out, gone]) expect((await at.undo('jim', change)).error).toBe('')
  expect(await shape('jim')).toEqual(['Paint', '  Buy', '    Red', '    Blue', '  Clear'])
  // The other way round: what was opened with another is closed again, and something new stands in it.
  await act('jim', 'done', { id: paint.id })
  const opened = await act('jim', 'reopen', { id: red.id })
  await add('jim', 'Green', { parent: buy.id })
  expect((await at.undo('jim', opened.change)).error).toContain('“Green” would be open within “Buy”')
})
