import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dismissToast } from '../../ui/toast-store.ts'
import { details, show, startTestServer, type TestServer } from './test-work.tsx'

let server: TestServer
const MAKE = 'POST /api/workforce/tasks'

beforeEach(async () => {
  await page.viewport(1280, 900)
  localStorage.clear()
  localStorage.setItem('i18nextLng', 'en')
  server = startTestServer()
})
afterEach(() => {
  vi.unstubAllGlobals()
  dismissToast()
})

test('a playbook’s form is made of its schema, pasted text becomes a file, and what the server refuses stands at its field', async () => {
  let stored: unknown = null
  server.answers['POST /api/files?name=Leads%20(pasted).csv'] = (body) => {
    stored = body
    return [
      201,
      {
        id: 'f1',
        name: 'Leads (pasted).csv',
        mime: 'text/csv',
        size: 4,
        url: '/api/files/f1',
        hasText: true,
        createdAt: '2026-03-02T09:00:00.000Z',
      },
    ]
  }
  server.answers[MAKE] = () => [
    400,
    { error: { code: 'bad_request', message: 'No leads in it.', details: { field: 'input.leads' } } },
  ]
  const screen = await show('/workforce/active?new&seat=seat1&playbook=cleanLeads')
  const form = screen.getByRole('dialog', { name: 'New task' })
  await expect.element(form.getByRole('textbox', { name: 'Criterion 1' })).toHaveValue('No lead twice')
  await form.getByLabelText('What is to be done').fill('Clean the fair’s leads')
  await form.getByLabelText('How many at most').fill('51')
  await form.getByRole('button', { name: 'Give the task' }).click()
  await expect.element(form.getByText('Enter 50 or less.')).toBeVisible()
  expect(form.getByText('This is needed.').elements()).toHaveLength(2)
  expect(server.sent(MAKE)).toEqual([])
  await form.getByLabelText('How many at most').fill('30')
  await form.getByLabelText('Market').selectOptions('Banks')
  await form.getByRole('button', { name: 'Paste text instead' }).click()
  await form.getByLabelText('Paste the text').fill('a,b\n')
  await form.getByRole('button', { name: 'Use this text' }).click()
  await expect.element(form.getByText('Leads (pasted).csv').or(form.getByText('Chosen file'))).toBeVisible()
  expect(await (stored as Blob).text()).toBe('a,b\n')
  const give = form.getByRole('button', { name: 'Give the task' })
  await give.click()
  await expect.element(form.getByRole('group', { name: 'Leads' }).getByText('No leads in it.')).toBeVisible()
  server.answers[MAKE] = () => [200, details({ id: 't9' })]
  server.answers['GET /api/workforce/tasks/t9'] = () => [200, details({ id: 't9', title: 'Clean the fair’s leads' })]
  await give.click()
  await expect.element(screen.getByLabelText('Address')).toHaveTextContent('/workforce/tasks/t9')
  const [first, second] = server.sent(MAKE) as Record<string, unknown>[]
  expect(second).toMatchObject({
    title: 'Clean the fair’s leads',
    seatId: 'seat1',
    userId: null,
    playbook: 'cleanLeads',
    input: { leads: 'f1', most: 30, market: 'banks' },
    status: 'todo',
    budgetMicros: null,
  })
  // The playbook's criteria are the server's to fill in, and the same task is the same attempt.
  expect(second).not.toHaveProperty('criteria')
  expect(second?.attempt).toBe(first?.attempt)
})

test('what was typed is there again after a reload, and gone when the task is given', async () => {
  const screen = await show('/workforce/active?new')
  const form = screen.getByRole('dialog', { name: 'New task' })
  await form.getByLabelText('Who does it').selectOptions('I do it myself')
  await form.getByLabelText('What is to be done').fill('Call the bank')
  await expect.element(form.getByLabelText(/^Spending limit/)).not.toBeInTheDocument()
  await form.getByRole('button', { name: 'Add a criterion' }).click()
  await expect.element(form.getByRole('textbox', { name: 'Criterion 1' })).toHaveFocus()
  await userEvent.keyboard('It is settled{Enter}In writing')
  await screen.unmount()
  const again = await show('/workforce/active?new')
  await expect.element(again.getByLabelText('What is to be done')).toHaveValue('Call the bank')
  await expect.element(again.getByRole('textbox', { name: 'Criterion 2' })).toHaveValue('In writing')
  server.answers[MAKE] = () => [200, details({ id: 't9' })]
  server.answers['GET /api/workforce/tasks/t9'] = () => [200, details({ id: 't9' })]
  await again.getByRole('button', { name: 'Give the task' }).click()
  await expect
    .poll(() => server.sent(MAKE))
    .toMatchObject([
      {
        title: 'Call the bank',
        userId: 'u1',
        seatId: null,
        budgetMicros: null,
        criteria: ['It is settled', 'In writing'],
      },
    ])
  await expect.element(again.getByLabelText('Address')).toHaveTextContent('/workforce/tasks/t9')
  await again.unmount()
  const third = await show('/workforce/active?new')
  await expect.element(third.getByLabelText('What is to be done')).toHaveValue('')
})

test('a task can be given to a colleague, who is told apart by the team, follows no playbook and spends nothing', async () => {
  const person = (id: string, name: string, ...teams: string[]) => ({ id, name, isYou: id === 'u1', teams })
  server.answers['GET /api/workforce/org'] = () => [
    200,
    { people: [person('u1', 'Ada'), person('u2', 'Ben', 'Sales', 'Ops'), person('u3', 'Ben', 'Legal')], seats: [] },
  ]
  server.answers[MAKE] = () => [
    404,
    { error: { code: 'not_found', message: 'That person is in no team with you.', details: { field: 'userId' } } },
  ]
  const screen = await show('/workforce/active?new&seat=seat1')
  const form = screen.getByRole('dialog', { name: 'New task' })
  const who = form.getByLabelText('Who does it')
  await form.getByLabelText(/^Spending limit/).fill('0,5')
  await expect.element(form.getByLabelText('How', { exact: true })).toBeVisible()
  await who.selectOptions('Ben (team Sales, Ops)')
  await expect.element(form.getByLabelText('How', { exact: true })).not.toBeInTheDocument()
  await expect.element(form.getByLabelText(/^Spending limit/)).not.toBeInTheDocument()
  await form.getByLabelText('What is to be done').fill('Call the bank')
  await form.getByRole('button', { name: 'Give the task' }).click()
  await expect.element(who).toHaveAccessibleDescription('That person is in no team with you.')
  expect(server.sent(MAKE)).toMatchObject([{ seatId: null, userId: 'u2', playbook: null, budgetMicros: null }])
  await who.selectOptions('seat1')
  await expect.element(form.getByLabelText(/^Spending limit/)).toHaveValue('0,5')
})
