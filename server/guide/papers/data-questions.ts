import { allRows, groupBy, type Measure, measureRows } from '../statistics.ts'
import { columnNamed, type Filter, filterNamed, type Grouping, groupingNamed, measurable } from './columns-named.ts'
import { counted, figure, markdownTable, profileTable, ROWS_SHOWN, rowsTable, whole } from './data-tables.ts'
import type { Column, Table } from './table.ts'
import { cell } from '../actions/outcome.ts'

/** An answer, and whether the sentence was surely about the data. */
export interface DataAnswer {
  markdown: string
  sure: boolean
}

interface Asked {
  table: Table
  locale: string
  rows: number[]
  filter: Filter | null
}

const kinds: [RegExp, Measure][] = [
  [/^(?:average|avg|mean)$/iu, 'average'],
  [/^(?:sum|total|sum total|overall|combined)$/iu, 'sum'],
  [/^(?:median|middle)$/iu, 'median'],
  [/^(?:min|minimum|lowest|smallest|least|cheapest|earliest)$/iu, 'minimum'],
  [/^(?:max|maximum|highest|largest|biggest|most|latest|greatest)$/iu, 'maximum'],
  [/^(?:count|number|how many)$/iu, 'count'],
  [/^(?:standard deviation|std dev|stdev|sd|std|deviation)$/iu, 'standard deviation'],
  [/^(?:distinct|unique|different)$/iu, 'distinct'],
]
const kindOf = (word: string): Measure | null => kinds.find(([pattern]) => pattern.test(word.trim()))?.[1] ?? null
const measures = 'average|avg|mean|sum total|sum|total|median|min|minimum|lowest|smallest|cheapest|earliest|max|maximum|highest|largest|biggest|latest|greatest|count|number|how many|standard deviation|std dev|stdev|sd|std|distinct|unique'
const opening = /^(?:and |so |what(?:'s|s| is| are| was| were)? |how much is |show(?: me)? |give(?: me)? |tell me |calculate |compute |find |list |make(?: me)? |create |draw |plot |in the (?:csv|data|file|table|spreadsheet),? )*(?:the |a |an )?(?:table of |table with |table showing |list of |breakdown of |chart of )?(?:the |a |an )?/iu
const closing = / (?:in|from|of|for) (?:the|this|that|my) (?:csv|data|dataset|file|table|spreadsheet|sheet|attachment|data set)(?: file)?$/iu

/** Splits a condition off the end: "total amount by region where year is 2025". */
function withFilter(text: string, table: Table): { text: string; filter: Filter | null } {
  for (const word of [' where ', ' with ', ' whose ', ' having ', ' for ', ' in ', ' from ']) {
    const at = text.toLowerCase().lastIndexOf(word)
    if (at <= 0) continue
    const filter = filterNamed(text.slice(at + word.length), table)
    if (filter) return { text: text.slice(0, at), filter }
  }
  return { text, filter: null }
}

/** Answers a question about tabular data; null when it is not about it. */
export function answerData(sentence: string, table: Table, locale: string): DataAnswer | null {
  const bare = sentence.replace(closing, '').trim()
  if (/^(?:(?:show|give|tell)(?: me)? )?(?:the |some |its |basic |summary |descriptive )*(?:statistics|stats|describe(?: (?:it|this|the data|data|the columns))?|profile(?: (?:it|this|the data))?|column profile|summary statistics|columns?|data types|schema|structure)(?: of (?:it|this|the data|all columns|each column|every column))?$/iu.test(bare) || /^(?:what|which) columns(?: are there| does it have| are in it| do you see)?$/iu.test(bare)) {
    return { markdown: describe(table, locale), sure: true }
  }
  const plain = bare.replace(opening, '')
  for (const text of new Set([bare, plain])) {
    const whole = ask(text, { table, locale, rows: allRows(table), filter: null })
    if (whole) return { markdown: whole, sure: true }
    const split = withFilter(text, table)
    if (split.filter) {
      const { keeps } = split.filter
      const filtered = ask(split.text, { table, locale, rows: allRows(table).filter(keeps), filter: split.filter })
      if (filtered) return { markdown: filtered, sure: true }
    }
  }
  if (new RegExp(`^(?:${measures})\\b`, 'iu').test(plain) && !/\d/u.test(plain)) return { markdown: unknownColumn(table), sure: false }
  return null
}

const ask = (text: string, asked: Asked): string | null => rowCount(text, asked) ?? best(text, asked) ?? top(text, asked) ?? grouped(text, asked) ?? distinct(text, asked) ?? single(text, asked) ?? selection(text, asked)

const condition = ({ filter }: Asked): string => (filter ? ` where ${cell(filter.text)}` : '')

export function describe(table: Table, locale: string): string {
  const cut = table.cut ? ' (the first ones; the file has more)' : ''
  return `${counted(table.rows, 'row', locale)}${cut} and ${counted(table.columns.length, 'column', locale)}.\n\n${profileTable(table, locale)}`
}

function unknownColumn(table: Table): string {
  const names = measurable(table).map((column) => `**${cell(column.name)}**`)
  const all = table.columns.map((column) => cell(column.name)).slice(0, 30).join(', ')
  return `I could not tell which column you mean. ${names.length > 0 ? `Columns with numbers: ${names.join(', ')}. ` : ''}All columns: ${all}.`
}

function rowCount(text: string, asked: Asked): string | null {
  if (/^(?:how many|number of|count of|count(?: the)?) (?:data )?(?:rows|records|entries|lines|items|data points)(?: are there| does it have| is there| are)?(?: in (?:it|total|all))?$/iu.test(text)) {
    return `**${counted(asked.rows.length, 'row', asked.locale)}**${condition(asked)}.`
  }
  // "how many orders in North": the thing counted is a row, and only the condition tells.
  if (asked.filter && /^how many [\p{L} ]{2,30}(?: are there| are| were)?$/iu.test(text)) return `**${counted(asked.rows.length, 'row', asked.locale)}**${condition(asked)}.`
  return null
}

/** The column to measure: the one named, or the only one with numbers. */
function measured(phrase: string | undefined, { table }: Asked, kind: Measure): Column | null {
  const named = phrase ? columnNamed(phrase, table) : null
  if (named && (named.type === 'number' || kind === 'count' || kind === 'distinct' || (named.type === 'date' && (kind === 'minimum' || kind === 'maximum')))) return named
  const [only, ...others] = measurable(table)
  return only && others.length === 0 && kind !== 'count' ? only : null
}

const nameOf = (kind: Measure, column: Column | null): string => (kind === 'count' || !column ? 'rows' : `${kind} of ${column.name}`)

function groupedTable(kind: Measure, column: Column | null, { column: by, period }: Grouping, asked: Asked): string {
  const groups = groupBy(by, asked.rows, period).map((group) => ({ ...group, value: measureRows(kind, column, group.rows) }))
  const inTime = by.type === 'date' || groups.every(({ order }) => order !== null)
  groups.sort((a, b) => (inTime ? (a.order ?? Number.POSITIVE_INFINITY) - (b.order ?? Number.POSITIVE_INFINITY) : (b.value ?? Number.NEGATIVE_INFINITY) - (a.value ?? Number.NEGATIVE_INFINITY)) || a.key.localeCompare(b.key))
  const shown = groups.slice(0, ROWS_SHOWN)
  const unit = kind === 'count' || kind === 'distinct' ? null : column
  const table = markdownTable([period && period !== 'day' ? period.charAt(0).toUpperCase() + period.slice(1) : by.name, nameOf(kind, column), ...(kind === 'count' ? [] : ['rows'])], shown.map((group) => [cell(group.key), figure(group.value, unit, asked.locale), ...(kind === 'count' ? [] : [whole(group.rows.length, asked.locale)])]), new Set([1, 2]))
  const more = groups.length > shown.length ? `\n\n…and ${whole(groups.length - shown.length, asked.locale)} more groups.` : ''
  const all = kind === 'sum' || kind === 'count' ? `\n\nIn all: **${figure(measureRows(kind, column, asked.rows), unit, asked.locale)}**.` : ''
  return `${nameOf(kind, column).replace(/^./u, (letter) => letter.toUpperCase())} by ${period && period !== 'day' ? period : by.name}${condition(asked)}:\n\n${table}${more}${all}`
}

function grouped(text: string, asked: Asked): string | null {
  const parts = new RegExp(`^(?:(?<kind>${measures})(?: of)?(?: the)? )?(?<what>[^,]{1,60}?) (?:by|per|for each|for every|grouped by|group by|in each|broken down by|split by|for all) (?<group>.{1,40})$`, 'iu').exec(text)?.groups
  const grouping = parts && groupingNamed(parts['group'] as string, asked.table)
  if (!parts || !grouping) return null
  const said = parts['kind'] ? kindOf(parts['kind']) : (kindOf(parts['what'] as string) ?? 'sum')
  const kind = said ?? 'sum'
  const rowsCounted = kind === 'count' && (/^(?:rows|records|entries|lines|items|count|number|how many)$/iu.test(parts['what'] as string) || !columnNamed(parts['what'] as string, asked.table))
  const column = rowsCounted ? null : measured(parts['what'], asked, kind)
  if (!column && kind !== 'count') return unknownColumn(asked.table)
  return groupedTable(kind, kind === 'count' ? null : column, grouping, asked)
}

const most = 'highest|most|largest|biggest|best|top|greatest|max|maximum|strongest'
const least = 'lowest|least|smallest|worst|fewest|min|minimum|weakest'

/** "which month had the highest sales" */
function best(text: string, asked: Asked): string | null {
  const parts = new RegExp(`^(?:which|what|who|in which|in what|when)(?: was| is)?(?: the)? ?(?<group>[^,]{0,40}?) (?:had|has|have|with|is|are|was|were|got|made|sold|shows?|did we have)(?: the)? (?:(?<most>${most})|(?<least>${least}))(?: (?<kind>average|avg|mean|total|sum|median|number|count))?(?: of)?(?: the)? ?(?<what>.{0,60})$`, 'iu').exec(text)?.groups
  if (!parts) return null
  const grouping = groupingNamed(parts['group'] || 'month', asked.table)
  if (!grouping) return null
  const kind = parts['kind'] ? (kindOf(parts['kind']) ?? 'sum') : /^(?:rows|records|entries|orders)?$/iu.test(parts['what'] ?? '') && measurable(asked.table).length !== 1 ? 'count' : 'sum'
  const column = kind === 'count' ? null : measured(parts['what'], asked, kind)
  if (!column && kind !== 'count') return unknownColumn(asked.table)
  const groups = groupBy(grouping.column, asked.rows, grouping.period)
    .map((group) => ({ ...group, value: measureRows(kind, column, group.rows) ?? Number.NaN }))
    .filter(({ value, key }) => !Number.isNaN(value) && key !== '(missing)')
    .sort((a, b) => (parts['least'] ? a.value - b.value : b.value - a.value) || a.key.localeCompare(b.key))
  const [first] = groups
  if (!first) return 'There is nothing to compare: no row has a value there.'
  const ties = groups.filter(({ value }) => value === first.value)
  const unit = kind === 'count' ? null : column
  const rows = groups.slice(0, 5).map(({ key, value }) => [cell(key), figure(value, unit, asked.locale)])
  return `**${ties.slice(0, 5).map(({ key }) => cell(key)).join(', ')}** ${ties.length > 1 ? 'have' : 'has'} the ${parts['least'] ? 'lowest' : 'highest'} ${nameOf(kind, column)}: **${figure(first.value, unit, asked.locale)}**${condition(asked)}.\n\n${markdownTable([grouping.column.name, nameOf(kind, column)], rows, new Set([1]))}`
}

/** "top 5 products by revenue", "bottom 3 rows by amount", "5 largest amounts" */
function top(text: string, asked: Asked): string | null {
  const parts = /^(?<end>top|bottom|first|last|best|worst|highest|lowest|largest|smallest)?(?: (?<n>\d{1,4}|five|ten|three))?(?: (?<end2>highest|lowest|largest|smallest|biggest))? ?(?<what>[^,]{1,50}?)(?: (?:by|sorted by|ordered by|in terms of|with the (?:highest|lowest|most|least)) (?<by>.{1,40}))?$/iu.exec(text)?.groups
  const end = (parts?.['end'] ?? parts?.['end2'])?.toLowerCase()
  if (!parts || !end || (!parts['n'] && !parts['by'])) return null
  const worded: Record<string, number> = { three: 3, five: 5, ten: 10 }
  const count = Math.min(ROWS_SHOWN, Math.max(1, parts['n'] ? (worded[parts['n'].toLowerCase()] ?? Number(parts['n'])) : 5))
  const rising = /bottom|worst|lowest|smallest/u.test(end)
  const what = (parts['what'] as string).trim()
  const isRows = /^(?:rows?|records?|entries|entry|lines?|items?)$/iu.test(what)
  if ((end === 'first' || end === 'last') && isRows && !parts['by']) {
    const rows = end === 'first' ? asked.rows.slice(0, count) : asked.rows.slice(-count)
    return `The ${end} ${counted(rows.length, 'row', asked.locale)}${condition(asked)}:\n\n${rowsTable(asked.table.columns.slice(0, 10), rows)}`
  }
  const grouping = isRows ? null : groupingNamed(what, asked.table)
  const column = parts['by'] ? measured(parts['by'], asked, 'sum') : measured(grouping?.column.type === 'number' ? what : undefined, asked, 'sum')
  if (!column) return parts['by'] && (isRows || grouping) ? unknownColumn(asked.table) : null
  if (grouping && grouping.column !== column) {
    const groups = groupBy(grouping.column, asked.rows, grouping.period)
      .map(({ key, rows }) => ({ key, value: measureRows('sum', column, rows) ?? 0 }))
      .sort((a, b) => (rising ? a.value - b.value : b.value - a.value) || a.key.localeCompare(b.key))
      .slice(0, count)
    return `The ${rising ? 'bottom' : 'top'} ${groups.length} of ${cell(grouping.column.name)} by sum of ${cell(column.name)}${condition(asked)}:\n\n${markdownTable([grouping.column.name, `sum of ${column.name}`], groups.map(({ key, value }) => [cell(key), figure(value, column, asked.locale)]), new Set([1]))}`
  }
  if (!isRows && !grouping) return null
  const rows = asked.rows.filter((row) => column.values[row] !== null).sort((a, b) => ((column.values[a] ?? 0) - (column.values[b] ?? 0)) * (rising ? 1 : -1) || a - b).slice(0, count)
  return `The ${counted(rows.length, 'row', asked.locale)} with the ${rising ? 'lowest' : 'highest'} ${cell(column.name)}${condition(asked)}:\n\n${rowsTable(asked.table.columns.slice(0, 10), rows)}`
}

/** "distinct regions", "how many different customers" */
function distinct(text: string, asked: Asked): string | null {
  const parts = /^(?<how>how many |number of |count of )?(?:distinct|unique|different)(?: values)?(?: of| in)?(?: the)? (?<what>.{1,40}?)(?: are there| values)?$/iu.exec(text)?.groups
  const column = parts && columnNamed(parts['what'] as string, asked.table)
  if (!column) return null
  const counts = groupBy(column, asked.rows, null).filter(({ key }) => key !== '(missing)').sort((a, b) => b.rows.length - a.rows.length || a.key.localeCompare(b.key))
  const shown = counts.slice(0, ROWS_SHOWN)
  const more = counts.length > shown.length ? `\n\n…and ${whole(counts.length - shown.length, asked.locale)} more.` : ''
  return `${cell(column.name)} has **${counted(counts.length, 'distinct value', asked.locale)}**${condition(asked)}.\n\n${markdownTable([column.name, 'rows'], shown.map(({ key, rows }) => [cell(key), whole(rows.length, asked.locale)]), new Set([1]))}${more}`
}

/** "average amount", "total of sales", "highest price" */
function single(text: string, asked: Asked): string | null {
  const parts = new RegExp(`^(?:(?:what|how)(?:'s| is| are| was)? )?(?:the )?(?<kind>${measures})(?: value)?(?: of| in)?(?: the| all)?(?: (?<what>.{1,60}))?$`, 'iu').exec(text)?.groups
  const kind = parts && kindOf(parts['kind'] as string)
  if (!parts || !kind || kind === 'distinct') return null
  const what = parts['what']?.replace(/ (?:column|overall|in total|altogether)$/iu, '')
  const column = what && columnNamed(what, asked.table) ? measured(what, asked, kind) : what ? null : measured(undefined, asked, kind)
  if (!column) return null
  if (kind === 'count') return `**${counted(asked.rows.filter((row) => (column.cells[row] ?? '') !== '').length, 'row', asked.locale)}** with a value in ${cell(column.name)}${condition(asked)}.`
  const used = asked.rows.filter((row) => column.values[row] !== null)
  const value = measureRows(kind, column, asked.rows)
  if (value === null) return `There is no ${kind} of ${cell(column.name)}${condition(asked)}: too few rows have a value.`
  const at = kind === 'minimum' || kind === 'maximum' ? used.filter((row) => column.values[row] === value) : []
  const where = at.length > 0 && at.length <= 3 ? `\n\n${rowsTable(asked.table.columns.slice(0, 10), at)}` : ''
  return `The ${kind} of ${cell(column.name)} is **${figure(value, column, asked.locale)}**, over ${counted(used.length, 'row', asked.locale)}${condition(asked)}.${where}`
}

/** "table of region and amount", "show region, amount" */
function selection(text: string, asked: Asked): string | null {
  const parts = /^(?:show(?: me)?|list|display|(?:make|create)(?: me)?(?: a)? table (?:of|with|from)|table (?:of|with)|select|columns) (?:the )?(?:columns? )?(?<what>.{1,120})$/iu.exec(text)?.groups
  const what = parts?.['what']
  if (!what) return null
  if (/^(?:it|this|that|the )?(?:data|file|rows|csv|table|everything|all)?$/iu.test(what)) return rowsOf(asked.table.columns.slice(0, 10), asked)
  const columns = what.split(/\s*,\s*(?:and\s+)?|\s+and\s+|\s+&\s+/iu).map((name) => columnNamed(name, asked.table))
  const known = columns.filter((column) => column !== null)
  return known.length > 0 && known.length === columns.length ? rowsOf(known, asked) : null
}

function rowsOf(columns: readonly Column[], asked: Asked): string {
  const rows = asked.rows.slice(0, ROWS_SHOWN)
  const more = asked.rows.length > rows.length ? `\n\n…and ${whole(asked.rows.length - rows.length, asked.locale)} more rows.` : ''
  return `${counted(asked.rows.length, 'row', asked.locale)}${condition(asked)}:\n\n${rowsTable(columns, rows)}${more}`
}
