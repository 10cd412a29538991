import { addDays } from '@atrium/domain/dates/days'
import { addWorkingDays, workingDayFrom } from '@atrium/domain/dates/working-days'
import { COUNT_PATTERN, countSaid } from '@atrium/domain/numbers/number-words'

/** One step of a plan that is counted from a day. */
export interface PlannedStep {
  line: number
  text: string
  section: string
  owner: string
  /** Days from the day of the event; null when its cell does not say. */
  offset: number | null
  /** Offsets count working days. */
  isWorkdays: boolean
}

const OFFSETS: readonly { pattern: RegExp; days(match: RegExpExecArray): number; isWorkdays?: boolean }[] = [
  { pattern: /\bT\s*([-+−])\s*(\d{1,3})\b/, days: ([, sign, count]) => Number(count) * (sign === '+' ? 1 : -1) },
  {
    pattern: new RegExp(
      `\\b(${COUNT_PATTERN})\\s+(working |business )?(day|week)s?\\s+(before|ahead|prior|after|later)\\b`,
      'i',
    ),
    days: ([, count = '', , unit = '', side = '']) =>
      (countSaid(count) ?? 0) * (unit.toLowerCase() === 'week' ? 7 : 1) * (/after|later/i.test(side) ? 1 : -1),
  },
  { pattern: /\bday\s+(\d{1,3})\b/i, days: ([, count]) => Number(count) - 1 },
  { pattern: /\bweek\s+(\d{1,2})\b/i, days: ([, count]) => (Number(count) - 1) * 7 },
  { pattern: /\bthe day before\b|\bon the eve\b/i, days: () => -1 },
  { pattern: /\bthe day after\b/i, days: () => 1 },
  { pattern: /\bon the day\b|\bsame day\b/i, days: () => 0 },
]

/** `T-3`, `two weeks before`, `day 1`, `5 working days after`, as a cell says it. */
export function offsetIn(text: string): { offset: number | null; isWorkdays: boolean } {
  for (const { pattern, days } of OFFSETS) {
    const found = pattern.exec(text)
    if (found) return { offset: days(found), isWorkdays: /\b(?:working|business) days?\b/i.test(found[0]) }
  }
  return { offset: null, isWorkdays: false }
}

/** The day of a step; moved off weekends towards the safe side. */
export function dayFor(
  { offset, isWorkdays }: Pick<PlannedStep, 'offset' | 'isWorkdays'>,
  event: string,
): string | null {
  if (offset === null) return null
  if (isWorkdays) return addWorkingDays(event, offset)
  const day = addDays(event, offset)
  const later = workingDayFrom(day)
  if (offset >= 0 || later === day) return offset === 0 ? day : later
  return addWorkingDays(later, -1)
}
