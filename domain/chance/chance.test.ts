import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diceIn, rolled, writeDice } from './dice.ts'
import { between, distinct, shuffled } from './draws.ts'
import { type Charset, passphrase, passphraseBits, password, passwordBits, pin, uuid } from './password.ts'
import { type Randomness, secureRandomness } from './randomness.ts'
import { passphraseWords } from './words.ts'

/** Numbers as given, each within its bound. */
const given = (numbers: readonly number[]): Randomness => {
  let at = 0
  return { below: (bound) => (numbers[at++ % numbers.length] as number) % bound }
}
const anyChance = fc.array(fc.nat(), { minLength: 1, maxLength: 50 }).map(given)

test('dice as players write them', () => {
  expect(diceIn('roll 2d6 please')).toEqual({ count: 2, sides: 6, bonus: 0 })
  expect(diceIn('D20')).toEqual({ count: 1, sides: 20, bonus: 0 })
  expect(diceIn('Wirf 3W8 + 2')).toEqual({ count: 3, sides: 8, bonus: 2 })
  expect(diceIn('1k10-1')).toEqual({ count: 1, sides: 10, bonus: -1 })
  for (const text of ['version2d6x', 'roll a die', 'a2d6', '2d']) expect(diceIn(text)).toBeNull()
  expect(writeDice({ count: 2, sides: 6, bonus: -3 })).toBe('2d6−3')
})
test('a die shows 1 to its sides', () => {
  expect(rolled({ count: 3, sides: 6, bonus: 0 }, given([0, 5, 6]))).toEqual([1, 6, 1])
})
test('a range has both its ends', () => {
  expect([between(5, 7, given([0])), between(5, 7, given([2])), between(-3, -3, given([9]))]).toEqual([5, 7, -3])
})
test('a shuffle keeps every item, and each order of three is reached', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), anyChance, (items, random) => {
      expect(shuffled(items, random).sort()).toEqual([...items].sort())
    }),
  )
  const orders = [0, 1, 2].flatMap((a) => [0, 1].map((b) => shuffled(['x', 'y', 'z'], given([a, b])).join('')))
  expect(new Set(orders).size).toBe(6)
})
test('different numbers are different and in their range', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -50, max: 50 }),
      fc.integer({ min: 0, max: 60 }),
      fc.nat(),
      anyChance,
      (from, size, wish, random) => {
        const count = wish % (size + 2)
        const numbers = distinct(count, from, from + size, random)
        expect(new Set(numbers).size).toBe(count)
        expect(numbers.every((number) => number >= from && number <= from + size)).toBe(true)
      },
    ),
  )
})
test('a passphrase draws each word from a list of 1,024 that are all different', () => {
  expect(new Set(passphraseWords).size).toBe(1024)
  const drawn = passphrase(6, { below: (bound) => bound - 1 })
  expect(drawn).toBe(Array(6).fill(passphraseWords.at(-1)).join('-'))
  expect(passphraseBits(6)).toBe(60)
})
test('a password has its length and one of each set', () => {
  const sets: Charset[] = ['lower', 'upper', 'digits', 'symbols']
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 128 }), anyChance, (length, random) => {
      const text = password(length, sets, random)
      expect(text).toHaveLength(length)
      for (const pattern of [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/]) expect(text).toMatch(pattern)
      expect(text).not.toMatch(/[lI1O0]/)
    }),
  )
  expect(passwordBits(16, sets)).toBe(98)
  expect(pin(4, given([0, 9, 10, 3]))).toBe('0903')
})
test('a UUID is of version 4, whatever was drawn', () => {
  expect(uuid(given([255]))).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff')
  expect(uuid(given([0]))).toBe('00000000-0000-4000-8000-000000000000')
  expect(uuid(secureRandomness)).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})
