import '../ui/styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../i18n/test-i18n.ts'
import { createQueryClient } from '../platform/query.ts'
import { currentToasts } from '../ui/toast-store.ts'
import { AuthPage } from './auth-page.tsx'

const ada = { id: 'u1', username: 'ada', email: 'a@b.c', firstName: null, tier: 'FREE', isAdmin: false, role: 'user' }
let server: Record<string, (body: unknown) => [number, unknown]>

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue()
  server = {
    'GET /api/me': () => [200, { role: null, userId: null }],
    'GET /api/auth/options': () => [200, { providers: [{ id: 'oidc', name: 'Example' }], mail: true, passkeys: true }],
  }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const [status, body] = server[`${init.method} ${path}`]?.(init.body && JSON.parse(String(init.body))) ?? [404, {}]
    return new Response(JSON.stringify(body), { status })
  })
})
afterEach(() => void vi.unstubAllGlobals())

const open = (path: string) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <Suspense>
          <AuthPage />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )

test('with a second factor a code is asked for, or a recovery code, and the browser can be trusted', async () => {
  const codes: unknown[] = []
  server['POST /api/login'] = () => [200, { twoFactor: true }]
  server['POST /api/login/two-factor'] = (body) => {
    codes.push(body)
    return codes.length === 1
      ? [401, { error: { code: 'unauthenticated', message: 'That code is wrong.', requestId: 'r-7' } }]
      : [200, { ...ada, token: 't' }]
  }
  const screen = await open('/auth')
  await screen.getByLabelText('Username or e-mail').fill('ada')
  await screen.getByLabelText('Password', { exact: true }).fill('correct horse')
  await userEvent.keyboard('{Enter}')
  const code = screen.getByRole('textbox', { name: 'Code' })
  await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code')
  await code.fill('000000')
  await userEvent.keyboard('{Enter}')
  await expect.element(code).toHaveAccessibleDescription(/That code is wrong\./)
  expect(currentToasts()[0]).toMatchObject({
    title: 'Login failed',
    description: 'That code is wrong.',
    reference: 'r-7',
  })
  await screen.getByRole('button', { name: 'Use a recovery code' }).click()
  await screen.getByRole('textbox', { name: 'Recovery code' }).fill('abcd-efgh')
  await screen.getByRole('checkbox').click()
  await screen.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect.poll(() => currentToasts()[0]?.title).toBe('Welcome back!')
  expect(codes).toEqual([
    { code: '000000', kind: 'totp', trust: false },
    { code: 'abcd-efgh', kind: 'recovery', trust: true },
  ])
})

test('a provider leads back to the page that asked for signing in, and its refusal is told in a sentence', async () => {
  const screen = await open('/auth?next=%2Fspaces%3Fq%3Dlaw&error=oidc_email')
  await expect
    .element(screen.getByRole('link', { name: 'Continue with Example' }))
    .toHaveAttribute('href', '/auth/oidc/oidc?next=%2Fspaces%3Fq%3Dlaw')
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('The provider did not confirm your e-mail address. Confirm it there first, or use another way.')
})

test('a forgotten password is answered the same, whoever has the address', async () => {
  server['POST /auth/password/forgot'] = () => [200, { sent: true }]
  const screen = await open('/auth')
  await expect.element(screen.getByRole('link', { name: 'Continue with Example' })).toBeVisible()
  await screen.getByRole('button', { name: 'Forgotten your password?' }).click()
  await screen.getByLabelText('E-mail').fill('nobody')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('That is not an e-mail address.')).toBeVisible()
  await screen.getByLabelText('E-mail').fill('nobody@example.org')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText(/If there is an account with this address/)).toBeVisible()
})

test('a passkey signs in, and closing the browser’s question is no failure', async () => {
  const asked = vi.spyOn(navigator.credentials, 'get').mockRejectedValue(new DOMException('closed', 'NotAllowedError'))
  server['POST /api/login/passkey/options'] = () => [200, { challenge: 'AAAA' }]
  const before = currentToasts()
  const screen = await open('/auth')
  await screen.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect.poll(() => asked.mock.calls.length).toBe(1)
  expect(asked.mock.calls[0]?.[0]?.publicKey?.challenge).toBeInstanceOf(ArrayBuffer)
  await expect.element(screen.getByRole('button', { name: 'Sign in with a passkey' })).not.toHaveAttribute('aria-busy')
  expect(currentToasts()).toEqual(before)
})
