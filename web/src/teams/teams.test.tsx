import '../ui/styles.css'
import type { Team, TeamDetails } from '@atrium/contract/teams'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { i18n } from '../i18n/index.ts'
import '../i18n/test-i18n.ts'
import { useModuleQuery } from '../platform/module-client.ts'
import { queryClient } from '../platform/query.ts'
import { readScope, setScope } from '../platform/scope.ts'
import { PageFrame, ScopedContext } from '../shell/page-frame.tsx'
import { ConfirmProvider } from '../ui/confirm.tsx'
import { ToastProvider } from '../ui/toast.tsx'
import { JoinPage } from './join-page.tsx'
import { TeamsSection } from './teams-section.tsx'

const now = '2026-03-01T10:00:00.000Z'
const later = '2026-03-15T10:00:00.000Z'
const team = (id: string, name: string, more: Partial<Team> = {}): Team => ({
  id,
  name,
  role: 'owner',
  members: 2,
  owners: 1,
  createdAt: now,
  deletionAt: null,
  ...more,
})
const person = { name: 'Ada', email: 'ada@example.org', joinedAt: now }
const details: TeamDetails = {
  ...team('t1', 'Kitchen'),
  people: [
    { ...person, userId: 'u1', role: 'owner' },
    { ...person, userId: 'u2', name: 'Bob', role: 'viewer' },
  ],
  invitations: [],
}

let calls: { call: string; body: unknown; scope: string | null }[]
let server: Record<string, () => [number, unknown]>

beforeEach(async () => {
  await page.viewport(1000, 900)
  await i18n.loadNamespaces(['teams', 'settings', 'kit'])
  calls = []
  server = {
    'GET /api/me': () => [200, { role: 'user', userId: 'u1' }],
    'GET /api/user': () => [200, { id: 'u1', username: 'ada', email: 'a@example.org', firstName: 'Ada', role: 'user' }],
    'GET /api/teams': () => [200, { teams: [team('t1', 'Kitchen'), team('t2', 'Choir', { role: 'viewer' })] }],
    'GET /api/teams/t1': () => [200, details],
  }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const call = `${init.method} ${path}`
    const scope = new Headers(init.headers).get('x-scope')
    calls.push({ call, body: typeof init.body === 'string' ? JSON.parse(init.body) : null, scope })
    const [status, answer] = server[call]?.() ?? [404, {}]
    return new Response(JSON.stringify(answer), { status })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
  setScope('')
})

const show = (path: string, children: React.ReactNode) =>
  render(
    <QueryClientProvider client={queryClient}>
      <ConfirmProvider>
        <MemoryRouter initialEntries={[path]}>
          <Suspense fallback="Loading...">
            <Routes>
              <Route path="join/:token" element={<JoinPage />} />
              <Route path="*" element={children} />
            </Routes>
          </Suspense>
          <ToastProvider label="Notifications" />
        </MemoryRouter>
      </ConfirmProvider>
    </QueryClientProvider>,
  )

function Notes() {
  const { data } = useModuleQuery<never, never>('notes' as never, 'list' as never, {} as never)
  return <p>{JSON.stringify(data ?? null)}</p>
}

const notes = (
  <ScopedContext value>
    <PageFrame title="Notes">
      <Notes />
    </PageFrame>
  </ScopedContext>
)

