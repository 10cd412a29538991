// A zone's VTIMEZONE, to be written (RFC 5545, 3.6.5).
import { Temporal } from 'temporal-polyfill'
import { WEEKDAY_CODES } from '../recurrence/rule.ts'

/** A change of the clocks of a zone. */
interface Change {
  /** The clock's own time just before it, as DTSTART of an observance wants it. */
  at: Temporal.PlainDateTime
  /** seconds east of Greenwich */
  from: number
  to: number
  name: string
}

/** Years for which a pattern has to hold to be written as a rule. */
const AHEAD = 10

const offset = (seconds: number): string => {
  const two = (value: number) => String(Math.trunc(value)).padStart(2, '0')
  const rest = Math.abs(seconds)
  const hours = `${seconds < 0 ? '-' : '+'}${two(rest / 3600)}${two((rest / 60) % 60)}`
  return rest % 60 === 0 ? hours : hours + two(rest % 60)
}
const stamp = (at: Temporal.PlainDateTime) => at.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')
const nameAt = (at: Temporal.ZonedDateTime): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: at.timeZoneId, timeZoneName: 'short' })
    .formatToParts(at.epochMilliseconds)
    .find(({ type }) => type === 'timeZoneName')?.value ?? at.timeZoneId

function changesOf(zone: string, from: number, to: number): Change[] {
  const changes: Change[] = []
  let at: Temporal.ZonedDateTime | null = Temporal.PlainDate.from({ year: from, month: 1, day: 1 }).toZonedDateTime(
    zone,
  )
  for (at = at.getTimeZoneTransition('next'); at && at.year <= to; at = at.getTimeZoneTransition('next')) {
    const before = at.subtract({ nanoseconds: 1 })
    const seconds = (zoned: Temporal.ZonedDateTime) => zoned.offsetNanoseconds / 1e9
    const clock = before.toPlainDateTime().add({ nanoseconds: 1 })
    changes.push({ at: clock, from: seconds(before), to: seconds(at), name: nameAt(at) })
  }
  return changes
}

/** `FREQ=YEARLY;BYMONTH=11;BYDAY=1SU` when these changes, one a year, follow such a rule. */
function ruleOf(changes: readonly Change[]): string | null {
  const [first] = changes
  if (!first || changes.length < AHEAD) return null
  const { month, dayOfWeek } = first.at
  const isAlike = changes.every(
    ({ at, from, to }, index) =>
      at.month === month &&
      at.dayOfWeek === dayOfWeek &&
      at.year === first.at.year + index &&
      at.toPlainTime().equals(first.at.toPlainTime()) &&
      from === first.from &&
      to === first.to,
  )
  if (!isAlike) return null
  const nth = (at: Temporal.PlainDateTime) => Math.ceil(at.day / 7)
  const isLast = changes.every(({ at }) => at.day + 7 > at.daysInMonth)
  if (!isLast && !changes.every(({ at }) => nth(at) === nth(first.at))) return null
  return `FREQ=YEARLY;BYMONTH=${month};BYDAY=${isLast ? -1 : nth(first.at)}${WEEKDAY_CODES[dayOfWeek - 1]}`
}

const observance = ({ at, from, to, name }: Change, rule: string | null): string[] => {
  const kind = to > from ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${kind}`,
    `DTSTART:${stamp(at)}`,
    ...(rule ? [`RRULE:${rule}`] : []),
    `TZOFFSETFROM:${offset(from)}`,
    `TZOFFSETTO:${offset(to)}`,
    `TZNAME:${name}`,
    `END:${kind}`,
  ]
}

/**
 * The VTIMEZONE of a zone for times from a year on (RFC 5545, 3.6.5), as lines: by rules where the zone follows them, else
 * change by change.
 */
export function zoneBlock(zone: string, year: number): string[] {
  const changes = changesOf(zone, year - 1, year + AHEAD + 1)
  const block = (lines: string[]) => ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...lines, 'END:VTIMEZONE']
  const start = Temporal.PlainDate.from({ year: year - 1, month: 1, day: 1 })
  const first = start.toZonedDateTime(zone)
  const seconds = first.offsetNanoseconds / 1e9
  const constant: Change = { at: start.toPlainDateTime(), from: seconds, to: seconds, name: nameAt(first) }
  if (changes.length === 0) return block(observance(constant, null))
  const groups = [true, false].map((isForward) => changes.filter(({ from, to }) => to > from === isForward))
  const rules = groups.map((group) => (group.length > 0 ? ruleOf(group) : null))
  if (groups.every((group, at) => group.length > 0 && rules[at]))
    return block(groups.flatMap((group, at) => observance(group[0] as Change, rules[at] ?? null)))
  return block([...observance(constant, null), ...changes.flatMap((change) => observance(change, null))])
}
