import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import kit from '../../web/src/i18n/locales/en/kit.json'
import type { AccountView, CategoryView, GoalView, ListedTransaction, ScheduleView } from './module.ts'
import type { RuleRow } from './records.ts'
import WalletPage from './web.tsx'

const row = { version: 1, createdAt: '2026-11-01T10:00:00.000Z', updatedAt: '2026-11-01T10:00:00.000Z' }
const account = (id: string, name: string, currency: string, balance: number): AccountView => ({
  ...row,
  id,
  name,
  currency,
  balance,
  kind: 'checking',
  onBudget: true,
  closed: false,
  bankId: '',
  cleared: balance,
  count: 1,
})
const food: CategoryView = {
  ...row,
  id: 'food',
  name: 'Groceries',
  group: 'Everyday',
  isIncome: false,
  keepsDebt: false,
  hidden: false,
  order: 0,
}
const payment = (id: string, of: string, amount: number): ListedTransaction => ({
  ...row,
  id,
  account: of,
  date: '2026-11-02',
  amount,
  payee: `Payee ${id}`,
  category: 'food',
  memo: '',
  cleared: 'open',
  splits: [],
  receipts: [],
  transfer: null,
  bankPayee: '',
  otherAccount: null,
  balance: null,
})

let accounts: AccountView[]
let rules: RuleRow[]
let schedules: ScheduleView[]
let goal: GoalView | null
let calls: [string, Record<string, unknown>][]

const MANY = 450
/** An account with many payments, by pages of two hundred. */
function pageOfMany(after: number): unknown {
  const ids = Array.from({ length: Math.min(200, MANY - after) }, (_, at) => after + at)
  const transactions = ids.map((n) => ({ ...payment(`n${n}`, 'eur', -100), balance: (MANY - n) * -100 }))
  const next = after + 200 < MANY ? String(after + 200) : null
  return { transactions, next, total: after === 0 ? MANY : null, sum: null }
}

function answer(action: string, input: Record<string, unknown>): unknown {
  if (action === 'overview')
    return {
      today: '2026-11-21',
      currencies: accounts.map(({ currency }) => currency),
      accounts,
      categories: [food, { ...food, id: 'old', name: 'Old', hidden: true }],
      rules,
      schedules,
    }
  if (action === 'transactions' && input.account === 'eur') return pageOfMany(Number(input.after ?? 0))
  if (action === 'transactions')
    return {
      transactions: [payment('a', 'eur', -1250), payment('b', 'jpy', -1200), payment('c', 'kwd', -1234)],
      next: null,
      total: 3,
      sum: {},
    }
  if (action === 'budget') {
    const envelope = { category: 'food', budgeted: 20_000, activity: -5_000, carried: 0, available: 15_000, goal }
    return {
      month: '2026-11',
      currency: 'EUR',
      toBudget: 80_000,
      income: 100_000,
      budgeted: 20_000,
      activity: -5_000,
      available: 15_000,
      overspentBefore: 0,
      uncategorised: 0,
      envelopes: [envelope, { ...envelope, category: 'old' }],
    }
  }
  if (action === 'reports')
    return {
      currency: 'EUR',
      months: [{ month: '2026-11', assets: 150_000, debts: 0, worth: 150_000, income: 0, spent: 2_500 }],
      spending: [{ category: 'food', amount: 2_500 }],
      payees: [],
      missing: input.together ? [{ currency: 'KWD', until: '2026-11' }] : [],
    }
  if (action === 'rateOn')
    return input.from === 'EUR' ? { rate: 182.42, date: '2026-11-20' } : { rate: null, date: null }
  if (action === 'rates')
    return {
      main: 'EUR',
      current: [
        { currency: 'JPY', rate: 0.00548, date: '2026-11-20' },
        { currency: 'KWD', rate: null, date: null },
      ],
      rates: [{ ...row, id: 'r1', from: 'EUR', to: 'JPY', date: '2026-11-20', rate: 182.42, isFetched: true }],
    }
  return action === 'sample' ? { added: 3 } : { ok: true, removed: 1, changed: 1 }
}

