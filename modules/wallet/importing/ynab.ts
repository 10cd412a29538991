import { AppError } from '@atrium/contract/errors'
import { IMPORT_ROWS_MAX } from '@atrium/contract/reading'
import { orderOf } from '@atrium/domain/dates/date-order'
import type { DateOrder } from '@atrium/domain/dates/figures'
import { readMonth } from '@atrium/domain/dates/written'
import { currenciesOf } from '@atrium/domain/money/currency-marks'
import { type DecimalSign, decimalOf, decimalSignOf, writtenNumber } from '@atrium/domain/numbers/reading'
import { columnNamed } from '@atrium/domain/tables/columns'
import { delimiterOf } from '@atrium/domain/tables/layout'
import { isEmptyRecord, recordReader, type TableRecord } from '@atrium/domain/tables/records'
import type { Cleared } from '../records.ts'
import { say } from '../say.ts'
import { START } from '../start.ts'
import type { BudgetRow, FileAccount, FileCategory, FilePayment } from './budget-file.ts'
import { readDate } from './dates.ts'

// What YNAB's "Export plan" writes: Register.csv, one row for each payment or part of one, and Plan.csv (once Budget.csv), one for
// each category and month. support.ynab.com, "How to export plan data". YNAB 4 called some columns otherwise.

const NAMES = {
  account: ['account'],
  flag: ['flag'],
  date: ['date'],
  payee: ['payee'],
  group: ['category group', 'master category'],
  category: ['sub category', 'category'],
  memo: ['memo'],
  out: ['outflow'],
  in: ['inflow'],
  cleared: ['cleared'],
  month: ['month'],
  given: ['assigned', 'budgeted'],
} as const
type Name = keyof typeof NAMES

export interface YnabTexts {
  register?: string
  plan?: string
}
export interface YnabOptions {
  usual: DateOrder
  thisYear: number
}

/** Whether these names of columns are those of one of its two files. */
export function ynabFileOf(names: readonly string[]): keyof YnabTexts | null {
  const has = (...wanted: Name[]) => wanted.every((name) => columnNamed(names, NAMES[name]) >= 0)
  if (has('account', 'date', 'payee', 'out', 'in', 'cleared') && has('group')) return 'register'
  return has('month', 'group', 'category', 'given') ? 'plan' : null
}

interface Row {
  line: number
  of(name: Name): string
}

function rowsOf(text: string): Row[] {
  const records: TableRecord[] = []
  const reader = recordReader(delimiterOf(text.slice(0, 20_000)) ?? ',', (cells, line, place) => {
    if (!isEmptyRecord(cells)) records.push({ cells, line, place })
    return records.length <= IMPORT_ROWS_MAX
  })
  const exceeded = reader.push(text) ?? reader.end()
  if (exceeded) throw new AppError('bad_request', say('registerLineTooLong', { line: exceeded.line }))
  const [head, ...rows] = records
  const places = new Map(
    Object.entries(NAMES).map(([name, names]) => [name, columnNamed(head?.cells ?? [], names)] as const),
  )
  return rows.map(({ cells, line }) => ({ line, of: (name) => (cells[places.get(name) ?? -1] ?? '').trim() }))
}

const INFLOW = {
  key: 'Inflow',
  name: 'Ready to Assign',
  group: 'Inflow',
  isIncome: true,
  hidden: false,
  keepsDebt: false,
}
const isInflow = (group: string, name: string) =>
  /^(?:inflow|income)$/i.test(group) || /^(?:ready to assign|to be budgeted)$/i.test(name)
/** Categories that are put away keep their old group in their name. */
const HIDDEN = /^hidden categories$/i

function categoryOf(row: Row): FileCategory | null {
  const [group, name] = [row.of('group'), row.of('category')]
  if (name === '' || /^uncategorized$/i.test(name)) return null
  if (isInflow(group, name)) return INFLOW
  return {
    key: `${group}: ${name}`,
    name,
    group: group || 'YNAB',
    isIncome: false,
    hidden: HIDDEN.test(group),
    keepsDebt: false,
  }
}

