import { cell } from '../markdown.ts'
import { allRows, type Measure, measureRows } from '../statistics.ts'
import { type Asked, columnCalled, condition, kindOf, measured, measures, unknownColumn } from './asked.ts'
import { columnNamed, type Filter, filterNamed } from './columns-named.ts'
import { counted, figure, profileTable, ROWS_SHOWN, rowsTable, whole } from './data-tables.ts'
import { distinct, grouped } from './groups.ts'
import { isPersonNoun, isRowNoun, personColumns } from './nouns.ts'
import { best, top } from './ranking.ts'
import type { Column, Table } from './table.ts'

/** An answer, and whether the sentence was surely about the data. */
export interface DataAnswer {
  markdown: string
  sure: boolean
}

const opening =
  /^(?:and |so |what(?:'s|s| is| are| was| were)? |how much is |show(?: me)? |give(?: me)? |tell me |calculate |compute |find |list |make(?: me)? |create |draw |plot |in the (?:csv|data|file|table|spreadsheet),? )*(?:the |a |an )?(?:table of |table with |table showing |list of |breakdown of |chart of )?(?:the |a |an )?/iu
const closing =
  / (?:in|from|of|for) (?:the|this|that|my) (?:csv|data|dataset|file|table|spreadsheet|sheet|attachment|data set)(?: file)?$/iu

const CONDITIONS_MAX = 4

/** Splits conditions off the end: "total amount by region where year is 2025", "sales in North in March". */
function withFilter(sentence: string, table: Table): { text: string; filter: Filter | null } {
  let text = sentence
  let filter: Filter | null = null
  for (let round = 0; round < CONDITIONS_MAX; round++) {
    const split = lastCondition(text, table)
    if (!split) break
    text = split.text
    filter = filter ? both(split.filter, filter) : split.filter
  }
  return { text, filter }
}

const both = (one: Filter, other: Filter): Filter => ({
  text: `${one.text} and ${other.text}`,
  keeps: (row) => one.keeps(row) && other.keeps(row),
})

function lastCondition(text: string, table: Table): { text: string; filter: Filter } | null {
  for (const word of [' where ', ' with ', ' whose ', ' having ', ' for ', ' in ', ' from ', ' and ']) {
    const at = text.toLowerCase().lastIndexOf(word)
    if (at <= 0) continue
    const filter = filterNamed(text.slice(at + word.length), table)
    if (filter) return { text: text.slice(0, at), filter }
  }
  return null
}

/** Answers a question about tabular data; null when it is not about it. */
export function answerData(sentence: string, table: Table, locale: string): DataAnswer | null {
  const bare = sentence.replace(closing, '').trim()
  if (
    /^(?:(?:show|give|tell)(?: me)? )?(?:the |some |its |basic |summary |descriptive )*(?:statistics|stats|describe(?: (?:it|this|the data|data|the columns))?|profile(?: (?:it|this|the data))?|column profile|summary statistics|columns?|data types|schema|structure)(?: of (?:it|this|the data|all columns|each column|every column))?$/iu.test(
      bare,
    ) ||
    /^(?:what|which) columns(?: are there| does it have| are in it| do you see)?$/iu.test(bare)
  ) {
    return { markdown: describe(table, locale), sure: true }
  }
  const plain = bare.replace(opening, '')
  for (const text of new Set([bare, plain])) {
    // A condition is never overlooked: it is looked for first, and the sentence is read without it.
    const split = withFilter(text, table)
    if (split.filter) {
      const { keeps } = split.filter
      const filtered = ask(split.text, { table, locale, rows: allRows(table).filter(keeps), filter: split.filter })
      if (filtered) return { markdown: filtered, sure: true }
    }
    const whole = ask(text, { table, locale, rows: allRows(table), filter: null })
    if (whole) return { markdown: whole, sure: true }
  }
  if (new RegExp(`^(?:${measures})\\b`, 'iu').test(plain) && !/\d/u.test(plain))
    return {
      markdown: unknownColumn(table, plain.replace(new RegExp(`^(?:${measures})\\b(?: of)?(?: the)?`, 'iu'), '')),
      sure: false,
    }
  return null
}

const ask = (text: string, asked: Asked): string | null =>
  rowCount(text, asked) ??
  best(text, asked) ??
  top(text, asked) ??
  grouped(text, asked) ??
  distinct(text, asked) ??
  single(text, asked) ??
  selection(text, asked) ??
  listing(text, asked)

export function describe(table: Table, locale: string): string {
  const cut = table.cut ? ' (the first ones; the file has more)' : ''
  return `${counted(table.rows, 'row', locale)}${cut} and ${counted(table.columns.length, 'column', locale)}.\n\n${profileTable(table, locale)}`
}

function rowCount(text: string, asked: Asked): string | null {
  const counted =
    /^(?:how many|number of|count of|count(?: the)?) (?:data )?(?<noun>[\p{L} ]{2,30}?)(?: are there| does it have| is there| are| were)?(?: in (?:it|total|all))?$/iu.exec(
      text,
    )?.groups?.noun
  if (!counted || /^(?:distinct|unique|different)\b/iu.test(counted)) return null
  const named = columnNamed(counted, asked.table)
  if (named) return named.type === 'text' ? different(named, asked) : null
  const [person, ...more] = isPersonNoun(counted) ? personColumns(asked.table) : []
  if (person && more.length === 0) return different(person, asked)
  // "how many orders in North": the thing counted is a row, and only the condition tells.
  return isRowNoun(counted) || isPersonNoun(counted) || asked.filter ? allCounted(asked) : null
}

const allCounted = (asked: Asked): string =>
  `**${counted(asked.rows.length, 'row', asked.locale)}**${condition(asked)}.`

/** A customer with two orders is one customer. */
function different(column: Column, asked: Asked): string {
  const value = measureRows('distinct', column, asked.rows) ?? 0
  return `**${whole(value, asked.locale)}** different in ${cell(column.name)}, in ${counted(asked.rows.length, 'row', asked.locale)}${condition(asked)}.`
}

/** "average amount", "total of sales", "highest price", or "total" of a table with a column Total */
function single(text: string, asked: Asked): string | null {
  const parts = new RegExp(
    `^(?:(?:what|how)(?:'s| is| are| was)? )?(?:the )?(?<kind>${measures})(?: value)?(?: of| in)?(?: the| all)?(?: (?<what>.{1,60}))?$`,
    'iu',
  ).exec(text)?.groups
  const kind = parts && kindOf(parts.kind as string)
  if (!parts || !kind || kind === 'distinct') return null
  const column = singleColumn(parts.kind as string, parts.what, kind, asked)
  return column && saySingle(kind, column, asked)
}

function singleColumn(kindWord: string, what: string | undefined, kind: Measure, asked: Asked): Column | null {
  const noun = what?.replace(/ (?:column|overall|in total|altogether)$/iu, '')
  if (!noun) return columnCalled(kindWord, asked) ?? measured(undefined, asked, kind)
  return columnNamed(noun, asked.table) ? measured(noun, asked, kind) : null
}

function saySingle(kind: Measure, column: Column, asked: Asked): string {
  if (kind === 'count')
    return `**${counted(asked.rows.filter((row) => (column.cells[row] ?? '') !== '').length, 'row', asked.locale)}** with a value in ${cell(column.name)}${condition(asked)}.`
  const used = asked.rows.filter((row) => column.values[row] !== null)
  const value = measureRows(kind, column, asked.rows)
  if (value === null)
    return `There is no ${kind} of ${cell(column.name)}${condition(asked)}: too few rows have a value.`
  const at = kind === 'minimum' || kind === 'maximum' ? used.filter((row) => column.values[row] === value) : []
  const where = at.length > 0 && at.length <= 3 ? `\n\n${rowsTable(asked.table.columns.slice(0, 10), at)}` : ''
  return `The ${kind} of ${cell(column.name)} is **${figure(value, column, asked.locale)}**, over ${counted(used.length, 'row', asked.locale)}${condition(asked)}.${where}`
}

/** "orders over 1000", "who works in Sales": the rows that a condition leaves. */
function listing(text: string, asked: Asked): string | null {
  if (!asked.filter) return null
  const noun =
    /^(?:(?:show|list|find|display|give)(?: me)? )?(?:all |the |every |any )*(?<noun>[\p{L} ]{2,30}?)(?: that| which| who)?(?: are| is)?$/iu.exec(
      text,
    )?.groups?.noun
  const isListed = /^(?:who|which(?: \p{L}+)?)(?: is| are| works?| lives?| was| were)?$/iu.test(text)
  return isListed || (noun && (isRowNoun(noun) || isPersonNoun(noun)))
    ? rowsOf(asked.table.columns.slice(0, 10), asked)
    : null
}

/** "table of region and amount", "show region, amount" */
function selection(text: string, asked: Asked): string | null {
  const parts =
    /^(?:show(?: me)?|list|display|(?:make|create)(?: me)?(?: a)? table (?:of|with|from)|table (?:of|with)|select|columns) (?:the )?(?:columns? )?(?<what>.{1,120})$/iu.exec(
      text,
    )?.groups
  const what = parts?.what
  if (!what) return null
  if (/^(?:it|this|that|the )?(?:data|file|rows|csv|table|everything|all)?$/iu.test(what))
    return rowsOf(asked.table.columns.slice(0, 10), asked)
  const columns = what.split(/\s*,\s*(?:and\s+)?|\s+and\s+|\s+&\s+/iu).map((name) => columnNamed(name, asked.table))
  const known = columns.filter((column) => column !== null)
  return known.length > 0 && known.length === columns.length ? rowsOf(known, asked) : null
}

function rowsOf(columns: readonly Column[], asked: Asked): string {
  const rows = asked.rows.slice(0, ROWS_SHOWN)
  const more =
    asked.rows.length > rows.length ? `\n\n…and ${whole(asked.rows.length - rows.length, asked.locale)} more rows.` : ''
  return `${counted(asked.rows.length, 'row', asked.locale)}${condition(asked)}:\n\n${rowsTable(columns, rows)}${more}`
}
