import { AppError } from '@atrium/contract/errors'
import type { ReadableFile } from '@atrium/contract/reading'
import { orderOf, usualOrder } from '@atrium/domain/dates/date-order'
import type { DateOrder } from '@atrium/domain/dates/figures'
import { decimalSignOf, readDecimal } from '@atrium/domain/numbers/reading'
import { columnNamed, columnsByContent, matchColumns } from '@atrium/domain/tables/columns'
import { delimiterOf, headerIn } from '@atrium/domain/tables/layout'
import { type Exceeded, isEmptyRecord, recordsOfPieces, type TableRecord } from '@atrium/domain/tables/records'
import { readDate } from './dates.ts'
import { type Entry, entryOf, joined, type Read } from './entry.ts'

export const columnNames = ['date', 'amount', 'out', 'in', 'payee', 'memo', 'category', 'currency', 'ref'] as const
export type ColumnName = (typeof columnNames)[number]
export type Columns = Partial<Record<ColumnName, number>>

/** What banks call their columns, the best name first; compared without accents and case. */
const NAMES: Readonly<Record<ColumnName, readonly string[]>> = {
  date: [
    'date',
    'booking date',
    'buchungstag',
    'buchungsdatum',
    'transaction date',
    'posting date',
    'posted date',
    'post date',
    'datum',
    'started date',
    'completed date',
    'date operation',
    'date de l operation',
    'fecha',
    'fecha operacion',
    'data',
    'data operazione',
    'data contabile',
    'boekdatum',
    'valuta',
    'wertstellung',
    'value date',
    'time',
    'day',
  ],
  amount: [
    'amount',
    'betrag',
    'transaction amount',
    'montant',
    'importe',
    'importo',
    'bedrag',
    'valor',
    'kwota',
    'belopp',
    'belob',
    'umsatz',
    'amount (eur)',
    'betrag (eur)',
    'net',
    'sum',
    'total',
    'value',
  ],
  out: [
    'debit',
    'withdrawal',
    'withdrawals',
    'money out',
    'paid out',
    'outflow',
    'soll',
    'lastschrift',
    'belastung',
    'ausgang',
    'cargo',
    'addebito',
    'dare',
    'af',
    'spent',
    'debits',
  ],
  in: [
    'credit',
    'deposit',
    'deposits',
    'money in',
    'paid in',
    'inflow',
    'haben',
    'gutschrift',
    'eingang',
    'abono',
    'accredito',
    'avere',
    'bij',
    'received',
    'credits',
  ],
  payee: [
    'payee',
    'merchant',
    'counterparty',
    'name',
    'beguenstigter/zahlungspflichtiger',
    'auftraggeber/empfanger',
    'empfanger',
    'zahlungsempfanger',
    'zahlungsempfanger*in',
    'payee name',
    'beneficiary',
    'beneficiaire',
    'naam / omschrijving',
    'naam tegenpartij',
    'counterparty name',
    'libelle',
    'description',
    'beschreibung',
    'transaction description',
    'details',
    'concepto',
    'descrizione',
    'omschrijving',
    'buchungstext',
    'text',
    'narrative',
  ],
  memo: [
    'memo',
    'note',
    'notes',
    'verwendungszweck',
    'purpose',
    'reference',
    'mededelingen',
    'remittance information',
    'causale',
    'observaciones',
    'description',
    'details',
    'buchungstext',
  ],
  category: ['category', 'kategorie', 'categorie', 'categoria'],
  currency: ['currency', 'wahrung', 'waehrung', 'devise', 'divisa', 'valuta code', 'moneda', 'munt'],
  ref: [
    'transaction id',
    'id',
    'fitid',
    'reference number',
    'transaktions-id',
    'transaction reference',
    'unique id',
    'referenz',
  ],
}

const guess = (head: readonly string[]): Columns => matchColumns(head, NAMES)

const isEnough = ({ date, amount, out, in: inward }: Columns) =>
  date !== undefined && (amount !== undefined || out !== undefined || inward !== undefined)

export interface CsvOptions {
  /** Which column is what: its name, or its number from 1. Guessed when absent. */
  columns: Partial<Record<ColumnName, string>>
  order?: DateOrder
  decimal?: '.' | ','
  /** Some cards write what was spent as positive. */
  flip: boolean
  timeZone: string
  thisYear: number
}

const SAMPLE = 200 // rows looked at for the head, the date order and the decimal sign
/** Columns that a sentence names. */
const LISTED = 30
/** Lines that banks put before the head. */
const PREAMBLE = 40

/** What was learnt of a file from its first rows. */
interface Layout {
  columns: Columns
  /** The row of the head, or -1: rows from the next on are data. */
  head: number
}

/** `1 “Date”, 2 “Payee”`: as many as a sentence can hold. */
function listed(head: readonly string[]): string {
  const named = head.slice(0, LISTED).map((name, index) => `${index + 1} “${name.trim().slice(0, 40)}”`)
  return [...named, ...(head.length > LISTED ? [`and ${head.length - LISTED} more`] : [])].join(', ')
}

function columnAt(said: string, head: readonly string[]): number {
  const at = columnNamed(head, [said])
  if (at >= 0) return at
  const number = /^\d{1,3}$/.test(said.trim()) ? Number(said) - 1 : -1
  if (number >= 0 && number < head.length) return number
  throw new AppError('bad_request', `There is no column “${said}”. The columns are ${listed(head)}.`)
}

