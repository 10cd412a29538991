import { expect, test } from 'vitest'
import { acting, sharedWith, statuses } from '../../server/sharing/test-shares.ts'
import { type Client, testApp } from '../../server/test-app.ts'
import type { ProjectRow, TaskRow } from './records.ts'

const app = await testApp()
await app.administrator()
const act = acting('tasks')
const made = async <T>(who: Client, action: string, input: object) => (await act<T>(who, action, input)).output
const titles = async (who: Client, scope: string, input: object = {}) =>
  (await act<{ tasks: TaskRow[] }>(who, 'list', { view: 'anytime', ...input }, scope)).output.tasks
    .map(({ title }) => title)
    .sort()

/** Ann's kitchen, shared with Ben, beside what nobody else shall see. */
async function kitchen(role: 'viewer' | 'editor') {
  const ann = await app.member()
  const project = await made<ProjectRow>(ann, 'addProject', { name: 'Kitchen' })
  const other = await made<ProjectRow>(ann, 'addProject', { name: 'Divorce' })
  const tiles = await made<TaskRow>(ann, 'add', { title: 'Buy tiles', projectId: project.id })
  const samples = await made<TaskRow>(ann, 'add', { title: 'Ask for samples', parent: tiles.id })
  const secret = await made<TaskRow>(ann, 'add', { title: 'See the lawyer', projectId: other.id })
  const inbox = await made<TaskRow>(ann, 'add', { title: 'Call home' })
  const place = { module: 'tasks', collection: 'projects', id: project.id }
  return { ann, project, other, tiles, samples, secret, inbox, ...(await sharedWith(app, place, ann, role)) }
}

test('whoever is shared a project sees its tasks and subtasks alone, in lists, numbers, search and files', async () => {
  const { ben, project, other, secret, samples, mine, scope } = await kitchen('viewer')
  expect(mine).toMatchObject({ title: 'Kitchen', opens: `?project=${project.id}` })
  expect(await titles(ben, scope)).toEqual(['Ask for samples', 'Buy tiles'])
  expect(await titles(ben, scope, { projectId: other.id })).toEqual([])
  expect(await titles(ben, '')).toEqual([])
  const { output } = await act<{ counts: { anytime: number }; projects: ProjectRow[] }>(ben, 'overview', {}, scope)
  expect([output.counts.anytime, output.projects.map(({ name }) => name)]).toEqual([2, ['Kitchen']])
  const found = async (words: string) =>
    (await act<{ tasks: TaskRow[] }>(ben, 'search', { words }, scope)).output.tasks.map(({ id }) => id)
  expect([await found('samples'), await found('lawyer'), await found('divorce')]).toEqual([[samples.id], [], []])
  const { text } = (await act<{ text: string }>(ben, 'exportTodoTxt', {}, scope)).output
  expect([text.includes('Buy tiles'), text.includes('lawyer')]).toEqual([true, false])
  const written = await Promise.all(
    [
      act(ben, 'add', { title: 'x' }, scope),
      act(ben, 'done', { id: samples.id }, scope),
      act(ben, 'remove', { id: samples.id }, scope),
      act(ben, 'removeProject', { ids: [project.id] }, scope),
    ].map(async (call) => (await call).status),
  )
  expect(written).toEqual([403, 403, 403, 403])
  expect((await act(ben, 'exportTodoist', { projectId: other.id }, scope)).status).toBe(404)
  const history = (id: string) => ['GET', `/api/m/tasks/collections/tasks/${id}/history`] as const
  expect(Object.values(await statuses(ben, scope, [history(samples.id), history(secret.id)]))).toEqual([200, 404])
})

test('an editor adds to it without naming it, and undoes what they did; what they add stands in it', async () => {
  const { ann, ben, project, scope } = await kitchen('editor')
  const added = await act<TaskRow>(ben, 'add', { title: 'Measure the wall' }, scope)
  expect(added.output).toMatchObject({ projectId: project.id, project: 'Kitchen' })
  await act(ben, 'addMany', { lines: ['Order sink', 'Order tap'] }, scope)
  expect(await titles(ann, '', { projectId: project.id })).toHaveLength(5)
  expect((await act(ben, 'done', { title: 'Order sink' }, scope)).status).toBe(200)
  const undo = await ben.send('POST', `/api/changes/${added.change}/undo`, undefined, { 'x-scope': scope })
  expect(undo.status).toBe(200)
  expect(await titles(ann, '', { projectId: project.id })).toEqual(['Ask for samples', 'Buy tiles', 'Order tap'])
  const sections = [{ id: 's1', name: 'Walls' }]
  expect((await act(ben, 'changeProject', { id: project.id, sections }, scope)).status).toBe(200)
})

