import type { HeldFile } from '@atrium/contract/files'
import { beforeAll, expect, test } from 'vitest'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import type { TaskRow } from './records.ts'
import tasks from './server.ts'

let at: TestModules
beforeAll(async () => {
  at = await testModules(tasks)
})
const act = async <T>(who: string, action: string, input: object) => {
  const { status, error, output } = await at.act<T>(who, `tasks.${action}`, input, 'UTC')
  expect([status, error]).toEqual([200, ''])
  return output
}

test('a task has attachments, which its next date has too, and an import of the same file leaves', async () => {
  const body = 'Seats 14A and 14B.'
  const answer = await at.fetch('ann', '/api/m/tasks/files/tasks/files?name=seats.txt', { method: 'POST', body })
  const seats = (await answer.json()) as HeldFile
  const file = { name: 'todo.txt', bytes: 'Check in due:2026-11-20 rec:1y\n' }
  await at.importFile('ann', 'tasks.todotxt', file)
  const [made] = (await act<{ tasks: TaskRow[] }>('ann', 'list', {})).tasks
  const changed = await act<TaskRow>('ann', 'change', { id: made?.id, files: [{ id: seats.id }] })
  expect(changed.files).toEqual([seats])
  await at.importFile('ann', 'tasks.todotxt', file)
  const done = await act<{ task: TaskRow; next: TaskRow | null }>('ann', 'done', { id: made?.id })
  expect([done.task.files, done.next?.files]).toEqual([[seats], [seats]])
})
