import { collection, defineModule } from '@atrium/contract/module'
import { defineServer } from '@atrium/contract/module-server'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type TestModules, testModules } from './test-module.ts'

const Payment = z.object({
  payee: z.string(),
  cents: z.number().nullable().default(null),
  kind: z.enum(['in', 'out']).nullable().default(null),
  at: z.iso.datetime({ offset: true }).nullable().default(null),
  tags: z.array(z.string()).default([]),
})
const Asked = z.object({ by: z.array(z.string()), options: z.unknown().optional() })

const till = defineModule({
  id: 'till',
  title: 'Till',
  summary: 'A module of this test.',
  kind: 'module',
  industries: ['all'],
  tier: 'free',
  triggers: ['/till'],
  icon: 'coins',
  collections: { payments: collection(Payment, { version: 1, search: ['payee'] }) },
  actions: {
    add: { summary: 'Add', effect: 'write', input: Payment, output: z.object({ id: z.string() }) },
    remove: { summary: 'Remove', effect: 'write', input: z.object({ id: z.string() }), output: z.null() },
    sum: {
      summary: 'Sum',
      effect: 'read',
      input: z.object({ field: z.string(), where: z.unknown() }),
      output: z.number(),
    },
    groups: { summary: 'Groups', effect: 'read', input: Asked, output: z.array(z.unknown()) },
    many: {
      summary: 'Adds many, and counts them at once',
      effect: 'write',
      input: z.object({ count: z.number() }),
      output: z.object({ groups: z.number(), sum: z.number() }),
    },
  },
})

const server = defineServer(till, {
  add: (payment, { store }) => store.payments.insert(payment),
  remove: async ({ id }, { store }) => {
    await store.payments.remove(id)
    return null
  },
  sum: ({ field, where }, { store }) => store.payments.sum(field as 'cents', where as never),
  groups: ({ by, options }, { store }) => store.payments.groupBy(by as ['payee'], options as never),
  many: async ({ count }, { store }) => {
    await store.payments.insertMany(Array.from({ length: count }, (_, n) => ({ payee: `payee ${n}`, cents: 1 })))
    const sum = await store.payments.sum('cents')
    return { groups: (await store.payments.groupBy(['payee'])).length, sum }
  },
})

let at: TestModules
const groups = (who: string, by: string[], options?: object) => at.act<unknown[]>(who, 'till.groups', { by, options })

describe('the rows of a collection', () => {
  beforeAll(async () => {
    at = await testModules(server)
    const add = (who: string, payment: object) => at.act<{ id: string }>(who, 'till.add', payment)
    await add('ann', { payee: 'Café', cents: 350, kind: 'out', at: '2026-03-01T12:00:00+02:00' })
    await add('ann', { payee: 'Café', cents: 0.1, kind: 'out', at: '2026-03-01T11:00:00Z' })
    await add('ann', { payee: 'Café', cents: 0.2, kind: 'in' })
    await add('ann', { payee: 'Work', cents: 100_000, kind: 'in', at: '2026-02-01T00:00:00Z' })
    await add('ann', { payee: 'Nobody' })
    const gone = await add('ann', { payee: 'Gone', cents: 7, kind: 'out' })
    await at.act('ann', 'till.remove', { id: gone.output.id })
    await add('ben', { payee: 'Café', cents: 1_000_000, kind: 'out' })
  })

  test('are counted and summed by what they agree in, the largest group first, nobody else’s and no trash among them', async () => {
    const { output } = await groups('ann', ['payee'], { sum: ['cents'], min: ['cents', 'at'], max: ['kind', 'at'] })
    expect(output).toEqual([
      {
        key: { payee: 'Café' },
        count: 3,
        sum: { cents: 350.3 },
        min: { cents: 0.1, at: '2026-03-01T10:00:00.000Z' },
        max: { kind: 'out', at: '2026-03-01T11:00:00.000Z' },
      },
      expect.objectContaining({ key: { payee: 'Nobody' }, sum: { cents: 0 }, min: { cents: null, at: null } }),
      expect.objectContaining({ key: { payee: 'Work' }, sum: { cents: 100_000 } }),
    ])
  })
  test('may be asked for by several fields and under a condition; an empty field is a group', async () => {
    const { output } = await groups('ann', ['payee', 'kind'], { where: { payee: { in: ['Café', 'Nobody'] } } })
    expect(output).toMatchObject([
      { key: { payee: 'Café', kind: 'out' }, count: 2 },
      { key: { payee: 'Café', kind: 'in' }, count: 1 },
      { key: { payee: 'Nobody', kind: null }, count: 1 },
    ])
  })
  test('may be asked for by words, as a search finds them, beside a condition', async () => {
    const found = async (words: string, more = {}) =>
      (await groups('ann', ['kind'], { words, sum: ['cents'], ...more })).output
    expect(await found('cafe')).toMatchObject([
      { key: { kind: 'out' }, count: 2, sum: { cents: 350.1 } },
      { key: { kind: 'in' }, count: 1, sum: { cents: 0.2 } },
    ])
    expect(await found('Caf', { where: { kind: 'in' } })).toMatchObject([{ count: 1, sum: { cents: 0.2 } }])
    expect(await found('cafe work')).toEqual([])
    expect(await found('!!')).toEqual([])
    expect(await found('  ')).toHaveLength(3)
  })
  test('have a sum, nought when there are none', async () => {
    const sum = async (where: object) => (await at.act('ann', 'till.sum', { field: 'cents', where })).output
    expect(await sum({ kind: 'out' })).toBe(350.1)
    expect(await sum({ payee: 'Unknown' })).toBe(0)
  })
  test('may be only those with the most of a sum, or with the least', async () => {
    const found = async (order: string, limit: number) =>
      ((await groups('ann', ['payee'], { sum: ['cents'], order, limit })).output as { key: object }[]).map(
        ({ key }) => key,
      )
    expect(await found('-cents', 2)).toEqual([{ payee: 'Work' }, { payee: 'Café' }])
    expect(await found('cents', 1)).toEqual([{ payee: 'Nobody' }])
    expect((await groups('ann', ['payee'], { order: 'cents' })).error).toContain('“cents” is none')
  })
  test('of this very action count too; more groups than anybody looks at are refused', async () => {
    expect((await at.act('cleo', 'till.many', { count: 1200 })).output).toEqual({ groups: 1200, sum: 1200 })
    const { status, error } = await at.act('dora', 'till.many', { count: 10_001 })
    expect([status, error]).toEqual([413, expect.stringContaining('more than 10,000 groups')])
  })
  test('are not grouped by what is no field, nor summed where there is no number', async () => {
    for (const [by, options] of [
      [['nothing']],
      [['payee'], { sum: ['payee'] }],
      [['payee'], { max: ['tags'] }],
      [["payee' or true --"]],
    ] as [string[], object?][])
      expect((await groups('ann', by, options)).status).toBe(400)
  })
})
