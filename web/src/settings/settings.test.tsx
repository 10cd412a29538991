import '../ui/styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { i18n, setLanguage } from '../i18n/index.ts'
import '../i18n/test-i18n.ts'
import { createQueryClient } from '../platform/query.ts'
import { ConfirmProvider } from '../ui/confirm.tsx'
import { currentToasts, dismissToast } from '../ui/toast-store.ts'
import { SettingsPage } from './settings-page.tsx'
import { ShortcutsKey } from './shortcuts-key.tsx'

const now = '2026-03-01T10:00:00.000Z'
const ada = {
  id: 'u1',
  username: 'ada',
  email: 'ada@example.org',
  firstName: 'Ada',
  tier: 'FREE',
  isAdmin: false,
  role: 'user',
  picture: null,
}
const account = {
  createdAt: now,
  hasPassword: true,
  twoFactor: false,
  recoveryCodesLeft: 0,
  deletionAt: null,
  providers: [],
}

let calls: [string, unknown][]
let server: Record<string, (body: unknown) => [number, unknown]>

beforeEach(async () => {
  await page.viewport(1280, 900)
  calls = []
  server = {
    'GET /api/me': () => [200, { role: 'user', userId: 'u1' }],
    'GET /api/user': () => [200, ada],
    'GET /api/user/account': () => [200, account],
    'GET /api/user/sessions': () => [200, { sessions: [] }],
    'GET /api/user/keys': () => [200, { keys: [] }],
    'GET /api/user/passkeys': () => [200, { passkeys: [] }],
    'GET /api/memories': () => [200, { memories: [{ id: 'm1', text: 'I live in Berlin.', createdAt: now }] }],
    'GET /api/files': () => [200, { files: [], usedBytes: 0, quotaBytes: 1000 }],
  }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    const call = `${init.method} ${path}`
    calls.push([call, body])
    const [status, answer] = server[call]?.(body) ?? [404, {}]
    return new Response(JSON.stringify(answer), { status })
  })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  dismissToast()
  document.documentElement.dataset.density = 'comfortable'
  if (i18n.language !== 'en') await setLanguage('en')
})

const sent = (call: string) => calls.filter(([name]) => name === call).map(([, body]) => body)

const show = (path: string) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ConfirmProvider>
        <MemoryRouter initialEntries={[path]}>
          <Suspense fallback="Loading...">
            <Routes>
              <Route path="profile" element={<SettingsPage />} />
              <Route path="settings/:section?" element={<SettingsPage />} />
              <Route path="*" element={<p>Elsewhere</p>} />
            </Routes>
            <ShortcutsKey />
          </Suspense>
        </MemoryRouter>
      </ConfirmProvider>
    </QueryClientProvider>,
  )

test('a visitor sees what works without an account, and an invitation to make one', async () => {
  server['GET /api/me'] = () => [200, { role: null, userId: null }]
  const screen = await show('/settings')
  await expect.element(screen.getByRole('group', { name: 'Theme' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Create account' })).toBeVisible()
  const names = screen.getByRole('navigation', { name: 'Settings' }).getByRole('link').elements()
  expect(names.map((link) => link.textContent)).toEqual(['Language and appearance', 'Keyboard shortcuts'])
  await screen.getByRole('radio', { name: 'Compact' }).click()
  expect(document.documentElement.dataset.density).toBe('compact')
  expect(sent('PATCH /api/user/preferences')).toEqual([])
})

test('a profile is saved by Ctrl+Enter; a new e-mail asks for the password, and the refusal stands beside it', async () => {
  server['PATCH /api/user'] = (body) =>
    (body as { password?: string }).password === 'right words'
      ? [200, { ...ada, email: 'new@example.org' }]
      : [
          422,
          { error: { code: 'unprocessable', message: 'That is not your password.', details: { field: 'password' } } },
        ]
  const screen = await show('/profile')
  await screen.getByLabelText('E-mail').fill('new@')
  await screen.getByLabelText('Password', { exact: true }).fill('wrong words')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(screen.getByLabelText('E-mail')).toHaveAccessibleDescription('That is not an e-mail address.')
  expect(sent('PATCH /api/user')).toEqual([])
  await screen.getByLabelText('E-mail').fill('new@example.org')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect
    .element(screen.getByLabelText('Password', { exact: true }))
    .toHaveAccessibleDescription(/That is not your password/)
  await screen.getByLabelText('Password', { exact: true }).fill('right words')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => currentToasts()[0]?.title).toBe('Saved successfully')
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
})

test('what is not saved is not lost by a link without asking', async () => {
  const screen = await show('/settings/profile')
  await screen.getByLabelText('First name').fill('Augusta')
  await screen.getByRole('link', { name: 'Plan' }).click()
  await expect.element(screen.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
  await screen.getByRole('button', { name: 'Stay here' }).click()
  await expect.element(screen.getByLabelText('First name')).toHaveValue('Augusta')
  await screen.getByRole('link', { name: 'Plan' }).click()
  await screen.getByRole('button', { name: 'Leave without saving' }).click()
  await expect.element(screen.getByText('Your plan', { exact: true })).toBeVisible()
})

test('a section that could not be loaded says why and can be tried again', async () => {
  let down = true
  const memories = server['GET /api/memories'] as () => [number, unknown]
  server['GET /api/memories'] = () => (down ? [503, {}] : memories())
  const screen = await show('/settings/memory')
  await expect.element(screen.getByText(/temporarily unavailable/)).toBeVisible()
  down = false
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('I live in Berlin.')).toBeVisible()
})

test('a memory is edited in place, deleted at once, and put back by Undo', async () => {
  server['PATCH /api/memories/m1'] = (body) => [200, { id: 'm1', createdAt: now, ...(body as object) }]
  server['DELETE /api/memories/m1'] = () => [200, { id: 'm1', text: 'I live in Rome.', createdAt: now }]
  server['POST /api/memories'] = (body) => [201, { id: 'm2', createdAt: now, ...(body as object) }]
  const screen = await show('/settings/memory')
  await screen.getByRole('button', { name: 'Edit I live in Berlin.' }).click()
  await screen.getByRole('textbox', { name: 'What is remembered' }).fill('I live in Rome.')
  await userEvent.keyboard('{Enter}')
  // What had the focus goes away each time: the keyboard goes on in its place.
  await expect.element(screen.getByRole('button', { name: 'Edit I live in Rome.' })).toHaveFocus()
  await screen.getByRole('button', { name: 'Delete I live in Rome.' }).click()
  await expect.element(screen.getByText('Nothing is remembered yet.')).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'What is remembered' })).toHaveFocus()
  await expect.poll(() => currentToasts()[0]?.action?.label).toBe('Undo')
  currentToasts()[0]?.action?.onClick()
  await expect.element(screen.getByText('I live in Rome.')).toBeVisible()
  expect(sent('POST /api/memories')).toEqual([{ text: 'I live in Rome.' }])
})

