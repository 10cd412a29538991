import '../ui/styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../i18n/test-i18n.ts'
import { api } from '../platform/api.ts'
import { setOwner } from '../platform/owner.ts'
import { createQueryClient, queryClient } from '../platform/query.ts'
import { AuthForm } from './auth-form.tsx'
import { Protected } from './protected.tsx'
import { returnPath } from './return-path.ts'
import { SignInDialog } from './sign-in-dialog.tsx'
import { watchSession } from './sign-in-request.ts'

const ada = {
  id: 'u1',
  username: 'ada',
  email: 'ada@example.org',
  firstName: null,
  tier: 'FREE',
  isAdmin: false,
  role: 'user',
}
let server: Record<string, () => [number, unknown]>

beforeEach(() => {
  queryClient.clear()
  vi.spyOn(console, 'error').mockReturnValue()
  server = { 'GET /api/me': () => [200, { role: null, userId: null }] }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const [status, body] = server[`${init.method} ${path}`]?.() ?? [404, {}]
    return new Response(JSON.stringify(body), { status })
  })
})
afterEach(() => void vi.unstubAllGlobals())

test('errors stand beside their fields in sentences, and what was typed stays', async () => {
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <AuthForm onDone={() => undefined} />
    </QueryClientProvider>,
  )
  await screen.getByRole('tab', { name: 'Create account' }).click()
  await screen.getByLabelText('Username').fill('ad')
  await screen.getByLabelText('E-mail').fill('ada@')
  await screen.getByRole('button', { name: 'Create account' }).click()
  await expect.element(screen.getByLabelText('Username')).toHaveAccessibleDescription(/at least 3 characters/)
  await expect.element(screen.getByLabelText('E-mail')).toHaveAccessibleDescription('That is not an e-mail address.')
  await expect.element(screen.getByLabelText('Username')).toHaveFocus()
  await expect.element(screen.getByLabelText('E-mail')).toHaveValue('ada@')
})

test('a refused sign-in shows the server’s sentence in the form', async () => {
  server['POST /api/login'] = () => [
    401,
    { error: { code: 'unauthenticated', message: 'The username or the password is wrong.' } },
  ]
  const onDone = vi.fn()
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <AuthForm onDone={onDone} />
    </QueryClientProvider>,
  )
  await screen.getByLabelText('Username or e-mail').fill('ada')
  await screen.getByLabelText('Password', { exact: true }).fill('wrong')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The username or the password is wrong.')
  await expect.element(screen.getByLabelText('Username or e-mail')).toHaveValue('ada')
  expect(onDone).not.toHaveBeenCalled()
})

test('a password can be shown', async () => {
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <AuthForm onDone={() => undefined} />
    </QueryClientProvider>,
  )
  const field = screen.getByLabelText('Password', { exact: true })
  await field.fill('secret words')
  await expect.element(field).toHaveAttribute('type', 'password')
  await screen.getByRole('button', { name: 'Show password' }).click()
  await expect.element(field).toHaveAttribute('type', 'text')
  await expect.element(field).toHaveValue('secret words')
})

test('when a session ends, signing in happens over the page, the draft stays, and the refused call goes again', async () => {
  let valid = false
  server = {
    'GET /api/me': () => [200, valid ? { role: 'user', userId: 'u1' } : { role: null, userId: null }],
    'GET /api/user': () => [200, ada],
    'PUT /api/draft': () =>
      valid ? [200, { kept: true }] : [401, { error: { code: 'unauthenticated', message: 'Sign in.' } }],
    'POST /api/login': () => {
      valid = true
      return [200, { ...ada, token: 't' }]
    },
  }
  queryClient.setQueryData(['/api/me'], { role: 'user', userId: 'u1' })
  watchSession()
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <label>
        Draft <textarea />
      </label>
      <SignInDialog />
    </QueryClientProvider>,
  )
  await screen.getByLabelText('Draft').fill('half a thought')
  const saved = api.put('/api/draft', {})
  await expect.element(screen.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
  await screen.getByLabelText('Username or e-mail').fill('ada')
  await screen.getByLabelText('Password', { exact: true }).fill('correct horse')
  await userEvent.keyboard('{Enter}')
  expect(await saved).toEqual({ kept: true })
  await expect.poll(() => screen.getByRole('dialog').elements().length).toBe(0)
  await expect.element(screen.getByLabelText('Draft')).toHaveValue('half a thought')
})

