import { beforeAll, describe, expect, test } from 'vitest'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import type { AccountView, Budget, CategoryView, ScheduleView, TransactionView } from './module.ts'
import wallet from './server.ts'

const ZONE = 'Europe/Berlin'
let at: TestModules
beforeAll(async () => {
  at = await testModules(wallet)
})
const act = <T = Record<string, unknown>>(who: string, action: string, input: unknown = {}) =>
  at.act<T>(who, `wallet.${action}`, input, ZONE)
const open = async (who: string, name: string, more = {}) =>
  (await act<AccountView>(who, 'addAccount', { name, currency: 'EUR', ...more })).output
interface Overview {
  today: string
  accounts: AccountView[]
  categories: CategoryView[]
  schedules: ScheduleView[]
}
const overview = async (who: string) => (await act<Overview>(who, 'overview')).output
const list = async (who: string, filter = {}) =>
  (await act<{ transactions: TransactionView[]; total: number }>(who, 'transactions', filter)).output.transactions
const categoryId = async (who: string, name: string) =>
  (await overview(who)).categories.find((row) => row.name === name)?.id ?? ''
const today = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(new Date())
const month = today.slice(0, 7)
const budget = async (who: string, of = month) => (await act<Budget>(who, 'budget', { month: of })).output

describe('transactions', () => {
  test('change the balance, are of one person alone, and every change is undone', async () => {
    const bank = await open('ann', 'Bank', { balance: 100_00 })
    const row = { account: bank.id, date: '2026-03-01', amount: -12_50, payee: 'Lidl' }
    const { output, change } = await act<TransactionView>('ann', 'add', row)
    expect((await overview('ann')).accounts).toMatchObject([
      { name: 'Bank', balance: 87_50, cleared: 100_00, count: 2 },
    ])
    expect((await overview('bob')).accounts).toEqual([])
    expect(await list('bob')).toEqual([])
    expect((await act('bob', 'change', { id: output.id, amount: 1 })).status).toBe(404)
    expect((await act('bob', 'add', row)).status).toBe(404)
    await at.undo('ann', change)
    expect((await overview('ann')).accounts[0]?.balance).toBe(100_00)
  })
  test('split into parts that add up, or are refused with what is missing', async () => {
    const bank = await open('cat', 'Bank')
    const parts = (...amounts: number[]) => amounts.map((amount) => ({ amount, category: null }))
    const base = { account: bank.id, date: '2026-03-01', amount: -30_00 }
    expect((await act('cat', 'add', { ...base, splits: parts(-10_00, -15_00) })).error).toBe(
      'The parts add up to -25.00 EUR, the transaction is -30.00 EUR. -5.00 EUR is missing.',
    )
    expect((await act('cat', 'add', { ...base, splits: parts(-30_00) })).status).toBe(400)
    const { output } = await act<TransactionView>('cat', 'add', { ...base, splits: parts(-10_00, -20_00) })
    expect((await act('cat', 'change', { id: output.id, amount: -31_00 })).error).toContain('-1.00 EUR is missing')
  })
  test('between two accounts go together: both change, both go, both come back', async () => {
    const [from, to] = [await open('dan', 'Bank'), await open('dan', 'Savings', { kind: 'savings' })]
    await act('dan', 'transfer', { from: from.id, to: to.id, date: '2026-03-01', amount: 20_00 })
    const balances = async () => (await overview('dan')).accounts.map(({ balance }) => balance)
    expect(await balances()).toEqual([-20_00, 20_00])
    const [out] = await list('dan', { account: from.id })
    expect(out).toMatchObject({ amount: -20_00, payee: 'Savings', otherAccount: to.id })
    await act('dan', 'change', { id: out?.id, amount: -25_00, date: '2026-03-02' })
    expect(await list('dan', { account: to.id })).toMatchObject([{ amount: 25_00, date: '2026-03-02' }])
    const removed = await act('dan', 'remove', { ids: [out?.id] })
    expect(await balances()).toEqual([0, 0])
    await at.undo('dan', removed.change)
    expect(await balances()).toEqual([-25_00, 25_00])
    const yen = await open('dan', 'Yen', { currency: 'JPY' })
    expect(
      (await act('dan', 'transfer', { from: from.id, to: yen.id, date: '2026-03-01', amount: 1 })).error,
    ).toContain('say how much of it arrives')
  })
  test('come out of the trash as they went in: both sides of a transfer, an account with all that was in it', async () => {
    const restore = (collection: string, id: string) =>
      at.fetch('dot', `/api/m/wallet/collections/${collection}/${id}/restore`, { method: 'POST' })
    const [from, to] = [await open('dot', 'Bank'), await open('dot', 'Savings', { balance: 5_00 })]
    await act('dot', 'transfer', { from: from.id, to: to.id, date: '2026-03-01', amount: 20_00 })
    const balances = async () => (await overview('dot')).accounts.map(({ balance }) => balance)
    const [out] = await list('dot', { account: from.id })
    await act('dot', 'remove', { ids: [out?.id] })
    expect(await balances()).toEqual([0, 5_00])
    expect((await restore('transactions', out?.id ?? '')).status).toBe(200)
    expect(await list('dot', { account: from.id })).toMatchObject([{ otherAccount: to.id }])
    expect(await balances()).toEqual([-20_00, 25_00])
    expect((await act('dot', 'removeAccount', { id: to.id })).output).toEqual({ removed: 2 })
    expect(await list('dot')).toMatchObject([{ amount: -20_00, transfer: null }])
    expect((await restore('accounts', to.id)).status).toBe(200)
    expect(await balances()).toEqual([-20_00, 25_00])
  })
  test('of a category that is removed have none, and have it again when it comes back', async () => {
    const bank = await open('dee', 'Bank')
    const food = await categoryId('dee', 'Groceries')
    await act('dee', 'add', { account: bank.id, date: today, amount: -1_00, category: food })
    await act('dee', 'assign', { month, category: food, currency: 'EUR', amount: 2_00 })
    await act('dee', 'removeCategory', { id: food })
    expect(await list('dee')).toMatchObject([{ category: null }])
    expect((await budget('dee')).budgeted).toBe(0)
    await at.fetch('dee', `/api/m/wallet/collections/categories/${food}/restore`, { method: 'POST' })
    expect(await list('dee')).toMatchObject([{ category: food }])
    expect((await budget('dee')).budgeted).toBe(2_00)
  })
  test('are of accounts and categories with names of their own, however many are made at once', async () => {
    const account = { name: 'Bank', currency: 'EUR' }
    const made = await Promise.all(Array.from({ length: 8 }, () => act('dov', 'addAccount', account)))
    expect(made.filter(({ status }) => status === 200)).toHaveLength(1)
    const names = (await overview('dov')).categories.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect((await act('dov', 'addCategory', { name: ' GROCERIES', group: 'x' })).error).toContain('There is already')
  })
  test('that two banks told of become one transfer', async () => {
    const [bank, card] = [await open('eve', 'Bank'), await open('eve', 'Card', { kind: 'card' })]
    const add = async (account: string, amount: number) =>
      (await act<TransactionView>('eve', 'add', { account, date: '2026-03-01', amount })).output.id
    const ids = [await add(bank.id, -9_00), await add(card.id, 9_00)]
    expect((await act('eve', 'link', { ids: [ids[0], await add(card.id, 8_00)] })).error).toContain(
      'has to come into the other',
    )
    expect((await act('eve', 'link', { ids })).status).toBe(200)
    expect((await list('eve', { account: bank.id }))[0]).toMatchObject({ payee: 'Card', otherAccount: card.id })
  })
  test('of the wrong kind are refused with a sentence', async () => {
    const bank = await open('fay', 'Bank')
    const add = async (more: object) =>
      (await act('fay', 'add', { account: bank.id, date: '2026-03-01', amount: 1, ...more })).error
    expect(await add({ date: '2026-02-30' })).toContain('That is no day of the calendar')
    expect(await add({ amount: 1.5 })).toContain('whole number of minor units')
    expect(await add({ amount: 1e15 })).toContain('too large')
    expect((await act('fay', 'addAccount', { name: 'bank', currency: 'EUR' })).error).toContain(
      'There is already “bank”.',
    )
    expect((await act('fay', 'addAccount', { name: 'x', currency: 'euro' })).error).toContain('three letters')
  })
})

