import { collection, defineModule, type Store, type Where } from '@atrium/contract/module'
import { defineServer } from '@atrium/contract/module-server'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { afterSql } from './ordering.ts'
import { type TestModules, testModules } from './test-module.ts'

const Line = z.object({ what: z.string(), cents: z.number(), on: z.iso.datetime().nullable() })
const Bill = z.object({
  payee: z.string(),
  day: z.string(),
  at: z.iso.datetime().nullable().default(null),
  cents: z.number().int(),
  paid: z.boolean(),
  note: z.string().nullable(),
  tags: z.array(z.string()),
  lines: z.array(Line),
})
type Bill = z.output<typeof Bill>

/** What the test does with the store, for it has no other way in. */
let work: (store: Store<Bill>) => Promise<unknown> = async () => null

const bills = defineModule({
  id: 'bills',
  title: 'Bills',
  summary: 'Bills',
  kind: 'module',
  industries: ['all'],
  tier: 'free',
  triggers: ['/bills'],
  icon: 'receipt',
  collections: {
    bills: collection(Bill, {
      version: 1,
      search: ['payee', 'note'],
      indexes: [['payee', '-day'], ['cents'], ['at'], ['note']],
    }),
  },
  actions: {
    look: { summary: 'Look', effect: 'read', input: z.object({}), output: z.unknown() },
    write: { summary: 'Write', effect: 'write', input: z.object({}), output: z.unknown() },
  },
})
const server = defineServer(bills, {
  look: (_, { store }) => work(store.bills as unknown as Store<Bill>),
  write: (_, { store }) => work(store.bills as unknown as Store<Bill>),
})

let at: TestModules
const ask = async <T>(does: (store: Store<Bill>) => Promise<T>, action = 'look', who = 'ann'): Promise<T> => {
  work = does
  const { status, output, error } = await at.act<T>(who, `bills.${action}`)
  if (status !== 200) throw new Error(error)
  return output
}

const PAYEES = ['Zoë', 'zoë', 'Ärzte 50%', 'a_b', "O'Neill", 'B\\C', '']
const DAYS = ['2026-01-31', '2026-02-28', '2026-03-01', '2027-01-01']
const MOMENTS = ['2026-03-29T00:59:59Z', '2026-03-29T01:00:00.000Z', '2026-12-31T23:30:00.5Z', null]
const bill = fc.record({
  payee: fc.constantFrom(...PAYEES),
  day: fc.constantFrom(...DAYS),
  at: fc.constantFrom(...MOMENTS),
  cents: fc.integer({ min: -3, max: 3 }),
  paid: fc.boolean(),
  note: fc.constantFrom('rent', 'Rent and more', '100% _sure_', null),
  tags: fc.subarray(['a', 'b', 'c d']),
  lines: fc.array(
    fc.record({
      what: fc.constantFrom('tea', 'Tee'),
      cents: fc.integer({ min: 0, max: 2 }),
      on: fc.constantFrom(...MOMENTS),
    }),
    { maxLength: 3 },
  ),
})
let rows: (Bill & { id: string })[]
beforeAll(async () => {
  at = await testModules(server)
  const made = fc.sample(bill, { numRuns: 240, seed: 7 })
  rows = (await ask((store) => store.insertMany(made), 'write')) as typeof rows
})

