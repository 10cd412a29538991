import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type TestModules, testModules } from '../../../server/records/test-module.ts'
import type { AccountView, Budget, CategoryView, ScheduleView, TransactionView } from '../module.ts'
import type { RuleRow } from '../records.ts'
import wallet from '../server.ts'

let at: TestModules
beforeAll(async () => {
  at = await testModules(wallet)
})
const ZONE = 'Europe/Berlin'
const act = <T>(who: string, action: string, input: unknown = {}) => at.act<T>(who, `wallet.${action}`, input, ZONE)
interface Overview {
  accounts: AccountView[]
  categories: CategoryView[]
  rules: RuleRow[]
  schedules: ScheduleView[]
}
const overview = async (who: string) => (await act<Overview>(who, 'overview')).output
const list = async (who: string) =>
  (await act<{ transactions: TransactionView[] }>(who, 'transactions', { order: 'date' })).output.transactions
const take = (who: string, bytes: Uint8Array, name = 'budget.zip', place = 'budget', options: object = {}) =>
  at.importFile(who, `wallet.${place}`, { name, bytes }, { options, timeZone: ZONE })
const balances = async (who: string) =>
  Object.fromEntries(
    (await overview(who)).accounts.map(({ name, balance, currency }) => [name, `${balance} ${currency}`]),
  )

// As YNAB writes them today (support.ynab.com, "How to export plan data"): made-up payments of a person who writes 31.12.2026 and 1.234,56€.
const register =
  `\uFEFF"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"
"Giro","","31.01.2026","Starting Balance","Inflow: Ready to Assign","Inflow","Ready to Assign","",0,00€,"1.234,56€","Reconciled"
"Giro","Red","02.02.2026","Lidl","Everyday: Groceries","Everyday","Groceries","Split (1/2) Brot","12,50€","0,00€","Cleared"
"Giro","Red","02.02.2026","Lidl","Home: Haushalt","Home","Haushalt","Split (2/2) ","7,50€","0,00€","Cleared"
"Giro","","03.02.2026","Transfer : Visa","","","","Karte","100,00€","0,00€","Cleared"
"Visa","","03.02.2026","Transfer : Giro","","","","Karte","0,00€","100,00€","Uncleared"
"Visa","Blue","04.02.2026","Kino","Everyday: Fun","Everyday","Fun","","25,00€","0,00€","Uncleared"
"Giro","","05.02.2026","Transfer : Depot","Long: Invest","Long","Invest","","50,00€","0,00€","Cleared"
"Depot","","05.02.2026","Transfer : Giro","","","","","0,00€","50,00€","Cleared"
"Giro","","06.02.2026","Bank","Everyday: Fun","Everyday","Fun","Split (1/2) ","5,00€","0,00€","Cleared"
"Giro","","06.02.2026","Transfer : Visa","","","","Split (2/2) ","15,00€","0,00€","Cleared"
"Visa","","06.02.2026","Transfer : Giro","","","","","0,00€","15,00€","Cleared"
"Giro","","07.02.2026","Lidl","Hidden Categories: Old","Hidden Categories","Old","","1,00€","0,00€","Cleared"
`.replace(',0,00€,', ',"0,00€",')
const plan = `\uFEFF"Month","Category Group/Category","Category Group","Category","Assigned","Activity","Available"
"Jan 2026","Everyday: Groceries","Everyday","Groceries","300,00€","0,00€","300,00€"
"Feb 2026","Everyday: Groceries","Everyday","Groceries","50,00€","-12,50€","337,50€"
"Feb 2026","Everyday: Fun","Everyday","Fun","-10,00€","-30,00€","-40,00€"
"Feb 2026","Credit Card Payments: Visa","Credit Card Payments","Visa","0,00€","0,00€","0,00€"
`
const ynab = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
const whole = ynab({ 'Home as of 2026-02-08 - Register.csv': register, 'Home as of 2026-02-08 - Plan.csv': plan })

