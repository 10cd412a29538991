import '../../ui/styles.css'
import { Analytics } from '@atrium/contract/workforce-insight'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, show } from '../seats/test-screen.tsx'
import { seatsOf } from '../seats/test-work.ts'
import { barsOf } from './spans.ts'

const dayOf = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10)
const days = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ day: dayOf(at), accepted: 1, sentBack: at % 2, costMicros: 10 }))

const month = Analytics.parse({
  days: 30,
  accepted: 4,
  sentBack: 1,
  firstTimeRight: 0.75,
  costMicros: 80_000,
  costPerAcceptedMicros: 20_000,
  isPriced: false,
  tokens: 12_345,
  approvalMs: { p50: 5_400_000, p90: 172_800_000 },
  leadMs: { p50: 600_000, p90: 1_200_000 },
  byDay: days(30),
  bySeat: [
    {
      seat: { id: 's1', name: 'Nora', agentKey: 'sdr' },
      accepted: 4,
      sentBack: 1,
      open: 2,
      costMicros: 80_000,
      isPriced: false,
      tokens: 12_345,
      priceCents: 12_000,
    },
    {
      seat: { id: 's9', name: 'Gone', agentKey: 'coo' },
      accepted: 0,
      sentBack: 0,
      open: 0,
      costMicros: 0,
      isPriced: true,
      tokens: 0,
      priceCents: 500,
    },
  ],
  byModel: [
    { model: 'openai:gpt', costMicros: 80_000, tokens: 10_000, calls: 7, isPriced: true },
    { model: 'own:model', costMicros: 0, tokens: 2_345, calls: 1, isPriced: false },
  ],
})
const nothing = Analytics.parse({
  ...month,
  days: 7,
  accepted: 0,
  sentBack: 0,
  firstTimeRight: null,
  costMicros: 0,
  costPerAcceptedMicros: null,
  isPriced: true,
  tokens: 0,
  approvalMs: null,
  leadMs: null,
  bySeat: [],
  byModel: [],
})

const quiet = days(7).map((day) => ({ ...day, accepted: 0, sentBack: 0, costMicros: 0 }))

let server: ReturnType<typeof fakeServer>
beforeEach(async () => {
  await page.viewport(1280, 900)
  localStorage.clear()
  localStorage.setItem('i18nextLng', 'en')
  server = fakeServer({
    'GET /api/workforce/analytics?days=30': () => [200, month],
    'GET /api/workforce/analytics?days=7': () => [200, nothing],
    'GET /api/workforce/analytics?days=365': () => [200, { ...month, days: 365, byDay: days(365) }],
    'GET /api/workforce/seats': () => [200, seatsOf({})],
  })
})
afterEach(() => vi.unstubAllGlobals())

const figure = (screen: Awaited<ReturnType<typeof show>>, name: string) => {
  const terms = [...screen.container.querySelectorAll('dt')]
  const term = terms.find(({ textContent }) => textContent === name)
  return [...(term?.parentElement?.querySelectorAll('dd') ?? [])].map((line) => line.textContent)
}

test('a month in figures: what one accepted product cost, seat and models, and that a price is not known', async () => {
  const screen = await show('/workforce/analytics')
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Workforce analytics' })).toBeVisible()
  await expect.element(screen.getByText('Right the first time')).toBeVisible()
  expect(figure(screen, 'Accepted')).toEqual(['4', 'Sent back: 1'])
  expect(figure(screen, 'Right the first time')).toEqual(['75%', 'Accepted as first handed in'])
  expect(figure(screen, 'Cost of each accepted')).toEqual(['at least $31.27', 'at least $0.02 of it for models'])
  expect(figure(screen, 'Price of the seats')).toEqual(['$125.00', 'The subscription’s share of this time'])
  expect(figure(screen, 'Until you decide')).toEqual(['1.5 hours', '9 of 10 within 2 days'])
  await expect.element(screen.getByText(/A model without a known price was asked/)).toBeVisible()
  const models = screen.getByRole('grid', { name: 'By model' }).or(screen.getByRole('table', { name: 'By model' }))
  await expect.element(models.getByText('Price unknown')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Nora' })).toHaveAttribute('href', '/workforce/seats/s1')
  // A seat that has left has no page.
  await expect.poll(() => screen.getByRole('link', { name: 'Gone' }).elements()).toEqual([])
})

test('what waits for a verdict draws no empty chart', async () => {
  const { bySeat } = month
  server.answers['GET /api/workforce/analytics?days=7'] = () => [200, { ...nothing, bySeat, byDay: quiet }]
  const screen = await show('/workforce/analytics?days=7')
  await expect.element(screen.getByText('Nothing was accepted or sent back in this time.')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Nora' })).toBeVisible()
})

test('a week without work says so and leads on; a year is drawn by weeks that lose nothing', async () => {
  const screen = await show('/workforce/analytics?days=7')
  await expect.element(screen.getByRole('heading', { name: 'Nothing to measure yet' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Hire an agent' })).toBeVisible()
  await screen.getByRole('button', { name: 'Show a year' }).click()
  await expect.element(screen.getByRole('heading', { name: 'By week' })).toBeVisible()
  await expect.element(screen.getByRole('radio', { name: '365 days' })).toBeChecked()
  const weeks = barsOf(days(365))
  expect(weeks).toHaveLength(53)
  expect(weeks.at(-1)).toEqual({ day: dayOf(358), accepted: 7, sentBack: 3, costMicros: 70 })
  expect(weeks.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(365)
})
