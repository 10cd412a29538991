import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import kit from '../../web/src/i18n/locales/en/kit.json'
import { enterTeam, page } from '../../web/src/records/test-page.tsx'
import type { TaskRow } from './records.ts'
import TasksPage from './web.tsx'

const taskOf = (n: number, more: Partial<TaskRow> = {}): TaskRow => ({
  id: `t${n}`,
  version: 1,
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
  title: `Task ${n}`,
  notes: '',
  due: null,
  priority: null,
  project: null,
  projectId: null,
  section: null,
  parent: null,
  progress: null,
  depth: 0,
  contexts: [],
  recurrence: null,
  done: false,
  doneAt: null,
  created: '2026-11-01',
  ...more,
})

const home = {
  ...{ id: 'p1', version: 1, createdAt: '2026-11-01T10:00:00.000Z', updatedAt: '2026-11-01T10:00:00.000Z' },
  ...{ name: 'home', colour: '#1e90ff', layout: 'list', archived: false, order: 1, open: 1 },
  sections: [
    { id: 's1', name: 'To do' },
    { id: 's2', name: 'Doing' },
  ],
}

let rows: TaskRow[]
let projects: object[]
let calls: [string, Record<string, unknown>][]
/** What becomes of lists: they come, fail, or stay away. */
let lists: 'come' | 'fail' | 'wait'

function answer(action: string, input: Record<string, unknown>): unknown {
  if (action === 'list') {
    const { offset = 0, limit = 100, section } = input as { offset?: number; limit?: number; section?: string | null }
    const found = section === undefined ? rows : rows.filter((task) => task.section === section)
    return { tasks: found.slice(offset, offset + limit), total: found.length }
  }
  if (action === 'overview') {
    const counts = { inbox: rows.length, today: 0, upcoming: 0, anytime: rows.length, done: 0 }
    return { today: '2026-11-21', counts, overdue: 0, projects, contexts: [], subtasks: 'ask' }
  }
  if (action === 'understand') return { title: input.title, due: null, again: null, contexts: [], parts: [] }
  return taskOf(9999, input)
}

const MODULE = {
  id: 'tasks',
  imports: { todotxt: { summary: 'A todo.txt file', accepts: ['.txt'], options: null } },
  exports: {},
  actions: {},
}
const none = { added: [], changed: [], duplicate: [], refused: [] }
const report = {
  ...{ added: 1, changed: 0, same: 2, duplicate: 0, refused: 1234 },
  rows: { ...none, added: [{ line: 1, title: 'Buy eggs' }], refused: [{ line: 2, text: 'x', reason: 'has no text' }] },
}

/** The browser's own sender of files. */
class Sender {
  upload = {}
  status = 201
  statusText = ''
  responseText = ''
  onload?: () => void
  address = ''
  open(_: string, address: string) {
    this.address = address
  }
  setRequestHeader() {}
  abort() {}
  send(file: File) {
    calls.push([this.address, { name: file.name }])
    this.responseText = JSON.stringify({ id: 'up1', name: file.name, size: file.size })
    this.onload?.()
  }
}

beforeAll(async () => {
  const resources = { en: { translation: {}, kit } }
  await i18next.use(initReactI18next).init({ lng: 'en', resources, interpolation: { escapeValue: false } })
})
const NO_COMMENTS = { comments: [], before: null, total: 0, canWrite: false, canModerate: false }

beforeEach(() => {
  rows = []
  projects = []
  calls = []
  lists = 'come'
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const action = path.split('/').at(-1) as string
    const input = JSON.parse(String(init?.body ?? '{}')) as Record<string, unknown>
    if (action === 'comments') return new Response(JSON.stringify(NO_COMMENTS))
    calls.push([action, input])
    if (action === 'list' && lists === 'wait') return new Promise(() => undefined)
    if (action === 'list' && lists === 'fail')
      return new Response(JSON.stringify({ error: { code: 'internal', message: 'The list is broken.' } }), {
        status: 500,
      })
    if (action === 'people') return new Response(JSON.stringify({ people: [{ id: 'u2', name: 'Anna' }] }))
    if (action === 'me') return new Response(JSON.stringify({ role: 'user', userId: 'u1' }))
    if (path.endsWith('/api/modules/tasks')) return new Response(JSON.stringify(MODULE))
    if (path.endsWith('/imports/todotxt/job'))
      return new Response(JSON.stringify({ job: 'j1', result: { report, change: 'c1' } }))
    if (path.includes('/imports/')) return new Response(JSON.stringify({ report, change: null }))
    return new Response(JSON.stringify({ output: answer(action, input), change: null }))
  })
})
afterEach(() => void vi.unstubAllGlobals())

