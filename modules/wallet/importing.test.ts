import { beforeAll, describe, expect, test } from 'vitest'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import type { AccountView, TransactionView } from './module.ts'
import wallet from './server.ts'

let at: TestModules
beforeAll(async () => {
  at = await testModules(wallet)
})
const act = <T = Record<string, unknown>>(who: string, action: string, input: unknown = {}) =>
  at.act<T>(who, `wallet.${action}`, input, 'Europe/Berlin')
const list = async (who: string) =>
  (await act<{ transactions: TransactionView[] }>(who, 'transactions')).output.transactions
const accounts = async (who: string) => (await act<{ accounts: AccountView[] }>(who, 'overview')).output.accounts
const statement = (who: string, bytes: string | Uint8Array, name = 'bank.ofx', more = {}) =>
  at.importFile(who, 'wallet.statement', { name, bytes }, more)
const table = (who: string, bytes: string | Uint8Array, options = {}) =>
  at.importFile(who, 'wallet.table', { name: 'bank.csv', bytes }, { options })

const entry = (id: string, date: string, amount: string, name: string) =>
  `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>${date}<TRNAMT>${amount}<FITID>${id}<NAME>${name}</STMTTRN>`
const ofx = (...entries: string[]) =>
  `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>12345678<ACCTTYPE>CHECKING</BANKACCTFROM>${entries.join('\n')}</STMTRS></OFX>`
const two = ofx(entry('A', '20260115', '-12.50', 'LIDL 77'), entry('B', '20260116', '-3.00', 'Kiosk'))