beforeAll(async () => {
  const resources = { en: { translation: {}, kit } }
  await i18next.use(initReactI18next).init({ lng: 'en', resources, interpolation: { escapeValue: false } })
})
beforeEach(() => {
  accounts = [
    account('eur', 'Bank', 'EUR', 123_456),
    account('jpy', 'Yen', 'JPY', 5000),
    account('kwd', 'Dinar', 'KWD', 1234),
  ]
  rules = []
  schedules = []
  goal = null
  calls = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const action = path.split('/').at(-1) as string
    const input = JSON.parse(String(init.body ?? '{}')) as Record<string, unknown>
    calls.push([action, input])
    return new Response(JSON.stringify({ output: answer(action, input), change: null }))
  })
})
afterEach(() => void vi.unstubAllGlobals())

const open = (address: string) =>
  render(
    <QueryClientProvider
      client={
        new QueryClient({ defaultOptions: { queries: { retry: false, queryFn: () => ({ modules: [], models: [] }) } } })
      }
    >
      <MemoryRouter initialEntries={[address]}>
        <WalletPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
const sent = (action: string) => calls.filter(([name]) => name === action).map(([, input]) => input)

test('the empty page says what it is for, and offers a statement, an account and a sample', async () => {
  accounts = []
  const screen = await open('/wallet')
  await expect.element(screen.getByRole('heading', { name: 'Know what you have, and what it is for' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Add an account' })).toBeVisible()
  await screen.getByRole('button', { name: 'Try with a sample' }).click()
  await expect.poll(() => sent('sample')).toHaveLength(1)
})

test('amounts have the digits of their currency', async () => {
  const screen = await open('/wallet')
  const shown = (payee: string) => screen.getByText(payee).element().closest('[role=row]')?.textContent ?? ''
  await expect.element(screen.getByText('Payee a')).toBeVisible()
  expect(
    [shown('Payee a'), shown('Payee b'), shown('Payee c')].map((text) =>
      text.replace(/^.*Payee ./, '').replace(/Groceries|Open|Bank|Yen|Dinar/g, ''),
    ),
  ).toEqual(['-€12.50', '-¥1,200', '-KWD\u00a01.234'])
})

describe('a long register', () => {
  test('asks for a page, for the next one when its end comes in sight, and says how many there are', async () => {
    const screen = await open('/wallet?account=eur')
    await expect.element(screen.getByText('The first 200 of 450')).toBeVisible()
    expect(sent('transactions')).toEqual([{ account: 'eur', limit: 200 }])
    const table = screen.getByRole('grid').element() as HTMLElement
    table.style.overflow = 'auto' // which the page's style sheet says
    expect(table.getAttribute('aria-rowcount')).toBe('451')
    table.scrollTo({ top: table.scrollHeight })
    await expect.element(screen.getByText('The first 400 of 450')).toBeVisible()
    expect(sent('transactions').map(({ after }) => after)).toEqual([undefined, '200'])
    table.scrollTo({ top: table.scrollHeight })
    await expect.element(screen.getByText('450 transactions')).toBeVisible()
    expect(sent('transactions')).toHaveLength(3)
  })
  test('shows what the account held after each, and is ordered by the server', async () => {
    await page.viewport(1500, 900)
    const screen = await open('/wallet?account=eur')
    await expect.element(screen.getByText('-€450.00')).toBeVisible()
    await screen.getByRole('button', { name: 'Amount' }).click()
    await expect.poll(() => sent('transactions').at(-1)).toEqual({ account: 'eur', order: 'amount', limit: 200 })
  })
})

describe('a transaction', () => {
  test('is added with n, in minor units, and an amount that is none is told beside its field', async () => {
    const screen = await open('/wallet?account=kwd')
    await expect.element(screen.getByRole('row', { name: /Payee a/ })).toBeVisible()
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true }))
    const dialog = screen.getByRole('dialog')
    await dialog.getByLabelText('Amount').fill('much')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(dialog.getByText('Write an amount like 12.50.')).toBeVisible()
    expect(sent('add')).toEqual([])
    await dialog.getByLabelText('Amount').fill('2.5')
    await dialog.getByLabelText('Payee').fill('Souk')
    await dialog.getByLabelText('Category').selectOptions('food')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => sent('add'))
      .toMatchObject([{ account: 'kwd', amount: -2500, payee: 'Souk', category: 'food', splits: [] }])
  })
})

