import type { NotificationPage } from '@atrium/contract/notifications'
import { beforeAll, expect, test } from 'vitest'
import { testJobs } from '../../server/jobs/test-jobs.ts'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import type { AccountView, ScheduleView, TransactionView } from './module.ts'
import wallet from './server.ts'

let at: TestModules
beforeAll(async () => {
  at = await testModules(wallet)
})
const act = <T = Record<string, unknown>>(who: string, action: string, input: unknown = {}) =>
  at.act<T>(who, `wallet.${action}`, input)
const account = async (who: string, name: string, more = {}) =>
  (await act<AccountView>(who, 'addAccount', { name, currency: 'EUR', ...more })).output.id
const bill = async (who: string, of: string, more = {}) =>
  (
    await act<ScheduleView>(who, 'saveSchedule', {
      ...{ payee: 'Rent', account: of, amount: -900_00, start: '2040-01-31', automatic: true, ...more },
    })
  ).output
const payments = async (who: string, of?: string) =>
  (await act<{ transactions: TransactionView[] }>(who, 'transactions', { ...(of && { account: of }), order: 'date' }))
    .output.transactions
const days = async (who: string) => (await payments(who)).map(({ date }) => date)
const schedule = async (who: string) => (await act<{ schedules: ScheduleView[] }>(who, 'overview')).output.schedules[0]
const told = async (who: string) => {
  await at.notifications.deliver(new Date('2099-01-01T00:00:00Z'))
  const page = (await (await at.fetch(who, '/api/notifications')).json()) as NotificationPage
  return page.notifications
    .filter(({ kind }) => kind !== 'bill')
    .map(({ title, body }) => [title, body])
    .reverse()
}
const instance = () => testJobs({ db: at.db, modules: [...at.actions.servers.values()], actions: () => at.actions })
/** The clock stands at this time, and then at the next ones: what is due at each is done. */
async function clock(who: string, first: string, ...times: string[]) {
  await at.db.$client.query('delete from periodic_jobs')
  await instance().jobs.seed(new Date(first))
  await at.db.$client.query('delete from periodic_jobs where owner_id <> $1', [who])
  for (const time of times) await at.due(new Date(time))
}

test('a bill is booked on its day, once, and told of', async () => {
  const bank = await account('ann', 'Bank')
  await bill('ann', bank)
  await clock('ann', '2040-01-30T12:00:00Z', '2040-01-31T04:59:00Z')
  expect(await payments('ann')).toEqual([])
  await clock('ann', '2040-01-31T04:00:00Z', '2040-01-31T05:00:00Z', '2040-01-31T05:00:00Z', '2040-02-01T05:00:00Z')
  expect(await payments('ann')).toMatchObject([{ date: '2040-01-31', amount: -900_00, payee: 'Rent', account: bank }])
  expect(await told('ann')).toEqual([['Rent was booked: −900.00 EUR', 'Bank, 2040-01-31']])
  expect(await schedule('ann')).toMatchObject({ past: 1, next: '2040-02-29' })
})

test('what was booked by itself is taken back from its notification, once', async () => {
  await bill('nils', await account('nils', 'Bank'))
  await clock('nils', '2040-01-30T12:00:00Z', '2040-01-31T05:00:00Z')
  await at.notifications.deliver(new Date('2040-01-31T06:00:00Z'))
  const inbox = async () =>
    ((await (await at.fetch('nils', '/api/notifications')).json()) as NotificationPage).notifications
  const [one] = await inbox()
  expect(await payments('nils')).toHaveLength(1)
  const undo = () => at.fetch('nils', `/api/changes/${one?.undo}/undo`, { method: 'POST' })
  expect((await undo()).status).toBe(200)
  expect(await payments('nils')).toEqual([])
  expect((await inbox()).map(({ undo }) => undo)).toEqual([null])
  expect((await undo()).status).toBe(409)
})

test('with another calendar it goes on from where it was, and books nothing again', async () => {
  const bank = await account('mia', 'Bank')
  const { id } = await bill('mia', bank)
  await clock('mia', '2040-01-30T12:00:00Z', '2040-04-02T09:00:00Z')
  const { output } = await act<ScheduleView>('mia', 'saveSchedule', {
    ...{ id, payee: 'Rent', account: bank, amount: -900_00, start: '2040-02-05', automatic: true },
  })
  expect(output).toMatchObject({ past: 3, next: '2040-05-05' })
  await clock('mia', '2040-04-02T12:00:00Z', '2040-05-06T09:00:00Z')
  expect(await days('mia')).toEqual(['2040-01-31', '2040-02-29', '2040-03-31', '2040-05-05'])
})

