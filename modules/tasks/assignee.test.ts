import { expect, test } from 'vitest'
import { inTeam, join, makeTeam } from '../../server/teams/test-teams.ts'
import { testApp } from '../../server/test-app.ts'
import type { TaskRow } from './records.ts'

const app = await testApp()

test('a task of a team is for one of its members, found by whose it is; others cannot be named', async () => {
  const [owner, editor, stranger] = [await app.member(), await app.member(), await app.member()]
  const { id: team } = await makeTeam(owner)
  await join(owner, team, editor, 'editor')
  const act = <T = TaskRow>(who: typeof owner, action: string, input: object) =>
    inTeam<T>(who, team, 'POST', `/api/m/tasks/${action}`, input)
  const { output: task } = await act(owner, 'add', { title: 'Write the offer', assignee: editor.id })
  expect(task.assignee).toBe(editor.id)
  await act(owner, 'add', { title: 'Nobody’s' })
  const of = async (who: typeof owner, assignee: string) =>
    (await act<{ tasks: TaskRow[] }>(who, 'list', { assignee })).output.tasks.map(({ title }) => title)
  expect([await of(editor, 'me'), await of(owner, 'me')]).toEqual([['Write the offer'], []])
  expect((await act(owner, 'change', { id: task.id, assignee: stranger.id })).error).toContain('not here')
  const { people } = (await inTeam(owner, team, 'GET', '/api/people')).body as {
    people: { id: string; name: string }[]
  }
  expect(people.map(({ id }) => id).sort()).toEqual([owner.id, editor.id].sort())
  expect((await act(owner, 'assign', { title: 'offer', to: 'me' })).output.assignee).toBe(owner.id)
  expect((await act(owner, 'assign', { title: 'offer', to: 'Nessie' })).error).toContain(
    'There is nobody called “Nessie”',
  )
  await act(owner, 'changeMany', { ids: [task.id], change: { assignee: editor.id } })
  expect(await of(editor, 'me')).toEqual(['Write the offer'])
  await owner.call('DELETE', `/api/teams/${team}/members/${editor.id}`)
  // Who has left stays named until somebody else is.
  expect((await act(owner, 'change', { id: task.id, title: 'Write it' })).output.assignee).toBe(editor.id)
  expect((await act(owner, 'assign', { title: 'write', to: 'nobody' })).output.assignee).toBeNull()
})
