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
const ledger = defineModule({
  ...{ id: 'ledger', title: 'Ledger', summary: 'A module of this bench.', kind: 'module', tier: 'free', icon: 'file' },
  ...{ industries: ['all'], triggers: ['/ledger'] },
  collections: {
    payments: collection(Payment, { version: 1, search: ['payee'], indexes: [['account', '-date'], ['-date']] }),
  },
  actions: { page: read, count: read, group: read },
})
const server = defineServer(ledger, {
  page: (_, { store }) => store.payments.page({ where: { account: 'a3' }, order: '-date', limit: 100 }),
  count: (_, { store }) => store.payments.count({ account: 'a3' }),
  group: (_, { store }) => store.payments.groupBy(['account'], { sum: ['amount'] }),
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
  await db.$client.query(
    `insert into records (id, scope_id, module, collection, data, schema_version)
     select 'r' || n, 'ann', 'ledger', 'payments', jsonb_build_object('account', 'a' || n % 10, 'category', 'c' || n % 40,
       'date', to_char('2016-01-01'::date + n % 3650, 'YYYY-MM-DD'), 'amount', n % 10000, 'payee', 'Payee ' || n % 500), 1
     from generate_series(1, ${ROWS}) n`,
  )
  await db.$client.query('vacuum analyze records')
  const actions = await actionsOf(server, db, home)
  const rows: string[][] = []
  for (const [action, what, goal] of [
    ['page', 'filter, order and first page of 100', 20],
    ['count', 'count of one account', 60],
    ['group', 'groupBy account with a sum', 60],
  ] as const) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS + WARM; round++) {
      const began = performance.now()
      await actions.call({ principal: ann, action: `ledger.${action}`, input: {}, via: 'http' })
      if (round >= WARM) times.push(performance.now() - began)
    }
    rows.push([what, ms(quantile(times, 0.5)), ms(quantile(times, 0.95)), `< ${goal} ms`])
  }
  table('200,000 rows of one person', ['what', 'median', 'p95', 'goal'], rows)
  await db.$client.end()
  await cluster.stop()
}
