import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import '../i18n/test-i18n.ts'
import { i18n } from '../i18n/index.ts'
import { setOwner } from '../platform/owner.ts'
import { createQueryClient } from '../platform/query.ts'
import { enterScope } from '../platform/scope.ts'
import { ConfirmProvider } from '../ui/confirm.tsx'
import { currentToasts, dismissToast } from '../ui/toast-store.ts'

await i18n.loadNamespaces(['kit', 'sharing'])

type Answer = [status: number, body: unknown]
/** What the server answers, by `METHOD /path`; the newest of a test's own. */
let answers: Record<string, Answer | ((body: unknown) => Answer)>
export let calls: [call: string, body: unknown][] = []

/** For component tests of what stands on a module's calls: a server that answers what the test says. */
export function answering(more: typeof answers): void {
  answers = { ...answers, ...more }
}
/** What the person was told, with what is below it. */
export const told = () => currentToasts().map(({ title, description }) => [title, description])
export const undoOf = (title: string) => currentToasts().find((toast) => toast.title === title)?.action

beforeEach(() => {
  calls = []
  answers = { 'GET /api/me': [200, { role: 'user', userId: 'u1' }] }
  for (const { id } of currentToasts()) dismissToast(id)
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { pathname } = new URL(address, location.href)
    const call = `${init.method ?? 'GET'} ${pathname}`
    const body: unknown = init.body ? JSON.parse(String(init.body)) : undefined
    calls.push([call, body])
    const answer = answers[call]
    const [status, sent] = (typeof answer === 'function' ? answer(body) : answer) ?? [404, { error: { message: call } }]
    return new Response(JSON.stringify(sent), { status })
  })
})
afterEach(() => void vi.unstubAllGlobals())

/** The component as it stands in the app, at this address: with queries, router, confirmations. */
export function page(children: ReactNode, address = '/') {
  const client = createQueryClient()
  client.setQueryData(['/api/me'], { role: 'user', userId: 'u1' })
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <ConfirmProvider>{children}</ConfirmProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

/** The pages are those of a team until what is answered is called. */
export const enterTeam = (id: string): (() => void) => enterScope(`team:${id}`)

/** Somebody else is here from now on; who was has left. */
export const comesInstead = (owner: string): void => setOwner(owner, false)
