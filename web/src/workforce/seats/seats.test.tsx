import '../../ui/styles.css'
import type { SeatDetails } from '@atrium/contract/workforce-seats'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { dismissToast } from '../../ui/toast-store.ts'
// Fetched before the clock of a test runs: the dashboard loads it when it is wanted.
import './needs-you.tsx'
import { fakeServer, show } from './test-screen.tsx'
import { agentOfSdr, at, detailsOf, inboxOf, orgOf, seatsOf, taskOf } from './test-work.ts'

let seat: SeatDetails
let server: ReturnType<typeof fakeServer>

beforeEach(async () => {
  await page.viewport(1280, 900)
  localStorage.clear()
  localStorage.setItem('i18nextLng', 'en')
  seat = detailsOf()
  const changed = (change: (body: never) => Partial<SeatDetails>) => (body: unknown) => {
    seat = { ...seat, ...change(body as never) }
    return [200, seat] as [number, unknown]
  }
  server = fakeServer({
    'GET /api/workforce/seats/s1': () => [200, seat],
    'GET /api/workforce/seats': () => [
      200,
      seatsOf({}, { id: 's2', name: 'Emil' }, { id: 's3', name: 'Cy', agentKey: 'coo' }),
    ],
    'GET /api/workforce/org': () => [200, orgOf({})],
    'GET /api/workforce/tasks?status=open&limit=500&seat=s1': () => [200, { tasks: [], nextCursor: null }],
    'GET /api/workforce/tasks?status=ended&limit=50&seat=s1': () => [200, { tasks: [], nextCursor: null }],
    'POST /api/workforce/seats/s1/try': () => [201, { taskId: 't7' }],
    'PUT /api/workforce/seats/s1/onboarding': changed(({ answers }: { answers: Record<string, string> }) => ({
      answers,
      isOnboarded: true,
      missing: [],
    })),
    'PATCH /api/workforce/seats/s1': changed(({ grants }: { grants: SeatDetails['grants'] }) => ({
      grants: grants.map((one) => ({
        ...agentOfSdr.grants.find(({ action }) => action === one.action),
        ...one,
      })) as never,
    })),
    'GET /api/modules': () => [200, { modules: [] }],
    'PUT /api/workforce/budgets': () => [200, {}],
    'POST /api/workforce/schedules': () => [201, {}],
    'GET /api/files': () => [200, { files: [] }],
    'GET /api/workforce/subscriptions/sub1': () => [
      200,
      {
        id: 'sub1',
        billingPeriod: 'monthly',
        periodEnd: '2026-04-02T10:00:00.000Z',
        lines: [{ agentKey: 'sdr', unitPriceCents: 19_900, quantity: 2 }],
      },
    ],
    'PUT /api/workforce/seats/s1/leaving': changed(
      ({ on, handOverTo }: { on: boolean; handOverTo: string | null }) => ({
        isLeaving: on,
        handOverTo,
      }),
    ),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  dismissToast()
})

test('a seat that has not been told what it needs leads to its questions, and is ready when they are answered', async () => {
  seat = detailsOf({ isOnboarded: false, missing: ['It has not been told who you sell to.'] })
  const screen = await show('/workforce/seats/s1')
  await expect.element(screen.getByText('It has not been told who you sell to.')).toBeVisible()
  await screen.getByRole('link', { name: 'Answer the questions' }).click()
  await screen.getByLabelText('Who do you sell to?').fill('Bakeries')
  await screen.getByRole('button', { name: 'Let it begin' }).click()
  await expect.poll(() => screen.getByText('It has not been told who you sell to.').elements()).toEqual([])
  expect(server.sent('PUT /api/workforce/seats/s1/onboarding')).toEqual([{ answers: { market: 'Bakeries' } }])
  await expect.element(screen.getByRole('button', { name: 'Save answers' })).toBeDisabled()
  await expect.element(screen.getByLabelText('Who do you sell to?')).toHaveValue('Bakeries')
})

test('a seat that an overdue invoice stopped leads to the invoice, and is not set going by hand', async () => {
  seat = detailsOf({ status: 'paused', pausedFor: 'past_due', missing: ['An invoice is overdue.'] })
  const screen = await show('/workforce/seats/s1')
  await expect
    .element(screen.getByRole('link', { name: 'See the invoice' }))
    .toHaveAttribute('href', '/workforce/orders')
  expect(screen.getByRole('button', { name: 'Resume' }).elements()).toEqual([])
})

test('a schedule whose seat has left is given to another seat, which keeps the playbook only where it knows it', async () => {
  const lost = {
    ...{ id: 'c1', seatId: 's9', title: 'Monday report', brief: '', playbook: 'cleanLeads', input: {}, isOn: false },
    ...{
      trigger: { kind: 'event', event: 'task.done' },
      nextAt: null,
      lastTaskId: null,
      problem: 'Its seat has ended.',
    },
    seat: { id: 's9', name: 'Old Nora', agentKey: 'sdr' },
  }
  let schedules = [lost]
  server.answers['GET /api/workforce/schedules'] = () => [200, { schedules }]
  server.answers['PATCH /api/workforce/schedules/c1'] = () => {
    schedules = []
    return [200, lost]
  }
  const screen = await show('/workforce/seats')
  const heir = screen.getByLabelText('Who takes over “Monday report”')
  await expect.element(heir.getByRole('option', { name: 'Cy (chooses by the title)' })).toBeInTheDocument()
  await heir.selectOptions('Emil')
  await expect.poll(() => screen.getByText('Monday report').elements()).toEqual([])
  expect(server.sent('PATCH /api/workforce/schedules/c1')).toEqual([{ seatId: 's2', isOn: true }])
})

test('a seat without a task is tried with sample data, which leads to the task', async () => {
  const screen = await show('/workforce/seats/s1')
  await screen.getByRole('button', { name: 'Try “Clean a list of leads” with sample data' }).click()
  await expect.element(screen.getByText('At /workforce/tasks/t7')).toBeVisible()
  expect(server.sent('POST /api/workforce/seats/s1/try')).toMatchObject([{ playbook: 'cleanLeads' }])
})

test('what may be done alone, what asks and what always asks; taken away, it comes back by undo', async () => {
  const screen = await show('/workforce/seats/s1?tab=access')
  const list = screen.getByRole('list', { name: 'What it may do' })
  await expect.element(list.getByText('Does not ask')).toBeVisible()
  await expect.element(list.getByText('Always asks')).toBeVisible()
  await list.getByRole('switch', { name: 'Asks first: Task Inbox: Adds a task' }).click()
  await expect.element(list.getByRole('switch', { name: 'Asks first: Task Inbox: Adds a task' })).not.toBeChecked()
  await list.getByRole('button', { name: 'Take away: Send an e-mail' }).click()
  await expect.poll(() => list.getByText('Always asks').elements()).toEqual([])
  expect(server.sent('PATCH /api/workforce/seats/s1').at(-1)).toEqual({
    grants: [
      { action: 'tasks.list', asks: false },
      { action: 'tasks.add', asks: false },
    ],
  })
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.element(list.getByText('Always asks')).toBeVisible()
  await expect.element(list.getByRole('switch', { name: 'Asks first: Task Inbox: Adds a task' })).not.toBeChecked()
})

test('a limit is sent in millionths of a dollar, and what is no amount is refused beside its field', async () => {
  const screen = await show('/workforce/seats/s1?tab=budget')
  await screen.getByLabelText('US dollars').fill('five')
  await screen.getByRole('button', { name: 'Save limits' }).click()
  await expect.element(screen.getByText('An amount is a number with at most two decimals.')).toBeVisible()
  await screen.getByLabelText('US dollars').fill('12,50')
  await screen.getByLabelText('Tokens', { exact: true }).fill('1,000,000')
  await screen.getByRole('button', { name: 'Save limits' }).click()
  await expect
    .poll(() => server.sent('PUT /api/workforce/budgets'))
    .toEqual([{ scope: 'seat', scopeId: 's1', limitMicros: 12_500_000, limitTokens: 1_000_000 }])
})

test('a schedule: a rhythm in the person’s time zone, and the playbook’s own form', async () => {
  const screen = await show('/workforce/seats/s1?tab=schedule')
  await screen.getByRole('button', { name: 'New schedule' }).click()
  const dialog = screen.getByRole('dialog', { name: 'New schedule' })
  await dialog.getByLabelText('Playbook').selectOptions('Draft follow-ups')
  await dialog.getByLabelText('When').selectOptions('Every week')
  await dialog.getByLabelText('Day of the week').selectOptions('Thursday')
  await dialog.getByLabelText('Time', { exact: true }).fill('17:30')
  await dialog.getByLabelText('Days without an answer').fill('3')
  await dialog.getByRole('button', { name: 'Add schedule' }).click()
  await expect
    .poll(() => server.sent('POST /api/workforce/schedules'))
    .toEqual([
      {
        seatId: 's1',
        title: 'Draft follow-ups',
        brief: '',
        playbook: 'followUp',
        input: { days: 3 },
        trigger: { kind: 'time', cron: '30 17 * * 4', timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
      },
    ])
})

test('letting go says until when, what it saves and who takes over, and can be taken back', async () => {
  const screen = await show('/workforce/seats/s1')
  await screen.getByRole('button', { name: 'More', exact: true }).click()
  await screen.getByRole('menuitem', { name: 'Let go' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Let Nora go?' })
  await expect.element(dialog.getByText(/works until April 2, 2026.* you pay \$199 a month less\./)).toBeVisible()
  await dialog.getByLabelText('Who takes over its open tasks').selectOptions('s2')
  await dialog.getByRole('button', { name: 'Let Nora go' }).click()
  await expect
    .element(screen.getByText(/^Nora leaves at the end of the period.* Its open tasks go to Emil\.$/))
    .toBeVisible()
  await screen.getByRole('button', { name: 'Take it back' }).click()
  await expect.element(screen.getByText('Nora stays')).toBeVisible()
  expect(server.sent('PUT /api/workforce/seats/s1/leaving')).toEqual([{ on: true, handOverTo: 's2' }, { on: false }])
})

test('the dashboard begins with what needs whoever has seats, and shows the catalogue below', async () => {
  const step = {
    seq: 3,
    kind: 'tool',
    name: 'mail.send',
    effect: 'send',
    state: 'unknown',
    summary: 'Send an e-mail to speakers',
    args: {},
    result: null,
    error: null,
    tokens: 0,
    costMicros: 0,
    costStatus: 'none',
    changeId: null,
    at,
  } as const
  let unknown = [{ task: taskOf({}), runId: 'r9', step }]
  server.answers['GET /api/workforce/inbox'] = () => [
    200,
    inboxOf({ unknown, spentThisMonthMicros: 1_500_000, isPriced: false }),
  ]
  server.answers['POST /api/workforce/runs/r9/steps/3/settle'] = () => {
    unknown = []
    return [200, {}]
  }
  const screen = await show('/workforce')
  await expect.element(screen.getByText('at least $1.50')).toBeVisible()
  await screen.getByRole('button', { name: 'It did not' }).click()
  await expect.element(screen.getByText('Nothing waits for you. The seats go on by themselves.')).toBeVisible()
  expect(server.sent('POST /api/workforce/runs/r9/steps/3/settle')).toEqual([{ happened: false }])
  await expect.element(screen.getByRole('tablist', { name: 'Departments' })).toBeVisible()
})

test('the dashboard tells the limit of a team by its name, and of a seat only when it is near', async () => {
  const limit = (scope: 'team' | 'seat', scopeId: string) => ({
    scope,
    scopeId,
    period: 'month' as const,
    limitMicros: 8_000_000,
    limitTokens: null,
    spentMicros: 2_000_000,
    reservedMicros: 0,
    tokens: 0,
    isNear: false,
    isReached: false,
  })
  const budgets = [limit('team', 'team1'), limit('team', 'gone'), limit('seat', 's1')]
  server.answers['GET /api/workforce/inbox'] = () => [200, inboxOf({ budgets })]
  server.answers['GET /api/teams'] = () => [200, { teams: [{ id: 'team1', name: 'Bakers', deletionAt: null }] }]
  const screen = await show('/workforce')
  const bakers = screen.getByRole('region', { name: 'Team Bakers' })
  await expect.element(bakers.getByRole('meter', { name: 'Money' })).toHaveAttribute('aria-valuenow', '2000000')
  await expect.element(screen.getByRole('region', { name: 'A team that you have left' })).toBeVisible()
  expect(screen.getByRole('meter').elements()).toHaveLength(2)
})

test('who has no seats any more sees the catalogue alone, whatever the last visit showed', async () => {
  localStorage.setItem('atrium_has_seats_u1', 'yes')
  server.answers['GET /api/workforce/seats'] = () => [200, seatsOf()]
  const screen = await show('/workforce')
  await expect.element(screen.getByRole('tablist', { name: 'Departments' })).toBeVisible()
  await expect
    .poll(() => screen.getByRole('heading', { name: 'What needs you' }).elements(), { timeout: 10_000 })
    .toEqual([])
  expect(localStorage.getItem('atrium_has_seats_u1')).toBeNull()
})

test('what the last seat left to be said still stands on the dashboard of whoever let it go', async () => {
  server.answers['GET /api/workforce/seats'] = () => [200, seatsOf()]
  server.answers['GET /api/workforce/inbox'] = () => [
    200,
    inboxOf({ blocked: [taskOf({ status: 'blocked', seat: null })] }),
  ]
  const screen = await show('/workforce')
  const left = screen.getByRole('region', { name: 'What needs you' })
  await expect.element(left.getByRole('link', { name: /Clean the leads of the fair/ })).toBeVisible()
  // Without any limit, the spending says so, and where one is set.
  await expect.element(left.getByText('No limit')).toBeVisible()
  await expect.element(left.getByRole('link', { name: 'Set limits' })).toHaveAttribute('href', '/workforce/settings')
})
