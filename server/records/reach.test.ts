import { collection, defineModule } from '@atrium/contract/module'
import { defineServer } from '@atrium/contract/module-server'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { reachOf } from './reach.ts'
import { records } from './tables.ts'
import { testModules } from './test-module.ts'

const boxes = defineModule({
  ...{
    id: 'boxes',
    title: 'Boxes',
    summary: 'A module of this test.',
    kind: 'module',
    industries: ['all'],
    tier: 'free',
  },
  ...{ triggers: ['/boxes'], icon: 'box' },
  collections: {
    boxes: collection(z.object({ parent: z.string() }), {
      ...{ version: 1, indexes: [['parent']], partOf: { parent: 'boxes' }, shared: { opens: '' } },
    }),
  },
  actions: {},
})

test('what lies in what is shared is found by the index of the field that says where it lies', async () => {
  const { db } = await testModules(defineServer(boxes, {}))
  await db.$client.query(
    `insert into records (id, scope_id, module, collection, data, schema_version, search)
     select n::text, 'ann', 'boxes', 'boxes', jsonb_build_object('parent', ((n - 1) / 10)::text), 1, ''
     from generate_series(1, 3000) n`,
  )
  await db.$client.query('analyze records')
  const share = { id: 's', role: 'viewer', module: 'boxes', collection: 'boxes', record: '30' } as const
  const { live } = reachOf(boxes, share, 'ann', 'boxes')
  const asked = sql`select id from ${records} where scope_id = 'ann' and deleted_at is null and ${live}`
  const { rows } = await db.transaction(async (tx) => {
    // so few rows would be read whole
    for (const way of ['seqscan', 'hashjoin', 'mergejoin']) await tx.execute(sql.raw(`set local enable_${way} = off`))
    return tx.execute<Record<string, string>>(sql`explain (costs off) ${asked}`)
  })
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Cond: .*'parent'/)
  // its ten, and not the one that is trashed with all that lies in it
  const count = async () => (await db.execute(asked)).rows.length
  expect(await count()).toBe(11)
  await db.$client.query(`update records set deleted_at = now() where id = '301'`)
  expect(await count()).toBe(10)
})