describe('a bank statement', () => {
  test('of more accounts than anybody has is refused, and makes none', async () => {
    const of = (count: number) =>
      Array.from({ length: count }, (_, n) => `!Account\nNa${n}\nTBank\n^\n!Type:Bank\nD01/05/2026\nT-1\n^\n`).join('')
    expect((await statement('abe', of(201), 'bank.qif')).error).toBe(
      'A file makes at most 200 accounts. Split it, please.',
    )
    expect(await accounts('abe')).toEqual([])
    expect((await statement('abe', of(20), 'bank.qif')).report).toMatchObject({ added: 20, refused: 0 })
    expect(await accounts('abe')).toHaveLength(20)
  })
  test('with FITIDs makes its account, and adds nothing the second time', async () => {
    const shown = await statement('ann', two, 'bank.ofx', { preview: true })
    expect(shown.report).toMatchObject({ added: 2, refused: 0 })
    expect(await accounts('ann')).toEqual([])
    expect((await statement('ann', two)).report).toMatchObject({ added: 2, same: 0 })
    expect(await accounts('ann')).toMatchObject([
      { name: 'Checking 5678', currency: 'EUR', balance: -15_50, cleared: -15_50 },
    ])
    expect((await statement('ann', two)).report).toMatchObject({ added: 0, changed: 0, same: 2 })
    const more = ofx(entry('B', '20260116', '-3.00', 'Kiosk'), entry('C', '20260117', '-1.00', 'Kiosk'))
    expect((await statement('ann', more, 'next.qfx')).report).toMatchObject({ added: 1, same: 1 })
    expect(await accounts('ann')).toHaveLength(1)
  })
  test('never overwrites what the person has edited, and does not bring back what was deleted', async () => {
    await statement('bob', two)
    const [kiosk, lidl] = await list('bob')
    await act('bob', 'change', { id: lidl?.id, payee: 'Supermarket', date: '2026-01-14', memo: 'party' })
    const removed = await act('bob', 'remove', { ids: [kiosk?.id] })
    const { report } = await statement('bob', two)
    expect(report).toMatchObject({ added: 0, changed: 0, same: 1, refused: 1 })
    expect(report.rows.refused[0]?.reason).toContain('You have deleted it before')
    expect(await list('bob')).toMatchObject([{ payee: 'Supermarket', date: '2026-01-14', memo: 'party' }])
    await at.undo('bob', removed.change)
    expect((await statement('bob', two)).report).toMatchObject({ added: 0, same: 2, refused: 0 })
  })
  test('undone and imported again is there again', async () => {
    const { change } = await statement('cat', two)
    await at.undo('cat', change)
    expect(await list('cat')).toEqual([])
    expect((await statement('cat', two)).report.added).toBe(2)
  })
  test('joins what was written down by hand, once', async () => {
    const bank = (await act<AccountView>('dan', 'addAccount', { name: 'Bank', currency: 'EUR' })).output
    const hand = { account: bank.id, date: '2026-01-13', amount: -12_50, payee: 'Lidl' }
    await act('dan', 'add', hand)
    await act('dan', 'add', { ...hand, date: '2026-02-20' })
    const { report } = await statement('dan', two, 'bank.ofx', { options: { account: bank.id } })
    expect(report).toMatchObject({ added: 1, changed: 1 })
    expect((await statement('dan', two)).report).toMatchObject({ added: 0, changed: 0, same: 2 })
    expect((await list('dan')).map((row) => [row.payee, row.date, row.cleared])).toEqual([
      ['Lidl', '2026-02-20', 'open'],
      ['Kiosk', '2026-01-16', 'cleared'],
      ['Lidl', '2026-01-13', 'cleared'],
    ])
  })
  test('has its payees named by rules, and put where the payee was put last', async () => {
    const groceries = async () =>
      (await act<{ categories: { id: string; name: string }[] }>('eve', 'overview')).output.categories.find(
        ({ name }) => name === 'Groceries',
      )?.id
    await act('eve', 'addAccount', { name: 'Old', currency: 'EUR' })
    await act('eve', 'saveRule', { match: 'lidl', payee: 'Lidl', category: await groceries() })
    await statement('eve', two)
    const [kiosk, lidl] = await list('eve')
    expect(lidl).toMatchObject({ payee: 'Lidl', bankPayee: 'LIDL 77', category: await groceries() })
    await act('eve', 'mark', { ids: [kiosk?.id], category: await groceries() })
    await statement('eve', ofx(entry('Z', '20260201', '-2.00', 'KIOSK')))
    expect((await list('eve'))[0]).toMatchObject({ payee: 'KIOSK', category: await groceries() })
  })
  test('that uses one FITID for two payments keeps both', async () => {
    const odd = ofx(
      entry('0', '20260115', '-1.00', 'a'),
      entry('0', '20260115', '-2.00', 'b'),
      entry('0', '20260115', '-2.00', 'b'),
    )
    expect((await statement('fay', odd)).report).toMatchObject({ added: 2, duplicate: 1 })
    expect((await statement('fay', odd)).report).toMatchObject({ added: 0, same: 2 })
  })
  test('of a currency without or with three decimals is exact; one that is too fine is refused', async () => {
    const inCurrency = (code: string, amount: string) =>
      ofx(entry('A', '20260115', amount, 'x'))
        .replace('EUR', code)
        .replace('12345678', code)
    await statement('gus', inCurrency('JPY', '-1200'))
    await statement('gus', inCurrency('KWD', '-1.234'))
    expect((await accounts('gus')).map(({ currency, balance }) => [currency, balance])).toEqual([
      ['JPY', -1200],
      ['KWD', -1234],
    ])
    expect((await statement('gus', inCurrency('USD', '-1.234'))).report.rows.refused[0]?.reason).toContain(
      'more than 2 decimals',
    )
  })
  test('of the wrong account or format says so', async () => {
    await statement('hal', two)
    const [bank] = await accounts('hal')
    const other = two.replace('12345678', '999')
    expect((await statement('hal', other, 'b.ofx', { options: { account: bank?.id } })).error).toContain(
      'The file is of another account (999)',
    )
    expect(await statement('hal', 'hello', 'b.ofx')).toMatchObject({
      status: 400,
      error: expect.stringContaining('no bank statement that can be read'),
    })
    await statement('hal', other)
    const qif = '!Type:Bank\nD2026-01-15\nT-1\n^\n'
    expect((await statement('hal', qif, 'b.qif')).error).toContain('Choose the account')
  })
})

