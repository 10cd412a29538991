import { dayOfNumber, dayParts } from '@atrium/domain/dates/days'
import { monthNamed } from '@atrium/domain/dates/names'
import { decimalSignOf } from '@atrium/domain/numbers/reading'
import { stem, words } from '../phrasing.ts'
import type { Grouping, Period } from '../statistics.ts'
import type { Column, Table } from './table.ts'
import { isNumberLike, numberOf } from './table.ts'

const normal = (text: string): string =>
  words(text.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').replaceAll('_', ' '))
    .map(stem)
    .join(' ')

/** The column that a phrase names: the same words, or the words with a unit beside them ("amount" for "Amount (EUR)"). */
export function columnNamed(phrase: string, table: Table): Column | null {
  const said = normal(
    phrase.replace(/^(?:the|each|every|all|a|an) /iu, '').replace(/ (?:column|field|values?|figures?|per row)$/iu, ''),
  )
  if (said === '') return null
  const names = table.columns.map((column) => ({ column, name: normal(column.name) }))
  const exact = names.find(({ name }) => name === said)
  if (exact) return exact.column
  const within = names.filter(({ name }) => ` ${name} `.includes(` ${said} `) || saysMore(said, name))
  const closest = within.sort((a, b) => a.name.length - b.name.length)[0]?.column
  return closest ?? byMoney(said, table)
}

const stems = (text: string): Set<string> => new Set(text.split(' ').map(stem))
const neutral = stems('total value valu column field figure overall all per row net sum the of')
const saysNothing = stems('it them number record everything data file table in a an')

/** True for words that name nothing of a table: "the total value of all rows". */
export const isNeutral = (phrase: string): boolean =>
  normal(phrase)
    .split(' ')
    .every((word) => word === '' || neutral.has(word) || saysNothing.has(word))

/** "total amount" names Amount; "qty in north" does not name Qty, for its other words change what is asked. */
function saysMore(said: string, name: string): boolean {
  if (!` ${said} `.includes(` ${name} `)) return false
  return ` ${said} `
    .replace(` ${name} `, ' ')
    .trim()
    .split(' ')
    .filter(Boolean)
    .every((word) => neutral.has(word))
}

const incoming = stems('sal sale revenue turnover income earning earn')
const outgoing = stems('cost spend spending expense payment')
const money = new Set([...incoming, ...outgoing, ...stems('amount total value price')])

/** "sales" for a table whose only column of money is called Amount; never costs for revenue. */
function byMoney(said: string, table: Table): Column | null {
  const parts = said.split(' ')
  if (!parts.some((word) => money.has(word)) || !parts.every((word) => money.has(word) || neutral.has(word)))
    return null
  const opposite = parts.some((word) => incoming.has(word)) ? outgoing : incoming
  const directed = parts.some((word) => incoming.has(word) || outgoing.has(word))
  const likely = table.columns.filter(({ type, unit, name }) => {
    const own = normal(name).split(' ')
    if (type !== 'number' || (directed && own.some((word) => opposite.has(word)))) return false
    return /[$€£¥]/u.test(unit) || own.some((word) => money.has(word))
  })
  return likely.length === 1 ? (likely[0] as Column) : null
}

const identifier = /\b(?:id|no|nr|number|code|zip|postcode|phone|year|index|row)\b/iu

/** Columns whose numbers can sensibly be added up. */
export const measurable = (table: Table): Column[] => {
  const numeric = table.columns.filter((column) => column.type === 'number')
  const quantities = numeric.filter((column) => !identifier.test(column.name.replaceAll('_', ' ')))
  return quantities.length > 0 ? quantities : numeric
}

const periods: Readonly<Record<string, Period>> = {
  day: 'day',
  date: 'day',
  daily: 'day',
  week: 'week',
  weekly: 'week',
  month: 'month',
  monthly: 'month',
  quarter: 'quarter',
  quarterly: 'quarter',
  year: 'year',
  yearly: 'year',
  annually: 'year',
  weekday: 'weekday',
  'day of the week': 'weekday',
  'day of week': 'weekday',
}

/** "region", or "month" of the one date column. A column of that name comes before a period. */
export function groupingNamed(phrase: string, table: Table): Grouping | null {
  const key = phrase
    .trim()
    .toLowerCase()
    .replace(/^(?:the|each|every) /u, '')
  const column = columnNamed(key, table)
  const period = Object.hasOwn(periods, key.replace(/s$/u, '')) ? (periods[key.replace(/s$/u, '')] as Period) : null
  if (column && !(period && column.type === 'date' && period !== 'day'))
    return { column, period: column.type === 'date' ? (period ?? 'day') : null }
  const date = table.columns.find((other) => other.type === 'date')
  return period && date ? { column: date, period } : null
}

export interface Filter {
  text: string
  keeps: (row: number) => boolean
}

const comparisons: [RegExp, string][] = [
  [/^(?:is |are )?(?:at least|>=|≥|not (?:less|below|under) than)\s*/iu, '>='],
  [/^(?:is |are )?(?:at most|<=|≤|not (?:more|above|over) than|up to)\s*/iu, '<='],
  [/^(?:is |are )?(?:greater than|more than|over|above|>|exceeds|exceeding|higher than)\s*/iu, '>'],
  [/^(?:is |are )?(?:less than|under|below|<|fewer than|lower than)\s*/iu, '<'],
  [/^(?:is not|isn't|are not|!=|≠|not)\s*/iu, '!='],
  [/^(?:is|are|equals?|=|==|:)\s*/iu, '='],
]

/** "where region is North", "with amount over 100", "in North"; null when the phrase is no condition of this table. */
export function filterNamed(phrase: string, table: Table): Filter | null {
  const text = phrase.trim().replace(/^(?:where|with|whose|having|if|for|in|of|from|when) (?:the )?/iu, '')
  for (const column of [...table.columns].sort((a, b) => b.name.length - a.name.length)) {
    if (!text.toLowerCase().startsWith(column.name.toLowerCase())) continue
    const rest = text.slice(column.name.length).trim()
    const comparison = comparisons.find(([pattern]) => pattern.test(rest))
    if (!comparison) continue
    const value = rest
      .replace(comparison[0], '')
      .replace(/^["']|["']$/gu, '')
      .trim()
    const filter = value === '' ? null : compare(column, comparison[1], value)
    if (filter) return filter
  }
  return valueNamed(text, table) ?? periodNamed(text, table)
}

/** "in March", "in 2025", "in March 2025", "in Q1 2025", of the one date column. */
function periodNamed(text: string, table: Table): Filter | null {
  const dates = table.columns.filter((column) => column.type === 'date')
  const [column] = dates
  const parts = /^(?:(?<month>[a-z]{3,9})|q(?<quarter>[1-4]))?(?:(?:^| )(?<year>\d{4}))?$/iu.exec(text)?.groups
  if (!column || dates.length > 1 || !parts) return null
  const month = parts.month ? monthNamed(parts.month) : null
  if (parts.month ? month === null : !parts.quarter && !parts.year) return null
  const keeps = (row: number) => {
    const value = column.values[row]
    if (value === null || value === undefined) return false
    const day = dayParts(dayOfNumber(value))
    return (
      (month === null || day.month === month) &&
      (!parts.quarter || Math.ceil(day.month / 3) === Number(parts.quarter)) &&
      (!parts.year || day.year === Number(parts.year))
    )
  }
  return { text: `${column.name} in ${text}`, keeps }
}

/** A number and nothing else: "34 and department is Sales" is none. Read as its own signs say, else as the column is written. */
function limitIn(value: string, column: Column): number | null {
  if (!isNumberLike(value)) return null
  return numberOf(value, decimalSignOf([value]) ?? decimalSignOf(column.cells) ?? '.')
}

function compare(column: Column, sign: string, value: string): Filter | null {
  const text = `${column.name} ${sign} ${value}`
  if (column.type === 'number') {
    const limit = limitIn(value, column)
    if (limit === null) return null
    const test: Record<string, (cell: number) => boolean> = {
      '>': (cell) => cell > limit,
      '<': (cell) => cell < limit,
      '>=': (cell) => cell >= limit,
      '<=': (cell) => cell <= limit,
      '=': (cell) => cell === limit,
      '!=': (cell) => cell !== limit,
    }
    return {
      text,
      keeps: (row) =>
        column.values[row] !== null &&
        column.values[row] !== undefined &&
        (test[sign]?.(column.values[row] as number) ?? false),
    }
  }
  if (sign !== '=' && sign !== '!=') return null
  const wanted = value.toLowerCase()
  return { text, keeps: (row) => (column.cells[row]?.toLowerCase() === wanted) === (sign === '=') }
}

/** A bare value that stands in a text column: "average amount in North". */
function valueNamed(text: string, table: Table): Filter | null {
  const wanted = text
    .toLowerCase()
    .replace(/^the /u, '')
    .replace(/^["']|["']$/gu, '')
  if (wanted === '') return null
  for (const column of table.columns) {
    if (column.type !== 'text' && column.type !== 'yes/no') continue
    if (column.cells.some((cell) => cell.toLowerCase() === wanted))
      return { text: `${column.name} = ${text}`, keeps: (row) => column.cells[row]?.toLowerCase() === wanted }
  }
  return null
}
