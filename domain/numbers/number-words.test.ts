import { expect, test } from 'vitest'
import { COUNT_PATTERN, countSaid, scanNumberWords } from './number-words.ts'

test.each([
  ['three', 3],
  ['A', 1],
  ['12', 12],
  ['twenty-one', 21],
  ['ninety', 90],
  ['two hundred and six', 206],
  ['one million two hundred thousand', 1_200_000],
  ['half', null],
  ['three days', null],
  ['twenty eleven', null],
  ['', null],
  [undefined, null],
])('%j is the count %j', (text, count) => expect(countSaid(text)).toBe(count))
test('fractions say their parts', () => {
  expect(scanNumberWords('three quarters of it', 0)).toEqual({ value: 3, parts: 4, end: 14 })
  expect(scanNumberWords('it', 0)).toBeNull()
})
test('every count below a hundred is found whole in a sentence', () => {
  const pattern = new RegExp(`\\b(${COUNT_PATTERN})\\s+days`)
  for (const said of ['one', 'seven', 'seventeen', 'seventy', 'seventy-seven', 'ninety nine'])
    expect(pattern.exec(`after ${said} days`)?.[1]).toBe(said)
})