const open = (address: string) => page(<TasksPage />, address)

test('the empty page has one primary action', async () => {
  const screen = await open('/tasks')
  await expect.element(screen.getByRole('button', { name: 'Try with a sample' })).toBeVisible()
  const primary = [...document.querySelectorAll('button')].filter((button) => button.classList.contains('bg-accent'))
  expect(primary.map((button) => button.textContent)).toEqual(['Add task'])
})

test('every task of a long list can be shown, and the first new one takes the focus', async () => {
  rows = Array.from({ length: 1230 }, (_, n) => taskOf(n))
  await open('/tasks?view=anytime')
  // Found in the document: looking controls up by their role takes seconds among so many.
  const more = () => [...document.querySelectorAll('button')].find((button) => button.textContent === 'Show more')
  const patiently = { timeout: 20_000 }
  for (let shown = 200; shown < rows.length; shown += 200) {
    await expect.poll(() => document.querySelectorAll('[data-task]').length, patiently).toBe(shown)
    more()?.click()
    await expect.poll(() => document.activeElement?.textContent, patiently).toBe(`Task ${shown}`)
  }
  await expect.poll(() => document.querySelectorAll('[data-task]').length, patiently).toBe(1230)
  await expect.poll(more, patiently).toBeUndefined()
}, 120_000)

describe('under a filter, a new task', () => {
  const added = async (address: string, sentence: string) => {
    rows = [taskOf(1)]
    projects = [home]
    const screen = await open(address)
    await expect.element(screen.getByRole('button', { name: 'Task 1', exact: true })).toBeVisible()
    await screen.getByRole('textbox', { name: 'New task' }).fill(sentence)
    await screen.getByRole('button', { name: 'Add task' }).click()
    await expect.poll(() => calls.some(([action]) => action === 'add')).toBe(true)
    return calls.find(([action]) => action === 'add')?.[1]
  }
  test('belongs to the project of the list', async () => {
    expect(await added('/tasks?view=anytime&project=p1', 'Call Bob @phone')).toEqual({
      title: 'Call Bob @phone',
      projectId: 'p1',
    })
  })
  test('that names a project of its own keeps it', async () => {
    expect(await added('/tasks?view=anytime&project=home', 'Call Bob #work')).toEqual({ title: 'Call Bob #work' })
  })
  test('has its own contexts and that of the list', async () => {
    expect(await added('/tasks?view=anytime&context=town', 'Call Bob @phone "@quoted"')).toEqual({
      title: 'Call Bob @phone "@quoted"',
      contexts: ['phone', 'town'],
    })
  })
})

