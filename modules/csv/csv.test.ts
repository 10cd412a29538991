import { readFileSync } from 'node:fs'
import type { ReadableFile } from '@atrium/contract/reading'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import type { DatasetRow, QueryRow } from './module.ts'
import { openTables } from './reading/opening.ts'
import csv from './server.ts'
import { parquet } from './test-parquet.ts'

let at: TestModules
beforeAll(async () => {
  at = await testModules(csv)
})
const act = <T = Record<string, unknown>>(who: string, action: string, input: unknown = {}) =>
  at.act<T>(who, `csv.${action}`, input, 'Europe/Berlin')
const open = (who: string, name: string, bytes: string | Uint8Array, more = {}) =>
  at.importFile(who, 'csv.table', { name, bytes }, more)
const datasets = async (who: string) =>
  (await act<{ datasets: DatasetRow[]; queries: QueryRow[] }>(who, 'overview')).output.datasets
const exported = async (who: string, format: string, options: object) => {
  const answer = await at.fetch(
    who,
    `/api/m/csv/exports/${format}?options=${encodeURIComponent(JSON.stringify(options))}`,
  )
  return { status: answer.status, text: await answer.text() }
}
const western = (text: string) => Buffer.from(text.replaceAll('€', '\u0080'), 'latin1')
const SALES = 'region,amount\nNorth,10\nSouth,20\nNorth,30\n South ,\n'

