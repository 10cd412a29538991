import { expect, test } from 'vitest'
import { Exact } from '../numbers/exact.ts'
import { codeOf, en13402, jis, lettersFor } from './letter-codes.ts'
import { footOf, shoeSize, shoeSystems } from './shoe-sizes.ts'

const n = (value: number) => new Exact(value)

test('a foot of 27 cm', () => {
  const sizes = shoeSystems.map((system) => shoeSize(n(27), system).toNumber())
  expect(sizes).toEqual([43, 9, 10, 11, 270, 27])
})
test('Brannock: a man’s 9 is a foot of 10 1/3 inches, a woman’s 9 one of 10', () => {
  expect(footOf(n(9), 'usMen')?.div('2.54').toFixed(4)).toBe('10.3333')
  expect(footOf(n(9), 'usWomen')?.div('2.54').toFixed(4)).toBe('10.0000')
  expect(footOf(n(42), 'eu')?.toFixed(2)).toBe('26.50')
})
test('each size of each scale is itself again', () => {
  for (const system of shoeSystems) {
    const size = shoeSize(n(26.5), system)
    expect(shoeSize(footOf(size, system) as Exact, system).toNumber()).toBe(size.toNumber())
  }
})
test('children’s sizes and nonsense have no foot of an adult', () => {
  for (const size of [0, -4, 20, 60, 1e9]) expect(footOf(n(size), 'eu')).toBeNull()
})
test('letters of a girth', () => {
  expect(lettersFor(100, en13402.men).map(({ letter }) => letter)).toEqual(['M'])
  expect(lettersFor(102, en13402.men).map(({ letter }) => letter)).toEqual(['L'])
  expect(lettersFor(86.5, jis.women).map(({ letter }) => letter)).toEqual(['M', 'L'])
  expect(lettersFor(500, en13402.women)).toEqual([])
  expect(codeOf('xxxl', en13402.women)?.girth).toEqual([131, 143])
  expect(codeOf('XL', jis.men)?.letter).toBe('LL')
  expect(codeOf('12', en13402.men)).toBeNull()
})
