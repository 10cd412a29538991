import type { Range, Virtualizer } from '@tanstack/react-virtual'
import { startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

export type List = Virtualizer<HTMLElement, Element>

const FIRST = 1 // rows beyond the view in the first drawing: what is looked at comes first
const NEAR = 3 // rows beyond the view while the list moves
const AROUND = 6 // rows beyond the view at rest, and kept for as long as they are this near
const FAR = 800 // px from the view beyond which no row need begin: a few long replies are as much to draw as many short ones

/** The first and the last row that are drawn. */
export interface Drawn {
  first: number
  last: number
}

/** Rows in view, and how far (px) any other is from it. */
export interface View {
  startIndex: number
  endIndex: number
  count: number
  distance: (index: number) => number
}

/** The rows in view with up to so many beyond it on either side, one at least. */
function around({ startIndex, endIndex, count, distance }: View, rows: number): Drawn {
  const wanted = (index: number, beyond: number) => beyond <= rows && (beyond === 1 || distance(index) < FAR)
  let first = startIndex
  while (first > 0 && wanted(first - 1, startIndex - first + 1)) first--
  let last = endIndex
  while (last < count - 1 && wanted(last + 1, last + 1 - endIndex)) last++
  return { first, last }
}

/**
 * The rows to draw with those in view, `beyond` on either side. What was drawn before and is near is kept, so that a list
 * that begins to move has the next rows already, and draws new ones as late as it may.
 */
export function rowsFor(view: View, before: Drawn, beyond: number): Drawn {
  const needed = around(view, beyond)
  const joined = before.first <= needed.last + 1 && before.last >= needed.first - 1
  if (!joined) return needed
  const near = around(view, AROUND)
  return {
    first: Math.min(needed.first, Math.max(before.first, near.first)),
    last: Math.max(needed.last, Math.min(before.last, near.last)),
  }
}

export interface DrawnRows {
  rangeExtractor: (range: Range) => number[]
  /** The list, once there is one: it knows whether it moves. */
  list: { current: List | null }
  drawn: { current: Drawn }
  rest: () => void
}

/** px between what is in view and a row. */
function distanceFrom({ measurementsCache, scrollOffset, scrollRect }: List, index: number): number {
  const row = measurementsCache[index]
  const top = scrollOffset ?? 0
  return row ? Math.max(top - row.end, row.start - top - (scrollRect?.height ?? 0)) : 0
}

/** Which rows a list draws. */
export function useDrawnRows(): DrawnRows {
  const list = useRef<List | null>(null)
  const drawn = useRef<Drawn>({ first: Number.POSITIVE_INFINITY, last: -1 })
  const [rests, setRests] = useState(0)
  const rangeExtractor = useCallback(
    (range: Range) => {
      const beyond = rests === 0 ? FIRST : list.current?.isScrolling ? NEAR : AROUND
      const distance = (index: number) => (list.current ? distanceFrom(list.current, index) : 0)
      const { first, last } = rowsFor({ ...range, distance }, drawn.current, beyond)
      return Array.from({ length: last - first + 1 }, (_, at) => first + at)
    },
    [rests],
  )
  const rest = useCallback(() => startTransition(() => setRests((count) => count + 1)), [])
  return { rangeExtractor, list, drawn, rest }
}

/** Notes what has been drawn, and draws more when the list has come to rest. */
export function useRests({ list, drawn, rest }: DrawnRows, virtualizer: List): void {
  const still = !virtualizer.isScrolling
  useLayoutEffect(() => {
    list.current = virtualizer
    const items = virtualizer.getVirtualItems()
    const [first, last] = [items[0], items.at(-1)]
    if (first && last) drawn.current = { first: first.index, last: last.index }
  })
  useEffect(() => {
    if (still) rest()
  }, [still, rest])
}
