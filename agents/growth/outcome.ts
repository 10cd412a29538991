import { numberIn } from '@atrium/domain/numbers/reading'
import {
  type Count,
  chiSquareTail,
  differenceInterval,
  holm,
  rateOf,
  smallestRise,
  twoProportions,
  wilson,
} from '@atrium/domain/statistics/proportions'
import { dayIn } from '../kit/day-reader.ts'
import { columnFor, neededColumn, type Table } from '../kit/table.ts'

export interface Variant extends Count {
  name: string
  revenue: number | null
  /** Rows of the file that make it up. */
  rows: number
}

/** Visitors and conversions by variant, rows of several days added up. Left out: rows without figures, or with more conversions than visitors. */
export function variantsIn(table: Table): {
  variants: Variant[]
  skipped: { line: number; why: string }[]
  days: string[]
} {
  const name = neededColumn(table, 'variants', ['variant', 'group', 'version', 'variation', 'arm'])
  const of = neededColumn(table, 'people who took part', [
    'visitors',
    'users',
    'sessions',
    'people',
    'recipients',
    'delivered',
    'sample',
  ])
  const hits = neededColumn(table, 'people who did it', [
    'conversions',
    'converted',
    'orders',
    'signups',
    'sign-ups',
    'successes',
    'clicks',
  ])
  const revenue = columnFor(table, ['revenue', 'value', 'sales'])
  const date = columnFor(table, ['date', 'day'])
  const variants = new Map<string, Variant>()
  const skipped: { line: number; why: string }[] = []
  const days = new Set<string>()
  const known = new Set<string>()
  for (const { line, fields } of table.rows) {
    const key = (fields[name] ?? '').trim().slice(0, 80)
    const [people, did] = [numberIn(fields[of] ?? ''), numberIn(fields[hits] ?? '')]
    const day = date ? dayIn(fields[date] ?? '') : null
    const whole = JSON.stringify(fields)
    const why =
      key === ''
        ? 'no variant'
        : people === null || did === null
          ? 'no figures'
          : people < 0 || did < 0 || !Number.isInteger(people) || !Number.isInteger(did)
            ? 'no whole numbers'
            : did > people
              ? 'more conversions than people'
              : date && !day
                ? 'no date that can be read'
                : date && known.has(whole)
                  ? 'the same row as above'
                  : null
    if (why !== null || people === null || did === null) {
      skipped.push({ line, why: why ?? 'no figures' })
      continue
    }
    known.add(whole)
    if (day) days.add(day)
    const one = variants.get(key.toLowerCase()) ?? { name: key, hits: 0, of: 0, revenue: revenue ? 0 : null, rows: 0 }
    one.hits += did
    one.of += people
    one.rows += 1
    if (revenue) one.revenue = (one.revenue ?? 0) + (numberIn(fields[revenue] ?? '') ?? 0)
    variants.set(key.toLowerCase(), one)
  }
  return { variants: [...variants.values()], skipped, days: [...days].sort() }
}

/** Whether the groups' sizes differ by more than chance: Pearson's chi-square against equal shares. Under 0.001 something is wrong (Fabijan et al., KDD 2019). */
export function ratioMismatch(variants: readonly Count[]): number {
  const expected = variants.reduce((sum, { of }) => sum + of, 0) / variants.length
  return chiSquareTail(
    variants.reduce((sum, { of }) => sum + (of - expected) ** 2 / expected, 0),
    variants.length - 1,
  )
}
export const MISMATCH = 0.001

export interface Compared extends Variant {
  rate: number
  interval: [number, number]
  /** Against the control; null of the control itself. */
  difference: {
    value: number
    interval: [number, number]
    lift: number | null
    p: number | null
    adjusted: number | null
  } | null
}

/** Every variant against the control; p adjusted by Holm where there are several. */
export function comparedWith(control: Variant, variants: readonly Variant[]): Compared[] {
  const others = variants.filter((one) => one !== control)
  const tests = others.map((one) => twoProportions(control, one)?.p ?? null)
  const adjusted = holm(tests.map((p) => p ?? 1))
  return variants.map((one) => {
    const at = others.indexOf(one)
    const base = rateOf(control)
    return {
      ...one,
      rate: rateOf(one),
      interval: wilson(one),
      difference:
        at < 0
          ? null
          : {
              value: rateOf(one) - base,
              interval: differenceInterval(control, one),
              lift: base > 0 ? rateOf(one) / base - 1 : null,
              p: tests[at] ?? null,
              adjusted: tests[at] === null ? null : (adjusted[at] ?? null),
            },
    }
  })
}

export type Verdict = 'invalid' | 'go on' | 'roll out' | 'drop' | 'no difference'

/**
 * What follows: nothing when the groups cannot be trusted; go on while fewer took part than were planned; else by the
 * adjusted p at 5 %.
 */
export function verdictOf(
  compared: readonly Compared[],
  mismatch: number,
  planned: number,
): { verdict: Verdict; winner: Compared | null } {
  if (mismatch < MISMATCH) return { verdict: 'invalid', winner: null }
  if (compared.some(({ of }) => of < planned)) return { verdict: 'go on', winner: null }
  const clear = compared.filter(({ difference }) => difference !== null && (difference.adjusted ?? 1) < 0.05)
  const better = clear.filter(({ difference }) => (difference?.value ?? 0) > 0).sort((a, b) => b.rate - a.rate)
  if (better[0]) return { verdict: 'roll out', winner: better[0] }
  const others = compared.filter(({ difference }) => difference !== null)
  return { verdict: clear.length === others.length && clear.length > 0 ? 'drop' : 'no difference', winner: null }
}

/** What this test could have seen at all: the smallest rise with a chance of 80 %. */
export const visibleRise = (control: Count, variants: readonly Count[]): number | null =>
  smallestRise(rateOf(control), Math.min(...variants.map(({ of }) => of)))
