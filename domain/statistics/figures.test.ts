import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { theilSen } from './association.ts'
import { histogramOf } from './histogram.ts'
import { mean, median, quantile, standardDeviation, sum, summaryOf, variance } from './summary.ts'
import figures from './testdata/figures.json' with { type: 'json' }

/** As near as a double can tell. */
const near = (actual: number, wanted: number) =>
  expect(Math.abs(actual - wanted)).toBeLessThanOrEqual(1e-12 * Math.max(1e-3, Math.abs(wanted)))

describe('NumPy’s and SciPy’s figures', () => {
  test.each(Object.entries(figures.lists))('of the list “%s”', (_, list) => {
    const values = list.values as number[]
    near(sum(values), list.sum)
    near(mean(values), list.mean)
    if (list.variance === null) expect(variance(values)).toBeNaN()
    else near(variance(values), list.variance)
    for (const [share, value] of list.quantiles as [number, number][]) near(quantile(values, share), value)
    const summary = summaryOf(Float64Array.from(values).sort())
    expect(summary?.median).toBe(median(values))
    expect(summary?.variance).toBe(list.variance === null ? null : variance(values))
  })
  test('of a series', () => {
    near(theilSen(figures.series.values) as number, figures.series.theilSen)
    expect([theilSen([1, 2, 3, 100, 5]), theilSen([1])]).toEqual([1, null])
  })
})

test('NIST’s certified figures: NumAcc1, NumAcc3 and NumAcc4', () => {
  // https://www.itl.nist.gov/div898/strd/univ/homepage.html
  expect([mean([10_000_001, 10_000_003, 10_000_002]), standardDeviation([10_000_001, 10_000_003, 10_000_002])]).toEqual(
    [10_000_002, 1],
  )
  const alternating = (middle: number) => [
    middle,
    ...Array.from({ length: 1000 }, (_, at) => middle + (at % 2 === 0 ? -0.1 : 0.1)),
  ]
  for (const [middle, digits] of [
    [1_000_000.2, 8],
    [10_000_000.2, 7],
  ] as const) {
    expect(mean(alternating(middle))).toBeCloseTo(middle, 8)
    expect(standardDeviation(alternating(middle))).toBeCloseTo(0.1, digits)
  }
})

test('of nothing there is no mean, median or deviation, and a sum of 0', () => {
  expect([sum([]), mean([]), median([]), quantile([], 0.9), standardDeviation([1]), summaryOf([])]).toEqual([
    0,
    Number.NaN,
    Number.NaN,
    Number.NaN,
    Number.NaN,
    null,
  ])
  expect([quantile([5], 0.25), median([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY])]).toEqual([
    5,
    Number.POSITIVE_INFINITY,
  ])
})

test('a histogram counts every value once, over edges that are round', () => {
  const bins = histogramOf(Float64Array.from([0.1, 0.2, 0.3, 0.35, 0.9, 1.7]).sort())
  expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(6)
  expect(bins.every(({ from, to }) => String(from).length < 5 && to > from)).toBe(true)
  fc.assert(
    fc.property(
      fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 50 }),
      (values) => {
        const made = histogramOf(Float64Array.from(values).sort())
        expect(made.reduce((sum, { count }) => sum + count, 0)).toBe(values.length)
        expect(made.length).toBeLessThanOrEqual(60)
      },
    ),
  )
})
