import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocate } from './allocation.ts'

test('what is left goes to the largest remainders: Hamilton’s method', () => {
  // Foemmel’s example in Fowler’s “Patterns of Enterprise Application Architecture”: 5 cents by 70 and 30.
  expect(allocate(5, [7, 3])).toEqual([4, 1])
  expect(allocate(10_000, [1, 1, 1])).toEqual([3334, 3333, 3333])
  // Ten seats over 100,000 votes; the quota is 10,000, and three seats are left for the remainders .7, .6 and .6.
  expect(allocate(10, [47_000, 16_000, 15_900, 12_000, 6_000, 3_100])).toEqual([5, 2, 1, 1, 1, 0])
  expect([allocate(-100, [1, 1, 1]), allocate(0, [1, 2]), allocate(3, [0, 0])]).toEqual([
    [-34, -33, -33],
    [0, 0],
    [2, 1],
  ])
})
test('no unit is lost, none is off by one, and a weight of nothing gets nothing', () => {
  const weights = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(fc.integer({ min: -9e14, max: 9e14 }), weights, (total, given) => {
      const parts = allocate(total, given)
      const whole = given.reduce((sum, weight) => sum + weight, 0)
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total)
      fc.pre(whole > 0)
      for (const [at, part] of parts.entries()) {
        const exact = (BigInt(total) * BigInt(given[at] as number)) / BigInt(whole)
        expect(Math.abs(part - Number(exact))).toBeLessThanOrEqual(1)
        if (given[at] === 0) expect(part).toBe(0)
      }
    }),
  )
})
test('broken weights are refused', () => {
  for (const weights of [[], [-1, 2], [0.5]]) expect(() => allocate(1, weights)).toThrow(RangeError)
  expect(() => allocate(0.5, [1])).toThrow(RangeError)
})
test('sums beyond what a number holds exactly are refused, and a part of nothing is not below it', () => {
  expect(() => allocate(2 ** 53, [1])).toThrow('is no whole number of minor units')
  expect(() => allocate(1, [2 ** 53])).toThrow('Weights are whole and not negative')
  expect(allocate(-5, [0, 1])).toEqual([0, -5])
  expect(allocate(7, [3])).toEqual([7])
  expect(allocate(2, [0, 0, 0])).toEqual([1, 1, 0])
})
