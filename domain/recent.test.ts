import { expect, test } from 'vitest'
import { recent } from './recent.ts'

test('only what was asked for last is kept', () => {
  const made: string[] = []
  const upper = recent(2, (word: string) => {
    made.push(word)
    return word.toUpperCase()
  })
  expect(['a', 'b', 'a', 'c', 'a', 'b'].map(upper)).toEqual(['A', 'B', 'A', 'C', 'A', 'B'])
  expect(made).toEqual(['a', 'b', 'c', 'b'])
})

test('what could not be made is tried again, and takes nobody’s place', () => {
  let times = 0
  const even = recent(1, (number: number) => {
    times++
    if (number % 2) throw new RangeError('odd')
    return { number }
  })
  const two = even(2)
  expect(() => even(3)).toThrow(RangeError)
  expect(() => even(3)).toThrow(RangeError)
  expect(even(2)).toBe(two)
  expect(times).toBe(3)
})
