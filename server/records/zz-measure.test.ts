import { chmodSync, mkdtempSync } from 'node:fs'
import { collection, defineModule, defineServer, rowOf } from '@atrium/contract/module'
import { v7 as uuid } from 'uuid'
import { test } from 'vitest'
import { z } from 'zod'
import { connect } from '../platform/database/connect.ts'
import { startEmbedded } from '../platform/database/embedded.ts'
import { migrateDatabase } from '../platform/database/migrate.ts'
import { person } from '../platform/http/test-server.ts'
import { silentLog } from '../platform/telemetry.ts'
import { createActions } from './actions.ts'
import { testModules } from './test-module.ts'

const T = z.object({ title: z.string(), notes: z.string(), done: z.boolean() })
const m = defineModule({
  id: 'bench',
  title: 'B',
  summary: '',
  kind: 'module',
  industries: [],
  tier: 'free',
  triggers: [],
  icon: 'x',
  collections: { t: collection(T, { version: 1, search: ['title', 'notes'] }) },
  actions: {
    add: { summary: '', effect: 'write', input: T, output: rowOf(T) },
    change: { summary: '', effect: 'write', input: z.object({ id: z.string(), title: z.string() }), output: rowOf(T) },
  },
})
const s = defineServer(m, {
  add: (d, { store }) => store.t.insert(d),
  change: ({ id, title }, { store }) => store.t.update(id, { title }),
})
const data = {
  title: 'Pay the rent for October',
  notes: 'by transfer, before noon; tell Anna when it is done',
  done: false,
}
async function measure(name: string, db: ReturnType<typeof connect>) {
  const actions = createActions({ db, modules: [s], log: silentLog })
  const bare = () =>
    db.$client.query(
      `insert into records (id, scope_id, module, collection, data, schema_version, search) values ($1,'p','bench','t',$2,1,to_tsvector('simple',$3))`,
      [uuid(), JSON.stringify(data), data.title + ' ' + data.notes],
    )
  const act = () => actions.call({ principal: person('p'), action: 'bench.add', input: data, via: 'http' })
  const one = (await act()).output as { id: string }
  let n = 0
  const upd = () =>
    actions.call({
      principal: person('p'),
      action: 'bench.change',
      input: { id: one.id, title: 'x' + n++ },
      via: 'http',
    })
  const time = async (f: () => Promise<unknown>, count: number) => {
    const t = performance.now()
    for (let i = 0; i < count; i++) await f()
    return (performance.now() - t) / count
  }
  const par = async (f: () => Promise<unknown>, count: number) => {
    const t = performance.now()
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (let i = 0; i < count / 16; i++) await f()
      }),
    )
    return (performance.now() - t) / count
  }
  await time(bare, 200)
  await time(act, 200)
  for (let r = 0; r < 3; r++) {
    const b = await time(bare, 400),
      a = await time(act, 400),
      u = await time(upd, 200)
    const pb = await par(bare, 1600),
      pa = await par(act, 1600)
    console.log(
      name,
      `bare ${b.toFixed(3)} ms, action ${a.toFixed(3)} ms, ratio ${(a / b).toFixed(2)}; update ${u.toFixed(3)} (${(u / b).toFixed(2)}); 16 callers ${pb.toFixed(3)} / ${pa.toFixed(3)} = ${(pa / pb).toFixed(2)}`,
    )
  }
}
test('measure', async () => {
  const { db } = await testModules()
  await measure('fsync off', db)
  const home = mkdtempSync('/tmp/atrium-bench-')
  chmodSync(home, 0o755)
  const cluster = await startEmbedded(home)
  await migrateDatabase(cluster.connection('postgres'))
  const durable = connect(cluster.connection('postgres'), () => undefined)
  await measure('durable', durable)
  await durable.$client.end()
  await cluster.stop()
}, 120000)
