import '../ui/styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { AuthPage } from '../accounts/auth-page.tsx'
import '../i18n/test-i18n.ts'
import { createQueryClient } from '../platform/query.ts'
import { ConfirmProvider } from '../ui/confirm.tsx'
import { Connections } from './connections.tsx'

const ada = { id: 'u1', username: 'ada', email: 'a@b.c', firstName: null, tier: 'FREE', isAdmin: false, role: 'user' }
let server: Record<string, unknown>
let sent: [string, unknown][]

beforeEach(() => {
  server = {
    'GET /api/me': { role: 'user', userId: 'u1' },
    'GET /api/user': ada,
    'GET /api/user/account': { hasPassword: true, providers: [] },
    'GET /api/auth/options': { providers: [{ id: 'oidc', name: 'Example' }], mail: true, passkeys: true },
  }
  sent = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (init.method !== 'GET') sent.push([`${init.method} ${path}`, init.body])
    const answer = server[`${init.method} ${path}`]
    return new Response(JSON.stringify(answer ?? {}), { status: answer ? 200 : 404 })
  })
})
afterEach(() => void vi.unstubAllGlobals())

const open = (path: string) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <ConfirmProvider>
          <Suspense>
            <Routes>
              <Route path="auth" element={<AuthPage />} />
              <Route path="settings/security" element={<Connections />} />
            </Routes>
          </Suspense>
        </ConfirmProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )

test('a member connects a provider by their password, and reads here why it was refused', async () => {
  const screen = await open('/auth?error=oidc_taken')
  await expect.element(screen.getByRole('alert').getByText(/is connected with somebody else here/)).toBeVisible()
  server['POST /api/user/providers/oidc'] = { location: '#at-the-provider' }
  await screen.getByRole('button', { name: 'Connect Example' }).click()
  await screen.getByLabelText('Password').fill('right words')
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => window.location.hash).toBe('#at-the-provider')
  const body = JSON.stringify({ password: 'right words', next: '/settings/security' })
  expect(sent).toEqual([['POST /api/user/providers/oidc', body]])
})

test('a provider that is connected says so, and is disconnected after a question', async () => {
  server['GET /api/user/account'] = { hasPassword: true, providers: ['Example'] }
  const screen = await open('/settings/security')
  await expect.element(screen.getByText('Connected', { exact: true })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Connect Example' }).elements()).toEqual([])
  expect(screen.getByRole('alert').elements()).toEqual([])
  server['DELETE /api/user/providers/oidc'] = { ok: true }
  await screen.getByRole('button', { name: 'Disconnect Example' }).click()
  server['GET /api/user/account'] = { hasPassword: true, providers: [] }
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect.element(screen.getByRole('button', { name: 'Connect Example' })).toBeVisible()
  expect(sent.map(([call]) => call)).toEqual(['DELETE /api/user/providers/oidc'])
})
