import type { KeptTotals } from '@atrium/contract/kept-totals'
import type { Collection, GroupOptions } from '@atrium/contract/module'
import { lastDayOf } from '@atrium/domain/dates/days'
import { keyFields } from './keys.ts'

type Asked = Pick<
  GroupOptions<Record<string, unknown>, string, string>,
  'where' | 'words' | 'sum' | 'min' | 'max' | 'every' | 'beyond'
>
type Conditions = Record<string, unknown>

const isCondition = (wanted: unknown): wanted is Conditions =>
  typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted)

const EXACT = new Set(['ne', 'in', 'notIn'])

/** The bound of a period where that of the days falls together with it; undefined where it does not. */
function periodBound(operator: string, day: unknown, period: 'month' | 'year'): string | undefined {
  if (typeof day !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined
  const [year, month] = [day.slice(0, 4), day.slice(0, 7)]
  const isFirst = period === 'month' ? day.endsWith('-01') : day.endsWith('-01-01')
  const isLast = period === 'month' ? day === `${month}-31` || day === lastDayOf(month) : day.endsWith('-12-31')
  const fits = operator === 'gte' || operator === 'lt' ? isFirst : isLast
  return fits ? (period === 'month' ? month : year) : undefined
}

function ofPeriod(wanted: unknown, period: 'month' | 'year'): Conditions | null {
  if (!isCondition(wanted)) return null
  const bounds: Conditions = {}
  for (const [operator, day] of Object.entries(wanted)) {
    if (day === undefined) continue
    const bound = ['gte', 'lt', 'lte', 'gt'].includes(operator) ? periodBound(operator, day, period) : undefined
    if (bound === undefined) return null
    bounds[operator] = bound
  }
  return bounds
}

/** Whether all that is asked of a field of which only is kept whether it is filled can be told. */
function ofFilled(wanted: unknown): boolean {
  const isNothing = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)
  if (!isCondition(wanted)) return isNothing(wanted)
  return Object.entries(wanted).every(
    ([operator, value]) => value === undefined || operator === 'isEmpty' || (operator === 'ne' && isNothing(value)),
  )
}

const ofSign = (wanted: unknown): boolean =>
  isCondition(wanted) &&
  Object.entries(wanted).every(
    ([operator, value]) => value === undefined || (['gt', 'lte'].includes(operator) && value === 0),
  )

const ofValue = (wanted: unknown): boolean =>
  !isCondition(wanted) ||
  Object.entries(wanted).every(([operator, value]) => value === undefined || EXACT.has(operator))

/** The same conditions over the keys of the groups; null where they ask for what is not kept. */
function conditionsOf(kept: KeptTotals, where: Conditions): Conditions | null {
  const { by, every = {}, filled = [], signs = [] } = kept
  const translated: Conditions = {}
  for (const [field, wanted] of Object.entries(where)) {
    if (wanted === undefined) continue
    if (field === 'or') {
      const ways = (wanted as Conditions[]).map((one) => conditionsOf(kept, one))
      if (ways.includes(null)) return null
      translated.or = ways
      continue
    }
    const period = every[field]
    const bounds = period ? ofPeriod(wanted, period) : null
    const isKept =
      (by.includes(field) && ofValue(wanted)) ||
      (filled.includes(field) && ofFilled(wanted)) ||
      (signs.includes(field) && ofSign(wanted))
    if (!bounds && !isKept) return null
    translated[field] = bounds ?? wanted
  }
  return translated
}

/** A kept total that answers a question, its place among the collection's, and what is asked of its groups. */
export interface Answer {
  place: number
  kept: KeptTotals
  where: Conditions
}

/** The smallest of the kept totals that answers what is asked exactly; null where the rows have to be read. */
export function answerOf(collection: Collection, by: readonly string[], asked: Asked): Answer | null {
  const { where, words, sum = [], min = [], max = [], every = {}, beyond } = asked
  if (words?.trim() || beyond || min.length > 0 || max.length > 0) return null
  const answers = (collection.totals ?? []).flatMap((kept, place): Answer[] => {
    const isTold = by.every(
      (field) =>
        (kept.every?.[field] ?? '') === (every[field] ?? '') && (kept.every?.[field] || kept.by.includes(field)),
    )
    if (!isTold || !sum.every((field) => kept.sum.includes(field))) return []
    const conditions = conditionsOf(kept, (where ?? {}) as Conditions)
    return conditions ? [{ place, kept, where: conditions }] : []
  })
  return answers.sort((a, b) => keyFields(a.kept).length - keyFields(b.kept).length)[0] ?? null
}