describe('reconciling', () => {
  test('tells the difference, enters it when asked to, and locks what is cleared', async () => {
    const bank = await open('gus', 'Bank', { balance: 100_00 })
    const { output } = await act<TransactionView>('gus', 'add', {
      account: bank.id,
      date: '2026-03-01',
      amount: -10_00,
      cleared: 'cleared',
    })
    await act('gus', 'add', { account: bank.id, date: '2026-03-02', amount: -5_00 })
    expect((await act('gus', 'reconcile', { account: bank.id, balance: 89_00 })).error).toContain('differ by -1.00 EUR')
    const done = await act('gus', 'reconcile', { account: bank.id, balance: 89_00, adjust: true })
    expect(done.output).toEqual({ locked: 2, adjusted: -1_00 })
    expect((await list('gus', { cleared: 'open' })).map(({ amount }) => amount)).toEqual([-5_00])
    expect((await act('gus', 'change', { id: output.id, amount: -11_00 })).error).toContain('reconciled with the bank')
    expect((await act('gus', 'change', { id: output.id, memo: 'still mine' })).status).toBe(200)
  })
})

describe('the budget', () => {
  test('shares out what came in, follows what is spent, and moves money between envelopes', async () => {
    const bank = await open('hal', 'Bank', { balance: 1000_00 })
    const [food, fun] = [await categoryId('hal', 'Groceries'), await categoryId('hal', 'Fun')]
    await act('hal', 'assign', { month, category: food, currency: 'EUR', amount: 200_00 })
    await act('hal', 'add', { account: bank.id, date: today, amount: -50_00, category: food })
    await act('hal', 'moveMoney', { month, currency: 'EUR', from: food, to: fun, amount: 30_00 })
    const now = await budget('hal')
    expect(now).toMatchObject({ toBudget: 800_00, budgeted: 200_00, activity: -50_00, available: 150_00 })
    expect(now.envelopes.find((row) => row.category === food)?.available).toBe(120_00)
    expect(
      (await act('hal', 'assign', { month, category: await categoryId('hal', 'Income'), currency: 'EUR', amount: 1 }))
        .error,
    ).toContain('is income')
    await act('hal', 'removeCategory', { id: food })
    expect(await budget('hal')).toMatchObject({ toBudget: 970_00, uncategorised: -50_00 })
  })
})

