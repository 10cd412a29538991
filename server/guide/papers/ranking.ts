import { cell, markdownTable } from '../markdown.ts'
import { type Group, type Grouping, groupBy, type Measure, measureRows } from '../statistics.ts'
import { type Asked, columnCalled, condition, kindOf, measured, nameOf, unknownColumn } from './asked.ts'
import { columnNamed, measurable } from './columns-named.ts'
import { counted, figure, ROWS_SHOWN, rowsTable } from './data-tables.ts'
import { headOf } from './groups.ts'
import { groupsCalled, isLevel, isPersonNoun, isRowNoun, personColumns } from './nouns.ts'
import type { Column, Table } from './table.ts'

const most = 'highest|most|largest|biggest|best|top|greatest|max|maximum|strongest'
const least = 'lowest|least|smallest|worst|fewest|min|minimum|weakest'
const superlative = new RegExp(
  `^(?:(?<who>who)|(?<when>when)|(?:in |on |for )?(?:which|what) (?<noun>[^,]{1,40}?))(?:'s)? (?:had|has|have|with|is|are|was|were|got|get|gets|made|sold|shows?|did we have)(?: the)? (?:(?<most>${most})|(?<least>${least}))(?: (?<kind>average|avg|mean|total|sum|median|number|count))?(?: of)?(?: the)? ?(?<what>.{0,60})$`,
  'iu',
)

interface Measured {
  kind: Measure
  column: Column | null
}