// What the conditions mean, in a few lines of JavaScript.
const instant = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : value
const isSame = (value: unknown, wanted: unknown) => instant(value ?? null) === instant(wanted ?? null)
function fits(row: Record<string, unknown>, where: Record<string, unknown>): boolean {
  return Object.entries(where).every(([field, wanted]) => {
    if (field === 'or') return (wanted as Record<string, unknown>[]).some((one) => fits(row, one))
    const value = row[field]
    if (typeof wanted !== 'object' || wanted === null) return isSame(value, wanted)
    return Object.entries(wanted).every(([operator, operand]) => {
      if (operator === 'ne') return !isSame(value, operand)
      if (operator === 'in') return (operand as unknown[]).some((one) => isSame(value, one))
      if (operator === 'notIn') return !(operand as unknown[]).some((one) => isSame(value, one))
      if (operator === 'has') return (value as unknown[]).includes(operand)
      if (operator === 'some')
        return (value as Record<string, unknown>[]).some((one) => fits(one, operand as Record<string, unknown>))
      if (operator === 'contains')
        return typeof value === 'string' && value.toLowerCase().includes(String(operand).toLowerCase())
      if (value === null) return false
      const [a, b] = [instant(value), instant(operand)] as [number, number]
      return operator === 'lt' ? a < b : operator === 'lte' ? a <= b : operator === 'gt' ? a > b : a >= b
    })
  })
}
const oneOf = (field: string, values: readonly (string | number | boolean | null)[], isOrdered = true) => {
  const value = fc.constantFrom(...values)
  const some = values.filter((one) => one !== null)
  const sign = fc.constantFrom('lt', 'lte', 'gt', 'gte')
  return fc
    .oneof(
      value,
      fc.record({ ne: value }),
      fc.record({ in: fc.array(value, { maxLength: 3 }) }),
      fc.record({ notIn: fc.array(value, { maxLength: 3 }) }),
      ...(isOrdered ? [fc.tuple(sign, fc.constantFrom(...some)).map(([is, than]) => ({ [is]: than }))] : []),
    )
    .map((wanted) => ({ [field]: wanted }))
}
const simple = fc.oneof(
  oneOf('payee', PAYEES, false),
  oneOf('day', DAYS),
  oneOf('at', MOMENTS),
  oneOf('cents', [-3, -1, 0, 2]),
  oneOf('paid', [true, false], false),
  oneOf('note', ['rent', '100% _sure_', null], false),
  fc.constantFrom('a', 'c d', 'x').map((has) => ({ tags: { has } })),
  fc.constantFrom('rent', 'REN', '%', '_', 'ë', '').map((contains) => ({ note: { contains } })),
  fc.constantFrom('Z', 'ä', "'", '\\').map((contains) => ({ payee: { contains } })),
  fc
    .oneof(oneOf('what', ['tea', 'Tee'], false), oneOf('cents', [0, 1, 2]), oneOf('on', MOMENTS))
    .map((some) => ({ lines: { some } })),
)
const where = fc.oneof(
  simple,
  fc.tuple(simple, simple).map(([one, other]) => ({ ...one, ...other })),
  fc.tuple(simple, fc.array(simple, { maxLength: 3 })).map(([one, ways]) => ({ ...one, or: ways })),
  fc
    .array(
      fc.tuple(simple, simple).map((ways) => ({ or: ways })),
      { minLength: 1, maxLength: 2 },
    )
    .map((or) => ({ or })),
)

describe('conditions', () => {
  test('find what they say, alone, together, one of several, and within lists', async () => {
    let some = 0
    await fc.assert(
      fc.asyncProperty(where, async (wanted) => {
        const expected = rows.filter((row) => fits(row, wanted)).map(({ id }) => id)
        const asked = wanted as Where<Bill>
        const [found, count] = await ask(async (store) => [
          (await Array.fromAsync(store.each({ where: asked, order: 'createdAt' }))).map(({ id }) => id),
          await store.count(asked),
        ])
        expect([...(found as string[])].sort()).toEqual([...expected].sort())
        expect(count).toBe(expected.length)
        if (expected.length > 0 && expected.length < rows.length) some += 1
      }),
      { numRuns: 150, seed: 11 },
    )
    expect(some).toBeGreaterThan(80) // most ask for something
  })
  test('with nothing in them hold for every row, and for any element of a list', async () => {
    const count = (wanted: object) => ask((store) => store.count(wanted as Where<Bill>))
    const withLines = rows.filter(({ lines }) => lines.length > 0).length
    expect([withLines > 0, withLines < rows.length]).toEqual([true, true])
    expect(await count({ or: [{}] })).toBe(rows.length)
    expect(await count({ lines: { some: {} } })).toBe(withLines)
    expect(await count({ lines: { isEmpty: true } })).toBe(rows.length - withLines)
    expect(await count({ lines: { isEmpty: false } })).toBe(withLines)
  })
  test('that make no sense are refused in a sentence', async () => {
    const refusal = (wanted: object) =>
      ask((store) => store.list({ where: wanted as Where<Bill> })).catch((error: Error) => error.message)
    expect(await refusal({ cents: { contains: 'x' } })).toBe('“cents” is no text.')
    expect(await refusal({ payee: { some: { what: 'tea' } } })).toBe('“payee” is no list.')
    expect(await refusal({ lines: { some: { nobody: 1 } } })).toBe('There is no field “nobody” in “lines”.')
    let deep: object = { paid: true }
    for (let n = 0; n < 10; n++) deep = { or: [deep] }
    expect(await refusal(deep)).toBe('Conditions lie at most 5 deep in one another.')
  })
})

