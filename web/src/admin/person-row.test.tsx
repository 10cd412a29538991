import '../ui/styles.css'
import type { AdminUser } from '@atrium/contract/profile'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import '../i18n/test-i18n.ts'
import { createQueryClient } from '../platform/query.ts'
import { ConfirmProvider } from '../ui/confirm.tsx'
import { PersonRow } from './person-row.tsx'

const grace: AdminUser = {
  id: 'u2',
  username: 'grace',
  email: 'grace@example.org',
  firstName: 'Grace',
  tier: 'FREE',
  isAdmin: false,
  role: 'user',
  picture: null,
  createdAt: '2026-03-01T10:00:00.000Z',
  lastSeenAt: null,
  banned: false,
  twoFactor: true,
}
let sent: string[]

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (init.method !== 'GET') sent.push(`${init.method} ${path}`)
    const answer = path === '/api/me' ? { role: 'admin', userId: 'u1' } : grace
    return new Response(JSON.stringify(answer), { status: 200 })
  })
})
afterEach(() => void vi.unstubAllGlobals())

const show = async (person: AdminUser) => {
  const screen = await render(
    <QueryClientProvider client={createQueryClient()}>
      <ConfirmProvider>
        <MemoryRouter>
          <Suspense>
            <PersonRow person={person} />
          </Suspense>
        </MemoryRouter>
      </ConfirmProvider>
    </QueryClientProvider>,
  )
  await screen.getByRole('button', { name: 'More for Grace' }).click()
  return screen
}

test('two-step sign-in of somebody who lost it is turned off after a question', async () => {
  const screen = await show(grace)
  await screen.getByRole('menuitem', { name: 'Turn off two-step sign-in' }).click()
  const question = screen.getByRole('alertdialog', { name: 'Turn off two-step sign-in for Grace?' })
  await expect.element(question).toBeVisible()
  expect(sent).toEqual([])
  await question.getByRole('button', { name: 'Turn off two-step sign-in' }).click()
  await expect.poll(() => sent).toEqual(['DELETE /api/admin/users/u2/two-factor'])
})

test('who has none is offered nothing of the kind', async () => {
  const screen = await show({ ...grace, twoFactor: false })
  await expect.element(screen.getByRole('menuitem', { name: 'Make a reset link' })).toBeVisible()
  expect(screen.getByRole('menuitem', { name: 'Turn off two-step sign-in' }).elements()).toEqual([])
})
