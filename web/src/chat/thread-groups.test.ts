import type { Thread } from '@atrium/contract/chat'
import { expect, test } from 'vitest'
import { groupThreads } from './thread-groups.ts'

const now = new Date(2026, 5, 15, 9, 30)
const thread = (id: string, updatedAt: Date, pinned = false): Thread => ({
  id,
  title: id,
  space: null,
  persona: 'personal',
  model: null,
  pinned,
  archived: false,
  createdAt: updatedAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  activeRunId: null,
})

test('threads fall into pinned, today, yesterday, 7 days, 30 days and months by the local calendar', () => {
  const groups = groupThreads(
    [
      thread('just now', new Date(2026, 5, 15, 9, 29)),
      thread('after midnight', new Date(2026, 5, 15, 0, 1)),
      thread('before midnight', new Date(2026, 5, 14, 23, 59)),
      thread('six days', new Date(2026, 5, 9, 12)),
      thread('three weeks', new Date(2026, 4, 25, 12)),
      thread('kept', new Date(2025, 0, 1), true),
      thread('april', new Date(2026, 3, 2)),
      thread('april too', new Date(2026, 3, 1)),
      thread('last year', new Date(2025, 3, 1)),
    ],
    now,
  )
  expect(
    groups.map(({ key, threads }) => [
      typeof key === 'object' ? key.month.getMonth() : key,
      threads.map(({ id }) => id),
    ]),
  ).toEqual([
    ['pinned', ['kept']],
    ['today', ['just now', 'after midnight']],
    ['yesterday', ['before midnight']],
    ['week', ['six days']],
    ['month30', ['three weeks']],
    [3, ['april', 'april too']],
    [3, ['last year']],
  ])
})

test('a clock that runs ahead elsewhere does not lose a thread', () => {
  expect(groupThreads([thread('tomorrow', new Date(2026, 5, 16, 1))], now)).toMatchObject([{ key: 'today' }])
})