describe('pages', () => {
  const orders = [
    'day',
    '-day',
    ['payee', '-day'],
    ['-note', 'cents'],
    'at',
    '-at',
    undefined,
    ['paid', '-createdAt'],
  ] as const
  test.each(orders.map((order) => [JSON.stringify(order) ?? 'none', order] as const))(
    'in the order %s hold each row once, as the list does',
    async (_, order) => {
      const given = order === undefined ? {} : { order: order as 'day' }
      const whole = await ask(async (store) => (await Array.fromAsync(store.each(given))).map(({ id }) => id))
      const paged = await ask(async (store) => {
        const ids: string[] = []
        let after: string | undefined
        for (let most = 0; most < 50; most++) {
          const { rows: page, next } = await store.page({ ...given, limit: 37, after })
          ids.push(...page.map(({ id }) => id))
          if (next === null) return ids
          after = next
        }
        return ids
      })
      expect(paged).toEqual(whole)
      expect(whole).toHaveLength(rows.length)
    },
  )
  test.each([
    ['paid', 1],
    ['-paid', -1],
  ] as const)(
    'in the order %s have rows that are alike in the order of time, or the newest first',
    async (order, sign) => {
      const listed = await ask(async (store) => (await Array.fromAsync(store.each({ order }))).map(({ id }) => id))
      const known = [...rows].sort((a, b) => sign * (Number(a.paid) - Number(b.paid) || (a.id < b.id ? -1 : 1)))
      expect(listed).toEqual(known.map(({ id }) => id))
    },
  )
  test('go on where they were though rows come and go', async () => {
    const { next } = await ask((store) => store.page({ order: 'day', where: { payee: 'a_b' }, limit: 5 }))
    const before = await ask(async (store) =>
      (await store.page({ order: 'day', where: { payee: 'a_b' }, after: next ?? '', limit: 5 })).rows.map(
        ({ id }) => id,
      ),
    )
    const early = { ...(rows[0] as Bill), payee: 'a_b', day: '2025-01-01' }
    const added = await ask((store) => store.insert(Bill.parse(early)), 'write')
    const after = await ask(async (store) =>
      (await store.page({ order: 'day', where: { payee: 'a_b' }, after: next ?? '', limit: 5 })).rows.map(
        ({ id }) => id,
      ),
    )
    expect(after).toEqual(before)
    await ask((store) => store.remove(added.id), 'write')
  })
  test('leave the rest to be counted and summed from their place', async () => {
    const order = ['-day', 'cents'] as const
    const where = { paid: true }
    const [whole, { rows: page, next }] = await ask(async (store) => [
      await store.groupBy(['paid'], { where, sum: ['cents'] }),
      await store.page({ where, order, limit: 20 }),
    ])
    const [rest] = await ask((store) =>
      store.groupBy(['paid'], { where, sum: ['cents'], beyond: { order, after: next ?? '' } }),
    )
    expect(rest?.count).toBe((whole[0]?.count ?? 0) - 20)
    expect(rest?.sum.cents).toBe((whole[0]?.sum.cents ?? 0) - page.reduce((sum, { cents }) => sum + cents, 0))
  })
  test('refuse a place that is none, or another order’s', async () => {
    const { next } = await ask((store) => store.page({ order: ['payee', 'day'], limit: 1 }))
    for (const after of ['', 'x', 'bnVsbA', Buffer.from('[1,2]').toString('base64url'), next as string])
      await expect(ask((store) => store.page({ order: 'day', after }))).rejects.toThrow('is none in this list')
    expect(() => afterSql(bills.collections.bills, 'day', 'x')).toThrow(
      expect.objectContaining({ code: 'bad_request', cause: expect.any(SyntaxError) }),
    )
    const odd = Buffer.from(JSON.stringify(['not a moment', 'id'])).toString('base64url')
    await expect(ask((store) => store.page({ order: 'at', after: odd }))).rejects.toThrow(/no place|cannot be/)
  })
})

