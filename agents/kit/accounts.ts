import { numberIn } from '@atrium/domain/numbers/reading'
import { refusalsOf } from './contactable.ts'
import { dayReader } from './day-reader.ts'
import { columnFor, neededColumn, type Table } from './table.ts'

/** A customer's account, as an export tells it; null where the file tells nothing. */
export interface Account {
  line: number
  name: string
  owner: string
  contact: string
  email: string
  plan: string
  /** A year's money. */
  arr: number | null
  /** A year's money one year ago. */
  arrBefore: number | null
  renewsOn: string | null
  noticeDays: number | null
  seats: number | null
  activeUsers: number | null
  /** Change of usage against the period before, as a share: −0.2 is a fifth less. */
  usageChange: number | null
  /** 0 to 10 */
  nps: number | null
  openTickets: number | null
  lastContactOn: string | null
  /** Days that invoices are overdue. */
  overdueDays: number | null
  notes: string
  /** Why its contact is not to be written to, by a column of the file; null when none says so. */
  refusal: string | null
}

export interface Accounts {
  accounts: Account[]
  /** Rows without a name. */
  nameless: number[]
  /** Rows that say what another says, word for word: left out. */
  repeated: number[]
  badDates: number[]
  dateNote: string
  /** Names that stand in several rows, and their lines. */
  doubles: { name: string; lines: number[] }[]
  /** Whether the file has such a column at all. */
  has: Readonly<Record<string, boolean>>
}

const NAMES = {
  owner: ['owner', 'account manager', 'csm', 'manager', 'responsible'],
  contact: ['contact', 'contact name', 'champion', 'main contact'],
  email: ['email', 'e-mail', 'contact email'],
  plan: ['plan', 'product', 'tier', 'package'],
  arr: ['arr', 'annual value', 'annual revenue', 'contract value', 'acv', 'revenue', 'amount', 'value'],
  mrr: ['mrr', 'monthly value', 'monthly revenue'],
  arrBefore: ['arr last year', 'arr before', 'start arr', 'previous arr', 'starting arr'],
  renewsOn: ['renewal date', 'renews on', 'renewal', 'contract end', 'end date', 'expires', 'term end'],
  noticeDays: ['notice days', 'notice period', 'notice'],
  seats: ['seats', 'licences', 'licenses', 'seats bought', 'users bought'],
  activeUsers: ['active users', 'mau', 'users active', 'monthly active users', 'active'],
  usageChange: ['usage change', 'usage trend', 'trend', 'change of usage'],
  nps: ['nps', 'nps score', 'last nps'],
  openTickets: ['open tickets', 'tickets', 'open issues'],
  lastContactOn: ['last contact', 'last touch', 'last meeting', 'last activity'],
  overdueDays: ['days overdue', 'overdue days', 'payment delay', 'overdue'],
  notes: ['notes', 'note', 'comment', 'comments'],
} as const satisfies Record<string, readonly string[]>

/** Throws `bad_request` when there is no column for the account's name. */
export function readAccounts(table: Table): Accounts {
  const name = neededColumn(table, 'name of an account', ['account', 'account name', 'customer', 'company', 'name'])
  let free = table.columns.filter((column) => column !== name)
  const columns: Partial<Record<keyof typeof NAMES, string>> = {}
  // The longer names first: `ARR last year` is not `ARR`.
  for (const key of ['arrBefore', 'usageChange', 'activeUsers', ...Object.keys(NAMES)] as (keyof typeof NAMES)[]) {
    if (columns[key]) continue
    const found = columnFor({ columns: free }, NAMES[key])
    if (!found) continue
    columns[key] = found
    free = free.filter((column) => column !== found)
  }
  const dates = [columns.renewsOn, columns.lastContactOn].filter((one) => one !== undefined)
  const days = dayReader(table.rows.flatMap(({ fields }) => dates.map((column) => fields[column] ?? '')))
  const { refusal } = refusalsOf(table)
  const badDates = new Set<number>()
  const nameless: number[] = []
  const repeated: number[] = []
  const seen = new Set<string>()
  const accounts = table.rows.flatMap(({ line, fields }): Account[] => {
    const of = (key: keyof typeof NAMES) => (columns[key] ? (fields[columns[key]] ?? '') : '')
    const amount = (key: keyof typeof NAMES) => {
      const value = numberIn(of(key))
      return value !== null && value >= 0 ? value : null
    }
    const day = (key: keyof typeof NAMES) => {
      const found = days.read(of(key))
      if (of(key) !== '' && found === null) badDates.add(line)
      return found
    }
    const said = fields[name] ?? ''
    if (said === '') {
      nameless.push(line)
      return []
    }
    const words = JSON.stringify(Object.values(fields))
    if (seen.has(words)) {
      repeated.push(line)
      return []
    }
    seen.add(words)
    const mrr = amount('mrr')
    const change = numberIn(of('usageChange'))
    const nps = amount('nps')
    return [
      {
        line,
        name: said,
        owner: of('owner'),
        contact: of('contact'),
        email: of('email'),
        plan: of('plan'),
        arr: amount('arr') ?? (mrr === null ? null : mrr * 12),
        arrBefore: amount('arrBefore'),
        renewsOn: day('renewsOn'),
        noticeDays: amount('noticeDays'),
        seats: amount('seats'),
        activeUsers: amount('activeUsers'),
        usageChange:
          change === null ? null : of('usageChange').includes('%') || Math.abs(change) > 1.5 ? change / 100 : change,
        nps: nps !== null && nps <= 10 ? nps : null,
        openTickets: amount('openTickets'),
        lastContactOn: day('lastContactOn'),
        overdueDays: amount('overdueDays'),
        notes: of('notes'),
        refusal: refusal(fields),
      },
    ]
  })
  const doubles = [...Map.groupBy(accounts, (account) => account.name.toLowerCase())]
    .filter(([, rows]) => rows.length > 1)
    .map(([, rows]) => ({ name: rows[0]?.name ?? '', lines: rows.map(({ line }) => line) }))
  return {
    accounts,
    nameless,
    repeated,
    badDates: [...badDates],
    dateNote: days.note,
    doubles,
    has: Object.fromEntries(Object.keys(NAMES).map((key) => [key, columns[key as keyof typeof NAMES] !== undefined])),
  }
}
