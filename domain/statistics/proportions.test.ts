import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  chiSquareTail,
  countInterval,
  differenceInterval,
  holm,
  normalQuantile,
  peopleNeeded,
  wilson,
} from './proportions.ts'
import figures from './testdata/figures.json' with { type: 'json' }

describe('Shares against published values', () => {
  test('quantiles and tails', () => {
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963985, 8)
    expect(normalQuantile(0.8)).toBeCloseTo(0.841621234, 8)
    expect(chiSquareTail(3.841458821, 1)).toBeCloseTo(0.05, 8)
    expect(chiSquareTail(18.30703805, 10)).toBeCloseTo(0.05, 8)
    expect(chiSquareTail(10.82756617, 1)).toBeCloseTo(0.001, 9)
  })
  test('Newcombe 1998: 56 of 70 and 48 of 80 differ by 0.2, between 0.0524 and 0.3339', () => {
    const [low, high] = differenceInterval({ hits: 48, of: 80 }, { hits: 56, of: 70 })
    expect([low.toFixed(4), high.toFixed(4)]).toEqual(['0.0524', '0.3339'])
    expect(wilson({ hits: 81, of: 263 }).map((share) => share.toFixed(4))).toEqual(['0.2553', '0.3662'])
  })
  test('from 10 % to 12 % takes 3,841 people in each group', () => expect(peopleNeeded(0.1, 0.12)).toBe(3841))
  test('Holm multiplies the smallest most and never falls', () => {
    expect(holm([0.01, 0.04, 0.03])).toEqual([0.03, 0.06, 0.06])
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 }), (ps) =>
        holm(ps).every((one, at) => one >= (ps[at] ?? 0) - 1e-12 && one <= 1),
      ),
    )
  })
  test('an interval holds its share and lies in 0 to 1', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.integer({ min: 1, max: 1000 }), (hits, of) => {
        fc.pre(hits <= of)
        const [low, high] = wilson({ hits, of })
        return low >= 0 && high <= 1 && low <= hits / of + 1e-12 && high >= hits / of - 1e-12
      }),
    )
  })
  test('Garwood’s limits: 10 may be 4.795 to 18.390, none up to 3.689', () => {
    expect(countInterval(10).map((count) => count.toFixed(3))).toEqual(['4.795', '18.390'])
    expect(countInterval(0)[1]).toBeCloseTo(3.689, 3)
  })
})

test('SciPy’s quantiles, tails and intervals', () => {
  for (const [p, value] of figures.normalQuantiles as [number, number][])
    expect(normalQuantile(p)).toBeCloseTo(value, 8)
  for (const [value, degrees, tail] of figures.chiSquareTails as [number, number, number][])
    expect(chiSquareTail(value, degrees)).toBeCloseTo(tail, 10)
  for (const [hits, of, low, high] of figures.wilson as [number, number, number, number][]) {
    const [from, to] = wilson({ hits, of })
    expect([from, to]).toEqual([expect.closeTo(low, 8), expect.closeTo(high, 8)])
  }
  for (const [count, low, high] of figures.poisson as [number, number, number][])
    expect(countInterval(count)).toEqual([expect.closeTo(low, 6), expect.closeTo(high, 6)])
})
