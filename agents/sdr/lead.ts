import { AppError } from '@atrium/contract/errors'
import { numberIn } from '@atrium/domain/numbers/reading'
import { refusalsOf } from '../kit/contactable.ts'
import { dayReader } from '../kit/day-reader.ts'
import { type EmailAddress, emailIn } from '../kit/email-address.ts'
import { columnFor, type Table } from '../kit/table.ts'

/** A contact of a list, as the file tells it; empty text for what it does not tell. */
export interface Lead {
  /** Lines of the file: its own first, then those merged into it. */
  lines: number[]
  name: string
  first: string
  company: string
  role: string
  industry: string
  country: string
  source: string
  notes: string
  phone: string
  website: string
  /** As written. */
  emailText: string
  email: EmailAddress | null
  /** Number of people at the company. */
  employees: number | null
  /** `YYYY-MM-DD` */
  lastActivity: string | null
  /** Why this person is not to be written to, by a column of the file; null when none says so. */
  refusal: string | null
}

/** Field names and what people call such a column; the earlier take their column first. */
const COLUMNS = {
  email: ['email', 'e-mail', 'email address', 'mail', 'work email', 'correo', 'courriel'],
  first: ['first name', 'firstname', 'given name', 'vorname', 'prénom', 'nombre'],
  last: ['last name', 'lastname', 'surname', 'family name', 'nachname', 'apellido'],
  name: ['name', 'full name', 'contact name', 'contact', 'lead', 'lead name', 'contact person', 'person'],
  employees: ['employees', 'company size', 'headcount', 'number of employees', 'staff', 'size', 'mitarbeiter'],
  website: ['website', 'domain', 'url', 'web', 'company website'],
  company: ['company', 'company name', 'organisation', 'organization', 'account', 'employer', 'firma', 'entreprise'],
  role: ['job title', 'title', 'role', 'position', 'function', 'jobtitle', 'rolle'],
  industry: ['industry', 'sector', 'branch', 'branche', 'vertical'],
  country: ['country', 'land', 'region', 'pays', 'location'],
  source: ['lead source', 'source', 'channel', 'origin', 'campaign', 'quelle'],
  lastActivity: [
    'last activity',
    'last contact',
    'last seen',
    'last touch',
    'activity date',
    'created',
    'date',
    'added',
  ],
  phone: ['phone', 'telephone', 'mobile', 'tel', 'phone number'],
  notes: ['notes', 'note', 'comment', 'comments', 'message', 'interest', 'remarks', 'description'],
} as const satisfies Record<string, readonly string[]>
type Field = keyof typeof COLUMNS

export interface LeadList {
  leads: Lead[]
  /** The file's own names of the columns that were understood. */
  columns: Partial<Record<Field, string>>
  /** Columns of the file that say nothing that is used here. */
  unused: string[]
  /** How ambiguous dates were read; empty when there were none. */
  dateNote: string
  /** Lines with a date that is none. */
  badDates: number[]
}

/** Size bands as exports write them: `51-200` is their middle, `1,000+` and `1000` a thousand. */
export function employeesIn(text: string): number | null {
  const range = /^\D*(\d[\d.,]*)\s*(?:-|–|to|bis)\s*(\d[\d.,]*)/i.exec(text)
  const [low, high] = range ? [numberIn(range[1] ?? ''), numberIn(range[2] ?? '')] : [null, null]
  const value = low !== null && high !== null ? (low + high) / 2 : numberIn(text.replace(/\+/g, ''))
  return value !== null && value >= 0 && value < 10_000_000 ? Math.round(value) : null
}

const squeezed = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** Every field's column: first those that are called so, then those whose names begin so (`Company (legal)`). */
function columnsOf(table: Table): { columns: LeadList['columns']; unused: string[] } {
  const columns: LeadList['columns'] = {}
  let unused = [...table.columns]
  for (const isExact of [true, false])
    for (const [field, names] of Object.entries(COLUMNS) as [Field, readonly string[]][]) {
      if (columns[field]) continue
      const called = isExact ? names : names.slice(0, 2)
      const known = new Set(called.map(squeezed))
      const found = columnFor(
        { columns: isExact ? unused.filter((name) => known.has(squeezed(name))) : unused },
        called,
      )
      if (!found) continue
      columns[field] = found
      unused = unused.filter((column) => column !== found)
    }
  return { columns, unused }
}

/** Throws `bad_request` when there is neither an e-mail address nor a name to go by. */
export function readLeads(table: Table): LeadList {
  const { columns, unused } = columnsOf(table)
  if (!columns.email && !columns.name && !columns.last)
    throw new AppError(
      'bad_request',
      `“${table.name}” has no column for e-mail addresses or names, so it is no list of leads. Its columns are: ${table.columns.slice(0, 20).join(', ')}.`,
    )
  const cell = (row: Table['rows'][number], field: Field) =>
    (columns[field] ? (row.fields[columns[field]] ?? '') : '').slice(0, field === 'notes' ? 5_000 : 300)
  const days = dayReader(table.rows.map((row) => cell(row, 'lastActivity')))
  const badDates: number[] = []
  const { refusal, columns: refusing } = refusalsOf(table)
  const leads = table.rows.map((row): Lead => {
    const whole = cell(row, 'name').replace(/^([^,]+),\s*(\S.*)$/, '$2 $1')
    const name = [cell(row, 'first'), cell(row, 'last')].filter(Boolean).join(' ') || whole
    const date = cell(row, 'lastActivity')
    const lastActivity = days.read(date)
    if (date !== '' && lastActivity === null) badDates.push(row.line)
    return {
      lines: [row.line],
      name: name.replace(/\s+/g, ' '),
      first: cell(row, 'first') || (name.split(/\s+/).length > 1 ? (name.split(/\s+/)[0] ?? '') : ''),
      company: cell(row, 'company'),
      role: cell(row, 'role'),
      industry: cell(row, 'industry'),
      country: cell(row, 'country'),
      source: cell(row, 'source'),
      notes: cell(row, 'notes'),
      phone: cell(row, 'phone'),
      website: cell(row, 'website'),
      emailText: cell(row, 'email'),
      email: emailIn(cell(row, 'email')),
      employees: employeesIn(cell(row, 'employees')),
      lastActivity,
      refusal: refusal(row.fields),
    }
  })
  return { leads, columns, unused: unused.filter((one) => !refusing.includes(one)), dateNote: days.note, badDates }
}