test('an import is of a file: what it would do is shown, and only then it is done', async () => {
  vi.stubGlobal('XMLHttpRequest', Sender)
  const screen = await open('/tasks')
  await screen.getByRole('button', { name: 'Import…' }).click()
  await expect.element(screen.getByText(/A todo.txt file/)).toBeVisible()
  await screen.getByLabelText('Choose a file…').upload(new File(['Buy eggs'], 'todo.txt'))
  await expect.element(screen.getByText('1234 cannot be read')).toBeVisible()
  await expect.element(screen.getByText('has no text')).toBeVisible()
  await expect.element(screen.getByText('Buy eggs')).toBeVisible()
  await screen.getByRole('button', { name: 'Import 1 row' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(calls.filter(([call]) => call === 'todotxt' || call === 'job' || call.startsWith('/api/uploads'))).toEqual([
    ['/api/uploads?name=todo.txt&module=tasks', { name: 'todo.txt' }],
    ['todotxt', { upload: 'up1', preview: true, options: {} }],
    ['job', { upload: 'up1', rows: 1237, options: {} }],
  ])
})

test('n begins a task also where there is none', async () => {
  const screen = await open('/tasks')
  await expect.element(screen.getByRole('button', { name: 'Try with a sample' })).toBeVisible()
  await userEvent.keyboard('n')
  await expect.element(screen.getByRole('textbox', { name: 'New task' })).toHaveFocus()
})

test('chosen tasks are done, changed and deleted together', async () => {
  rows = [taskOf(1), taskOf(2), taskOf(3)]
  projects = [home]
  const screen = await open('/tasks?view=anytime')
  await expect.element(screen.getByRole('button', { name: 'Task 1', exact: true })).toBeVisible()
  await userEvent.keyboard('jxjx')
  await expect.element(screen.getByRole('group', { name: '2 selected' })).toBeVisible()
  await screen.getByRole('button', { name: 'Project', exact: true }).click()
  await screen.getByRole('menuitem', { name: 'home' }).click()
  await expect
    .poll(() => calls.find(([action]) => action === 'changeMany')?.[1])
    .toEqual({
      ids: ['t1', 't2'],
      change: { projectId: 'p1' },
    })
  screen.getByRole('button', { name: 'Task 1', exact: true }).element().focus()
  await userEvent.keyboard('e')
  await expect.poll(() => calls.find(([action]) => action === 'doneMany')?.[1]).toEqual({ ids: ['t1', 't2'] })
})

test('a task with open subtasks asks what becomes of them', async () => {
  rows = [taskOf(1, { progress: { done: 1, total: 3 } }), taskOf(2, { parent: 't1', depth: 1 })]
  const screen = await open('/tasks?view=anytime')
  await screen.getByRole('checkbox', { name: 'Mark “Task 1” as done' }).click()
  await expect.element(screen.getByText('2 are open. What becomes of them?')).toBeVisible()
  await screen.getByRole('button', { name: 'Keep open' }).click()
  await expect.poll(() => calls.find(([action]) => action === 'done')?.[1]).toEqual({ id: 't1', subtasks: 'keep' })
})

test('a task goes below the one before it by the keyboard', async () => {
  rows = [taskOf(1), taskOf(2, { parent: 't1', depth: 1 }), taskOf(3)]
  const screen = await open('/tasks?view=anytime')
  await expect.element(screen.getByRole('button', { name: 'Task 3', exact: true })).toBeVisible()
  await userEvent.keyboard('jjj{Alt>}{ArrowRight}{/Alt}')
  await expect
    .poll(() => calls.find(([action]) => action === 'move')?.[1])
    .toEqual({ id: 't3', parent: 't1', after: 't2' })
})

test('the keys go through the rows as they are seen, by sections', async () => {
  rows = [taskOf(1, { section: 's2', projectId: 'p1' }), taskOf(2, { section: 's1', projectId: 'p1' })]
  projects = [home]
  const screen = await open('/tasks?project=p1')
  await expect.element(screen.getByRole('button', { name: 'Task 2', exact: true })).toBeVisible()
  await userEvent.keyboard('j')
  await expect.element(screen.getByRole('button', { name: 'Task 2', exact: true })).toHaveFocus()
  await userEvent.keyboard('j')
  await expect.element(screen.getByRole('button', { name: 'Task 1', exact: true })).toHaveFocus()
})

test('on the board a card goes to another section by the keyboard', async () => {
  rows = [taskOf(1, { section: 's1', projectId: 'p1' }), taskOf(2, { section: 's2', projectId: 'p1' })]
  projects = [home]
  const screen = await open('/tasks?project=p1&as=board')
  const card = screen.getByRole('group', { name: 'Task 1' })
  await expect.element(card).toBeVisible()
  ;(card.element() as HTMLElement).focus()
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
  await expect
    .poll(() => calls.find(([action]) => action === 'move')?.[1])
    .toEqual({ id: 't1', after: null, section: 's2' })
})

test('how a task comes again is put together in a form, and stands there in words', async () => {
  rows = [taskOf(1, { due: '2026-11-27' })]
  const screen = await open('/tasks?view=anytime')
  await screen.getByRole('button', { name: 'Task 1', exact: true }).click()
  await screen.getByRole('button', { name: 'Choose…' }).click()
  await screen.getByLabelText('Unit').selectOptions('Months')
  await screen.getByLabelText('On', { exact: true }).selectOptions('The last day of the month')
  await screen.getByRole('button', { name: 'Take' }).click()
  await expect.element(screen.getByLabelText('Repeats')).toHaveValue('every month on the last day')
  await screen.getByRole('button', { name: 'Choose…' }).click()
  await screen.getByLabelText('Counted from').selectOptions('The day it is done')
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByLabelText('Counted from')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => calls.find(([action]) => action === 'change')?.[1])
    .toMatchObject({
      id: 't1',
      recurrence: 'every month on the last day',
    })
})

test('of a task only what was changed is sent, with a day, a time and a project', async () => {
  projects = [home, { ...home, id: 'p2', name: 'garden', sections: [{ id: 's9', name: 'Beds' }] }]
  rows = [taskOf(1, { due: '2026-11-27', priority: 'Q', projectId: 'p1', project: 'home', section: 's1' })]
  const screen = await open('/tasks?view=anytime')
  await screen.getByRole('button', { name: 'Task 1', exact: true }).click()
  await expect.element(screen.getByLabelText('Priority')).toHaveValue('Q')
  await expect.element(screen.getByLabelText('Section')).toHaveValue('s1')
  await screen.getByLabelText('Project', { exact: true }).selectOptions('garden')
  await expect.element(screen.getByRole('option', { name: 'Beds' })).toBeInTheDocument()
  await screen.getByLabelText('Time').fill('09:30')
  await screen.getByLabelText('Contexts').fill('phone, town')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => calls.find(([action]) => action === 'change')?.[1])
    .toEqual({ id: 't1', version: 1, due: '2026-11-27T09:30', projectId: 'p2', contexts: ['phone', 'town'] })
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Task 1', exact: true })).toHaveFocus()
})

