import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../platform/database/connect.ts'
import { testDatabase } from '../platform/database/test-database.ts'
import { auditInput, type Cause, save, type Write } from './saving.ts'

let db: Database
beforeAll(async () => {
  db = (await testDatabase()).db
})

const [MADE, NOW, TRASHED] = ['2026-01-01', '2026-02-03', '2026-02-01'].map(
  (day) => new Date(`${day}T04:05:06.789Z`),
) as [Date, Date, Date]
const cause: Cause = { action: 'shop.sell', via: 'guide', input: { what: 'tea' }, actor: 'ann' }

let count = 0
/** A row that differs from every other in all that it has. */
const fresh = (more: Partial<Write> = {}): Write => {
  count += 1
  return {
    id: `row${count}`,
    module: `shop${count}`,
    collection: `things${count}`,
    data: JSON.stringify({ number: count }),
    schemaVersion: 10 + count,
    version: 1,
    search: `word${count} more`,
    createdAt: NOW,
    deletedAt: null,
    before: null,
    deletedBefore: null,
    ...more,
  }
}
/** One that was made before, as an import or an undo writes it. */
const older = (more: Partial<Write> = {}) => fresh({ createdAt: new Date(MADE.getTime() + count), ...more })
/** The same row with a new version. */
const renewed = (was: Write, more: Partial<Write> = {}): Write =>
  fresh({
    ...{ id: was.id, module: was.module, collection: was.collection, createdAt: was.createdAt },
    version: was.version + 1,
    before: { schema: was.schemaVersion, data: JSON.parse(was.data) },
    deletedBefore: was.deletedAt,
    ...more,
  })

let changes = 0
const saved = async (writes: readonly Write[], given: { change?: string; cause?: Cause | null; now?: Date } = {}) => {
  const change = given.change ?? `change${++changes}`
  const of = { scope: 'ann', change, now: given.now ?? NOW, cause: given.cause === undefined ? cause : given.cause }
  return { change, rows: await save(db.$client, writes, of) }
}
const rowOf = async ({ id }: Write) => {
  const { rows } = await db.$client.query(
    `select id, scope_id, module, collection, data, schema_version, version, search::text, created_at, updated_at, deleted_at
     from records where id = $1`,
    [id],
  )
  expect(rows).toHaveLength(1)
  return rows[0]
}
const versionsOf = async (change: string) =>
  (await db.$client.query('select * from record_versions where change_id = $1 order by record_id, version', [change]))
    .rows
const changeOf = async (change: string) =>
  (await db.$client.query('select * from changes where id = $1', [change])).rows[0]

const expectRow = async (write: Write) =>
  expect(await rowOf(write)).toEqual({
    id: write.id,
    scope_id: 'ann',
    module: write.module,
    collection: write.collection,
    data: JSON.parse(write.data),
    schema_version: write.schemaVersion,
    version: write.version,
    search: `'more' '${write.search.split(' ')[0]}'`,
    created_at: write.createdAt,
    updated_at: NOW,
    deleted_at: write.deletedAt,
  })
const expectVersions = async (change: string, writes: readonly Write[]) =>
  expect(await versionsOf(change)).toEqual(
    [...writes]
      .sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : a.version - b.version))
      .map((write) => ({
        record_id: write.id,
        module: write.module,
        scope_id: 'ann',
        version: write.version,
        change_id: change,
        before: write.before,
        deleted_before: write.deletedBefore,
        created_at: NOW,
      })),
  )

describe('what is saved stands in the row, in its history and in the audit line, to the last field', () => {
  const cases: [string, () => Promise<{ before: Write[]; writes: Write[] }>][] = [
    ['one new row', async () => ({ before: [], writes: [fresh()] })],
    ['several new rows', async () => ({ before: [], writes: [older(), older(), older()] })],
    [
      'one change',
      async () => {
        const was = older()
        return { before: [was, older()], writes: [renewed(was)] }
      },
    ],
    [
      'one removal',
      async () => {
        const was = older()
        return { before: [was, older()], writes: [renewed(was, { deletedAt: TRASHED })] }
      },
    ],
    [
      'new rows, changes, removals and what comes back, together',
      async () => {
        const [one, two] = [older(), older()]
        const trashed = renewed(two, { deletedAt: TRASHED })
        await saved([one, two])
        return { before: [trashed], writes: [older(), renewed(one, { deletedAt: NOW }), renewed(trashed), older()] }
      },
    ],
    [
      'a new row that lies in the trash',
      async () => ({ before: [], writes: [older({ deletedAt: TRASHED }), older()] }),
    ],
  ]
  for (const [name, given] of cases)
    for (const isFirst of [true, false])
      test(`${name}, ${isFirst ? 'with the change' : 'after others of the change'}`, async () => {
        const { before, writes } = await given()
        if (before.length > 0) expect((await saved(before)).rows).toBe(before.length)
        const first = isFirst ? [] : [fresh()]
        const begun = isFirst ? undefined : (await saved(first)).change
        const { change, rows } = await saved(writes, begun === undefined ? {} : { change: begun, cause: null })
        expect(rows).toBe(writes.length)
        for (const write of [...first, ...writes]) await expectRow(write)
        await expectVersions(change, [...first, ...writes])
        expect(await changeOf(change)).toEqual({
          id: change,
          scope_id: 'ann',
          action: 'shop.sell',
          via: 'guide',
          input: { what: 'tea' },
          actor_id: 'ann',
          created_at: NOW,
          undone_at: null,
        })
      })
})

describe('what somebody else has changed meanwhile', () => {
  test('is not saved, alone and among others, and alone no audit line says that it was', async () => {
    const [one, two] = [fresh(), fresh()]
    await saved([one, two])
    const faster = renewed(one)
    await saved([faster])
    const alone = await saved([renewed(one)])
    expect(alone.rows).toBe(0)
    expect([await versionsOf(alone.change), await changeOf(alone.change)]).toEqual([[], undefined])
    const among = await saved([renewed(one), renewed(two), fresh()])
    expect(among.rows).toBe(2)
    await expectRow(faster)
  })
  test('neither is a row that is there already, among others', async () => {
    const one = fresh()
    await saved([one])
    expect((await saved([{ ...fresh({ deletedAt: NOW }), id: one.id, module: one.module }, fresh()])).rows).toBe(1)
    await expectRow(one)
  })
})

test('an input stands in the audit line up to 8,000 characters; of a longer one it says how long it was', () => {
  const long = (length: number) => 'x'.repeat(length - 2) // quoted
  expect(auditInput(undefined)).toBeNull()
  expect(auditInput(null)).toBe('null')
  expect(auditInput(long(8_000))).toBe(JSON.stringify(long(8_000)))
  expect(auditInput(long(8_001))).toBe('{"omitted":"8001 characters"}')
})
