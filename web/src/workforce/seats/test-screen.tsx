import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { vi } from 'vitest'
import { render } from 'vitest-browser-react'
import '../../i18n/test-i18n.ts'
import { setOwner } from '../../platform/owner.ts'
import { createQueryClient } from '../../platform/query.ts'
import { ConfirmProvider } from '../../ui/confirm.tsx'
import { ToastProvider } from '../../ui/toast.tsx'
import { OrgPage } from '../org/org-page.tsx'
import { WorkforcePages } from '../workforce-pages.tsx'

type Answer = (body: unknown) => [number, unknown]

/** A server of answers by call; what is not there is not found. */
export function fakeServer(given: Record<string, Answer>) {
  const calls: [string, unknown][] = []
  const answers: Record<string, Answer> = {
    'GET /api/me': () => [200, { role: 'user', userId: 'u1' }],
    'GET /api/user': () => [200, { id: 'u1', username: 'ada', email: 'ada@example.org', tier: 'FREE', role: 'user' }],
    'GET /api/workforce/catalogue': () => [200, { agents: [], tabs: [], presets: [] }],
    'GET /api/workforce/cart': () => [
      200,
      { items: {}, billingPeriod: 'monthly', updatedAt: '2026-03-01T10:00:00.000Z' },
    ],
    'GET /api/teams': () => [200, { teams: [] }],
    ...given,
  }
  setOwner('u1', false)
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    const call = `${init.method} ${path}`
    calls.push([call, body])
    const [status, answer] = answers[call]?.(body) ?? [404, {}]
    return new Response(JSON.stringify(answer), { status })
  })
  return { answers, sent: (call: string) => calls.filter(([name]) => name === call).map(([, body]) => body) }
}

/** `other`: what stands at /admin, of which this area has a part. */
export const show = (path: string, other?: ReactNode) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ToastProvider label="Notifications" />
      <ConfirmProvider>
        <MemoryRouter initialEntries={[path]}>
          <Suspense fallback="Loading...">
            <Routes>
              <Route path="workforce/active" element={<Address />} />
              <Route path="workforce/tasks/:id" element={<Address />} />
              <Route path="workforce/*" element={<WorkforcePages />} />
              <Route path="org-chart" element={<OrgPage />} />
              <Route path="admin" element={other} />
            </Routes>
          </Suspense>
        </MemoryRouter>
      </ConfirmProvider>
    </QueryClientProvider>,
  )

/** Where a link led. */
function Address() {
  const { pathname, search } = useLocation()
  return <p>{`At ${pathname}${search}`}</p>
}
