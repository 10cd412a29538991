// Lists as people type them: a line each, or one line with commas.
import { type DecimalSign, decimalOf, decimalSignOf, isAmbiguous, writtenNumber } from '../numbers/reading.ts'
import { charactersOf, linesOf } from './counts.ts'

export interface Items {
  items: string[]
  /** What stood between them: a line end, or a comma and a blank. */
  joint: string
}

const SEPARATORS: readonly [RegExp, string][] = [
  [/;/, '; '],
  [/[、]/, '、'],
  [/[，]/, '，'],
  [/[،]/, '، '],
  [/,(?!\d)|(?<!\d),/, ', '],
  [/,/, ', '],
]

const filled = (parts: readonly string[]) => parts.map((part) => part.trim()).filter((part) => part !== '')

/** “And” before the last of a list. */
const AND = /^(?:and|or|y|o|e|ou|et|und|oder|en|i|lub|ve|и|dan|&)\s+(?=\S)/iu
const TWO = /^(\S+(?:\s\S+)?)\s(?:and|or|y|e|et|ou|und|oder|en|i|ve|и|dan|&)\s(\S+(?:\s\S+)?)$/iu

/** “Pear, fig and apple” has three. */
function withLast(items: string[]): string[] {
  const last = items.at(-1)
  if (last === undefined || items.length < 2) return items
  const two = AND.test(last) ? [last.replace(AND, '')] : TWO.exec(last.slice(0, 200))?.slice(1)
  return two ? [...items.slice(0, -1), ...two] : items
}

/** The parts of one line, by the sign that parts it. */
export function partsOf(line: string): Items {
  for (const [sign, joint] of SEPARATORS) {
    if (!sign.test(line)) continue
    return { items: withLast(filled(line.split(new RegExp(sign, 'g')))), joint }
  }
  const words = filled(line.split(/\s+/))
  return words.length > 1 ? { items: words, joint: ' ' } : { items: words, joint: '\n' }
}

/** The lines with something on them; of a single line its parts. */
export function itemsOf(text: string): Items {
  const lines = linesOf(text)
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== '')
  return lines.length === 1 ? partsOf(lines[0] as string) : { items: lines, joint: '\n' }
}

const MARK = /^\s*(?:[-*•–◦▪]|\d{1,5}[.)])\s+/

/** A line without the bullet or the number that it began with. */
export const unmarked = (line: string): string => line.slice(0, 200).replace(MARK, '') + line.slice(200)

export type Order = 'words' | 'numbers' | 'length'

const NUMBER = /[-+\u2212]?\p{Nd}[\p{Nd}.,'’\u00a0\u202f]{0,40}/u

/** The first number of each item in one notation; null where it has none. */
function numbersOf(items: readonly string[], usual: DecimalSign): (number | null)[] {
  const texts = items.map((item) => NUMBER.exec(item.slice(0, 1_000))?.[0].replace(/[.,'’]+$/, '') ?? '')
  const sign = decimalSignOf(texts.filter((text) => text !== '')) ?? usual
  return texts.map((text) => {
    const number = text === '' ? null : writtenNumber(text)
    const decimal = number && decimalOf(number, isAmbiguous(number) ? sign : undefined)
    return decimal === null ? null : Number(decimal)
  })
}

/** Whether nothing but a number stands in it, with a sign of a currency or a per cent sign. */
const isNumber = (item: string) =>
  /^\s*[-+\u2212]?[\p{Sc}]?\s?\p{Nd}[\p{Nd}.,'’]{0,40}\s?[%\p{Sc}]?\s*$/u.test(item.slice(0, 100))

export interface Sorting {
  by: Order
  language: string
  isDescending?: boolean
  /** The decimal sign where the numbers do not show theirs. */
  decimal?: DecimalSign
}

/** Items in order, those that are equal as they stood. Where all are numbers, words are sorted as numbers. */
export function sortItems(
  items: readonly string[],
  { by, language, isDescending = false, decimal = '.' }: Sorting,
): string[] {
  const way = isDescending ? -1 : 1
  if (by === 'length') {
    const lengths = new Map(items.map((item) => [item, charactersOf(item.trim()).length]))
    return [...items].sort((a, b) => way * ((lengths.get(a) as number) - (lengths.get(b) as number)))
  }
  if (by === 'numbers' || items.every(isNumber)) {
    const numbers = numbersOf(items, decimal)
    const places = items.map((_, place) => place)
    places.sort((a, b) => {
      const [one, other] = [numbers[a] ?? null, numbers[b] ?? null]
      if (one === null || other === null) return one === other ? a - b : one === null ? 1 : -1
      return way * (one - other) || a - b
    })
    return places.map((place) => items[place] as string)
  }
  // The collator that knows numbers is several times slower.
  const collator = new Intl.Collator(language, { numeric: items.some((item) => /\d/.test(item)) })
  return [...items].sort((a, b) => way * collator.compare(a, b))
}

/** Each item once, where it stood first. */
export function dedupeItems(items: readonly string[]): string[] {
  const seen = new Set<string>()
  return items.filter((item) => {
    const key = item.trim()
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
