import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../../server/test-app.ts'
import { tryPlaybook } from '../kit/test-job.ts'
import agent from './agent.ts'
import { benfordOf, benfordShare } from './benford.ts'
import { closeMonth } from './close-month.ts'
import { type Entry, readLedger } from './ledger.ts'
import { matchMovements, reconciliation } from './matching.ts'
import { reconcileBank } from './reconcile-bank.ts'
import { testEntries } from './test-entries.ts'
import { trialBalance } from './trial-balance.ts'

const app = await testApp()
const nobody = { call: () => Promise.reject(new Error('No action is called.')) }
const tables = (product: Awaited<ReturnType<typeof tryPlaybook>>['product']) =>
  product.blocks.flatMap((block) => (block.kind === 'table' ? [block] : []))

test('Benford: the shares of the law, close conformity of powers of two, nonconformity of amounts below a limit', () => {
  expect(benfordShare(1)).toBeCloseTo(0.30103, 5)
  expect(benfordShare(9)).toBeCloseTo(0.04576, 5)
  const growth = Array.from({ length: 1000 }, (_, at) => 10 * 1.0235 ** at)
  expect(benfordOf(growth)?.verdict).toBe('close')
  expect(benfordOf(growth.map((_, at) => 490_00 + at))?.verdict).toBe('nonconforming')
  expect(benfordOf(growth.slice(0, 299))).toBeNull()
})

test('a trial balance of balanced entries balances, whatever they are', () => {
  const legs = fc.array(fc.tuple(fc.nat(5), fc.nat(5), fc.integer({ min: 1, max: 1e9 })), { maxLength: 50 })
  fc.assert(
    fc.property(legs, (pairs) => {
      const base = { line: 1, ref: '', date: '2026-02-01', text: '' }
      const entries = pairs.flatMap(([from, to, amount]): Entry[] => [
        { ...base, account: `${to}`, debit: amount, credit: 0 },
        { ...base, account: `${from}`, debit: 0, credit: amount },
      ])
      const { difference, debit, credit } = trialBalance(
        new Map([
          ['0', 5],
          ['1', -5],
        ]),
        entries,
      )
      expect([difference, debit]).toEqual([0, credit])
    }),
  )
})

test('a ledger of signed amounts and continental numbers is read, and what cannot be is named', () => {
  const text =
    'Datum;Konto;Betrag;Text\n31.01.2026;Bank;1.234,50;Start\n31.01.2026;Capital;-1.234,50;Start\nnever;Bank;5;x\n1.2.2026;;5;x\n1.2.2026;Bank;;x'
  const { entries, unread } = readLedger({ name: 'l.csv', text }, 'EUR')
  expect(entries.map(({ debit, credit }) => [debit, credit])).toEqual([
    [1_234_50, 0],
    [0, 1_234_50],
  ])
  expect(unread.map(({ line }) => line)).toEqual([4, 5, 6])
  expect(() => readLedger({ name: 'l.csv', text: 'a,b\n1,2' }, 'EUR')).toThrow('no column for the date')
})

test('movements are matched once each, and a textbook reconciliation comes out even', () => {
  const at = (key: string, date: string, amount: number) => ({ key, date, amount, text: '', balance: null })
  const bank = [at('a', '2026-02-03', -50), at('b', '2026-02-04', -50), at('fee', '2026-02-28', -10)]
  const books = [at('1', '2026-02-03', -50), at('2', '2026-02-28', 200), at('3', '2026-02-27', -30)]
  const matching = matchMovements(bank.slice(0, 1).concat(bank[2] ?? []), books, 5)
  expect(matching.matched.map(({ book }) => book.key)).toEqual(['1'])
  expect(reconciliation(matching, 1_000, 1_180)).toMatchObject({
    adjustedBank: 1_170,
    adjustedBooks: 1_170,
    difference: 0,
  })
  expect(matchMovements(bank, books, 5).bankOnly.map(({ key }) => key)).toEqual(['b', 'fee'])
  const fares = Array.from({ length: 400 }, (_, index) =>
    at(`${index}`, `2026-02-${String(1 + (index % 28)).padStart(2, '0')}`, 250),
  )
  expect(
    matchMovements(
      fares,
      fares.map((one) => ({ ...one })),
      2,
    ).matched,
  ).toHaveLength(400)
})

test('the sample ledger closes with its faults named: the wrong credit, the purchase booked twice, the gap, suspense', async () => {
  const { product } = await tryPlaybook(closeMonth, nobody)
  const [balance, exceptions] = tables(product)
  const bank = balance?.rows.find(({ account }) => account === '1000 Bank')
  expect(bank).toMatchObject({ opening: 48_250.4, debit: 5_610, closingDebit: 37_752.35 })
  expect(product.evidence[0]).toMatchObject({ met: 'no' })
  const found = exceptions?.rows.map(({ test: name, where }) => `${name}: ${where}`).join('\n')
  expect(found).toContain('Double entry: Entry JE-0014')
  expect(found).toContain('Possible duplicate: 6200 Office supplies, 2026-02-06, lines 16, 18')
  expect(found).toContain('Numbering: Series JE- 2–16')
  expect(found).toContain('Suspense account: 9999 Suspense')
  expect(exceptions?.rows.find(({ test: name }) => name === 'Double entry')?.amount).toBe(-450)
  expect(product.couldNot.join(' ')).toContain('line 42')
})

test('the Wallet’s months close: in balance, what has no category is named, tasks only with a yes', async () => {
  const person = await app.member()
  await person.call('POST', '/api/m/wallet/sample', {})
  const overview = await person.call<{ output: { accounts: { id: string; name: string; balance: number }[] } }>(
    'POST',
    '/api/m/wallet/overview',
    {},
  )
  const [account] = overview.output.accounts
  const last = new Date(new Date().setUTCDate(0)).toISOString().slice(0, 10)
  await person.call('POST', '/api/m/wallet/add', {
    account: account?.id,
    date: last,
    amount: -99_00,
    payee: 'Somebody',
  })
  const refused = await tryPlaybook(closeMonth, person, {
    now: new Date(),
    input: { tasks: true },
    decide: () => ({ done: false, reason: 'Not now.' }),
  })
  expect(refused.product.evidence[0]).toMatchObject({ met: 'yes' })
  expect(refused.product.couldNot.join(' ')).toContain('Not now.')
  const [balance, exceptions] = tables(refused.product)
  const total = balance?.rows.at(-1)
  expect(total?.closingDebit).toBe(total?.closingCredit)
  expect(exceptions?.rows.some(({ where, test: name }) => name === 'No category' && String(where).includes(last))).toBe(
    true,
  )
  const done = await tryPlaybook(closeMonth, person, { now: new Date(), input: { tasks: true } })
  expect(done.product.couldNot.join(' ')).toMatch(/Tasks in the Task Inbox: \d+ new/)
  expect((await tryPlaybook(testEntries, person, { now: new Date(), input: {} })).product.summary).toContain(
    'were tested',
  )
})

test('the samples of the others deliver: digits exchanged are found, and the difference explained', async () => {
  const { product } = await tryPlaybook(reconcileBank, nobody)
  expect(product.evidence.map(({ met }) => met)).toEqual(['yes', 'yes'])
  expect(tables(product).find(({ title }) => title.startsWith('Perhaps'))?.rows).toHaveLength(1)
  expect(product.couldNot.join(' ')).toContain('line 13')
  expect((await tryPlaybook(testEntries, nobody)).product.blocks.length).toBeGreaterThan(3)
  expect(agent.playbooks.map(({ id }) => id)).toEqual(['closeMonth', 'reconcileBank', 'testEntries'])
})
