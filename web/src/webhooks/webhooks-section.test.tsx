import '../ui/styles.css'
import type { Webhook } from '@atrium/contract/webhooks'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../i18n/test-i18n.ts'
import { createQueryClient } from '../platform/query.ts'
import { SettingsPage } from '../settings/settings-page.tsx'
import { ConfirmProvider } from '../ui/confirm.tsx'
import { currentToasts, dismissToast } from '../ui/toast-store.ts'

const now = '2026-03-01T10:00:00.000Z'
const PATH = '/api/webhooks'
const URL = 'https://hooks.example.org/atrium'
const hook: Webhook = {
  ...{ id: 'w1', url: URL, events: ['records:tasks'], isOn: true },
  ...{ failingSince: null, givenUpAt: null, createdAt: now },
}
const delivery = {
  ...{ id: 'd1', event: 'records:tasks', state: 'failed', attempts: 8, nextAt: null, status: 500, ms: 42 },
  ...{ answer: 'out of order', createdAt: now, attemptedAt: now },
}
let kept: Webhook[]
let calls: [string, unknown][]
let server: Record<string, (body: unknown) => [number, unknown]>

beforeEach(async () => {
  await page.viewport(1280, 900)
  kept = [hook]
  calls = []
  server = {
    'GET /api/me': () => [200, { role: 'user', userId: 'u1' }],
    'GET /api/user/account': () => [200, { createdAt: now, deletionAt: null, providers: [] }],
    [`GET ${PATH}`]: () => [
      200,
      {
        webhooks: kept,
        events: [
          { name: 'records:tasks', title: 'Tasks' },
          { name: 'approval:waiting', title: 'Waits' },
        ],
      },
    ],
    [`GET ${PATH}/w1/deliveries`]: () => [200, { deliveries: [delivery] }],
  }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const call = `${init.method} ${path}`
    calls.push([call, body])
    const [status, answer] = server[call]?.(body) ?? [404, {}]
    return new Response(JSON.stringify(answer), { status })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  dismissToast()
})

const sent = (call: string) => calls.filter(([name]) => name === call).map(([, body]) => body)
const show = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ConfirmProvider>
        <MemoryRouter initialEntries={['/settings/webhooks']}>
          <Suspense fallback="Loading...">
            <Routes>
              <Route path="settings/:section?" element={<SettingsPage />} />
            </Routes>
          </Suspense>
        </MemoryRouter>
      </ConfirmProvider>
    </QueryClientProvider>,
  )

test('a webhook is made with an address and events, and its secret is shown once', async () => {
  kept = []
  server[`POST ${PATH}`] = (body) => {
    kept = [{ ...hook, ...(body as object) }]
    return [201, { ...kept[0], secret: 'whsec_shown-once' }]
  }
  const screen = await show()
  await expect.element(screen.getByText('Nobody is told yet.')).toBeVisible()
  await screen.getByRole('button', { name: 'New webhook' }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('Address').fill('mailto:me')
  await dialog.getByRole('button', { name: 'Save webhook' }).click()
  await expect.element(dialog.getByText('An address begins with https:// or http://.')).toBeVisible()
  await dialog.getByLabelText('Address').fill(URL)
  await dialog.getByLabelText('Every change').click()
  await dialog.getByRole('button', { name: 'Save webhook' }).click()
  await expect.element(dialog.getByText('Choose at least one event.')).toBeVisible()
  await expect.element(dialog.getByLabelText('Something waits for your word')).not.toBeChecked()
  await dialog.getByLabelText('Changes in Tasks').click()
  await dialog.getByRole('button', { name: 'Save webhook' }).click()
  await expect.element(screen.getByText('whsec_shown-once')).toBeVisible()
  expect(sent(`POST ${PATH}`)).toEqual([{ url: URL, events: ['records:tasks'] }])
  await screen.getByRole('button', { name: 'I have kept it' }).click()
  await expect.element(screen.getByText('whsec_shown-once')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('list', { name: 'Webhooks' }).getByText(URL)).toBeVisible()
})

test('what it was told is listed with the answers, and sent again', async () => {
  server[`POST ${PATH}/w1/deliveries/d1/resend`] = () => [200, { ...delivery, state: 'delivered', status: 200 }]
  const screen = await show()
  await screen.getByRole('button', { name: 'What it was told' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText('out of order')).toBeVisible()
  await expect.element(dialog.getByText('Not taken')).toBeVisible()
  await expect.element(dialog.getByText(/8 attempts · Answer: 500 · 42 ms/)).toBeVisible()
  await dialog.getByRole('button', { name: /^Send again: Changes in Tasks/ }).click()
  await vi.waitFor(() => expect(sent(`POST ${PATH}/w1/deliveries/d1/resend`)).toHaveLength(1))
})

test('a test says what was answered', async () => {
  server[`POST ${PATH}/w1/test`] = () => [200, { ...delivery, event: 'test', state: 'delivered', status: 204, ms: 7 }]
  const screen = await show()
  await screen.getByRole('button', { name: 'Send a test' }).click()
  await vi.waitFor(() => expect(currentToasts()[0]?.title).toBe('It answered 204 in 7 ms'))
})

test('one that was given up says so, and is switched on again; it goes after a question', async () => {
  kept = [{ ...hook, isOn: false, givenUpAt: now }]
  server[`PATCH ${PATH}/w1`] = () => {
    kept = [hook]
    return [200, hook]
  }
  server[`DELETE ${PATH}/w1`] = () => {
    kept = []
    return [200, { ok: true }]
  }
  const screen = await show()
  await expect.element(screen.getByText('Switched off: it took nothing for days')).toBeVisible()
  await screen.getByRole('button', { name: `More for ${URL}` }).click()
  await screen.getByRole('menuitem', { name: 'Switch on' }).click()
  await expect.element(screen.getByText('Switched off: it took nothing for days')).not.toBeInTheDocument()
  expect(sent(`PATCH ${PATH}/w1`)).toEqual([{ isOn: true }])
  await screen.getByRole('button', { name: `More for ${URL}` }).click()
  await screen.getByRole('menuitem', { name: 'Delete' }).click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect.element(screen.getByText('Nobody is told yet.')).toBeVisible()
})
