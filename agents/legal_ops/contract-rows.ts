import { numberIn } from '@atrium/domain/numbers/reading'
import { dayReader } from '../kit/day-reader.ts'
import { columnFor, neededColumn, type Table } from '../kit/table.ts'
import { cutTo } from '../kit/telling.ts'
import type { Contract } from './contract-terms.ts'
import { periodIn } from './periods.ts'

const YES = /^(yes|y|true|1|auto\w*|automatic\w*|evergreen|renews)/i
const OPEN = /^(open|open[- ]ended|none|indefinite|unlimited|evergreen|until terminated)$|\b9999\b/i
const NO = /^(no|n|false|0|none|fixed|manual)/i

export interface ReadContracts {
  contracts: Contract[]
  nameless: number[]
  /** Lines in which a date or a notice period cannot be read. */
  unread: { line: number; what: string }[]
  note: string
}

/** Rows of a list of contracts. Throws `bad_request` without columns for the contract and its end. */
export function readContracts(table: Table): ReadContracts {
  const title = neededColumn(table, 'contract', ['contract', 'title', 'agreement', 'name', 'document', 'subject'])
  const end = neededColumn(table, 'end', [
    'end',
    'end date',
    'expiry',
    'expires',
    'expiration',
    'expiry date',
    'term end',
    'until',
  ])
  const of = (names: readonly string[]) => columnFor(table, names)
  const columns = {
    party: of(['party', 'counterparty', 'vendor', 'supplier', 'customer', 'company', 'partner', 'with']),
    version: of(['version', 'rev', 'revision', 'amendment']),
    owner: of(['owner', 'responsible', 'contact', 'manager']),
    start: of(['start', 'start date', 'effective', 'effective date', 'signed', 'from']),
    notice: of(['notice', 'notice period', 'termination notice']),
    renews: of(['renews', 'auto renew', 'auto-renewal', 'renewal', 'automatic renewal']),
    renewal: of(['renewal term', 'renews for', 'renewal period']),
    value: of(['value', 'amount', 'annual value', 'price', 'fee']),
  }
  const days = dayReader(
    table.rows.flatMap(({ fields }) => [end, columns.start].map((column) => (column ? (fields[column] ?? '') : ''))),
  )
  const read: ReadContracts = { contracts: [], nameless: [], unread: [], note: days.note }
  for (const { line, fields } of table.rows) {
    const cell = (column: string | undefined) => cutTo(column === undefined ? '' : (fields[column] ?? ''), 300)
    const party = cell(columns.party)
    if (!cell(title) && !party) {
      read.nameless.push(line)
      continue
    }
    const dayIn = (column: string | undefined, what: string) => {
      const said = cell(column)
      const day = days.read(said)
      if (said && day === null && !OPEN.test(said)) read.unread.push({ line, what: `${what} “${said.slice(0, 60)}”` })
      return day
    }
    const notice = periodIn(cell(columns.notice))
    if (cell(columns.notice) && !notice && !NO.test(cell(columns.notice)))
      read.unread.push({ line, what: `notice “${cell(columns.notice).slice(0, 60)}”` })
    const renews = cell(columns.renews)
    const renewal = periodIn(cell(columns.renewal)) ?? periodIn(renews)
    const value = cell(columns.value)
    read.contracts.push({
      line,
      party,
      title: cell(title) || 'without a title',
      version: cell(columns.version),
      owner: cell(columns.owner),
      start: dayIn(columns.start, 'start'),
      end: dayIn(end, 'end'),
      isOpen: OPEN.test(cell(end)),
      notice,
      renewal,
      renews: renewal || YES.test(renews) ? true : NO.test(renews) ? false : null,
      value: numberIn(value),
      currency: /[A-Z]{3}/.exec(value)?.[0] ?? /[€$£]/.exec(value)?.[0] ?? '',
    })
  }
  return read
}
