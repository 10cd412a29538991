import '../../ui/styles.css'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dismissToast } from '../../ui/toast-store.ts'
import { fakeServer, show } from '../seats/test-screen.tsx'
import { orgOf } from '../seats/test-work.ts'

const names = ['Ada Lovelace', 'Emil', 'Nora', 'Yusra']
let org = orgOf()
let server: ReturnType<typeof fakeServer>

beforeEach(async () => {
  await page.viewport(1280, 900)
  localStorage.clear()
  localStorage.setItem('i18nextLng', 'en')
  org = orgOf(
    { id: 's1', name: 'Nora' },
    { id: 's2', name: 'Emil', agentKey: 'coo' },
    { id: 's3', name: 'Yusra', managerUserId: null, managerSeatId: 's1' },
  )
  server = fakeServer({
    'GET /api/workforce/org': () => [200, org],
    'PUT /api/workforce/seats/s2/manager': (body) => {
      const { userId, seatId } = body as { userId: string | null; seatId: string | null }
      org = {
        ...org,
        seats: org.seats.map((seat) =>
          seat.id === 's2' ? { ...seat, managerUserId: userId, managerSeatId: seatId } : seat,
        ),
      }
      return [200, {}]
    },
    'PUT /api/workforce/seats/s1/manager': () => [
      409,
      { error: { code: 'conflict', message: 'Yusra reports to Nora already. Give Yusra another manager first.' } },
    ],
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  dismissToast()
})

const drag = (from: Element, to: Element) =>
  userEvent.dragAndDrop(from, to, { sourcePosition: { x: 60, y: 20 }, targetPosition: { x: 60, y: 20 } })
const card = (screen: Awaited<ReturnType<typeof show>>, name: RegExp) => screen.getByRole('treeitem', { name })

test('a seat dragged onto another reports to it, and the undo of that is one press', async () => {
  const screen = await show('/org-chart')
  await expect.element(card(screen, /^Emil/)).toHaveAttribute('aria-level', '2')
  await drag(card(screen, /^Emil/).element(), card(screen, /^Nora/).element())
  await expect.element(card(screen, /^Emil/)).toHaveAttribute('aria-level', '3')
  expect(server.sent('PUT /api/workforce/seats/s2/manager')).toEqual([{ userId: null, seatId: 's1' }])
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.element(card(screen, /^Emil/)).toHaveAttribute('aria-level', '2')
})

test('what the server refuses is said in its words, and everybody stands where they were', async () => {
  const screen = await show('/org-chart')
  await expect.element(card(screen, /^Yusra/)).toBeVisible()
  await drag(card(screen, /^Nora/).element(), card(screen, /^Yusra/).element())
  await expect
    .element(screen.getByText('Yusra reports to Nora already. Give Yusra another manager first.'))
    .toBeVisible()
  expect(
    card(screen, /./)
      .elements()
      .map((one) => one.getAttribute('title')?.split('\n')[0])
      .toSorted(),
  ).toEqual(names)
  await expect.element(card(screen, /^Yusra/)).toHaveAttribute('aria-level', '3')
})

test('a chart that is wider than its frame shows whoever stands at the top, and keeps the middle when it grows', async () => {
  await page.viewport(500, 800)
  org = orgOf(
    ...['s1', 's2'].map((id) => ({ id, name: `Lead ${id}` })),
    ...['s3', 's4', 's5', 's6'].map((id, at) => ({
      id,
      name: `Report ${id}`,
      managerUserId: null,
      managerSeatId: at < 2 ? 's1' : 's2',
    })),
  )
  const screen = await show('/org-chart')
  const top = card(screen, /^Ada/)
  await expect.element(top).toBeVisible()
  const aside = () => {
    const frame = top.element().closest('.overflow-auto') as Element
    const [a, b] = [top.element(), frame].map((one) => one.getBoundingClientRect())
    expect(frame.scrollWidth).toBeGreaterThan(frame.clientWidth)
    return a && b ? Math.abs(a.left + a.width / 2 - b.left - b.width / 2) : Number.NaN
  }
  await expect.poll(aside).toBeLessThan(12)
  await screen.getByRole('button', { name: 'Larger', exact: true }).click()
  await expect.poll(aside).toBeLessThan(12)
})

test('by keyboard alone: walk, close a branch, open it, change a manager to somebody who does not report to the seat', async () => {
  const screen = await show('/org-chart')
  await expect.element(card(screen, /^Ada/)).toBeVisible()
  ;(card(screen, /^Ada/).element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(card(screen, /^Nora/)).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(card(screen, /^Nora/)).toHaveAttribute('aria-expanded', 'false')
  expect(card(screen, /^Yusra/).elements()).toEqual([])
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.element(card(screen, /^Yusra/)).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}{ArrowUp}')
  await expect.element(card(screen, /^Emil/)).toHaveFocus()
  await userEvent.keyboard('m')
  const dialog = screen.getByRole('dialog', { name: 'Whom does Emil report to?' })
  await dialog.getByRole('combobox').selectOptions('Nobody')
  await dialog.getByRole('button', { name: 'Change manager' }).click()
  await expect.element(card(screen, /^Emil/)).toHaveAttribute('aria-level', '1')
  await expect.element(card(screen, /^Emil/)).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}m')
  const again = screen.getByRole('dialog', { name: 'Whom does Nora report to?' })
  const offered = [...again.getByRole('combobox').element().querySelectorAll('option')].map(({ text }) => text)
  expect(offered).toEqual(['Nobody', 'Ada Lovelace (you)', 'Emil (Chief Operating Officer)'])
})
