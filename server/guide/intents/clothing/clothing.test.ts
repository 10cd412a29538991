import { numberStyle } from '@atrium/domain/numbers/number-style'
import { describe, expect, test } from 'vitest'
import { Exact } from '../../calculation/numbers.ts'
import { type Quantity, readQuantity } from '../../measures/quantity.ts'
import { linesOf, replied } from '../test-reply.ts'
import { clothing } from './clothing.ts'

const n = (value: number) => new Exact(value)
const q = (text: string) => readQuantity(text, numberStyle('en-US'), 'us') as Quantity

describe('Shoes', () => {
  test('in the country asked for, then in the others, with a caution', async () => {
    const lines = await linesOf(clothing, { size: n(42) }, { question: 'shoe size EU 42 in US' })
    expect(lines.slice(0, 3)).toEqual([
      'EU 42 ≈ **US men 9**',
      'UK 8 · US women 10',
      'Foot: 26.5 cm. UK 8.5 · US men 9.5 · US women 10.5 · Mondopoint 265',
    ])
    expect(lines[3]).toContain('Makers differ')
  })
  test('the country beside the number is its own, whichever comes first', async () => {
    const asked = async (question: string, size: number) =>
      (await linesOf(clothing, { size: n(size) }, { question }))[0]
    expect(await asked('what EU shoe size is a US 9 for women', 9)).toBe('US women 9 ≈ **EU 40.5**')
    expect(await asked('uk 8.5 to eu', 8.5)).toBe('UK 8.5 ≈ **EU 42.5**')
    expect(await asked('in the us for 42?', 42)).toBe('EU 42 ≈ **US men 9**')
    expect(await asked('schuhgröße 42', 42)).toBe('EU 42 ≈ **UK 8 · US men 9 · US women 10**')
  })
  test('an American size of nobody in particular is counted as a man’s, and that is said', async () => {
    expect(await linesOf(clothing, { size: n(9) }, { question: 'us 9 in eu' })).toContain(
      'Counted as a US men’s size; say “women” for the other scale.',
    )
  })
  test('for a foot', async () => {
    expect((await linesOf(clothing, { measure: q('27 cm') }, { question: 'foot of 27 cm' }))[0]).toBe(
      '**EU 43 · UK 9 · US men 10 · US women 11 · Mondopoint 270**',
    )
  })
  test.each([
    [{ size: n(9) }, '', 'its country'],
    [{}, '', 'its country'],
    [{ measure: q('5 kg') }, '', 'its country'],
    [{ size: n(-3) }, 'us -3', 'feet of 21 cm'],
    [{ size: n(99) }, 'eu 99', 'feet of 21 cm'],
  ])('that cannot be told: %#', async (values, question, sentence) =>
    expect((await replied(clothing, values, { question })).markdown).toContain(sentence),
  )
})

describe('Clothes', () => {
  test('letters of a girth for men, women or both', async () => {
    expect((await linesOf(clothing, { measure: q('100 cm') }, { question: 'men, 100 cm' }))[0]).toBe(
      'Men, chest: EN 13402-3: **M** (94–102 cm, 37–40 in) · JIS L 4004: **L** (96–104 cm, 38–41 in)',
    )
    const lines = await linesOf(clothing, { measure: q('34 in') })
    expect(lines).toHaveLength(3)
    expect(lines[1]).toBe(
      'Women, bust: EN 13402-3: **S** (82–90 cm, 32–35 in) · JIS L 4005: **M** (79–87 cm, 31–34 in), **L** (86–94 cm, 34–37 in)',
    )
    expect((await linesOf(clothing, { measure: q('150 cm') }))[0]).toBe(
      'Men, chest: EN 13402-3: no letter for it · JIS L 4004: no letter for it',
    )
  })
  test('the girth of a letter', async () => {
    expect((await linesOf(clothing, { letter: 'xxxl' }, { question: 'women xxxl' }))[0]).toContain(
      '**3XL** (131–143 cm,',
    )
  })
  test('a number of a country is of no standard, and nonsense is asked back', async () => {
    const dress = await replied(clothing, { size: n(12) }, { question: 'uk dress size 12 in us' })
    expect(dress.markdown).toContain(
      'UK 12 ≈ **US 8**\n\nDE 38 · EU, FR, ES 40 · IT 44 · JP 13\n\nPairs as shops print them',
    )
    expect((await replied(clothing, {}, { question: 'shirt size' })).markdown).toContain('Tell me your chest')
    expect((await replied(clothing, { measure: q('10 m') })).markdown).toContain('between 50 cm and 200 cm')
  })
})

describe('What shops pair', () => {
  test.each([
    ['mens jacket 42 us to eu', 42, 'US 42 ≈ **EU 52**'],
    ['size 40 french dress in british size', 40, 'EU, FR, ES 40 ≈ **UK 12**'],
    ['uk size 14 in eu clothes', 14, 'UK 14 ≈ **DE 40 · EU, FR, ES 42 · IT 46**'],
    ['jeans waist 32 in european', 32, 'W32 ≈ **EU 48**'],
    ['shirt collar size 15.5 in cm', 15.5, '15.5 in ≈ **39 cm**'],
    ['ring size 7 us to eu', 7, 'US 7 ≈ **EU 54.5 · UK N½**'],
    ['hat size 7.25 in cm', 7.25, 'US 7.25 ≈ **58 cm**'],
    ['us womens shoe 7.5 to european', 7.5, 'US women 7.5 ≈ **EU 38.5**'],
  ])('%s', async (question, size, first) =>
    expect((await linesOf(clothing, { size: n(size) }, { question }))[0]).toBe(first),
  )
  test('a bra by its band and its cup', async () =>
    expect((await linesOf(clothing, {}, { question: 'bra size 34DD uk in eu' }))[0]).toBe(
      'UK 34DD ≈ **EU 75E · FR, ES 90E · US 34DD**',
    ))
})
