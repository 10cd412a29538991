import { expect, test } from 'vitest'
import { likelihood } from '../server/guide/understanding/trees.ts'
import { boosted } from './boosting.ts'

test('what is learned tells apart what one feature alone cannot', () => {
  const seen = Array.from({ length: 4_000 }, (_, at) => {
    const [a, b] = [((at * 37) % 101) / 100, ((at * 53) % 103) / 102]
    return { features: { a, b }, is: a > 0.5 !== b > 0.5 ? 1 : 0 }
  })
  const learned = boosted(seen)
  expect(likelihood(learned, { a: 0.9, b: 0.1 })).toBeGreaterThan(0.9)
  expect(likelihood(learned, { a: 0.1, b: 0.9 })).toBeGreaterThan(0.9)
  expect(likelihood(learned, { a: 0.9, b: 0.9 })).toBeLessThan(0.1)
  expect(likelihood(learned, { a: 0.1, b: 0.1 })).toBeLessThan(0.1)
  expect(boosted(seen)).toEqual(learned)
})
