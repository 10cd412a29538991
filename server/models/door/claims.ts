import type { Unsupported } from '@atrium/contract/model-door'
import { isoWeekday } from '@atrium/domain/dates/days'
import { WEEKDAYS, weekdayNamed } from '@atrium/domain/dates/names'
import { readDate } from '@atrium/domain/dates/written'
import { writtenMonth } from '@atrium/domain/dates/written-months'
import { folded } from '@atrium/domain/names/folding'
import { scanNumberWords } from '@atrium/domain/numbers/number-words'
import { writtenNumber } from '@atrium/domain/numbers/reading'

/**
 * Something that a text says and that can be right or wrong: a number, a date, an address, a name. `keys` are the forms in which
 * facts would say the same; one of them is enough.
 */
export interface Claim extends Unsupported {
  keys: string[]
}

const ADDRESS =
  /(?:https?:\/\/|www\.)[^\s<>"]+|[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+|(?<![\p{L}\p{N}@])@[\p{L}\p{N}_.]{2,}|(?<![\p{L}\p{N}.@-])[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,24}(?:\/[^\s<>"]*)?(?![\p{L}\p{N}])/gu
const TIME =
  /(?<!\p{Nd})(\d{1,2})(?:[:.h](\d{2}))?\s?([ap])(?:\.m\.|m\b)|(?<![\p{Nd}.:])(\d{1,2}):(\d{2})(?::\d{2})?(?!\p{Nd})/giu