const idioms: { pattern: RegExp; column: RegExp; low: RegExp }[] = [
  {
    pattern:
      /^(?:who (?:earns|makes|gets|is paid|gets paid)(?: the)? (?:most|least)(?: money)?|(?:who(?:'s| is) )?(?:the )?(?:best|highest|worst|lowest|least)[- ]paid(?: [\p{L} ]{2,30})?)$/iu,
    column: /\b(?:salary|pay|wages?|income|earnings|compensation)\b/iu,
    low: /\b(?:least|worst|lowest)\b/iu,
  },
  {
    pattern: /^(?:who(?:'s| is) )?(?:the )?(?:oldest|youngest)(?: [\p{L} ]{2,30})?$/iu,
    column: /\bage\b/iu,
    low: /\byoungest\b/iu,
  },
]

/** "who earns the most", "the oldest employee", in the words that the table's own columns have. */
function reworded(text: string, { columns }: Table): string {
  const idiom = idioms.find(({ pattern }) => pattern.test(text))
  const column = idiom && columns.find(({ type, name }) => type === 'number' && idiom.column.test(name))
  return column ? `who has the ${idiom.low.test(text) ? 'lowest' : 'highest'} ${column.name}` : text
}

/** "which month had the highest sales", "who has the lowest salary" */
export function best(text: string, asked: Asked): string | null {
  const parts = superlative.exec(reworded(text, asked.table))?.groups
  if (!parts) return null
  const groupings = subjectOf(parts, asked.table)
  if (!groupings) return parts.who || parts.when ? noSubject(Boolean(parts.who), asked.table) : null
  const ranked = measureSaid(parts.kind, parts.what ?? '', Boolean(parts.least), asked)
  if (!ranked) return unknownColumn(asked.table, parts.what)
  if (groupings.some(({ column }) => column === ranked.column)) return null
  return sayBest(groupings, ranked, Boolean(parts.least), asked)
}

function subjectOf(parts: Record<string, string | undefined>, table: Table): Grouping[] | null {
  if (parts.who) {
    const people = personColumns(table)
    return people.length > 0 ? people.map((column) => ({ column, period: null })) : null
  }
  if (parts.when) {
    const date = table.columns.find(({ type }) => type === 'date')
    return date ? [{ column: date, period: 'day' }] : null
  }
  const groups = groupsCalled(parts.noun ?? '', table)
  return groups === 'rows' ? null : groups
}

function noSubject(isPerson: boolean, { columns }: Table): string {
  const names = columns.filter(({ type }) => type === 'text').map(({ name }) => cell(name))
  const others = names.length > 0 ? ` Columns of text: ${names.slice(0, 30).join(', ')}.` : ''
  return isPerson
    ? `I could not tell which column names the people. Ask with its name: “which ${names[0] ?? 'column'} has the highest …”.${others}`
    : 'No column here holds dates, so I cannot tell when.'
}

/** What is compared: "average salary", "number of orders", "sales"; null where that is not known. */
function measureSaid(kindWord: string | undefined, what: string, isLeast: boolean, asked: Asked): Measured | null {
  const said = kindWord ? kindOf(kindWord) : null
  if (what === '' && kindWord) {
    const column = columnCalled(kindWord, asked)
    if (column) return { kind: 'sum', column }
  }
  if (isRowNoun(what) && !columnNamed(what, asked.table) && (said === null || said === 'count'))
    return { kind: 'count', column: null }
  const named = columnNamed(what, asked.table)
  if (!named && isPersonNoun(what) && (said === null || said === 'count')) return peopleCounted(asked.table)
  if (named && named.type !== 'number' && (said === null || said === 'count'))
    return named.type === 'text' ? { kind: 'distinct', column: named } : null
  if (said === 'count') return named ? { kind: 'count', column: null } : null
  const column = measured(what, asked, said ?? 'sum')
  if (!column) return null
  return { kind: said ?? (isLevel(column) ? (isLeast ? 'minimum' : 'maximum') : 'sum'), column }
}

/** Somebody with two rows is one person. */
function peopleCounted(table: Table): Measured {
  const [person, ...more] = personColumns(table)
  return person && more.length === 0 ? { kind: 'distinct', column: person } : { kind: 'count', column: null }
}

interface Ranked {
  key: string
  value: number
  rows: readonly number[]
}

/** Names in two columns are one name: "Ana", "Silva". */
const keyText = ({ keys }: Group): string => keys.join(' ')

/** Groups with a value, the highest or the lowest first. */
function rank(groupings: readonly Grouping[], { kind, column }: Measured, rising: boolean, asked: Asked): Ranked[] {
  return groupBy(groupings, asked.rows)
    .flatMap((group): Ranked[] => {
      const value = measureRows(kind, column, group.rows)
      return value === null || group.keys.includes('(missing)')
        ? []
        : [{ key: keyText(group), value, rows: group.rows }]
    })
    .sort((a, b) => (rising ? a.value - b.value : b.value - a.value) || a.key.localeCompare(b.key))
}

/** "Salary" where every group is one row, else "sum of Salary". */
const measureName = ({ kind, column }: Measured, ranked: readonly Ranked[]): string =>
  column && kind !== 'distinct' && ranked.every(({ rows }) => rows.length === 1) ? column.name : nameOf(kind, column)

function sayBest(groupings: readonly Grouping[], said: Measured, rising: boolean, asked: Asked): string {
  const ranked = rank(groupings, said, rising, asked)
  const [first] = ranked
  if (!first) return 'There is nothing to compare: no row has a value there.'
  const ties = ranked.filter(({ value }) => value === first.value)
  const unit = said.kind === 'count' || said.kind === 'distinct' ? null : said.column
  const name = measureName(said, ranked)
  const shown = (value: number) => figure(value, unit, asked.locale)
  const winners = ties
    .slice(0, 5)
    .map(({ key }) => cell(key))
    .join(', ')
  const which =
    said.kind === 'count' || said.kind === 'distinct' ? (rising ? 'fewest' : 'most') : rising ? 'lowest' : 'highest'
  const table = markdownTable(
    [groupings.map(headOf).join(' '), name],
    ranked.slice(0, 5).map(({ key, value }) => [cell(key), shown(value)]),
    new Set([1]),
  )
  return `**${winners}**${ties.length > 5 ? ` and ${ties.length - 5} more` : ''} ${ties.length > 1 ? 'have' : 'has'} the ${which} ${cell(name)}: **${shown(first.value)}**${condition(asked)}.\n\n${table}`
}

const end = 'top|bottom|best|worst|highest|lowest|largest|smallest|biggest|greatest'
const sorting =
  '(?:by|sorted by|ordered by|ranked by|in terms of|with the (?:highest|lowest|largest|smallest|most|least))'
const number = '\\d{1,4}|two|three|four|five|ten'
/** "top 5 by revenue" comes first: read as "top 5 products by revenue", the noun would be "by revenue". */
const tops = [
  new RegExp(`^(?:the )?(?<end>${end})(?: (?<n>${number}))? ${sorting} (?<by>.{1,40})$`, 'iu'),
  new RegExp(
    `^(?:the )?(?<end>${end})(?: (?<n>${number}))?(?: (?:${end}))? (?<what>[^,]{1,50}?) ${sorting} (?<by>.{1,40})$`,
    'iu',
  ),
  new RegExp(`^(?:the )?(?<end>${end}) (?<n>${number})(?: (?:${end}))? (?<what>[^,]{1,50})$`, 'iu'),
  new RegExp(`^(?:the )?(?<n>${number}) (?<end>${end}) (?<what>[^,]{1,50}?)(?: ${sorting} (?<by>.{1,40}))?$`, 'iu'),
]
const edges = /^(?:the )?(?<edge>first|last)(?: (?<n>\d{1,4}|two|three|four|five|ten))? (?<what>[^,]{1,50})$/iu
const worded: Record<string, number> = { two: 2, three: 3, four: 4, five: 5, ten: 10 }
const countIn = (text: string | undefined): number =>
  Math.min(ROWS_SHOWN, Math.max(1, text ? (worded[text.toLowerCase()] ?? Number(text)) : 5))

const sorts =
  /^(?:sort|order|rank)(?: (?:it|them|this|all|the rows|rows|the data|everything))? by (?<by>.{1,40}?)(?:,? (?:(?<up>ascending|asc|lowest first|smallest first)|descending|desc|highest first|largest first))?$/iu

/** "top 5 products by revenue", "bottom 3 by amount", "5 largest amounts", "first 2 rows" */
export function top(text: string, asked: Asked): string | null {
  const edge = edges.exec(text)?.groups
  if (edge) return isRowNoun(edge.what ?? '') ? edgeRows(edge, asked) : null
  const sorted = sorts.exec(text)?.groups
  const by = sorted && measured(sorted.by, asked, 'sum')
  if (sorted) return by ? topRows({ kind: 'sum', column: by }, Boolean(sorted.up), ROWS_SHOWN, asked) : null
  const parts = tops.map((pattern) => pattern.exec(text)?.groups).find(Boolean)
  if (!parts) return null
  const rising = /bottom|worst|lowest|smallest/iu.test(parts.end ?? '')
  const count = countIn(parts.n)
  const noun = parts.what?.trim()
  if (!parts.by) return topOf(noun ?? '', rising, count, asked)
  const groups = noun ? groupsCalled(noun, asked.table) : 'rows'
  const named = noun ? columnNamed(noun, asked.table) : null
  const said = sortedBy(parts.by, rising, asked)
  if (!said) return groups ? unknownColumn(asked.table, parts.by) : null
  if (!groups && named?.type !== 'number') return noNoun(noun ?? '', asked.table)
  // Grouped by the very numbers that are compared, every row would be a group of its own.
  if (!groups || groups === 'rows' || named === said.column) return topRows(said, rising, count, asked)
  return topGroups(groups, said, rising, count, asked)
}

/** "revenue", "average salary", "number of orders" */
function sortedBy(phrase: string, rising: boolean, asked: Asked): Measured | null {
  if (columnNamed(phrase, asked.table)) return measureSaid(undefined, phrase, rising, asked)
  const parts = /^(?:(?<kind>average|avg|mean|total|sum|median|number|count)(?: of)?(?: the)? )?(?<what>.+)$/iu.exec(
    phrase,
  )?.groups
  return measureSaid(parts?.kind, parts?.what ?? '', rising, asked)
}

function edgeRows({ edge, n }: Record<string, string | undefined>, asked: Asked): string {
  const count = countIn(n)
  const rows = /first/iu.test(edge ?? '') ? asked.rows.slice(0, count) : asked.rows.slice(-count)
  return `The ${edge?.toLowerCase()} ${counted(rows.length, 'row', asked.locale)}${condition(asked)}:\n\n${rowsTable(asked.table.columns.slice(0, 10), rows)}`
}

/** "top 3 amounts" ranks rows by Amount, "top 3 customers" needs to know by what. */
function topOf(noun: string, rising: boolean, count: number, asked: Asked): string | null {
  const named = columnNamed(noun, asked.table)
  if (named?.type === 'number' && measurable(asked.table).includes(named))
    return topRows({ kind: 'sum', column: named }, rising, count, asked)
  const groups = groupsCalled(noun, asked.table)
  if (!groups) return null
  const only = measured(undefined, asked, 'sum')
  if (!only) return unknownColumn(asked.table)
  const said: Measured = { kind: isLevel(only) ? (rising ? 'minimum' : 'maximum') : 'sum', column: only }
  return groups === 'rows' ? topRows(said, rising, count, asked) : topGroups(groups, said, rising, count, asked)
}

const noNoun = (noun: string, table: Table): string =>
  `There is no column like “${cell(noun)}”. The columns are: ${table.columns
    .map(({ name }) => cell(name))
    .slice(0, 30)
    .join(', ')}.`

function topRows({ column }: Measured, rising: boolean, count: number, asked: Asked): string {
  if (!column) return unknownColumn(asked.table)
  const rows = asked.rows
    .filter((row) => column.values[row] !== null)
    .sort((a, b) => ((column.values[a] ?? 0) - (column.values[b] ?? 0)) * (rising ? 1 : -1) || a - b)
    .slice(0, count)
  return `The ${counted(rows.length, 'row', asked.locale)} with the ${rising ? 'lowest' : 'highest'} ${cell(column.name)}${condition(asked)}:\n\n${rowsTable(asked.table.columns.slice(0, 10), rows)}`
}

function topGroups(
  groupings: readonly Grouping[],
  said: Measured,
  rising: boolean,
  count: number,
  asked: Asked,
): string {
  const ranked = rank(groupings, said, rising, asked)
  if (said.column && ranked.length > 0 && ranked.every(({ rows }) => rows.length === 1))
    return topRows(said, rising, count, asked)
  const shown = ranked.slice(0, count)
  const head = groupings.map(headOf).join(' ')
  const name = nameOf(said.kind, said.column)
  const unit = said.kind === 'count' || said.kind === 'distinct' ? null : said.column
  const table = markdownTable(
    [head, name],
    shown.map(({ key, value }) => [cell(key), figure(value, unit, asked.locale)]),
    new Set([1]),
  )
  return `The ${rising ? 'bottom' : 'top'} ${shown.length} of ${cell(head)} by ${cell(name)}${condition(asked)}:\n\n${table}`
}
