import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import type { ProjectRow, TaskRow } from './records.ts'
import tasks from './server.ts'

let at: TestModules
beforeAll(async () => {
  at = await testModules(tasks)
})
const act = <T>(who: string, action: string, input: unknown = {}) => at.act<T>(who, `tasks.${action}`, input, 'UTC')
const add = async (who: string, title: string, more = {}) => (await act<TaskRow>(who, 'add', { title, ...more })).output
const project = async (who: string, name: string, more = {}) =>
  (await act<ProjectRow>(who, 'addProject', { name, ...more })).output
const projects = async (who: string) => (await act<{ rows: ProjectRow[] }>(who, 'listProject')).output.rows
const list = async (who: string, filter: object) =>
  (await act<{ tasks: TaskRow[]; total: number }>(who, 'list', filter)).output
const titles = async (who: string, filter: object) => (await list(who, filter)).tasks.map((task) => task.title)

const older = (id: string, who: string, version: number, project: string | null, isGone = false) =>
  at.db.execute(sql`
    insert into records (id, scope_id, module, collection, data, schema_version, search, deleted_at)
    values (${id}, ${who}, 'tasks', 'tasks', ${JSON.stringify({ title: id, notes: '', due: null, priority: null, project, contexts: [], recurrence: null, done: false, doneAt: null, created: null, order: 1, source: null })}::jsonb,
      ${version}, ''::tsvector, ${isGone ? sql`now()` : null})`)

describe('tasks from before projects were records', () => {
  test('keep their projects, those in the trash too, and equal names are one', async () => {
    await at.db.execute(sql`
      insert into records (id, scope_id, module, collection, data, schema_version, search)
      values ('work', 'ann', 'tasks', 'projects', ${JSON.stringify({ name: 'Work', order: 0, sections: [] })}::jsonb, 1, ''::tsvector)`)
    await older('old1', 'ann', 2, 'work')
    await older('old2', 'ann', 1, 'home')
    await older('old3', 'ann', 2, 'Home')
    await older('old4', 'ann', 2, null)
    await older('old5', 'ann', 2, 'attic', true)
    await older('old6', 'eve', 2, 'home')
    expect(await titles('ann', { project: 'HOME' })).toEqual(['old2', 'old3'])
    expect((await list('ann', { project: 'work' })).tasks).toMatchObject([{ title: 'old1', project: 'Work' }])
    expect((await projects('ann')).map(({ name }) => name.toLowerCase()).sort()).toEqual(['attic', 'home', 'work'])
    expect((await projects('eve')).length).toBe(1)
  })
  test('have it too when one of them is changed before any list was asked for', async () => {
    await older('first', 'bea', 2, 'garden')
    const { output } = await act<TaskRow>('bea', 'change', { id: 'first', title: 'Weed' })
    expect(output).toMatchObject({ title: 'Weed', project: 'garden', projectId: expect.any(String) })
  })
  test('have it again when one of them is put back to an older version', async () => {
    const { id } = await add('cas', 'was')
    await act('cas', 'change', { id, title: 'Weed' })
    const was = {
      title: 'was',
      notes: '',
      due: null,
      priority: null,
      project: 'garden',
      contexts: [],
      recurrence: null,
    }
    await at.db.execute(sql`
      update record_versions set before = ${JSON.stringify({ schema: 2, data: was })}::jsonb where record_id = ${id} and version = 2`)
    const answer = await at.fetch('cas', `/api/m/tasks/collections/tasks/${id}/revert`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version: 1 }),
    })
    expect(answer.status).toBe(200)
    expect((await list('cas', { project: 'garden' })).tasks).toMatchObject([{ title: 'was', project: 'garden' }])
  })
  test('all of many calls at once find one project', async () => {
    for (let n = 0; n < 20; n++) await older(`many${n}`, 'max', 2, `p${n % 4}`)
    const answers = await Promise.all(Array.from({ length: 8 }, () => act('max', 'list')))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect((await projects('max')).length).toBe(4)
  })
})

