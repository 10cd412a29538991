import { cell, markdownTable } from '../markdown.ts'
import { type Group, type Grouping, groupBy, type Measure, measureRows } from '../statistics.ts'
import { type Asked, columnCalled, condition, kindOf, measured, measures, nameOf, unknownColumn } from './asked.ts'
import { columnNamed, groupingNamed } from './columns-named.ts'
import { counted, figure, ROWS_SHOWN, whole } from './data-tables.ts'
import { isLevel } from './nouns.ts'
import type { Column, Table } from './table.ts'

const keyText = ({ keys }: Group): string => keys.join(', ')

function groupedTable(kind: Measure, column: Column | null, groupings: readonly Grouping[], asked: Asked): string {
  const groups = groupBy(groupings, asked.rows).map((group) => ({
    ...group,
    value: measureRows(kind, column, group.rows),
  }))
  const inTime = groupings[0]?.column.type === 'date' || groups.every(({ order }) => order !== null)
  const end = (order: number | null) => order ?? Number.POSITIVE_INFINITY
  const size = (value: number | null) => value ?? Number.NEGATIVE_INFINITY
  groups.sort(
    (a, b) =>
      (inTime ? end(a.order) - end(b.order) : groupings.length > 1 ? 0 : size(b.value) - size(a.value)) ||
      keyText(a).localeCompare(keyText(b)),
  )
  const shown = groups.slice(0, ROWS_SHOWN)
  const unit = kind === 'count' || kind === 'distinct' ? null : column
  const counts = kind !== 'count'
  const table = markdownTable(
    [...groupings.map(headOf), nameOf(kind, column), ...(counts ? ['rows'] : [])],
    shown.map((group) => [
      ...group.keys.map(cell),
      figure(group.value, unit, asked.locale),
      ...(counts ? [whole(group.rows.length, asked.locale)] : []),
    ]),
    new Set([groupings.length, groupings.length + 1]),
  )
  const more =
    groups.length > shown.length ? `\n\n…and ${whole(groups.length - shown.length, asked.locale)} more groups.` : ''
  const all =
    kind === 'sum' || kind === 'count'
      ? `\n\nIn all: **${figure(measureRows(kind, column, asked.rows), unit, asked.locale)}**.`
      : ''
  const by = groupings
    .map((grouping) => (grouping.period && grouping.period !== 'day' ? grouping.period : grouping.column.name))
    .join(' and ')
  return `${nameOf(kind, column).replace(/^./u, (letter) => letter.toUpperCase())} by ${by}${condition(asked)}:\n\n${table}${more}${all}`
}

/** "region", or "region and product". */
function groupingsNamed(phrase: string, table: Table): Grouping[] | null {
  const one = groupingNamed(phrase, table)
  if (one) return [one]
  const parts = phrase.split(/ and (?:by )?|, (?:by )?/iu).map((part) => groupingNamed(part, table))
  return parts.length === 2 && parts.every((part) => part !== null) ? parts : null
}

export const headOf = ({ column, period }: Grouping): string =>
  period && period !== 'day' ? period.charAt(0).toUpperCase() + period.slice(1) : column.name

export function grouped(text: string, asked: Asked): string | null {
  const parts = new RegExp(
    `^(?:(?<kind>${measures})(?: of)?(?: the)? )?(?<what>[^,]{1,60}?) (?:by|per|for each|for every|grouped by|group by|in each|broken down by|split by|for all) (?<group>.{1,40})$`,
    'iu',
  ).exec(text)?.groups
  if (!parts) return null
  const groupings = groupingsNamed(parts.group as string, asked.table)
  if (!groupings)
    return kindOf(parts.what as string) || (parts.kind && columnNamed(parts.what as string, asked.table))
      ? noGrouping(parts.group as string, asked.table)
      : null
  const what = parts.what as string
  const said = parts.kind ? kindOf(parts.kind) : kindOf(what)
  if (said === 'count') return groupedCount(what, groupings, asked)
  const column = parts.kind
    ? measured(what, asked, said ?? 'sum')
    : (kindColumn(what, asked) ?? measured(what, asked, said ?? 'sum'))
  if (!column) return unknownColumn(asked.table, said && !parts.kind ? undefined : what)
  if (groupings.some((grouping) => grouping.column === column))
    return `${cell(column.name)} cannot be grouped by itself. Say by which other column: ${others(column, asked.table)}.`
  return groupedTable(said ?? (isLevel(column) ? 'average' : 'sum'), column, groupings, asked)
}

const noGrouping = (phrase: string, { columns }: Table): string =>
  `There is no column like “${cell(phrase)}” to group by. The columns are: ${columns
    .map(({ name }) => cell(name))
    .slice(0, 30)
    .join(', ')}.`

/** "total by region" of a table with a column Total, or of the only numbers that there are. */
const kindColumn = (what: string, asked: Asked): Column | null =>
  kindOf(what) ? (columnCalled(what, asked) ?? measured(undefined, asked, 'sum')) : null

const others = (column: Column, { columns }: Table): string =>
  columns
    .filter((other) => other !== column && other.type !== 'number')
    .map(({ name }) => cell(name))
    .slice(0, 30)
    .join(', ')

/** "orders per city" counts rows; "customers per city" counts the different ones. */
function groupedCount(what: string, groupings: readonly Grouping[], asked: Asked): string {
  const named = /^(?:rows|records|entries|lines|items|count|number|how many)$/iu.test(what)
    ? null
    : columnNamed(what, asked.table)
  const column = named?.type === 'text' && !groupings.some((grouping) => grouping.column === named) ? named : null
  return groupedTable(column ? 'distinct' : 'count', column, groupings, asked)
}

/** "distinct regions", "how many different customers" */
export function distinct(text: string, asked: Asked): string | null {
  const parts =
    /^(?<how>how many |number of |count of )?(?:distinct|unique|different)(?: values)?(?: of| in)?(?: the)? (?<what>.{1,40}?)(?: are there| values)?$/iu.exec(
      text,
    )?.groups
  const column = parts && columnNamed(parts.what as string, asked.table)
  if (!column) return null
  const counts = groupBy([{ column, period: null }], asked.rows)
    .map((group) => ({ key: keyText(group), rows: group.rows }))
    .filter(({ key }) => key !== '(missing)')
    .sort((a, b) => b.rows.length - a.rows.length || a.key.localeCompare(b.key))
  const shown = counts.slice(0, ROWS_SHOWN)
  const more = counts.length > shown.length ? `\n\n…and ${whole(counts.length - shown.length, asked.locale)} more.` : ''
  return `${cell(column.name)} has **${counted(counts.length, 'distinct value', asked.locale)}**${condition(asked)}.\n\n${markdownTable(
    [column.name, 'rows'],
    shown.map(({ key, rows }) => [cell(key), whole(rows.length, asked.locale)]),
    new Set([1]),
  )}${more}`
}
