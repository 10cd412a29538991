import { type Day, dayOf } from '../days.ts'

export type DateOrder = 'dmy' | 'mdy' | 'ymd'

/** `26` is 2026, `94` is 1994: two digits mean the hundred years that end 20 years after this one. */
function yearOf(text: string, thisYear: number): number {
  const year = Number(text)
  if (text.length > 2) return year
  const century = thisYear - (thisYear % 100)
  return century + year > thisYear + 20 ? century + year - 100 : century + year
}

const MONTHS: readonly RegExp[] = [
  /^(jan|ene|gen|jän)/,
  /^(feb|fév|fev)/,
  /^(mar|mär|mrz|maa|mrt)/,
  /^(apr|avr|abr)/,
  /^(may|mai|mag|mei|maj)/,
  /^(jun|juin|giu)/,
  /^(jul|juil|lug)/,
  /^(aug|aoû|aou|ago)/,
  /^(sep|set)/,
  /^(oct|okt|ott|out)/,
  /^(nov)/,
  /^(dec|déc|dez|dic)/,
]

/** Characters of a date with whatever stands behind it; more would only be searched in vain. */
const LONGEST = 100

interface Parts {
  parts: [string, string, string]
  /** Written with a Quicken apostrophe before the year, which is American. */
  isQuicken: boolean
}

function partsOf(text: string): Parts | null {
  const quicken = /^\s*(\d{1,2})\s*[/.-]\s*(\d{1,2})\s*'\s*(\d{1,4})\s*$/.exec(text)
  if (quicken)
    return { parts: [quicken[1] ?? '', quicken[2] ?? '', (quicken[3] ?? '').padStart(2, '0')], isQuicken: true }
  const plain = /^\s*(\d{1,4})\s*[/.\-\s年]\s*(\d{1,2})\s*[/.\-\s月]\s*(\d{1,4})日?(?:[T\s,].*)?$/.exec(text)
  return plain ? { parts: [plain[1] ?? '', plain[2] ?? '', plain[3] ?? ''], isQuicken: false } : null
}

/**
 * A date as banks and programs write it: `2026-01-15`, `20260115`, `15.1.26`, `1/15/2026`, `1/15'26` and `1/ 5' 6`
 * (Quicken), `15 Jan 2026`, `Jan 15, 2026`. `order` is that of its numbers, where a year of four digits does not say it.
 */
export function readDate(said: string, order: DateOrder, thisYear: number): Day | null {
  const text = said.trim().slice(0, LONGEST)
  const compact = /^\s*(\d{4})(\d\d)(\d\d)(?:[T\s\d].*)?$/.exec(text)
  if (compact) {
    const day = dayOf(Number(compact[1]), Number(compact[2]), Number(compact[3]))
    if (day) return day
  }
  const found = partsOf(text)
  if (found) {
    const { parts } = found
    const [a, b, c] = parts
    if (a.length === 4) return dayOf(Number(a), Number(b), Number(c))
    if (order === 'ymd' && c.length <= 2) return dayOf(yearOf(a, thisYear), Number(b), Number(c))
    const year = yearOf(c, thisYear)
    return order === 'mdy' ? dayOf(year, Number(a), Number(b)) : dayOf(year, Number(b), Number(a))
  }
  const worded =
    /^\s*(\d{1,2})[.\s-]+(\p{L}{3,})\.?[\s,-]+(\d{2,4})\b/u.exec(text) ??
    /^\s*(\p{L}{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b/u.exec(text)
  if (!worded) return null
  const [, first = '', second = '', year = ''] = worded
  const [day, name] = /^\d/.test(first) ? [first, second] : [second, first]
  const month = MONTHS.findIndex((pattern) => pattern.test(name.toLowerCase()))
  return month < 0 ? null : dayOf(yearOf(year, thisYear), month + 1, Number(day))
}

/** The order that all these dates can be read in. undefined when they leave it open, as `03/04/2026` does. */
export function orderOf(texts: Iterable<string>): DateOrder | undefined {
  let isDmy = true
  let isMdy = true
  let isYmd = true
  let seen = 0
  for (const text of texts) {
    const found = partsOf(text.trim().slice(0, LONGEST))
    if (!found) continue
    const [a, b, c] = found.parts
    if (a.length === 4) continue
    seen += 1
    if (found.isQuicken) isYmd = false
    if (Number(a) > 12) isMdy = false
    if (Number(b) > 12) isDmy = isYmd = false
    if (Number(a) > 31) isDmy = isMdy = false
    if (Number(c) > 31) isYmd = false
  }
  if (seen === 0) return 'ymd'
  const left = (
    [
      ['dmy', isDmy],
      ['mdy', isMdy],
      ['ymd', isYmd],
    ] as const
  ).filter(([, can]) => can)
  if (left.length === 1) return left[0]?.[0]
  // A year of two digits in front is rare: it counts only when nothing else is left.
  const [only, ...more] = left.filter(([order]) => order !== 'ymd')
  return only && more.length === 0 ? only[0] : undefined
}

/** Where dates leave it open: America writes the month first, nearly everybody else the day. */
export const usualOrder = (timeZone: string): DateOrder =>
  /^(America\/(New_York|Chicago|Denver|Los_Angeles|Phoenix|Detroit|Anchorage|Boise|Indiana|Kentucky|North_Dakota)|US\/|Pacific\/Honolulu)/.test(
    timeZone,
  )
    ? 'mdy'
    : 'dmy'
