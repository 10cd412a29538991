import { beforeAll, expect, test } from 'vitest'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import type { TaskRow } from './records.ts'
import tasks from './server.ts'

let at: TestModules
beforeAll(async () => {
  at = await testModules(tasks)
})
const act = <T>(who: string, action: string, input: unknown = {}) => at.act<T>(who, `tasks.${action}`, input, 'UTC')
const take = (who: string, text: string, more: { language?: string; preview?: boolean } = {}) =>
  at.importFile(who, 'tasks.table', { name: 'tasks.csv', bytes: text }, { timeZone: 'UTC', ...more })
const list = async (who: string, filter: object = {}) =>
  (await act<{ tasks: TaskRow[] }>(who, 'list', filter)).output.tasks

test('a table of another program becomes tasks: its days, times, labels, lists and recurrences', async () => {
  const { report } = await take(
    'ann',
    `Title;Due date;Priority;List;Labels;Repeat;Completed;Description
Pay rent;31.12.2026;high;Home & garden;bank, phone;every month;no;by transfer
Call Anna;2026-12-24 15:30;2;;;;;
Sweep;13.12.2026;D;Home & garden;;;yes;
`,
  )
  expect(report).toMatchObject({ added: 3, refused: 0 })
  expect(await list('ann')).toMatchObject([
    {
      ...{ title: 'Pay rent', due: '2026-12-31', priority: 'A', project: 'Home & garden', notes: 'by transfer' },
      ...{ contexts: ['bank', 'phone'], recurrence: expect.stringMatching(/^FREQ=MONTHLY/) },
    },
    { title: 'Call Anna', due: '2026-12-24T15:30', priority: 'B', project: null },
  ])
  expect(await list('ann', { view: 'done' })).toMatchObject([
    { title: 'Sweep', priority: 'D', done: true, doneAt: expect.any(String), project: 'Home & garden' },
  ])
})

test('a second time nothing is added, and equal rows are as many tasks', async () => {
  const table = 'Task,Due\nBuy milk,2026-12-01\nBuy milk,2026-12-01\nWalk,\n'
  expect((await take('bob', table)).report).toMatchObject({ added: 3 })
  expect((await take('bob', table)).report).toMatchObject({ added: 0, same: 3 })
  expect((await take('bob', `${table}Buy milk,2026-12-01\n`)).report).toMatchObject({ added: 1, same: 3 })
})

test('a row that cannot be a task is refused alone, with its reason', async () => {
  const { report, error } = await take(
    'cat',
    `Task,Due,Repeat,Assigned to
Good,2026-12-01,,
Sometimes,2026-12-01,sometimes,
Nowhere,1,,
Theirs,,,Nobody Known
`,
    { preview: true },
  )
  expect(error).toBe('')
  expect(report).toMatchObject({ added: 1, refused: 3 })
  expect(report.rows.refused.map(({ line }) => line)).toEqual([3, 4, 5])
  expect(report.rows.refused.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('is no recurrence'),
    expect.stringContaining('Due'),
    expect.stringContaining('There is nobody called “Nobody Known” here.'),
  ])
  expect(report.table?.columns.map(({ field }) => field)).toEqual(['title', 'due', 'recurrence', 'assignee'])
  expect(await list('cat')).toEqual([])
})

test('what is exported as CSV comes in again as it was', async () => {
  await act('dan', 'add', { title: 'Pay #home @bank !high', due: '2026-12-31T09:00', recurrence: 'rec:2w' })
  await act('dan', 'add', { title: 'Rest', notes: 'two\nlines', priority: 'Q' })
  const file = await (await at.fetch('dan', '/api/m/tasks/collections/tasks/export?format=csv')).text()
  expect((await take('dan', file)).report).toMatchObject({ added: 0, same: 2, refused: 0 })
  await act('dan', 'removeMany', { ids: (await list('dan')).map(({ id }) => id) })
  expect((await take('dan', file)).report).toMatchObject({ added: 2, refused: 0 })
  expect(await list('dan')).toMatchObject([
    {
      ...{ title: 'Pay', due: '2026-12-31T09:00', recurrence: 'rec:2w', priority: 'A', project: 'home' },
      contexts: ['bank'],
    },
    { title: 'Rest', notes: 'two\nlines', priority: 'Q' },
  ])
})