describe('a whole export of YNAB', () => {
  test('brings accounts, categories, parts, both sides of transfers, flags, states and months; brought again it adds nothing', async () => {
    const { report, error } = await take('ann', whole)
    expect(error).toBe('')
    expect(report).toMatchObject({ refused: 0, same: 0 })
    expect(await balances('ann')).toEqual({ Giro: '104356 EUR', Visa: '9000 EUR', Depot: '5000 EUR' })
    const { accounts, categories } = await overview('ann')
    expect(accounts.map(({ name, kind, onBudget }) => [name, kind, onBudget])).toEqual([
      ['Giro', 'checking', true],
      ['Visa', 'card', true],
      ['Depot', 'checking', false],
    ])
    expect(categories.map(({ group, name, isIncome, hidden }) => [group, name, isIncome, hidden])).toContainEqual([
      'Hidden Categories',
      'Old',
      false,
      true,
    ])
    expect(categories).toContainEqual(
      expect.objectContaining({ group: 'Inflow', name: 'Ready to Assign', isIncome: true }),
    )
    const called = new Map(categories.map(({ id, name }) => [id, name]))
    const account = new Map(accounts.map(({ id, name }) => [id, name]))
    const rows = (await list('ann')).map((row) => [
      ...[row.date, account.get(row.account), row.amount, row.payee, row.memo, row.cleared, row.flag ?? ''],
      row.splits.length > 0
        ? row.splits.map((part) => [called.get(part.category ?? ''), part.amount, part.memo])
        : (called.get(row.category ?? '') ?? ''),
      account.get(row.otherAccount ?? '') ?? '',
    ])
    expect(rows).toHaveLength(11)
    for (const row of [
      ['2026-01-31', 'Giro', 1234_56, 'Starting balance', '', 'reconciled', '', 'Ready to Assign', ''],
      [
        '2026-02-02',
        'Giro',
        -20_00,
        'Lidl',
        '',
        'cleared',
        'red',
        [
          ['Groceries', -12_50, 'Brot'],
          ['Haushalt', -7_50, ''],
        ],
        '',
      ],
      ['2026-02-03', 'Giro', -100_00, 'Visa', 'Karte', 'cleared', '', '', 'Visa'],
      ['2026-02-03', 'Visa', 100_00, 'Giro', 'Karte', 'open', '', '', 'Giro'],
      ['2026-02-04', 'Visa', -25_00, 'Kino', '', 'open', 'blue', 'Fun', ''],
      ['2026-02-05', 'Giro', -50_00, 'Depot', '', 'cleared', '', 'Invest', 'Depot'],
      ['2026-02-06', 'Giro', -5_00, 'Bank', '', 'cleared', '', 'Fun', ''],
      ['2026-02-06', 'Giro', -15_00, 'Visa', '', 'cleared', '', '', 'Visa'],
    ])
      expect(rows).toContainEqual(row)
    const { output } = await act<Budget>('ann', 'budget', { month: '2026-02' })
    const envelope = (name: string) => output.envelopes.find(({ category }) => called.get(category) === name)
    expect(envelope('Groceries')).toMatchObject({
      budgeted: 50_00,
      carried: 300_00,
      activity: -12_50,
      available: 337_50,
    })
    expect(envelope('Fun')).toMatchObject({ budgeted: -10_00, activity: -30_00, available: -40_00 })
    const again = await take('ann', whole)
    expect(again.report).toMatchObject({ added: 0, changed: 0, refused: 0 })
    expect(await balances('ann')).toEqual({ Giro: '104356 EUR', Visa: '9000 EUR', Depot: '5000 EUR' })
  })
  test('is undone as one, shown before, and never changes what its person has edited since', async () => {
    const shown = await at.importFile(
      'bea',
      'wallet.budget',
      { name: 'b.zip', bytes: whole },
      { preview: true, timeZone: ZONE },
    )
    expect(shown.report.added).toBe(14)
    expect((await overview('bea')).accounts).toEqual([])
    const { change } = await take('bea', whole)
    const kino = (await list('bea')).find(({ payee }) => payee === 'Kino')
    const edited = await act('bea', 'change', { id: kino?.id, amount: -26_00 })
    expect((await take('bea', whole)).report.changed).toBe(0)
    expect((await list('bea')).find(({ payee }) => payee === 'Kino')?.amount).toBe(-26_00)
    await at.undo('bea', edited.change)
    await at.undo('bea', change)
    expect(await list('bea')).toEqual([])
  })
  test('tells in the language of its person what is left out', async () => {
    const text = `"Account","Flag","Date","Payee","Category Group","Category","Memo","Outflow","Inflow","Cleared"
"Bank","","31/01/2026","Work","Inflow","Ready to Assign","",¥0,¥100,"Cleared"
"Bank","","01/02/2026","Diner","Fun","Eating out","",¥1.25,¥0,"Cleared"
"Bank","","someday","Diner","Fun","Eating out","",¥5,¥0,"Cleared"
`
    const months =
      '"Month","Category Group","Category","Assigned","Activity","Available"\n"Soon","Fun","Eating out",¥4,¥0,¥4\n'
    const bytes = ynab({ 'Register.csv': text, 'Plan.csv': months })
    const { report } = await at.importFile(
      'nan',
      'wallet.budget',
      { name: 'b.zip', bytes },
      { options: { currency: 'JPY' }, language: 'de' },
    )
    expect(report.rows.refused.map(({ reason }) => reason)).toEqual([
      '-1.25 lässt sich in JPY nicht speichern.',
      'Das Datum lässt sich nicht lesen: „someday“.',
      'Der Monat lässt sich nicht lesen: „Soon“.',
    ])
  })
  test('counts what an account began with neither as income nor as spent', async () => {
    const text = `"Account","Flag","Date","Payee","Category Group","Category","Memo","Outflow","Inflow","Cleared"
"Giro","","01/31/2026","Starting Balance","Inflow","Ready to Assign","",€0.00,"€1000.00","Cleared"
"Visa","","01/31/2026","Starting Balance","Fun","Cinema","",€70.00,"€0.00","Cleared"
"Giro","","01/31/2026","Work","Inflow","Ready to Assign","",€0.00,"€30.00","Cleared"
`
    await take('lea', ynab({ 'Register.csv': text }))
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-31T12:00:00Z') })
    onTestFinished(() => void vi.useRealTimers())
    const { output } = await act<{ months: object[] }>('lea', 'reports', { months: 1 })
    expect(output.months).toMatchObject([{ month: '2026-01', income: 30_00, spent: 0 }])
  })
  test('joins parts of one payment only: where some are missing, each stands by itself', async () => {
    const row = (memo: string, out: string) =>
      `"Giro","","02/02/2026","Lidl","Everyday","Food","${memo}",€${out},€0.00,"Cleared"\n`
    const text = `"Account","Flag","Date","Payee","Category Group","Category","Memo","Outflow","Inflow","Cleared"
${row('Split (2/2) ', '1.00')}${row('Split (1/2) ', '2.00')}${row('Split (1/2) ', '4.00')}${row('Split (2/2) ', '8.00')}`
    await take('mae', ynab({ 'Register.csv': text }))
    expect((await list('mae')).map(({ amount, splits }) => [amount, splits.length]).sort()).toEqual([
      [-1_00, 0],
      [-12_00, 2],
      [-2_00, 0],
    ])
  })
  test('leaves its accounts to the statements of their bank, those of an earlier import too', async () => {
    const ofx =
      'OFXHEADER:100\n<OFX><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>12345678<ACCTTYPE>CHECKING</BANKACCTFROM><STMTTRN><DTPOSTED>20260301<TRNAMT>-3.00<FITID>A<NAME>Kiosk</STMTTRN></STMTRS></OFX>'
    const statement = (account: string) => take('jo', strToU8(ofx), 'bank.ofx', 'statement', { account })
    await take('jo', whole)
    const giro = (await overview('jo')).accounts.find(({ name }) => name === 'Giro')?.id ?? ''
    await act('jo', 'changeAccount', { id: giro, name: 'Bank' })
    await at.db.$client.query(
      `update records set data = (data - 'budgetKey') || '{"bankId": "Giro"}' where id = $1`, // as it was once
      [giro],
    )
    expect((await statement(giro)).error).toContain('The file is of another account')
    expect((await take('jo', whole)).report).toMatchObject({ added: 0, changed: 0, refused: 0 })
    expect(await statement(giro)).toMatchObject({ error: '', report: { added: 1 } })
    expect((await take('jo', whole)).report).toMatchObject({ added: 0, changed: 0, refused: 0 })
    expect((await statement('')).report).toMatchObject({ added: 0, same: 1 })
    expect((await overview('jo')).accounts.map(({ name }) => name)).toEqual(['Bank', 'Visa', 'Depot'])
  })
  test('in another currency goes into accounts of its own', async () => {
    const text = (mark: string) =>
      `"Account","Flag","Date","Payee","Category Group","Category","Memo","Outflow","Inflow","Cleared"
"Checking","","01/31/2026","Work","Inflow","Ready to Assign","",${mark}0.00,"${mark}10.00","Cleared"
`
    for (const mark of ['€', 'US$', 'US$', '€'])
      expect((await take('kim', strToU8(text(mark)), 'register.csv', 'table')).error).toBe('')
    expect(await balances('kim')).toEqual({ Checking: '1000 EUR', 'Checking (2)': '1000 USD' })
  })
  test('comes as its two files too, with dollars and months before days, from the import of tables', async () => {
    const text = `"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"
"Checking","","01/31/2026","Work","Inflow: Ready to Assign","Inflow","Ready to Assign","",$0.00,"$1,234.56","Cleared"
"Checking","Purple","02/01/2026","Diner","Fun: Eating out","Fun","Eating out","",$12.50,$0.00,"Cleared"
`
    const { report, error } = await take('cal', strToU8(text), 'register.csv', 'table', { currency: 'USD' })
    expect(error).toBe('')
    expect(report.added).toBe(2)
    expect(await balances('cal')).toEqual({ Checking: '122206 USD' })
    const months =
      '"Month","Category Group/Category","Category Group","Category","Assigned","Activity","Available"\n"Feb 2026","Fun: Eating out","Fun","Eating out",$40.00,-$12.50,$27.50\n'
    expect((await take('cal', strToU8(months), 'plan.csv', 'table')).report.added).toBe(1)
    expect((await act<Budget>('cal', 'budget', { month: '2026-02' })).output.envelopes).toContainEqual(
      expect.objectContaining({ budgeted: 40_00, available: 27_50 }),
    )
  })
  test('of YNAB 4 is read by its own names', async () => {
    const text = `Account,Flag,Check Number,Date,Payee,Category,Master Category,Sub Category,Memo,Outflow,Inflow,Cleared,Running Balance
Bank,,,13/01/2026,Shop,Everyday: Food,Everyday,Food,(Split 1/2) a,£10.00,£0.00,C,£0.00
Bank,,,13/01/2026,Shop,Everyday: Fun,Everyday,Fun,(Split 2/2) b,£5.00,£0.00,C,£0.00
`
    const months =
      'Month,Category,Master Category,Sub Category,Budgeted,Outflows,Category Balance\nJanuary 2026,Everyday: Food,Everyday,Food,£20.00,-£10.00,£10.00\n'
    expect(
      (await take('dot', ynab({ 'Register.csv': text, 'Budget.csv': months }), 'y4.zip', 'budget', { currency: 'GBP' }))
        .report,
    ).toMatchObject({ added: 2, refused: 0 })
    expect(await balances('dot')).toEqual({ Bank: '-1500 GBP' })
  })
})

