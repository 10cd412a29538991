import { expect, test } from 'vitest'
import { WorkProduct } from './work-product.ts'

const metOf = (evidence: object) =>
  WorkProduct.parse({
    title: 'Cases',
    summary: '',
    blocks: [{ kind: 'text', markdown: 'Found.' }],
    evidence: [{ criterion: 'Every requirement has a case', met: 'yes', ...evidence }],
  }).evidence[0]?.met

test('what nothing has checked is not met, whoever says so', () => {
  expect(metOf({})).toBe('unknown')
  expect(metOf({ note: 'All of them.', checked: 0 })).toBe('unknown')
})

test('one that found 1 of 6 requirements has not met that each has a case', () => {
  expect(metOf({ checked: 1, left: 5 })).toBe('unknown')
  expect(metOf({ checked: 6, left: 0 })).toBe('yes')
})

test('a criterion that is not met, or not known, stays so', () => {
  expect(metOf({ met: 'no', checked: 6, left: 1 })).toBe('no')
  expect(metOf({ met: 'unknown', checked: 6 })).toBe('unknown')
})
