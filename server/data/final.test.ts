import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collection, defineModule } from '@atrium/contract/module'
import { strToU8, zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { users } from '../accounts/tables.ts'
import { createFiles } from '../files/files.ts'
import { testDatabase } from '../platform/database/test-database.ts'
import { createParsingPool } from '../platform/parsing/pool.ts'
import { silentLog } from '../platform/telemetry.ts'
import { preparePartitions } from '../records/partitions.ts'
import { FORMAT, FORMAT_VERSION } from './format.ts'
import { importFrom } from './import.ts'

const Invoice = z.object({
  title: z.string(),
  customer: z.string().nullable().default(null),
  project: z.string().nullable().default(null),
  posted: z.boolean().default(false),
})
const Named = z.object({ name: z.string() })
/** Its customer was a name once. */
const Order = z.object({
  title: z.string(),
  client: z.string().nullable().default(null),
  customer: z.string().nullable().default(null),
})
const office = defineModule({
  ...{ id: 'office', title: 'Office', summary: 'x', kind: 'module', industries: ['all'], tier: 'free', icon: 'box' },
  triggers: ['/office'],
  collections: {
    customers: collection(Named, { version: 1, search: ['name'], unique: [{ fields: ['name'], ignoreCase: true }] }),
    orders: collection(Order, {
      version: 2,
      references: {
        customer: { to: 'customers', onRemove: 'cascade', formerly: { field: 'client', by: 'name' } },
      },
    }),
    projects: collection(Named, { version: 1 }),
    invoices: collection(Invoice, {
      version: 1,
      references: {
        customer: { to: 'customers', onRemove: 'clear' },
        project: { to: 'projects', onRemove: 'clear' },
      },
      constraints: { immutable: { once: 'posted', except: ['project'] } },
    }),
  },
  actions: {},
})

const { db } = await testDatabase()
const pool = db.$client
await preparePartitions(pool, [office], silentLog)
const dir = mkdtempSync(join(tmpdir(), 'atrium-final-'))
const parsing = createParsingPool({ log: silentLog })
afterAll(() => {
  parsing.close()
  rmSync(dir, { recursive: true, force: true })
})

/** An archive of nothing but records of the office. */
function archive(places: Record<string, object[]>): string {
  const line = (data: object) => {
    const { id = randomUUID(), ...rest } = data as { id?: string }
    const at = '2026-03-01T10:00:00.000Z'
    return JSON.stringify({
      id,
      data: rest,
      schemaVersion: 1,
      version: 1,
      createdAt: at,
      updatedAt: at,
      deletedAt: null,
    })
  }
  const path = join(dir, `${randomUUID()}.zip`)
  const files = Object.entries(places).map(([name, rows]) => [
    `records/office.${name}.jsonl`,
    strToU8(rows.map(line).join('\n')),
  ])
  const manifest = {
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    madeBy: 'test',
    madeAt: '2026-03-02T10:00:00.000Z',
    counts: {},
  }
  writeFileSync(
    path,
    zipSync({
      'manifest.json': strToU8(JSON.stringify(manifest)),
      'threads.jsonl': strToU8(''),
      ...Object.fromEntries(files),
    }),
  )
  return path
}

test('what is final and names something that did not come along stays out alone; what may be changed names nothing', async () => {
  const owner = randomUUID()
  await db.insert(users).values({ id: owner, name: 'Ann', email: 'ann@example.org' })
  const [here, gone] = [randomUUID(), randomUUID()]
  const path = archive({
    customers: [{ id: here, name: 'Here' }],
    invoices: [
      { title: 'Posted, of one who is here', customer: here, posted: true },
      { title: 'Posted, of one who is not', customer: gone, posted: true },
      { title: 'Posted, of a project that is not', customer: here, project: gone, posted: true },
      { title: 'A draft of one who is not', customer: gone },
    ],
  })
  const files = createFiles({ db, dir, log: silentLog })
  const given = { db, files, parsing, modules: [office] }
  const report = await importFrom(given, owner, path, { isPreview: false, signal: new AbortController().signal })
  expect(report.counts.filter(({ added, refused }) => added + refused > 0)).toEqual([
    expect.objectContaining({ kind: 'office.customers', added: 1, refused: 0 }),
    expect.objectContaining({ kind: 'office.invoices', added: 3, refused: 1 }),
  ])
  expect(report.refused).toEqual([{ what: 'office.invoices', reason: 'What it names did not come along.' }])
  const { rows } = await pool.query<{ data: z.infer<typeof Invoice> }>(
    `select data from records where scope_id = $1 and collection = 'invoices' order by data ->> 'title'`,
    [owner],
  )
  expect(rows.map(({ data: { title, customer, project } }) => [title, customer ?? null, project ?? null])).toEqual([
    ['A draft of one who is not', null, null],
    ['Posted, of a project that is not', here, null],
    ['Posted, of one who is here', here, null],
  ])
})

test('what named something by a text when the archive was made names the record of that name', async () => {
  const owner = randomUUID()
  await db.insert(users).values({ id: owner, name: 'Bea', email: 'bea@example.org' })
  const here = randomUUID()
  const path = archive({
    customers: [{ id: here, name: 'Acme' }],
    orders: [
      { title: 'a', client: 'acme' },
      { title: 'b', client: 'Ini\0tech' }, // what no column can hold is left out, as everywhere
      { title: 'c' },
      { title: 'd', client: '\0' },
    ],
  })
  const given = { db, files: createFiles({ db, dir, log: silentLog }), parsing, modules: [office] }
  await importFrom(given, owner, path, { isPreview: false, signal: new AbortController().signal })
  const { rows } = await pool.query<{ title: string; client: string | null; name: string | null }>(
    `select o.data->>'title' as title, o.data->>'client' as client, c.data->>'name' as name
     from records o left join records c on c.id = o.data->>'customer' and c.scope_id = o.scope_id
     where o.scope_id = $1 and o.collection = 'orders' order by 1`,
    [owner],
  )
  expect(rows).toEqual([
    { title: 'a', client: null, name: 'Acme' },
    { title: 'b', client: null, name: 'Initech' },
    { title: 'c', client: null, name: null },
    { title: 'd', client: '', name: null },
  ])
})