test('several are marked at once, and it is told how many that changed', async () => {
  const bank = await open('mark', 'Bank')
  const food = await categoryId('mark', 'Groceries')
  const add = async (more: object) =>
    (await act<TransactionView>('mark', 'add', { account: bank.id, date: '2026-03-01', amount: -3_00, ...more })).output
      .id
  const splits = [
    { amount: -1_00, category: food },
    { amount: -2_00, category: null },
  ]
  const ids = [await add({ splits }), await add({ category: food }), await add({ cleared: 'cleared', category: food })]
  expect((await act('mark', 'mark', { ids: [...ids, ids[0]], cleared: 'cleared' })).output).toEqual({ changed: 2 })
  expect((await act('mark', 'mark', { ids, category: food })).output).toEqual({ changed: 1 })
  expect((await act('mark', 'mark', { ids, cleared: 'cleared', category: food })).output).toEqual({ changed: 0 })
  expect((await act('mark', 'mark', { ids, category: 'nowhere' })).status).toBe(404)
  for (const row of await list('mark')) expect(row).toMatchObject({ cleared: 'cleared', category: food, splits: [] })
})

describe('rules and schedules', () => {
  test('a rule renames payees and fills what has no category, never what the person has chosen', async () => {
    const bank = await open('ida', 'Bank')
    const [food, fun] = [await categoryId('ida', 'Groceries'), await categoryId('ida', 'Fun')]
    const add = (more: object) => act('ida', 'add', { account: bank.id, date: '2026-03-01', amount: -1_00, ...more })
    await add({ payee: 'LIDL SAGT DANKE 123' })
    await add({ payee: 'Lidl 9', category: fun })
    const rule = { match: 'lidl', payee: 'Lidl', category: food, apply: true }
    expect((await act('ida', 'saveRule', rule)).output).toMatchObject({ changed: 2 })
    expect((await list('ida')).map(({ payee, category }) => [payee, category])).toEqual(
      expect.arrayContaining([
        ['Lidl', food],
        ['Lidl', fun],
      ]),
    )
    expect((await act('ida', 'saveRule', { match: 'x', payee: 'y' })).error).toContain('at least two characters')
  })
  test('a schedule is entered on its day, skipped, and ends', async () => {
    const bank = await open('jon', 'Bank')
    const made = await act<ScheduleView>('jon', 'saveSchedule', {
      payee: 'Rent',
      account: bank.id,
      amount: -500_00,
      start: '2026-01-31',
      until: '2026-03-31',
    })
    expect(made.output).toMatchObject({ next: '2026-01-31', state: 'overdue' })
    const step = async (action: string) => (await act<ScheduleView>('jon', action, { id: made.output.id })).output
    expect((await step('enter')).next).toBe('2026-02-28')
    expect((await step('skip')).next).toBe('2026-03-31')
    expect(await step('enter')).toMatchObject({ next: null, state: 'over' })
    expect((await list('jon')).map(({ date }) => date)).toEqual(['2026-03-31', '2026-01-31'])
    expect((await act('jon', 'enter', { id: made.output.id })).error).toContain('nothing more is due')
    expect((await act('jon', 'removeSchedule', { id: made.output.id })).output).toEqual({ ok: true })
    expect((await overview('jon')).schedules).toEqual([])
    expect(await list('jon')).toHaveLength(2)
  })
})

