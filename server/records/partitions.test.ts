import { collection, defineModule } from '@atrium/contract/module'
import { defineServer } from '@atrium/contract/module-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { connect } from '../platform/database/connect.ts'
import { migrateDatabase } from '../platform/database/migrate.ts'
import { testDatabase } from '../platform/database/test-database.ts'
import { oldDatabase } from '../platform/database/test-old-database.ts'
import { silentLog } from '../platform/telemetry.ts'
import { claimRecords } from './claim.ts'
import { indexesOf } from './declared-indexes.ts'
import { orderSql } from './ordering.ts'
import { preparePartitions } from './partitions.ts'
import { testModules } from './test-module.ts'
import { whereSql } from './where.ts'

const Book = z.object({ title: z.string(), shelf: z.string().default(''), pages: z.number().nullable().default(null) })
const declare = (more: Partial<ReturnType<typeof collection<typeof Book>>>) =>
  defineModule({
    id: 'library',
    title: 'Library',
    summary: 'Books',
    kind: 'module',
    industries: ['all'],
    tier: 'free',
    triggers: ['/library'],
    icon: 'book',
    collections: { books: collection(Book, { version: 1, search: ['title'], ...more }) },
    actions: {
      add: { summary: 'Add', effect: 'write', input: Book, output: z.unknown() },
      rename: {
        summary: 'Rename',
        effect: 'write',
        input: z.object({ id: z.string(), title: z.string() }),
        output: z.unknown(),
      },
      remove: { summary: 'Remove', effect: 'write', input: z.object({ id: z.string() }), output: z.unknown() },
      restore: { summary: 'Restore', effect: 'write', input: z.object({ id: z.string() }), output: z.unknown() },
    },
  })
const serve = (module: ReturnType<typeof declare>) =>
  defineServer(module, {
    add: (book, { store }) => store.books.insert(book),
    rename: ({ id, title }, { store }) => store.books.update(id, { title }),
    remove: ({ id }, { store }) => store.books.remove(id),
    restore: ({ id }, { store }) => store.books.restore(id),
  })

test('300,000 rows of the shape before come into their partitions whole, with their history, and a snapshot is kept', async () => {
  const config = await oldDatabase('partitions')
  const db = connect(config, () => undefined)
  onTestFinished(() => db.$client.end())
  const ask = async (text: string) => (await db.$client.query(text)).rows
  await ask(
    `insert into changes (id, scope_id, action, via) select 'c' || n, 's' || n, 'x.add', 'http' from generate_series(0, 9) n`,
  )
  await ask('drop index records_data; drop index records_search') // made at once, afterwards
  await ask(`insert into records (id, scope_id, module, collection, data, schema_version, version, search, deleted_at)
    select 'r' || n, 's' || n % 10, (array['flash', 'content-calendar', 'gone-module', 'Öld'])[1 + n % 4], 'things', jsonb_build_object('n', n, 'said', 'é' || n),
      1, 1 + n % 3, array_to_tsvector(array['w' || n % 100]), case when n % 50 = 0 then now() end from generate_series(1, 300000) n`)
  await ask(`insert into record_versions (record_id, version, change_id, before, deleted_before)
    select id, version, 'c' || right(scope_id, 1), case when version > 1 then jsonb_build_object('schema', 1, 'data', data) end, null from records`)
  await ask(
    'create index records_data on records using gin (data jsonb_path_ops); create index records_search on records using gin (search)',
  )
  const sum = `select module, count(*)::int as n, sum(hashtextextended(concat_ws('|', id, scope_id, collection, data, schema_version,
      version, search, created_at, updated_at, deleted_at), 0))::text as hash from records group by module order by module collate "C"`
  const pastSum = `select count(*)::int as n, sum(hashtextextended(concat_ws('|', record_id, version, change_id, before, deleted_before, created_at), 0))::text as hash from record_versions`
  const [before, past] = [await ask(sum), await ask(pastSum)]
  const { applied, snapshot } = await migrateDatabase(config)
  expect(applied).toBeGreaterThan(0)
  expect(await ask(sum)).toEqual(before)
  expect(await ask(pastSum)).toEqual(past)
  expect(before.map(({ n }) => n)).toEqual([75_000, 75_000, 75_000, 75_000])
  expect(await ask(`select count(*)::int as n from ${snapshot}.records`)).toEqual([{ n: 300_000 }])
  const lies = await ask('select distinct tableoid::regclass::text as at, module from records order by 1')
  expect(lies).toEqual([
    { at: 'records_of_content_calendar', module: 'content-calendar' },
    { at: 'records_of_flash', module: 'flash' },
    { at: 'records_of_gone_module', module: 'gone-module' },
    { at: 'records_others', module: 'Öld' },
  ])
  await ask(`delete from records where id = 'r7'`)
  expect(await ask(`select 1 from record_versions where record_id = 'r7'`)).toEqual([])
  await ask(`update records set scope_id = 'claimed' where scope_id = 's3'`)
  expect(await ask(`select distinct scope_id from record_versions where change_id = 'c3'`)).toEqual([
    { scope_id: 'claimed' },
  ])
}, 180_000)

