import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { testJobs } from '../../server/jobs/test-jobs.ts'
import { atTheEnd } from '../../server/platform/test-end.ts'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import { putRows } from '../../server/records/test-rows.ts'
import type { AccountView } from './module.ts'
import { converted, ratesBy, ratesIn } from './rates.ts'
import wallet from './server.ts'

// As the European Central Bank publishes it every working day (eurofxref-daily.xml).
const ecb = (date: string, usd: string) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='${date}'>
			<Cube currency='USD' rate='${usd}'/>
			<Cube currency='JPY' rate='182.42'/>
			<Cube currency='CHF' rate='0.9342'/>
		</Cube>
	</Cube>
</gesmes:Envelope>`

describe('exchange rates', () => {
  const rates = ratesBy([
    { from: 'EUR', to: 'USD', date: '2026-01-05', rate: 1.25 },
    { from: 'EUR', to: 'JPY', date: '2026-01-07', rate: 160 },
    { from: 'EUR', to: 'USD', date: '2026-02-01', rate: 1.1 },
  ])
  test('are those that were known on the day: as they stand, turned round, or by way of a third currency', () => {
    expect(rates('EUR', 'USD', '2026-01-31')).toEqual({ rate: 1.25, date: '2026-01-05' })
    expect(rates('USD', 'EUR', '2026-02-02')).toEqual({ rate: 0.909090909091, date: '2026-02-01' })
    expect(rates('USD', 'JPY', '2026-01-10')).toEqual({ rate: 128, date: '2026-01-05' })
    expect(rates('USD', 'USD', '2026-01-10')).toEqual({ rate: 1, date: '2026-01-10' })
  })
  test('are none where none was known yet: a later one is no guess', () => {
    expect(rates('EUR', 'USD', '2026-01-04')).toBeNull()
    expect(rates('USD', 'JPY', '2026-01-06')).toBeNull()
    expect(rates('EUR', 'GBP', '2026-03-01')).toBeNull()
  })
  test('are the newest: one by way of a third goes before one of the two that is older, and not before one of its day', () => {
    const old = { from: 'USD', to: 'JPY', date: '2020-01-02', rate: 100, isFetched: false }
    const fetched = [
      { from: 'EUR', to: 'USD', date: '2026-01-05', rate: 1.25, isFetched: true },
      { from: 'EUR', to: 'JPY', date: '2026-01-05', rate: 160, isFetched: true },
    ]
    const both = ratesBy([old, ...fetched])
    expect(both('USD', 'JPY', '2025-12-31')).toEqual({ rate: 100, date: '2020-01-02' })
    expect(both('USD', 'JPY', '2026-01-05')).toEqual({ rate: 128, date: '2026-01-05' })
    const own = { ...old, date: '2026-01-05', isFetched: true }
    expect(ratesBy([...fetched, own])('USD', 'JPY', '2026-01-05')?.rate).toBe(100)
  })
  test('of one day are those that a person has written down, in whichever direction', () => {
    const written = { from: 'USD', to: 'EUR', date: '2026-01-05', rate: 0.5, isFetched: false }
    const fetched = { from: 'EUR', to: 'USD', date: '2026-01-05', rate: 1.25, isFetched: true }
    for (const rates of [
      [written, fetched],
      [fetched, written],
    ])
      expect(ratesBy(rates)('EUR', 'USD', '2026-01-05')).toEqual({ rate: 2, date: '2026-01-05' })
    const direct = { from: 'USD', to: 'JPY', date: '2026-01-05', rate: 100, isFetched: true }
    const yen = { from: 'EUR', to: 'JPY', date: '2026-01-05', rate: 160, isFetched: false }
    expect(ratesBy([direct, written, yen])('USD', 'JPY', '2026-01-05')?.rate).toBe(80)
  })
  test('by way of a third are as old as the older one, and fetched where either is', () => {
    expect(rates('JPY', 'USD', '2026-01-10')).toEqual({ rate: 0.0078125, date: '2026-01-05' })
    const on = { date: '2026-01-05' }
    const own = { ...on, from: 'USD', to: 'JPY', rate: 100, isFetched: true }
    for (const [first, second, rate] of [
      [true, false, 100],
      [false, true, 100],
      [true, true, 100],
      [false, false, 128],
    ] as const) {
      const dollar = { ...on, from: 'EUR', to: 'USD', rate: 1.25, isFetched: first }
      const yen = { ...on, from: 'EUR', to: 'JPY', rate: 160, isFetched: second }
      expect(ratesBy([dollar, yen, own])('USD', 'JPY', '2026-01-05')?.rate).toBe(rate)
    }
  })
  test('of which nothing else is said were written down by a person', () => {
    const said = { from: 'EUR', to: 'USD', date: '2026-01-05', rate: 2 }
    expect(ratesBy([{ ...said, rate: 3, isFetched: true }, said])('EUR', 'USD', '2026-01-05')?.rate).toBe(2)
  })
  test('turn minor units into those of currencies with other decimals', () => {
    expect(converted(100_00, 'EUR', 'JPY', 160)).toBe(16_000)
    expect(converted(16_000, 'JPY', 'EUR', 0.00625)).toBe(100_00)
    expect(converted(-1_234, 'KWD', 'EUR', 3)).toBe(-370)
  })
  test('are read from the bank’s XML of one day and of several, and nothing else is one', () => {
    expect([...ratesIn(ecb('2026-11-27', '1.0876'))]).toEqual([
      { currency: 'USD', date: '2026-11-27', rate: 1.0876 },
      { currency: 'JPY', date: '2026-11-27', rate: 182.42 },
      { currency: 'CHF', date: '2026-11-27', rate: 0.9342 },
    ])
    const two =
      '<Cube><Cube time="2026-11-27"><Cube currency="USD" rate="1.1"/></Cube><Cube time="2026-11-26"><Cube currency="USD" rate="1.2"/><Cube currency="usd" rate="1"/><Cube currency="XXX" rate="-1"/></Cube></Cube>'
    expect([...ratesIn(two)].map(({ date, rate }) => [date, rate])).toEqual([
      ['2026-11-27', 1.1],
      ['2026-11-26', 1.2],
    ])
    const odd = `<Cube><Cube currency="USD" rate="9"/><Cube time="2026-11-27"><Cube currency="USD" rate="0"/>
      <Cube currency="CHF" rate="1e999"/><Cube currency="JPY" rate="Infinity"/><Cube currency="EURO" rate="1"/><Cube currency="GBP" rate="0.5"/>
      <Cube currency="SEK"/></Cube><Cube time="yesterday"><Cube currency="DKK" rate="7"/></Cube></Cube>`
    expect([...ratesIn(odd)]).toEqual([{ currency: 'GBP', date: '2026-11-27', rate: 0.5 }])
    const many = `<Cube time="2026-11-27">${'<Cube currency="USD" rate="1"/>'.repeat(10_001)}</Cube>`
    expect([...ratesIn(many)]).toHaveLength(10_000)
    for (const text of ['', '<html>', '<Cube '.repeat(200_000), `<Cube ${'a="b" '.repeat(100_000)}>`])
      expect([...ratesIn(text)]).toEqual([])
  })
})

describe('a wallet of several currencies', () => {
  let at: TestModules
  let answer = ecb('2020-01-02', '1.25')
  let status = 200
  const bank = createServer((_, response) => response.writeHead(status, { 'content-type': 'text/xml' }).end(answer))
  let url = ''
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-31T23:59:00Z') })
    atTheEnd(() => vi.useRealTimers())
    at = await testModules(wallet)
    bank.listen(0, '127.0.0.1')
    await once(bank, 'listening')
    atTheEnd(() => bank.close())
    url = `http://127.0.0.1:${(bank.address() as AddressInfo).port}/daily.xml`
  })
  const act = <T>(who: string, action: string, input: unknown = {}) => at.act<T>(who, `wallet.${action}`, input, 'UTC')
  const open = async (who: string, name: string, currency: string, balance: number) =>
    (await act<AccountView>(who, 'addAccount', { name, currency, balance, date: '2026-01-01' })).output
  interface Rates {
    main: string
    current: { currency: string; rate: number | null; date: string | null }[]
    rates: { id: string; from: string; to: string; isFetched: boolean; rate: number }[]
  }
  const rates = async (who: string) => (await act<Rates>(who, 'rates')).output
  interface Report {
    currency: string
    months: { month: string; worth: number; income: number; spent: number }[]
    payees: { payee: string; amount: number }[]
    missing: { currency: string; until: string }[]
  }
  const report = async (who: string, more = {}) =>
    (await act<Report>(who, 'reports', { months: 2, together: true, ...more })).output

  test('fetches the rates of its own currencies, tells which are used, and what is missing', async () => {
    const giro = await open('ann', 'Giro', 'EUR', 100_00)
    const us = await open('ann', 'US', 'USD', 250_00)
    await act('ann', 'add', { account: us.id, date: '2026-01-01', amount: -25_00, payee: 'Diner' })
    await act('ann', 'add', { account: giro.id, date: '2026-01-01', amount: -10_00, payee: 'Diner' })
    expect(await report('ann')).toMatchObject({ currency: 'EUR', missing: [{ currency: 'USD', until: '2026-01' }] })
    expect((await report('ann')).months.at(-1)).toMatchObject({ worth: 90_00, spent: 10_00 })
    expect((await rates('ann')).current).toEqual([{ currency: 'USD', rate: null, date: null }])
    await act('ann', 'changeSettings', { ratesFrom: url })
    expect((await act('ann', 'fetchRates')).output).toEqual({ changed: 1, date: '2020-01-02' })
    expect((await act('ann', 'fetchRates')).output).toEqual({ changed: 0, date: '2020-01-02' })
    expect(await rates('ann')).toMatchObject({
      main: 'EUR',
      current: [{ currency: 'USD', rate: 0.8, date: '2020-01-02' }],
    })
    const on = (date: string) => act('ann', 'rateOn', { from: 'USD', to: 'EUR', date })
    expect((await on('2021-05-05')).output).toEqual({ rate: 0.8, date: '2020-01-02' })
    expect((await on('2019-12-31')).output).toEqual({ rate: null, date: null })
    const now = await report('ann')
    expect(now).toMatchObject({ missing: [], payees: [{ payee: 'Diner', amount: 30_00 }] })
    expect(now.months.at(-1)).toMatchObject({ worth: 270_00, spent: 30_00 })
    await act('ann', 'changeSettings', { mainCurrency: 'usd', version: 1 })
    expect((await report('ann')).months.at(-1)).toMatchObject({ worth: 337_50 })
    expect(await report('ann')).toMatchObject({ currency: 'USD' })
    expect((await report('bob')).missing).toEqual([])
  })
  test('keeps what its person has written down above what is fetched for that day, and lets it be changed and deleted', async () => {
    await open('cat', 'Giro', 'EUR', 1_00)
    await open('cat', 'US', 'USD', 1_00)
    await act('cat', 'changeSettings', { ratesFrom: url })
    const save = (rate: number, more = {}) =>
      act('cat', 'saveRate', { from: 'EUR', to: 'USD', date: '2020-01-02', rate, ...more })
    await save(2)
    expect((await act('cat', 'fetchRates')).output).toMatchObject({ changed: 0 })
    expect((await rates('cat')).rates).toMatchObject([{ rate: 2, isFetched: false }])
    await save(4)
    expect((await rates('cat')).current).toMatchObject([{ rate: 0.25 }])
    const [one] = (await rates('cat')).rates
    expect((await act('dan', 'removeRate', { id: one?.id })).status).toBe(404)
    // The other way round it is the same two currencies.
    await save(0.2, { from: 'USD', to: 'EUR' })
    expect((await rates('cat')).rates).toMatchObject([{ from: 'USD', rate: 0.2 }])
    expect((await act('cat', 'fetchRates')).output).toMatchObject({ changed: 0 })
    expect((await rates('cat')).current).toMatchObject([{ rate: 0.2 }])
    const removed = await act('cat', 'removeRate', { id: (await rates('cat')).rates[0]?.id })
    expect(removed.output).toEqual({ ok: true })
    await act('cat', 'fetchRates')
    await save(0.4, { from: 'USD', to: 'EUR' })
    expect((await rates('cat')).rates).toMatchObject([{ from: 'USD', rate: 0.4, isFetched: false }])
    await act('cat', 'removeRate', { id: (await rates('cat')).rates[0]?.id })
    expect((await rates('cat')).current).toMatchObject([{ rate: null }])
    expect((await save(0)).error).toContain('A rate is above 0.')
    expect((await save(1, { to: 'EUR' })).error).toBe('Choose two different currencies.')
  })
  test('says when the address answers with something else, or not at all', async () => {
    await open('eve', 'Giro', 'EUR', 1_00)
    expect((await act('eve', 'fetchRates')).error).toBe('All you have is in EUR: no exchange rate is needed.')
    await open('eve', 'US', 'USD', 1_00)
    await act('eve', 'changeSettings', { ratesFrom: url })
    const said = async () => (await act('eve', 'fetchRates')).error
    answer = '<html>Sorry</html>'
    expect(await said()).toContain('but not with exchange rates as the European Central Bank writes them')
    status = 503
    expect(await said()).toContain('answered 503')
    await act('eve', 'changeSettings', { ratesFrom: 'http://192.168.0.1/', version: 1 })
    expect(await said()).toContain('private network')
    expect((await act('eve', 'changeSettings', { ratesFrom: 'no address', version: 2 })).status).toBe(400)
  })
  test('fetches by itself every day, for those alone who want it; nobody is asked where one currency needs no rate', async () => {
    ;[answer, status] = [ecb('2020-01-03', '2.0'), 200]
    const instance = testJobs({ db: at.db, modules: [...at.actions.servers.values()], actions: () => at.actions })
    const evening = async (who: string) => {
      await at.db.$client.query('delete from periodic_jobs')
      await instance.jobs.seed(new Date('2026-01-31T12:00:00Z'))
      await at.db.$client.query('delete from periodic_jobs where owner_id <> $1', [who])
      await at.due(new Date('2026-01-31T18:30:00Z'))
      return (await rates(who)).rates.map(({ rate }) => rate)
    }
    await open('fay', 'Giro', 'EUR', 1_00)
    await open('fay', 'US', 'USD', 1_00)
    await act('fay', 'changeSettings', { ratesFrom: url })
    expect(await evening('fay')).toEqual([])
    await act('fay', 'changeSettings', { fetchDaily: true, version: 1 })
    expect(await evening('fay')).toEqual([2])
    await open('gus', 'Giro', 'EUR', 1_00)
    await act('gus', 'changeSettings', { ratesFrom: url, fetchDaily: true })
    expect(await evening('gus')).toEqual([])
    const jobs = await at.db.$client.query(`select status from jobs where owner_id = 'gus'`)
    expect(new Set(jobs.rows.map((job) => job.status))).toEqual(new Set(['succeeded']))
  })
  test('shows the two hundred newest, and keeps one of a day for two currencies', async () => {
    await open('hal', 'Giro', 'EUR', 1_00)
    const rate = (n: number) => ({
      from: 'EUR',
      to: 'USD',
      date: `20${10 + Math.floor(n / 28)}-01-${String((n % 28) + 1).padStart(2, '0')}`,
      rate: 1 + n,
    })
    await putRows(at.db, 'hal', wallet.module, 'rates', 201, rate)
    const { rates: listed } = await rates('hal')
    expect([listed.length, listed[0]?.rate]).toEqual([200, 201])
    await act('hal', 'saveRate', { ...rate(0), rate: 9 })
    await act('hal', 'saveRate', { ...rate(0), from: 'USD', to: 'EUR', rate: 0.5 })
    expect((await act('hal', 'rateOn', { from: 'EUR', to: 'USD', date: rate(0).date })).output).toMatchObject({
      rate: 2,
    })
    const kept = await at.db.$client.query(
      `select 1 from records where scope_id = 'hal' and collection = 'rates' and deleted_at is null and data->>'date' = $1`,
      [rate(0).date],
    )
    expect(kept.rowCount).toBe(1)
  })
})
