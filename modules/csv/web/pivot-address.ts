import { isDated, isNumeric } from '../kinds.ts'
import { measures, periods } from '../measuring/grouping.ts'
import type { PivotSpec, PivotValue } from '../measuring/pivot.ts'
import type { Profile } from '../measuring/profile.ts'

type Known = Pick<Profile, 'name' | 'type' | 'distinct'>

/** A pivot that says something, to begin with: words or days down, a number summed up. */
export function firstPivot(columns: readonly Known[]): PivotSpec {
  const few = columns.filter(
    ({ type, distinct }) => (type === 'text' || type === 'boolean') && distinct > 1 && distinct <= 100,
  )
  const row = few[0] ?? columns.find(({ type }) => isDated(type)) ?? columns[0]
  const across = few.find(({ name, distinct }) => name !== row?.name && distinct <= 12)
  const value = columns.findLast(({ type }) => isNumeric(type))
  return {
    rows: row ? [row.name] : [],
    across: across?.name ?? '',
    values: [value ? { column: value.name, measure: 'sum' } : { column: '', measure: 'count' }],
    period: row && isDated(row.type) ? 'month' : '',
  }
}

/** The pivot that the address names, as far as its columns are there; null when it names none. */
export function specIn(text: string | null, columns: readonly Known[]): PivotSpec | null {
  if (!text) return null
  let given: Partial<PivotSpec>
  try {
    given = JSON.parse(text) as Partial<PivotSpec>
  } catch {
    return null // an address that somebody cut
  }
  if (typeof given !== 'object' || given === null) return null
  const isThere = (name: unknown): name is string => columns.some((one) => one.name === name)
  const values = (Array.isArray(given.values) ? given.values : []).filter(
    (value): value is PivotValue =>
      typeof value === 'object' &&
      value !== null &&
      (value.column === '' || isThere(value.column)) &&
      measures.includes(value.measure),
  )
  return {
    rows: (Array.isArray(given.rows) ? given.rows : []).filter(isThere).slice(0, 3),
    across: isThere(given.across) ? given.across : '',
    values: values.length > 0 ? values.slice(0, 4) : [{ column: '', measure: 'count' }],
    period: periods.find((period) => period === given.period) ?? '',
  }
}