const STATES: Readonly<Record<string, Cleared>> = { c: 'cleared', r: 'reconciled' }
/** What an account began with. */
const STARTS = /^starting balance$/i
const TRANSFER = /^transfer\s*:\s*(.+)$/i
const PART = /^\(?split \(?(\d+)\/(\d+)\)\s*/i

interface Money {
  sign: DecimalSign | undefined
  currencies: string[]
}

/** How the amounts of all rows are written. */
function moneyOf(texts: readonly string[]): Money {
  const marks = new Set(
    texts.flatMap((text) => {
      const number = writtenNumber(text)
      return number ? [number.before || number.behind] : []
    }),
  )
  const mark = [...marks].find((one) => one !== '' && currenciesOf(one))
  return { sign: decimalSignOf(texts), currencies: [...(currenciesOf(mark ?? '') ?? [])] }
}
const amountIn = (text: string, { sign }: Money): number | null => {
  const number = writtenNumber(text)
  const exact = number && decimalOf(number, sign)
  return exact === null || exact === undefined ? null : Number(exact)
}
const decimal = (value: number) => String(Number(value.toFixed(4)))

type Part = FilePayment & { part: [at: number, of: number] | null; transferTo: string | null }

/** One for each row, parts apart. */
function* partsOf(rows: readonly Row[], money: Money, { usual, thisYear }: YnabOptions): Generator<Part | BudgetRow> {
  const { order } = orderOf(
    rows.map((row) => row.of('date')),
    usual,
  )
  const accounts = new Set(rows.map((row) => row.of('account')))
  const counts = new Map<string, number>()
  for (const row of rows) {
    const { line } = row
    const text = [row.of('account'), row.of('date'), row.of('payee')].join(' ')
    const date = readDate(row.of('date'), order, thisYear)
    const [out, came] = [amountIn(row.of('out'), money), amountIn(row.of('in'), money)]
    if (!date) yield { line, text, refused: say('dateUnreadable', { date: row.of('date').slice(0, 40) }) }
    else if (out === null && came === null) yield { line, text, refused: 'There is no amount that can be read.' }
    else {
      const memo = row.of('memo')
      const part = PART.exec(memo)
      const [account, payee] = [row.of('account'), row.of('payee')]
      const amount = decimal((came ?? 0) - (out ?? 0))
      const to = TRANSFER.exec(payee)?.[1]?.trim()
      const facts = [account, date, amount, payee, memo.slice(0, 100)].join('|')
      const count = (counts.get(facts) ?? 0) + 1
      counts.set(facts, count)
      yield {
        ...{
          key: `${facts}|${count}`,
          line,
          account,
          date,
          amount,
          payee: to ?? (STARTS.test(payee) ? START : payee),
          category: categoryOf(row)?.key ?? null,
        },
        memo: part ? memo.slice(part[0].length) : memo,
        cleared: STATES[row.of('cleared').slice(0, 1).toLowerCase()] ?? 'open',
        ...(row.of('flag') && { flag: row.of('flag') }),
        ...{ splits: [], other: null, isSecond: false },
        part: part ? [Number(part[1]), Number(part[2])] : null,
        transferTo: to !== undefined && accounts.has(to) && to !== account ? to : null,
      }
    }
  }
}

/** Parts of one payment as one; where a part is a transfer each stands by itself, since it has another end. */
function joinedParts(parts: readonly Part[]): Part[] {
  const joined: Part[] = []
  for (let at = 0; at < parts.length; ) {
    const first = parts[at] as Part
    const count = first.part?.[1] ?? 1
    const group = parts.slice(at, at + count)
    const isWhole =
      group.length === count &&
      count > 1 &&
      group.every(
        ({ part, account, date }, n) =>
          part?.[0] === n + 1 && part[1] === count && account === first.account && date === first.date,
      )
    if (!isWhole || group.some(({ transferTo }) => transferTo !== null)) {
      joined.push(first)
      at += 1
      continue
    }
    const amount = decimal(group.reduce((sum, one) => sum + Number(one.amount), 0))
    const splits = group.map(({ category, amount: its, memo }) => ({ category, amount: its, memo }))
    joined.push({ ...first, amount, splits, category: null, memo: '' })
    at += count
  }
  return joined
}

/** Finds the two ends of each transfer: the same day and amount, between the same two accounts. */
function joinedTransfers(parts: readonly Part[]): FilePayment[] {
  const waiting = new Map<string, Part[]>()
  const found = parts.map((part) => ({ ...part }))
  for (const one of found) {
    const { transferTo: to, account, date, amount } = one
    if (to === null) continue
    const of = (from: string, other: string, sum: number) => `${date}|${from}|${other}|${decimal(sum)}`
    const partner = waiting.get(of(to, account, -Number(amount)))?.shift()
    if (partner) {
      one.other = partner.key
      one.isSecond = true
      partner.other = one.key
    } else {
      const mine = of(account, to, Number(amount))
      waiting.set(mine, [...(waiting.get(mine) ?? []), one])
    }
  }
  return found.map(({ part: _, transferTo: __, ...payment }) => payment)
}

function accountsOf(payments: readonly FilePayment[], cards: ReadonlySet<string>): FileAccount[] {
  return [...new Set(payments.map(({ account }) => account))].map((name) => {
    const own = payments.filter(({ account }) => account === name)
    const onBudget = own.some(
      ({ category, splits }) => category !== null || splits.some((split) => split.category !== null),
    )
    return { key: name, name, kind: cards.has(name) ? 'card' : 'checking', onBudget, closed: false }
  })
}

/** A whole export, or one of its two files. */
export function* readYnab({ register = '', plan = '' }: YnabTexts, options: YnabOptions): Generator<BudgetRow> {
  const [rows, months] = [rowsOf(register), rowsOf(plan)]
  const money = moneyOf([
    ...rows.flatMap((row) => [row.of('out'), row.of('in')]),
    ...months.map((row) => row.of('given')),
  ])
  yield { currencies: money.currencies }
  const parts: Part[] = []
  for (const row of partsOf(rows, money, options)) {
    if ('part' in row) parts.push(row)
    else yield row
  }
  const payments = joinedTransfers(joinedParts(parts))
  const categories = new Map(
    [...months, ...rows].flatMap((row) => {
      const category = categoryOf(row)
      return category ? [[category.key, category] as const] : []
    }),
  )
  const cards = new Set(
    [...categories.values()].flatMap(({ group, name }) => (/^credit card payments$/i.test(group) ? [name] : [])),
  )
  for (const account of accountsOf(payments, cards)) yield { account }
  for (const category of categories.values()) yield { category }
  for (const payment of payments) yield { payment }
  for (const row of months) {
    const [month, category, given] = [readMonth(row.of('month')), categoryOf(row), amountIn(row.of('given'), money)]
    const text = [row.of('month'), row.of('category')].join(' ')
    if (!month) yield { line: row.line, text, refused: say('monthUnreadable', { month: row.of('month').slice(0, 40) }) }
    else if (category && !category.isIncome && given)
      yield { given: { month, category: category.key, amount: decimal(given) } }
  }
}