describe('a module that comes later', () => {
  test('takes its rows and their history out of those of no module, once, however many servers start', async () => {
    const { db } = await testDatabase()
    const ask = async (text: string) => (await db.$client.query(text)).rows
    await ask(`insert into changes (id, scope_id, action, via) values ('c', 'ann', 'library.add', 'http')`)
    await ask(`insert into records (id, scope_id, module, collection, data, schema_version, created_at)
      select 'r' || n, 'ann', 'library', 'books', jsonb_build_object('title', (array['Emma', 'emma ', 'Emma', 'Emma (2)', 'Ulysses'])[n]), 1,
        '2026-01-01'::timestamptz + n * interval '1 day' from generate_series(1, 5) n`)
    await ask(
      `insert into record_versions (record_id, module, scope_id, version, change_id) select id, module, scope_id, 1, 'c' from records`,
    )
    await ask(`insert into record_shares (id, scope_id, module, collection, record_id, called, role)
      values ('s', 'ann', 'library', 'books', 'r5', 'ben', 'viewer')`)
    await ask(`insert into record_comments (id, scope_id, module, record_id, called, text)
      values ('o', 'ann', 'library', 'r5', 'Ann', 'Read it slowly')`)
    await ask(`insert into users (id, name, email) values ('ben', 'Ben', 'ben@example.org')`)
    await ask(`insert into dav_shared_names (user_id, share_id, module, title, name)
      values ('ben', 's', 'library', 'Ulysses', 'Ulysses (2)')`)
    await ask(`insert into dav_locks (token, owner_id, module, path, is_deep, is_exclusive, user_id, share_id, holder, expires_at)
      values ('urn:uuid:1', 'ann', 'library', 'r5', false, true, 'ben', 's', '', now() + interval '1 hour')`)
    const module = declare({ unique: [{ fields: ['title'], ignoreCase: true }], indexes: [['shelf', '-pages']] })
    await Promise.all(Array.from({ length: 5 }, () => preparePartitions(db.$client, [module], silentLog)))
    expect(await ask('select count(*)::int as n from records_of_library')).toEqual([{ n: 5 }])
    expect(await ask('select count(*)::int as n from record_versions_of_library where version = 1')).toEqual([{ n: 5 }])
    expect(await ask('select count(*)::int as n from records_others')).toEqual([{ n: 0 }])
    expect(
      await ask('select s.called, c.text from record_shares s join record_comments c on c.record_id = s.record_id'),
    ).toEqual([{ called: 'ben', text: 'Read it slowly' }])
    expect(await ask('select n.name, l.path from dav_shared_names n join dav_locks l using (share_id)')).toEqual([
      { name: 'Ulysses (2)', path: 'r5' },
    ])
    const titles = await ask(`select data->>'title' as title, version, search::text from records order by created_at`)
    expect(titles.map(({ title, version }) => [title, version])).toEqual([
      ['Emma', 1],
      ['emma (3)', 2],
      ['Emma (4)', 2],
      ['Emma (2)', 1],
      ['Ulysses', 1],
    ])
    expect(titles[1]?.search).toContain("'emma'") // found by its words
    const past =
      await ask(`select v.before->'data'->>'title' as title, c.action from record_versions v join changes c on c.id = v.change_id
      where v.version = 2 order by 1`)
    expect(past).toEqual([
      { title: 'Emma', action: 'library.rename' },
      { title: 'emma ', action: 'library.rename' },
    ])
    const indexes = () =>
      ask(
        `select indexname from pg_indexes where tablename = 'records_of_library' and indexname ~ '^(ix|uq)_' order by 1`,
      )
    expect(await indexes()).toHaveLength(2)
    await preparePartitions(db.$client, [declare({ indexes: [['pages']] })], silentLog)
    expect(await indexes()).toEqual(
      indexesOf(declare({ indexes: [['pages']] })).map(({ name }) => ({ indexname: name })),
    )
  })
})