describe('the budget', () => {
  test('shows what is left, and gives money when the field is left with Enter', async () => {
    const screen = await open('/wallet?view=budget&month=2026-11')
    await expect.element(screen.getByText('€800.00')).toBeVisible()
    const field = screen.getByRole('textbox', { name: 'Budgeted for Groceries' })
    await field.fill('250')
    ;(field.element() as HTMLElement).dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    await expect
      .poll(() => sent('assign'))
      .toEqual([{ month: '2026-11', category: 'food', currency: 'EUR', amount: 25_000 }])
  })
})

describe('a goal', () => {
  test('is set from the menu of its envelope', async () => {
    const screen = await open('/wallet?view=budget&month=2026-11')
    await screen.getByRole('button', { name: 'More for “Groceries”' }).click()
    await page.getByRole('menuitem', { name: 'Set a goal…' }).click()
    await screen.getByLabelText('Amount (EUR)').fill('0')
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByText('Write an amount like 12.50.')).toBeVisible()
    await screen.getByLabelText('Goal', { exact: true }).selectOptions('Save so much by a month')
    await screen.getByLabelText('Amount (EUR)').fill('600')
    await screen.getByLabelText('By', { exact: true }).fill('2027-04')
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => sent('saveGoal'))
      .toEqual([{ category: 'food', currency: 'EUR', kind: 'by', amount: 60_000, by: '2027-04' }])
  })
  test('shows how far it is and what is missing, which one button gives', async () => {
    goal = {
      id: 'g',
      version: 2,
      kind: 'monthly',
      amount: 30_000,
      by: null,
      needed: 30_000,
      missing: 10_000,
      progress: 0.67,
    }
    const screen = await open('/wallet?view=budget&month=2026-11')
    await expect.element(screen.getByText('€300.00 each month')).toBeVisible()
    await expect.element(screen.getByText('€100.00 missing this month')).toBeVisible()
    await screen.getByRole('button', { name: 'Fill goals (€100.00)' }).click()
    await expect.poll(() => sent('fillGoals')).toEqual([{ month: '2026-11', currency: 'EUR' }])
    await screen.getByRole('button', { name: 'More for “Groceries”' }).click()
    await page.getByRole('menuitem', { name: 'Change the goal…' }).click()
    await screen.getByRole('button', { name: 'Delete goal' }).click()
    await expect.poll(() => sent('removeGoal')).toEqual([{ id: 'g' }])
  })
})

describe('reports of several currencies', () => {
  test('are told in the main one, at rates with their day, and say what is left out', async () => {
    const screen = await open('/wallet?view=reports')
    await expect.poll(() => sent('reports')).toEqual([{ together: true, months: 6 }])
    await expect.element(screen.getByText('1 JPY = 0.00548 EUR (Nov 20, 2026)')).toBeVisible()
    await expect
      .element(screen.getByText('KWD is left out up to November 2026: no exchange rate is known.'))
      .toBeVisible()
    await screen.getByLabelText('Currency').selectOptions('JPY')
    await expect.poll(() => sent('reports').at(-1)).toEqual({ currency: 'JPY', months: 6 })
  })
  test('have their rates entered, fetched and deleted', async () => {
    const screen = await open('/wallet?view=reports')
    await screen.getByRole('button', { name: 'Exchange rates…' }).click()
    await screen.getByLabelText('is worth').fill('0,00551')
    await screen.getByLabelText('Day').fill('2026-11-21')
    await screen.getByRole('button', { name: 'Add rate' }).click()
    await expect.poll(() => sent('saveRate')).toEqual([{ from: 'JPY', to: 'EUR', date: '2026-11-21', rate: 0.00551 }])
    await screen.getByRole('button', { name: 'Fetch today’s rates' }).click()
    await expect.poll(() => sent('fetchRates')).toEqual([{}])
    await screen.getByRole('button', { name: 'Delete the rate 1 EUR = 182.42 JPY' }).click()
    await expect.poll(() => sent('removeRate')).toEqual([{ id: 'r1' }])
  })
})