describe('by sentence', () => {
  test('spending goes to the payee and category that were said, and tells what is left', async () => {
    await open('kim', 'Bank', { balance: 500_00 })
    await act('kim', 'assign', {
      month,
      category: await categoryId('kim', 'Groceries'),
      currency: 'EUR',
      amount: 100_00,
    })
    const { output } = await act('kim', 'spend', { amount: '12,50 €', payee: 'Lidl', category: 'groceries' })
    expect(output).toMatchObject({
      payee: 'Lidl',
      amount: '12.50 EUR',
      category: 'Groceries',
      account: 'Bank',
      left: '87.50 EUR',
    })
    expect((await act('kim', 'left', { category: 'groceries?' })).output).toMatchObject({
      left: '87.50 EUR',
      spent: '12.50 EUR',
    })
    expect((await act('kim', 'balance')).output).toMatchObject({ total: '487.50 EUR' })
    expect((await act('kim', 'spend', { amount: '5', payee: 'Lidl' })).output.category).toBe('Groceries')
    expect((await act('kim', 'spend', { amount: 'much' })).error).toBe('“much” is no amount. Write it like 12.50.')
  })
  test('what is said for a category and is none is a note; a category is found wherever its name stands', async () => {
    await open('eli', 'Bank')
    const spend = async (said: object) => (await act('eli', 'spend', { amount: '1', ...said })).output
    expect(await spend({ category: 'yachts' })).toMatchObject({ category: 'none yet', memo: 'yachts' })
    expect(await spend({ category: 'grocery' })).toMatchObject({ category: 'Groceries', memo: '' })
    expect(await spend({ payee: 'eating out' })).toMatchObject({ category: 'Eating out', payee: '' })
    expect(await spend({ memo: 'pills health' })).toMatchObject({ category: 'Health', memo: 'pills' })
    expect(await spend({ payee: 'Fun Factory' })).toMatchObject({ category: 'none yet', payee: 'Fun Factory' })
    expect(await list('eli', { words: 'yachts' })).toMatchObject([{ amount: -1_00, memo: 'yachts' }])
  })
  test('a wallet without accounts begins with cash, in a currency without a minor unit too', async () => {
    expect((await act('lea', 'spend', { amount: '¥1,200', payee: 'Ramen' })).output).toMatchObject({
      amount: '1,200 JPY',
      account: 'Cash',
    })
    expect((await overview('lea')).accounts).toMatchObject([{ currency: 'JPY', balance: -1200 }])
    expect((await act('lea', 'spend', { amount: '1.50' })).error).toContain('JPY has 0 decimals')
  })
})

