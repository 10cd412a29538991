import { readMonth } from '@atrium/domain/dates/written'
import { numberIn } from '@atrium/domain/numbers/reading'
import { countInterval } from '@atrium/domain/statistics/proportions'
import { dayIn } from '../kit/day-reader.ts'
import { decimalSignIn } from '../kit/decimal-sign.ts'
import { columnFor, neededColumn, type Table } from '../kit/table.ts'

/** What a channel did in a month. */
export interface Spent {
  line: number
  /** `2026-02` */
  month: string
  channel: string
  spend: number
  visits: number | null
  leads: number | null
  customers: number
  revenue: number | null
}

/** `2026-02`, `2026-02-14`, `02/2026`, `Feb 2026` as a month; null when it is none. */
export const monthIn = (text: string): string | null => dayIn(text)?.slice(0, 7) ?? readMonth(text)

/** Rows of spending and results. Left out: no month, no channel, no figures, negative ones, the same row twice. */
export function spentIn(table: Table): { rows: Spent[]; skipped: { line: number; why: string }[] } {
  const month = neededColumn(table, 'month', ['month', 'date', 'period'])
  const channel = neededColumn(table, 'channel', ['channel', 'source', 'medium', 'campaign'])
  const spend = neededColumn(table, 'spending', ['spend', 'cost', 'amount spent', 'budget'])
  const customers = neededColumn(table, 'customers won', [
    'customers',
    'new customers',
    'conversions',
    'orders',
    'purchases',
    'sales',
  ])
  const [visits, leads, revenue] = [
    ['clicks', 'visits', 'sessions'],
    ['leads', 'signups', 'sign-ups'],
    ['revenue', 'conversion value', 'income'],
  ].map((names) => columnFor(table, names))
  const sign = decimalSignIn(table, [spend, revenue])
  const skipped: { line: number; why: string }[] = []
  const known = new Set<string>()
  const rows = table.rows.flatMap(({ line, fields }): Spent[] => {
    const when = monthIn(fields[month] ?? '')
    const name = (fields[channel] ?? '').trim()
    const [paid, won] = [numberIn(fields[spend] ?? '', sign), numberIn(fields[customers] ?? '')]
    const whole = JSON.stringify(fields)
    const why = !when
      ? `no month that can be read (“${(fields[month] ?? '').slice(0, 30)}”)`
      : name === ''
        ? 'no channel'
        : paid === null || won === null
          ? 'no figures'
          : paid < 0 || won < 0
            ? 'negative figures'
            : known.has(whole)
              ? 'the same row as above'
              : null
    known.add(whole)
    if (why !== null || !when || paid === null || won === null) {
      skipped.push({ line, why: why ?? '' })
      return []
    }
    const read = (column: string | undefined) => (column ? numberIn(fields[column] ?? '', sign) : null)
    return [
      {
        line,
        month: when,
        channel: name.slice(0, 80),
        spend: paid,
        customers: won,
        visits: read(visits),
        leads: read(leads),
        revenue: read(revenue),
      },
    ]
  })
  return { rows, skipped }
}

export interface Performance {
  channel: string
  spend: number
  customers: number
  visits: number | null
  leads: number | null
  revenue: number | null
  /** Cost of a customer; null without customers. */
  cac: number | null
  /** 95 %, by Garwood's exact limits of the number of customers. High is null without customers. */
  range: [number, number | null]
}

const total = (values: readonly (number | null)[]) =>
  values.every((value) => value === null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

export function performanceOf(rows: readonly Spent[]): Performance[] {
  const names = new Map(rows.toReversed().map(({ channel }) => [channel.toLowerCase(), channel])) // as it is written first
  return [...names]
    .map(([key, channel]) => {
      const own = rows.filter((row) => row.channel.toLowerCase() === key)
      const spend = own.reduce((sum, row) => sum + row.spend, 0)
      const customers = own.reduce((sum, row) => sum + row.customers, 0)
      const [low, high] = countInterval(customers)
      const range: [number, number | null] = [spend / high, low > 0 ? spend / low : null]
      return {
        channel,
        spend,
        customers,
        visits: total(own.map((row) => row.visits)),
        leads: total(own.map((row) => row.leads)),
        revenue: total(own.map((row) => row.revenue)),
        cac: customers > 0 ? spend / customers : null,
        range,
      }
    })
    .sort((a, b) => (a.cac ?? Number.POSITIVE_INFINITY) - (b.cac ?? Number.POSITIVE_INFINITY))
}

export type Judgement = 'grow' | 'keep' | 'mend or cut' | 'not clear' | 'free'

/** Against what a customer leaves: only where the whole interval is on one side. */
export function judged({ cac, range, spend }: Performance, margin: number): Judgement {
  if (spend === 0) return 'free'
  if (range[0] > margin) return 'mend or cut'
  if (range[1] !== null && range[1] < margin * 0.75) return 'grow'
  if (cac !== null && range[1] !== null && range[1] < margin) return 'keep'
  return 'not clear'
}

/** What each customer more has cost from one period to the next: tells more of the next unit of money than the mean. Null when spending or customers did not rise. */
export function marginalCost(before: Performance | undefined, after: Performance): number | null {
  if (!before) return null
  const [money, people] = [after.spend - before.spend, after.customers - before.customers]
  return money > 0 && people > 0 ? money / people : null
}
