import { agents } from '@atrium/contract/catalogue/agents'
import { type BillingPeriod, priceFor } from '@atrium/contract/workforce'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addMonths, DAY, endOfPeriod } from './periods.ts'
import { listPrice, planChange } from './planning.ts'

const start = new Date('2026-06-01T12:00:00Z') // a month of 30 days
const line = (agent: string, quantity: number, period: BillingPeriod) => {
  const found = agents.find(({ key }) => key === agent)
  return { agent, quantity, unitPriceCents: priceFor(found?.monthlyPriceCents ?? 0, period) }
}
const having = (period: BillingPeriod, items: Record<string, number>) => ({
  period,
  periodStart: start,
  periodEnd: endOfPeriod(start, period, 1),
  lines: Object.entries(items).map(([agent, quantity]) => line(agent, quantity, period)),
})
const after = (days: number) => new Date(start.getTime() + days * DAY)

describe('a change', () => {
  test('to more seats costs what is left of the period, day by day', () => {
    const plan = planChange(
      having('monthly', { sales: 1 }),
      { items: { sales: 3, kb: 1 }, billingPeriod: 'monthly' },
      after(20),
    )
    expect(plan.lines).toEqual([
      { agent: 'sales', quantity: 2, unitPriceCents: 6_633, part: { days: 10, of: 30 } }, // 19,900 × 10 ÷ 30 = 6,633.3
      { agent: 'kb', quantity: 1, unitPriceCents: 4_300, part: { days: 10, of: 30 } },
    ])
    expect(plan).toMatchObject({ subtotalCents: 17_566, creditCents: 0, seatsAdded: 3, seatsEnded: 0, next: null })
    expect(plan.nextSubtotalCents).toBe(3 * 19_900 + 12_900)
    expect(plan.change?.now).toEqual({ items: { sales: 3, kb: 1 }, billingPeriod: 'monthly' })
  })

  test('costs the same a minute later, and the whole period on its first day', () => {
    const current = having('monthly', { sales: 1 })
    const at = (ms: number) =>
      planChange(current, { items: { sales: 2 }, billingPeriod: 'monthly' }, new Date(start.getTime() + ms))
    expect(at(0).subtotalCents).toBe(19_900)
    expect(at(60_000).subtotalCents).toBe(19_900)
    expect(at(40 * DAY).subtotalCents).toBe(0)
  })

  test('to fewer seats costs nothing and happens with the next period', () => {
    const wanted = { items: { sales: 1 }, billingPeriod: 'monthly' } as const
    const plan = planChange(having('monthly', { sales: 2, kb: 1 }), wanted, after(3))
    expect(plan).toMatchObject({ lines: [], subtotalCents: 0, change: null, next: wanted, seatsEnded: 2 })
    expect([plan.nextSubtotalCents, plan.nextPeriodStart]).toEqual([19_900, new Date('2026-07-01T12:00:00Z')])
  })

  test('to more of one and fewer of another keeps what is paid for until the period ends', () => {
    const plan = planChange(
      having('monthly', { sales: 2 }),
      { items: { sales: 1, kb: 1 }, billingPeriod: 'monthly' },
      after(15),
    )
    expect(plan.lines).toEqual([{ agent: 'kb', quantity: 1, unitPriceCents: 6_450, part: { days: 15, of: 30 } }])
    expect(plan.change).toEqual({
      now: { items: { sales: 2, kb: 1 }, billingPeriod: 'monthly' },
      next: { items: { sales: 1, kb: 1 }, billingPeriod: 'monthly' },
    })
  })

  test('from the month to the year begins a year now, less what is left of the month', () => {
    const plan = planChange(
      having('monthly', { sales: 1 }),
      { items: { sales: 1 }, billingPeriod: 'annual' },
      after(20),
    )
    expect(plan).toMatchObject({
      listCents: 238_800,
      discountCents: 23_880,
      creditCents: 6_633,
      subtotalCents: 238_800 - 23_880 - 6_633,
      nextSubtotalCents: 214_920,
      next: null,
    })
    expect(plan.nextPeriodStart).toEqual(new Date('2027-06-21T12:00:00Z'))
  })

  test('from the year to the month waits until the year is over', () => {
    const wanted = { items: { sales: 1 }, billingPeriod: 'monthly' } as const
    const plan = planChange(having('annual', { sales: 1 }), wanted, after(20))
    expect(plan).toMatchObject({ lines: [], subtotalCents: 0, change: null, next: wanted, nextSubtotalCents: 19_900 })
  })

  test('to what there is changes nothing', () => {
    const plan = planChange(having('annual', { sales: 1 }), { items: { sales: 1 }, billingPeriod: 'annual' }, after(20))
    expect(plan).toMatchObject({ lines: [], change: null, next: null, seatsAdded: 0, seatsEnded: 0 })
  })

  test('in the middle of a period says for how many of its days it is, on its first day for all of them', () => {
    const of = (now: Date) =>
      planChange(having('monthly', { sales: 1 }), { items: { sales: 2 }, billingPeriod: 'monthly' }, now).lines
    expect(of(start)).toEqual([{ agent: 'sales', quantity: 1, unitPriceCents: 19_900 }])
    expect(of(new Date(start.getTime() - 5 * DAY))).toEqual([{ agent: 'sales', quantity: 1, unitPriceCents: 19_900 }])
    expect(of(after(29.5))).toEqual([{ agent: 'sales', quantity: 1, unitPriceCents: 663, part: { days: 1, of: 30 } }])
    expect(of(after(30))).toEqual([{ agent: 'sales', quantity: 1, unitPriceCents: 0, part: { days: 0, of: 30 } }])
  })

  test('goes on at the price that was agreed, and by another period at today’s', () => {
    const current = { ...having('annual', {}), lines: [{ agent: 'sales', quantity: 2, unitPriceCents: 100_000 }] }
    const more = planChange(current, { items: { sales: 3, kb: 1 }, billingPeriod: 'annual' }, start)
    expect(more.lines.map(({ unitPriceCents }) => unitPriceCents)).toEqual([100_000, priceFor(12_900, 'annual')])
    expect(more).toMatchObject({
      listCents: 238_800 + 154_800,
      nextSubtotalCents: 300_000 + priceFor(12_900, 'annual'),
    })
    expect(more.discountCents).toBe(more.listCents - more.subtotalCents)
    const wanted = { items: { sales: 3 }, billingPeriod: 'monthly' } as const
    expect(planChange(current, wanted, start)).toMatchObject({
      ...{ next: wanted, nextSubtotalCents: 3 * 19_900, seatsAdded: 1, seatsEnded: 0, creditCents: 0 },
      change: { now: { items: { sales: 3 }, billingPeriod: 'annual' }, next: wanted },
    })
  })

  test('from many by the month to few by the year credits no more than the year costs', () => {
    const plan = planChange(
      having('monthly', { sales: 100, kb: 1 }),
      { items: { sales: 1 }, billingPeriod: 'annual' },
      start,
    )
    expect(plan).toMatchObject({
      ...{ creditCents: 214_920, subtotalCents: 0, nextSubtotalCents: 214_920, seatsAdded: 0, seatsEnded: 100 },
      lines: [{ agent: 'sales', quantity: 1, unitPriceCents: 214_920 }],
      change: { now: { items: { sales: 1 }, billingPeriod: 'annual' }, next: null },
    })
  })

  test('of an agent that is in no catalogue any more costs nothing new, and what it cost where it is had', () => {
    const wanted = { items: { nobody: 2 }, billingPeriod: 'monthly' } as const
    const none = planChange(
      having('monthly', { sales: 1 }),
      { items: { sales: 1, nobody: 2 }, billingPeriod: 'monthly' },
      start,
    )
    expect(none).toMatchObject({
      lines: [{ agent: 'nobody', unitPriceCents: 0 }],
      listCents: 0,
      nextSubtotalCents: 19_900,
    })
    const had = { ...having('annual', {}), lines: [{ agent: 'nobody', quantity: 2, unitPriceCents: 700 }] }
    expect(planChange(had, wanted, start)).toMatchObject({ nextSubtotalCents: 0, next: wanted, lines: [] })
    const year = planChange(having('monthly', {}), { items: { nobody: 1 }, billingPeriod: 'annual' }, start)
    expect(year.lines).toEqual([{ agent: 'nobody', quantity: 1, unitPriceCents: 0 }])
    expect([listPrice('nobody', 'annual', 7), listPrice('nobody', 'monthly', 7)]).toEqual([7, 7])
    expect([listPrice('sales', 'annual', 7), listPrice('sales', 'annual', 999_999)]).toEqual([238_800, 999_999])
    expect(listPrice('sales', 'monthly', 7)).toBe(7)
  })

  const keys = agents.filter(({ deployable }) => deployable).map(({ key }) => key)
  const items = fc.dictionary(fc.constantFrom(...keys), fc.integer({ min: 1, max: 100 }), { minKeys: 1 })
  const period = fc.constantFrom<BillingPeriod>('monthly', 'annual')
  test('is never charged more than the whole period, nor in fractions, nor less than nothing', () => {
    fc.assert(
      fc.property(items, items, period, period, fc.integer({ min: 0, max: 500 }), (had, wanted, from, to, days) => {
        const current = having(from, had)
        const plan = planChange(current, { items: wanted, billingPeriod: to }, after(days))
        for (const figure of [
          plan.listCents,
          plan.discountCents,
          plan.creditCents,
          plan.subtotalCents,
          plan.nextSubtotalCents,
        ])
          expect(Number.isSafeInteger(figure) && figure >= 0).toBe(true)
        expect(plan.listCents - plan.discountCents - plan.creditCents).toBe(plan.subtotalCents)
        const whole = Object.entries(wanted).map(([agent, n]) => line(agent, n, plan.change?.now.billingPeriod ?? from))
        expect(plan.subtotalCents).toBeLessThanOrEqual(
          whole.reduce((sum, one) => sum + one.unitPriceCents * one.quantity, 0),
        )
      }),
    )
  })
})

test('a period that began on a 31st ends on the last day of shorter months, and on the 31st again', () => {
  const begin = new Date('2026-01-31T08:00:00Z')
  const ends = [1, 2, 3, 12].map((nth) => endOfPeriod(begin, 'monthly', nth).toISOString().slice(0, 10))
  expect(ends).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2027-01-31'])
  expect(addMonths(new Date('2028-02-29T00:00:00Z'), 12).toISOString()).toBe('2029-02-28T00:00:00.000Z')
})