describe('a search', () => {
  test('counts and sums all that it finds, however much that is, and within the other filters', async () => {
    const csv = Array.from(
      { length: 1_300 },
      (_, n) => `2026-0${1 + (n % 2)}-15,${n % 10 ? 'Kiosk' : 'Bakery'} ${n},-1.00`,
    )
    await at.importFile('tom', 'wallet.table', { name: 'a.csv', bytes: ['Date,Payee,Amount', ...csv].join('\n') })
    type Found = { transactions: TransactionView[]; total: number; sum: Record<string, number> }
    const found = async (filter: object) => (await act<Found>('tom', 'transactions', filter)).output
    const [every, some, month, few] = [
      await found({}),
      await found({ words: 'kiosk' }),
      await found({ words: 'kiosk', from: '2026-02-01', category: 'none' }),
      await found({ words: 'kios', to: '2026-01-31', limit: 7 }),
    ]
    expect([every.total, every.sum, every.transactions.length]).toEqual([1_300, { EUR: -1_300_00 }, 1_000])
    expect([some.total, some.sum, some.transactions.length]).toEqual([1_170, { EUR: -1_170_00 }, 1_000])
    expect([month.total, month.sum]).toEqual([650, { EUR: -650_00 }])
    expect([few.total, few.sum, few.transactions.length]).toEqual([520, { EUR: -520_00 }, 7])
    expect((await found({ words: 'kiosk', limit: 1_150 })).transactions).toHaveLength(1_150)
    expect(await found({ words: 'opera' })).toMatchObject({ total: 0, sum: {}, transactions: [] })
  })
})

describe('an amount said in another currency', () => {
  const bank = async (who: string, ...currencies: string[]) => {
    for (const currency of currencies) await act(who, 'addAccount', { name: `Bank ${currency}`, currency })
  }
  const spend = (who: string, amount: string, more = {}) => act(who, 'spend', { amount, payee: 'Diner', ...more })

  test('is never booked as the currency of the account', async () => {
    await bank('nia', 'EUR')
    for (const amount of ['$40', '40 $', '$ 40.00', '40 bucks', '40 dollars', 'US$40', '40 USD', '40 usd', 'usd 40'])
      expect((await spend('nia', amount)).error, amount).toMatch(/^You have no account in (USD\.|“)/)
    for (const amount of [
      '£40',
      '40 quid',
      '¥4000',
      '4000円',
      '₹400',
      '400 rupees',
      '40 kr',
      '40 kr.',
      'CHF 40',
      '40.-Fr.',
      '＄40',
      '40 zł',
      '₩4000',
      'R$ 40',
      '40 francs',
      '฿40',
    ])
      expect((await spend('nia', amount)).error, amount).toContain('You have no account in')
    for (const amount of ['40 gold coins', '₿?40', '40 ☃', '40k', 'about 40', '40 at 5'])
      expect((await spend('nia', amount)).error, amount).toContain('is no currency that is known')
    expect((await spend('nia', '$40 EUR')).error).toContain('names two currencies')
    expect((await spend('nia', '$40', { account: 'Bank EUR' })).error).toBe(
      '“Bank EUR” is in EUR, and “$” is another currency. Say the amount in EUR, or another account.',
    )
    expect((await act('nia', 'receive', { amount: '$40', payee: 'Diner' })).error).toContain('You have no account in')
    expect(await list('nia')).toEqual([])
  })
  test('goes to the account that uses it', async () => {
    await bank('oki', 'EUR', 'CAD')
    for (const amount of ['$40', '40 bucks', '40 CAD', 'cad 40', 'C$40', '40,00 $', '(40 $)'.slice(1, -1)])
      expect((await spend('oki', amount)).output, amount).toMatchObject({ amount: '40.00 CAD', account: 'Bank CAD' })
    for (const amount of ['€40', '40 euros', '40 eur', '40 Euro', '40,-€', '40,00 €', 'EUR 40.00'])
      expect((await spend('oki', amount)).output, amount).toMatchObject({ amount: '40.00 EUR', account: 'Bank EUR' })
    expect((await spend('oki', 'US$40')).error).toBe('You have no account in USD. Add one first.')
    expect((await spend('oki', '$1,234.50', { account: 'bank cad' })).output.amount).toBe('1,234.50 CAD')
  })
  test('that could be of two accounts asks', async () => {
    await bank('pat', 'USD', 'AUD')
    expect((await spend('pat', '$40')).error).toBe(
      '“$” can be USD, AUD. Say the amount with its three letters, such as 40 USD.',
    )
    expect((await spend('pat', 'A$40')).output.account).toBe('Bank AUD')
    expect((await spend('pat', '40')).output.account).toBe('Bank AUD')
  })
  test('asks in a wallet without accounts, where the place does not say it', async () => {
    expect((await spend('rui', '$40')).error).toContain('“$” can be USD, CAD, AUD, NZD, SGD and more.')
    const there = await at.act<{ amount: string }>('sue', 'wallet.spend', { amount: '$40' }, 'America/New_York')
    expect(there.output.amount).toBe('40.00 USD')
  })
})

