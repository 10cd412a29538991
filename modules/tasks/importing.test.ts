import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Format, tasksIn } from './file-tasks.ts'
import { matching } from './importing.ts'
import { type StoredTask, Task } from './records.ts'

const LINES = 20_000
const planImport = async (
  format: Format,
  text: string,
  rows: readonly StoredTask[],
  zone: string,
  signal?: AbortSignal,
) => {
  const { incoming } = await tasksIn(format, text, zone)
  const match = await matching(format, rows, zone, signal)
  const found = incoming.map((one) => ({ task: one.task, ...match(one) }))
  const added = found.filter(({ row }) => !row).map(({ task }) => task)
  const changed = found.filter(({ row, isSame }) => row && !isSame)
  return { added, changed, same: found.length - added.length - changed.length }
}

/** Rows as they are after this file was imported; `looks` counts how often one of them is looked at. */
async function imported(file: string) {
  const { added } = await planImport('todo.txt', file, [], 'UTC')
  const counter = { looks: 0 }
  const rows = added.map((task, n): StoredTask => {
    const row = { ...task, id: `r${n}`, version: 1, createdAt: '', updatedAt: '' }
    const get = () => {
      counter.looks++
      return `r${n}`
    }
    return Object.defineProperty(row, 'id', { get })
  })
  return { rows, counter }
}

/** How often others came to turn while this was at work. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await work
  isOver = true
  return turns
}

describe('a large import', () => {
  test('of equal lines looks at each row a few times, not once for each of the others', async () => {
    const file = 'Buy milk\n'.repeat(LINES)
    const { rows, counter } = await imported(file)
    expect(await planImport('todo.txt', file, rows, 'UTC')).toMatchObject({ same: LINES, added: [], changed: [] })
    expect(counter.looks).toBeLessThan(4 * LINES)
  })
  test('lets others come to turn in between', async () => {
    const lines = Array.from({ length: LINES }, (_, n) => `Task ${n}\n`).join('')
    expect(await turnsDuring(planImport('todo.txt', lines, [], 'UTC'))).toBeGreaterThanOrEqual(LINES / 1000)
    const todos = Array.from({ length: 5000 }, (_, n) => `BEGIN:VTODO\nSUMMARY:Task ${n}\nEND:VTODO\n`).join('')
    const calendar = `BEGIN:VCALENDAR\n${todos}END:VCALENDAR\n`
    expect(await turnsDuring(planImport('ics', calendar, [], 'UTC'))).toBeGreaterThan(15)
    const { rows } = await imported(lines)
    expect(await turnsDuring(planImport('todo.txt', 'One\n', rows, 'UTC'))).toBeGreaterThanOrEqual(LINES / 1000)
  })
  test('ends when nobody waits for it any more', async () => {
    const lines = 'Buy milk\n'.repeat(LINES)
    const { rows } = await imported(lines)
    await expect(planImport('todo.txt', lines, rows, 'UTC', AbortSignal.abort())).rejects.toThrow('aborted')
  })
})

test('of equal lines each is a row of its own, under whichever of its names', async () => {
  const { rows } = await imported('Buy milk\nBuy milk\nBuy bread\n')
  const renamed = rows.map((row, n) => (n === 1 ? { ...row, id: row.id, title: 'Buy bread' } : row))
  const found = await planImport('todo.txt', 'Buy bread\nBuy milk\nBuy bread\nBuy milk\n', renamed, 'UTC')
  expect(found.same + found.changed.length).toBe(3)
  expect(found.added).toHaveLength(1)
})

test('whatever a task is made of, what it became is a task again', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.string({ unit: fc.constantFrom('#', '+', '@', ' ', '\t', '-', 'a', ' '), maxLength: 8 }),
  )
  const made = fc.record({
    title: text,
    project: fc.option(text),
    contexts: fc.array(text, { maxLength: 3 }),
    due: fc.option(fc.constantFrom('2026-02-28', '2028-02-29T09:00')),
  })
  let count = 0
  fc.assert(
    fc.property(made, (one) => {
      const first = Task.safeParse(one)
      if (!first.success) return
      count++
      expect(Task.parse(first.data)).toEqual(first.data)
    }),
    { numRuns: 2000 },
  )
  expect(count).toBeGreaterThan(100)
})