test('an editor neither ends nor renames it, moves nothing out, and reaches nothing beside it by any id', async () => {
  const { ann, ben, project, other, tiles, secret, inbox, path, scope } = await kitchen('editor')
  const refused: [string, object][] = [
    ['removeProject', { ids: [project.id] }],
    ['changeProject', { id: project.id, name: 'Mine' }],
    ['changeProject', { id: project.id, archived: true }],
    ['changeProject', { id: other.id, layout: 'board' }],
    ['addProject', { name: 'New' }],
    ['add', { title: 'x #divorce' }],
    ['add', { title: 'x', projectId: other.id }],
    ['add', { title: 'x', parent: secret.id }],
    ['change', { id: tiles.id, projectId: other.id }],
    ['change', { id: tiles.id, projectId: null }],
    ['change', { id: secret.id, title: 'x' }],
    ['changeMany', { ids: [tiles.id, inbox.id], change: { priority: 'A' } }],
    ['changeMany', { ids: [tiles.id], change: { projectId: other.id } }],
    ['move', { id: tiles.id, after: null, projectId: null }],
    ['move', { id: secret.id, after: null, projectId: project.id }],
    ['done', { title: 'Call home' }],
    ['remove', { id: secret.id }],
    ['removeMany', { ids: [tiles.id, secret.id] }],
    ['changeSettings', { subtasks: 'done' }],
  ]
  for (const [action, input] of refused)
    expect([403, 404], `${action} ${JSON.stringify(input)}`).toContain((await act(ben, action, input, scope)).status)
  expect(await titles(ann, '')).toEqual(['Ask for samples', 'Buy tiles', 'Call home', 'See the lawyer'])
  const calls = [
    ['GET', path],
    ['POST', path, { with: 'somebody' }],
    ['GET', '/api/m/tasks/collections/tasks/export?format=csv'],
    ['DELETE', '/api/m/tasks/collections/tasks/trash'],
  ] as const
  expect(new Set(Object.values(await statuses(ben, scope, calls)))).toEqual(new Set([403]))
})

test('a task that an editor throws away is back for both; one that its owner moved out is out of reach', async () => {
  const { ann, ben, tiles, samples, other, scope } = await kitchen('editor')
  expect((await act(ben, 'remove', { id: tiles.id }, scope)).status).toBe(200)
  expect(await titles(ben, scope)).toEqual([])
  const back = `/api/m/tasks/collections/tasks/${tiles.id}/restore`
  expect((await ben.send('POST', back, undefined, { 'x-scope': scope })).status).toBe(200)
  expect(await titles(ben, scope)).toEqual(['Ask for samples', 'Buy tiles'])
  await act(ann, 'change', { id: tiles.id, projectId: other.id })
  expect(await titles(ben, scope)).toEqual([])
  expect((await act(ben, 'done', { id: samples.id }, scope)).status).toBe(404)
})

test('an editor who goes back to an older version of the shared project leaves what it is called to its owner', async () => {
  const { ann, ben, project, scope } = await kitchen('editor')
  await act(ann, 'changeProject', { id: project.id, name: 'Kitchen 2027' })
  const path = `/api/m/tasks/collections/projects/${project.id}`
  expect((await ben.send('POST', `${path}/revert`, { version: 1 }, { 'x-scope': scope })).status).toBe(200)
  const name = async () =>
    (await ann.call<{ versions: { data: { name: string } }[] }>('GET', `${path}/history`)).versions[0]?.data.name
  expect(await name()).toBe('Kitchen 2027')
  expect((await ann.send('POST', `${path}/revert`, { version: 1 })).status).toBe(200)
  expect(await name()).toBe('Kitchen')
})