const NUMBER =
  /(?:(?<![\p{L}\p{Nd}])[-\u2212])?\p{Nd}+(?:[.,'’\u066b\u066c]\p{Nd}+|[ \u00a0\u202f]\p{Nd}{3}(?!\p{Nd}))*(?:\s?\p{No})?/gu
const WORD = /\p{L}[\p{L}\p{M}\p{N}]*(?:['’-][\p{L}\p{M}\p{N}]+)*/gu
/** Where a date may begin: a figure or a word, not in the middle of one. */
const BEGINNING = /(?<![\p{L}\p{N}])[\p{L}\p{Nd}]/gu
const YEARLESS =
  /(?<![\p{L}\p{N}])(?:(\d{1,2})(?:st|nd|rd|th|er|\.|º)?\s(?:of |de )?(\p{L}{3,12})|(\p{L}{3,12})\.?\s(\d{1,2})(?:st|nd|rd|th)?)(?![\p{L}\p{N}])/giu
/** Words for small counts are no claims: `one of the`, `three ways`. */
const SMALL = 12
/** A name is not expected where every noun has a capital letter. */
const GERMAN = /(?<!\p{L})(?:der|die|das|und|ist|nicht|ein|eine|mit|für|von|wir|ich|wird)(?!\p{L})/giu

const plainDecimal = (decimal: string): string =>
  decimal.includes('.') ? decimal.replace(/0+$/, '').replace(/\.$/, '') : decimal

/** The address without what changes nothing of where it leads. */
const plainAddress = (address: string): string =>
  address
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[.,;:!?)\]}'"/]+$/, '')

interface Scan {
  text: string
  claims: Claim[]
}

/** Takes what the pattern finds out of the text, with what it claims; the rest keeps its place. */
function take(
  scan: Scan,
  kind: Claim['kind'],
  pattern: RegExp,
  keysOf: (found: RegExpExecArray) => string[] | null,
): void {
  const { text } = scan
  let rest = ''
  let at = 0
  for (const found of text.matchAll(pattern)) {
    const keys = keysOf(found)
    if (!keys) continue
    const end = found.index + found[0].length
    scan.claims.push({ kind, text: found[0], start: found.index, end, keys })
    rest += text.slice(at, found.index) + ' '.repeat(end - found.index)
    at = end
  }
  scan.text = rest + text.slice(at)
}

function takeDates(scan: Scan): void {
  const { text } = scan
  let rest = ''
  let at = 0
  for (const { index } of text.matchAll(BEGINNING)) {
    if (index < at) continue
    const piece = text.slice(index, index + 60)
    const [word] = /^\p{L}+/u.exec(piece) ?? []
    if (word && !writtenMonth(word)) continue // a weekday before a date is a claim of its own
    const days = new Set<string>()
    let length = 0
    for (const order of ['dmy', 'mdy'] as const) {
      const date = readDate(piece, { order, isCompact: true })
      if (!date) continue
      days.add(date.day)
      const read = piece.slice(0, piece.length - date.rest.length).trimEnd()
      // A time behind the date is a claim of its own.
      length = read.length - (/[T ,]{1,3}\d{1,2}:\d{2}.*$/s.exec(read)?.[0].length ?? 0)
    }
    if (days.size === 0 || length <= 0) continue
    scan.claims.push({
      kind: 'date',
      text: text.slice(index, index + length),
      start: index,
      end: index + length,
      keys: [...days].map((day) => `date ${day}`),
    })
    rest += text.slice(at, index) + ' '.repeat(length)
    at = index + length
  }
  scan.text = rest + text.slice(at)
}

const two = (figure: number) => String(figure).padStart(2, '0')

function timeKeys([, hour, minute = '0', half, hours, minutes]: RegExpExecArray): string[] | null {
  if (hour === undefined) return [`time ${two(Number(hours))}:${minutes}`]
  const value = (Number(hour) % 12) + (half?.toLowerCase() === 'p' ? 12 : 0)
  return Number(hour) > 12 ? null : [`time ${two(value)}:${two(Number(minute))}`]
}

function yearlessKeys([, date, word, other, turned]: RegExpExecArray): string[] | null {
  const month = writtenMonth(word ?? other ?? '')
  const day = Number(date ?? turned)
  return month && day >= 1 && day <= 31 ? [`day ${two(month)}-${two(day)}`] : null
}

/** A number in each way in which it may be meant. */
export function numberKeys(written: string): string[] {
  const number = writtenNumber(written)
  if (!number) return [`number ${written.replace(/\s/g, '')}`]
  return [number.point, number.comma].flatMap((decimal) =>
    decimal === null ? [] : [`number ${plainDecimal(decimal)}`],
  )
}

function takeNumberWords(scan: Scan): void {
  for (const { 0: word, index } of scan.text.matchAll(WORD)) {
    if (scan.claims.some(({ kind, start, end }) => kind === 'number' && start <= index && index < end)) continue
    const said = scanNumberWords(scan.text, index)
    if (said?.parts !== 1 || said.end < index + word.length || /\p{L}/u.test(scan.text[said.end] ?? '')) continue
    const text = scan.text.slice(index, said.end)
    scan.claims.push({ kind: 'number', text, start: index, end: said.end, keys: [`number ${said.value}`] })
  }
}

const bare = (word: string) => folded(word.replace(/['’]s$/i, ''))

/** Whether a sentence, a line or a quotation begins here. */
const begins = (text: string, at: number): boolean =>
  /(?:^|[.!?:;…。！？]["'”’)»\]]*\s+|\n\s*(?:[-*•–#>]\s*|\d{1,3}[.)]\s*)?(?:\[[ x]?\]\s*)?|\p{So}\uFE0F?\s*|[“"«(„]\s*)$/u.test(
    text.slice(Math.max(0, at - 16), at),
  )

function takeNames(scan: Scan): void {
  const isGerman = new Set(Array.from(scan.text.matchAll(GERMAN), ([word]) => word.toLowerCase())).size >= 2
  const words = Array.from(scan.text.matchAll(WORD), ({ 0: word, index }) => ({
    word,
    index,
    end: index + word.length,
  }))
  for (const [at, { word, index, end }] of words.entries()) {
    if (!/^\p{Lu}/u.test(word) || /^I(?:['’]\p{L}+)?$/u.test(word)) continue
    if (scan.text[index - 1] === '#' || begins(scan.text, index)) continue
    const before = words[at - 1]
    const follows = before !== undefined && /^\p{Lu}/u.test(before.word) && scan.text.slice(before.end, index) === ' '
    if (isGerman && !follows) continue
    const weekday = weekdayNamed(word)
    const month = writtenMonth(word)
    const keys = [`word ${bare(word)}`]
    if (weekday) keys.push(`weekday ${weekday}`)
    if (month) keys.push(`month ${month}`)
    scan.claims.push({ kind: 'name', text: word, start: index, end, keys })
  }
}

/** What a text claims, in its order. */
export function claimsIn(text: string): Claim[] {
  const scan: Scan = { text, claims: [] }
  take(scan, 'address', ADDRESS, ([address]) => [`address ${plainAddress(address)}`])
  takeDates(scan)
  take(scan, 'date', YEARLESS, yearlessKeys)
  take(scan, 'number', TIME, timeKeys)
  take(scan, 'number', NUMBER, ([written]) => numberKeys(written))
  takeNames(scan)
  takeNumberWords(scan)
  return scan.claims.sort((a, b) => a.start - b.start)
}

/** All that these texts bear, in the forms in which `claimsIn` asks for it. */
export function bornBy(texts: readonly string[]): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const text of texts) {
    for (const claim of claimsIn(text)) {
      for (const key of claim.keys) keys.add(key)
      if (claim.kind === 'date')
        for (const key of claim.keys)
          if (key.startsWith('date ')) for (const more of ofDay(key.slice(5))) keys.add(more)
      if (claim.kind === 'number') for (const key of partsOf(text, claim)) keys.add(key)
    }
    for (const [word] of text.matchAll(WORD)) {
      keys.add(`word ${bare(word)}`)
      for (const part of word.split(/[-'’]/)) keys.add(`word ${bare(part)}`)
    }
  }
  return keys
}

/** What a date says besides. */
const ofDay = (day: string): string[] => [
  `day ${day.slice(5)}`,
  `month ${Number(day.slice(5, 7))}`,
  `number ${Number(day.slice(0, 4))}`,
  `weekday ${isoWeekday(day)}`,
  `word ${WEEKDAYS[isoWeekday(day) - 1]?.toLowerCase()}`,
]

/** A minus behind, brackets of accounts, and figures that only a blank parts are also read in their other way. */
function partsOf(text: string, { text: written, start, end }: Claim): string[] {
  const keys: string[] = []
  if (/\p{Nd}[ \u00a0\u202f]\p{Nd}/u.test(written))
    for (const part of written.split(/\s/)) keys.push(...numberKeys(part))
  const isBracketed = text[start - 1] === '(' && text[end] === ')'
  if (isBracketed || /^-(?![\p{L}\p{N}])/u.test(text.slice(end, end + 2))) keys.push(...numberKeys(`-${written}`))
  return keys
}

/** Where the text says what none of these texts bears. */
export function unsupportedIn(text: string, borne: ReadonlySet<string>): Unsupported[] {
  return claimsIn(text).flatMap(({ keys, kind, ...claim }) => {
    if (keys.some((key) => borne.has(key))) return []
    // A count in words is a manner of speaking up to a dozen.
    if (kind === 'number' && /^\p{L}/u.test(claim.text) && Number(keys[0]?.slice(7)) <= SMALL) return []
    return [{ kind, ...claim }]
  })
}