test('a transfer to another currency proposes what arrives by the rate of the day, and takes it when asked', async () => {
  const screen = await open('/wallet')
  await screen.getByRole('button', { name: 'Add transaction' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Kind').selectOptions('Transfer')
  await dialog.getByLabelText('Amount').fill('10')
  await dialog.getByLabelText('To account').selectOptions('Yen (JPY)')
  await expect.element(dialog.getByText('1 EUR = 182.42 JPY (Nov 20, 2026)')).toBeVisible()
  await dialog.getByRole('button', { name: 'Take 1824 JPY' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sent('transfer')).toMatchObject([{ from: 'eur', to: 'jpy', amount: 1_000, received: 1_824 }])
})

test('a rule is written in a form of its fields, and refused where its field is wrong', async () => {
  const screen = await open('/wallet?view=rules')
  await screen.getByRole('button', { name: 'Add a rule' }).click()
  await screen.getByLabelText('Payee or note').fill('l')
  await screen.getByLabelText('Money').selectOptions('Out only')
  await screen.getByLabelText('Category').selectOptions('Everyday: Groceries')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect
    .element(screen.getByLabelText('Payee or note'))
    .toHaveAccessibleDescription('A rule needs at least two characters to look for.')
  expect(sent('saveRule')).toEqual([])
  await screen.getByLabelText('Payee or note').fill('lidl')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => sent('saveRule'))
    .toEqual([{ how: 'contains', match: 'lidl', payee: '', category: 'food', direction: 'out', apply: true }])
})

test('all rules go over what is there as a job, which is followed and stopped, and says at its end what it changed', async () => {
  await i18next.loadNamespaces('activity')
  rules = [{ ...row, id: 'r', how: 'contains', match: 'lidl', payee: 'Lidl', category: null, direction: 'any' }]
  const begun = { id: 'job', kind: 'job', module: 'wallet', moduleTitle: 'Wallet', title: 'Apply rules', note: '' }
  const times = { createdAt: row.createdAt, endedAt: null }
  let job: object = {
    ...begun,
    ...times,
    status: 'running',
    done: 500,
    total: 1200,
    link: null,
    error: null,
    result: null,
  }
  let begins = 0
  const before = fetch
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const call = `${init.method} ${path}`
    if (path.endsWith('/applyRules'))
      return new Response(JSON.stringify({ output: { id: `job${++begins}` }, change: null }))
    if (!path.startsWith('/api/activity/job')) return before(path, init)
    if (call.endsWith('/cancel')) job = { ...job, status: 'cancelled' }
    return new Response(JSON.stringify(job))
  })
  const screen = await open('/wallet?view=rules')
  await screen.getByRole('button', { name: 'Apply to all transactions' }).click()
  await expect.element(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '41')
  await screen.getByRole('button', { name: 'Stop' }).click()
  await expect.element(screen.getByRole('progressbar')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Stop' })).not.toBeInTheDocument()
  job = { ...job, status: 'succeeded', result: { link: '/wallet', looked: 1200, changed: 3 } }
  await screen.getByRole('button', { name: 'Apply to all transactions' }).click()
  await expect.element(screen.getByRole('status').getByText('3 transactions changed.')).toBeVisible()
})
test('a bill that is booked by itself is marked in the list, and is switched in its form', async () => {
  const rent = { ...row, payee: 'Rent', account: 'eur', toAccount: null, amount: -90_000, category: null, memo: '' }
  const monthly = { start: '2026-12-01', unit: 'month', every: 1, weekend: 'keep', until: null, past: 0 } as const
  const due = { next: '2026-12-01', state: 'later' } as const
  schedules = [
    { ...rent, ...monthly, ...due, id: 'rent', automatic: true },
    { ...rent, ...monthly, ...due, id: 'phone', payee: 'Phone', automatic: false },
  ]
  await open('/wallet?view=bills')
  await expect.element(page.getByText('Automatic', { exact: true })).toBeVisible()
  expect(page.getByText('Automatic', { exact: true }).elements()).toHaveLength(1)
  await page.getByText('Phone').click()
  const box = page.getByRole('switch', { name: 'Book automatically' })
  await expect.element(box).not.toBeChecked()
  await box.click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sent('saveSchedule')).toMatchObject([{ id: 'phone', automatic: true }])
})