test('a row that no index can hold does not keep the server from starting', async () => {
  const { db } = await testDatabase()
  const long = Array.from({ length: 4000 }, (_, n) => (n * 7919).toString(36)).join('')
  await db.$client.query(
    `insert into records (id, scope_id, module, collection, data, schema_version) values ('r', 'ann', 'library', 'books', $1, 1)`,
    [{ title: long }],
  )
  const told: unknown[] = []
  const log = { ...silentLog, error: (about: object) => told.push(about) } as unknown as typeof silentLog
  await preparePartitions(db.$client, [declare({ indexes: [['title'], ['pages']] })], log)
  expect(told).toMatchObject([{ module: 'library', fields: ['title'] }])
  const { rows } = await db.$client.query(
    `select 1 from pg_indexes where tablename = 'records_of_library' and indexname like 'ix_%'`,
  )
  expect(rows).toHaveLength(1)
})

test('a moment that no calendar has is none, under any setting of the session', async () => {
  const { db } = await testDatabase()
  const ask = async (said: string) =>
    (await db.$client.query(`select record_moment($1)::text as at`, [said])).rows[0].at as string | null
  await db.$client.query(`set datestyle = 'SQL, DMY'`)
  for (const none of [
    '2026-02-31T10:00:00Z',
    '2026-19-39T29:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01',
    'x',
  ])
    expect([none, await ask(none)]).toEqual([none, null])
  for (const one of ['2028-02-29T10:00:00Z', '2026-12-31T23:59:59.999+14:00', '2026-01-31T00:00Z'])
    expect(await ask(one), one).not.toBeNull()
})

test('of 50 that add the same name at once one does, and the others are told in a sentence', async () => {
  const at = await testModules(serve(declare({ unique: [{ fields: ['title'], ignoreCase: true }] })))
  const add = (who: string, title: string) => at.act<{ id: string }>(who, 'library.add', { title })
  const tries = await Promise.all(Array.from({ length: 50 }, (_, n) => add('ann', n % 2 ? 'Emma' : ' emma')))
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, error } of tries.filter(({ status }) => status !== 200)) {
    expect(status).toBe(409)
    expect(error).toMatch(/^There is already “[Ee]mma”\. Choose another name, please\.$/)
  }
  // another person's is another; what lies in the trash does not count until it is to come back
  expect((await add('bob', 'Emma')).status).toBe(200)
  const first = tries.find(({ status }) => status === 200)?.output.id as string
  await at.act('ann', 'library.remove', { id: first })
  const second = await add('ann', 'EMMA')
  expect(second.status).toBe(200)
  expect((await at.act('ann', 'library.restore', { id: first })).error).toMatch(/^There is already “[Ee]mma”/)
  const other = await add('ann', 'Ulysses')
  expect((await at.act('ann', 'library.rename', { id: other.output.id, title: 'Emma' })).error).toContain(
    'There is already “Emma”',
  )
})

