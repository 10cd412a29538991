import { beforeAll, expect, test } from 'vitest'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import { putRows } from '../../server/records/test-rows.ts'
import tasks from './module.ts'
import type { TaskRow } from './records.ts'
import server from './server.ts'

const COUNT = 3000
const TIED = 400
let at: TestModules
const act = async <T>(action: string, input: unknown = {}) =>
  (await at.act<T>('ann', `tasks.${action}`, input, 'UTC')).output
const open = async () => {
  const rows: TaskRow[] = []
  for (let offset = 0; offset < COUNT; offset += 500)
    rows.push(...(await act<{ tasks: TaskRow[] }>('list', { limit: 500, offset })).tasks)
  return rows.map(({ title }) => title)
}

/** Before projects were records. */
const older = { ...tasks, collections: { tasks: { ...tasks.collections.tasks, version: 2 } } }

beforeAll(async () => {
  at = await testModules(server)
  await putRows(at.db, 'ann', older, 'tasks', COUNT, (n) => ({
    title: `Task ${n}`,
    notes: '',
    done: false,
    doneAt: null,
    created: '2020-01-01',
    // In the middle many stand at one and the same place.
    order: n < 1000 ? n : n < 1000 + TIED ? 1000 : n,
    due: n % 10 === 0 ? '2020-01-01' : null,
    priority: null,
    project: n % 3 === 0 ? `Project ${n % 30}` : null,
    contexts: n % 5 === 0 ? ['home', 'shop'] : [],
    recurrence: null,
    source: null,
  }))
})

test('thousands of tasks are counted, and their projects and contexts named', async () => {
  const numbers = Array.from({ length: COUNT }, (_, n) => n)
  const said = await act<{ counts: object; overdue: number; projects: { open: number }[]; contexts: string[] }>(
    'overview',
  )
  expect(said.counts).toEqual({
    inbox: numbers.filter((n) => n % 10 !== 0 && n % 3 !== 0).length,
    today: COUNT / 10,
    upcoming: 0,
    anytime: COUNT,
    done: 0,
  })
  expect(said.overdue).toBe(COUNT / 10)
  expect(said.contexts).toEqual(['home', 'shop'])
  // They were named by a text, and are records now.
  expect(said.projects.map(({ open: count }) => count)).toEqual(Array.from({ length: 10 }, () => COUNT / 30))
})

test('one of thousands is moved behind another, first, and among many that stand at one place', async () => {
  const before = await open()
  const idOf = async (title: string) => {
    const { tasks: found } = await act<{ tasks: TaskRow[] }>('search', { words: title })
    return found.find((task) => task.title === title)?.id
  }
  const [moving, far, tied] = [await idOf('Task 2999'), await idOf('Task 1700'), await idOf('Task 1200')]
  const without = before.filter((title) => title !== 'Task 2999')
  const behind = (title: string) => without.toSpliced(without.indexOf(title) + 1, 0, 'Task 2999')
  await act('move', { id: moving, after: far })
  expect(await open()).toEqual(behind('Task 1700'))
  await act('move', { id: moving, after: null })
  expect(await open()).toEqual(['Task 2999', ...without])
  await act('move', { id: moving, after: tied })
  expect(await open()).toEqual(behind('Task 1200'))
  expect((await at.act('ann', 'tasks.move', { id: moving, after: 'nobody' })).error).toContain('to put it behind')
})

test('all of them are exported', async () => {
  expect(await act('exportTodoTxt')).toMatchObject({ count: COUNT })
  expect(await act('exportIcs')).toMatchObject({ count: COUNT })
})
