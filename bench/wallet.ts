import { join } from 'node:path'
import type { Principal } from '../contract/principal.ts'
import { scratch } from '../e2e/server.ts'
import wallet from '../modules/wallet/server.ts'
import { connect } from '../server/platform/database/connect.ts'
import { startEmbedded } from '../server/platform/database/embedded.ts'
import { migrateDatabase } from '../server/platform/database/migrate.ts'
import { putRows } from '../server/records/test-rows.ts'
import { ms, quantile, table } from './measure.ts'
import { actionsOf } from './module-actions.ts'

const ROWS = 200_000
const ROUNDS = 12
const WARM = 3
const ann: Principal = { kind: 'member', owner: 'ann', userId: 'ann', sessionId: 'bench' }

interface Listed {
  next: string | null
}

/** What the wallet's pages ask, of one person with 200,000 payments in ten accounts over ten years, one in fifty in parts. */
export async function benchWallet(): Promise<void> {
  const home = scratch('bench-wallet')
  const cluster = await startEmbedded(join(home, 'pg'))
  const config = cluster.connection('postgres')
  await migrateDatabase(config)
  const db = connect(config, () => undefined)
  const actions = await actionsOf(wallet, db, home)
  const call = async <T>(action: string, input: object): Promise<T> =>
    (await actions.call({ principal: ann, action: `wallet.${action}`, input, via: 'http' })).output as T
  const accounts: string[] = []
  for (let n = 0; n < 10; n++)
    accounts.push(
      (await call<{ id: string }>('addAccount', { name: `Account ${n}`, currency: n < 8 ? 'EUR' : 'USD' })).id,
    )
  const { categories } = await call<{ categories: { id: string; isIncome: boolean }[] }>('overview', {})
  const year = new Date().getUTCFullYear()
  const began = performance.now()
  await putRows(db, 'ann', wallet.module, 'transactions', ROWS, (n) => {
    const category = categories[n % categories.length]?.id ?? null
    const date = `${year - (n % 10)}-${String(1 + (n % 12)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}`
    const amount = n % 15 === 0 ? 90_000 : -(n % 9_999)
    const splits = [
      { category, amount },
      { category: null, amount: 0 },
    ]
    return {
      account: accounts[n % 10],
      date,
      amount,
      payee: `Payee ${n % 500}`,
      category: n % 50 ? category : null,
      splits: n % 50 ? [] : splits,
    }
  })
  const filled = performance.now() - began
  await db.$client.query('vacuum analyze')
  let deep: string | null = null
  for (let page = 0; page < 15; page++)
    deep = (await call<Listed>('transactions', { account: accounts[3], limit: 1000, after: deep ?? undefined })).next
  const month = `${year}-01`
  const rows: string[][] = []
  for (const [what, action, input] of [
    ['the page’s facts: balances, categories, rules, bills', 'overview', {}],
    ['the register, first page of 200', 'transactions', { limit: 200 }],
    ['an account with balances, first page', 'transactions', { account: accounts[3], limit: 200 }],
    ['the same after 15,000 rows', 'transactions', { account: accounts[3], limit: 200, after: deep }],
    ['one category, first page', 'transactions', { category: categories[3]?.id, limit: 200 }],
    ['a search', 'transactions', { words: 'payee 77', limit: 200 }],
    ['the budget of a month', 'budget', { month, currency: 'EUR' }],
    ['reports of 6 months', 'reports', { currency: 'EUR', months: 6 }],
    ['reports of 12 months, all currencies', 'reports', { together: true, months: 12 }],
    ['add a payment', 'add', { account: accounts[3], date: `${month}-02`, amount: -100, payee: 'Kiosk' }],
  ] as const) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS + WARM; round++) {
      const start = performance.now()
      await call(action, input)
      if (round >= WARM) times.push(performance.now() - start)
    }
    rows.push([what, ms(quantile(times, 0.5)), ms(quantile(times, 0.95))])
  }
  rows.push([`${ROWS.toLocaleString('en')} rows put into the table, kept sums with them`, ms(filled), ''])
  table('The wallet of one person with 200,000 payments', ['what', 'median', 'p95'], rows)
  await db.$client.end()
  await cluster.stop()
}
