import { beforeAll, describe, expect, test } from 'vitest'
import { type TestModules, testModules } from '../../server/records/test-module.ts'
import { sortKey } from './names.ts'
import type { EntryRow } from './rows.ts'
import server from './server.ts'

let at: TestModules
beforeAll(async () => {
  at = await testModules(server)
})

interface Listed {
  folder: EntryRow | null
  entries: EntryRow[]
  next: string | null
  total: number | null
}
const list = (who: string, input: object = {}) => at.act<Listed>(who, 'sync.list', input)
const save = async (who: string, name: string, text = name, path = '') =>
  (await at.act<EntryRow>(who, 'sync.save', { name, path, text })).output

/** All pages one after the other. */
async function pages(who: string, input: object, limit: number): Promise<string[][]> {
  const found: string[][] = []
  for (let after: string | undefined; ; ) {
    const { output } = await list(who, { ...input, limit, after })
    found.push(output.entries.map(({ name }) => name))
    if (output.next === null) return found
    after = output.next
  }
}

describe('the order of names', () => {
  const ordered = (...names: string[]) =>
    [...names].sort((a, b) => (sortKey({ kind: 'file', name: a }) < sortKey({ kind: 'file', name: b }) ? -1 : 1))

  // As the file managers of Windows, macOS and GNOME have them.
  test('is people’s: numbers by their size, neither case nor accents count', () => {
    expect(ordered('page 10.txt', 'page 9.txt', 'Page 2.txt')).toEqual(['Page 2.txt', 'page 9.txt', 'page 10.txt'])
    expect(ordered('zebra', 'Éclair', 'apple', 'éclair 2', 'Banana')).toEqual([
      'apple',
      'Banana',
      'Éclair',
      'éclair 2',
      'zebra',
    ])
    expect(ordered('v1.10.0', 'v1.9.3', 'v1.9.21')).toEqual(['v1.9.3', 'v1.9.21', 'v1.10.0'])
    expect(ordered('007', '8', '06')).toEqual(['06', '007', '8'])
    expect(ordered('１２', '3')).toEqual(['3', '１２']) // digits of full width are digits
  })
  test('has folders before files, and what systems keep for themselves behind both', () => {
    const keys = [
      sortKey({ kind: 'folder', name: 'zoo' }),
      sortKey({ kind: 'file', name: 'a' }),
      sortKey({ kind: 'file', name: '.DS_Store' }),
    ]
    expect([...keys].sort()).toEqual(keys)
  })
})

describe('a folder', () => {
  test('comes by pages in any order, whole and once, and says how much is in it', async () => {
    await at.act('pat', 'sync.makeFolder', { name: 'Zoo' })
    for (let n = 1; n <= 11; n++) await save('pat', `page ${n}.txt`, 'x'.repeat((n * 7) % 12))
    await save('pat', '.DS_Store')
    const named = ['Zoo', ...Array.from({ length: 11 }, (_, n) => `page ${n + 1}.txt`)]
    expect(await pages('pat', {}, 5)).toEqual([named.slice(0, 5), named.slice(5, 10), named.slice(10)])
    expect((await pages('pat', { order: '-name' }, 4)).flat()).toEqual(named.toReversed())
    const sizes = async (order: string) => {
      const found: number[] = []
      for (let after: string | undefined; ; ) {
        const { output } = await list('pat', { order, limit: 4, after })
        found.push(...output.entries.map(({ size }) => size))
        if (output.next === null) return found
        after = output.next
      }
    }
    const bySize = [0, ...Array.from({ length: 11 }, (_, n) => ((n + 1) * 7) % 12)].sort((a, b) => a - b)
    expect(await sizes('size')).toEqual(bySize)
    expect(await sizes('-size')).toEqual(bySize.toReversed())
    expect((await pages('pat', { order: '-changed' }, 5)).flat().slice(0, 2)).toEqual(['page 11.txt', 'page 10.txt'])
    const first = (await list('pat', { limit: 5 })).output
    expect(first.total).toBe(12)
    expect((await list('pat', { limit: 5, after: first.next })).output.total).toBe(null)
    expect((await list('pat')).output).toMatchObject({ total: 12, next: null })
  })
  test('shows its folders alone to whoever moves something there', async () => {
    await at.act('mia', 'sync.makeFolder', { name: 'A' })
    await save('mia', '0.txt')
    expect(await pages('mia', { folders: true }, 10)).toEqual([['A']])
  })
  test('goes on where the page ended, whatever came and went meanwhile', async () => {
    for (const name of ['b', 'd', 'f', 'h']) await save('tia', name)
    const { entries, next } = (await list('tia', { limit: 2 })).output
    await save('tia', 'a')
    await save('tia', 'e')
    await at.act('tia', 'sync.remove', { ids: [entries[1]?.id] })
    expect((await list('tia', { after: next })).output.entries.map(({ name }) => name)).toEqual(['e', 'f', 'h'])
  })
  test('refuses a place of another order, and one that is none, with a sentence', async () => {
    for (const name of ['b', 'd', 'f']) await save('ugo', name)
    const { next } = (await list('ugo', { limit: 1 })).output
    for (const after of ['nonsense', `x${next}`, Buffer.from('["a"]').toString('base64url')])
      expect(await list('ugo', { after })).toMatchObject({ status: 400, error: expect.stringMatching(/\.$/) })
    for (const order of ['size', 'changed']) expect((await list('ugo', { order, after: next })).status).toBe(400)
    expect((await list('ugo', { order: 'colour' })).status).toBe(400)
    expect((await list('ugo', { limit: 0 })).status).toBe(400)
  })
  test('whose files are of an older version is in order too, renamed ones as well', async () => {
    for (const name of ['10.txt', '9.txt', '2.txt']) await save('new', name)
    await at.db.$client.query(
      `insert into records (id, scope_id, module, collection, data, schema_version)
       select 'old-' || id, 'old', module, collection, data - 'sort', 1 from records where scope_id = 'new' and collection = 'entries'`,
    )
    const [row] = (await list('old')).output.entries
    expect(row?.name).toBe('2.txt')
    await at.act('old', 'sync.rename', { id: row?.id, name: '11.txt' })
    expect((await pages('old', {}, 2)).flat()).toEqual(['9.txt', '10.txt', '11.txt'])
  })
  test('gives a name that is taken a number by asking for names alone, however many have it', async () => {
    const { id } = (await at.act<EntryRow>('num', 'sync.makeFolder', { name: 'Box' })).output
    const first = await save('num', 'a.txt')
    await at.db.$client.query(
      `insert into records (id, scope_id, module, collection, data, schema_version)
       select 'num-' || n, 'num', 'sync', 'entries',
         r.data || jsonb_build_object('parent', $1::text, 'name', case n when 1 then 'a.txt' else 'a (' || n || ').txt' end), r.schema_version
       from records r, generate_series(1, 700) n where r.id = $2 and n <> 650`,
      [id, first.id],
    )
    await at.act('num', 'sync.move', { ids: [first.id], to: id })
    const { entry } = (await at.act<{ entry: EntryRow }>('num', 'sync.read', { id: first.id })).output
    expect(entry.name).toBe('a (650).txt')
  })
})
