// Instants (milliseconds since 1970) and clocks of IANA zones, by what Intl knows of them.

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  formats.set(zone, made)
  return made
}

/** Whether Intl knows the zone: `Europe/Berlin`, `UTC`, `+02:00`. */
export function isZone(zone: string): boolean {
  try {
    return Boolean(formatOf(zone))
  } catch {
    return false // RangeError: no such zone
  }
}

/** What a clock of the zone shows: `2026-03-16T09:00`. */
export function localOf(instant: number, zone: string): string {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`
}

/**
 * The instant at which a clock of the zone shows this. A time that is skipped in spring counts as so much later, of one that
 * comes twice in autumn the first is taken (as RFC 5545, 3.3.5).
 */
export function instantOf(local: string, zone: string): number {
  const wall = Date.parse(`${local.length === 10 ? `${local}T00:00` : local.slice(0, 16)}:00Z`)
  const offsetAt = (instant: number) => Date.parse(`${localOf(instant, zone)}:00Z`) - instant
  const [before, after] = [offsetAt(wall - 86_400_000), offsetAt(wall + 86_400_000)]
  const fitting = [wall - before, wall - after].filter((instant) => instant + offsetAt(instant) === wall)
  return fitting.length > 0 ? Math.min(...fitting) : wall - before
}

export const MINUTE = 60_000

/** `Mon 16 Mar, 09:00`, on a clock of the zone. */
export const saidTime = (instant: number, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(instant)

/** Minutes since midnight of `09:30`. */
export const minutesAt = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Two times as people write hours of work: `9-17`, `09:00–17:30`. Null when they are none or the end is not after the beginning. */
export function hoursIn(text: string): { from: number; to: number } | null {
  const [, h1 = '', m1 = '00', h2 = '', m2 = '00'] =
    /(\d\d?)(?:[:.](\d\d))?\s*(?:-|–|—|to)\s*(\d\d?)(?:[:.](\d\d))?/.exec(text) ?? []
  if (!h1 || !h2) return null
  const [from, to] = [Number(h1) * 60 + Number(m1), Number(h2) * 60 + Number(m2)]
  return from < to && to <= 1440 ? { from, to } : null
}
