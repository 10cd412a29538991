import { expect, test } from 'vitest'
import { type Boosted, likelihood } from './trees.ts'

const byHand: Boosted = {
  features: ['wet', 'cold'],
  start: 0,
  trees: [
    [0, 0.5, -1, [1, 10, 2, 1]],
    [1, 0, 0.5, 0],
  ],
}
const logistic = (sum: number) => 1 / (1 + Math.exp(-sum))

test.each([
  [{ wet: 0, cold: 5 }, -1],
  [{ wet: 0.5, cold: 9.9 }, 2],
  [{ wet: 1, cold: 10 }, 1],
  [{ wet: 1, cold: -1 }, 2.5],
])('%j comes to the sum of its leaves', (features, sum) => {
  expect(likelihood(byHand, features)).toBeCloseTo(logistic(sum), 12)
})

test('what was never measured is refused, and not taken for nothing', () => {
  expect(() => likelihood(byHand, { wet: 1 })).toThrow('cold')
})
