import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Placed, placeBehind } from './ordering.ts'

/** Moves `id` behind the row `at` of the others and tells the new list, and how many rows were written. */
function move(rows: Placed[], id: string, at: number): { rows: Placed[]; written: number } {
  const others = rows.filter((row) => row.id !== id)
  const places = new Map(placeBehind(id, at, others).map((row) => [row.id, row.order]))
  const next = rows.map((row) => ({ ...row, order: places.get(row.id) ?? row.order }))
  return { rows: next.sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1)), written: places.size }
}
const ids = (rows: Placed[]) => rows.map((row) => row.id).join('')
const now = 1_790_000_000_000

test('every one of a hundred moves into the same place takes effect, and few rows are written', () => {
  let rows: Placed[] = [...'abcdefgh'].map((id, n) => ({ id, order: now + n }))
  let written = 0
  for (let n = 0; n < 100; n++) {
    const last = rows.at(-1)?.id ?? ''
    const moved = move(rows, last, 0)
    expect(ids(moved.rows)).toBe(ids([rows[0] as Placed, rows.at(-1) as Placed, ...rows.slice(1, -1)]))
    rows = moved.rows
    written += moved.written
  }
  expect(written).toBeLessThan(300)
})

test('any row goes behind any other, however close or equal their orders are', () => {
  const orders = fc.array(fc.constantFrom(0, 0, now, now + 0.0005, now + 1, now + 1, now + 2000), {
    minLength: 2,
    maxLength: 30,
  })
  fc.assert(
    fc.property(orders, fc.nat(), fc.nat(), (made, from, to) => {
      const rows = made
        .map((order, n) => ({ id: String.fromCharCode(97 + n), order }))
        .sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))
      const [moving] = rows.splice(from % rows.length, 1) as [Placed]
      const at = (to % (rows.length + 1)) - 1
      const wanted = ids([...rows.slice(0, at + 1), moving, ...rows.slice(at + 1)])
      expect(ids(move([...rows, moving], moving.id, at).rows)).toBe(wanted)
    }),
    { numRuns: 500 },
  )
})
