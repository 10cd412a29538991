import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { ImportReport, TaskRow } from './module.ts'
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
  contexts: [],
  recurrence: null,
  done: false,
  doneAt: null,
  created: '2026-11-01',
  ...more,
})

let rows: TaskRow[]
let report: ImportReport
let calls: [string, Record<string, unknown>][]

function answer(action: string, input: Record<string, unknown>): unknown {
  if (action === 'list') {
    const { offset = 0, limit = 100 } = input as { offset?: number; limit?: number }
    return { tasks: rows.slice(offset, offset + limit), total: rows.length }
  }
  if (action === 'overview') {
    const counts = { inbox: rows.length, today: 0, upcoming: 0, anytime: rows.length, done: 0 }
    return { today: '2026-11-21', counts, overdue: 0, projects: [], contexts: [] }
  }
  if (action === 'understand') return { title: input.title, due: null, again: null, contexts: [], parts: [] }
  return action === 'previewImport' ? report : taskOf(9999, input)
}

beforeAll(async () => {
  const resources = { en: { translation: {} } }
  await i18next.use(initReactI18next).init({ lng: 'en', resources, interpolation: { escapeValue: false } })
})
beforeEach(() => {
  rows = []
  calls = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const action = path.split('/').at(-1) as string
    const input = JSON.parse(String(init.body ?? '{}')) as Record<string, unknown>
    calls.push([action, input])
    return new Response(JSON.stringify({ output: answer(action, input), change: null }))
  })
})
afterEach(() => void vi.unstubAllGlobals())

const open = (address: string) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[address]}>
        <TasksPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )

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
    const screen = await open(address)
    await screen.getByRole('textbox', { name: 'New task' }).fill(sentence)
    await screen.getByRole('button', { name: 'Add task' }).click()
    await expect.poll(() => calls.some(([action]) => action === 'add')).toBe(true)
    return calls.find(([action]) => action === 'add')?.[1]
  }
  test('belongs to the project of the list', async () => {
    expect(await added('/tasks?view=anytime&project=home', 'Call Bob @phone')).toEqual({
      title: 'Call Bob @phone',
      project: 'home',
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

test('an import tells how many lines it refuses, beyond those it lists', async () => {
  const refused = Array.from({ length: 200 }, (_, n) => ({ line: n + 1, text: 'x', reason: 'has no text' }))
  report = { added: 0, changed: 0, same: 0, titles: { added: [], changed: [] }, refused, refusedCount: 1234 }
  const screen = await open('/tasks')
  await screen.getByRole('button', { name: 'Import…' }).click()
  await screen.getByRole('textbox', { name: '…or paste its text' }).fill('x')
  await expect.element(screen.getByText('1234 lines cannot be read')).toBeVisible()
  await expect.element(screen.getByText('Line 1: has no text')).toBeInTheDocument()
  await expect.element(screen.getByText('and 1224 more')).toBeInTheDocument()
})

test('every string of the module is used', async () => {
  const sources = Object.values(
    import.meta.glob<string>(['./web.tsx', './web/*.{ts,tsx}'], { query: '?raw', import: 'default', eager: true }),
  ).join('\n')
  const { default: strings } = await import('./en.json')
  const keysOf = (value: object, path = ''): string[] =>
    Object.entries(value).flatMap(([key, one]) =>
      typeof one === 'string' ? [path + key] : keysOf(one, `${path}${key}.`),
    )
  const isUsed = (key: string) =>
    sources.includes(`'${key}'`) ||
    /^(?:views|empty)\.(?:inbox|today|upcoming|anytime|done|found|filter)(?:Text)?$/.test(key)
  expect(keysOf(strings).filter((key) => !isUsed(key.replace(/_(?:one|other)$/, '')))).toEqual([])
})
