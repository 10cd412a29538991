import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import '../i18n/test-i18n.ts'
import { dismissToast } from '../ui/toast.tsx'
import { currentToasts } from '../ui/toast-store.ts'
import { useGuest, useLogin, useLogout, useRegister } from './entrance.ts'
import { onOwnerChange, readOwner, setOwner } from './owner.ts'
import { createQueryClient } from './query.ts'
import { useSession, whoIsHere } from './session.ts'

const ada = {
  id: 'u1',
  username: 'ada',
  email: 'ada@example.org',
  firstName: null,
  tier: 'FREE',
  isAdmin: false,
  role: 'user',
}

type Answer = [status: number, body: unknown]
let server: Record<string, Answer>
let calls: string[]

beforeEach(() => {
  calls = []
  setOwner('', false)
  server = { 'GET /api/me': [200, { role: null, userId: null }], 'GET /api/user': [401, {}] }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    calls.push(`${init.method} ${path}`)
    const [status, body] = server[`${init.method} ${path}`] ?? [404, {}]
    return new Response(JSON.stringify(body), { status })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  dismissToast()
})

async function session(client = createQueryClient()) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const hook = await renderHook(
    () => ({
      session: useSession(),
      login: useLogin(),
      register: useRegister(),
      logout: useLogout(),
      guest: useGuest(),
    }),
    { wrapper },
  )
  await vi.waitFor(() => {
    const { status, error } = hook.result.current.session
    expect(status !== 'loading' || error !== null).toBe(true)
  })
  return hook.result
}

const lastToast = () =>
  currentToasts()
    .filter(({ open }) => open)
    .map(({ title, description, variant }) => [variant ?? 'default', title, description])

test('a visitor has no role, and nobody is looked up', async () => {
  const result = await session()
  expect(result.current.session).toMatchObject({
    status: 'unauthenticated',
    role: null,
    isGuest: false,
    isMember: false,
    isAdmin: false,
    user: null,
  })
  expect(calls).toEqual(['GET /api/me'])
})

test('for a guest the user is not looked up', async () => {
  server['GET /api/me'] = [200, { role: 'guest', userId: 'g1' }]
  const result = await session()
  expect(result.current.session).toMatchObject({
    status: 'authenticated',
    role: 'guest',
    isGuest: true,
    isMember: false,
  })
  expect(calls).toEqual(['GET /api/me'])
})

test('when the session information fails, a loaded user has the role user', async () => {
  server['GET /api/me'] = [500, {}]
  server['GET /api/user'] = [200, ada]
  const result = await session()
  expect(result.current.session).toMatchObject({
    status: 'authenticated',
    role: 'user',
    isMember: true,
    user: { username: 'ada' },
  })
})

test('an administrator is one', async () => {
  server['GET /api/me'] = [200, { role: 'admin', userId: 'u1' }]
  server['GET /api/user'] = [200, { ...ada, role: 'admin', isAdmin: true }]
  expect((await session()).current.session).toMatchObject({ isAdmin: true, isMember: true })
})

test('login sets the user at once, looks again after 100 ms, and then welcomes', async () => {
  const result = await session()
  server['POST /api/login'] = [200, { ...ada, token: 't' }]
  server['GET /api/user'] = [200, { ...ada, firstName: 'Ada' }]
  vi.useFakeTimers()
  const done = result.current.login.mutateAsync({ username: 'ada', password: 'correct horse' })
  await vi.advanceTimersByTimeAsync(50)
  await done
  expect(result.current.session).toMatchObject({ role: 'user', user: { username: 'ada', firstName: null } })
  expect(lastToast()).toEqual([])
  await vi.advanceTimersByTimeAsync(150)
  expect(result.current.session.user?.firstName).toBe('Ada')
  expect(lastToast()).toEqual([['default', 'Welcome back!', 'Logged in as ada']])
})

test('a refused login is told with the server’s sentence, and logged', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const result = await session()
  server['POST /api/login'] = [
    401,
    { error: { code: 'unauthenticated', message: 'The username or the password is wrong.' } },
  ]
  await result.current.login.mutateAsync({ username: 'ada', password: 'x' }).catch(() => undefined)
  expect(lastToast()).toEqual([['destructive', 'Login failed', 'The username or the password is wrong.']])
  expect(log).toHaveBeenCalled()
  expect(calls.filter((call) => call === 'POST /api/login')).toHaveLength(1)
})

test('registration sets the user; refused, it says so', async () => {
  const result = await session()
  const form = { username: 'ada', email: 'ada@example.org', password: 'correct horse' }
  server['POST /api/register'] = [409, { error: { code: 'conflict', message: 'That username is taken.' } }]
  await result.current.register.mutateAsync(form).catch(() => undefined)
  expect(lastToast()).toEqual([['destructive', 'Registration failed', 'That username is taken.']])
  server['POST /api/register'] = [200, { ...ada, token: 't' }]
  await result.current.register.mutateAsync(form)
  await vi.waitFor(() =>
    expect(result.current.session).toMatchObject({ status: 'authenticated', user: { username: 'ada' } }),
  )
})

test('logout clears the user and asks who is here; refused, it says so and nothing changes', async () => {
  server['GET /api/me'] = [200, { role: 'user', userId: 'u1' }]
  server['GET /api/user'] = [200, ada]
  const result = await session()
  server['POST /auth/logout'] = [500, {}]
  await result.current.logout.mutateAsync().catch(() => undefined)
  expect(lastToast()).toEqual([
    ['destructive', 'Logout failed', 'The server is experiencing issues. Please try again later.'],
  ])
  expect(result.current.session.user?.username).toBe('ada')
  server['POST /auth/logout'] = [200, {}]
  server['GET /api/me'] = [200, { role: null, userId: null }]
  await result.current.logout.mutateAsync()
  await vi.waitFor(() => expect(result.current.session).toMatchObject({ status: 'unauthenticated', user: null }))
})