describe('a project', () => {
  test('is made by the first task that names it, and found by its name as people write it', async () => {
    const first = await add('cat', 'Buy paint #kitchen')
    await act('cat', 'changeProject', { id: first.projectId, name: 'Kitchen renovation' })
    expect(await add('cat', 'Buy tiles #kitchen-renovation')).toMatchObject({
      project: 'Kitchen renovation',
      projectId: first.projectId,
    })
    expect((await act<{ tasks: TaskRow[] }>('cat', 'search', { words: 'kitchen tiles' })).output.tasks).toMatchObject([
      { title: 'Buy tiles' },
    ])
    const { output } = await act<{ text: string }>('cat', 'exportTodoTxt')
    expect(output.text).toContain('Buy tiles +Kitchen-renovation')
    expect((await act('cat', 'importTodoTxt', { text: output.text })).output).toMatchObject({ added: 0, same: 2 })
    const again = (await act<{ text: string }>('cat', 'exportIcs')).output.text
    await act('cat2', 'importIcs', { text: again })
    expect((await projects('cat2')).map(({ name }) => name)).toEqual(['Kitchen renovation'])
  })
  test('has a name of its own, also where twelve are made at once', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, (_, n) => add('dan', `Task ${n} #same`)))
    expect(new Set(made.map(({ projectId }) => projectId)).size).toBe(1)
    expect((await act('dan', 'addProject', { name: 'SAME' })).error).toContain('There is already “SAME”')
    expect((await act('dan', 'addProject', { name: ' ' })).error).toBe('A project needs a name.')
  })
  test('goes with its tasks and comes back with them', async () => {
    const { projectId } = await add('eva', 'Pack #trip')
    await add('eva', 'Book #trip')
    await add('eva', 'Elsewhere')
    const { change } = await act('eva', 'removeProject', { ids: [projectId] })
    expect(await titles('eva', {})).toEqual(['Elsewhere'])
    expect((await at.undo('eva', change)).status).toBe(200)
    expect(await titles('eva', { project: 'trip' })).toEqual(['Pack', 'Book'])
    await act('eva', 'removeProject', { ids: [projectId] })
    await act('eva', 'restoreProject', { ids: [projectId] })
    expect(await titles('eva', { projectId })).toEqual(['Pack', 'Book'])
  })
  test('has sections: tasks go from one to another, and into none where one is deleted', async () => {
    const sections = [
      { id: 'a', name: 'To do' },
      { id: 'b', name: 'Doing' },
    ]
    const { id } = await project('fay', 'Board', { sections, layout: 'board' })
    const one = await add('fay', 'One', { projectId: id, section: 'a' })
    const two = await add('fay', 'Two', { projectId: id, section: 'b' })
    const moved = await act<TaskRow>('fay', 'move', { id: two.id, after: null, section: 'a' })
    expect(moved.output).toMatchObject({ section: 'a' })
    expect(await titles('fay', { projectId: id, section: 'a' })).toEqual(['Two', 'One'])
    await at.undo('fay', moved.change)
    expect(await titles('fay', { projectId: id, section: 'b' })).toEqual(['Two'])
    expect((await act('fay', 'move', { id: one.id, after: null, section: 'x' })).error).toContain('no such section')
    await act('fay', 'changeProject', { id, sections: sections.slice(0, 1) })
    expect(await titles('fay', { projectId: id, section: null })).toEqual(['Two'])
    const other = await project('fay', 'Other')
    expect((await act<TaskRow>('fay', 'change', { id: one.id, projectId: other.id })).output.section).toBeNull()
  })
  test('of another person is out of reach', async () => {
    const { id } = await project('gil', 'Mine')
    expect((await act('eve', 'add', { title: 'x', projectId: id })).status).toBe(400)
    expect((await act('eve', 'changeProject', { id, name: 'Theirs' })).status).toBe(404)
    expect((await act('eve', 'removeProject', { ids: [id] })).status).toBe(404)
  })
})

describe('several tasks', () => {
  test('are changed, done and deleted together, each as one change', async () => {
    const ids = []
    for (const title of ['One @a', 'Two @b', 'Three']) ids.push((await add('hal', title)).id)
    const change = { due: '2030-01-01', priority: 'B', project: 'later', addContexts: ['c'], removeContexts: ['a'] }
    const changed = await act('hal', 'changeMany', { ids, change })
    const [one, two] = (await list('hal', { project: 'later' })).tasks
    expect(one).toMatchObject({ due: '2030-01-01', priority: 'B', contexts: ['c'] })
    expect(two).toMatchObject({ contexts: ['b', 'c'] })
    await at.undo('hal', changed.change)
    expect(await titles('hal', { view: 'inbox' })).toEqual(['One', 'Two', 'Three'])
    expect((await act('hal', 'doneMany', { ids: ids.slice(0, 2) })).output).toEqual({ done: 2 })
    expect((await act('hal', 'removeMany', { ids: ids.slice(1) })).output).toEqual({ removed: 2 })
    expect([await titles('hal', {}), await titles('hal', { view: 'done' })]).toEqual([[], ['One']])
    expect((await act('hal', 'changeMany', { ids, change: {} })).error).toBe('Say what to change.')
    expect((await act('eve', 'changeMany', { ids, change: { due: null } })).status).toBe(404)
  })
})
