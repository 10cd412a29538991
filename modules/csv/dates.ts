/** Which comes first in 03/04/2026. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd'

export interface ReadDate {
  /** 2026-04-03 or 2026-04-03T10:15:00 */
  iso: string
  /** ms since 1970, as if it were in UTC */
  time: number
  hasTime: boolean
}

const TIME = String.raw`(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([ap]\.?m\.?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?`
const ISO = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}$`, 'i')
const PARTS = new RegExp(String.raw`^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})${TIME}$`, 'i')
const DAY_MONTH = new RegExp(
  String.raw`^(?:[a-z]{3,9}\.?,? )?(\d{1,2})(?:st|nd|rd|th|\.)?[- ]([a-zäéû]{3,9})\.?[-, ]+(\d{4}|\d{2})${TIME}$`,
  'i',
)
const MONTH_DAY = new RegExp(
  String.raw`^(?:[a-z]{3,9}\.?,? )?([a-zäéû]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})${TIME}$`,
  'i',
)
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const FURTHER: Record<string, number> = { mär: 3, mrz: 3, mai: 5, okt: 10, dez: 12, fév: 2, avr: 4, aoû: 8, déc: 12 }

const two = (value: number) => String(value).padStart(2, '0')

function dateOf(year: number, month: number, day: number, time: readonly (string | undefined)[]): ReadDate | null {
  const [hour, minute, second, fraction, half, zone] = time
  const at = new Date(Date.UTC(year, month - 1, day))
  if (at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day || month < 1 || year < 1) return null
  const days = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
  if (hour === undefined) return { iso: days, time: at.getTime(), hasTime: false }
  let hours = Number(hour)
  if (half) {
    if (hours < 1 || hours > 12) return null
    hours = (hours % 12) + (/^p/i.test(half) ? 12 : 0)
  }
  if (hours > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return null
  const ms = Number((fraction ?? '').slice(0, 3).padEnd(3, '0'))
  let moment = at.getTime() + ((hours * 60 + Number(minute)) * 60 + Number(second ?? 0)) * 1000 + ms
  if (zone && /\d/.test(zone)) {
    const away = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))
    moment -= (zone[0] === '-' ? -away : away) * 60_000
  }
  const iso = new Date(moment).toISOString()
  return { iso: iso.endsWith('.000Z') ? iso.slice(0, 19) : iso.slice(0, 23), time: moment, hasTime: true }
}

const fullYear = (text: string) => (text.length === 4 ? Number(text) : Number(text) + (Number(text) < 70 ? 2000 : 1900))
const monthOf = (word: string) => {
  const begun = word.toLowerCase().slice(0, 3)
  return MONTHS.indexOf(begun) + 1 || FURTHER[begun] || 0
}

const isDigit = (code: number) => code >= 48 && code <= 57

/** No date is shorter than 1/1/26; it begins with a digit or a word and ends in a digit or a mark of its time. Most cells end here. */
function mayBeDate(cell: string): boolean {
  const { length } = cell
  if (length < 6 || length > 60) return false
  const first = cell.charCodeAt(0)
  if (isDigit(first)) {
    // A sign stands behind at most four digits.
    for (let at = 1; at < 6; at++) if (!isDigit(cell.charCodeAt(at))) return true
    return false
  }
  if (first <= 32) return true
  const isWord = (code: number) => (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code > 191
  return isWord(first) && isWord(cell.charCodeAt(1)) && isWord(cell.charCodeAt(2)) && /\d/.test(cell)
}

/** Reads a date as files and people write them; null when it is none. A time with a zone is told in UTC. */
export function parseDate(cell: string, order: DateOrder = 'dmy'): ReadDate | null {
  if (!mayBeDate(cell)) return null
  const text = cell.trim()
  const iso = ISO.exec(text)
  if (iso) return dateOf(Number(iso[1]), Number(iso[2]), Number(iso[3]), iso.slice(4))
  const parts = PARTS.exec(text)
  if (parts) {
    const [, first, , second, year] = parts as unknown as [string, string, string, string, string]
    const [day, month] = order === 'mdy' ? [Number(second), Number(first)] : [Number(first), Number(second)]
    return dateOf(fullYear(year), month, day, parts.slice(5))
  }
  const words = DAY_MONTH.exec(text)
  if (words) return dateOf(fullYear(words[3] as string), monthOf(words[2] as string), Number(words[1]), words.slice(4))
  const turned = MONTH_DAY.exec(text)
  if (turned) return dateOf(Number(turned[3]), monthOf(turned[1] as string), Number(turned[2]), turned.slice(4))
  return null
}

/** What a cell tells about the order of its column: 31/01/2026 can only have the day first. */
export function orderTold(cell: string): DateOrder | null {
  if (!isDigit(cell.charCodeAt(0)) && cell.charCodeAt(0) > 32) return null
  const parts = PARTS.exec(cell.trim())
  if (!parts) return null
  if (Number(parts[1]) > 12) return 'dmy'
  if (Number(parts[3]) > 12) return 'mdy'
  return null
}

/** The time zones of those who write the month first. */
export const orderFor = (timeZone: string): DateOrder =>
  /^(America\/(New_York|Detroit|Chicago|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Indiana|Kentucky|North_Dakota|Menominee)|US\/|Pacific\/Honolulu)/.test(
    timeZone,
  )
    ? 'mdy'
    : 'dmy'
