import type { Analytics } from '@atrium/contract/workforce-insight'

/** Days that can be looked at. */
export const SPANS = ['7', '30', '90', '365'] as const
export type Span = (typeof SPANS)[number]

export const spanOf = (written: string | null): Span => SPANS.find((span) => span === written) ?? '30'

type Day = Analytics['byDay'][number]

/** More bars than these cannot be told apart. */
const BARS_MAX = 100
const WEEK = 7

export const isByWeek = (days: readonly Day[]): boolean => days.length > BARS_MAX

/** Days as they are, or seven at a time, the newest seven whole; each is called by its first day. */
export function barsOf(days: readonly Day[]): readonly Day[] {
  if (!isByWeek(days)) return days
  const first = days.length % WEEK || WEEK
  const starts = [0, ...days.map((_, at) => at).filter((at) => at >= first && (at - first) % WEEK === 0)]
  return starts.map((start, at) => {
    const week = days.slice(start, starts[at + 1])
    const sum = (of: (day: Day) => number) => week.reduce((total, day) => total + of(day), 0)
    return {
      day: week[0]?.day ?? '',
      accepted: sum((day) => day.accepted),
      sentBack: sum((day) => day.sentBack),
      costMicros: sum((day) => day.costMicros),
    }
  })
}
