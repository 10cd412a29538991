import type { ActivityDetails } from '@atrium/contract/activity'
import { expect, test, vi } from 'vitest'
import { testModules } from '../../server/records/test-module.ts'
import type { AccountView, ListedTransaction } from './module.ts'
import wallet from './server.ts'

/** More than two steps of the job. */
const MANY = 1_200
const at = await testModules(wallet)
const act = <T = Record<string, unknown>>(who: string, action: string, input: unknown = {}) =>
  at.act<T>(who, `wallet.${action}`, input)

const activity = async (who: string, id: string) =>
  (await (await at.fetch(who, `/api/activity/${id}`)).json()) as ActivityDetails
const start = async (who: string) => (await act<{ id: string }>(who, 'applyRules')).output.id
const named = async (who: string, words: string) =>
  (await act<{ total: number }>(who, 'transactions', { words })).output.total

/** An account with many payments, all of a shop that a rule knows. */
async function shopper(who: string): Promise<void> {
  await act<AccountView>(who, 'addAccount', { name: 'Bank', currency: 'EUR' })
  const lines = Array.from({ length: MANY }, (_, n) => `2026-03-01,-1.00,LIDL SAGT DANKE,no ${n}`)
  const file = { name: 'bank.csv', bytes: ['Date,Amount,Payee,Memo', ...lines].join('\n') }
  const { report } = await at.importFile(who, 'wallet.table', file)
  expect(report).toMatchObject({ added: MANY })
  await act(who, 'saveRule', { match: 'lidl', payee: 'Grocer' })
}

test('all rules go over what is there as a job, which says how many it changed and where', async () => {
  await shopper('ann')
  const chosen = (await act<{ transactions: ListedTransaction[] }>('ann', 'transactions', { limit: 1 })).output
  await act('ann', 'change', { id: chosen.transactions[0]?.id, payee: 'My choice', memo: 'Lidl' })
  const id = await start('ann')
  expect(await activity('ann', id)).toMatchObject({ status: 'waiting', module: 'wallet', moduleTitle: 'Wallet' })
  await at.due()
  expect(await activity('ann', id)).toMatchObject({
    status: 'succeeded',
    link: '/wallet',
    result: { looked: MANY, changed: MANY },
  })
  expect(await named('ann', 'Grocer')).toBe(MANY)
  // A second time there is nothing left to do.
  const again = await start('ann')
  await at.due()
  expect(await activity('ann', again)).toMatchObject({ status: 'succeeded', result: { looked: MANY, changed: 0 } })
})

test('it says how far it is, and one that is cancelled leaves what it has done', async () => {
  await shopper('bob')
  const id = await start('bob')
  // Its last step waits for this row for as long as the test holds it.
  const holder = await at.db.$client.connect()
  await holder.query('begin')
  await holder.query(
    `select id from records where scope_id = 'bob' and module = 'wallet' and collection = 'transactions'
     order by created_at desc, id desc limit 1 for update`,
  )
  const working = at.due()
  await vi.waitFor(
    async () => expect(await activity('bob', id)).toMatchObject({ status: 'running', done: 1_000 }),
    10_000,
  )
  expect(await activity('bob', id)).toMatchObject({ total: MANY, result: null })
  expect((await at.fetch('ann', `/api/activity/${id}/cancel`, { method: 'POST' })).status).toBe(404)
  expect((await at.fetch('bob', `/api/activity/${id}/cancel`, { method: 'POST' })).status).toBe(200)
  await working
  await holder.query('rollback')
  holder.release()
  expect(await activity('bob', id)).toMatchObject({ status: 'cancelled', done: 1_000, error: null })
  expect(await named('bob', 'Grocer')).toBe(1_000)
  // Begun anew, it does the rest.
  const rest = await start('bob')
  await at.due()
  expect(await activity('bob', rest)).toMatchObject({ result: { changed: MANY - 1_000 } })
})

test('without a rule nothing begins', async () => {
  expect(await act('cleo', 'applyRules')).toMatchObject({ status: 409, error: 'There is no rule yet. Add one first.' })
  expect(await (await at.fetch('cleo', '/api/activity')).json()).toMatchObject({ items: [], open: 0 })
})
