import '../ui/styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { i18n } from '../i18n/index.ts'
import '../i18n/test-i18n.ts'
import { createQueryClient } from '../platform/query.ts'
import { AuthPage } from './auth-page.tsx'

const options = { providers: [], mail: true, passkeys: false, registration: 'open', domains: [] as string[] }
let server: Record<string, (body: unknown) => [number, unknown]>
let sent: [string, unknown][]

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue()
  sent = []
  server = {
    'GET /api/me': () => [200, { role: null, userId: null }],
    'GET /api/auth/options': () => [200, options],
  }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const given = init.body && JSON.parse(String(init.body))
    if (init.method !== 'GET') sent.push([path, given])
    const [status, body] = server[`${init.method} ${path}`]?.(given) ?? [404, {}]
    return new Response(JSON.stringify(body), { status })
  })
})
afterEach(() => void vi.unstubAllGlobals())

const open = (path: string, more: object = {}) => {
  server['GET /api/auth/options'] = () => [200, { ...options, ...more }]
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <Suspense>
          <AuthPage />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test.each([
  ['closed', /^No accounts are made here/],
  ['invite', /^Accounts are made here by invitation\./],
])('where registration is %s, the page says so in place of the form', async (registration, sentence) => {
  const screen = await open('/auth?mode=register', { registration })
  await expect.element(screen.getByText(sentence)).toBeVisible()
  expect(screen.getByLabelText('Password', { exact: true }).elements()).toEqual([])
})

test('an invitation opens the form, with its address, and goes along', async () => {
  server['GET /auth/invitations/the-token'] = () => [200, { email: 'grace@example.org' }]
  server['POST /api/register'] = () => [403, { error: { code: 'forbidden', message: 'Not today.' } }]
  const screen = await open('/auth?mode=register&invitation=the-token', { registration: 'invite' })
  const email = screen.getByLabelText('E-mail')
  await expect.element(email).toHaveValue('grace@example.org')
  await expect.element(email).toHaveAttribute('readonly')
  await screen.getByLabelText('Username').fill('grace')
  await screen.getByLabelText('Password', { exact: true }).fill('correct horse battery')
  await screen.getByRole('button', { name: 'Create account' }).click()
  await expect.element(screen.getByText('Not today.')).toBeVisible()
  expect(sent).toEqual([
    [
      '/api/register',
      { username: 'grace', email: 'grace@example.org', password: 'correct horse battery', invitation: 'the-token' },
    ],
  ])
})

test('whoever comes by an invitation can type at once, and goes on when it is known', async () => {
  let answer = (_: Response) => {}
  const fetched = globalThis.fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    path === '/auth/invitations/new' ? new Promise<Response>((done) => (answer = done)) : fetched(path, init),
  )
  const screen = await open('/auth?mode=register&invitation=new', { registration: 'invite' })
  await expect.element(screen.getByLabelText('Username')).toHaveFocus()
  await screen.getByLabelText('Username').fill('grace')
  answer(new Response(JSON.stringify({ email: 'grace@example.org' }), { status: 200 }))
  await expect.element(screen.getByLabelText('E-mail')).toHaveValue('grace@example.org')
  await expect.element(screen.getByLabelText('Username')).toHaveValue('grace')
  await expect.element(screen.getByLabelText('Username')).toHaveFocus()
})

test('an invitation that is good no more says so', async () => {
  const message = 'This invitation has been used, was withdrawn, or is too old. Ask for a new one.'
  server['GET /auth/invitations/old'] = () => [410, { error: { code: 'gone', message } }]
  const screen = await open('/auth?mode=register&invitation=old', { registration: 'invite' })
  await expect.element(screen.getByText(message)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Continue as guest' })).toBeVisible()
  expect(screen.getByText(/^Accounts are made here by invitation\./).elements(), 'the refusal says it').toEqual([])
  expect(screen.getByLabelText('Username').elements()).toEqual([])
})

test.each([
  [503, 'unavailable', 'Not now.'],
  [429, 'rate_limited', 'That was a lot at once.'],
])(
  'a look-up of the invitation that fails with %s leaves the form, and can be tried again',
  async (status, code, message) => {
    server['GET /auth/invitations/the-token'] = () => [status, { error: { code, message } }]
    const screen = await open('/auth?mode=register&invitation=the-token', { registration: 'invite' })
    await screen.getByLabelText('Username').fill('grace')
    await expect.element(screen.getByRole('alert')).toMatchTextContent(message)
    await expect.element(screen.getByLabelText('Username')).toHaveValue('grace')
    server['GET /auth/invitations/the-token'] = () => [200, { email: 'grace@example.org' }]
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByLabelText('E-mail')).toHaveValue('grace@example.org')
    await expect.element(screen.getByLabelText('Username')).toHaveValue('grace')
    expect(screen.getByRole('alert').elements()).toEqual([])
    await expect.element(screen.getByRole('tabpanel')).toHaveFocus()
  },
)

test('without the network the form of an invitation stays', async () => {
  server['GET /auth/invitations/the-token'] = () => {
    throw new TypeError('Failed to fetch')
  }
  const screen = await open('/auth?mode=register&invitation=the-token', { registration: 'invite' })
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect.element(screen.getByLabelText('Username')).toBeVisible()
})

test('with a domain a link is asked for; what is answered tells nothing of the address', async () => {
  server['POST /auth/invitations'] = () => [200, { sent: true }]
  const screen = await open('/auth?mode=register', { registration: 'domain', domains: ['a.example', 'b.example'] })
  await expect.element(screen.getByText(/^An address at a\.example or b\.example\./)).toBeVisible()
  await screen.getByLabelText('E-mail').fill('ada@a.example')
  await screen.getByRole('button', { name: 'Send the link' }).click()
  await expect.element(screen.getByText(/^If the address can have an account here/)).toHaveFocus()
  expect(sent).toEqual([['/auth/invitations', { email: 'ada@a.example' }]])
  // Said once: whoever goes on from there is not called back by the page's next change.
  const asGuest = screen.getByRole('button', { name: 'Continue as guest' }).element() as HTMLElement
  asGuest.focus()
  await i18n.changeLanguage('ar')
  await expect.poll(() => screen.container.querySelector('[dir="rtl"]')).not.toBeNull()
  expect(document.activeElement).toBe(asGuest)
  await i18n.changeLanguage('en')
})

test('in a language that runs from right to left the form does, too', async () => {
  const screen = await open('/auth?mode=register', { registration: 'open' })
  await i18n.changeLanguage('ar')
  await expect.poll(() => getComputedStyle(screen.container.querySelector('form') as Element).direction).toBe('rtl')
  await i18n.changeLanguage('en')
})
