import { afterEach, expect, test, vi } from 'vitest'
import { answering, page } from '../../../web/src/records/test-page.tsx'
import { CalendarPage } from './calendar-page.tsx'

// The days are not drawn yet, and have put no day into the address.
vi.mock('./calendar-view.tsx', () => ({ CalendarView: () => null }))

const ACTION = 'POST /api/m/content-calendar'
afterEach(() => void vi.useRealTimers())

test('a new event is on the day that it is where the person is', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-10T12:30:00Z') })
  const overview = {
    zone: 'Pacific/Auckland',
    canMail: true,
    ...{ total: 1, channels: [], calendars: [], review: [], late: 0, due: [], feeds: [] },
  }
  answering({
    [`${ACTION}/overview`]: [200, { output: overview, change: null }],
  })
  const screen = await page(<CalendarPage />, '/content-calendar')
  await expect.element(screen.getByLabelText('Time zone shown')).toHaveDisplayValue('Pacific/Auckland')
  await screen.getByRole('button', { name: 'New event' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByLabelText('Day', { exact: true }).first()).toHaveValue('2026-11-11')
})
