import type { DeliverableLine } from '@atrium/contract/workforce-work'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dismissToast } from '../../ui/toast-store.ts'
// Fetched before the clock of a test runs: the pages load them when they are wanted.
import './active-page.tsx'
import './deliverables-page.tsx'
import '../../ui/board-panel.tsx'
import { details, seat, show, startTestServer, type TestServer, task } from './test-work.tsx'

let server: TestServer
const OPEN = 'GET /api/workforce/tasks?status=open&limit=500'
const DONE = 'GET /api/workforce/tasks?status=done&limit=50'
const ENDED = 'GET /api/workforce/tasks?status=ended&limit=50'
const HANDED_IN = 'GET /api/workforce/deliverables?limit=50'

const line = (part: Partial<DeliverableLine>): DeliverableLine => ({
  id: 'd1',
  task: { id: 't1', title: 'Clean the leads' },
  seat,
  state: 'in_review',
  version: 1,
  title: 'Leads, cleaned',
  summary: 'Three leads are left.',
  criteria: 3,
  met: 2,
  costMicros: 1_200_000,
  isPriced: true,
  handedInAt: '2026-03-02T09:00:00.000Z',
  decidedAt: null,
  ...part,
})

const many = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) =>
    task({ id: `m${from + at}`, title: `Task ${from + at}`, status: 'todo', rank: from + at }),
  )

beforeEach(async () => {
  await page.viewport(1600, 900)
  server = startTestServer()
})
afterEach(() => {
  vi.unstubAllGlobals()
  dismissToast()
})

test('what was handed in is listed with its criteria, and more of it comes by the keyboard alone', async () => {
  server.answers[HANDED_IN] = () => [200, { deliverables: [line({})], nextCursor: 'c1' }]
  server.answers[`${HANDED_IN}&cursor=c1`] = () => [
    200,
    // The first one again: it was handed in anew between the two calls.
    { deliverables: [line({}), line({ id: 'd2', title: 'Notes', version: 3, state: 'accepted' })], nextCursor: null },
  ]
  const screen = await show('/workforce/deliverables')
  const list = screen.getByRole('list', { name: 'Deliverables' })
  await expect.element(list.getByText('2 of 3 criteria met')).toBeVisible()
  await expect.element(list.getByText('$1.20')).toBeVisible()
  const more = screen.getByRole('button', { name: 'Show more' })
  ;(more.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(list.getByRole('link', { name: /^Notes/ })).toHaveFocus()
  expect(list.getByRole('listitem').elements()).toHaveLength(2)
  await expect.element(list.getByText(/^Version 3, /)).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByLabelText('Address')).toHaveTextContent('/workforce/deliverables/d2')
})

test('deliverables are filtered in the address, and a filter that finds nothing leads back to all', async () => {
  server.answers[HANDED_IN] = () => [200, { deliverables: [line({})], nextCursor: null }]
  server.answers['GET /api/workforce/deliverables?limit=50&state=sent_back&seat=seat1'] = () => [
    200,
    { deliverables: [], nextCursor: null },
  ]
  const screen = await show('/workforce/deliverables?seat=seat1&state=sent_back')
  await expect.element(screen.getByLabelText('State')).toHaveValue('sent_back')
  await screen.getByRole('button', { name: 'All deliverables' }).click()
  await expect.element(screen.getByRole('link', { name: /^Leads, cleaned/ })).toBeVisible()
  await expect.element(screen.getByLabelText('Address')).not.toHaveTextContent('seat')
})

test('a list that cannot be fetched says so and is tried again; the next page that fails keeps what is there', async () => {
  server.answers[HANDED_IN] = () => [503, { error: { code: 'unavailable', message: 'The database is away.' } }]
  const screen = await show('/workforce/deliverables')
  await expect.element(screen.getByText('The database is away.')).toBeVisible()
  server.answers[HANDED_IN] = () => [200, { deliverables: [line({})], nextCursor: 'c1' }]
  await screen.getByRole('button', { name: 'Try again' }).click()
  server.answers[`${HANDED_IN}&cursor=c1`] = () => [400, { error: { code: 'bad_request', message: 'It went away.' } }]
  await screen.getByRole('button', { name: 'Show more' }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('It went away.')
  await expect.element(screen.getByRole('link', { name: /^Leads, cleaned/ })).toBeVisible()
})

test('ended tasks say whether they were done or cancelled, by whom and what they cost, and Done leads to them', async () => {
  const endedAt = '2026-03-04T09:00:00.000Z'
  server.answers[DONE] = () => [
    200,
    { tasks: [task({ id: 'e1', title: 'Plan', status: 'done', endedAt })], nextCursor: 'c1' },
  ]
  server.answers[ENDED] = () => [
    200,
    {
      tasks: [
        task({ id: 'e1', title: 'Plan', status: 'done', endedAt, costMicros: 2_500_000 }),
        task({ id: 'e2', title: 'Call', status: 'cancelled', endedAt }),
      ],
      nextCursor: null,
    },
  ]
  const screen = await show('/workforce/active')
  const done = screen.getByRole('list', { name: /^Done/ })
  await expect.element(done).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: /^Done\s*1\+$/ })).toBeVisible()
  await screen.getByRole('link', { name: 'See all' }).click()
  await expect.element(screen.getByLabelText('Address')).toHaveTextContent('/workforce/active?view=ended')
  const plan = screen.getByRole('list', { name: 'Ended' }).getByRole('link', { name: /^Plan/ })
  for (const text of ['Cleo', 'Done', '$2.50', /^Mar 4, 2026/]) await expect.element(plan.getByText(text)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: /^Call.*Cancelled$/ })).toBeVisible()
})

test('of more tasks than one page holds none is missing: they are fetched to the end, and all of them are counted', async () => {
  server.answers[OPEN] = () => [200, { tasks: many(0, 20), nextCursor: 'p2' }]
  server.answers[`${OPEN}&cursor=p2`] = () => [200, { tasks: many(20, 30), nextCursor: 'p3' }]
  let comes: (() => void) | undefined
  const others = globalThis.fetch
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (!path.endsWith('cursor=p3')) return others(path, init)
    await new Promise<void>((resolve) => {
      comes = resolve
    })
    return new Response(JSON.stringify({ tasks: many(30, 33), nextCursor: null }))
  })
  const screen = await show('/workforce/active?view=list')
  await expect.element(screen.getByText('30 open tasks are shown so far.')).toBeVisible()
  comes?.()
  await expect.element(screen.getByText('33', { exact: true })).toBeVisible()
  expect(screen.getByText(/shown so far/).elements()).toEqual([])
  await expect.element(screen.getByRole('link', { name: /^Task 32/ })).toBeInTheDocument()
})

test('a task that waits for another is offered the first page of open ones, and no other page is fetched for it', async () => {
  server.answers[OPEN] = () => [200, { tasks: many(0, 5), nextCursor: 'p2' }]
  server.answers[`${OPEN}&cursor=p2`] = () => [200, { tasks: many(5, 9), nextCursor: null }]
  server.answers['GET /api/workforce/tasks/t1'] = () => [200, details({ status: 'todo' })]
  const screen = await show('/workforce/tasks/t1')
  const needs = screen.getByRole('combobox', { name: 'Waits for' })
  await expect.element(needs.getByRole('option', { name: 'Task 4' })).toBeInTheDocument()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(server.sent(`${OPEN}&cursor=p2`)).toEqual([])
})