describe('a backup of Actual', () => {
  const backup = readFileSync(join(import.meta.dirname, 'testdata', 'actual-backup.zip'))
  test('brings accounts, categories, parts, transfers, months, schedules and rules as Actual itself keeps them', async () => {
    const { report, error } = await take('eve', backup)
    expect(error).toBe('')
    expect(report.rows.refused.map(({ reason }) => reason).sort()).toEqual([
      'This rule does more than rules here can.',
      'This schedule comes again in a way that is not known here.',
    ])
    expect(await balances('eve')).toEqual({
      Giro: '160980 EUR',
      Savings: '50000 EUR',
      House: '20000 EUR',
      'Old card': '0 EUR',
    })
    const { accounts, categories, rules, schedules } = await overview('eve')
    expect(accounts.map(({ name, onBudget, closed }) => [name, onBudget, closed])).toEqual([
      ['Giro', true, false],
      ['Savings', true, false],
      ['Old card', true, true],
      ['House', false, false],
    ])
    const id = (name: string) => categories.find((row) => row.name === name)?.id
    expect(categories.find(({ name }) => name === 'Gehalt')).toMatchObject({ isIncome: true, group: 'Income' })
    expect(categories.find(({ name }) => name === 'Miete')).toMatchObject({ group: 'Leben', keepsDebt: true })
    expect(id('Gone')).toBeUndefined()
    const rows = await list('eve')
    expect(rows).toHaveLength(10)
    expect(rows.filter(({ payee, amount }) => payee === 'Lidl' && amount === -45_10)).toHaveLength(2)
    expect(rows.find(({ payee }) => payee === 'Markt')).toMatchObject({
      amount: -100_00,
      splits: [
        { category: id('Essen'), amount: -70_00, memo: 'Gemüse' },
        { category: id('Miete'), amount: -30_00, memo: 'Nachzahlung' },
      ],
    })
    const savings = accounts.find(({ name }) => name === 'Savings')?.id
    expect(rows.find(({ account }) => account === savings)).toMatchObject({
      amount: 500_00,
      payee: 'Giro',
      memo: 'Rücklage',
      otherAccount: accounts[0]?.id,
    })
    expect(rows.find(({ date }) => date === '2026-01-11')).toMatchObject({ payee: 'House', category: id('Miete') })
    const { output } = await act<Budget>('eve', 'budget', { month: '2026-01' })
    const envelope = (name: string) => output.envelopes.find(({ category }) => category === id(name))
    expect(output.income).toBe(2500_00)
    expect(envelope('Essen')).toMatchObject({ budgeted: 200_00, activity: -160_20, available: 39_80 })
    expect(envelope('Miete')).toMatchObject({ budgeted: 900_00, activity: -230_00, available: 670_00 })
    expect(rules).toMatchObject([{ how: 'contains', match: 'lidl', category: id('Essen') }])
    expect(schedules).toMatchObject([
      {
        payee: 'Miete',
        amount: -780_00,
        start: '2026-03-01',
        unit: 'month',
        every: 1,
        weekend: 'before',
        automatic: true,
      },
    ])
    const again = (await take('eve', backup)).report
    expect(again).toMatchObject({ added: 0, changed: 0, same: 10 })
  })
  test('whose schedules began long ago go on where Actual stands: what is paid is not booked once more', async () => {
    const bill = async (who: string, sql: string) => {
      const path = join(mkdtempSync(join(tmpdir(), 'wallet-budget-')), 'db.sqlite')
      writeFileSync(path, unzipSync(backup)['db.sqlite'] ?? '')
      const database = new DatabaseSync(path)
      database.exec(`update rules set conditions = replace(conditions, '"2026-03-01"', '"2020-01-31"'); ${sql}`)
      database.close()
      expect((await take(who, zipSync({ 'db.sqlite': readFileSync(path) }))).error).toBe('')
      rmSync(dirname(path), { recursive: true })
      return (await overview(who)).schedules[0]
    }
    const next = (days: string) => `update schedules_next_date set ${days}`
    expect(await bill('gil', next('local_next_date = 20400330, base_next_date = 20400330'))).toMatchObject({
      ...{ start: '2020-01-31', past: 242, next: '2040-03-30', automatic: true },
    })
    // Another device was later.
    expect(
      await bill('hal', next('local_next_date = 20400330, base_next_date = 20400430, base_next_date_ts = 1')),
    ).toMatchObject({ past: 243, next: '2040-04-30' })
    const unsaid = await bill('ida', 'delete from schedules_next_date')
    expect(unsaid?.state).toMatch(/^(soon|later)$/)
    expect(unsaid?.past).toBeGreaterThan(80)
  })
  test('and what only looks like a budget is refused with a sentence', async () => {
    for (const bytes of [
      strToU8('no zip'),
      ynab({ 'a.csv': 'Date,Amount\n2026-01-01,1\n' }),
      ynab({ 'db.sqlite': 'no database' }),
      ynab({ 'db.sqlite': '' }),
      backup.subarray(0, 9000),
    ]) {
      const { status, error } = await take('fay', bytes)
      expect([status, error]).toEqual([400, expect.stringMatching(/^This is no budget that can be read/)])
    }
    expect((await overview('fay')).accounts).toEqual([])
  })
})
