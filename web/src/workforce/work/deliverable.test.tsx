import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { dismissToast } from '../../ui/toast-store.ts'
import { changedLines } from './product-changes.ts'
import { numberFormat } from './product-table.tsx'
import { deliverable, show, startTestServer, type TestServer } from './test-work.tsx'

let server: TestServer
const SEND_BACK = 'POST /api/workforce/deliverables/d1/send-back'

beforeEach(async () => {
  await page.viewport(1280, 900)
  server = startTestServer()
  server.answers['GET /api/workforce/deliverables/d1'] = () => [200, deliverable()]
  server.answers[SEND_BACK] = () => [200, deliverable()]
})
afterEach(() => {
  vi.unstubAllGlobals()
  dismissToast()
})

test('a table is sorted by its numbers, which are written alike; checks and criteria say in words how they stand', async () => {
  const screen = await show('/workforce/deliverables/d1')
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Leads, cleaned' })).toBeVisible()
  const table = screen.getByRole('region', { name: 'Leads' }).getByRole('table')
  const names = () =>
    [...table.element().querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].map((cell) => cell.textContent).join(' '),
    )
  expect(names()).toEqual(['Ada 1,200.0', 'Grace 87.5', 'Lin '])
  await table.getByRole('button', { name: 'Score' }).click()
  expect(names()).toEqual(['Grace 87.5', 'Ada 1,200.0', 'Lin '])
  await expect.element(table.getByRole('columnheader', { name: 'Score' })).toHaveAttribute('aria-sort', 'ascending')
  await expect.element(screen.getByText('Failed', { exact: true })).toBeVisible()
  // No formula: parentheses and dollars as CommonMark has them.
  await expect.element(screen.getByText('Clause 3.1 (line 15) went from $5 to $6, not \\(x\\).')).toBeVisible()
  await expect.element(screen.getByText('Met', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('First messages are templates: there is no model.')).toBeVisible()
})

test('versions are compared, an older one is said to be older, and sending back needs a word', async () => {
  let screen = await show('/workforce/deliverables/d1')
  const changes = screen.getByRole('region', { name: 'What changed since version 1' })
  await changes.getByText('2 new, 0 gone').click()
  await expect.element(changes.getByText('Grace · 87.5')).toBeVisible()
  const back = () => screen.getByRole('button', { name: 'Send back' })
  await back().click()
  await back().click()
  await expect.element(screen.getByText('Say what is to be done anew.')).toBeVisible()
  expect(server.sent(SEND_BACK)).toEqual([])
  await screen.getByLabelText('What is to be done anew').fill('Lin has no score.')
  // What was typed is still there on another visit, until it is sent.
  await screen.unmount()
  screen = await show('/workforce/deliverables/d1')
  await back().click()
  await expect.element(screen.getByLabelText('What is to be done anew')).toHaveValue('Lin has no score.')
  await back().click()
  await expect.poll(() => server.sent(SEND_BACK)).toEqual([{ version: 2, note: 'Lin has no score.' }])
  await expect.poll(() => Object.keys(localStorage).filter((key) => key.includes('_note_'))).toEqual([])
  await screen.getByLabelText('Version').selectOptions('1')
  await expect.element(screen.getByText('This is an older version.')).toBeVisible()
  await expect.element(screen.getByText('Grace is missing.')).toBeVisible()
  await expect.element(screen.getByLabelText('Address')).toHaveTextContent('/workforce/deliverables/d1?version=1')
  expect(screen.getByRole('button', { name: 'Accept' }).elements()).toEqual([])
})

test('lines that stayed are no change, and years are not grouped', () => {
  expect(changedLines(['a', 'b', 'c'], ['a', 'x', 'c', 'd'])).toEqual([
    { kind: 'gone', text: 'b' },
    { kind: 'new', text: 'x' },
    { kind: 'new', text: 'd' },
  ])
  expect(changedLines(['a'], ['a'])).toEqual([])
  expect(numberFormat([2024, 2025]).useGrouping).toBe(false)
  expect(numberFormat([2024, 12_500]).useGrouping).toBe(true)
})
