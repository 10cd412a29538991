import { median } from '@atrium/domain/statistics/summary'

// Which alerts wake people for nothing. Rob Ewaschuk, "My Philosophy on Alerting"; Google, "Site Reliability Engineering",
// chapter 6: a page is urgent, wants something done, and is about what users feel.

export interface Firing {
  line: number
  monitor: string
  severity: string
  from: number
  /** Null while it goes on, or when the file does not say. */
  to: number | null
  acknowledged: number | null
  isOutOfHours: boolean
}

export interface Noise {
  monitor: string
  firings: number
  /** Ended within five minutes with nobody having looked. */
  healed: number
  /** Fired three times or more within an hour. */
  flaps: number
  outOfHours: number
  /** Medians in milliseconds; null without any. */
  toAcknowledge: number | null
  toResolve: number | null
  lines: number[]
  advice: string
}

const HEALED_WITHIN = 5 * 60_000
const HOUR = 3_600_000
/** Firings from which on a monitor is judged. */
const ENOUGH = 3

/** How often three firings lie within an hour, each firing counted once. */
export function flapsOf(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  let flaps = 0
  for (let at = 0; at + 2 < sorted.length; ) {
    if ((sorted[at + 2] as number) - (sorted[at] as number) <= HOUR) {
      flaps++
      const end = (sorted[at] as number) + HOUR
      while (at < sorted.length && (sorted[at] as number) <= end) at++
    } else at++
  }
  return flaps
}

function adviceFor({ firings, healed, flaps, outOfHours }: Omit<Noise, 'advice'>, acknowledged: number): string {
  if (firings < ENOUGH) return 'Too few firings to judge.'
  if (flaps > 0 && healed * 2 >= firings)
    return 'Flaps: let it hold for some minutes before it fires, and end later than it began.'
  if (healed * 2 >= firings) return 'Mends itself: wait longer before it fires, or make it a ticket.'
  if (acknowledged === 0) return 'Nobody ever took it: take it away, or name who acts and how.'
  if (flaps > 0) return 'Fires in bursts: group its firings into one.'
  if (outOfHours * 2 > firings && acknowledged * 2 < firings)
    return 'Mostly at night and rarely taken: let it wait for the morning.'
  return 'Keep it, and link its runbook.'
}

const medianOf = (values: readonly number[]) => (values.length > 0 ? median(values) : null)

/** By monitor, the noisiest first. */
export function noiseOf(firings: readonly Firing[]): Noise[] {
  return [...Map.groupBy(firings, ({ monitor }) => monitor)]
    .map(([monitor, all]) => {
      const ended = all.filter((one) => one.to !== null)
      const taken = all.filter((one) => one.acknowledged !== null)
      const noise = {
        monitor,
        firings: all.length,
        healed: ended.filter((one) => one.acknowledged === null && (one.to ?? 0) - one.from <= HEALED_WITHIN).length,
        flaps: flapsOf(all.map(({ from }) => from)),
        outOfHours: all.filter(({ isOutOfHours }) => isOutOfHours).length,
        toAcknowledge: medianOf(taken.map((one) => (one.acknowledged ?? 0) - one.from)),
        toResolve: medianOf(ended.map((one) => (one.to ?? 0) - one.from)),
        lines: all.map(({ line }) => line),
      }
      return { ...noise, advice: adviceFor(noise as Omit<Noise, 'advice'>, taken.length) }
    })
    .sort((a, b) => b.healed - a.healed || b.firings - a.firings || (a.monitor < b.monitor ? -1 : 1))
}
