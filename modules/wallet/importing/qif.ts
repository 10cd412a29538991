import { AppError } from '@atrium/contract/errors'
import { decimalOf, readDecimal } from '../money.ts'
import type { AccountKind, Cleared } from '../records.ts'
import { type DateOrder, orderOf, readDate, usualOrder } from './dates.ts'
import { type BankAccount, type Entry, entryOf, type Read } from './entry.ts'

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

/** The items of a QIF file, each ended by `^`. Lists of categories, classes and the like are left out. */
function itemsOf(text: string): Item[] {
  const items: Item[] = []
  let type = ''
  let account: BankAccount | null = null
  let isAccount = false
  let fields: [string, string][] = []
  let begun = 1
  for (const [at, raw] of text.split(/\r\n|\r|\n/).entries()) {
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
      } else if (!isAccount && fields.length > 0) items.push({ line: begun, type, account, fields })
      fields = []
    } else if (line !== '') {
      if (fields.length === 0) begun = at + 1
      fields.push([line[0] as string, line.slice(1).trim()])
    }
  }
  if (!isAccount && fields.length > 0) items.push({ line: begun, type, account, fields })
  return items
}

const CLEARED: Readonly<Record<string, Cleared>> = { '*': 'cleared', c: 'cleared', x: 'reconciled', r: 'reconciled' }

export interface QifOptions {
  order?: DateOrder
  timeZone: string
  thisYear: number
}

/** The transactions of a QIF file. Its dates have no fixed order: what leaves no doubt decides, then `1/15'26` is American. */
export function* readQif(text: string, { order, timeZone, thisYear }: QifOptions): Generator<Read> {
  if (!/^!(Type|Account|Option)/im.test(text))
    throw new AppError('bad_request', 'This is no QIF file: no line begins with !Type.')
  const items = itemsOf(text)
  const dates = items.flatMap(({ fields }) => fields.flatMap(([code, value]) => (code === 'D' ? [value] : [])))
  const isQuicken = dates.some((date) => date.includes("'"))
  const read = order ?? orderOf(dates) ?? (isQuicken ? 'mdy' : usualOrder(timeZone))
  const money = items.flatMap(({ fields }) => fields.flatMap(([code, value]) => ('TU$'.includes(code) ? [value] : [])))
  const decimal = decimalOf(money)
  for (const { line, type, account, fields } of items) {
    const value = (code: string) => fields.find(([letter]) => letter === code)?.[1] ?? ''
    if (!Object.hasOwn(KINDS, type)) {
      if (value('D'))
        yield { line, text: value('P'), refused: `“!Type:${type}” is no list of payments and is left out.` }
      continue
    }
    const date = readDate(value('D'), read, thisYear)
    const amount = readDecimal(value('T') || value('U'), decimal)
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
        category: categoryOf(value('L')),
        cleared: CLEARED[value('C').toLowerCase()] ?? 'open',
        splits: splitsOf(fields, decimal),
      })
  }
}

/** `Food:Groceries/Holiday` is the category Groceries; `[Savings]` is a transfer, which has none. */
const categoryOf = (text: string): string =>
  text.startsWith('[') ? '' : (text.split('/')[0]?.split(':').at(-1)?.trim() ?? '')

function splitsOf(fields: readonly [string, string][], decimal: '.' | ',' | undefined): Entry['splits'] {
  const splits: { category: string; amount: string; memo: string }[] = []
  for (const [code, value] of fields) {
    const last = splits.at(-1)
    if (code === 'S') splits.push({ category: categoryOf(value), amount: '0', memo: '' })
    else if (code === 'E' && last) last.memo = value
    else if (code === '$' && last) last.amount = readDecimal(value, decimal) ?? '0'
  }
  return splits.length > 1 ? splits : []
}
