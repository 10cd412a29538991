import type { TaskChange } from '@atrium/contract/workforce-work'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dismissToast } from '../../ui/toast-store.ts'
import { details, show, startTestServer, type TestServer, task } from './test-work.tsx'

let server: TestServer
const GET = 'GET /api/workforce/tasks/t1'
const PATCH = 'PATCH /api/workforce/tasks/t1'
const GIVEN = 'GET /api/workforce/tasks?for=me&status=open&limit=50'
const ENDED = 'GET /api/workforce/tasks?for=me&status=ended&limit=50'
const me = { id: 'u1', name: 'Ada' }
const ben = { id: 'u2', name: 'Ben' }
const mine = { seat: null, person: me, giver: ben, status: 'todo' } as const
/** The task as the server has it, with what was changed of it. */
let now = details({})

const keptTexts = () => Object.entries(localStorage).flatMap(([key, text]) => (key.includes('_result_') ? [text] : []))

beforeEach(async () => {
  await page.viewport(1280, 900)
  localStorage.clear()
  localStorage.setItem('i18nextLng', 'en')
  server = startTestServer()
  server.answers[GET] = () => [200, now]
  server.answers[PATCH] = (body) => {
    const change = body as TaskChange
    now = details({ ...now, ...change, canReopen: change.status === 'done', version: now.version + 1 } as typeof now)
    return [200, now]
  }
})
afterEach(() => {
  vi.unstubAllGlobals()
  dismissToast()
})

test('what a colleague gave says from whom it is, and is done with what came of it, by keys alone', async () => {
  now = details({
    ...mine,
    brief: 'Ask for the *new* terms.',
    criteria: [{ criterion: 'In writing', met: 'unknown', note: '', checked: 0, left: 0 }],
    dueOn: '2026-04-01',
    parent: { id: 'p1', title: 'Change the bank' },
    needs: [{ id: 'n1', title: 'Find the contract', status: 'done' }],
    version: 3,
  })
  const screen = await show('/workforce/tasks/t1')
  const card = screen.getByRole('article', { name: 'Ben gave you this' })
  await expect.element(card).toBeVisible()
  await expect.element(screen.getByText('In writing')).toBeVisible()
  await expect.element(screen.getByText('Find the contract')).toBeVisible()
  // Of the giver's other things there is nothing, and no way to what only the giver may do.
  expect(screen.getByRole('link', { name: 'Change the bank' }).elements()).toEqual([])
  expect(screen.getByRole('link', { name: 'Find the contract' }).elements()).toEqual([])
  for (const name of ['More actions', 'Add a subtask', 'Set a limit'])
    expect(screen.getByRole('button', { name }).elements()).toEqual([])
  expect(screen.getByRole('combobox').elements()).toEqual([])
  ;(card.getByLabelText('What came of it (optional)').element() as HTMLElement).focus()
  await userEvent.keyboard('They agreed.{Control>}{Enter}{/Control}')
  await expect.element(screen.getByRole('region', { name: 'What came of it' }).getByText('They agreed.')).toBeVisible()
  expect(server.sent(PATCH)).toEqual([{ status: 'done', result: 'They agreed.', version: 3 }])
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  await screen.getByRole('button', { name: 'Open again' }).click()
  await expect.element(card).toBeVisible()
  expect(server.sent(PATCH)[1]).toEqual({ status: 'todo', version: 4 })
})

test('what its giver has closed is theirs to open again', async () => {
  now = details({ ...mine, status: 'done', result: 'They agreed.', canReopen: false })
  const screen = await show('/workforce/tasks/t1')
  await expect.element(screen.getByText('They agreed.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Open again' }).elements()).toEqual([])
})