test('a module’s page says whose things it shows, and shows another’s only after they were asked for', async () => {
  server['POST /api/m/notes/list'] = () => [200, { output: [`of ${calls.at(-1)?.scope ?? 'ada'}`], change: null }]
  const screen = await show('/notes', notes)
  await expect.element(screen.getByText('["of ada"]')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Working in: Personal' }))
  await expect.element(screen.getByRole('menuitemradio', { name: 'Choir View only' })).toBeVisible()
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Kitchen' }))
  await expect.element(screen.getByRole('button', { name: 'Working in: Kitchen' })).toBeVisible()
  await expect.element(screen.getByText('["of team:t1"]')).toBeVisible()
  expect(screen.getByText('of ada').query()).toBeNull()
  setScope('')
  await expect.element(screen.getByText('["of ada"]')).toBeVisible()
  expect(calls.filter(({ call }) => call.endsWith('notes/list')).map(({ scope }) => scope)).toEqual([null, 'team:t1'])
})

test('who has no team sees no switch, and who is no longer in theirs is back in their own', async () => {
  server['GET /api/teams'] = () => [200, { teams: [] }]
  server['POST /api/m/notes/list'] = () => [200, { output: [], change: null }]
  setScope('team:t1')
  const screen = await show('/notes', notes)
  await expect.element(screen.getByText('You are no longer in this team')).toBeVisible()
  expect(readScope()).toBe('')
  expect(screen.getByRole('button', { name: /Working in/ }).query()).toBeNull()
})

test('a role is given, a member is removed after a question, and an invitation is a link shown once', async () => {
  server['PATCH /api/teams/t1/members/u2'] = () => [200, { ok: true }]
  server['DELETE /api/teams/t1/members/u2'] = () => [200, { ok: true }]
  server['POST /api/teams/t1/invitations'] = () => [
    201,
    {
      ...{ id: 'i1', email: null, role: 'viewer', invitedBy: 'Ada', expiresAt: later, createdAt: now },
      ...{ url: 'https://atrium.example.org/join/secret', mailed: false },
    },
  ]
  const screen = await show('/?team=t1', <TeamsSection />)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Role of Bob' }), 'editor')
  await expect.poll(() => calls.find(({ call }) => call.startsWith('PATCH'))?.body).toEqual({ role: 'editor' })
  await userEvent.click(screen.getByRole('button', { name: 'Remove Bob' }))
  expect(calls.some(({ call }) => call.startsWith('DELETE'))).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Remove', exact: true }))
  await expect.poll(() => calls.some(({ call }) => call.startsWith('DELETE'))).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Joins as' }), 'viewer')
  await userEvent.click(screen.getByRole('button', { name: 'Make a link' }))
  await expect.element(screen.getByText('https://atrium.example.org/join/secret')).toBeVisible()
  expect(calls.find(({ call }) => call.endsWith('/invitations'))?.body).toEqual({
    role: 'viewer',
    email: null,
    expiresInDays: 7,
  })
})

test('what the server refuses is told as it says it', async () => {
  const sentence = 'You are the last owner of this team. Make somebody else an owner first, or delete the team.'
  server['POST /api/teams/t1/leave'] = () => [409, { error: { code: 'conflict', message: sentence } }]
  const screen = await show('/?team=t1', <TeamsSection />)
  await userEvent.click(screen.getByRole('button', { name: 'Leave team' }))
  await userEvent.click(screen.getByRole('alertdialog').getByRole('button', { name: 'Leave team' }))
  await expect.element(screen.getByText(sentence)).toBeVisible()
})

test('an invitation leads who is not signed in through signing in and back, and says when it is void', async () => {
  server['GET /api/me'] = () => [200, { role: null, userId: null }]
  server['GET /api/invitations/abc'] = () => [
    200,
    { team: 'Kitchen', role: 'editor', invitedBy: 'Ada', email: null, expiresAt: later },
  ]
  const screen = await show('/join/abc', null)
  await expect.element(screen.getByRole('heading', { name: 'Join Kitchen' })).toBeVisible()
  const link = screen.getByRole('link', { name: 'Sign in to join' })
  await expect.element(link).toHaveAttribute('href', '/auth?next=%2Fjoin%2Fabc')
  await screen.unmount()
  const message = 'This invitation is not valid any more. Ask whoever sent it to you for a new one.'
  server['GET /api/invitations/old'] = () => [404, { error: { code: 'not_found', message } }]
  const void_ = await show('/join/old', null)
  await expect.element(void_.getByText(message)).toBeVisible()
})
