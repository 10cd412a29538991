import { expect, test } from 'vitest'
import { keptAnswer } from './kept-answer.ts'

const sizeOf = (value: unknown) => JSON.stringify(keptAnswer(value)).length

test('what is short is kept as it is', () => {
  const short = { tasks: [{ id: 'a', title: 'Milk', done: false, tags: [], due: null }] }
  expect(keptAnswer(short)).toBe(short)
  expect([keptAnswer(undefined), keptAnswer(null), keptAnswer('')]).toEqual([undefined, null, ''])
})

test('of what is long the beginning is kept, in its shape, and says where it was cut', () => {
  const tasks = Array.from({ length: 50_000 }, (_, at) => ({
    id: `t${at}`,
    title: `Task ${at}`,
    notes: 'n'.repeat(50),
  }))
  const kept = keptAnswer({ count: 50_000, tasks }) as { count: number; tasks: unknown[] }
  expect(kept.count).toBe(50_000)
  expect(kept.tasks[0]).toEqual(tasks[0])
  expect(kept.tasks.at(-1)).toBe('…')
  expect(kept.tasks.length).toBeGreaterThan(100)
  expect(sizeOf({ tasks })).toBeLessThan(30_000)
})

test('whatever makes it long is bounded: one text, many names, many empty things, depth, characters of two halves', () => {
  const nested = Array.from({ length: 400 }).reduce<unknown>((inner) => ({ inner }), 'deep '.repeat(10_000))
  const long: unknown[] = [
    'x'.repeat(5_000_000),
    { page: '😀'.repeat(40_000), title: 'Kept' },
    Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`name-${at}`, at])),
    Array.from({ length: 100_000 }, () => []),
    Array.from({ length: 100_000 }, () => null),
    nested,
    { ['k'.repeat(100_000)]: 1 },
    '\u0000"\\'.repeat(20_000),
  ]
  for (const one of long) expect(sizeOf(one)).toBeLessThan(50_000)
  const { page, title } = keptAnswer(long[1]) as { page: string; title: string }
  expect(title).toBe('Kept')
  expect(page).toMatch(/^(?:😀)+…$/u)
})
