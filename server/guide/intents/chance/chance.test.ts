import type { Randomness } from '@atrium/domain/chance/randomness'
import { describe, expect, test } from 'vitest'
import { Exact } from '../../calculation/numbers.ts'
import { linesOf, replied } from '../test-reply.ts'
import { chanceIntents } from './all.ts'
import { coin } from './coin.ts'
import { dice } from './dice.ts'
import { randomNumber } from './number.ts'
import { password, uuid } from './secrets.ts'
import { pick, shuffle } from './things.ts'

const n = (value: number) => new Exact(value)
/** Draws these one after another, and again. */
const given = (...numbers: number[]): Randomness => {
  let at = 0
  return { below: (bound) => (numbers[at++ % numbers.length] as number) % bound }
}

test('a coin, and many', async () => {
  expect(await linesOf(coin(given(0)), {})).toEqual(['**Heads**'])
  expect(await linesOf(coin(given(1)), {})).toEqual(['**Tails**'])
  expect(await linesOf(coin(given(0, 1, 1)), { count: n(6) })).toEqual(['Heads: **2**. Tails: **4**.'])
  expect((await replied(coin(), { count: n(1_001) })).markdown).toBe('I toss 1 to 1,000 coins at a time.')
})

describe('Dice', () => {
  test('by notation, of the slot or the question, and in words', async () => {
    expect(await linesOf(dice(given(3, 1)), { dice: '2d6+1' })).toEqual(['Sum: **7**', '2d6+1: 4 + 2 + 1'])
    expect(await linesOf(dice(given(19)), {}, { question: 'roll a d20 for initiative' })).toEqual(['**20**', '1d20'])
    expect((await replied(dice(given(0, 5)), { count: n(3) })).number?.toNumber()).toBe(1 + 6 + 1)
    expect(await linesOf(dice(given(7)), { sides: n(8) })).toEqual(['**8**', '1d8'])
  })
  test.each([
    [{ count: n(101) }, ''],
    [{ count: n(0) }, ''],
    [{ count: n(-1) }, ''],
    [{ sides: n(1) }, ''],
    [{}, '0d6'],
    [{}, '9999d6'],
    [{}, '1d1'],
    [{}, 'd99999'],
  ])('that cannot be rolled: %j %s', async (values, question) =>
    expect((await replied(dice(), values, { question })).markdown).toBe('I roll 1 to 100 dice of 2 to 1,000 sides.'),
  )
})

describe('Random numbers', () => {
  test('of a range, one or many, different ones where that is said', async () => {
    expect(await linesOf(randomNumber(given(4)), { from: n(5), to: n(10) })).toEqual(['**9**', 'From 5 to 10.'])
    expect(await linesOf(randomNumber(given(99)), {})).toEqual(['**100**', 'From 1 to 100.'])
    expect((await linesOf(randomNumber(given(0)), { to: n(3), count: n(3) }))[0]).toBe('**1, 1, 1**')
    expect(await linesOf(randomNumber(given(0)), {}, { question: 'a random 3 digit number' })).toEqual([
      '**100**',
      'From 100 to 999.',
    ])
    expect((await linesOf(randomNumber(given(18)), { to: n(20) }, { question: 'a number under 20' }))[0]).toBe('**19**')
    const lotto = await linesOf(
      randomNumber(given(0)),
      { to: n(3), count: n(3) },
      { question: '3 different numbers to 3' },
    )
    expect(lotto[0]?.replace(/\*/g, '').split(', ').sort()).toEqual(['1', '2', '3'])
    expect((await replied(randomNumber(), { from: n(-1e14), to: n(1e14) })).markdown).toMatch(/^\*\*−?[\d,]+\*\*/)
  })
  test.each([
    [{ from: n(10), to: n(1) }, 'the smaller one first'],
    [{ from: n(0.5), to: n(1) }, 'whole numbers'],
    [{ to: n(1e15) }, 'whole numbers'],
    [{ count: n(1_001) }, '1 to 1,000 numbers'],
    [{ count: n(11), from: n(1), to: n(10) }, 'only 10 different numbers'],
  ])('that cannot be drawn: %#', async (values, sentence) =>
    expect((await replied(randomNumber(), values, { question: 'different' })).markdown).toContain(sentence),
  )
})

