import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, testApp } from '../../server/test-app.ts'
import { lengthOn } from '../kit/post-fit.ts'
import { tryPlaybook } from '../kit/test-job.ts'
import { measureVoice } from './measure-voice.ts'
import { scriptOf, threadOf } from './pieces.ts'
import { planPieces } from './plan-pieces.ts'
import { repurpose } from './repurpose.ts'
import { pillarsIn, rotaOf } from './rota.ts'
import { keySentences, rankedSentences, titleIn } from './summary.ts'
import { distance, ownWords, rangesOf, voiceOf } from './voice.ts'

let ann: Client
beforeAll(async () => {
  ann = await (await testApp()).administrator()
})

describe('A source', () => {
  const text =
    'Bread goes stale in the fridge. The fridge makes starch firm and bread stale. Stale bread makes good dumplings. My uncle owns a red bicycle. Starch in bread firms best near zero degrees.'
  test('its heaviest sentences share words with the others', () => {
    const ranked = rankedSentences(text).sort((a, b) => b.weight - a.weight)
    expect(ranked[0]?.number).toBe(2)
    expect(ranked.at(-1)?.text).toBe('My uncle owns a red bicycle.')
    expect(ranked.reduce((sum, { weight }) => sum + weight, 0)).toBeLessThan(5.01)
    expect(() => rankedSentences('One sentence only, and no more.')).toThrow('at least five sentences')
  })
  test('pieces are whole sentences within their limits', () => {
    const sentences = rankedSentences(text)
    expect(keySentences(sentences, 12).reduce((sum, { words }) => sum + words, 0)).toBeLessThanOrEqual(12)
    const { posts } = threadOf('x', sentences, 'https://a.example/b', 7)
    expect(posts.every((post) => lengthOn('x', post) <= 280)).toBe(true)
    expect(posts.at(-1)).toBe(`https://a.example/b ${posts.length}/${posts.length}`)
    // 6 words at 150 a minute take 2.4 seconds.
    expect(scriptOf(sentences.slice(0, 2), 60).lines.map(({ at }) => at)).toEqual(['0:00', '0:02'])
    expect(titleIn('# A title\n\nText.')).toEqual({ title: 'A title', body: 'Text.' })
  })
  test('of the sample: six pieces, the figures to check, drafts on two days', async () => {
    const { product, acted } = await tryPlaybook(repurpose, ann)
    expect(acted.map(({ input }) => input.start)).toEqual(['2026-03-17T10:00', '2026-03-19T10:00'])
    const drafts = product.blocks[0]?.kind === 'drafts' ? product.blocks[0].drafts : []
    expect(drafts).toHaveLength(6)
    const figures = product.blocks.find((block) => block.kind === 'table' && block.title.startsWith('Figures'))
    expect(figures?.kind === 'table' && figures.rows.slice(0, 6).map(({ figure }) => figure)).toEqual([
      '2',
      '8 degrees',
      '5',
      '7 days',
      '2',
      '3',
    ])
    expect(product.evidence.map(({ met }) => met)).toEqual(['yes', 'yes', 'yes'])
    const refused = await tryPlaybook(repurpose, ann, { decide: () => ({ done: false, reason: 'Not yet.' }) })
    expect(refused.product.couldNot).toContain('2 posts not done: Not yet.')
  })
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

describe('A voice', () => {
  test('is measured by hand-counted figures', () => {
    const voice = voiceOf('You bake. We don’t. '.repeat(8))
    expect(voice).toMatchObject({ sentence: 2, variety: 0, you: 25, we: 25, short: 25, questions: 0 })
    expect(voiceOf('Too short.')).toBeNull()
    expect(ownWords(['rye rye oven', 'rye salt', 'water']).map(({ word }) => word)).toEqual(['rye'])
    const ranges = rangesOf([voice as never, voice as never])
    expect(distance(voice as never, ranges).every(({ by }) => by === 0)).toBe(true)
  })
  test('of the sample: the stiff draft departs from it, and the voice is remembered', async () => {
    const { product, remembered } = await tryPlaybook(measureVoice, ann, { answers: { avoid: 'delighted, artisanal' } })
    const checks = product.blocks.flatMap((block) => (block.kind === 'checks' ? block.checks : []))
    expect(checks.map(({ state }) => state)).toEqual(['fail', 'fail'])
    expect(checks[1]?.note).toBe('It has: delighted, artisanal')
    expect(remembered[0]).toMatch(/^Our voice: \d+ words a sentence/)
    expect(product.couldNot[0]).toContain('Sample 4: Closed on Monday.')
  })
  test('is taken from posts that went out when no sample is given', async () => {
    await expect(tryPlaybook(measureVoice, ann, { input: {} })).rejects.toThrow('too little text in your voice')
    const { output: channel } = await ann.call<{ output: { id: string } }>(
      'POST',
      '/api/m/content-calendar/addChannel',
      { network: 'linkedin', name: 'Bakery' },
    )
    const { output } = await ann.call<{ output: { id: string } }>('POST', '/api/m/content-calendar/add', {
      title: 'Rye',
      kind: 'post',
      start: '2026-03-02T09:00',
      channels: [channel.id],
      text: 'We bake rye at four, and you can smell it. '.repeat(4),
    })
    await ann.call('POST', '/api/m/content-calendar/decide', { id: output.id, status: 'posted' })
    const { product } = await tryPlaybook(measureVoice, ann, { input: {} })
    expect(product.summary).toContain('Measured on 1 text.')
  })
})
