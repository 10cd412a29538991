import { useCallback, useMemo, useRef, useState } from 'react'

/** Which of the rows are chosen, by their id. What is no longer among the rows is no longer chosen. */
export function useSelection<R>(rows: readonly R[], idOf: (row: R) => string) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  /** Where a range begins: the row, for others may have come before it since. */
  const anchor = useRef('')
  const chosen = useMemo(() => (ids.size === 0 ? [] : rows.filter((row) => ids.has(idOf(row)))), [rows, ids, idOf])

  const toggle = (at: number) => {
    const row = rows[at]
    if (!row) return
    anchor.current = idOf(row)
    setIds((before) => {
      const next = new Set(before)
      if (!next.delete(idOf(row))) next.add(idOf(row))
      return next
    })
  }
  /** From where the last one was chosen to here. */
  const extend = (to: number, begin?: number) => {
    const row = begin === undefined ? undefined : rows[begin]
    if (row) anchor.current = idOf(row)
    const from =
      begin ??
      Math.max(
        0,
        rows.findIndex((one) => idOf(one) === anchor.current),
      )
    const [first, last] = from < to ? [from, to] : [to, from]
    setIds((before) => new Set([...before, ...rows.slice(first, last + 1).map(idOf)]))
  }
  const all = () => setIds(new Set(rows.map(idOf)))
  const clear = useCallback(() => setIds((before) => (before.size === 0 ? before : new Set())), [])
  return { ids, chosen, toggle, extend, all, clear }
}
