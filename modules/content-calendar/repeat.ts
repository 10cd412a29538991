/** How something repeats, as a form has it. Anything else is kept as the rule that it is. */
export interface Repeat {
  every: 'never' | 'day' | 'week' | 'month' | 'year' | 'other'
  interval: number
  /** Of a week: MO … SU. */
  days: string[]
  /** Of a month: on the same day, or on the same weekday counted from its beginning or its end. */
  monthly: 'day' | 'weekday' | 'last'
  ends: 'never' | 'on' | 'after'
  until: string
  count: number
  /** The rule, where the form cannot say it. */
  rule: string
}

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const UNITS: Readonly<Record<string, Repeat['every']>> = {
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
}

/** The weekday of a day: `MO`. */
export const codeOf = (day: string): string =>
  WEEKDAYS[(new Date(`${day.slice(0, 10)}T00:00Z`).getUTCDay() + 6) % 7] ?? 'MO'

/** A rule as the form shows it. */
export function repeatOf(rrule: string | null, start: string): Repeat {
  const none: Repeat = {
    every: 'never',
    interval: 1,
    days: [codeOf(start)],
    monthly: 'day',
    ends: 'never',
    until: '',
    count: 10,
    rule: '',
  }
  if (rrule === null) return none
  const parts = new Map(rrule.split(';').map((part) => part.split('=') as [string, string]))
  const other: Repeat = { ...none, every: 'other', rule: rrule }
  const every = UNITS[parts.get('FREQ') ?? '']
  const byDay = parts.get('BYDAY')
  const known = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYDAY', 'BYMONTHDAY']
  if (!every || [...parts.keys()].some((name) => !known.includes(name))) return other
  const until = parts.get('UNTIL')
  const repeat: Repeat = {
    ...none,
    every,
    interval: Number(parts.get('INTERVAL') ?? 1),
    ends: parts.has('COUNT') ? 'after' : until ? 'on' : 'never',
    count: Number(parts.get('COUNT') ?? 10),
    until: until ? `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}` : '',
  }
  if (every === 'week' && byDay) repeat.days = byDay.split(',')
  if (repeat.days.some((day) => !WEEKDAYS.includes(day))) return other
  const byMonthDay = parts.get('BYMONTHDAY')
  if (every === 'month' && byDay) {
    const nth = Math.ceil(Number(start.slice(8, 10)) / 7)
    if (byDay === `-1${codeOf(start)}`) repeat.monthly = 'last'
    else if (byDay === `${nth}${codeOf(start)}`) repeat.monthly = 'weekday'
    else return other
  } else if (byDay && every !== 'week') return other
  if (byMonthDay && (every !== 'month' || Number(byMonthDay) !== Number(start.slice(8, 10)))) return other
  return repeat
}

/** The rule that a form says, null when nothing repeats. The last day stays a day: the server knows the zone. */
export function ruleFrom(repeat: Repeat, start: string): string | null {
  if (repeat.every === 'never') return null
  if (repeat.every === 'other') return repeat.rule
  const frequency = Object.entries(UNITS).find(([, every]) => every === repeat.every)?.[0]
  const nth = Math.ceil(Number(start.slice(8, 10)) / 7)
  const days = WEEKDAYS.filter((day) => repeat.days.includes(day))
  return [
    `FREQ=${frequency}`,
    repeat.interval > 1 && `INTERVAL=${repeat.interval}`,
    repeat.every === 'week' && days.length > 0 && `BYDAY=${days.join(',')}`,
    repeat.every === 'month' &&
      repeat.monthly !== 'day' &&
      `BYDAY=${repeat.monthly === 'last' ? -1 : nth}${codeOf(start)}`,
    repeat.ends === 'after' && `COUNT=${repeat.count}`,
    repeat.ends === 'on' && repeat.until && `UNTIL=${repeat.until.replaceAll('-', '')}`,
  ]
    .filter(Boolean)
    .join(';')
}