test('a guest’s names that the account has too are numbered when they become one, with their history', async () => {
  const module = declare({ unique: [{ fields: ['title'], ignoreCase: true }] })
  const at = await testModules(serve(module))
  const add = (who: string, title: string) => at.act<{ id: string }>(who, 'library.add', { title })
  for (const title of ['Emma', 'Emma (2)', 'Persuasion']) await add('guest', title)
  for (const title of ['EMMA', 'emma (2)']) await add('member', title)
  await at.db.transaction((tx) => claimRecords([module])(tx, 'guest', 'member'))
  const { rows } = await at.db.$client.query(
    `select data->>'title' as title from records where scope_id = 'member' order by (data->>'title') collate "C"`,
  )
  expect(rows.map(({ title }) => title)).toEqual(['EMMA', 'Emma (3)', 'Emma (4)', 'Persuasion', 'emma (2)'])
  const past = await at.db.$client.query(`select distinct scope_id from changes where action = 'library.rename'`)
  expect(past.rows).toEqual([{ scope_id: 'member' }])
})

test('of rows that share what is no name the one that was changed last stays, the others lie in the trash', async () => {
  const { db } = await testDatabase()
  await db.$client.query(`insert into records (id, scope_id, module, collection, data, schema_version, updated_at)
    select 'r' || n, 'ann', 'library', 'books', jsonb_build_object('title', 'T' || n, 'shelf', 's'), 1, '2026-01-01'::timestamptz + n * interval '1 day'
      from generate_series(1, 3) n`)
  await preparePartitions(db.$client, [declare({ unique: [['shelf']] })], silentLog)
  const { rows } = await db.$client.query(`select id, data->>'shelf' as shelf from records where deleted_at is null`)
  expect(rows).toEqual([{ id: 'r3', shelf: 's' }])
})

test('small and capital letters of every script are alike, however an accent was typed', async () => {
  const at = await testModules(serve(declare({ unique: [{ fields: ['title'], ignoreCase: true }] })))
  const add = (title: string) => at.act('ann', 'library.add', { title })
  for (const [first, again] of [
    ['Übung', ' ÜBUNG '],
    ['café', 'CAFE\u0301'],
    ['ΣΟΦΙΑ', 'Σοφια'],
    ['Привет', 'ПРИВЕТ'],
  ] as const) {
    expect((await add(first)).status, first).toBe(200)
    expect((await add(again)).status, again).toBe(409)
  }
  expect((await add('Ubung')).status).toBe(200) // another letter is another name
})

test('of many rows the refusal names the one that is there, also where a row has no name', async () => {
  const module = declare({ search: [], unique: [['shelf', 'title']] })
  const many = defineModule({
    ...module,
    actions: {
      fill: { summary: 'Fill', effect: 'write', input: z.object({ books: z.array(Book) }), output: z.unknown() },
    },
  })
  const at = await testModules(
    defineServer(many, { fill: ({ books }, { store }) => store.books.insertMany(books).then((rows) => rows.length) }),
  )
  const fill = (...titles: string[]) =>
    at.act('ann', 'library.fill', { books: titles.map((title) => ({ title, shelf: 'a' })) })
  await fill('Emma')
  expect((await fill('Em', 'Emma Woodhouse', 'Emma', 'Ulysses')).error).toBe(
    'There is already “Emma”. Choose another name, please.',
  )
})

test('a list that a declared index is for is read from it, in its order', async () => {
  const module = declare({ indexes: [['shelf', '-pages']] })
  const at = await testModules(serve(module))
  await at.db.$client.query(`insert into records (id, scope_id, module, collection, data, schema_version)
    select 'r' || n, 'ann', 'library', 'books', jsonb_build_object('title', 'Book ' || n, 'shelf', 's' || n % 50, 'pages', n), 1 from generate_series(1, 20000) n`)
  await at.db.$client.query('analyze records')
  const { books } = module.collections
  const { records } = await import('./tables.ts')
  const { and, eq, isNull } = await import('drizzle-orm')
  const query = at.db
    .select({ id: records.id })
    .from(records)
    .where(
      and(
        eq(records.scopeId, 'ann'),
        eq(records.module, 'library'),
        eq(records.collection, 'books'),
        isNull(records.deletedAt),
        ...whereSql(books, { shelf: 's7' }),
      ),
    )
    .orderBy(...orderSql(books, '-pages'))
    .limit(20)
    .toSQL()
  const { rows } = await at.db.$client.query(`explain ${query.sql}`, query.params as unknown[])
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain(indexesOf(module)[0]?.name)
  expect(plan).not.toMatch(/Sort|Seq Scan/)
})
