import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { profileOf } from './measuring/profile.ts'
import { readTable } from './reading/build.ts'
import { anscombeText, ordersText } from './sample.ts'
import {
  described,
  namesSaid,
  quoteName,
  ROWS_FILE,
  refusalOf,
  SETTINGS,
  tableName,
  tableNames,
  writeName,
} from './sql.ts'

describe('a query that only reads may run', () => {
  test.each([
    'select 1',
    'SELECT * FROM orders -- insert into x',
    "select 'drop table x; delete' as words",
    'with a as (select 1) select * from a;',
    'from orders select count(*)',
    '(select 1) union all (select 2)',
    'summarize orders',
    "select \"update\", replace(a, 'b', 'c') from t",
    'select comment, o.load from o order by load',
    'explain select 1',
    "select a is distinct from b, 'x' as label, extract(year from day), 'y' from t",
    "from t, unnest(['a', 'b']) u join v on v.a in ('x', 'y') where c = 1 order by 'p', 'q'",
    "from t select 'a', {'b': 'c'}",
    "select e'it\\'s; so', 'c:\\' from t /* a /* b */ ; */",
  ])('%s', (sql) => expect(refusalOf(sql)).toBeNull())
  test.each([
    ['', 'empty'],
    ['-- only a comment', 'empty'],
    ['select 1; drop table x', 'several'],
    ['drop table orders', 'begins'],
    ["copy orders to 'x.csv'", 'begins'],
    ['install httpfs', 'begins'],
    ['set enable_external_access = true', 'begins'],
    ['with a as (select 1) insert into t select * from a', 'changes'],
    ['explain analyze delete from t', 'changes'],
    ['with a as (delete from t returning *) select * from a', 'changes'],
    ["select * from read_csv('https://example.org/x.csv')", 'outside'],
    ["select * from 'https://example.org/x.parquet'", 'outside'],
    ['select * from "data.csv"', 'outside'],
    ["select * from glob('*')", 'outside'],
    ["select getenv('HOME')", 'outside'],
    ["select $$x$$; attach 'a.db'", 'several'],
    ["select * from t, 'https://example.org/x.csv'", 'outside'],
    ["select * from t a, (select 1) b, 'x.csv'", 'outside'],
    ['select * from t, "https://example.org/x"', 'outside'],
    ["select * from t join u on t.a = 'x', 'x.csv'", 'outside'],
    ["from q: 'x.csv'", 'outside'],
    ["select * from t, q: 'x.csv'", 'outside'],
    ["summarize 'x.csv'", 'outside'],
    ["table 'x.csv'", 'outside'],
    ["pivot 'x.csv' on a", 'outside'],
    ['select read_text\u200b(name) from t', 'outside'],
  ])('%s may not: %s', (sql, why) => expect(refusalOf(sql)?.why).toBe(why))
})

test('datasets have names that SQL takes', () => {
  expect(['Sales 2026.csv', '2026', 'order', 'Größe/Länge', '!!!', 'Ann’s'].map((name) => tableName(name))).toEqual([
    'sales_2026',
    't_2026',
    't_order',
    'größe_länge',
    't',
    'anns',
  ])
  expect(tableName('Sales.csv', new Set(['sales']))).toBe('sales_2')
  expect([writeName('amount'), writeName('Unit price'), writeName('group')]).toEqual([
    'amount',
    '"Unit price"',
    '"group"',
  ])
  expect([...namesSaid('select "A b", x from Orders -- y')]).toEqual(['select', 'a b', 'x', 'from', 'orders'])
})

test('a model is told of a table by names, types and values, which stay within their quotes', () => {
  expect(described('orders', [{ name: 'city', type: 'text', examples: ['Oslo', '" drop\ntable'] }])).toBe(
    'orders (\n  "city" VARCHAR -- such as "Oslo", "\\" drop\\ntable"\n)',
  )
  expect(tableNames([{ name: 'Sales.csv' }, { name: 'sales (sample)' }]).map(({ table }) => table)).toEqual([
    'sales',
    'sales_2',
  ])
})
test('a model may only select', () => {
  expect(refusalOf('describe orders')).toBeNull()
  expect(refusalOf('describe orders', 'select')).toMatchObject({ why: 'begins' })
  expect(refusalOf('with a as (select 1) select * from a', 'select')).toBeNull()
})

describe('DuckDB says the same numbers as the profile', async () => {
  const require = createRequire(import.meta.url)
  const dist = dirname(require.resolve('@duckdb/duckdb-wasm/dist/duckdb-node-blocking'))
  const duckdb = require('@duckdb/duckdb-wasm/blocking') as typeof import('@duckdb/duckdb-wasm/blocking')
  const bundle = { mainModule: join(dist, 'duckdb-eh.wasm'), mainWorker: join(dist, 'duckdb-node-eh.worker.cjs') }
  const mvp = { mainModule: join(dist, 'duckdb-mvp.wasm'), mainWorker: '' }
  const db = await duckdb.createDuckDB({ mvp, eh: bundle }, new duckdb.VoidLogger(), duckdb.NODE_RUNTIME)
  await db.instantiate(() => undefined)
  db.open({ query: { castBigIntToDouble: true } })
  const connection = db.connect()
  for (const setting of SETTINGS) connection.query(setting)

  test.each([
    'select 1 --\r; create table made (a int)',
    "select 1 /* /* */ ' */ ; create table made (a int) --'",
    "select e'\\'' ; create table made (a int); select '1'",
    "select e''\n'\\'' ; create table made (a int); select '1'",
    "select $ä$ ' $ä$ ; create table made (a int); select ' '",
  ])('what DuckDB takes for several statements is not taken for one: %j', (sql) => {
    connection.query(sql)
    connection.query('drop table made') // it is there
    expect(refusalOf(sql)?.why).toBe('several')
  })

  test('opens no address and no file, and no query lets it', () => {
    for (const sql of ["from 'https://example.org/x.csv'", "from read_csv('x.csv')", "from glob('*')"])
      expect(() => connection.query(sql), sql).toThrow(/disabled/)
    expect(() => connection.query('set enable_external_access = true')).toThrow(/locked/)
  })

  test.each([
    ['anscombe', anscombeText()],
    ['orders', ordersText()],
  ])('%s', (name, text) => {
    const { table } = readTable(text, { delimiter: ',', header: true, skip: 0 })
    db.registerFileText(ROWS_FILE, text)
    connection.query(
      `create table ${name} as select * from read_csv('${ROWS_FILE}', header = true, all_varchar = true)`,
    )
    db.dropFile(ROWS_FILE)
    for (const one of profileOf(table).filter(({ statistics, type }) => statistics && /number|integer/.test(type))) {
      const column = `try_cast(${quoteName(one.name)} as double)`
      const [row] = connection
        .query(
          `select count(${column}) n, avg(${column}) mean, var_samp(${column}) variance, quantile_cont(${column}, 0.25) q1, median(${column}) median, quantile_cont(${column}, 0.75) q3, min(${column}) min, max(${column}) max, count(distinct ${column}) different from ${name}`,
        )
        .toArray()
      const said = row?.toJSON() as Record<string, number>
      expect(Number(said.n), one.name).toBe(one.statistics?.count)
      expect(Number(said.different), one.name).toBe(one.distinct)
      for (const key of ['mean', 'variance', 'q1', 'median', 'q3', 'min', 'max'] as const)
        expect(said[key], `${one.name} ${key}`).toBeCloseTo(one.statistics?.[key] as number, 8)
    }
  })
})