test('given back, it leads to what else was given; a task that is not there says so, also while it is looked at', async () => {
  now = details({ ...mine })
  server.answers[GIVEN] = () => [
    200,
    { tasks: [task({ ...mine, id: 't2', title: 'Book a room', dueOn: '2020-01-01' })], nextCursor: null },
  ]
  server.answers[ENDED] = () => [
    200,
    { tasks: [task({ ...mine, id: 't3', title: 'Call the bank', status: 'done' })], nextCursor: null },
  ]
  const screen = await show('/workforce/tasks/t1')
  await screen.getByRole('button', { name: 'Give back' }).click()
  const sure = screen.getByRole('alertdialog').or(screen.getByRole('dialog'))
  await sure.getByRole('button', { name: 'Give back' }).click()
  await expect.element(screen.getByLabelText('Address')).toHaveTextContent('/workforce/active?view=given')
  expect(server.sent(PATCH)).toEqual([{ userId: null, version: 1 }])
  const line = screen.getByRole('list', { name: 'To do' }).getByRole('link', { name: /Book a room/ })
  await expect.element(line.getByText('From Ben')).toBeVisible()
  await expect.element(line.getByText(/^Late/)).toBeVisible()
  await expect.element(screen.getByRole('list', { name: 'Done or cancelled' }).getByText('Call the bank')).toBeVisible()
  let isGone = false
  server.answers['GET /api/workforce/tasks/t2'] = () =>
    isGone ? [404, { error: { code: 'not_found', message: 'That task was not found.' } }] : [200, details({ ...mine })]
  server.answers['PATCH /api/workforce/tasks/t1'] = () => {
    isGone = true
    return [404, { error: { code: 'not_found', message: 'That task was not found.' } }]
  }
  await line.click()
  await screen.getByRole('button', { name: 'Mark as done' }).click()
  await expect.element(screen.getByRole('heading', { name: 'This task is not here' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'All tasks' })).toHaveAttribute('href', '/workforce/active')
})

test('its owner sees who does it and what came of it, and chooses anew when that person left the team', async () => {
  now = details({
    seat: null,
    person: ben,
    status: 'todo',
    next: { kind: 'person', name: 'Ada', for: 'assign' },
    result: 'They agreed.',
  })
  const screen = await show('/workforce/tasks/t1')
  await expect.element(screen.getByText('Ben is no longer in a team with you. Choose who does this.')).toBeVisible()
  await expect.element(screen.getByText('They agreed.')).toBeVisible()
  const who = screen.getByLabelText('Who does it')
  await expect.element(who).toHaveDisplayValue('Ben')
  server.answers['GET /api/workforce/org'] = () => [
    200,
    { people: [{ id: 'u3', name: 'Ben', isYou: false, teams: ['Legal'] }], seats: [] },
  ]
  await who.selectOptions('I do it myself')
  await expect.poll(() => server.sent(PATCH)).toEqual([{ seatId: null, userId: 'u1', version: 1 }])
  await who.selectOptions('Ben (team Legal)')
  await expect.poll(() => server.sent(PATCH)[1]).toEqual({ seatId: null, userId: 'u3', version: 2 })
})

test('a task’s own limit is set and taken away in place, and raised where the work waits for it', async () => {
  now = details({ status: 'in_progress' })
  server.answers[PATCH] = (body) => {
    const { budgetMicros } = body as { budgetMicros: number | null }
    const budget =
      budgetMicros === null ? null : { limitMicros: budgetMicros, spentMicros: 400_000, reservedMicros: 50_000 }
    now = details({ ...now, budget, version: now.version + 1 })
    return [200, now]
  }
  const screen = await show('/workforce/tasks/t1')
  const facts = screen.getByRole('complementary', { name: 'Facts' })
  await facts.getByRole('button', { name: 'Set a limit' }).click()
  const limit = facts.getByLabelText('Spending limit in US dollars')
  await expect.element(limit).toHaveFocus()
  await userEvent.keyboard('a lot{Enter}')
  await expect.element(facts.getByText('Enter an amount such as 5 or 0.50.')).toBeVisible()
  await limit.fill('0,5')
  await userEvent.keyboard('{Enter}')
  await expect.element(facts.getByText('$0.40 of $0.50')).toBeVisible()
  await expect.element(facts.getByText('$0.05 more is set aside for what is running.')).toBeVisible()
  const change = facts.getByRole('button', { name: 'Change the limit' })
  await expect.element(change).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await facts.getByRole('button', { name: 'Take the limit away' }).click()
  await expect.element(facts.getByRole('button', { name: 'Set a limit' })).toHaveFocus()
  expect(server.sent(PATCH)).toEqual([
    { budgetMicros: 500_000, version: 1 },
    { budgetMicros: null, version: 2 },
  ])
  await screen.unmount()

  now = details({
    status: 'blocked',
    next: { kind: 'person', name: 'Ada', for: 'budget' },
    reason: 'The budget of the task is used up.',
    budget: { limitMicros: 500_000, spentMicros: 480_000, reservedMicros: 0 },
  })
  const again = await show('/workforce/tasks/t1')
  const why = again.getByRole('article', { name: 'The budget is used up' })
  await why.getByRole('button', { name: 'Raise the limit' }).click()
  await expect.element(why.getByLabelText('Spending limit in US dollars')).toHaveValue('0.5')
  await userEvent.keyboard('2{Enter}')
  await expect.poll(() => server.sent(PATCH)[2]).toEqual({ budgetMicros: 2_000_000, version: 1 })
})