describe('a file', () => {
  test('of an old encoding, with semicolons and mixed line ends, is opened as it is meant, and is its owner’s alone', async () => {
    const bytes = western('Name;Betrag;Notiz\r\nCafé €Rémy;1.234,50;"zwei\r\nZeilen"\nMüller;7,25;\rKurz;1\r\n')
    const { report, change } = await open('ann', 'verkauf.csv', bytes)
    expect(report).toMatchObject({ added: 1, refused: 0 })
    const [row] = await datasets('ann')
    expect(row).toMatchObject({
      name: 'verkauf.csv',
      rows: 3,
      columns: 3,
      reading: { encoding: 'windows-1252', delimiter: ';', header: true, skip: 0 },
      faults: { raggedCount: 1, ragged: [{ line: 5, cells: 2 }] },
    })
    const kept = await at.fetch('ann', `/api/files/${row?.file}`)
    expect(Buffer.from(await kept.arrayBuffer()).equals(bytes)).toBe(true)
    const { output } = await act('ann', 'describe', { column: 'betrag', dataset: 'verkauf' })
    expect(output).toMatchObject({ column: 'Betrag', type: 'number', rows: 3, max: '1234.5', min: '1' })
    expect(await datasets('bob')).toEqual([])
    expect((await at.fetch('bob', `/api/files/${row?.file}`)).status).toBe(404)
    expect((await act('bob', 'profile', { dataset: row?.id })).status).toBe(404)
    expect((await act('bob', 'setSteps', { id: row?.id, keep: [] })).status).toBe(404)
    await at.undo('ann', change)
    expect(await datasets('ann')).toEqual([])
  })
  test('opened twice adds nothing, and leaves name and steps as they are', async () => {
    await open('cat', 'sales.csv', SALES)
    const [row] = await datasets('cat')
    await act('cat', 'rename', { id: row?.id, name: 'Mine' })
    await act('cat', 'trim', { dataset: 'mine' })
    const used = async () => ((await (await at.fetch('cat', '/api/files')).json()) as { usedBytes: number }).usedBytes
    const before = await used()
    expect((await open('cat', 'again.csv', SALES)).report).toMatchObject({ added: 0 })
    expect(await used()).toBe(before)
    expect(await datasets('cat')).toMatchObject([{ name: 'Mine', done: 2 }])
  })
  test.each([
    ['empty.csv', ' \n\n', /is empty/],
    ['table.csv', Buffer.from('%PDF-1.7\n'), /is a PDF/],
    ['old.csv', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), /old Excel file/],
    ['x.csv', Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * 7919) % 256)), /is not a text/],
    ['x.xlsx', Buffer.from('PK\u0003\u0004 not really'), /no XLSX file/],
    ['x.parquet', Buffer.from('a,b\n1,2'), /not what its ending says/],
    ['x.parquet', Buffer.from('PAR1 but cut off'), /no Parquet file/],
    ['x.json', '{"a": ', /is no JSON/],
    ['x.ndjson', '{"a":1}\n{"a":\n', /Line 2 of this file is no JSON/],
    ['x.json', '[]', /no row/],
    ['x.docx', 'a,b', /not one of these/],
  ])('that is no table is refused with a sentence: %s', async (name, bytes, sentence) => {
    const answer = await open('dan', name, bytes)
    expect(answer.error).toMatch(sentence)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(await datasets('dan')).toEqual([])
  })
  test('that has to be unpacked, or is beyond what a page holds, is refused before it is read', async () => {
    const bytes = Buffer.alloc(65 * 1024 * 1024, '[1,')
    expect(await open('eve', 'huge.json', bytes)).toMatchObject({
      status: 413,
      error: expect.stringContaining('at most 64 MB here, and this file has 65 MB'),
    })
    const file = { name: 'huge.csv', size: 601 * 1024 * 1024 } as ReadableFile
    await expect(openTables(file, { name: 'huge.csv' }).next()).rejects.toThrow('at most 600 MB here')
  })
  test('of JSON, by lines or as a list, of Parquet and of XLSX becomes a table', async () => {
    await open('fay', 'a.ndjson', '{"n":1,"place":{"city":"Oslo"}}\n{"n":2,"tags":["x"]}\n')
    await open('fay', 'b.json', '{"total":1,"items":[{"a":"=1+1","b":true},{"a":null,"b":false}]}')
    await open('fay', 'spark.parquet', parquet())
    expect((await exported('fay', 'csv', { dataset: 'spark' })).text).toBe(
      'c0,c1,v11\r\n1593604800,abc,42\r\n1593604800,def,7.7\r\n1593604801,abc,42.125\r\n1593604801,def,7.7\r\n',
    )
    const { default: write } = await import('write-excel-file/node')
    const day = new Date(Date.UTC(2026, 10, 3))
    const workbook = await write([
      {
        sheet: 'One',
        data: [['day', 'n'].map((value) => ({ value })), [{ value: day, format: 'yyyy-mm-dd' }, { value: 1.5 }]],
      },
      {
        sheet: 'Two',
        data: [
          [{ value: 'x' }, { value: 'y' }],
          [{ value: 'a' }, { value: true }],
        ],
      },
    ]).toBuffer()
    expect((await open('fay', 'book.xlsx', workbook)).report).toMatchObject({ added: 2 })
    const list = (await datasets('fay')).map(({ name, rows, columns, format }) => [name, rows, columns, format])
    expect(list.sort()).toEqual([
      ['a.ndjson', 2, 3, 'json'],
      ['b.json', 2, 2, 'json'],
      ['book – One', 1, 2, 'xlsx'],
      ['book – Two', 1, 2, 'xlsx'],
      ['spark.parquet', 4, 3, 'parquet'],
    ])
    expect(JSON.parse((await exported('fay', 'json', { dataset: 'a.ndjson' })).text)).toEqual([
      { n: 1, 'place.city': 'Oslo', tags: null },
      { n: 2, 'place.city': null, tags: '["x"]' },
    ])
    expect((await exported('fay', 'csv', { dataset: 'book – One' })).text).toBe('day,n\r\n2026-11-03,1.5\r\n')
    expect((await exported('fay', 'csv', { dataset: 'b' })).text).toContain("'=1+1,true")
  })
  test('can be read in another way, and not in one that makes no sense', async () => {
    await open('gus', 'x.csv', 'a;b\n1;2\n')
    const [row] = await datasets('gus')
    const reading = { ...row?.reading, delimiter: ',', header: false }
    expect((await act<DatasetRow>('gus', 'setReading', { id: row?.id, reading })).output).toMatchObject({
      rows: 2,
      columns: 1,
    })
    expect((await act('gus', 'setReading', { id: row?.id, reading: { ...reading, skip: 9 } })).error).toContain(
      'holds no table',
    )
  })
})

