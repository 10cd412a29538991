import type { Day } from '@atrium/domain/dates/days'
import { minorDigits } from '@atrium/domain/money/minor-units'
import type { Rate } from './records.ts'

/** What one unit of a currency was worth in another, and the day of the oldest of the rates that say so. */
export interface Found {
  rate: number
  date: Day
}

export type RatesBy = (from: string, to: string, day: Day) => Found | null

/** Digits that are kept of a rate: those that banks write, with some to spare. */
const DIGITS = 12
const rounded = (rate: number) => Number(rate.toPrecision(DIGITS))

type Known = Pick<Rate, 'from' | 'to' | 'date' | 'rate'> & Partial<Pick<Rate, 'isFetched'>>
type Way = Found & { isFetched: boolean }

/** The better one comes first: the newer, and of one day what a person has written down. */
const better = (a: Way, b: Way) => b.date.localeCompare(a.date) || Number(a.isFetched) - Number(b.isFetched)

/**
 * Finds the rate of a day: the newest that was known by then, as it stands, turned round, or by way of a third currency that both
 * have a rate with (the European Central Bank gives all in euros). Of one day a rate of the two themselves goes before one by way of
 * a third. Never one of a later day: null where none was known.
 */
export function ratesBy(rates: readonly Known[]): RatesBy {
  const known = new Map<string, Map<string, Way[]>>()
  const add = (from: string, to: string, way: Way) => {
    const others = known.get(from) ?? new Map<string, Way[]>()
    known.set(from, others)
    const ways = others.get(to) ?? []
    others.set(to, ways)
    ways.push(way)
  }
  for (const { from, to, rate, date, isFetched = false } of rates) {
    add(from, to, { rate, date, isFetched })
    add(to, from, { rate: rounded(1 / rate), date, isFetched })
  }
  for (const others of known.values()) for (const ways of others.values()) ways.sort(better)
  const direct = (from: string, to: string, day: Day) =>
    known
      .get(from)
      ?.get(to)
      ?.find(({ date }) => date <= day)
  return (from, to, day) => {
    if (from === to) return { rate: 1, date: day }
    const own = direct(from, to, day)
    const crossed = [...(known.get(from)?.keys() ?? [])].flatMap((by): Way[] => {
      const [first, second] = [direct(from, by, day), direct(by, to, day)]
      if (!first || !second) return []
      return [
        {
          rate: rounded(first.rate * second.rate),
          date: first.date < second.date ? first.date : second.date,
          isFetched: first.isFetched || second.isFetched,
        },
      ]
    })
    const [best] = [...(own ? [own] : []), ...crossed].sort(better)
    return best ? { rate: best.rate, date: best.date } : null
  }
}

/** Minor units of one currency in those of another, rounded to the nearest. */
export const converted = (minor: number, from: string, to: string, rate: number): number =>
  Math.round(minor * rate * 10 ** (minorDigits(to) - minorDigits(from)))

export interface FetchedRate {
  currency: string
  date: Day
  /** What one euro is worth. */
  rate: number
}

const TAG = /<(?:[\w-]+:)?Cube\s+([^<>]{1,200})>/g
const ATTRIBUTE = /(\w+)\s*=\s*["']([^"']*)["']/g
/** Rates of one file: the bank's own has 30, that of ninety days 3,000. */
const MOST = 10_000

/**
 * The rates in the European Central Bank's XML: `<Cube time='2026-11-27'><Cube currency='USD' rate='1.0876'/>…`, of one day or several.
 * ecb.europa.eu, "Euro foreign exchange reference rates", "Developers' corner".
 */
export function* ratesIn(xml: string): Generator<FetchedRate> {
  let date = ''
  let count = 0
  for (const [, attributes = ''] of xml.matchAll(TAG)) {
    const said = new Map([...attributes.matchAll(ATTRIBUTE)].map(([, name, value]) => [name, value]))
    const time = said.get('time')
    if (time !== undefined) date = /^\d{4}-\d\d-\d\d$/.test(time) ? time : ''
    const [currency = '', rate] = [said.get('currency'), Number(said.get('rate'))]
    if (date === '' || !/^[A-Z]{3}$/.test(currency) || !(rate > 0 && Number.isFinite(rate))) continue
    if (++count > MOST) return
    yield { currency, date, rate }
  }
}
