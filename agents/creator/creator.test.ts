import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, testApp } from '../../server/test-app.ts'
import { tryPlaybook } from '../kit/test-job.ts'
import { planPieces } from './plan-pieces.ts'
import { pillarsIn, rotaOf } from './rota.ts'

let ann: Client
beforeAll(async () => {
  ann = await (await testApp()).administrator()
})

describe('A rota', () => {
  const pillars = pillarsIn('A | 50\nB | 30\nC | 20')
  const ideas = (count: number) =>
    pillars.flatMap(({ name }) =>
      Array.from({ length: count }, (_, at) => ({ title: `${name}${at}`, pillar: name, format: 'post', place: '' })),
    )
  test('gives each subject its share', () => {
    const order = rotaOf(ideas(20), pillars, 10).map(({ pillar }) => pillar)
    expect(['A', 'B', 'C'].map((name) => order.filter((one) => one === name).length)).toEqual([5, 3, 2])
  })
  test('never has the same subject twice running while another has ideas, and no idea twice', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 40 }), (each, count) => {
        const order = rotaOf(ideas(each), pillars, count)
        expect(order).toHaveLength(Math.min(count, 3 * each))
        expect(new Set(order).size).toBe(order.length)
        order.forEach(({ pillar }, at) => {
          const rest = order.slice(at)
          if (at > 0 && order[at - 1]?.pillar === pillar) expect(new Set(rest.map((one) => one.pillar)).size).toBe(1)
        })
      }),
    )
  })
  test('of the sample goes around what is in the calendar', async () => {
    await ann.call('POST', '/api/m/content-calendar/add', {
      title: 'Four in the morning',
      kind: 'post',
      start: '2026-03-26T10:00',
      zone: 'UTC',
    })
    const { product, acted } = await tryPlaybook(planPieces, ann)
    expect(acted.map(({ input }) => input.start)).not.toContain('2026-03-26T10:00')
    expect(acted).toHaveLength(10)
    expect(product.couldNot).toEqual([
      'Left out, without a title or said twice: lines 11, 12.',
      'In the calendar already: Four in the morning.',
      'Subjects that the onboarding does not know were counted as “How-to”: Orders.',
      'Holidays are not known: drafts and reviews are counted from Monday to Friday.',
    ])
    const { output } = await ann
      .call<{ output: { event: { status: string; tags: string[] } } }>('POST', '/api/m/content-calendar/search', {
        words: 'Raab',
      })
      .then((found) => ({
        output: { event: (found as never as { output: { events: never[] } }).output.events[0] as never },
      }))
    expect(output.event).toMatchObject({ status: 'draft', tags: ['Behind the scenes'] })
  })
})