describe('steps', () => {
  test('are added, change what is computed and exported, and are undone', async () => {
    await open('hal', 'sales.csv', SALES)
    const summary = () =>
      act<{ groups: { group: string; value: number }[] }>('hal', 'summarise', {
        how: 'sum',
        column: 'amount',
        by: 'region',
        dataset: 'sales',
      })
    expect((await summary()).output.groups.map(({ group, value }) => [group, value])).toEqual([
      ['North', 40],
      ['South', 20],
      [' South ', null],
    ])
    const trimmed = await act('hal', 'trim', { dataset: 'sales', column: 'region' })
    expect(trimmed.output).toEqual({ dataset: 'sales.csv', changed: 1, rows: 4 })
    expect((await summary()).output.groups).toEqual([
      { group: 'North', value: 40, rows: 2 },
      { group: 'South', value: 20, rows: 2 },
    ])
    await act('hal', 'addSteps', {
      dataset: 'sales',
      steps: [
        { kind: 'sort', by: [{ column: 'amount', direction: 'desc' }] },
        { kind: 'filter', column: 'amount', test: { is: 'filled' } },
      ],
    })
    expect((await exported('hal', 'csv', { dataset: 'sales', delimiter: ';' })).text).toBe(
      'region;amount\r\nNorth;30\r\nSouth;20\r\nNorth;10\r\n',
    )
    const [row] = await datasets('hal')
    await act('hal', 'setSteps', { id: row?.id, done: 2, version: row?.version })
    expect((await exported('hal', 'csv', { dataset: 'sales' })).text.split('\r\n')).toHaveLength(6)
    await at.undo('hal', trimmed.change)
    expect((await datasets('hal'))[0]).toMatchObject({ done: 2 }) // it has been changed since: nothing is lost
  })
  test('that cannot be done are refused with a sentence', async () => {
    await open('ida', 'sales.csv', SALES)
    const add = async (step: object) => (await act('ida', 'addSteps', { dataset: 'sales', steps: [step] })).error
    expect(await add({ kind: 'trim', columns: ['nope'] })).toBe('There is no column “nope”.')
    expect(await add({ kind: 'replace', columns: ['region'], find: '(', with: '', regex: true })).toContain(
      'no regular expression',
    )
    expect(await add({ kind: 'explode' })).not.toBe('')
    expect((await act('ida', 'trim', { dataset: 'sales', column: 'colour' })).error).toBe(
      'There is no column “colour”. There are: “region”, “amount”.',
    )
    expect((await act('ida', 'trim', { dataset: 'orders' })).error).toBe(
      'There is no dataset “orders”. There are: “sales.csv”.',
    )
    expect((await act('ida', 'summarise', { how: 'average', column: 'region', dataset: 'sales' })).error).toContain(
      'not a column of numbers',
    )
  })
  test('of two tabs at once conflict rather than overwrite', async () => {
    await open('jan', 'sales.csv', SALES)
    const [row] = await datasets('jan')
    const add = [{ kind: 'dedupe', columns: [] }]
    expect((await act('jan', 'setSteps', { id: row?.id, version: row?.version, add })).status).toBe(200)
    expect((await act('jan', 'setSteps', { id: row?.id, version: row?.version, keep: [] })).status).toBe(409)
  })
  test('are kept by their places, in any order, with new ones behind them; a place that is none, or twice, is refused', async () => {
    await open('joe', 'sales.csv', SALES)
    const [{ id } = { id: '' }] = await datasets('joe')
    const set = async (change: object) => {
      const { output, error } = await act<DatasetRow>('joe', 'setSteps', { id, ...change })
      return error || [output.steps.map(({ kind }) => kind).join(), output.done]
    }
    const [trim, dedupe] = [
      { kind: 'trim', columns: [] },
      { kind: 'dedupe', columns: [] },
    ]
    expect(await set({ add: [trim, dedupe] })).toEqual(['trim,dedupe', 2])
    expect(await set({ keep: [1, 0], done: 1 })).toEqual(['dedupe,trim', 1])
    expect(await set({ done: 9 })).toEqual(['dedupe,trim', 2])
    expect(await set({ keep: [1], add: [{ kind: 'remove', columns: ['amount'] }] })).toEqual(['trim,remove', 2])
    expect(await set({ keep: [2] })).toBe('There is no step 3.')
    expect(await set({ keep: [0, 0] })).toBe('A step can be kept once.')
    expect(await set({ add: Array.from({ length: 26 }, () => trim) })).toContain('at most 25 steps at once')
    for (let at = 2; at < 500; at += 20) await set({ add: Array.from({ length: Math.min(20, 500 - at) }, () => trim) })
    expect(await set({ add: [trim] })).toBe('A dataset has at most 500 steps.')
  })
})

