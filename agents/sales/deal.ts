import { AppError } from '@atrium/contract/errors'
import { numberIn } from '@atrium/domain/numbers/reading'
import { refusalsOf } from '../kit/contactable.ts'
import { dayReader } from '../kit/day-reader.ts'
import { columnFor, neededColumn, type Table } from '../kit/table.ts'

export type Outcome = 'open' | 'won' | 'lost'

/** One deal of a pipeline's export. Days are `YYYY-MM-DD`, null where the file tells none. */
export interface Deal {
  line: number
  name: string
  company: string
  contact: string
  emailText: string
  owner: string
  stage: string
  outcome: Outcome
  /** In the currency of the file; null when it is missing or none. */
  amount: number | null
  currency: string
  /** 0 to 1, of the file or of the stage. */
  probability: number
  isGivenProbability: boolean
  createdOn: string | null
  closeOn: string | null
  lastOn: string | null
  nextStep: string
  /** Why its contact is not to be written to, by a column of the file; null when none says so. */
  refusal: string | null
}

export interface Pipeline {
  deals: Deal[]
  /** The file's own names of the columns that are not there. */
  missing: string[]
  badDates: number[]
  dateNote: string
  badAmounts: number[]
}

const WON = /\b(?:won|gewonnen|gagné|ganado|signed|closed ?won)\b/iu
const LOST = /\b(?:lost|verloren|perdu|perdido|disqualified|cancelled|abandoned|closed ?lost)\b/iu

/**
 * Probabilities of the usual stages where the file has none: those that HubSpot's default pipeline begins with (20, 40, 60,
 * 80 and 90 %). Your own win rates by stage are better.
 */
const STAGES: readonly [RegExp, number][] = [
  [/contract|closing|legal|verbal|vertrag/i, 0.9],
  [/negotiat|decision|buy.?in|verhandl/i, 0.8],
  [/proposal|quote|offer|presentation|demo|angebot|evaluat|pilot|trial/i, 0.6],
  [/qualif|discovery|need|analysis|bedarf/i, 0.4],
  [/appointment|meeting|contact|new|lead|prospect|termin/i, 0.2],
]

export const stageProbability = (stage: string): number => STAGES.find(([pattern]) => pattern.test(stage))?.[1] ?? 0.2

const SIGNS: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD', '£': 'GBP', '¥': 'JPY', '₹': 'INR' }
const CODES = new Set(Intl.supportedValuesOf('currency'))
const currencyIn = (text: string): string =>
  (text.toUpperCase().match(/\b[A-Z]{3}\b/g) ?? []).find((code) => CODES.has(code)) ??
  SIGNS[/[€$£¥₹]/.exec(text)?.[0] ?? ''] ??
  ''

/** Throws `bad_request` when there is no column for the stage. */
export function readPipeline(table: Table): Pipeline {
  const stage = neededColumn(table, 'stage of a deal', ['stage', 'deal stage', 'status', 'phase', 'pipeline stage'])
  const name = columnFor(table, ['deal name', 'deal', 'opportunity', 'opportunity name', 'name', 'title'])
  const company = columnFor(table, ['company', 'account', 'account name', 'organisation', 'organization', 'customer'])
  if (!name && !company)
    throw new AppError(
      'bad_request',
      `“${table.name}” names no deals: it needs a column “Deal” or “Company”. Its columns are: ${table.columns.slice(0, 20).join(', ')}.`,
    )
  const columns = {
    amount: columnFor(table, ['amount', 'value', 'deal value', 'revenue', 'acv', 'arr', 'size', 'betrag']),
    currency: columnFor(table, ['currency', 'währung']),
    probability: columnFor(table, ['probability', 'win probability', 'chance', 'likelihood']),
    closeOn: columnFor(table, ['close date', 'expected close', 'closing date', 'close', 'closed on', 'expected']),
    createdOn: columnFor(table, ['created', 'create date', 'created on', 'opened', 'start']),
    lastOn: columnFor(table, ['last activity', 'last contact', 'last touch', 'last contacted', 'activity']),
    nextStep: columnFor(table, ['next step', 'next activity', 'next action', 'to do']),
    owner: columnFor(table, ['owner', 'deal owner', 'rep', 'sales rep', 'assigned to']),
    contact: columnFor(table, ['contact', 'contact name', 'contact person', 'champion']),
    email: columnFor(table, ['email', 'e-mail', 'contact email', 'mail']),
  }
  const { refusal } = refusalsOf(table)
  const badDates = new Set<number>()
  const badAmounts: number[] = []
  const dateColumns = [columns.closeOn, columns.createdOn, columns.lastOn].filter((one) => one !== undefined)
  const days = dayReader(table.rows.flatMap(({ fields }) => dateColumns.map((column) => fields[column] ?? '')))
  const deals = table.rows.map(({ line, fields }): Deal => {
    const of = (column: string | undefined) => (column ? (fields[column] ?? '') : '')
    const day = (column: string | undefined) => {
      const found = days.read(of(column))
      if (of(column) !== '' && found === null) badDates.add(line)
      return found
    }
    const amount = numberIn(of(columns.amount))
    if (of(columns.amount) !== '' && (amount === null || amount < 0)) badAmounts.push(line)
    const given = numberIn(of(columns.probability))
    const said = of(stage)
    const outcome = WON.test(said) ? 'won' : LOST.test(said) ? 'lost' : 'open'
    const share = given === null ? null : given > 1 ? given / 100 : given
    const isGiven = share !== null && share >= 0 && share <= 1
    return {
      line,
      name: of(name) || of(company),
      company: of(company),
      contact: of(columns.contact),
      emailText: of(columns.email),
      owner: of(columns.owner),
      stage: said || 'no stage',
      outcome,
      amount: amount !== null && amount >= 0 ? amount : null,
      currency: currencyIn(of(columns.currency)) || currencyIn(of(columns.amount)),
      probability: outcome === 'won' ? 1 : outcome === 'lost' ? 0 : isGiven ? share : stageProbability(said),
      isGivenProbability: isGiven,
      createdOn: day(columns.createdOn),
      closeOn: day(columns.closeOn),
      lastOn: day(columns.lastOn),
      nextStep: of(columns.nextStep),
      refusal: refusal(fields),
    }
  })
  const missing = Object.entries({
    amount: 'amounts',
    closeOn: 'close dates',
    lastOn: 'last contacts',
    nextStep: 'next steps',
  })
    .filter(([key]) => columns[key as keyof typeof columns] === undefined)
    .map(([, words]) => words)
  return { deals, missing, badDates: [...badDates], dateNote: days.note, badAmounts }
}

/** The currency of most deals; what is in another cannot be added up with them. */
export function mainCurrency(deals: readonly Deal[]): string {
  const counts = new Map<string, number>()
  for (const { currency } of deals) if (currency) counts.set(currency, (counts.get(currency) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ''
}
