import { expect, test } from 'vitest'
import { acting, sharedWith, statuses } from '../../server/sharing/test-shares.ts'
import { type Client, testApp } from '../../server/test-app.ts'
import type { AccountView, ListedTransaction, TransactionView } from './module.ts'
import type { AccountRow } from './records.ts'

const app = await testApp()
await app.administrator()
const act = acting('wallet')
const made = async <T>(who: Client, action: string, input: object) => (await act<T>(who, action, input)).output
const DAY = '2026-11-10'
interface Register {
  transactions: ListedTransaction[]
  total: number
  sum: Record<string, number>
}
const register = async (who: Client, scope = '', input: object = {}) =>
  (await act<Register>(who, 'transactions', input, scope)).output

/** Ann's household, shared with Ben, and her own money, with a transfer between the two. */
async function household(role: 'viewer' | 'editor') {
  const ann = await app.member()
  const open = (name: string, balance: number) =>
    made<AccountRow>(ann, 'addAccount', { name, currency: 'EUR', balance, date: '2026-11-01' })
  const [home, own] = [await open('Household', 50_000), await open('Savings', 900_000)]
  const pay = (account: string, payee: string, amount: number) =>
    made<TransactionView>(ann, 'add', { account, payee, amount, date: DAY })
  const bread = await pay(home.id, 'Baker', -450)
  const watch = await pay(own.id, 'Watchmaker', -80_000)
  const moved = await made<TransactionView>(ann, 'transfer', { from: own.id, to: home.id, date: DAY, amount: 20_000 })
  const into = (await register(ann, '', { account: home.id })).transactions.find(
    ({ transfer }) => transfer === moved.id,
  )
  const place = { module: 'wallet', collection: 'accounts', id: home.id }
  return { ann, home, own, bread, watch, moved, into, ...(await sharedWith(app, place, ann, role)) }
}

test('whoever is shared an account sees its payments and what they come to, and nothing of the others', async () => {
  const { ben, home, own, watch, bread, mine, scope } = await household('viewer')
  expect(mine).toMatchObject({ title: 'Household', opens: `?account=${home.id}` })
  const all = await register(ben, scope)
  expect([all.total, all.sum]).toEqual([3, { EUR: 69_550 }])
  expect((await register(ben, scope, { account: home.id })).transactions[0]?.balance).toBe(69_550)
  expect(await register(ben, scope, { account: own.id })).toMatchObject({ total: 0, sum: {} })
  expect(await register(ben, scope, { words: 'watchmaker' })).toMatchObject({ total: 0 })
  expect(await register(ben)).toMatchObject({ total: 0 })
  type Overview = { accounts: AccountView[]; categories: unknown[]; rules: unknown[]; schedules: unknown[] }
  const { output } = await act<Overview>(ben, 'overview', {}, scope)
  expect(output.accounts.map(({ name, balance, count }) => [name, balance, count])).toEqual([['Household', 69_550, 3]])
  expect([output.categories, output.rules, output.schedules]).toEqual([[], [], []])
  const said = await act<{ accounts: { account: string }[]; total: string }>(ben, 'balance', {}, scope)
  expect([said.output.accounts.map(({ account }) => account), said.output.total]).toEqual([['Household'], '695.50 EUR'])
  for (const [action, input] of [
    ['add', { account: home.id, amount: -1, date: DAY }],
    ['change', { id: bread.id, payee: 'x' }],
    ['remove', { ids: [bread.id] }],
    ['mark', { ids: [bread.id], cleared: 'cleared' }],
    ['reconcile', { account: home.id, balance: 1, adjust: true }],
  ] as const)
    expect((await act(ben, action, input, scope)).status, action).toBe(403)
  expect((await act(ben, 'change', { id: watch.id, payee: 'x' }, scope)).status).toBe(403)
  const history = (id: string) => ['GET', `/api/m/wallet/collections/transactions/${id}/history`] as const
  expect(Object.values(await statuses(ben, scope, [history(bread.id), history(watch.id)]))).toEqual([200, 404])
})

test('an editor writes payments and undoes them; the sums are right for both at once', async () => {
  const { ann, ben, home, bread, scope } = await household('editor')
  const paid = await act<TransactionView>(
    ben,
    'add',
    { account: home.id, payee: 'Grocer', amount: -1000, date: DAY },
    scope,
  )
  expect(paid.status).toBe(200)
  const sums = async () => [
    (await register(ann, '', { account: home.id })).sum.EUR,
    (await register(ben, scope)).sum.EUR,
  ]
  expect(await sums()).toEqual([68_550, 68_550])
  expect((await act(ben, 'change', { id: bread.id, amount: -500, payee: 'Bakery' }, scope)).status).toBe(200)
  expect(await sums()).toEqual([68_500, 68_500])
  const undo = await ben.send('POST', `/api/changes/${paid.change}/undo`, undefined, { 'x-scope': scope })
  expect(undo.status).toBe(200)
  expect(await sums()).toEqual([69_500, 69_500])
  expect((await act(ben, 'remove', { ids: [bread.id] }, scope)).status).toBe(200)
  expect(await sums()).toEqual([70_000, 70_000])
})

test('an editor neither ends nor changes the account, and cannot touch the other side of a transfer', async () => {
  const { ann, ben, home, own, watch, moved, into, bread, path, scope } = await household('editor')
  const refused: [string, object][] = [
    ['removeAccount', { id: home.id }],
    ['changeAccount', { id: home.id, name: 'Mine' }],
    ['changeAccount', { id: own.id, closed: true }],
    ['addAccount', { name: 'New', currency: 'EUR' }],
    ['add', { account: own.id, amount: -1, date: DAY }],
    ['change', { id: bread.id, account: own.id }],
    ['change', { id: watch.id, payee: 'x' }],
    ['change', { id: into?.id, amount: 1 }],
    ['remove', { ids: [watch.id] }],
    ['remove', { ids: [moved.id] }],
    ['remove', { ids: [into?.id] }],
    ['mark', { ids: [watch.id], cleared: 'cleared' }],
    ['transfer', { from: home.id, to: own.id, date: DAY, amount: 1 }],
    ['link', { ids: [bread.id, watch.id] }],
    ['reconcile', { account: own.id, balance: 1, adjust: true }],
    ['addCategory', { name: 'x', group: 'y' }],
    ['spend', { amount: '5', account: 'Savings' }],
    ['sample', {}],
  ]
  for (const [action, input] of refused)
    expect([400, 403, 404], `${action} ${JSON.stringify(input)}`).toContain(
      (await act(ben, action, input, scope)).status,
    )
  // What is its own of one side can be changed.
  expect((await act(ben, 'change', { id: into?.id, payee: 'From Ann' }, scope)).status).toBe(200)
  const all = await register(ann)
  expect([all.total, all.sum]).toEqual([6, { EUR: 869_550 }])
  const calls = [
    ['GET', path],
    ['GET', '/api/m/wallet/exports/csv'],
    ['GET', '/api/m/wallet/collections/transactions/export?format=csv'],
  ] as const
  expect(new Set(Object.values(await statuses(ben, scope, calls)))).toEqual(new Set([403]))
})

test('one side of a transfer goes or comes back with the other by its owner alone, whichever call is used', async () => {
  const { ann, ben, moved, into, scope } = await household('editor')
  await act(ann, 'remove', { ids: [moved.id] })
  const back = `/api/m/wallet/collections/transactions/${into?.id}/restore`
  expect((await ben.send('POST', back, undefined, { 'x-scope': scope })).status).toBe(403)
  expect((await ann.send('POST', back)).status).toBe(200)
  expect((await register(ann)).total).toBe(6)
})