const asAda = () => {
  setOwner('u1', true)
  queryClient.setQueryData(['/api/me'], { role: 'user', userId: 'u1' })
  watchSession()
}
const dialog = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <SignInDialog />
    </QueryClientProvider>,
  )
const signIn = async (screen: Awaited<ReturnType<typeof dialog>>) => {
  await screen.getByLabelText('Username or e-mail').fill('somebody')
  await screen.getByLabelText('Password', { exact: true }).fill('correct horse')
  await userEvent.keyboard('{Enter}')
}

test('what is not found because the session is gone is asked for again after signing in', async () => {
  let valid = false
  server = {
    'GET /api/me': () => [200, valid ? { role: 'user', userId: 'u1' } : { role: null, userId: null }],
    'GET /api/runs/r': () => (valid ? [200, { id: 'r' }] : [404, {}]),
    'POST /api/login': () => {
      valid = true
      return [200, { ...ada, token: 't' }]
    },
  }
  asAda()
  const screen = await dialog()
  const run = api.get('/api/runs/r')
  await expect.element(screen.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
  await signIn(screen)
  expect(await run).toEqual({ id: 'r' })
})

test('what is really not there asks nobody to sign in, and neither does a session begun anew in another tab', async () => {
  let refusals = 1
  server = {
    'GET /api/me': () => [200, { role: 'user', userId: 'u1' }],
    'PUT /api/x': () => (refusals-- > 0 ? [401, {}] : [200, { kept: true }]),
  }
  asAda()
  const screen = await dialog()
  await expect(api.get('/api/nothing')).rejects.toMatchObject({ status: 404 })
  expect(await api.put('/api/x', {})).toEqual({ kept: true })
  expect(screen.getByRole('dialog').elements()).toEqual([])
})

test('what one person wanted is not done in the name of another who signs in', async () => {
  server = {
    'GET /api/me': () => [200, { role: null, userId: null }],
    'POST /api/pay': () => [401, {}],
    'POST /api/login': () => {
      server['POST /api/pay'] = () => [200, {}]
      return [200, { ...ada, id: 'u2', token: 't' }]
    },
  }
  asAda()
  const screen = await dialog()
  const paid = api.post('/api/pay', {}).then(
    () => 'done',
    (error: { status: number }) => error.status,
  )
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  await signIn(screen)
  expect(await paid).toBe(401)
})

test('a server that cannot be asked who is here says so on a protected page, with a way to ask again', async () => {
  let down = true
  server['GET /api/me'] = () => (down ? [503, {}] : [200, { role: 'user', userId: 'u1' }])
  server['GET /api/user'] = () => (down ? [503, {}] : [200, ada])
  const screen = await render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Protected>
          <h1>Mine</h1>
        </Protected>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await expect.element(screen.getByText(/temporarily unavailable/)).toBeVisible()
  down = false
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Mine' })).toBeVisible()
})

test.each([
  [{ role: null, userId: null }, undefined, 'Sign In Required'],
  [{ role: 'guest', userId: 'g' }, undefined, 'Sign In Required'],
  [{ role: 'user', userId: 'u' }, ada, 'Access Denied'],
  [{ role: 'admin', userId: 'u' }, { ...ada, isAdmin: true, role: 'admin' }, 'The console'],
])('a page for administrators shows %o: %s', async (me, user, text) => {
  queryClient.setQueryData(['/api/me'], me)
  if (user) queryClient.setQueryData(['/api/user'], user)
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/admin?tab=1']}>
        <Protected admin>
          <h1>The console</h1>
        </Protected>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await expect.element(screen.getByRole('heading', { name: text })).toBeVisible()
  const link = screen.getByRole('link', { name: 'Sign In' }).elements()[0]
  expect(link?.getAttribute('href') ?? null).toBe(text === 'Sign In Required' ? '/auth?next=%2Fadmin%3Ftab%3D1' : null)
})

test.each([
  ['/c/1?x=2#m', '/c/1?x=2#m'],
  [null, '/'],
  ['https://evil.example/', '/'],
  ['//evil.example/x', '/'],
  ['/\\evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/auth?next=/auth', '/'],
  ['/login', '/'],
])('after signing in from next=%s the person lands on %s', (next, path) => {
  expect(returnPath(next)).toBe(path)
})
