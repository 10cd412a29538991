import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rank, score } from './slash-score.ts'

const entry = (label: string, description = '') => ({ label, description })

test('a substring scores 100 minus its position, in any letter case', () => {
  expect(score('task', 'Task list')).toBe(100)
  expect(score('LIST', 'Task list')).toBe(95)
})

test('a subsequence scores 2 a character, and 5 more when the first letters agree', () => {
  expect(score('tl', 'Task list')).toBe(2 * 2 + 5)
  expect(score('sl', 'Task list')).toBe(2 * 2)
  expect(score('lt', 'Talk')).toBe(0)
})

test('a description counts half, and the better of the two decides', () => {
  const found = rank('card', [entry('Decks', 'card games'), entry('Flashcards'), entry('Wallet', 'money')])
  expect(found.map(({ label }) => label)).toEqual(['Flashcards', 'Decks'])
})

test('an empty query gives the first 10 as they stand, a query at most 20, and nothing without a match', () => {
  const many = Array.from({ length: 30 }, (_, index) => entry(`Task ${index}`))
  expect(rank('', many)).toEqual(many.slice(0, 10))
  expect(rank('task', many)).toHaveLength(20)
  expect(rank('zzz', many)).toEqual([])
})

test('what is found is sorted by its score and every entry of it matches', () => {
  const text = fc.string({ maxLength: 12 })
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 4 }),
      fc.array(fc.record({ label: text, description: text })),
      (query, entries) => {
        if (query.trim() === '') return
        const points = rank(query, entries).map(({ label, description }) =>
          Math.max(score(query.trim(), label), score(query.trim(), description) / 2),
        )
        expect(
          points.every((value, index) => value > 0 && (index === 0 || value <= (points[index - 1] as number))),
        ).toBe(true)
      },
    ),
  )
})
