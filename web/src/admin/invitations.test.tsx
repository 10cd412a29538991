import '../ui/styles.css'
import type { RegistrationInvitation, RegistrationInvitations } from '@atrium/contract/registration'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import '../i18n/test-i18n.ts'
import { createQueryClient } from '../platform/query.ts'
import { currentToasts } from '../ui/toast-store.ts'
import { Invitations } from './invitations.tsx'

const open: RegistrationInvitation = {
  id: 'i1',
  email: 'grace@example.org',
  invitedBy: 'ada',
  createdAt: '2026-03-01T10:00:00.000Z',
  expiresAt: '2026-03-08T10:00:00.000Z',
  state: 'open',
  usedBy: null,
}
let state: RegistrationInvitations
let sent: [string, unknown][]
let url: string | null

beforeEach(() => {
  sent = []
  url = null
  state = { registration: 'invite', domains: [], mail: true, invitations: [] }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (init.method === 'GET') return new Response(JSON.stringify(state), { status: 200 })
    const body = init.body ? JSON.parse(String(init.body)) : undefined
    sent.push([`${init.method} ${path}`, body])
    if (init.method === 'DELETE') state = { ...state, invitations: [] }
    const made = { ...open, email: body?.email ?? null, url }
    return new Response(JSON.stringify(init.method === 'DELETE' ? { ok: true } : made), { status: 200 })
  })
})
afterEach(() => void vi.unstubAllGlobals())

const show = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Suspense>
          <Invitations />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )

test('an invitation with an address goes by mail', async () => {
  const screen = await show()
  await expect.element(screen.getByText('Accounts are made by invitation alone.')).toBeVisible()
  await screen.getByRole('button', { name: 'Invite somebody' }).click()
  await screen.getByLabelText('E-mail address (optional)').fill('grace@example.org')
  await screen.getByRole('button', { name: 'Make the invitation' }).click()
  await vi.waitFor(() =>
    expect(currentToasts()[0]).toMatchObject({ title: 'The invitation is on its way to grace@example.org' }),
  )
  expect(sent).toEqual([['POST /api/admin/invitations', { email: 'grace@example.org', expiresInDays: 7 }]])
})

test('without an address its link is shown, once', async () => {
  url = 'http://localhost:3000/auth?mode=register&invitation=abc'
  const screen = await show()
  await screen.getByRole('button', { name: 'Invite somebody' }).click()
  await screen.getByRole('button', { name: 'Make the invitation' }).click()
  await expect.element(screen.getByLabelText('Link')).toHaveValue(url)
  expect(sent).toEqual([['POST /api/admin/invitations', { expiresInDays: 7 }]])
})

test('an open one can be withdrawn, a used one tells who came', async () => {
  state = { ...state, invitations: [open, { ...open, id: 'i2', email: null, state: 'used', usedBy: 'alan' }] }
  const screen = await show()
  await expect.element(screen.getByText('Used by alan')).toBeVisible()
  expect(screen.getByRole('button', { name: /^Withdraw/ }).elements()).toHaveLength(1)
  await screen.getByRole('button', { name: 'Withdraw the invitation: grace@example.org' }).click()
  await expect.element(screen.getByText('Used by alan')).not.toBeInTheDocument()
  await expect.element(screen.getByText('Nobody has been invited')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Invite somebody' })).toHaveFocus()
  expect(sent).toEqual([['DELETE /api/admin/invitations/i1', undefined]])
})

test('while registration is closed, none is offered', async () => {
  state = { ...state, registration: 'closed' }
  const screen = await show()
  await expect.element(screen.getByText(/^While registration is closed/)).toBeVisible()
  expect(screen.getByRole('button').elements()).toEqual([])
})
