import { AppError } from '@atrium/contract/errors'
import { readDecimal } from '@atrium/domain/numbers/reading'
import type { AccountKind } from '../records.ts'
import { say } from '../say.ts'
import { readDate } from './dates.ts'
import { type BankAccount, entryOf, joined, type Read } from './entry.ts'

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** XML's entities, and `&nbsp;` as SGML banks write it. */
export const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi, (all, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null
    if (code !== null) return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : all
    return ENTITIES[String(name).toLowerCase()] ?? all
  })

const KINDS: Readonly<Record<string, AccountKind>> = {
  CHECKING: 'checking',
  SAVINGS: 'savings',
  MONEYMRKT: 'savings',
  CREDITLINE: 'loan',
  CD: 'savings',
}

const TITLES: Readonly<Partial<Record<AccountKind, string>>> = {
  checking: 'Checking',
  savings: 'Savings',
  card: 'Card',
  loan: 'Loan',
  investment: 'Investment',
}

function accountOf(fields: ReadonlyMap<string, string>, isCard: boolean, currency: string | null): BankAccount {
  const id = fields.get('ACCTID') ?? ''
  const kind = isCard ? 'card' : (KINDS[fields.get('ACCTTYPE')?.toUpperCase() ?? ''] ?? 'checking')
  return { id, kind, currency, name: `${TITLES[kind] ?? 'Account'} ${id.slice(-4)}`.trim() }
}

/**
 * The transactions of an OFX file: version 1 (SGML, whose values have no closing tags) and version 2 (XML) alike, and
 * QFX, which is OFX with the bank's number. Source: OFX 1.6 and 2.2, sections 11.4 and 3.2.
 */
export function* readOfx(text: string, thisYear: number): Generator<Read> {
  if (!/<OFX>/i.test(text)) throw new AppError('bad_request', say('notOfx'))
  let currency: string | null = null
  let account: BankAccount | null = null
  /** The fields of the open account or transaction. */
  let fields: Map<string, string> | null = null
  let open: string | null = null
  let begun = 0
  let line = 1
  // Looked for once: many banks write everything on one line, whose end is far from each of its transactions.
  let nextBreak = text.indexOf('\n')
  const lineAt = (offset: number) => {
    for (; nextBreak >= 0 && nextBreak < offset; nextBreak = text.indexOf('\n', nextBreak + 1)) line += 1
    return line
  }

  const finish = (): Read => {
    const has = (name: string) => fields?.get(name) ?? ''
    const place = { line: lineAt(begun), text: joined([has('DTPOSTED'), has('TRNAMT'), has('NAME')]) }
    const date = readDate(has('DTPOSTED').slice(0, 8) || has('DTUSER').slice(0, 8), 'ymd', thisYear)
    if (!date) return { ...place, refused: `Its date (DTPOSTED) cannot be read: “${has('DTPOSTED')}”.` }
    const amount = readDecimal(has('TRNAMT'), decimalOfOfx(has('TRNAMT')))
    if (amount === null) return { ...place, refused: `Its amount (TRNAMT) cannot be read: “${has('TRNAMT')}”.` }
    const name = has('NAME') || has('PAYEE.NAME')
    const memo = has('MEMO')
    return entryOf({
      line: place.line,
      account,
      date,
      amount,
      currency,
      payee: name || memo,
      memo: joined([name ? memo : '', has('CHECKNUM') && `No. ${has('CHECKNUM')}`]),
      ref: has('FITID'),
    })
  }

  for (const match of text.matchAll(/<(\/?)([A-Za-z][\w.]*)>([^<]*)/g)) {
    const tag = (match[2] as string).toUpperCase()
    const value = decoded((match[3] ?? '').trim())
    if (match[1]) {
      if (open === 'STMTTRN' && tag === 'STMTTRN') yield finish()
      if (open !== null && tag === open) {
        if (open !== 'STMTTRN' && fields) account = accountOf(fields, open === 'CCACCTFROM', currency)
        open = fields = null
      }
    } else if (tag === 'STMTTRN' || tag === 'BANKACCTFROM' || tag === 'CCACCTFROM') {
      // A file without closing tags of aggregates is not SGML either, but it exists.
      if (open === 'STMTTRN' && fields) yield finish()
      open = tag
      begun = match.index
      fields = new Map()
    } else if (tag === 'CURDEF') currency = value.toUpperCase() || null
    else if (fields && value !== '') {
      if (tag === 'NAME' && fields.has('NAME')) fields.set('PAYEE.NAME', value)
      else if (!fields.has(tag)) fields.set(tag, value)
    }
  }
  if (open === 'STMTTRN' && fields) yield finish()
}

/** OFX has no grouping: the one sign there is parts the minor unit. */
const decimalOfOfx = (text: string) =>
  text.includes(',') && !text.includes('.') ? ',' : text.includes(',') ? undefined : '.'
