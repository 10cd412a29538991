import { cell, markdownTable } from '../markdown.ts'
import { type Group, type Grouping, groupBy, type Measure, measureRows } from '../statistics.ts'
import { type Asked, condition, kindOf, measured, measures, nameOf, unknownColumn } from './asked.ts'
import { columnNamed, groupingNamed, measurable } from './columns-named.ts'
import { counted, figure, ROWS_SHOWN, rowsTable, whole } from './data-tables.ts'
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

const headOf = ({ column, period }: Grouping): string =>
  period && period !== 'day' ? period.charAt(0).toUpperCase() + period.slice(1) : column.name

export function grouped(text: string, asked: Asked): string | null {
  const parts = new RegExp(
    `^(?:(?<kind>${measures})(?: of)?(?: the)? )?(?<what>[^,]{1,60}?) (?:by|per|for each|for every|grouped by|group by|in each|broken down by|split by|for all) (?<group>.{1,40})$`,
    'iu',
  ).exec(text)?.groups
  if (!parts) return null
  const groupings = groupingsNamed(parts.group as string, asked.table)
  if (!groupings)
    return parts.kind && columnNamed(parts.what as string, asked.table)
      ? `There is no column like “${cell(parts.group as string)}” to group by. The columns are: ${asked.table.columns
          .map(({ name }) => cell(name))
          .slice(0, 30)
          .join(', ')}.`
      : null
  const said = parts.kind ? kindOf(parts.kind) : (kindOf(parts.what as string) ?? 'sum')
  const kind = said ?? 'sum'
  const rowsCounted =
    kind === 'count' &&
    (/^(?:rows|records|entries|lines|items|count|number|how many)$/iu.test(parts.what as string) ||
      !columnNamed(parts.what as string, asked.table))
  const column = rowsCounted ? null : measured(parts.what, asked, kind)
  if (!column && kind !== 'count') return unknownColumn(asked.table)
  return groupedTable(kind, kind === 'count' ? null : column, groupings, asked)
}

const most = 'highest|most|largest|biggest|best|top|greatest|max|maximum|strongest'
const least = 'lowest|least|smallest|worst|fewest|min|minimum|weakest'

/** "which month had the highest sales" */
export function best(text: string, asked: Asked): string | null {
  const parts = new RegExp(
    `^(?:which|what|who|in which|in what|when)(?: was| is)?(?: the)? ?(?<group>[^,]{0,40}?) (?:had|has|have|with|is|are|was|were|got|made|sold|shows?|did we have)(?: the)? (?:(?<most>${most})|(?<least>${least}))(?: (?<kind>average|avg|mean|total|sum|median|number|count))?(?: of)?(?: the)? ?(?<what>.{0,60})$`,
    'iu',
  ).exec(text)?.groups
  if (!parts) return null
  const grouping = groupingNamed(parts.group || 'month', asked.table)
  if (!grouping) return null
  const kind = parts.kind
    ? (kindOf(parts.kind) ?? 'sum')
    : /^(?:rows|records|entries|orders)?$/iu.test(parts.what ?? '') && measurable(asked.table).length !== 1
      ? 'count'
      : 'sum'
  const column = kind === 'count' ? null : measured(parts.what, asked, kind)
  if (!column && kind !== 'count') return unknownColumn(asked.table)
  const groups = groupBy([grouping], asked.rows)
    .map((group) => ({ key: keyText(group), value: measureRows(kind, column, group.rows) ?? Number.NaN }))
    .filter(({ value, key }) => !Number.isNaN(value) && key !== '(missing)')
    .sort((a, b) => (parts.least ? a.value - b.value : b.value - a.value) || a.key.localeCompare(b.key))
  const [first] = groups
  if (!first) return 'There is nothing to compare: no row has a value there.'
  const ties = groups.filter(({ value }) => value === first.value)
  const unit = kind === 'count' ? null : column
  const rows = groups.slice(0, 5).map(({ key, value }) => [cell(key), figure(value, unit, asked.locale)])
  return `**${ties
    .slice(0, 5)
    .map(({ key }) => cell(key))
    .join(
      ', ',
    )}** ${ties.length > 1 ? 'have' : 'has'} the ${parts.least ? 'lowest' : 'highest'} ${nameOf(kind, column)}: **${figure(first.value, unit, asked.locale)}**${condition(asked)}.\n\n${markdownTable([headOf(grouping), nameOf(kind, column)], rows, new Set([1]))}`
}

/** "top 5 products by revenue", "bottom 3 rows by amount", "5 largest amounts" */
export function top(text: string, asked: Asked): string | null {
  const parts =
    /^(?<end>top|bottom|first|last|best|worst|highest|lowest|largest|smallest)?(?: (?<n>\d{1,4}|five|ten|three))?(?: (?<end2>highest|lowest|largest|smallest|biggest))? ?(?<what>[^,]{1,50}?)(?: (?:by|sorted by|ordered by|in terms of|with the (?:highest|lowest|most|least)) (?<by>.{1,40}))?$/iu.exec(
      text,
    )?.groups
  const end = (parts?.end ?? parts?.end2)?.toLowerCase()
  if (!parts || !end || (!parts.n && !parts.by)) return null
  const worded: Record<string, number> = { three: 3, five: 5, ten: 10 }
  const count = Math.min(ROWS_SHOWN, Math.max(1, parts.n ? (worded[parts.n.toLowerCase()] ?? Number(parts.n)) : 5))
  const rising = /bottom|worst|lowest|smallest/u.test(end)
  const what = (parts.what as string).trim()
  const isRows = /^(?:rows?|records?|entries|entry|lines?|items?)$/iu.test(what)
  if ((end === 'first' || end === 'last') && isRows && !parts.by) {
    const rows = end === 'first' ? asked.rows.slice(0, count) : asked.rows.slice(-count)
    return `The ${end} ${counted(rows.length, 'row', asked.locale)}${condition(asked)}:\n\n${rowsTable(asked.table.columns.slice(0, 10), rows)}`
  }
  const grouping = isRows ? null : groupingNamed(what, asked.table)
  const column = parts.by
    ? measured(parts.by, asked, 'sum')
    : measured(grouping?.column.type === 'number' ? what : undefined, asked, 'sum')
  if (!column) return parts.by && (isRows || grouping) ? unknownColumn(asked.table) : null
  if (grouping && grouping.column !== column) {
    const groups = groupBy([grouping], asked.rows)
      .map((group) => ({ key: keyText(group), value: measureRows('sum', column, group.rows) ?? 0 }))
      .sort((a, b) => (rising ? a.value - b.value : b.value - a.value) || a.key.localeCompare(b.key))
      .slice(0, count)
    return `The ${rising ? 'bottom' : 'top'} ${groups.length} of ${cell(grouping.column.name)} by sum of ${cell(column.name)}${condition(asked)}:\n\n${markdownTable(
      [grouping.column.name, `sum of ${column.name}`],
      groups.map(({ key, value }) => [cell(key), figure(value, column, asked.locale)]),
      new Set([1]),
    )}`
  }
  if (!isRows && !grouping) return null
  const rows = asked.rows
    .filter((row) => column.values[row] !== null)
    .sort((a, b) => ((column.values[a] ?? 0) - (column.values[b] ?? 0)) * (rising ? 1 : -1) || a - b)
    .slice(0, count)
  return `The ${counted(rows.length, 'row', asked.locale)} with the ${rising ? 'lowest' : 'highest'} ${cell(column.name)}${condition(asked)}:\n\n${rowsTable(asked.table.columns.slice(0, 10), rows)}`
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
