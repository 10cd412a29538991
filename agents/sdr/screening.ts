import { folded } from '@atrium/domain/names/folding'
import { emailIn } from '../kit/email-address.ts'
import { columnFor, type Table } from '../kit/table.ts'
import { sayableName } from './first-message.ts'
import type { Lead } from './lead.ts'

/** Whom not to write to: mailboxes and whole domains. */
export interface Suppression {
  mailboxes: ReadonlySet<string>
  domains: ReadonlySet<string>
  /** Rows of the list that are neither. */
  unreadable: number[]
}

const DOMAIN = /^(?:https?:\/\/)?(?:www\.)?@?([a-z0-9-]+(?:\.[a-z0-9-]+)+)\/?$/i

/** A list of customers, or of people who do not want to hear from us: a column of addresses or of domains. */
export function readSuppression(table: Table): Suppression {
  const column =
    columnFor(table, ['email', 'e-mail', 'mail', 'domain', 'website', 'address']) ?? (table.columns[0] as string)
  const mailboxes = new Set<string>()
  const domains = new Set<string>()
  const unreadable: number[] = []
  for (const { line, fields } of table.rows) {
    const text = fields[column] ?? ''
    const email = emailIn(text)
    const domain = DOMAIN.exec(text)?.[1]?.toLowerCase()
    if (email) mailboxes.add(email.mailbox)
    else if (domain) domains.add(domain)
    else unreadable.push(line)
  }
  return { mailboxes, domains, unreadable }
}

export interface LeftOut {
  lead: Lead
  reason: string
}

const reasonOf = (lead: Lead, suppression: Suppression | null, alreadyIn: ReadonlySet<string>): string | null => {
  const { email } = lead
  if (lead.refusal) return `Does not want to be contacted: ${lead.refusal}.`
  if (email && suppression?.mailboxes.has(email.mailbox)) return 'Is on the list of those not to contact.'
  if (email && suppression?.domains.has(email.domain))
    return `The domain ${email.domain} is on the list of those not to contact.`
  if (!email && lead.emailText !== '') return `“${lead.emailText.slice(0, 80)}” is no e-mail address.`
  if (!email && !lead.phone) return 'Has neither an e-mail address nor a phone number.'
  if (email?.isThrowaway) return `${email.domain} gives out throw-away addresses.`
  if (email && alreadyIn.has(email.address)) return 'Has a task in the Task Inbox already.'
  return null
}

/** Who may be written to, and why the others may not. `alreadyIn`: addresses that stand in tasks. */
export function screen(
  leads: readonly Lead[],
  suppression: Suppression | null,
  alreadyIn: ReadonlySet<string>,
): { kept: Lead[]; leftOut: LeftOut[] } {
  const kept: Lead[] = []
  const leftOut: LeftOut[] = []
  for (const lead of leads) {
    const reason = reasonOf(lead, suppression, alreadyIn)
    if (reason === null) kept.push(lead)
    else leftOut.push({ lead, reason })
  }
  return { kept, leftOut }
}

/** Addresses in the titles of tasks. */
export const addressesIn = (texts: readonly string[]): Set<string> =>
  new Set(texts.flatMap((text) => text.toLowerCase().match(/[a-z0-9._%+-]+@[a-z0-9.-]+\.[a-z]{2,}/g) ?? []))

/** What about a kept lead a person should look at first; empty when nothing. */
export function caution({ email, company, name, notes }: Lead): string {
  if (name !== '' && sayableName(name) === '') return 'the name is none'
  if (notes !== '') return 'has a note: read it before you write'
  if (!email) return 'no e-mail address: by phone'
  if (email.meant) return `domain mistyped? ${email.meant}`
  if (email.isRole) return 'address of a function, not of a person'
  if (email.isFree) return company ? 'private address' : 'private address, company unknown'
  const [label = ''] = email.domain.split('.')
  const firm = folded(company).replaceAll(' ', '')
  const host = folded(label).replaceAll(' ', '')
  return firm && host.length > 3 && !firm.includes(host.slice(0, 4)) && !host.includes(firm.slice(0, 4))
    ? `domain ${email.domain} does not look like the company`
    : ''
}
