import { AppError } from '@atrium/contract/errors'
import { readDecimal } from '@atrium/domain/numbers/reading'
import { XMLParser } from 'fast-xml-parser'
import { dayOfNumbers } from '../kept-day.ts'
import { say } from '../say.ts'
import { type BankAccount, entryOf, joined, type Read } from './entry.ts'

type Node = { [name: string]: unknown }

const LISTS = new Set(['Stmt', 'Rpt', 'Ntfctn', 'Ntry', 'NtryDtls', 'TxDtls', 'Ustrd'])

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#',
  parseTagValue: false,
  processEntities: true,
  isArray: (name) => LISTS.has(name),
})

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
/** What lies at a path, wherever on it there is nothing. */
function at(node: unknown, ...path: string[]): unknown {
  let here = node
  for (const name of path) here = isNode(here) ? here[name] : undefined
  return here
}
function text(node: unknown, ...path: string[]): string {
  const found = at(node, ...path)
  if (isNode(found)) return text(found, '#')
  return found === undefined || found === null ? '' : String(found).trim()
}
const list = (node: unknown, name: string): unknown[] => {
  const found = at(node, name)
  return Array.isArray(found) ? found : []
}
/** Parties stand in `Pty` since version 04 (camt.053.001.08) and bare before (.02). */
const party = (details: unknown, who: string): string =>
  text(details, 'RltdPties', who, 'Pty', 'Nm') || text(details, 'RltdPties', who, 'Nm')

function dayIn(node: unknown, ...path: string[]): string | null {
  const said = text(node, ...path, 'Dt') || text(node, ...path, 'DtTm')
  const found = /^(\d{4})-(\d\d)-(\d\d)/.exec(said)
  return found ? dayOfNumbers(Number(found[1]), Number(found[2]), Number(found[3])) : null
}

const signed = (amount: string, isOut: boolean) => (isOut && /[1-9]/.test(amount) ? `-${amount}` : amount)

function told(details: unknown, entry: unknown, isOut: boolean) {
  const names = isOut ? ['Cdtr', 'UltmtCdtr'] : ['Dbtr', 'UltmtDbtr']
  const payee = names.map((who) => party(details, who)).find(Boolean) ?? ''
  const purpose = joined([
    ...list(at(details, 'RmtInf'), 'Ustrd').map((one) => (isNode(one) ? text(one) : String(one))),
    text(details, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
    text(details, 'AddtlTxInf'),
  ])
  const more = text(entry, 'AddtlNtryInf')
  return { payee: payee || purpose || more, memo: payee ? purpose || more : purpose ? more : '' }
}

/** Bookings of one entry: each of a batch's payments where they have amounts of their own, else the entry. */
function* entriesOf(entry: unknown, account: BankAccount): Generator<Read> {
  const isOut = text(entry, 'CdtDbtInd') === 'DBIT'
  const currency = text(entry, 'Amt', '@Ccy') || account.currency
  const amount = readDecimal(text(entry, 'Amt'), '.')
  const date = dayIn(entry, 'BookgDt') ?? dayIn(entry, 'ValDt')
  const details = list(entry, 'NtryDtls').flatMap((one) => list(one, 'TxDtls'))
  const name = told(details[0], entry, isOut)
  const shown = { text: joined([text(entry, 'Amt'), name.payee]) }
  const status = text(entry, 'Sts', 'Cd') || text(entry, 'Sts')
  if (status !== '' && status !== 'BOOK')
    return yield { ...shown, refused: `It is not booked yet (${status}). Import it when it is.` }
  if (!date) return yield { ...shown, refused: 'Its booking date (BookgDt) cannot be read.' }
  if (amount === null) return yield { ...shown, refused: `Its amount (Amt) cannot be read: “${text(entry, 'Amt')}”.` }
  const ref = text(entry, 'AcctSvcrRef') || text(details[0], 'Refs', 'AcctSvcrRef')
  const parts = details.map((one) => {
    const sum = text(one, 'Amt') || text(one, 'AmtDtls', 'TxAmt', 'Amt')
    const own = text(one, 'Amt', '@Ccy') || text(one, 'AmtDtls', 'TxAmt', 'Amt', '@Ccy')
    const isOutPart = (text(one, 'CdtDbtInd') || text(entry, 'CdtDbtInd')) === 'DBIT'
    return { one, sum: own === '' || own === currency ? readDecimal(sum, '.') : null, isOutPart }
  })
  const isBatch = parts.length > 1 && parts.every(({ sum }) => sum !== null)
  if (!isBatch) return yield entryOf({ account, date, currency, amount: signed(amount, isOut), ...name, ref })
  for (const [index, { one, sum, isOutPart }] of parts.entries())
    yield entryOf({
      account,
      date,
      currency,
      amount: signed(sum ?? '0', isOutPart),
      ...told(one, null, isOutPart),
      ref: ref && `${ref}/${index + 1}`,
    })
}

/** Characters of a tag with its attributes: `<Amt Ccy="EUR">` has 15, the root with its namespaces a few hundred. */
const TAG_MAX = 4_000

/** Refuses what no bank writes and what is dear to read: definitions of entities, and tags without end. Every character is looked at once. */
function refuseOdd(xml: string): void {
  if (xml.includes('<!DOCTYPE')) throw new AppError('bad_request', say('xmlEntities'))
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at)) {
    const start = at++
    if (!/[A-Za-z_]/.test(xml[at] ?? '')) continue
    let quote = ''
    for (; at < xml.length; at++) {
      const sign = xml[at] as string
      if (quote === '' && sign === '>') break
      if (sign === quote) quote = ''
      else if (quote === '' && (sign === '"' || sign === "'")) quote = sign
      if (at - start > TAG_MAX) throw new AppError('bad_request', say('xmlTags'))
    }
  }
}

/** The booked entries of a CAMT.053 statement (also 052 and 054), versions .02 and .08. Source: ISO 20022 message definitions. */
export function* readCamt(xml: string): Generator<Read> {
  refuseOdd(xml)
  let document: unknown
  try {
    document = at(parser.parse(xml, true), 'Document')
  } catch (cause) {
    throw new AppError('bad_request', say('xmlBroken'), {
      cause,
    })
  }
  const statements = ['BkToCstmrStmt', 'BkToCstmrAcctRpt', 'BkToCstmrDbtCdtNtfctn'].flatMap((name, kind) =>
    list(at(document, name), (['Stmt', 'Rpt', 'Ntfctn'] as const)[kind] ?? ''),
  )
  if (statements.length === 0) throw new AppError('bad_request', say('notCamt'))
  for (const statement of statements) {
    const id = text(statement, 'Acct', 'Id', 'IBAN') || text(statement, 'Acct', 'Id', 'Othr', 'Id')
    const currency = text(statement, 'Acct', 'Ccy') || text(list(statement, 'Ntry')[0], 'Amt', '@Ccy') || null
    const name = text(statement, 'Acct', 'Nm') || `Account ${id.slice(-4)}`
    const account: BankAccount = { id, name, kind: 'checking', currency }
    for (const entry of list(statement, 'Ntry')) yield* entriesOf(entry, account)
  }
}
