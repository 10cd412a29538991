import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import '../i18n/test-i18n.ts'
import { currentToasts } from '../ui/toast-store.ts'
import { useAction, useModuleQuery } from './module-client.ts'
import { createQueryClient } from './query.ts'

let calls: [string, unknown][]
let answer: (path: string, body: unknown) => [number, unknown]

beforeEach(() => {
  calls = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body: unknown = init.body ? JSON.parse(String(init.body)) : undefined
    calls.push([`${init.method} ${path}`, body])
    const [status, text] = answer(path, body)
    return new Response(JSON.stringify(text), { status })
  })
})
afterEach(() => void vi.unstubAllGlobals())

async function tasks(me: unknown) {
  const client = createQueryClient()
  client.setQueryData(['/api/me'], me)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = await renderHook(
    () => ({
      list: useModuleQuery('tasks', 'list', { done: false }),
      add: useAction('tasks', 'add', { done: 'Task added' }),
    }),
    { wrapper },
  )
  return result
}

test('a query reads through its action and is renewed by a write of the module, which can be undone', async () => {
  const titles = ['one']
  answer = (path, body) => {
    if (path.endsWith('/list')) return [200, { output: [...titles] }]
    if (path === '/api/changes/ch1/undo') titles.pop()
    else titles.push((body as { title: string }).title)
    return [200, { output: {}, change: 'ch1' }]
  }
  const result = await tasks({ role: 'user' })
  await vi.waitFor(() => expect(result.current.list.data).toEqual(['one']))
  expect(calls).toEqual([['POST /api/m/tasks/list', { done: false }]])
  await result.current.add.mutateAsync({ title: 'two' })
  await vi.waitFor(() => expect(result.current.list.data).toEqual(['one', 'two']))
  expect(currentToasts()[0]).toMatchObject({ title: 'Task added', action: { label: 'Undo' } })
  currentToasts()[0]?.action?.onClick()
  await vi.waitFor(() => expect(result.current.list.data).toEqual(['one']))
})

test('a first load that was sent before the change does not hide it', async () => {
  let release: (() => void) | undefined
  const titles: string[] = []
  vi.stubGlobal('fetch', async (path: string, { signal }: RequestInit) => {
    const seen = [...titles]
    if (path.endsWith('/add')) titles.push('new')
    else if (!release)
      await new Promise<void>((go, stop) => {
        release = go
        signal?.addEventListener('abort', () => stop(signal.reason))
      })
    return new Response(JSON.stringify({ output: path.endsWith('/add') ? {} : seen, change: null }))
  })
  const result = await tasks({ role: 'user' })
  await vi.waitFor(() => expect(release).toBeDefined())
  await result.current.add.mutateAsync({ title: 'new' })
  release?.()
  await vi.waitFor(() => expect(result.current.list.data).toEqual(['new']))
  expect(result.current.list.error).toBeNull()
})

test('a failed action is told with its sentence', async () => {
  answer = (path) =>
    path.endsWith('/add')
      ? [409, { error: { code: 'conflict', message: 'Somebody was faster.' } }]
      : [200, { output: [] }]
  const result = await tasks({ role: 'user' })
  await result.current.add.mutateAsync({ title: 'x' }).catch(() => undefined)
  expect(currentToasts()[0]).toMatchObject({ variant: 'destructive', description: 'Somebody was faster.' })
})

test('a visitor’s first action begins a guest session and goes again', async () => {
  let guest = false
  answer = (path) => {
    if (path === '/auth/guest') guest = true
    if (path === '/api/me') return [200, { role: guest ? 'guest' : null, userId: null }]
    return path.endsWith('/add') && !guest ? [401, {}] : [200, { output: [] }]
  }
  const result = await tasks({ role: null, userId: null })
  await result.current.add.mutateAsync({ title: 'x' })
  expect(calls.map(([call]) => call).filter((call) => call.startsWith('POST') && !call.endsWith('list'))).toEqual([
    'POST /api/m/tasks/add',
    'POST /auth/guest',
    'POST /api/m/tasks/add',
  ])
})
