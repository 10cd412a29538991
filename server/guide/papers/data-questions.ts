import { cell } from '../markdown.ts'
import { allRows, measureRows } from '../statistics.ts'
import { type Asked, condition, kindOf, measured, measures, unknownColumn } from './asked.ts'
import { columnNamed, type Filter, filterNamed } from './columns-named.ts'
import { counted, figure, profileTable, ROWS_SHOWN, rowsTable, whole } from './data-tables.ts'
import { best, distinct, grouped, top } from './groups.ts'
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
    return { markdown: unknownColumn(table), sure: false }
  return null
}

const ask = (text: string, asked: Asked): string | null =>
  rowCount(text, asked) ??
  best(text, asked) ??
  top(text, asked) ??
  grouped(text, asked) ??
  distinct(text, asked) ??
  single(text, asked) ??
  selection(text, asked)

export function describe(table: Table, locale: string): string {
  const cut = table.cut ? ' (the first ones; the file has more)' : ''
  return `${counted(table.rows, 'row', locale)}${cut} and ${counted(table.columns.length, 'column', locale)}.\n\n${profileTable(table, locale)}`
}

function rowCount(text: string, asked: Asked): string | null {
  if (
    /^(?:how many|number of|count of|count(?: the)?) (?:data )?(?:rows|records|entries|lines|items|data points)(?: are there| does it have| is there| are)?(?: in (?:it|total|all))?$/iu.test(
      text,
    )
  ) {
    return `**${counted(asked.rows.length, 'row', asked.locale)}**${condition(asked)}.`
  }
  // "how many orders in North": the thing counted is a row, and only the condition tells.
  if (asked.filter && /^how many [\p{L} ]{2,30}(?: are there| are| were)?$/iu.test(text))
    return `**${counted(asked.rows.length, 'row', asked.locale)}**${condition(asked)}.`
  return null
}

/** "average amount", "total of sales", "highest price" */
function single(text: string, asked: Asked): string | null {
  const parts = new RegExp(
    `^(?:(?:what|how)(?:'s| is| are| was)? )?(?:the )?(?<kind>${measures})(?: value)?(?: of| in)?(?: the| all)?(?: (?<what>.{1,60}))?$`,
    'iu',
  ).exec(text)?.groups
  const kind = parts && kindOf(parts.kind as string)
  if (!parts || !kind || kind === 'distinct') return null
  const what = parts.what?.replace(/ (?:column|overall|in total|altogether)$/iu, '')
  const column =
    what && columnNamed(what, asked.table)
      ? measured(what, asked, kind)
      : what
        ? null
        : measured(undefined, asked, kind)
  if (!column) return null
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