test('those of a weekend that fall on one Monday are each booked', async () => {
  const bank = await account('noa', 'Bank')
  await bill('noa', bank, { start: '2040-01-07', until: '2040-01-09', unit: 'day', weekend: 'after' })
  await clock('noa', '2040-01-06T12:00:00Z', '2040-01-10T09:00:00Z')
  expect(await days('noa')).toEqual(['2040-01-09', '2040-01-09', '2040-01-09'])
})

test('entered twice at once, it is entered once', async () => {
  const bank = await account('ola', 'Bank')
  const { id } = await bill('ola', bank, { automatic: false })
  const answers = await Promise.all([1, 2, 3, 4].map(() => act('ola', 'enter', { id })))
  const entered = answers.filter(({ status }) => status === 200).length
  expect(await payments('ola')).toHaveLength(entered)
  expect(await schedule('ola')).toMatchObject({ past: entered })
})

test('days that were missed are caught up in their order, each as a change of its own, and what is taken back stays so', async () => {
  const bank = await account('bob', 'Bank')
  await bill('bob', bank)
  await bill('bob', bank, { payee: 'Phone', amount: -20_00, start: '2040-02-10', until: '2040-03-01' })
  await clock('bob', '2040-01-30T12:00:00Z', '2040-04-02T09:00:00Z')
  expect((await told('bob')).map(([title, body]) => `${title} ${body}`).sort()).toEqual([
    'Phone was booked: −20.00 EUR Bank, 2040-02-10',
    'Rent was booked: −900.00 EUR Bank, 2040-01-31',
    'Rent was booked: −900.00 EUR Bank, 2040-02-29',
    'Rent was booked: −900.00 EUR Bank, 2040-03-31',
  ])
  const made = `select change_id, r.data->>'date' as date from record_versions v join records r on r.id = v.record_id and r.scope_id = v.scope_id
    where r.collection = 'transactions' and r.scope_id = 'bob' and v.version = 1 order by r.id`
  const { rows } = await at.db.$client.query<{ change_id: string; date: string }>(made)
  expect(rows.map(({ date }) => date)).toEqual(['2040-01-31', '2040-02-10', '2040-02-29', '2040-03-31'])
  const changes = rows.map(({ change_id }) => change_id)
  expect(new Set(changes).size).toBe(4)
  // What is taken back is not booked again, and the next one is.
  expect((await at.undo('bob', changes[3] ?? '')).status).toBe(200)
  expect(await days('bob')).toEqual(['2040-01-31', '2040-02-10', '2040-02-29'])
  await clock('bob', '2040-04-02T12:00:00Z', '2040-04-03T05:00:00Z', '2040-04-30T05:00:00Z')
  expect(await days('bob')).toEqual(['2040-01-31', '2040-02-10', '2040-02-29', '2040-04-30'])
})

test('two instances book it once, and the database lets nobody book it twice', async () => {
  const bank = await account('cat', 'Bank')
  const { id } = await bill('cat', bank)
  await clock('cat', '2040-01-31T04:00:00Z')
  const now = new Date('2040-01-31T05:00:00Z')
  await Promise.all([instance().due(now), instance().due(now)])
  expect(await days('cat')).toEqual(['2040-01-31'])
  const again = `insert into records (id, scope_id, module, collection, data, schema_version, version, search)
    select 'again', scope_id, module, collection, data, schema_version, 1, search from records
    where scope_id = 'cat' and data->>'bookingKey' = $1`
  await expect(at.db.$client.query(again, [`${id} 2040-01-31`])).rejects.toThrow(/unique/)
})

test('it is the day of the person’s own calendar', async () => {
  await at.db.$client.query(
    `insert into owner_zones (owner, time_zone, language) values ('dan', 'Pacific/Auckland', 'en')`,
  )
  await bill('dan', await account('dan', 'Bank'))
  await clock('dan', '2040-01-30T12:00:00Z', '2040-01-30T15:59:00Z')
  expect(await days('dan')).toEqual([])
  await clock('dan', '2040-01-30T15:59:00Z', '2040-01-30T16:00:00Z') // 05:00 of the 31st there
  expect(await days('dan')).toEqual(['2040-01-31'])
})

test('nothing is booked that is entered by hand, when it has ended, or into an account that is closed', async () => {
  const bank = await account('eve', 'Bank')
  await bill('eve', bank, { automatic: false })
  await bill('eve', bank, { start: '2040-01-01', until: '2040-01-01', unit: 'once', payee: 'Once' })
  await clock('eve', '2040-01-01T00:00:00Z', '2040-01-01T05:00:00Z', '2040-02-05T05:00:00Z')
  expect(await days('eve')).toEqual(['2040-01-01'])
  const closed = await account('fay', 'Old bank')
  await bill('fay', closed)
  await act('fay', 'changeAccount', { id: closed, closed: true })
  await clock('fay', '2040-01-31T04:00:00Z', '2040-01-31T05:00:00Z', '2040-02-29T05:00:00Z')
  expect(await payments('fay')).toEqual([])
  expect(await schedule('fay')).toMatchObject({ automatic: false, past: 0 })
  expect(await told('fay')).toEqual([
    ['Rent was not booked', 'The account “Old bank” is closed. It waits for you, and is no longer booked by itself.'],
  ])
})

