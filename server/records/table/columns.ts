import type { NamedField } from '@atrium/contract/field-facts'
import type { TableOptions, TableUnderstood } from '@atrium/contract/table-import'
import { orderOf, orderTold } from '@atrium/domain/dates/date-order'
import type { DateOrder } from '@atrium/domain/dates/figures'
import { type DecimalSign, decimalSignOf } from '@atrium/domain/numbers/reading'
import { looksLikeDate, looksLikeNumber } from '@atrium/domain/tables/cell-kinds'
import { columnsByContent, matchColumns } from '@atrium/domain/tables/columns'

/** Which column fills which field, by the column's place. */
export type Matched = ReadonlyMap<number, NamedField>

const CONTENT: Partial<Record<NamedField['kind'], (cell: string) => boolean>> = {
  date: looksLikeDate,
  moment: looksLikeDate,
  money: (cell) => looksLikeNumber(cell) && !looksLikeDate(cell),
  number: (cell) => looksLikeNumber(cell) && !looksLikeDate(cell),
  email: (cell) => /^\S+@\S+\.\S+$/.test(cell),
  url: (cell) => /^(?:https?:\/\/|www\.)\S+$/i.test(cell),
  text: (cell) => /\p{L}/u.test(cell) && !looksLikeDate(cell) && !looksLikeNumber(cell),
}

/**
 * The fields of a table's columns: as the person says, then by their names, then, for what has to be there and for tables without
 * names, by what stands in them.
 */
export function matchFields(
  fields: readonly NamedField[],
  names: readonly string[] | null,
  rows: readonly (readonly string[])[],
  said: TableOptions['columns'],
): Matched {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const found = new Map<number, NamedField>()
  const chosen = new Set<number>()
  for (const [place, name] of Object.entries(said)) {
    chosen.add(Number(place))
    const field = byName.get(name)
    if (field && ![...found.values()].includes(field)) found.set(Number(place), field)
  }
  const left = () => fields.filter((field) => ![...found.values()].includes(field))
  const take = (columns: Partial<Record<string, number>>) => {
    for (const [name, place] of Object.entries(columns)) {
      const field = byName.get(name)
      if (field && place !== undefined && !found.has(place) && !chosen.has(place)) found.set(place, field)
    }
  }
  const hidden = (cells: readonly string[]) => cells.map((cell, at) => (found.has(at) || chosen.has(at) ? '' : cell))
  if (names) {
    // An address takes what its parts have left: `Home street` begins with `Home` too.
    const rank = ({ part, kind }: NamedField) => (part ? 1 : kind === 'address' ? 2 : 0)
    const vocabulary = left()
      .sort((a, b) => rank(a) - rank(b))
      .map(({ name, label, aliases, part }) => [name, [...(part ? [] : [label]), name, ...aliases]] as const)
    take(matchColumns(hidden(names), Object.fromEntries(vocabulary)))
  }
  const [number] = left().filter(({ kind }) => kind === 'number') // which of several a number is, nothing says
  const unnamed = left().filter(
    (one) => CONTENT[one.kind] && (one.isRequired || names === null) && (one.kind !== 'number' || one === number),
  )
  // What looks like one thing alone comes before texts, which anything is.
  const tests = unnamed
    .sort((a, b) => Number(a.kind === 'text') - Number(b.kind === 'text'))
    .map(({ name, kind }) => [name, CONTENT[kind] as (cell: string) => boolean] as const)
  take(columnsByContent(rows.map(hidden), Object.fromEntries(tests)))
  return found
}

/** Cells of a column that are kept to find out how it writes dates and numbers: the first, and those that leave no doubt. */
const FIRST = 500
const CERTAIN = 50
const SAMPLES = 3

export interface ColumnEvidence {
  take(cell: string): void
  first: readonly string[]
  samples: readonly string[]
  decimal(): DecimalSign | undefined
  dates(): readonly string[]
}

/** Looks at every cell of a column and remembers little. */
export function evidenceOf(): ColumnEvidence {
  const first: string[] = []
  const samples: string[] = []
  const dates: string[] = []
  let sign: DecimalSign | undefined
  return {
    first,
    samples,
    take(cell) {
      const text = cell.trim()
      if (text === '') return
      if (samples.length < SAMPLES && !samples.includes(text)) samples.push(text.slice(0, 200))
      if (first.length < FIRST) first.push(text.slice(0, 200))
      else if (dates.length < CERTAIN && orderTold(text) !== null) dates.push(text.slice(0, 40))
      sign ??= text.length < 100 ? decimalSignOf([text]) : undefined
    },
    decimal: () => sign,
    dates: () => [...first, ...dates],
  }
}

/** How the dates of these columns are written, all together: a file has one hand. */
export function datesOf(
  columns: readonly ColumnEvidence[],
  usual: DateOrder,
  said: DateOrder | undefined,
): TableUnderstood['dates'] {
  const texts = columns.flatMap((column) => [...column.dates()])
  const told = orderOf(texts, usual)
  const example = told.by === 'none' ? null : (texts.find((text) => looksLikeDate(text)) ?? null)
  return said ? { order: said, by: 'said', example } : { ...told, example }
}