test('a dataset is profiled without its length costing memory', async () => {
  const lines = Array.from(
    { length: 60_000 },
    (_, row) => `${row},${row % 7},name ${row % 100},2026-0${1 + (row % 9)}-11`,
  )
  await open('kim', 'long.csv', `id,n,name,day\n${lines.join('\n')}\n`)
  const { output } = await act<{ rows: number; columns: Record<string, unknown>[] }>('kim', 'profile', {
    dataset: 'long',
  })
  expect(output.rows).toBe(60_000)
  expect(output.columns).toMatchObject([
    { column: 'id', type: 'integer', different: 60_000, smallest: '0', largest: '59999', mean: 29_999.5 },
    { column: 'n', different: 7, largest: '6' },
    { column: 'name', type: 'text', different: 100, mostFrequent: 'name 0 (600)' },
    { column: 'day', type: 'date', smallest: '2026-01-11', largest: '2026-09-11' },
  ])
})

test('samples come once; deleting takes a dataset away and undo brings it back', async () => {
  const { output } = await act<{ count: number; id: string }>('lea', 'sample')
  expect(output.count).toBe(2)
  expect((await act('lea', 'sample')).status).toBe(409)
  const { change } = await act('lea', 'remove', { id: output.id })
  expect(await datasets('lea')).toHaveLength(1)
  await at.undo('lea', change)
  expect(await datasets('lea')).toHaveLength(2)
  const { output: anscombe } = await act('lea', 'summarise', {
    how: 'average',
    column: 'y',
    by: 'set',
    dataset: 'anscombe',
  })
  expect((anscombe as { groups: { value: number }[] }).groups.map(({ value }) => value.toFixed(2))).toEqual([
    '7.50',
    '7.50',
    '7.50',
    '7.50',
  ])
})

test('queries are saved, changed and deleted', async () => {
  const { output } = await act<QueryRow>('max', 'saveQuery', { name: 'All', sql: 'select 1' })
  await act('max', 'saveQuery', { id: output.id, name: 'One', sql: 'select 1' })
  expect((await act<{ queries: QueryRow[] }>('max', 'overview')).output.queries).toMatchObject([{ name: 'One' }])
  expect((await act('max', 'saveQuery', { name: '', sql: 'select 1' })).error).toContain('A query needs a name')
  await act('max', 'removeQuery', { id: output.id })
  expect((await act<{ queries: QueryRow[] }>('max', 'overview')).output.queries).toEqual([])
})

test('the strings of the page are whole', () => {
  expect(JSON.parse(readFileSync(new URL('./texts/en.json', import.meta.url), 'utf8'))).toHaveProperty('title')
})