test('who has hired nobody finds what was given to them on an otherwise empty page', async () => {
  server.answers['GET /api/workforce/seats'] = () => [200, { seats: [], isPaused: false }]
  server.answers[GIVEN] = () => [200, { tasks: [task({ ...mine, id: 't2', title: 'Book a room' })], nextCursor: null }]
  const ways = (screen: Awaited<ReturnType<typeof show>>) => screen.getByRole('region', { name: 'Given to you' })
  const screen = await show('/workforce/active')
  const given = screen.getByRole('list', { name: 'Given to you' })
  await expect.element(given.getByRole('link', { name: /Book a room/ })).toHaveAttribute('href', '/workforce/tasks/t2')
  await expect
    .element(ways(screen).getByRole('link', { name: 'See all' }))
    .toHaveAttribute('href', '/workforce/active?view=given')
  await screen.unmount()
  const dashboard = await show('/workforce')
  await expect.element(dashboard.getByRole('list', { name: 'Given to you' }).getByText('From Ben')).toBeVisible()
  await expect.element(ways(dashboard).getByRole('link', { name: 'See all' })).toBeVisible()
  await dashboard.unmount()
  // With nothing open there is a way too: to what has ended.
  server.answers[GIVEN] = () => [200, { tasks: [], nextCursor: null }]
  server.answers[ENDED] = () => [
    200,
    { tasks: [task({ ...mine, id: 't3', title: 'Call the bank', status: 'done' })], nextCursor: null },
  ]
  const empty = await show('/workforce/active')
  await empty.getByRole('link', { name: 'Given to you' }).click()
  await expect.element(empty.getByRole('list', { name: 'Done or cancelled' }).getByText('Call the bank')).toBeVisible()
})

test('what is typed of a task that is not done yet is kept by its task in this browser, until it is sent', async () => {
  now = details({ ...mine })
  const other = details({ ...mine, id: 't2', title: 'Book a room' })
  server.answers['GET /api/workforce/tasks/t2'] = () => [200, other]
  const field = (screen: Awaited<ReturnType<typeof show>>) => screen.getByLabelText('What came of it (optional)')
  const screen = await show('/workforce/tasks/t1')
  await field(screen).fill('Half of a long report')
  await screen.unmount()
  const second = await show('/workforce/tasks/t2')
  await expect.element(field(second)).toHaveValue('')
  await second.unmount()
  const again = await show('/workforce/tasks/t1')
  await expect.element(field(again)).toHaveValue('Half of a long report')
  expect(keptTexts()).toEqual(['Half of a long report'])
  await again.getByRole('button', { name: 'Mark as done' }).click()
  await expect.element(again.getByRole('button', { name: 'Open again' })).toBeVisible()
  expect(server.sent(PATCH)).toEqual([{ status: 'done', result: 'Half of a long report', version: 1 }])
  expect(keptTexts()).toEqual([])
})