test('a new API key is shown once', async () => {
  const key = {
    id: 'k',
    name: 'Backup',
    scopes: ['read'],
    start: 'atr_1',
    createdAt: now,
    lastUsedAt: null,
    expiresAt: null,
  }
  server['POST /api/user/keys'] = () => {
    server['GET /api/user/keys'] = () => [200, { keys: [key] }]
    return [201, { ...key, key: 'atr_1234567890' }]
  }
  const screen = await show('/settings/security')
  await screen.getByRole('button', { name: 'Make an API key' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Make an API key' })
  await dialog.getByRole('checkbox', { name: /Read/ }).click()
  await dialog.getByRole('button', { name: 'Make an API key' }).click()
  await expect.element(screen.getByText('Give the key a name.')).toBeVisible()
  await expect.element(screen.getByText('Choose at least one thing that the key may do.')).toBeVisible()
  await dialog.getByLabelText('Name').fill('Backup')
  await dialog.getByRole('checkbox', { name: /Read/ }).click()
  await dialog.getByRole('button', { name: 'Make an API key' }).click()
  await expect.element(screen.getByText('atr_1234567890')).toBeVisible()
  await screen.getByRole('button', { name: 'I have kept it' }).click()
  await expect.element(screen.getByText('Backup')).toBeVisible()
  expect(screen.getByText('atr_1234567890').elements()).toEqual([])
  expect(sent('POST /api/user/keys')).toEqual([{ name: 'Backup', scopes: ['read'], expiresInDays: 90 }])
})

test('a language is found by its own name, takes effect at once and is kept', async () => {
  server['PATCH /api/user/preferences'] = (body) => [
    200,
    { density: 'comfortable', motion: 'system', soulMode: false, theme: null, ...(body as object) },
  ]
  const screen = await show('/settings/appearance')
  await screen.getByRole('button', { name: /^Choose a language/ }).click()
  expect(screen.getByRole('option').elements()).toHaveLength(37)
  await screen.getByRole('combobox').fill('espa')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => i18n.language).toBe('es')
  await expect.poll(() => sent('PATCH /api/user/preferences')).toEqual([{ language: 'es' }])
  expect(localStorage.getItem('i18nextLng')).toBe('es')
})

test('? shows the shortcuts, but not while somebody is typing', async () => {
  const screen = await show('/settings/memory')
  await screen.getByLabelText('Something to remember').fill('Why')
  await userEvent.keyboard('?')
  await expect.element(screen.getByLabelText('Something to remember')).toHaveValue('Why?')
  expect(screen.getByRole('dialog').elements()).toEqual([])
  await screen.getByRole('switch').click()
  await userEvent.keyboard('?')
  await expect.element(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('once deletion was asked for the day stands on every section, with the way back', async () => {
  let deletionAt: string | null = now
  server['GET /api/user/account'] = () => [200, { ...account, deletionAt }]
  server['DELETE /api/user/deletion'] = () => {
    deletionAt = null
    return [200, {}]
  }
  const screen = await show('/settings/plan')
  await expect.element(screen.getByText(/will be deleted for good on .*2026/)).toBeVisible()
  await screen.getByRole('button', { name: 'Keep my account' }).click()
  await expect.poll(() => screen.getByText(/will be deleted for good/).elements().length).toBe(0)
})

test('a passkey asks for the password when the server does, beside its name', async () => {
  server['POST /api/user/passkeys/options'] = (body) =>
    (body as { password?: string }).password
      ? [409, { error: { code: 'conflict', message: 'You have 20 passkeys already.' } }]
      : [
          422,
          {
            error: {
              code: 'unprocessable',
              message: 'Enter your password to do this.',
              details: { field: 'password' },
            },
          },
        ]
  const screen = await show('/settings/security')
  await screen.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByLabelText('Name')).toBeVisible()
  expect(dialog.getByLabelText('Password').elements()).toEqual([])
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect.element(dialog.getByLabelText('Password')).toHaveFocus()
  await expect.element(dialog.getByText('Enter your password to do this.')).toBeVisible()
  await dialog.getByLabelText('Password').fill('right words')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect.element(dialog.getByRole('alert').getByText('You have 20 passkeys already.')).toBeVisible()
  expect(sent('POST /api/user/passkeys/options')).toEqual([{}, { password: 'right words' }])
})
