import { describe, expect, test } from 'vitest'
import type { Rule } from './records.ts'
import { changeBy, fitsRule, lastCategories, ruled } from './rules.ts'

const rule = (more: Partial<Rule>): Rule => ({
  ...{ how: 'contains', match: 'cafe', payee: '', category: null, direction: 'any' },
  ...more,
})
const said = (more: object = {}) => ({ payee: '', bankPayee: '', memo: '', amount: -5, ...more })

describe('a rule', () => {
  test('fits money of its direction: nothing at all comes in', () => {
    const fits = (direction: Rule['direction']) =>
      [-1, 0, 1].map((amount) => fitsRule(rule({ direction }), said({ payee: 'Cafe', amount })))
    expect([fits('any'), fits('out'), fits('in')]).toEqual([
      [true, true, true],
      [true, false, false],
      [false, true, true],
    ])
  })
  test('looks into the payee, what the bank wrote of it, and the note, whatever the case and accents', () => {
    for (const field of ['payee', 'bankPayee', 'memo'])
      expect(fitsRule(rule({}), said({ [field]: 'Le  CAFÉ noir' }))).toBe(true)
    expect(fitsRule(rule({}), said({ payee: 'Tea' }))).toBe(false)
    const how = (how: Rule['how']) =>
      ['cafe', 'cafe noir', 'le cafe'].map((payee) => fitsRule(rule({ how, match: ' Café ' }), said({ payee })))
    expect([how('is'), how('starts'), how('contains')]).toEqual([
      [true, false, false],
      [true, true, false],
      [true, true, true],
    ])
  })
})

describe('several rules', () => {
  const short = rule({ match: 'cafe', payee: 'Coffee', category: 'fun' })
  const long = rule({ match: 'cafe noir', payee: 'Noir' })
  test('say what the longest one says, and of what it does not say the next one', () => {
    for (const rules of [
      [short, long],
      [long, short],
    ])
      expect(ruled(rules, said({ payee: 'Cafe Noir' }))).toStrictEqual({ payee: 'Noir', category: 'fun' })
    expect(ruled([short, long], said({ payee: 'Cafe' }))).toStrictEqual({ payee: 'Coffee', category: 'fun' })
    expect(ruled([rule({ category: 'fun' })], said({ payee: 'Cafe' }))).toStrictEqual({ category: 'fun' })
    expect(ruled([long], said({ payee: 'Cafe Noir' }))).toStrictEqual({ payee: 'Noir' })
    expect(ruled([short], said({ payee: 'Tea' }))).toStrictEqual({})
  })
  test('change what is there where they say something else, and no category that somebody has chosen', () => {
    const row = (more: object) => ({ ...said({ payee: 'Cafe' }), category: null, splits: [], ...more })
    const split = { category: null, amount: 1, memo: '' }
    expect(changeBy([short], row({}))).toStrictEqual({ payee: 'Coffee', category: 'fun' })
    expect(changeBy([short], row({ category: 'food' }))).toStrictEqual({ payee: 'Coffee' })
    expect(changeBy([short], row({ splits: [split] }))).toStrictEqual({ payee: 'Coffee' })
    expect(changeBy([short], row({ payee: 'Coffee', bankPayee: 'cafe' }))).toStrictEqual({ category: 'fun' })
    expect(changeBy([short], row({ payee: 'Coffee', bankPayee: 'cafe', category: 'food' }))).toBeNull()
    expect(changeBy([short], row({ payee: 'Tea' }))).toBeNull()
    expect(changeBy([rule({ payee: 'Coffee' })], row({}))).toStrictEqual({ payee: 'Coffee' })
  })
})

test('the category of a payee is the one that they had last, of one day the one that comes last', () => {
  const row = (payee: string, category: string | null, date: string) => ({ payee, category, date })
  const last = lastCategories([
    row('Café', 'old', '2026-01-01'),
    row('cafe', 'new', '2026-01-03'),
    row('CAFE', 'between', '2026-01-02'),
    row('Tea', 'one', '2026-01-01'),
    row('tea', 'two', '2026-01-01'),
    row('Bar', null, '2026-01-01'),
    row('', 'nobody', '2026-01-01'),
  ])
  expect([...last]).toEqual([
    ['cafe', 'new'],
    ['tea', 'two'],
  ])
})
