import { DAY_MS, dayOfNumber, mondayOf } from '@atrium/domain/dates/days'
import { quantile } from '@atrium/domain/statistics/summary'
import type { Ticket } from '../kit/tickets.ts'
import { givenPriority } from './given-priority.ts'

/** Hours on the clock. */
export interface Target {
  firstResponse: number
  resolution: number
}
export type Level = 1 | 2 | 3 | 4
export const LEVELS: readonly Level[] = [1, 2, 3, 4]
export const levelName = (level: Level): string => ['urgent', 'high', 'normal', 'low'][level - 1] ?? 'normal'

const DEFAULTS: Readonly<Record<Level, Target>> = {
  1: { firstResponse: 1, resolution: 8 },
  2: { firstResponse: 4, resolution: 24 },
  3: { firstResponse: 8, resolution: 72 },
  4: { firstResponse: 24, resolution: 120 },
}

/** `urgent: 1, 8` by lines; what is not said stays as usual. Also answers the lines that could not be read. */
export function targetsIn(text: string): { targets: Record<Level, Target>; unread: string[] } {
  const targets = { ...DEFAULTS }
  const unread: string[] = []
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue
    const [, name = '', first, second] =
      /^([^:]+):\s*(\d+(?:\.\d+)?)\s*h?\s*[,;/]\s*(\d+(?:\.\d+)?)\s*h?$/.exec(line) ?? []
    const level = givenPriority(name)
    if (level && first && second) targets[level] = { firstResponse: Number(first), resolution: Number(second) }
    else unread.push(line)
  }
  return { targets, unread }
}

const HOUR = 3_600_000
const hours = (from: number | null, to: number | null): number | null =>
  from !== null && to !== null && to >= from ? (to - from) / HOUR : null

export interface Measured {
  ticket: Ticket
  level: Level
  /** Hours; null while there is none. */
  firstResponse: number | null
  resolution: number | null
  /** Hours since it came in; null when it is solved or its beginning is not known. */
  age: number | null
  breaches: string[]
}

/** An open request breaches its target as soon as its age is beyond it. */
export function measure(ticket: Ticket, targets: Record<Level, Target>, now: number): Measured {
  const level = givenPriority(ticket.priority) ?? 3
  const target = targets[level]
  const firstResponse = hours(ticket.createdAt, ticket.respondedAt)
  const resolution = hours(ticket.createdAt, ticket.solvedAt)
  const age = ticket.isSolved ? null : hours(ticket.createdAt, now)
  const waits = ticket.respondedAt === null && !ticket.isSolved ? age : null
  return {
    ticket,
    level,
    firstResponse,
    resolution,
    age,
    breaches: [
      ...((firstResponse ?? waits ?? 0) > target.firstResponse ? ['first answer'] : []),
      ...((resolution ?? age ?? 0) > target.resolution ? ['solution'] : []),
    ],
  }
}

export interface LevelLine {
  level: Level
  count: number
  open: number
  /** Hours: median and 90th percentile; null when nothing was measured. */
  firstMedian: number | null
  first90: number | null
  solvedMedian: number | null
  solved90: number | null
  /** Share within the target, of those that are decided. */
  firstWithin: number | null
  solvedWithin: number | null
}

/** By priority. Percentiles, because a mean hides the few who wait for days. */
export function levelLines(measured: readonly Measured[], targets: Record<Level, Target>): LevelLine[] {
  return LEVELS.flatMap((level): LevelLine[] => {
    const here = measured.filter((one) => one.level === level)
    if (here.length === 0) return []
    const first = here.flatMap(({ firstResponse }) => firstResponse ?? [])
    const solved = here.flatMap(({ resolution }) => resolution ?? [])
    // Decided: it happened, or it is too late for it to happen in time.
    const within = (values: readonly number[], most: number, breached: number) => {
      const decided = values.length + breached
      return decided === 0 ? null : values.filter((value) => value <= most).length / decided
    }
    const late = (what: string, of: 'firstResponse' | 'resolution') =>
      here.filter((one) => one[of] === null && one.breaches.includes(what)).length
    return [
      {
        level,
        count: here.length,
        open: here.filter(({ ticket }) => !ticket.isSolved).length,
        firstMedian: first.length > 0 ? quantile(first, 0.5) : null,
        first90: first.length > 0 ? quantile(first, 0.9) : null,
        solvedMedian: solved.length > 0 ? quantile(solved, 0.5) : null,
        solved90: solved.length > 0 ? quantile(solved, 0.9) : null,
        firstWithin: within(first, targets[level].firstResponse, late('first answer', 'firstResponse')),
        solvedWithin: within(solved, targets[level].resolution, late('solution', 'resolution')),
      },
    ]
  })
}

/** Aging buckets of what is open, in days since it came in. */
export const AGES: readonly [string, number, number][] = [
  ['under 1 day', 0, 1],
  ['1–3 days', 1, 3],
  ['3–7 days', 3, 7],
  ['7–14 days', 7, 14],
  ['over 14 days', 14, Number.POSITIVE_INFINITY],
]
export const aging = (measured: readonly Measured[]): { age: string; count: number }[] =>
  AGES.map(([age, from, to]) => ({
    age,
    count: measured.filter((one) => one.age !== null && one.age / 24 >= from && one.age / 24 < to).length,
  }))

/** Requests a week that came in and that were solved, the last weeks first to last; weeks begin on Monday (ISO 8601). */
export function flow(
  tickets: readonly Ticket[],
  most = 8,
): { week: string; came: number; solved: number; backlog: number }[] {
  const weekOf = (at: number) => mondayOf(dayOfNumber(at / DAY_MS))
  const weeks = new Map<string, { came: number; solved: number }>()
  const add = (at: number | null, what: 'came' | 'solved') => {
    if (at === null) return
    const week = weeks.get(weekOf(at)) ?? { came: 0, solved: 0 }
    week[what]++
    weeks.set(weekOf(at), week)
  }
  for (const { createdAt, solvedAt } of tickets) {
    add(createdAt, 'came')
    if (createdAt !== null) add(solvedAt, 'solved')
  }
  let backlog = 0
  return [...weeks]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([week, { came, solved }]) => {
      backlog += came - solved
      return { week, came, solved, backlog }
    })
    .slice(-most)
}