describe('Things', () => {
  test('are picked from what stands between commas, “or” and lines', async () => {
    const first = given(0, 0, 0, 0)
    expect((await linesOf(pick(first), { options: 'pizza or sushi?' }))[0]).toBe('**sushi**')
    expect((await linesOf(pick(given(1)), { options: 'Tom, Ann, or Lee', count: n(2) }))[0]?.split(', ')).toHaveLength(
      2,
    )
    expect(await linesOf(pick(given(0)), { list: { text: '- oranges\n- or nothing\n', name: null } })).toEqual([
      '**or nothing**',
      'Drawn from 2, each as likely.',
    ])
    expect((await replied(pick(), { options: 'only one' })).markdown).toContain('two to 1,000 things')
    expect((await replied(pick(), {})).markdown).toContain('two to 1,000 things')
    expect((await replied(pick(), { options: 'a, b', count: n(3) })).markdown).toContain('only 2 things')
  })
  test('stand behind a colon or around “or” of the question', async () => {
    const picked = async (question: string, values = {}) => await linesOf(pick(given(0)), values, { question })
    expect(await picked('who washes up: Mia, Jon or Priya?')).toEqual(['**Jon**', 'Drawn from 3, each as likely.'])
    expect(await picked('who should go first, Lena or Tom')).toEqual(['**Tom**', 'Drawn from 2, each as likely.'])
    expect(await picked('tacos or ramen tonight?', { options: 'tacos', other: 'ramen tonight?' })).toEqual([
      '**ramen**',
      'Drawn from 2, each as likely.',
    ])
  })
  test('are shuffled into lines to copy, whatever they are made of', async () => {
    expect((await replied(shuffle(given(0)), { items: 'a, b and c' })).markdown).toBe('```\nb\nc\na\n```')
    const fenced = await replied(shuffle(given(0)), { list: { text: '```\n1. x', name: null } })
    expect(fenced.markdown).toMatch(/^`{4}\n/)
    expect((await replied(shuffle(), { list: { text: 'x\n'.repeat(1_001), name: null } })).markdown).toContain(
      'Give me a list',
    )
  })
})

describe('Secrets', () => {
  test('a password of 16, of another length, without symbols, and a PIN', async () => {
    expect((await replied(password(), {})).markdown).toMatch(/^```\n\S{16}\n```\n\n16 characters, about 98 bits\./)
    expect((await replied(password(), { length: n(128) })).markdown).toMatch(/^```\n\S{128}\n```/)
    expect((await replied(password(), { length: n(20) }, { question: 'no symbols' })).markdown).toMatch(
      /^```\n[a-zA-Z\d]{20}\n/,
    )
    expect((await replied(password(given(7)), { length: n(4) }, { question: 'a 4 digit pin' })).markdown).toBe(
      '```\n7777\n```\n\n4 digits.',
    )
    expect((await replied(password(), { count: n(3) })).markdown.split('\n')).toHaveLength(7)
  })
  test.each([n(129), n(3), n(-1), n(8.5)])('no password of %s characters', async (length) =>
    expect((await replied(password(), { length })).markdown).toContain('4 to 128 characters'),
  )
  test('a passphrase of so many words, six where none is said', async () => {
    const said = (await replied(password(given(0)), { length: n(4) }, { question: 'a passphrase of 4 words' })).markdown
    expect(said).toMatch(/^```\n(?:[a-z]+-){3}[a-z]+\n```\n\n\d+ characters, about 40 bits\./)
    expect((await replied(password(), {}, { question: 'a memorable password' })).markdown).toContain('about 60 bits')
  })
  test('UUIDs', async () => {
    expect(await linesOf(uuid(given(0)), {})).toEqual([
      '```\n00000000-0000-4000-8000-000000000000\n```',
      'Version 4, random (RFC 9562).',
    ])
    expect((await replied(uuid(), { count: n(101) })).markdown).toContain('1 to 100')
  })
})

test('two draws of the real generator differ', async () => {
  const real = chanceIntents.find(({ id }) => id === 'chance.uuid')
  if (!real) throw new Error('There is no intent for UUIDs')
  expect((await replied(real, {})).markdown).not.toBe((await replied(real, {})).markdown)
})
