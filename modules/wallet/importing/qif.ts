import { AppError } from '@atrium/contract/errors'
import { IMPORT_ROWS_MAX } from '@atrium/contract/reading'
import { orderOf, usualOrder } from '@atrium/domain/dates/date-order'
import type { DateOrder } from '@atrium/domain/dates/figures'
import { decimalSignOf, readDecimal } from '@atrium/domain/numbers/reading'
import type { AccountKind, Cleared } from '../records.ts'
import { say } from '../say.ts'
import { readDate } from './dates.ts'
import { type BankAccount, type Entry, entryOf, type Read } from './entry.ts'
import { linesOf } from './lines.ts'

const KINDS: Readonly<Record<string, AccountKind>> = {
  bank: 'checking',
  cash: 'cash',
  ccard: 'card',
  'oth a': 'other',
  'oth l': 'loan',
}

interface Item {
  line: number
  type: string
  account: BankAccount | null
  fields: [string, string][]
}

/** Lines of one item. A payment of a hundred parts has about three hundred. */
const FIELDS_MAX = 1_000

/** The items of a QIF file, each ended by `^`, one by one. */
function* itemsOf(text: string): Generator<Item> {
  let type = ''
  let account: BankAccount | null = null
  let isAccount = false
  let fields: [string, string][] = []
  let begun = 1
  let at = 0
  for (const raw of linesOf(text)) {
    at += 1
    const line = raw.trimEnd()
    if (line.startsWith('!')) {
      const [, name = ''] = /^!Type:(.*)$/i.exec(line) ?? []
      if (/^!Account/i.test(line)) isAccount = true
      else if (name) {
        type = name.trim().toLowerCase()
        isAccount = false
      }
      fields = []
    } else if (line.startsWith('^')) {
      const value = (code: string) => fields.find(([letter]) => letter === code)?.[1] ?? ''
      if (isAccount && value('N')) {
        const kind = KINDS[value('T').toLowerCase()] ?? 'checking'
        account = { id: `qif:${value('N')}`, name: value('N'), kind, currency: null }
      } else if (!isAccount && fields.length > 0) yield { line: begun, type, account, fields }
      fields = []
    } else if (line !== '') {
      if (fields.length === 0) begun = at
      if (fields.length >= FIELDS_MAX) throw new AppError('bad_request', say('qifEntryOpen', { begun }))
      fields.push([line[0] as string, line.slice(1).trim()])
    }
  }
  if (!isAccount && fields.length > 0) yield { line: begun, type, account, fields }
}

/** What is learnt from all of a file before its payments are read. */
function surveyed(text: string) {
  const dates: string[] = []
  const money: string[] = []
  const income = new Map<string, boolean>()
  let count = 0
  for (const { type, fields } of itemsOf(text)) {
    const has = (code: string) => fields.some(([letter]) => letter === code)
    if (type === 'cat') {
      const name = fields.find(([letter]) => letter === 'N')?.[1] ?? ''
      if (name) income.set(name, has('I'))
      continue
    }
    if (!Object.hasOwn(KINDS, type)) continue
    count += 1
    if (count > IMPORT_ROWS_MAX) throw new AppError('too_large', say('tooManyRows', { most: IMPORT_ROWS_MAX }))
    for (const [code, value] of fields) {
      if (code === 'D') dates.push(value)
      else if ('TU$'.includes(code)) money.push(value)
    }
  }
  return { dates, money, income }
}

const CLEARED: Readonly<Record<string, Cleared>> = { '*': 'cleared', c: 'cleared', x: 'reconciled', r: 'reconciled' }

export interface QifOptions {
  order?: DateOrder
  timeZone: string
  thisYear: number
}

/** The transactions of a QIF file. Its dates have no fixed order: what leaves no doubt decides, then `1/15'26` is American. */
export function* readQif(text: string, { order, timeZone, thisYear }: QifOptions): Generator<Read> {
  if (!/^!(Type|Account|Option)/im.test(text)) throw new AppError('bad_request', say('notQif'))
  const { dates, money, income } = surveyed(text)
  const isQuicken = dates.some((date) => date.includes("'"))
  const read = order ?? orderOf(dates, isQuicken ? 'mdy' : usualOrder(timeZone)).order
  const decimal = decimalSignOf(money)
  for (const { line, type, account, fields } of itemsOf(text)) {
    const value = (code: string) => fields.find(([letter]) => letter === code)?.[1] ?? ''
    if (!Object.hasOwn(KINDS, type)) {
      // Lists of categories, classes and securities have descriptions there.
      if (readDate(value('D'), read, thisYear))
        yield { line, text: value('P'), refused: `“!Type:${type}” is no list of payments and is left out.` }
      continue
    }
    const date = readDate(value('D'), read, thisYear)
    const amount = readDecimal(value('T') || value('U'), decimal)
    const parts = partsOf(fields, decimal)
    if (!date) yield { line, text: value('P'), refused: `Its date cannot be read: “${value('D')}”.` }
    else if (amount === null) yield { line, text: value('P'), refused: `Its amount cannot be read: “${value('T')}”.` }
    else
      yield entryOf({
        line,
        account: account ?? { id: '', name: '', kind: KINDS[type] ?? 'checking', currency: null },
        date,
        amount,
        payee: value('P') || (value('L').startsWith('[') ? value('L').slice(1, -1) : ''),
        memo: [value('M'), value('N') && `No. ${value('N')}`].filter(Boolean).join(' · '),
        category: categoryOf(value('L')) || (parts.length === 1 ? (parts[0]?.category ?? '') : ''),
        income,
        cleared: CLEARED[value('C').toLowerCase()] ?? 'open',
        splits: parts.length > 1 ? parts : [],
      })
  }
}

/** `Food:Groceries/Holiday` is Food:Groceries; `[Savings]` is a transfer and `--Split--` a mark, which have none. */
const categoryOf = (text: string): string =>
  text.startsWith('[') || /^-+split-+$/i.test(text) ? '' : (text.split('/')[0]?.trim() ?? '')

function partsOf(fields: readonly [string, string][], decimal: '.' | ',' | undefined): Entry['splits'] {
  const splits: { category: string; amount: string; memo: string }[] = []
  for (const [code, value] of fields) {
    const last = splits.at(-1)
    if (code === 'S') splits.push({ category: categoryOf(value), amount: '0', memo: '' })
    else if (code === 'E' && last) last.memo = value
    else if (code === '$' && last) last.amount = readDecimal(value, decimal) ?? '0'
  }
  return splits
}
