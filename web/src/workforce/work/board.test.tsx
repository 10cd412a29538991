import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dismissToast } from '../../ui/toast-store.ts'
import { inboxOf } from '../seats/test-work.ts'
import { columnsOf, rankBefore } from './board-columns.ts'
import { dayLabel } from './days.ts'
import { approval, seats, show, startTestServer, type TestServer, task } from './test-work.tsx'

let server: TestServer
const OPEN = 'GET /api/workforce/tasks?status=open&limit=500'

beforeEach(async () => {
  await page.viewport(1600, 900)
  server = startTestServer()
  const tasks = [
    task({ id: 't1', title: 'Clean the leads', status: 'backlog', rank: 1, version: 7 }),
    task({ id: 't2', title: 'Plan the week', status: 'todo', rank: 10, dueOn: '2020-01-01' }),
    task({ id: 't3', title: 'Write to Ada', status: 'todo', rank: 20 }),
    task({
      id: 't4',
      title: 'Close the month',
      status: 'waiting_human',
      next: { kind: 'person', name: 'Ada', for: 'approval' },
      costMicros: 1_234,
      isPriced: false,
    }),
  ]
  server.answers[OPEN] = () => [200, { tasks, nextCursor: null }]
  server.answers['PATCH /api/workforce/tasks/t1'] = () => [200, {}]
})
afterEach(() => {
  vi.unstubAllGlobals()
  dismissToast()
})

test('each card says who acts next, what is late and what it cost; a view is kept in the address', async () => {
  const screen = await show('/workforce/active')
  const needsYou = screen.getByRole('list', { name: /^Needs you/ })
  await expect.element(needsYou.getByText('Ada to approve')).toBeVisible()
  await expect.element(needsYou.getByText('at least $0.0012')).toBeVisible()
  await expect.element(screen.getByRole('list', { name: /^To do/ }).getByText(/^Late: Jan 1, 2020/)).toBeVisible()
  await screen.getByText('List', { exact: true }).click()
  await expect.element(screen.getByLabelText('Address')).toHaveTextContent('/workforce/active?view=list')
  await screen.getByRole('link', { name: /Close the month/ }).click()
  await expect.element(screen.getByLabelText('Address')).toHaveTextContent('/workforce/tasks/t4')
})

test('by the menu of a card: it is moved to the end of To do, and stays out of the columns that are the work’s own', async () => {
  const screen = await show('/workforce/active')
  const menu = screen.getByRole('button', { name: /^Actions for Clean the leads/ })
  await menu.click()
  await screen.getByRole('menuitem', { name: 'In review' }).click()
  await expect.element(screen.getByText('A task comes here when its work is handed in.')).toBeVisible()
  expect(server.sent('PATCH /api/workforce/tasks/t1')).toEqual([])
  await menu.click()
  await screen.getByRole('menuitem', { name: 'To do' }).click()
  await expect
    .poll(() => server.sent('PATCH /api/workforce/tasks/t1'))
    .toEqual([{ version: 7, status: 'todo', rank: 21 }])
})

test('a move that the server refuses is taken back and says why', async () => {
  server.answers['PATCH /api/workforce/tasks/t1'] = () => [
    409,
    { error: { code: 'conflict', message: 'The task was changed meanwhile. Look at it screen.' } },
  ]
  const screen = await show('/workforce/active')
  const card = screen.getByRole('group', { name: 'Clean the leads' })
  await expect.element(card).toBeVisible()
  ;(card.element() as HTMLElement).focus()
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
  await expect.element(screen.getByText('The task was changed meanwhile. Look at it screen.')).toBeVisible()
  await expect.element(screen.getByText('Clean the leads: stays in Backlog')).toBeInTheDocument()
  await expect.element(screen.getByRole('list', { name: /^Backlog/ }).getByText('Clean the leads')).toBeVisible()
})

test('where the inbox has as many approvals as it tells, there may be more', async () => {
  const waiting = Array.from({ length: 50 }, (_, at) => approval({ id: `a${at}` }))
  server.answers['GET /api/workforce/inbox'] = () => [200, inboxOf({ approvals: waiting })]
  const screen = await show('/workforce/active')
  await expect.element(screen.getByRole('link', { name: '50+ approvals wait' })).toBeVisible()
  await screen.unmount()
  server.answers['GET /api/workforce/inbox'] = () => [200, inboxOf({ approvals: waiting.slice(1) })]
  const fewer = await show('/workforce/active')
  await expect.element(fewer.getByRole('link', { name: '49 approvals wait' })).toBeVisible()
})

test('who has hired nobody is led to hiring, who has given no task to the first one', async () => {
  server.answers[OPEN] = () => [200, { tasks: [], nextCursor: null }]
  const screen = await show('/workforce/active')
  await screen.getByRole('button', { name: 'Give the first task' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'New task' })).toBeVisible()
  await screen.unmount()
  server.answers['GET /api/workforce/seats'] = () => [200, { ...seats, seats: [] }]
  const none = await show('/workforce/active')
  await expect.element(none.getByRole('link', { name: 'Hire an agent' })).toHaveAttribute('href', '/workforce')
})

test('a rank lies between those beside it, and a task that is in two lists is shown once', () => {
  const cards = [
    { id: 'a', rank: 1 },
    { id: 'b', rank: 2 },
  ]
  expect(rankBefore(cards, 'b')).toBe(1.5)
  expect(rankBefore(cards, 'a')).toBe(0)
  expect(rankBefore(cards, null)).toBe(3)
  expect(rankBefore([], null)).toBe(0)
  const open = task({ id: 'a', title: 'A', status: 'in_review' })
  const columns = columnsOf([open], [{ ...open, status: 'done' }], new Map())
  expect(columns.in_review).toHaveLength(1)
  expect(columns.done).toEqual([])
  expect(dayLabel('2026-03-03', 'en', '2026-03-02')).toBe('tomorrow')
  expect(dayLabel('2027-03-03', 'en', '2026-03-02')).toBe('Mar 3, 2027')
})
