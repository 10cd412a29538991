import { freeName } from '@atrium/domain/tables/columns'
import type { Cells } from './cells.ts'
import { columnOf, isBlank, type Table } from './table.ts'

export type JoinKind = 'inner' | 'left' | 'full'

export interface JoinReport {
  /** Rows of the left table with at least one partner, and without. */
  leftMatched: number
  leftOnly: number
  rightMatched: number
  rightOnly: number
  /** Rows that the join has. */
  rows: number
}

export interface Keys {
  left: string
  right: string
  /** Case and spaces around do not count. */
  loose?: boolean
}

interface Pairs {
  /** Places in both tables; −1 where there is no partner. */
  left: Int32Array
  right: Int32Array
  report: JoinReport
}

/** Rows; a key that stands a thousand times on both sides makes a million of them. */
export const JOINED_MAX = 2_000_000

/** Pairs of rows with the same key, in the order of the left table. Blank keys match nothing. null: more than can be held. */
export function pairsOf(left: Table, right: Table, keys: Keys, kind: JoinKind): Pairs | null {
  const keyOf = (cell: string) => (keys.loose ? cell.trim().toLocaleLowerCase() : cell)
  const ofLeft = columnOf(left, keys.left)?.values ?? []
  const ofRight = columnOf(right, keys.right)?.values ?? []
  const places = new Map<string, number[]>()
  for (let at = 0; at < right.length; at++) {
    const cell = ofRight.at(at) as string
    if (isBlank(cell)) continue
    const key = keyOf(cell)
    const same = places.get(key)
    if (same) same.push(at)
    else places.set(key, [at])
  }
  const found = new Uint8Array(right.length)
  const [a, b]: [number[], number[]] = [[], []]
  let leftMatched = 0
  let matches = 0
  for (let at = 0; at < left.length; at++) {
    const cell = ofLeft.at(at) as string
    const partners = isBlank(cell) ? undefined : places.get(keyOf(cell))
    if (partners) {
      leftMatched++
      matches += partners.length
      if (matches > JOINED_MAX) return null
      for (const partner of partners) {
        a.push(at)
        b.push(partner)
        found[partner] = 1
      }
    } else if (kind !== 'inner') {
      a.push(at)
      b.push(-1)
    }
  }
  const rightMatched = found.reduce((sum, one) => sum + one, 0)
  if (kind === 'full')
    found.forEach((isFound, at) => {
      if (isFound) return
      a.push(-1)
      b.push(at)
    })
  const report = {
    leftMatched,
    leftOnly: left.length - leftMatched,
    rightMatched,
    rightOnly: right.length - rightMatched,
    rows: a.length,
  }
  return { left: Int32Array.from(a), right: Int32Array.from(b), report }
}

/** Both tables side by side. The right one's key is left out, and stands in the left one's where only the right has it. */
export function joinTables(
  left: Table,
  right: Table,
  keys: Keys,
  kind: JoinKind,
): { table: Table; report: JoinReport } | null {
  const pairs = pairsOf(left, right, keys, kind)
  if (!pairs) return null
  const take = (values: Cells, places: Int32Array) =>
    Array.from(places, (at) => (at < 0 ? '' : (values.at(at) as string)))
  const rightKey = columnOf(right, keys.right)?.values ?? []
  const taken = new Set(left.columns.map(({ name }) => name))
  const columns = left.columns.map(({ name, values }) => {
    const cells = take(values, pairs.left)
    if (name === keys.left)
      pairs.left.forEach((at, row) => {
        if (at < 0) cells[row] = rightKey.at(pairs.right[row] as number) ?? ''
      })
    return { name, values: cells }
  })
  for (const { name, values } of right.columns) {
    if (name === keys.right) continue
    const free = freeName(name, taken)
    taken.add(free)
    columns.push({ name: free, values: take(values, pairs.right) })
  }
  return { table: { columns, length: pairs.report.rows }, report: pairs.report }
}