test('a long read sees one moment, whatever others write meanwhile, and holds a part at a time', async () => {
  const who = 'long'
  await ask((store) => store.insertMany(fc.sample(bill, { numRuns: 2500, seed: 3 })), 'write', who)
  const seen = await ask(
    async (store) => {
      let count = 0
      for await (const { day } of store.each({ order: 'day' })) {
        if (count === 0)
          await at.db.$client.query(`delete from records where scope_id = $1 and data->>'day' > $2`, [who, day])
        count += 1
      }
      return count
    },
    'look',
    who,
  )
  expect(seen).toBe(2500)
  expect(await ask((store) => store.count(), 'look', who)).toBeLessThan(2500)
})

test('what a search finds is counted and summed whole', async () => {
  const found = rows.filter(({ note }) => note?.toLowerCase().includes('rent'))
  const [count, sum, list] = await ask(async (store) => [
    await store.count({}, 'rent'),
    await store.sum('cents', { paid: true }, 'rent'),
    (await store.list({ words: 'rent', where: { paid: true }, order: '-cents', limit: 3 })).map(({ cents }) => cents),
  ])
  const paid = found.filter((row) => row.paid)
  expect(count).toBe(found.length)
  expect(sum).toBe(paid.reduce((total, { cents }) => total + cents, 0))
  expect(list).toEqual(
    paid
      .map(({ cents }) => cents)
      .sort((a, b) => b - a)
      .slice(0, 3),
  )
})

describe('groups by period', () => {
  test('are of the day, the week from Monday, the month and the year of a date', async () => {
    const by = (period: 'day' | 'week' | 'month' | 'year') =>
      ask(async (store) => (await store.groupBy(['day'], { every: { day: period } })).map(({ key }) => key.day).sort())
    expect(await by('day')).toEqual(DAYS)
    expect(await by('week')).toEqual(['2026-01-26', '2026-02-23', '2026-12-28'])
    expect(await by('month')).toEqual(['2026-01', '2026-02', '2026-03', '2027-01'])
    expect(await by('year')).toEqual(['2026', '2027'])
  })
  test('are on the clocks of a zone for moments, and a row without one is in a group of its own', async () => {
    const by = (timeZone: string) =>
      ask(async (store) =>
        (await store.groupBy(['at'], { every: { at: 'day' }, timeZone })).map(({ key }) => key.at).sort(),
      )
    expect(await by('UTC')).toEqual(['2026-03-29', '2026-12-31', null])
    expect(await by('Pacific/Kiritimati')).toEqual(['2026-03-29', '2027-01-01', null])
    expect(await by('Pacific/Niue')).toEqual(['2026-03-28', '2026-12-31', null])
  })
})

describe('a change of a known version', () => {
  test('is refused when somebody was faster, with the row as it is now, and one of many at once wins', async () => {
    const made = await ask((store) => store.insert(Bill.parse(rows[0])), 'write')
    let cents = 100
    work = (store) => store.update(made.id, { cents: cents++ }, made.version)
    const tries = await Promise.all(Array.from({ length: 12 }, () => at.act('ann', 'bills.write')))
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of tries) expect([200, 409]).toContain(status)
    const now = await ask((store) => store.get(made.id))
    expect(now.version).toBe(made.version + 1)
    await expect(ask((store) => store.update(made.id, { cents: 1 }, made.version), 'write')).rejects.toThrow(
      'was changed in the meantime',
    )
    await ask((store) => store.remove(made.id, now.version), 'write')
  })
})
