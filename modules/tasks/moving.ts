import { AppError } from '@atrium/contract/errors'
import type { Store } from '@atrium/contract/module'
import { type Placed, placeBehind } from './ordering.ts'
import type { Task } from './records.ts'
import { say } from './say.ts'

/** Neighbours that are looked at first, to each side; they are enough unless many stand too close. */
const NEAR = 50

type Tasks = Pick<Store<Task, never>, 'get' | 'list'>

/** The orders to write so that a task stands behind another of the open ones, or first of all. Throws `not_found`. */
export async function placesBehind(id: string, after: string | null, tasks: Tasks): Promise<Placed[]> {
  if (after === null) {
    const first = await tasks.list({ where: { done: false }, order: 'order', limit: 2 })
    return placeBehind(id, -1, first.filter((task) => task.id !== id).slice(0, 1))
  }
  const missing = () => new AppError('not_found', say('noTaskToPutBehind'))
  if (after === id) throw missing()
  const { order, done } = await tasks.get(after).catch((cause) => {
    throw cause instanceof AppError && cause.code === 'not_found' ? missing() : cause
  })
  if (done) throw missing()
  for (let near = NEAR; ; near *= 4) {
    const before = await around({ lt: order }, '-order', near, tasks)
    const behind = await around({ gte: order }, 'order', near, tasks)
    const rows = [...before.rows.toReversed(), ...behind.rows].filter((task) => task.id !== id)
    const at = rows.findIndex((task) => task.id === after)
    const places = at < 0 ? [] : placeBehind(id, at, rows)
    // Beyond what was looked at there may be others, which these would have to make room for too.
    const touched = new Set(places.map((place) => place.id))
    const isFirst = touched.has(rows[0]?.id ?? '') || at === 0
    const isLast = touched.has(rows.at(-1)?.id ?? '') || at === rows.length - 1
    if (at >= 0 && (before.isAll || !isFirst) && (behind.isAll || !isLast)) return places
  }
}

/** The nearest open tasks to one side, so many of them by as many questions as it takes. */
async function around(order: { lt: number } | { gte: number }, by: 'order' | '-order', count: number, tasks: Tasks) {
  const rows: Placed[] = []
  for (;;) {
    const limit = Math.min(1000, count - rows.length)
    const found = await tasks.list({ where: { done: false, order }, order: by, limit, offset: rows.length })
    rows.push(...found.map((task) => ({ id: task.id, order: task.order })))
    if (found.length < limit) return { rows, isAll: true }
    if (rows.length >= count) return { rows, isAll: false }
  }
}