test('a task without a title is not sent, and is told why', async () => {
  rows = [taskOf(1)]
  const screen = await open('/tasks?view=anytime')
  await screen.getByRole('button', { name: 'Task 1', exact: true }).click()
  await screen.getByLabelText('Task', { exact: true }).fill(' ')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('A task needs a title.')).toBeVisible()
  expect(calls.some(([action]) => action === 'change')).toBe(false)
})

test('of chosen tasks with open subtasks it is asked once what becomes of those that are not chosen', async () => {
  rows = [taskOf(1, { progress: { done: 0, total: 2 } }), taskOf(2, { parent: 't1', depth: 1 }), taskOf(3)]
  const screen = await open('/tasks?view=anytime')
  await expect.element(screen.getByRole('button', { name: 'Task 1', exact: true })).toBeVisible()
  await userEvent.keyboard('jxjxjx')
  await screen.getByRole('group', { name: '3 selected' }).getByRole('button', { name: 'Done' }).click()
  await expect.element(screen.getByText('1 is open. What becomes of it?')).toBeVisible()
  expect(calls.some(([action]) => action === 'doneMany')).toBe(false)
  await screen.getByRole('button', { name: 'Keep open' }).click()
  await expect
    .poll(() => calls.find(([action]) => action === 'doneMany')?.[1])
    .toEqual({ ids: ['t1', 't2', 't3'], subtasks: 'keep' })
})

test('projects that all have one order change places', async () => {
  const names = ['a', 'b', 'c']
  projects = names.map((name) => ({ ...home, id: name, name, order: 0, sections: [] }))
  const screen = await open('/tasks?view=anytime')
  await screen.getByRole('button', { name: 'Projects' }).click()
  await screen.getByRole('button', { name: 'More for “c”' }).click()
  await screen.getByRole('menuitem', { name: 'Move up' }).click()
  const placed = () => {
    const orders = new Map(names.map((name) => [name, 0]))
    for (const [action, input] of calls) if (action === 'changeProject') orders.set(`${input.id}`, Number(input.order))
    // Equal ones stand by their names.
    return names.toSorted((a, b) => (orders.get(a) ?? 0) - (orders.get(b) ?? 0)).join('')
  }
  await expect.poll(placed).toBe('acb')
})

test('a board that waits or fails does not look like one without tasks', async () => {
  projects = [home]
  lists = 'fail'
  const failed = await open('/tasks?project=p1&as=board')
  await expect.element(failed.getByText('The list is broken.')).toBeVisible()
  await expect.element(failed.getByRole('heading', { name: 'To do' })).not.toBeInTheDocument()
  await failed.unmount()
  lists = 'wait'
  const waiting = await open('/tasks?project=p1&as=board')
  await expect.element(waiting.getByRole('heading', { name: 'home' })).toBeVisible()
  await expect.poll(() => calls.filter(([action]) => action === 'list').length).toBeGreaterThan(3)
  await expect.element(waiting.getByText('Doing')).not.toBeInTheDocument()
})

test('a subtask stands in the section of its task: none is asked for', async () => {
  const place = { section: 's1', projectId: 'p1', project: 'home' }
  rows = [taskOf(1, place), taskOf(2, { ...place, parent: 't1', depth: 1 })]
  projects = [home]
  const screen = await open('/tasks?project=p1')
  await screen.getByRole('button', { name: 'Task 1', exact: true }).click()
  await expect.element(screen.getByLabelText('Section')).toBeVisible()
  await screen.getByRole('button', { name: /cancel/i }).click()
  await screen.getByRole('button', { name: 'Task 2', exact: true }).click()
  await expect.element(screen.getByLabelText('Project', { exact: true })).toBeVisible()
  await expect.element(screen.getByLabelText('Section')).not.toBeInTheDocument()
})

test('a board shows whose tasks are asked for', async () => {
  const leave = enterTeam('t1')
  onTestFinished(leave)
  rows = [taskOf(1, { section: 's1', projectId: 'p1', assignee: 'u2' })]
  projects = [home]
  const screen = await open('/tasks?project=p1&as=board&who=u2')
  await expect.element(screen.getByRole('group', { name: 'Task 1' })).toBeVisible()
  const asked = calls.filter(([action]) => action === 'list').map(([, input]) => input)
  expect(asked.filter(({ assignee }) => assignee === 'u2').map(({ section }) => section)).toEqual([null, 's1', 's2'])
})
