import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { forgetApprovalDrafts } from '../../approvals/approval-request.tsx'
import { dismissToast } from '../../ui/toast-store.ts'
import { approval, details, show, startTestServer, type TestServer } from './test-work.tsx'

let server: TestServer
let waiting: ReturnType<typeof approval>[]
const LIST = 'GET /api/approvals?from=seat&state=pending&limit=20'
const DECIDE = 'POST /api/approvals/a1/decide'

beforeEach(async () => {
  await page.viewport(1280, 900)
  server = startTestServer()
  waiting = [approval(), approval({ id: 'a2', summary: 'Send a message', action: 'mail.send', effect: 'send' })]
  server.answers[LIST] = () => [200, { approvals: waiting, nextCursor: null }]
  server.answers[DECIDE] = () => {
    waiting = waiting.filter(({ id }) => id !== 'a1')
    return [200, approval({ state: 'approved' })]
  }
})
afterEach(() => {
  vi.unstubAllGlobals()
  dismissToast()
  forgetApprovalDrafts()
})

test('what is approved is what was shown, edited where the person changed it, and the focus goes on to the next request', async () => {
  const screen = await show('/workforce/approvals')
  const card = screen.getByRole('article', { name: 'Add tasks' })
  await expect.element(card.getByText('Three leads have had no first contact.')).toBeVisible()
  await expect.element(card.getByText('Call Grace')).toBeVisible()
  await card.getByRole('button', { name: 'Edit' }).click()
  await card.getByRole('textbox', { name: 'Title' }).first().fill('Write to Ada')
  await card.getByRole('button', { name: 'Leave out 2 of 2' }).click()
  await card.getByRole('checkbox', { name: 'Always allow Cleo to do this without asking' }).click()
  await card.getByRole('button', { name: 'Approve as edited' }).click()
  await expect
    .poll(() => server.sent(DECIDE))
    .toEqual([
      {
        decision: 'approve',
        argsHash: 'hash-1',
        input: { list: 'Sales', tasks: [{ title: 'Write to Ada', priority: 2 }] },
        always: true,
      },
    ])
  await expect.element(card).not.toBeInTheDocument()
  await expect.element(screen.getByRole('article', { name: 'Send a message' })).toHaveFocus()
})

test('what leaves the workspace can never be allowed for always; a revision says what should be different', async () => {
  waiting = [approval({ effect: 'send' })]
  const screen = await show('/workforce/approvals')
  const card = screen.getByRole('article', { name: 'Add tasks' })
  await expect.element(card.getByRole('button', { name: 'Approve and send' })).toBeVisible()
  expect(card.getByRole('checkbox').elements()).toEqual([])
  const ask = card.getByRole('button', { name: 'Ask for a revision' })
  await ask.click()
  await expect.element(card.getByLabelText('What should be different')).toHaveFocus()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(card.getByText('Say what should be different.')).toBeVisible()
  await card.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(ask).toHaveFocus()
  await ask.click()
  await card.getByLabelText('What should be different').fill('Not on a Sunday.')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect
    .poll(() => server.sent(DECIDE))
    .toEqual([{ decision: 'revise', argsHash: 'hash-1', note: 'Not on a Sunday.' }])
})

test('a word that is given twice before the first has come is sent once', async () => {
  const screen = await show('/workforce/approvals')
  const card = screen.getByRole('article', { name: 'Add tasks' })
  await card.getByRole('button', { name: 'Add a note' }).click()
  await card.getByRole('textbox').fill('Go on.')
  await userEvent.keyboard('{Control>}{Enter}{Enter}{/Control}')
  await expect.element(card).not.toBeInTheDocument()
  expect(server.sent(DECIDE)).toHaveLength(1)
})

