import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, testApp } from '../../server/test-app.ts'
import { tryPlaybook } from '../kit/test-job.ts'
import { judged, marginalCost, monthIn, performanceOf } from './channels.ts'
import { type Channel, channelsIn, costOfCustomer, customersOf, dividedOn } from './funnel.ts'
import { planCampaign } from './plan-campaign.ts'
import { reviewChannels } from './review-channels.ts'

let ann: Client
beforeAll(async () => {
  ann = await (await testApp()).administrator()
})

describe('A campaign', () => {
  test('a customer costs the visit by the shares that go on', () => {
    expect(costOfCustomer({ visit: 0.9, lead: 0.06, customer: 0.18 })).toBeCloseTo(83.333, 3)
    const { channels, skipped } = channelsIn('Ads | 1,20 | 5 % | 20 | 3000\n\nAds | 1 | 1 | 1\nFree | 0 | 1 | 1\nNone')
    expect(channels).toEqual([{ line: 1, name: 'Ads', visit: 1.2, lead: 0.05, customer: 0.2, most: 3000 }])
    expect(skipped.map(({ line }) => line)).toEqual([3, 4, 5])
  })
  test('no budget is spent twice or over a limit, and tighter limits never bring more', () => {
    const channel = fc.record({
      line: fc.constant(1),
      name: fc.string(),
      visit: fc.integer({ min: 1, max: 50 }),
      lead: fc.double({ min: 0.01, max: 1, noNaN: true }),
      customer: fc.double({ min: 0.01, max: 1, noNaN: true }),
      most: fc.option(fc.integer({ min: 0, max: 5000 })),
    })
    fc.assert(
      fc.property(
        fc.array(channel, { minLength: 2, maxLength: 6 }),
        fc.integer({ min: 1, max: 10_000 }),
        (channels, budget) => {
          const { shares, left } = dividedOn(channels as Channel[], budget, 0.5)
          const spent = shares.reduce((sum, one) => sum + one.budget, 0)
          expect(spent + left).toBeCloseTo(budget, 1)
          for (const one of shares)
            expect(one.budget).toBeLessThanOrEqual(Math.min(one.most ?? Number.POSITIVE_INFINITY, budget * 0.5) + 1e-9)
          const worse = dividedOn(
            [...channels].reverse().map((one) => ({ ...one, most: Math.min(one.most ?? 5000, 100) })) as Channel[],
            budget,
            0.5,
          )
          expect(customersOf(worse.shares)).toBeLessThanOrEqual(customersOf(shares) + 1e-6)
        },
      ),
    )
  })
  test('the sample: checkpoints stand in the calendar, refused ones are said', async () => {
    const { product, acted } = await tryPlaybook(planCampaign, ann, {
      decide: (_, { title }) =>
        String(title).includes('first week') ? { done: false, reason: 'We meet anyway.' } : 'do',
    })
    expect(acted.map(({ input }) => input.start)).toEqual(['2026-03-30', '2026-04-12', '2026-05-04', '2026-06-01'])
    expect(product.couldNot).toContain('1 checkpoints not done: We meet anyway.')
    // Newsletter 300 / 31.25 + leaflets 900 / 112 + search 2500 / 83.33 + Instagram 2300 / 250: all within the limits.
    expect(product.summary).toContain(
      `${Math.round(300 / 31.25 + 2500 / (0.9 / 0.0108) + 900 / 112 + 2300 / 250)} customers expected`,
    )
    expect(product.couldNot[0]).toContain('line 6, no cost of a visit; line 7, the same channel as above')
    await expect(
      tryPlaybook(planCampaign, ann, { input: { ...planCampaign.sample.input, to: '2026-04-01' } }),
    ).rejects.toThrow('not after the first')
  })
})

describe('Channels', () => {
  test('are judged only where the whole interval is on one side', () => {
    const of = (spend: number, customers: number) =>
      performanceOf([
        { line: 2, month: '2026-01', channel: 'A', spend, customers, visits: null, leads: null, revenue: null },
      ])[0] as never
    expect([
      judged(of(1000, 40), 100),
      judged(of(1900, 2), 100),
      judged(of(150, 2), 100),
      judged(of(0, 5), 100),
    ]).toEqual(['grow', 'mend or cut', 'not clear', 'free'])
    expect(marginalCost(of(1000, 10), of(1600, 13))).toBe(200)
    expect(marginalCost(of(1000, 10), of(900, 13))).toBeNull()
    expect(['Feb 2026', '2/2026', '2026-02', '2026-02-03', '2026-13', 'x'].map(monthIn)).toEqual([
      '2026-02',
      '2026-02',
      '2026-02',
      '2026-02',
      null,
      null,
    ])
  })
  test('the sample: what to cut, what to grow, where the last customers were dear', async () => {
    const { product } = await tryPlaybook(reviewChannels, ann)
    const rows = product.blocks.flatMap((block) =>
      block.kind === 'table' && block.title.startsWith('Channels') ? block.rows : [],
    )
    expect(Object.fromEntries(rows.map(({ channel, word }) => [channel, word]))).toMatchObject({
      Newsletter: 'grow',
      Radio: 'mend or cut',
      'Instagram ads': 'mend or cut',
      Leaflets: 'not clear',
      Recommendations: 'free',
    })
    // (4500 − 2520) / (61 − 44)
    expect(rows.find(({ channel }) => channel === 'Search ads')).toMatchObject({ marginal: 116.47 })
    expect(product.couldNot[0]).toContain('line 24, no month that can be read')
    expect(product.couldNot[0]).toContain('line 25, the same row as above; line 26, negative figures')
  })
})
