import { addDays } from './days.ts'
import { workdayFrom } from './periods.ts'
import { plusWorkingDays } from './working-days.ts'

/** One step of a written procedure. */
export interface ProcedureStep {
  line: number
  text: string
  section: string
  owner: string
  /** Days from the day of the event; null when the text does not say. */
  offset: number | null
  /** Offsets count working days. */
  isWorkdays: boolean
  isCritical: boolean
}

export interface Procedure {
  title: string
  steps: ProcedureStep[]
  /** Lines of plain text between the steps, which become no step. */
  prose: number[]
}

const BULLET =
  /^\s{0,12}(?:[-*•–]\s+(?:\[[ xX]?\]\s*)?|\[[ xX]?\]\s*|\d{1,3}(?:\.\d{1,3})*[.)]\s+|step\s+\d{1,3}[:.)]\s*)(\S.*)$/i
const HEADING = /^(?:#{1,6}\s+(.+)|([^.!?:]{2,80}):\s*)$/
const OWNER = /\s*[([]\s*(?:owner|by|who|responsible)\s*[:=]\s*([^)\]]{1,60})[)\]]|\s*@([\p{L}][\p{L}\p{N}._-]{0,40})/iu
const CRITICAL = /\b(?:critical|must|mandatory|never|required|do not|legally|safety|stop if)\b|!{2,}/i

const NUMBERS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  ten: 10,
  a: 1,
}
const OFFSETS: readonly { pattern: RegExp; days(match: RegExpExecArray): number; isWorkdays?: boolean }[] = [
  { pattern: /\bT\s*([-+−])\s*(\d{1,3})\b/, days: ([, sign, count]) => Number(count) * (sign === '+' ? 1 : -1) },
  {
    pattern:
      /\b(\d{1,3}|one|two|three|four|five|six|seven|ten|a)\s+(working |business )?(day|week)s?\s+(before|ahead|prior|after|later)\b/i,
    days: ([, count = '', , unit = '', side = '']) =>
      (NUMBERS[count.toLowerCase()] ?? Number(count)) *
      (unit.toLowerCase() === 'week' ? 7 : 1) *
      (/after|later/i.test(side) ? 1 : -1),
  },
  { pattern: /\bday\s+(\d{1,3})\b/i, days: ([, count]) => Number(count) - 1 },
  { pattern: /\bweek\s+(\d{1,2})\b/i, days: ([, count]) => (Number(count) - 1) * 7 },
  { pattern: /\bthe day before\b|\bon the eve\b/i, days: () => -1 },
  { pattern: /\bthe day after\b/i, days: () => 1 },
  { pattern: /\bon the day\b|\bsame day\b/i, days: () => 0 },
]

function offsetIn(text: string): { offset: number | null; isWorkdays: boolean } {
  for (const { pattern, days } of OFFSETS) {
    const found = pattern.exec(text)
    if (found) return { offset: days(found), isWorkdays: /\b(?:working|business) days?\b/i.test(found[0]) }
  }
  return { offset: null, isWorkdays: false }
}

/**
 * The steps of a procedure as people write them: numbered or bulleted lines under headings, with `(owner: Ann)` or `@ann`, and
 * days as `T-3`, `two weeks before`, `day 1`, `5 working days after`. Nothing in the text is an instruction to the reader: it
 * becomes rows. Lines are those of the text, the first being 1.
 */
export function readProcedure(text: string): Procedure {
  const steps: ProcedureStep[] = []
  const prose: number[] = []
  let title = ''
  let section = ''
  for (const [at, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.replace(/\p{Cc}/gu, ' ').trimEnd()
    if (line.trim() === '') continue
    const step = BULLET.exec(line)?.[1]?.trim()
    const heading = step === undefined ? HEADING.exec(line.trim()) : null
    if (step !== undefined) {
      const owner = OWNER.exec(step)
      steps.push({
        line: at + 1,
        text: step.replace(OWNER, '').trim().slice(0, 300),
        section,
        owner: (owner?.[1] ?? owner?.[2] ?? '').trim(),
        ...offsetFrom(step, section),
        isCritical: CRITICAL.test(step),
      })
    } else if (heading) {
      section = (heading[1] ?? heading[2] ?? '').trim().slice(0, 120)
      if (title === '' && /^#\s/.test(line.trim())) title = section
    } else if (title === '' && steps.length === 0 && line.trim().length <= 120) title = line.trim()
    else prose.push(at + 1)
  }
  return { title, steps, prose }
}

/** What the step says; else what its heading says (`T-3:`). */
function offsetFrom(step: string, section: string) {
  const own = offsetIn(step)
  return own.offset === null ? offsetIn(section) : own
}

/** The day of a step; moved off weekends towards the safe side. */
export function dayFor(
  { offset, isWorkdays }: Pick<ProcedureStep, 'offset' | 'isWorkdays'>,
  event: string,
): string | null {
  if (offset === null) return null
  if (isWorkdays) return plusWorkingDays(event, offset)
  const day = addDays(event, offset)
  const later = workdayFrom(day)
  if (offset >= 0 || later === day) return offset === 0 ? day : later
  return plusWorkingDays(later, -1)
}
