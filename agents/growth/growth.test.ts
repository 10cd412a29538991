import { twoProportions } from '@atrium/domain/statistics/proportions'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, testApp } from '../../server/test-app.ts'
import { readTable } from '../kit/table.ts'
import { tryPlaybook } from '../kit/test-job.ts'
import { durationOf, iceOf } from './ideas.ts'
import { comparedWith, ratioMismatch, variantsIn, verdictOf } from './outcome.ts'
import { planExperiments } from './plan-experiments.ts'
import { readExperiment } from './read-experiment.ts'

let ann: Client
beforeAll(async () => {
  ann = await (await testApp()).administrator()
})

test('ICE is the mean; a plan runs for whole weeks, at least two', () => {
  expect(iceOf({ impact: 9, confidence: 6, ease: 3 })).toBe(6)
  expect(durationOf({ rate: 0.1, lift: 0.2, traffic: 2000 })).toEqual({ people: 3841, weeks: 4 })
  expect(durationOf({ rate: 0.1, lift: 0.2, traffic: 100_000 })?.weeks).toBe(2)
  expect(durationOf({ rate: 0.6, lift: 0.7, traffic: 10 })).toBeNull()
})

describe('A result', () => {
  const variants = (rows: string) =>
    variantsIn(readTable({ name: 'r.csv', text: `Variant,Visitors,Conversions\n${rows}` })).variants
  const verdict = (rows: string, planned: number) => {
    const all = variants(rows)
    return verdictOf(comparedWith(all[0] as never, all), ratioMismatch(all), planned).verdict
  }
  test('is what the plan says, and nothing when the groups cannot be trusted', () => {
    expect(verdict('A,5000,500\nB,5000,600', 4000)).toBe('roll out')
    expect(verdict('A,5000,500\nB,5000,600', 6000)).toBe('go on')
    expect(verdict('A,5000,500\nB,5600,680', 4000)).toBe('invalid')
    expect(verdict('A,5000,500\nB,5000,510', 4000)).toBe('no difference')
    expect(verdict('A,5000,500\nB,5000,400', 4000)).toBe('drop')
    expect(twoProportions({ hits: 0, of: 10 }, { hits: 0, of: 10 })).toBeNull()
  })
  test('of the sample: rows that cannot be are left out by line', async () => {
    const { product } = await tryPlaybook(readExperiment, ann)
    expect(product.title).toContain('roll out')
    expect(product.couldNot[0]).toBe('Left out: line 30, the same row as above; line 31, more conversions than people.')
    await expect(
      tryPlaybook(readExperiment, ann, { input: { ...readExperiment.sample.input, control: 'Z' } }),
    ).rejects.toThrow('There are: A, B.')
  })
})

test('plans become tasks, and rows that are none are named', async () => {
  const refused = await tryPlaybook(planExperiments, ann, { decide: () => ({ done: false, reason: 'Later.' }) })
  expect(refused.product.couldNot.join(' ')).toContain('No tasks were put into the Task Inbox: Later.')
  const { product } = await tryPlaybook(planExperiments, ann)
  const plan = product.blocks[0]?.kind === 'table' ? product.blocks[0].rows : []
  expect(plan[0]).toMatchObject({ name: 'Price on the course page', ice: 8, from: '2026-03-23' })
  expect(plan.map(({ name }) => name)).not.toContain('Colour of the button')
  expect(product.couldNot[0]).toBe(
    'Left out: line 9, scores are missing or not 1 to 10; line 11, the same idea as above.',
  )
})
