import { join } from 'node:path'
import { z } from 'zod'
import { collection, defineModule } from '../contract/module.ts'
import { defineServer } from '../contract/module-server.ts'
import type { Principal } from '../contract/principal.ts'
import { scratch } from '../e2e/server.ts'
import { connect } from '../server/platform/database/connect.ts'
import { startEmbedded } from '../server/platform/database/embedded.ts'
import { migrateDatabase } from '../server/platform/database/migrate.ts'
import { silentLog } from '../server/platform/telemetry.ts'
import { preparePartitions } from '../server/records/partitions.ts'
import { ms, quantile, table } from './measure.ts'
import { actionsOf } from './module-actions.ts'

const ROWS = 200_000
const ROUNDS = 30
const WARM = 5

const Payment = z.object({
  account: z.string(),
  category: z.string().nullable(),
  date: z.iso.date(),
  amount: z.number(),
  payee: z.string(),
})
const any = z.record(z.string(), z.unknown())
const read = { summary: 'x', effect: 'read', input: any, output: z.unknown() } as const
const write = { ...read, effect: 'write' } as const
const indexes = [['account', '-date'], ['-date']] as const
const ledger = defineModule({
  ...{ id: 'ledger', title: 'Ledger', summary: 'A module of this bench.', kind: 'module', tier: 'free', icon: 'file' },
  ...{ industries: ['all'], triggers: ['/ledger'] },
  collections: {
    /** Counted and added up row by row. */
    plain: collection(Payment, { version: 1, search: ['payee'], indexes }),
    payments: collection(Payment, {
      ...{ version: 1, search: ['payee'], indexes },
      totals: [
        { by: ['account'], sum: ['amount'] },
        { by: ['account', 'category'], every: { date: 'month' }, sum: ['amount'] },
      ],
    }),
  },
  actions: { page: read, deep: read, count: read, sum: read, group: read, months: read, add: write },
})
type Of = 'payments' | 'plain'
const of = (input: object) => (input as { of: Of }).of
let deep = ''
const server = defineServer(ledger, {
  page: (input, { store }) => store[of(input)].page({ where: { account: 'a3' }, order: '-date', limit: 100 }),
  deep: async (input, { store }) => {
    const asked = { where: { account: 'a3' }, order: '-date', limit: 1000 } as const
    if (!deep) {
      let after: string | undefined
      for (let page = 0; page < 18; page++) after = (await store.payments.page({ ...asked, after })).next ?? after
      deep = after ?? ''
    }
    return store[of(input)].page({ ...asked, limit: 100, after: deep })
  },
  count: (input, { store }) => store[of(input)].count({ account: 'a3' }),
  sum: (input, { store }) => store[of(input)].sum('amount', { account: 'a3' }),
  group: (input, { store }) => store[of(input)].groupBy(['account'], { sum: ['amount'] }),
  months: (input, { store }) =>
    store[of(input)].groupBy(['date', 'category'], { every: { date: 'month' }, sum: ['amount'] }),
  add: async (input, { store }) => {
    await store[of(input)].insert({ account: 'a3', category: 'c3', date: '2020-02-02', amount: 1, payee: 'Kiosk' })
    return null
  },
})
const ann: Principal = { kind: 'member', owner: 'ann', userId: 'ann', sessionId: 'bench' }

/** Lists, counts and sums of one person who has 200,000 rows, through an action. */
export async function benchRecords(): Promise<void> {
  const home = scratch('bench-records')
  const cluster = await startEmbedded(join(home, 'pg'))
  const config = cluster.connection('postgres')
  await migrateDatabase(config)
  const db = connect(config, () => undefined)
  await preparePartitions(db.$client, [ledger], silentLog)
  for (const name of ['plain', 'payments'])
    await db.$client.query(
      `insert into records (id, scope_id, module, collection, data, schema_version)
       select '${name}' || n, 'ann', 'ledger', '${name}', jsonb_build_object('account', 'a' || n % 10, 'category', 'c' || n % 40,
         'date', to_char('2016-01-01'::date + n % 3650, 'YYYY-MM-DD'), 'amount', n % 10000, 'payee', 'Payee ' || n % 500), 1
       from generate_series(1, ${ROWS}) n`,
    )
  await db.$client.query(
    `create table bare as select id, data->>'account' as account, data->>'category' as category, data->>'date' as date,
       (data->>'amount')::numeric as amount, data->>'payee' as payee from records where collection = 'payments';
     create index on bare (account, date desc, id desc) include (amount)`,
  )
  await db.$client.query('vacuum analyze')
  const actions = await actionsOf(server, db, home)
  const timed = async (work: () => Promise<unknown>) => {
    const times: number[] = []
    for (let round = 0; round < ROUNDS + WARM; round++) {
      const began = performance.now()
      await work()
      if (round >= WARM) times.push(performance.now() - began)
    }
    return times
  }
  const rows: string[][] = []
  for (const [action, what, sql, goal] of [
    [
      'page',
      'filter, order and first page of 100',
      `select * from bare where account = 'a3' order by date desc, id desc limit 101`,
      '< 20 ms',
    ],
    [
      'deep',
      'the page after 18,000 rows',
      `select * from bare where account = 'a3' order by date desc, id desc limit 101 offset 18000`,
      '',
    ],
    ['count', 'count of one account', `select count(*) from bare where account = 'a3'`, '< 60 ms'],
    ['sum', 'sum of one account', `select sum(amount) from bare where account = 'a3'`, '< 60 ms'],
    ['group', 'groupBy account with a sum', 'select account, count(*), sum(amount) from bare group by 1', '< 60 ms'],
    [
      'months',
      'groupBy month and category with a sum',
      'select left(date, 7), category, count(*), sum(amount) from bare group by 1, 2',
      '< 60 ms',
    ],
    ['add', 'add one', `insert into bare values ('x', 'a3', 'c3', '2020-02-02', 1, 'Kiosk')`, ''],
  ] as const) {
    const call = (of: Of) =>
      timed(() => actions.call({ principal: ann, action: `ledger.${action}`, input: { of }, via: 'http' }))
    const kept = await call('payments')
    const [plain, bare] = [await call('plain'), await timed(() => db.$client.query(sql))]
    const [median, late] = [quantile(kept, 0.5), quantile(kept, 0.95)]
    rows.push([what, ms(median), ms(late), ms(quantile(plain, 0.5)), ms(quantile(bare, 0.5)), goal])
  }
  table('200,000 rows of one person', ['what', 'median', 'p95', 'rows read, median', 'bare SQL, median', 'goal'], rows)
  await db.$client.end()
  await cluster.stop()
}