describe('the categories of a QIF file', () => {
  type Category = { id: string; name: string; group: string; isIncome: boolean }
  const categories = async (who: string) => (await act<{ categories: Category[] }>(who, 'overview')).output.categories
  const named = async (who: string) => {
    const names = new Map((await categories(who)).map(({ id, name, group }) => [id, `${group}: ${name}`]))
    return (await list(who)).map(({ payee, category, splits }) =>
      [payee, names.get(category ?? ''), ...splits.map((split) => names.get(split.category ?? ''))].filter(Boolean),
    )
  }
  // As Quicken writes it: the list of categories first, with D as the description and I or E for what it is.
  const quicken = `!Option:AutoSwitch
!Type:Cat
NSalary
DWhat Northwind pays
T
I
^
NAuto:Insurance
DCar insurance
E
^
!Clear:AutoSwitch
!Account
NGiro
TBank
^
!Type:Bank
D1/15'26
T-45.10
PShell
LAuto:Fuel
^
D1/16'26
T2,500.00
PNorthwind
LSalary/2026
^
D1/17'26
T-30.00
PAllianz
L--Split--
SAuto:Insurance
$-10.00
SPets
$-20.00
^
D1/18'26
T-100.00
PSavings
L[Savings]
^
D1/19'26
T-8.00
PLidl
LFood:Groceries
^
D1/20'26
T-5.00
PVet
SPets
$-5.00
^
`
  test('that the wallet does not have are made, in the group the file names; none is lost', async () => {
    const { report } = await statement('nan', quicken, 'quicken.qif')
    expect(report).toMatchObject({ added: 6, refused: 0 })
    expect(await named('nan')).toEqual([
      ['Vet', 'Imported: Pets'],
      ['Lidl', 'Everyday: Groceries'],
      ['Savings'],
      ['Allianz', 'Bills: Insurance', 'Imported: Pets'],
      ['Northwind', 'Imported: Salary'],
      ['Shell', 'Auto: Fuel'],
    ])
    const made = (await categories('nan')).filter(({ group }) => group === 'Imported' || group === 'Auto')
    expect(made.map(({ name, isIncome }) => [name, isIncome])).toEqual([
      ['Fuel', false],
      ['Salary', true],
      ['Pets', false],
    ])
  })
  test('are made once, not at all by a preview, and not again for payments that are here already', async () => {
    const before = await categories('olu')
    await statement('olu', quicken, 'quicken.qif', { preview: true })
    expect(await categories('olu')).toEqual(before)
    await statement('olu', quicken, 'quicken.qif')
    const pets = (await categories('olu')).find(({ name }) => name === 'Pets')
    await act('olu', 'removeCategory', { id: pets?.id })
    expect((await statement('olu', quicken, 'quicken.qif')).report).toMatchObject({ added: 0, same: 6 })
    expect((await categories('olu')).filter(({ name }) => name === 'Pets')).toEqual([])
  })
  test('of one name in two groups stay two', async () => {
    const rows = ['House:Tax', 'Car:Tax', 'House:Tax'].map((name, n) => `D2026-01-1${n}\nT-1\nP${name}\nL${name}\n^\n`)
    await statement('pia', `!Type:Bank\n${rows.join('')}`, 'a.qif')
    const expected = [
      ['House:Tax', 'House: Tax'],
      ['Car:Tax', 'Car: Tax (Car)'],
      ['House:Tax', 'House: Tax'],
    ]
    expect(await named('pia')).toEqual(expected)
    await statement('pia', '!Type:Bank\nD2026-01-19\nT-1\nPCar:Tax\nLCar:Tax\n^\n', 'b.qif')
    expect(await named('pia')).toEqual([['Car:Tax', 'Car: Tax (Car)'], ...expected])
  })
  test('and parts that cannot be kept are named and counted', async () => {
    const long = 'long '.repeat(30).trim()
    const odd = `!Type:Bank\nD2026-01-15\nT-1\nPa\nL${long}\n^\nD2026-01-16\nT-1\nPb\nL${long}\n^\nD2026-01-17\nT-9\nPc\nSPets\n$-1\nSFood\n$-2\n^\n`
    const { report } = await statement('quin', odd, 'a.qif')
    expect(report).toMatchObject({ added: 3, refused: 2 })
    expect(report.rows.refused.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('Its parts do not add up'),
      expect.stringMatching(/^The category “long .*” is left out of 2 transactions: a name has 1 to 80 characters\.$/),
    ])
  })
})

