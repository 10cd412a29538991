import { AppError } from '@atrium/contract/errors'
import { numberIn } from '@atrium/domain/numbers/reading'
import { columnFor, type Table } from '../kit/table.ts'

/** What a cell says. A blank is not known, never a no. */
export type Has = 'yes' | 'part' | 'no' | 'unknown'

const YES = /^(?:y|yes|true|x|✓|✔|✅|☑|included|full|ja|oui|sí|1|available|unlimited)$/i
const NO = /^(?:n|no|false|✗|✘|❌|none|not available|nein|non|0|missing|never)$/i
const UNKNOWN = /^(?:|\?+|unknown|n\/?a|tbd|to check|not known|-|–|—)$/i

/**
 * `yes`, `✓`, words of a full offer and figures (`120`, `99.9 %`); `no`, `✗`, `0`; blanks and question marks are unknown;
 * everything else is there in part, as it says.
 */
export function hasIn(cell: string): Has {
  const said = cell.trim()
  if (UNKNOWN.test(said)) return 'unknown'
  if (YES.test(said) || /^[1-9][\d.,]*\s?%?$/.test(said)) return 'yes'
  return NO.test(said) ? 'no' : 'part'
}

export interface Feature {
  line: number
  name: string
  group: string
  /** How much it matters to buyers; 1 where the table does not say. */
  weight: number
  /** By competitor. */
  cells: Readonly<Record<string, { said: string; has: Has }>>
}

export interface Matrix {
  competitors: string[]
  us: string
  features: Feature[]
  skipped: { line: number; why: string }[]
  hasWeights: boolean
}

const COMPETITORS_MAX = 20
const sameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/**
 * A table of features: one row a feature with a column for each product, or long (`competitor`, `feature`, `value`). Throws
 * `bad_request` when the own product is not in it.
 */
export function matrixIn(table: Table, us: string): Matrix {
  const feature =
    columnFor(table, ['feature', 'capability', 'criterion', 'requirement', 'function']) ?? table.columns[0] ?? ''
  const find = (...names: string[]) => columnFor(table, names)
  const [group, weight, product] = [
    find('group', 'category', 'area'),
    find('weight', 'importance', 'priority'),
    find('competitor', 'product', 'vendor', 'company'),
  ]
  const value = find('value', 'has', 'support', 'status', 'rating')
  const isLong = product !== undefined && value !== undefined
  const columns = isLong
    ? []
    : table.columns.filter(
        (column) =>
          ![feature, group, weight].includes(column) && !/^(?:notes?|comments?|source|link|date)$/i.test(column),
      )
  const skipped: Matrix['skipped'] = []
  const features: (Omit<Feature, 'cells'> & { cells: Record<string, { said: string; has: Has }> })[] = []
  const competitors: string[] = [...columns]
  for (const { line, fields } of table.rows) {
    const name = (fields[feature] ?? '').slice(0, 200)
    if (name === '') {
      skipped.push({ line, why: 'no feature' })
      continue
    }
    let own = features.find((one) => sameName(one.name, name))
    if (own && !isLong) {
      skipped.push({ line, why: `the same feature as line ${own.line}` })
      continue
    }
    if (!own) {
      const heavy = weight ? numberIn(fields[weight] ?? '') : null
      own = {
        line,
        name,
        group: (group && fields[group]) || '',
        weight: heavy !== null && heavy > 0 ? heavy : 1,
        cells: {},
      }
      features.push(own)
    }
    const add = (who: string, said: string) => {
      own.cells[who] = { said: said.slice(0, 200), has: hasIn(said) }
    }
    if (!isLong) for (const who of columns) add(who, fields[who] ?? '')
    else {
      const said = (fields[product] ?? '').slice(0, 80)
      if (said === '') skipped.push({ line, why: 'no competitor' })
      else {
        const who = competitors.find((one) => sameName(one, said)) ?? said
        if (!competitors.includes(who)) competitors.push(who)
        if (own.cells[who]) skipped.push({ line, why: `said twice of ${who}` })
        else add(who, fields[value] ?? '')
      }
    }
  }
  const ours = competitors.find((one) => sameName(one, us))
  if (!ours)
    throw new AppError(
      'bad_request',
      `“${table.name}” has no column or row for “${us}”. There are: ${competitors.slice(0, 20).join(', ') || 'none'}. Say in the task what you are called.`,
    )
  if (competitors.length < 2 || competitors.length > COMPETITORS_MAX)
    throw new AppError(
      'bad_request',
      `“${table.name}” has ${competitors.length} products. Give 2 to ${COMPETITORS_MAX}, yourselves among them.`,
    )
  for (const one of features) for (const who of competitors) one.cells[who] ??= { said: '', has: 'unknown' }
  return { competitors, us: ours, features, skipped, hasWeights: weight !== undefined }
}

const POINTS: Readonly<Record<Has, number>> = { yes: 1, part: 0.5, no: 0, unknown: 0 }

/** Weighted share of what is known that a product has (a part counts half), and the share of the weight that is known at all. */
export function coverageOf(features: readonly Feature[], who: string): { covered: number | null; known: number } {
  const all = features.reduce((sum, { weight }) => sum + weight, 0)
  const known = features.filter(({ cells }) => cells[who]?.has !== 'unknown')
  const weight = known.reduce((sum, one) => sum + one.weight, 0)
  const points = known.reduce((sum, one) => sum + one.weight * POINTS[one.cells[who]?.has ?? 'unknown'], 0)
  return { covered: weight > 0 ? points / weight : null, known: all > 0 ? weight / all : 0 }
}

export type Place = 'advantage' | 'gap' | 'parity' | 'open' | 'nobody'

/**
 * Where we stand in a feature: a gap when we have less than at least half of those that are known; an advantage when more
 * than every one of them; open when our own cell, or all others, are not known.
 */
export function placeOf({ cells }: Pick<Feature, 'cells'>, us: string): { place: Place; have: number; known: number } {
  const own = cells[us]?.has ?? 'unknown'
  const others = Object.entries(cells).filter(([who, { has }]) => who !== us && has !== 'unknown')
  const points = others.map(([, { has }]) => POINTS[has])
  const counts = { have: points.filter((point) => point > 0).length, known: points.length }
  if (own === 'unknown' || points.length === 0) return { place: 'open', ...counts }
  const mine = POINTS[own]
  if (mine === 0 && counts.have === 0) return { place: 'nobody', ...counts }
  const better = points.filter((point) => point > mine).length
  if (better * 2 >= points.length && better > 0) return { place: 'gap', ...counts }
  return { place: points.every((point) => point < mine) ? 'advantage' : 'parity', ...counts }
}