test('a bill whose account lies in the trash is not booked: a notification says why', async () => {
  const bank = await account('gus', 'Bank')
  await bill('gus', bank)
  await act('gus', 'removeAccount', { id: bank })
  await clock('gus', '2040-01-31T04:00:00Z', '2040-01-31T05:00:00Z', '2040-02-01T05:00:00Z')
  expect(await payments('gus')).toEqual([])
  expect(await told('gus')).toEqual([['Rent was not booked', 'Its account lies in the trash.']])
  await at.fetch('gus', `/api/m/wallet/collections/accounts/${bank}/restore`, { method: 'POST' })
  await clock('gus', '2040-02-01T12:00:00Z', '2040-02-02T05:00:00Z')
  expect(await days('gus')).toEqual(['2040-01-31'])
})

test('money that is moved is booked on both sides, where it can be: within one currency, between accounts that are open', async () => {
  const [bank, savings] = [await account('hal', 'Bank'), await account('hal', 'Savings')]
  await bill('hal', bank, { toAccount: savings, amount: -50_00, memo: 'aside' })
  await clock('hal', '2040-01-31T04:00:00Z', '2040-01-31T05:00:00Z')
  expect(await payments('hal', savings)).toMatchObject([{ amount: 50_00, date: '2040-01-31', memo: 'aside' }])
  expect(await payments('hal', bank)).toMatchObject([{ amount: -50_00, otherAccount: savings }])
  expect(await told('hal')).toEqual([['Rent was booked: −50.00 EUR', 'Bank, 2040-01-31']])

  const waits = 'It waits for you, and is no longer booked by itself.'
  const yen = await account('ian', 'Yen', { currency: 'JPY' })
  await bill('ian', await account('ian', 'Bank'), { toAccount: yen })
  await clock('ian', '2040-01-31T04:00:00Z', '2040-01-31T05:00:00Z')
  expect(await payments('ian')).toEqual([])
  expect(await told('ian')).toEqual([
    ['Rent was not booked', `“Bank” is in EUR and “Yen” in JPY: how much arrives only you know. ${waits}`],
  ])
  expect(await schedule('ian')).toMatchObject({ automatic: false, past: 0 })

  const closed = await account('jan', 'Old')
  await bill('jan', await account('jan', 'Bank'), { toAccount: closed })
  await act('jan', 'changeAccount', { id: closed, closed: true })
  await clock('jan', '2040-01-30T12:00:00Z', '2040-03-01T09:00:00Z') // two are due: with the first it waits
  expect(await told('jan')).toEqual([['Rent was not booked', `The account “Old” is closed. ${waits}`]])
  const jobs = await at.db.$client.query(`select status from jobs where owner_id = 'jan'`)
  expect(new Set(jobs.rows.map(({ status }) => status))).toEqual(new Set(['succeeded']))
})

test('a bill in the trash is told of on its day, where one of its accounts lies there: not when it was removed by itself', async () => {
  const [bank, savings] = [await account('kai', 'Bank'), await account('kai', 'Savings')]
  await bill('kai', bank, { toAccount: savings, payee: 'Aside' })
  await bill('kai', bank, { toAccount: savings, payee: 'Later', start: '2040-02-01' })
  const { id } = await bill('kai', bank, { payee: 'Removed' })
  await act('kai', 'removeSchedule', { id })
  await act('kai', 'removeAccount', { id: savings })
  await clock('kai', '2040-01-31T04:00:00Z', '2040-01-31T05:00:00Z', '2040-01-31T05:00:00Z')
  expect(await told('kai')).toEqual([['Aside was not booked', 'Its account lies in the trash.']])
})

test('one that somebody enters or leaves out before is not booked as well', async () => {
  const bank = await account('leo', 'Bank')
  const { id } = await bill('leo', bank)
  await act('leo', 'enter', { id })
  await clock('leo', '2040-01-31T04:00:00Z', '2040-01-31T05:00:00Z')
  expect(await days('leo')).toEqual(['2040-01-31'])
  await act('leo', 'skip', { id })
  await clock('leo', '2040-02-29T04:00:00Z', '2040-02-29T05:00:00Z', '2040-03-31T05:00:00Z')
  expect(await days('leo')).toEqual(['2040-01-31', '2040-03-31'])
  expect(await told('leo')).toEqual([['Rent was booked: −900.00 EUR', 'Bank, 2040-03-31']])
})
