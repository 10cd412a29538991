import '../../ui/styles.css'
import { BudgetList } from '@atrium/contract/workforce-seats'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { dismissToast } from '../../ui/toast-store.ts'
import { fakeServer, show } from '../seats/test-screen.tsx'
import { seatsOf } from '../seats/test-work.ts'

const none = { limitMicros: null, limitTokens: null, reservedMicros: 0, tokens: 0, isNear: false, isReached: false }
const { budgets } = BudgetList.parse({
  budgets: [
    {
      scope: 'workspace',
      scopeId: 'u1',
      period: 'month',
      ...none,
      spentMicros: 4_500_000,
      limitMicros: 5_000_000,
      isNear: true,
    },
    { scope: 'seat', scopeId: 's1', period: 'month', ...none, spentMicros: 250_000, limitMicros: 2_000_000 },
  ],
})

let isPaused: boolean
let server: ReturnType<typeof fakeServer>
beforeEach(async () => {
  await page.viewport(1280, 900)
  localStorage.clear()
  localStorage.setItem('i18nextLng', 'en')
  isPaused = false
  server = fakeServer({
    'GET /api/workforce/seats': () => [200, { ...seatsOf({}), isPaused }],
    'GET /api/workforce/budgets': () => [200, { budgets }],
    'GET /api/teams': () => [200, { teams: [{ id: 'team1', name: 'Bakers', deletionAt: null }] }],
    'GET /api/workforce/card': () => [200, { offered: true, onFile: true }],
    'PUT /api/workforce/budgets': () => [200, budgets[0]],
    'PUT /api/workforce/paused': (body) => {
      isPaused = (body as { on: boolean }).on
      return [200, { ...seatsOf({}), isPaused }]
    },
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  dismissToast()
})

test('the limits of the workspace and of a team that has no seat yet are set, each for itself', async () => {
  const screen = await show('/workforce/settings')
  await expect.element(screen.getByText('More than 80 percent is used.')).toBeVisible()
  await screen.getByRole('button', { name: 'Change limits: Team Bakers' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Change limits: Team Bakers' })
  await dialog.getByLabelText('US dollars').fill('7.50')
  await dialog.getByRole('button', { name: 'Save limits' }).click()
  await expect
    .poll(() => server.sent('PUT /api/workforce/budgets'))
    .toEqual([{ scope: 'team', scopeId: 'team1', limitMicros: 7_500_000, limitTokens: null }])
  await expect.poll(() => screen.getByRole('dialog').elements()).toEqual([])
  await screen.getByRole('button', { name: 'Change limits: All seats together' }).click()
  await screen.getByLabelText('US dollars').fill('')
  await screen.getByRole('button', { name: 'Save limits' }).click()
  await expect
    .poll(() => server.sent('PUT /api/workforce/budgets').at(-1))
    .toEqual({ scope: 'workspace', scopeId: null, limitMicros: null, limitTokens: null })
})

test('everything is paused by one switch; each seat’s own rules and the invoices are a link away', async () => {
  const screen = await show('/workforce/settings')
  const pause = screen.getByRole('switch', { name: 'Pause everything' })
  await pause.click()
  await expect.element(pause).toBeChecked()
  expect(server.sent('PUT /api/workforce/paused')).toEqual([{ on: true }])
  await expect.element(screen.getByText('$0.25 of $2.00 this month')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'What it may do: Nora' }))
    .toHaveAttribute('href', '/workforce/seats/s1?tab=access')
  await expect
    .element(screen.getByRole('link', { name: 'Orders and invoices' }))
    .toHaveAttribute('href', '/workforce/orders')
  await expect.element(screen.getByRole('button', { name: 'Manage your cards' })).toBeVisible()
})