describe('a table', () => {
  test('in windows-1252 keeps “Café €Rémy”, with a German bank’s preamble, names and decimals', async () => {
    const text =
      'Umsatzanzeige;Konto 1\r\n\r\nBuchungstag;Empf\xe4nger;Verwendungszweck;Betrag;W\xe4hrung\r\n15.01.2026;Caf\xe9 \x80R\xe9my;Fr\xfchst\xfcck;-1.234,50;EUR\r\n16.01.2026;Bank;Zins;0,01;EUR\r\n'
    const bytes = Buffer.from(text, 'latin1')
    expect((await table('ida', bytes)).report).toMatchObject({ added: 2, refused: 0 })
    expect((await list('ida')).at(-1)).toMatchObject({
      payee: 'Café €Rémy',
      memo: 'Frühstück',
      amount: -1234_50,
      date: '2026-01-15',
    })
    expect((await table('ida', bytes)).report).toMatchObject({ added: 0, same: 2 })
  })
  test('in whichever encoding and with whichever line ends is the same table: nothing is lost, nothing comes twice', async () => {
    const rows = Array.from({ length: 60 }, (_, n) => `2026-01-${10 + (n % 20)},Café № ${n},-${n + 1}.50`)
    const mixed = ['Date,Payee,Amount', ...rows].map((row, n) => row + ['\r\n', '\n', '\r'][n % 3]).join('')
    const plain = mixed.replaceAll('№', 'no.')
    const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')
    expect((await table('hana', mixed)).report).toMatchObject({ added: 60, refused: 0 })
    expect((await table('hana', `\uFEFF${mixed}`)).report).toMatchObject({ added: 0, same: 60, refused: 0 })
    expect((await table('hana', utf16(mixed))).report).toMatchObject({ added: 0, same: 60, refused: 0 })
    expect((await table('hana', utf16(mixed).swap16())).report).toMatchObject({ added: 0, same: 60, refused: 0 })
    expect((await list('hana')).find(({ amount }) => amount === -7_50)?.payee).toBe('Café № 6')
    expect((await table('ivo', Buffer.from(plain, 'latin1'))).report).toMatchObject({ added: 60, refused: 0 })
    expect((await list('ivo')).find(({ amount }) => amount === -7_50)?.payee).toBe('Café no. 6')
  })
  test('with columns for what went out and came in, and the same payment twice on a day', async () => {
    const csv =
      'Date,Description,Debit,Credit,Balance\n01/15/2026,Coffee,3.50,,10\n01/15/2026,Coffee,3.50,,6.50\n01/16/2026,Pay,,"1,000.00",1006.50\nnonsense,x,1,,\n'
    const first = await table('jon', csv)
    expect(first.report).toMatchObject({ added: 3, duplicate: 0, refused: 1 })
    expect(first.report.rows.refused[0]).toMatchObject({ line: 5, reason: 'Date cannot be read: “nonsense”.' })
    expect((await list('jon')).map(({ amount }) => amount)).toEqual([1000_00, -3_50, -3_50])
    expect((await table('jon', csv)).report).toMatchObject({ added: 0, same: 3 })
  })
  test('of nothing but quotes, of separators or of one long line is refused, and a far day loses its row alone', async () => {
    await act('kai', 'addAccount', { name: 'Bank', currency: 'EUR' })
    for (const text of [';'.repeat(2_000_000), 'word '.repeat(4_000_000), '"'.repeat(2_000_000)])
      expect((await table('kai', text)).error).toMatch(/This is no table|more than/)
    const days = ['99999-01-01', '0000-01-01', '9990-01-01', '1899-12-31', '2026-02-30']
    const far = `date;payee;amount\n${days.map((day) => `${day};A;1,00\n`).join('')}2026-01-05;B;2,00\n`
    expect((await table('kai', far)).report).toMatchObject({ added: 1, refused: days.length })
  })
  test('without a head is read by what stands in it', async () => {
    expect((await table('lea', '15.01.2026;Bakery Müller;-2,50\n16.01.2026;Kiosk;-1,00\n')).report).toMatchObject({
      added: 2,
    })
    expect((await list('lea'))[1]).toMatchObject({ payee: 'Bakery Müller', amount: -2_50 })
  })
})

describe('an export', () => {
  test('as QIF and as CSV comes back as the same transactions', async () => {
    await act('max', 'sample')
    const before = await list('max')
    for (const [name, place] of [
      ['qif', 'statement'],
      ['csv', 'table'],
    ] as const) {
      const who = `max-${name}`
      const sent = await at.fetch('max', `/api/m/wallet/exports/${name}`)
      const text = await sent.text()
      const { report } = await at.importFile(who, `wallet.${place}`, { name: `x.${name}`, bytes: text })
      expect(report).toMatchObject({ added: before.length, refused: 0 })
      const facts = (rows: TransactionView[]) =>
        rows.map(({ date, amount, payee }) => `${date} ${amount} ${payee}`).sort()
      expect(facts(await list(who))).toEqual(facts(before))
    }
  })
})