function layoutOf(rows: readonly TableRecord[], options: CsvOptions): Layout {
  const chosen = Object.entries(options.columns).filter(([, said]) => said?.trim()) as [ColumnName, string][]
  let head = rows.slice(0, PREAMBLE).findIndex(({ cells }) => isEnough(guess(cells)))
  if (head < 0) head = headerIn(rows)
  if (head < 0 && chosen.length > 0) head = 0
  const names = rows[Math.max(0, head)]?.cells ?? []
  const columns = {
    ...(head >= 0 ? guess(names) : byContent(rows, options.thisYear)),
    ...Object.fromEntries(chosen.map(([name, said]) => [name, columnAt(said, names)])),
  }
  if (!isEnough(columns)) {
    const which = columns.date === undefined ? 'the date' : 'the amount'
    throw new AppError(
      'bad_request',
      `No column for ${which} was found. Say which one it is: ${listed(names) || 'the file is empty'}.`,
    )
  }
  return { columns, head }
}

/** A file without a head: the first column of dates, the first of amounts, the longest other text. */
function byContent(rows: readonly TableRecord[], thisYear: number): Columns {
  const cells = rows.map((row) => row.cells)
  const { date, amount } = columnsByContent(cells, {
    date: (cell) => readDate(cell, 'dmy', thisYear) !== null || readDate(cell, 'mdy', thisYear) !== null,
    amount: (cell) => /\d/.test(cell) && readDecimal(cell) !== null,
  })
  if (date === undefined || amount === undefined) return {}
  const rest = (cells[0] ?? []).map((cell, at) => ({
    at,
    length: at === date || at === amount ? 0 : cell.trim().length,
  }))
  const payee = rest.sort((a, b) => b.length - a.length)[0]
  return { date, amount, ...(payee && payee.length > 0 && { payee: payee.at }) }
}

/** No bank writes a longer row, nor so many columns: it is another kind of file. */
const LIMITS = { cells: 1_000, characters: 200_000, quoted: 100_000 }

const refusalOf = ({ exceeded, most, line }: Exceeded) =>
  new AppError(
    'bad_request',
    `Line ${line} has more than ${most.toLocaleString('en')} ${exceeded === 'cells' ? 'columns' : 'characters'}. This is no table of payments.`,
  )

/** The rows that have a word in them. Throws `bad_request` for what is no table of payments. */
async function* rowsOf(file: Pick<ReadableFile, 'texts'>, delimiter: string): AsyncGenerator<TableRecord> {
  for await (const row of recordsOfPieces(file.texts(), delimiter, LIMITS)) {
    if ('exceeded' in row) throw refusalOf(row)
    if (!isEmptyRecord(row.cells)) yield row
  }
}

/** The rows of a bank's CSV as transactions; memory does not grow with the file. */
export async function* readCsv(file: Pick<ReadableFile, 'texts'>, options: CsvOptions): AsyncGenerator<Read> {
  let start = ''
  for await (const piece of file.texts()) {
    start += piece
    if (start.length > 20_000) break
  }
  const delimiter = delimiterOf(start) ?? ','
  const sample: TableRecord[] = []
  for await (const row of rowsOf(file, delimiter)) {
    sample.push(row)
    if (sample.length >= SAMPLE) break
  }
  if (sample.length === 0) throw new AppError('bad_request', 'The file is empty.')
  const { columns, head } = layoutOf(sample, options)
  const data = sample.slice(head + 1)
  const cell = (cells: readonly string[], name: ColumnName) => {
    const at = columns[name]
    return at === undefined ? '' : (cells[at] ?? '').trim()
  }
  const dates = data.map(({ cells }) => cell(cells, 'date'))
  const order = options.order ?? orderOf(dates, usualOrder(options.timeZone)).order
  const money = data.flatMap(({ cells }) => [cell(cells, 'amount'), cell(cells, 'out'), cell(cells, 'in')])
  const decimal = options.decimal ?? decimalSignOf(money)

  const entry = ({ line, cells }: { line: number; cells: string[] }): Read => {
    const text = cells.join(delimiter)
    const date = readDate(cell(cells, 'date'), order, options.thisYear)
    if (!date) return { line, text, refused: `The date cannot be read: “${cell(cells, 'date')}”.` }
    const amount = amountIn((name) => cell(cells, name), decimal, options.flip)
    if (amount === null) return { line, text, refused: 'There is no amount that can be read.' }
    const said: Partial<Entry> = {
      payee: cell(cells, 'payee') || cell(cells, 'memo'),
      memo: cell(cells, 'payee') ? joined([cell(cells, 'memo')]) : '',
      category: cell(cells, 'category'),
      currency: /^[A-Za-z]{3}$/.test(cell(cells, 'currency')) ? cell(cells, 'currency').toUpperCase() : null,
      ref: cell(cells, 'ref'),
    }
    return entryOf({ line, date, amount, ...said })
  }
  let at = 0
  for await (const row of rowsOf(file, delimiter)) {
    at += 1
    if (at > head + 1) yield entry(row)
  }
}

const isNothing = (decimal: string | null) => decimal === null || !/[1-9]/.test(decimal)
const negated = (decimal: string) =>
  decimal.startsWith('-') ? decimal.slice(1) : isNothing(decimal) ? decimal : `-${decimal}`

/** One column with a sign, or one for what went out and one for what came in, whose own signs do not matter. */
function amountIn(cell: (name: ColumnName) => string, decimal: '.' | ',' | undefined, flip: boolean): string | null {
  const read = (name: ColumnName) => (cell(name) === '' ? null : readDecimal(cell(name), decimal))
  const single = read('amount')
  const out = read('out')
  const inward = read('in')
  let amount = single
  if (single === null || (isNothing(single) && !(isNothing(out) && isNothing(inward)))) {
    if (out !== null && !isNothing(out)) amount = negated(out.replace(/^-/, ''))
    else amount = inward === null ? out : inward.replace(/^-/, '')
  }
  if (amount === null) return null
  return flip ? negated(amount) : amount
}
