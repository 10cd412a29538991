/** A row and its place among the others: the smaller `order` stands first. */
export interface Placed {
  id: string
  order: number
}

/** Between closer neighbours there is no room: orders are milliseconds of our time, of which a number keeps 1/4000. */
const ROOM = 0.01
/** How far apart rows are put when room is made. */
const STEP = 1

/**
 * The orders to write so that `id` stands behind the row `at` of the others (-1: first). One in general; where the neighbours
 * are too close, as many of them as it takes to give each some room again.
 */
export function placeBehind(id: string, at: number, others: readonly Placed[]): Placed[] {
  const before = others[at]?.order
  const behind = others[at + 1]?.order
  if (before === undefined) return [{ id, order: behind === undefined ? 0 : behind - 2 * STEP }]
  if (behind === undefined) return [{ id, order: before + 2 * STEP }]
  if (behind - before >= 2 * ROOM) return [{ id, order: (before + behind) / 2 }]
  let low = at
  let high = at + 1
  const room = () => ((others[high]?.order ?? Infinity) - (others[low]?.order ?? -Infinity)) / (high - low + 1)
  while (room() < STEP / 2) {
    low--
    high++
  }
  const between = [
    ...others.slice(Math.max(0, low + 1), at + 1),
    { id, order: Number.NaN },
    ...others.slice(at + 1, high),
  ]
  const top = others[high]?.order
  const base = others[low]?.order ?? (top === undefined ? before : top - (between.length + 1) * STEP)
  const step = ((top ?? base + (between.length + 1) * STEP) - base) / (between.length + 1)
  return between.map((row, n) => ({ id: row.id, order: base + (n + 1) * step }))
}
