import { type Cells, countsIn, testCells } from '../cells.ts'
import type { Reading } from '../kinds.ts'
import { amountOf } from '../kinds.ts'
import { columnOf, isBlank, type Table } from '../table.ts'

/** What a row must be, in one column, to be seen. */
export type Test =
  | { is: 'in'; values: string[] }
  | { is: 'range'; from: number | null; to: number | null }
  | { is: 'blank' }
  | { is: 'filled' }
  | { is: 'contains'; text: string }
  | { is: 'matches'; pattern: string }

export interface Choice {
  column: string
  test: Test
  /** What the test holds for is left out instead. */
  not?: boolean
}

/** A regular expression of a person's; null when it is none. */
export function expression(pattern: string, flags = 'u'): RegExp | null {
  for (const tried of [flags, flags.replace('u', '')]) {
    try {
      return new RegExp(pattern, tried)
    } catch {
      // Many patterns are only right without the `u`: tried next.
    }
  }
  return null
}

/** Whether a cell passes. A blank one equals nothing but the empty text. */
export function tester(test: Test, reading: Reading): (cell: string) => boolean {
  switch (test.is) {
    case 'in': {
      const wanted = new Set(test.values)
      return (cell) => wanted.has(cell)
    }
    case 'range': {
      const { from, to } = test
      return (cell) => {
        const value = amountOf(cell, reading)
        return value !== null && (from === null || value >= from) && (to === null || value <= to)
      }
    }
    case 'blank':
      return isBlank
    case 'filled':
      return (cell) => !isBlank(cell)
    case 'contains': {
      const text = test.text.toLocaleLowerCase()
      return (cell) => cell.toLocaleLowerCase().includes(text)
    }
    case 'matches': {
      const pattern = expression(test.pattern)
      return (cell) => pattern?.test(cell) ?? false
    }
  }
}

/** The places of the rows that pass every choice; null when there is none, so that all do. */
export function rowsPassing(
  table: Table,
  choices: readonly Choice[],
  readings: (column: string) => Reading,
): Int32Array | null {
  const active = choices.flatMap(({ column, test, not }) => {
    const values = columnOf(table, column)?.values
    return values ? [{ passes: testCells(values, tester(test, readings(column))), not: Boolean(not) }] : []
  })
  if (active.length === 0) return null
  const kept = new Int32Array(table.length)
  let length = 0
  for (let at = 0; at < table.length; at++)
    if (active.every(({ passes, not }) => passes(at) !== not)) kept[length++] = at
  return kept.slice(0, length)
}

export interface ValueCount {
  value: string
  count: number
}

/** Values of a column with their counts over these rows, the most frequent first; at most `limit`, and how many there are. */
export function countsOf(
  values: Cells,
  rows: Int32Array | null,
  { limit = 200, words = '', by = 'count' as 'count' | 'name' } = {},
): { values: ValueCount[]; total: number } {
  const wanted = words.toLocaleLowerCase()
  const byName = new Intl.Collator(undefined, { numeric: true }).compare
  const compare = (a: ValueCount, b: ValueCount) =>
    by === 'name' ? byName(a.value, b.value) : b.count - a.count || byName(a.value, b.value)
  // A column may have millions: only the best of them so far are kept in order.
  let best: ValueCount[] = []
  let total = 0
  const keep = () => {
    best.sort(compare)
    best = best.slice(0, limit)
  }
  for (const [value, count] of countsIn(values, rows)) {
    if (wanted !== '' && !value.toLocaleLowerCase().includes(wanted)) continue
    total++
    const last = best.length >= limit * 2 ? best[limit - 1] : undefined
    if (last && by === 'count' && count < last.count) continue
    best.push({ value, count })
    if (best.length >= limit * 4) keep()
  }
  keep()
  return { values: best, total }
}