test('the sample fills every page, and is undone at once', async () => {
  const { output, change } = await act<{ added: number }>('max', 'sample')
  expect(output.added).toBeGreaterThan(20)
  const { accounts, schedules } = await overview('max')
  expect(accounts.map(({ name }) => name)).toEqual(['Everyday account', 'Savings', 'Card'])
  expect(schedules).toHaveLength(2)
  const report = (await act<{ months: { worth: number }[]; spending: unknown[] }>('max', 'reports', { months: 3 }))
    .output
  expect(report.months.at(-1)?.worth).toBe(accounts.reduce((sum, { balance }) => sum + balance, 0))
  expect(report.spending.length).toBeGreaterThan(5)
  const now = await budget('max')
  expect(now.toBudget + now.available + now.uncategorised).toBe(report.months.at(-1)?.worth)
  expect((await at.undo('max', change)).status).toBe(200)
  expect((await overview('max')).accounts).toEqual([])
})

describe('what is said by its name', () => {
  test('is the account or the category of that name, and an amount in words is of its currency', async () => {
    await open('una', 'Everyday', { balance: 500_00 })
    await open('una', 'Savings', { kind: 'savings' })
    await act('una', 'transfer', { from: 'everyday', to: 'my savings account', amount: '75.50 €' })
    expect((await overview('una')).accounts.map(({ balance }) => balance)).toEqual([424_50, 75_50])
    await act('una', 'assign', { category: 'groceries', amount: '120' })
    await act('una', 'moveMoney', { from: 'groceries', to: 'fun', amount: '20', month })
    const envelopes = new Map((await budget('una')).envelopes.map((row) => [row.category, row.budgeted]))
    expect(envelopes.get(await categoryId('una', 'Groceries'))).toBe(100_00)
    expect(envelopes.get(await categoryId('una', 'Fun'))).toBe(20_00)
    await act('una', 'saveSchedule', { payee: 'Telekom', amount: '34.99', account: 'everyday' })
    expect((await overview('una')).schedules).toMatchObject([{ payee: 'Telekom', amount: -34_99, start: today }])
    await act('una', 'addCategory', { name: 'Pets' })
    expect((await overview('una')).categories.at(-1)).toMatchObject({ name: 'Pets', group: 'Everyday' })
  })
  test('is refused with what there is where nothing is called so, and where the amount is of another currency', async () => {
    await open('vic', 'Bank')
    await open('vic', 'Cash')
    const transfer = async (more: object) =>
      (await act('vic', 'transfer', { from: 'bank', to: 'cash', amount: '5', ...more })).error
    expect(await transfer({ to: 'landlord' })).toBe('There is no account “landlord”. There are Bank, Cash.')
    expect(await transfer({ amount: '$5' })).toContain('“$” is another currency')
    expect(await transfer({ amount: '-5' })).toBe('Give an amount above 0.')
    expect((await act('vic', 'assign', { category: 'yachts', amount: '5' })).error).toContain('no category “yachts”')
    expect(await list('vic')).toEqual([])
  })
  test('a category that is none is looked for in the words of the transactions', async () => {
    await open('wes', 'Bank')
    await act('wes', 'spend', { amount: '9', category: 'comics' })
    await act('wes', 'spend', { amount: '5', category: 'fun' })
    expect(await list('wes', { category: 'comics' })).toMatchObject([{ amount: -9_00 }])
    expect(await list('wes', { category: 'Fun' })).toMatchObject([{ amount: -5_00 }])
  })
})
