import type { Thread } from '@atrium/contract/chat'

/** A stretch of the thread list. `month` is a date in the month that the group holds. */
export type GroupKey = 'pinned' | 'today' | 'yesterday' | 'week' | 'month30' | { month: Date }
export interface ThreadGroup {
  key: GroupKey
  threads: Thread[]
}

const DAY = 86_400_000 // ms

const startOfDay = (date: Date): Date => new Date(date.getFullYear(), date.getMonth(), date.getDate())

function groupOf(thread: Thread, now: Date): GroupKey {
  if (thread.pinned) return 'pinned'
  const updated = new Date(thread.updatedAt)
  // Rounded, because the days on which clocks change have 23 or 25 hours.
  const days = Math.round((startOfDay(now).getTime() - startOfDay(updated).getTime()) / DAY)
  if (days <= 0) return 'today'
  if (days === 1) return 'yesterday'
  if (days <= 7) return 'week'
  if (days <= 30) return 'month30'
  return { month: new Date(updated.getFullYear(), updated.getMonth(), 1) }
}

const same = (a: GroupKey, b: GroupKey): boolean =>
  typeof a === 'object' && typeof b === 'object' ? a.month.getTime() === b.month.getTime() : a === b

/** Threads by when they were last used, pinned ones first, in the person's own time zone. Keeps the order within a group. */
export function groupThreads(threads: readonly Thread[], now: Date): ThreadGroup[] {
  const groups: ThreadGroup[] = []
  for (const thread of threads) {
    const key = groupOf(thread, now)
    const group = groups.find((one) => same(one.key, key))
    if (group) group.threads.push(thread)
    else groups.push({ key, threads: [thread] })
  }
  const pinned = groups.filter(({ key }) => key === 'pinned')
  return [...pinned, ...groups.filter(({ key }) => key !== 'pinned')]
}
