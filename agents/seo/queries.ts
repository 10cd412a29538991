import { numberIn } from '@atrium/domain/numbers/reading'
import { decimalSignIn } from '../kit/decimal-sign.ts'
import { columnFor, neededColumn, type Table } from '../kit/table.ts'

/** What people searched for and how often the site was shown and clicked. */
export interface Query {
  line: number
  query: string
  page: string
  clicks: number
  impressions: number
  /** 0–1 */
  ctr: number
  /** Average; 1 is the top. */
  position: number
  isBrand: boolean
}

/** Rows of a Search Console export. `brand`: words of the own name. Rows without figures and repeated ones are left out. */
export function queriesIn(
  table: Table,
  brand: readonly string[],
): { queries: Query[]; skipped: number[]; hasPages: boolean } {
  const query = neededColumn(table, 'search queries', [
    'top queries',
    'query',
    'queries',
    'search query',
    'keyword',
    'search term',
  ])
  const clicks = neededColumn(table, 'clicks', ['clicks'])
  const impressions = neededColumn(table, 'impressions', ['impressions', 'impr'])
  const position = neededColumn(table, 'position', ['position', 'average position', 'avg position', 'rank'])
  const page = columnFor(table, ['page', 'landing page', 'url', 'address'])
  const sign = decimalSignIn(table, [position])
  const skipped: number[] = []
  const known = new Set<string>()
  const queries = table.rows.flatMap(({ line, fields }): Query[] => {
    const said = (fields[query] ?? '').toLowerCase().slice(0, 200)
    const [shown, at] = [numberIn(fields[impressions] ?? ''), numberIn(fields[position] ?? '', sign)]
    const clicked = numberIn(fields[clicks] ?? '') ?? 0
    const where = page ? (fields[page] ?? '') : ''
    const key = `${said} ${where}`
    if (said === '' || !shown || shown <= 0 || !at || at < 1 || clicked < 0 || clicked > shown || known.has(key)) {
      skipped.push(line)
      return []
    }
    known.add(key)
    const isBrand = brand.some((word) => said.includes(word))
    return [
      {
        line,
        query: said,
        page: where,
        clicks: clicked,
        impressions: shown,
        ctr: clicked / shown,
        position: at,
        isBrand,
      },
    ]
  })
  return { queries, skipped, hasPages: Boolean(page) }
}

export const LAST_PLACE = 20
const FEW = 50 // impressions under which a place says nothing

/**
 * Expected share of clicks by place (index 1 to 20), from the site's own queries without its brand: pooled by place, then
 * made to fall by the pool-adjacent-violators algorithm (isotonic regression weighted by impressions; Barlow et al. 1972).
 * Places with hardly any impressions are null.
 */
export function clickCurve(queries: readonly Query[]): (number | null)[] {
  const pools: { from: number; to: number; clicks: number; impressions: number }[] = []
  for (let place = 1; place <= LAST_PLACE; place++) {
    const of = queries.filter(({ isBrand, position }) => !isBrand && Math.round(position) === place)
    const impressions = of.reduce((sum, one) => sum + one.impressions, 0)
    if (impressions < FEW) continue
    pools.push({ from: place, to: place, clicks: of.reduce((sum, one) => sum + one.clicks, 0), impressions })
    for (let last = pools.length - 1; last > 0; last--) {
      const [upper, lower] = [pools[last - 1], pools[last]]
      if (!upper || !lower || upper.clicks / upper.impressions >= lower.clicks / lower.impressions) break
      pools.splice(last - 1, 2, {
        from: upper.from,
        to: lower.to,
        clicks: upper.clicks + lower.clicks,
        impressions: upper.impressions + lower.impressions,
      })
    }
  }
  return Array.from({ length: LAST_PLACE + 1 }, (_, place) => {
    const pool = pools.find(({ from, to }) => from <= place && place <= to)
    return pool ? pool.clicks / pool.impressions : null
  })
}

/** Clicks that it would have more at a place, by the curve; null where the curve says nothing. */
export function gainAt(query: Query, place: number, curve: readonly (number | null)[]): number | null {
  const expected = curve[place]
  return expected === null || expected === undefined
    ? null
    : Math.max(0, Math.round(query.impressions * expected - query.clicks))
}

/**
 * How far the clicks are below what the curve expects at its place, in standard errors of a binomial share; null where the
 * curve says nothing. Below −2 is seldom chance.
 */
export function shortfall(query: Query, curve: readonly (number | null)[]): number | null {
  const expected = curve[Math.round(query.position)]
  if (!expected || expected >= 1) return null
  return (query.ctr - expected) / Math.sqrt((expected * (1 - expected)) / query.impressions)
}
