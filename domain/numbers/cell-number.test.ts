import { expect, test } from 'vitest'
import { cellNumber, looseCellNumber } from './cell-number.ts'

test.each([
  ['1', 1, 1],
  ['-12.5', -12.5, null],
  ['12,5', null, 12.5],
  ['1,234', 1234, 1.234],
  ['1.234', 1.234, 1234],
  ['1,234.5', 1234.5, null],
  ['1.234,5', null, 1234.5],
  ['1,23,456', 123456, null],
  ['1 234', 1234, 1234],
  ["1'234.5", 1234.5, null],
  ['1e5', 100_000, null],
  ['.5', 0.5, null],
  ['٣٫٥', 3.5, 3.5],
  ['0', 0, 0],
  ['007', null, null],
  ['0,005', null, 0.005],
  ['1234567890123456', null, null],
  ['€5', null, null],
  ['(5)', null, null],
  ['5-', null, null],
  ['5%', null, null],
  ['2026-01-31', null, null],
  ['12:30', null, null],
  ['x', null, null],
  ['', null, null],
])('the cell %j is %j with a decimal point and %j with a comma', (cell, point, comma) => {
  expect([cellNumber(cell, 'point'), cellNumber(cell, 'comma')]).toEqual([point, comma])
})
test.each([
  ['€ 1.234,50', 'comma', 1234.5],
  ['$1,000', 'point', 1000],
  ['(12.50)', 'point', -12.5],
  ['45 %', 'point', 0.45],
  ['−7', 'point', -7],
  ['12 EUR', 'point', 12],
  ['12.50-', 'point', -12.5],
  ['007', 'point', 7],
  ['1e5', 'point', 100_000],
  ['5 days', 'point', null],
  ['abc', 'point', null],
] as const)('%j as people write it', (cell, style, value) => expect(looseCellNumber(cell, style)).toBe(value))
test('a cell of groups without end is no number', () => {
  expect(cellNumber(`1${',111'.repeat(1e6)}`, 'point')).toBeNull()
  expect(cellNumber(`1,1${'.111'.repeat(1e6)}`, 'comma')).toBeNull()
})