test('a guest session starts and is welcomed 200 ms later', async () => {
  const result = await session()
  server['POST /auth/guest'] = [200, {}]
  server['GET /api/me'] = [200, { role: 'guest', userId: 'g1' }]
  vi.useFakeTimers()
  const done = result.current.guest.mutateAsync()
  await vi.advanceTimersByTimeAsync(50)
  await done
  await vi.advanceTimersByTimeAsync(100)
  expect(result.current.session.isGuest).toBe(true)
  expect(lastToast()).toEqual([])
  await vi.advanceTimersByTimeAsync(150)
  expect(lastToast()).toEqual([['default', 'Welcome!', 'Exploring as guest']])
})

test('a guest session that cannot start says so', async () => {
  const result = await session()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await result.current.guest.mutateAsync().catch(() => undefined)
  expect(lastToast()).toEqual([['destructive', 'Guest access failed', 'Failed to create guest session']])
})

test.each([
  ['is unavailable', 503],
  ['cannot be reached', 0],
])(
  'a server that %s while the page opens makes nobody a visitor; asked again, it tells who is here',
  async (_, status) => {
    const answer = globalThis.fetch
    let down = true
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      if (!down) return answer(path, init)
      if (status === 0) throw new TypeError('Failed to fetch')
      return new Response('{}', { status })
    })
    const client = createQueryClient()
    const result = await session(client)
    expect(result.current.session).toMatchObject({ status: 'loading', role: null, error: { status } })
    down = false
    server['GET /api/me'] = [200, { role: 'user', userId: 'u1' }]
    server['GET /api/user'] = [200, ada]
    expect(await whoIsHere(client)).toBe('other')
    await vi.waitFor(() =>
      expect(result.current.session).toMatchObject({ status: 'authenticated', error: null, user: { username: 'ada' } }),
    )
  },
)

test('a member stays one when the server fails later', async () => {
  server['GET /api/me'] = [200, { role: 'user', userId: 'u1' }]
  server['GET /api/user'] = [200, ada]
  const client = createQueryClient()
  const result = await session(client)
  await vi.waitFor(() => expect(result.current.session.user).not.toBeNull())
  server = {}
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 503 }))
  expect(await whoIsHere(client)).toBe('unknown')
  await client.invalidateQueries()
  expect(result.current.session).toMatchObject({ status: 'authenticated', user: { username: 'ada' } })
})

test('a session that has ended elsewhere changes nothing by itself: the person can be asked back in', async () => {
  server['GET /api/me'] = [200, { role: 'user', userId: 'u1' }]
  server['GET /api/user'] = [200, ada]
  const client = createQueryClient()
  const result = await session(client)
  server['GET /api/me'] = [200, { role: null, userId: null }]
  expect(await whoIsHere(client)).toBe('nobody')
  expect(result.current.session).toMatchObject({ status: 'authenticated', userId: 'u1' })
  expect(readOwner()).toBe('u1')
})

/** A member's page with something of theirs in memory. */
async function page(client = createQueryClient()) {
  server['GET /api/me'] = [200, { role: 'user', userId: 'u1' }]
  server['GET /api/user'] = [200, ada]
  const result = await session(client)
  client.setQueryData(['/api/chat/thread', 't'], { title: 'Ada’s secret' })
  const left = vi.fn()
  onTestFinished(onOwnerChange(left))
  const thread = () => client.getQueryData(['/api/chat/thread', 't'])
  return { result, left, thread }
}

test('somebody else who signs in at an ended session finds nothing of the one before', async () => {
  const { result, left, thread } = await page()
  const grace = { ...ada, id: 'u2', username: 'grace' }
  server['POST /api/login'] = [200, { ...grace, token: 't' }]
  server['GET /api/me'] = [200, { role: 'user', userId: 'u2' }]
  server['GET /api/user'] = [200, grace]
  await result.current.login.mutateAsync({ username: 'grace', password: 'correct horse' })
  expect(thread()).toBeUndefined()
  expect(left.mock.calls).toEqual([[{ before: 'u1', now: 'u2', takesAlong: false }]])
})

test('the same person who signs in again finds the page as it was', async () => {
  const { result, left, thread } = await page()
  server['POST /api/login'] = [200, { ...ada, token: 't' }]
  await result.current.login.mutateAsync({ username: 'ada', password: 'correct horse' })
  expect(thread()).toEqual({ title: 'Ada’s secret' })
  expect(left).not.toHaveBeenCalled()
})

test('who signs out leaves nothing in memory', async () => {
  const { result, left, thread } = await page()
  server['POST /auth/logout'] = [200, {}]
  server['GET /api/me'] = [200, { role: null, userId: null }]
  await result.current.logout.mutateAsync()
  expect(thread()).toBeUndefined()
  expect(left.mock.calls).toEqual([[{ before: 'u1', now: '', takesAlong: false }]])
})

test('a guest who signs in takes along what they made', async () => {
  server['GET /api/me'] = [200, { role: 'guest', userId: 'g1' }]
  const result = await session()
  const moved = vi.fn()
  onTestFinished(onOwnerChange(moved))
  server['POST /api/login'] = [200, { ...ada, token: 't' }]
  await result.current.login.mutateAsync({ username: 'ada', password: 'correct horse' })
  expect(moved.mock.calls).toEqual([[{ before: 'g1', now: 'u1', takesAlong: true }]])
})
