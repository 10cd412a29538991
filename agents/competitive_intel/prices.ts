import { numberIn } from '@atrium/domain/numbers/reading'
import { columnFor, neededColumn, type Table } from '../kit/table.ts'

export interface Offer {
  line: number
  competitor: string
  plan: string
  currency: string
  /** A month, for as many seats as were asked for; null: not known. */
  monthly: number | null
  /** How it was counted, or why not. */
  how: string
}

const CURRENCIES: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD', '£': 'GBP', '¥': 'JPY' }

/** Months of a period: `month`, `per year`, `quarterly`, `annual`; null when it is none. */
export function monthsOf(said: string): number | null {
  const text = said.toLowerCase()
  if (/year|annual|yr|jahr|annum|p\.a/.test(text)) return 12
  if (/quarter/.test(text)) return 3
  if (/week/.test(text)) return 12 / 52
  return /month|mo\b|monat|mtl/.test(text) ? 1 : null
}

/**
 * What each plan costs a month for so many seats. A price `per seat` is multiplied; one with `included seats` is for so many,
 * and more cost `extra seat` each where the table says it, else the plan is not known for more. Prices on request are not known.
 */
export function offersIn(table: Table, seats: number): { offers: Offer[]; skipped: { line: number; why: string }[] } {
  const who = neededColumn(table, 'competitors', ['competitor', 'vendor', 'company', 'product'])
  const price = neededColumn(table, 'prices', ['price', 'list price', 'amount', 'cost'])
  const find = (...names: string[]) => columnFor(table, names)
  const [plan, currency, period, unit, included, extra] = [
    find('plan', 'tier', 'edition', 'package'),
    find('currency'),
    find('period', 'billing', 'interval', 'per'),
    find('unit', 'model', 'priced'),
    find('included seats', 'seats', 'users', 'included'),
    find('extra seat', 'extra', 'additional seat'),
  ]
  const skipped: { line: number; why: string }[] = []
  const known = new Set<string>()
  const offers = table.rows.flatMap(({ line, fields }): Offer[] => {
    const say = (column: string | undefined) => (column ? (fields[column] ?? '') : '')
    const [competitor, name] = [say(who).slice(0, 80), say(plan).slice(0, 80)]
    const key = `${competitor} ${name} ${say(period)}`.toLowerCase()
    if (competitor === '') {
      skipped.push({ line, why: 'no competitor' })
      return []
    }
    if (known.has(key)) {
      skipped.push({ line, why: 'the same plan as above' })
      return []
    }
    known.add(key)
    const said = say(price)
    const sign = Object.keys(CURRENCIES).find((one) => said.includes(one))
    const code =
      say(currency).toUpperCase().slice(0, 3) ||
      (/\b[A-Z]{3}\b/.exec(said)?.[0] ?? (sign ? CURRENCIES[sign] : '')) ||
      '?'
    const base = { line, competitor, plan: name, currency: code }
    const amount = /^free$/i.test(said) ? 0 : numberIn(said)
    if (amount === null || amount < 0)
      return [{ ...base, monthly: null, how: `price is “${said.slice(0, 60) || 'blank'}”` }]
    const months = monthsOf(say(period)) ?? monthsOf(said)
    if (months === null && amount > 0) return [{ ...base, monthly: null, how: 'the period is not said' }]
    const each = amount / (months ?? 1)
    const perSeat = /seat|user|person|member|head/i.test(`${say(unit)} ${said}`)
    const room = numberIn(say(included))
    const more = numberIn(say(extra))
    if (perSeat)
      return [{ ...base, monthly: each * Math.max(seats, room ?? 0), how: `${Math.max(seats, room ?? 0)} seats` }]
    if (room === null || room >= seats)
      return [{ ...base, monthly: each, how: room === null ? 'a flat price' : `${room} seats included` }]
    if (more === null) return [{ ...base, monthly: null, how: `${room} seats included, more are not priced` }]
    return [
      {
        ...base,
        monthly: each + ((seats - room) * more) / (months ?? 1),
        how: `${room} seats included, ${seats - room} more`,
      },
    ]
  })
  return { offers, skipped }
}