test('a refusal is said, and the request stays to be looked at again', async () => {
  server.answers[DECIDE] = () => [
    409,
    { error: { code: 'conflict', message: 'The request is about something else now. Look at it again.' } },
  ]
  const screen = await show('/workforce/approvals')
  const card = screen.getByRole('article', { name: 'Add tasks' })
  await card.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect.element(screen.getByText('The request is about something else now. Look at it again.')).toBeVisible()
  await expect.element(card.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled()
})

test('what is refused of the edits is said at its field, until that is changed', async () => {
  server.answers[DECIDE] = () => [
    400,
    { error: { code: 'bad_request', message: 'There is no such list.', details: { field: 'input.list' } } },
  ]
  const screen = await show('/workforce/approvals')
  const card = screen.getByRole('article', { name: 'Add tasks' })
  await card.getByRole('button', { name: 'Edit' }).click()
  const list = card.getByRole('textbox', { name: 'List' })
  await list.fill('Salse')
  await card.getByRole('button', { name: 'Approve as edited' }).click()
  await expect.element(list).toHaveFocus()
  await expect.element(list).toHaveAccessibleDescription('There is no such list.')
  await expect.element(card.getByRole('button', { name: 'Approve as edited' })).toBeEnabled()
  expect(screen.getByText('That did not work').elements()).toEqual([])
  await card.getByRole('textbox', { name: 'Title' }).first().fill('Write to Ada')
  await expect.element(list).toBeInvalid()
  await list.fill('Sales 2')
  await expect.element(list).toBeValid()
  server.answers[DECIDE] = () => [
    400,
    { error: { code: 'bad_request', message: 'A task needs a title.', details: { field: 'input.tasks' } } },
  ]
  await card.getByRole('button', { name: 'Approve as edited' }).click()
  await expect.element(card.getByRole('group', { name: 'Tasks' })).toHaveAccessibleDescription('A task needs a title.')
})

test('a number that was taken away cannot be approved: its field says so and has the focus, until there is one again', async () => {
  waiting = [approval({ input: { to: 'Ada', lines: [{ amount: 500 }] } })]
  const screen = await show('/workforce/approvals')
  const card = screen.getByRole('article', { name: 'Add tasks' })
  await card.getByRole('button', { name: 'Edit' }).click()
  const amount = card.getByRole('spinbutton', { name: 'Amount' })
  await card.getByRole('textbox', { name: 'To' }).fill('Grace')
  await amount.fill('')
  await expect.element(amount).toBeInvalid()
  await expect.element(amount).toHaveAccessibleDescription('Enter a number.')
  const send = card.getByRole('button', { name: 'Approve as edited' })
  await send.click()
  await expect.element(amount).toHaveFocus()
  expect(server.sent(DECIDE)).toEqual([])
  await userEvent.keyboard('7.5')
  await expect.element(amount).toBeValid()
  await send.click()
  await expect
    .poll(() => server.sent(DECIDE))
    .toMatchObject([{ decision: 'approve', input: { to: 'Grace', lines: [{ amount: 7.5 }] } }])
})

test('a step of which nobody knows whether it happened is asked about on the task’s page, and so is what a seat wants to know', async () => {
  const step = {
    seq: 3,
    kind: 'tool',
    name: 'mail.send',
    effect: 'send',
    state: 'unknown',
    summary: 'Send a message to Ada',
    args: { to: 'ada@example.org' },
    result: null,
    error: null,
    tokens: 0,
    costMicros: 0,
    costStatus: 'none',
    changeId: null,
    at: '2026-03-02T09:00:00.000Z',
  } as const
  const run = {
    id: 'r1',
    attempt: 1,
    status: 'waiting',
    seat: { id: 'seat1', name: 'Cleo', agentKey: 'sdr' },
    playbook: null,
    error: null,
    startedAt: '2026-03-02T09:00:00.000Z',
    endedAt: null,
    tokens: 0,
    costMicros: 0,
    isPriced: true,
    steps: [step],
  } as const
  const question = {
    runId: 'r1',
    seq: 5,
    questions: [
      {
        key: 'who',
        question: 'Who do you sell to?',
        help: '',
        kind: 'line' as const,
        choices: [],
        otherwise: 'Anybody',
      },
    ],
  }
  server.answers['GET /api/workforce/tasks/t1'] = () => [
    200,
    details({ status: 'waiting_human', runs: [{ ...run, steps: [step] }], question }),
  ]
  server.answers['POST /api/workforce/runs/r1/steps/3/settle'] = () => [200, { ok: true }]
  server.answers['POST /api/workforce/tasks/t1/answer'] = () => [200, details({})]
  const screen = await show('/workforce/tasks/t1')
  const now = screen.getByRole('region', { name: 'What needs you' })
  await expect.element(now.getByText('Send a message to Ada')).toBeVisible()
  await now.getByRole('button', { name: 'It did not happen' }).click()
  await expect.poll(() => server.sent('POST /api/workforce/runs/r1/steps/3/settle')).toEqual([{ happened: false }])
  await now.getByLabelText('Who do you sell to?').fill('Bakeries')
  await now.getByRole('button', { name: 'Send answers' }).click()
  await expect
    .poll(() => server.sent('POST /api/workforce/tasks/t1/answer'))
    .toEqual([{ runId: 'r1', seq: 5, answers: { who: 'Bakeries' } }])
})
