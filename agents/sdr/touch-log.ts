import { emailIn } from '../kit/email-address.ts'
import { dayReader } from '../kit/periods.ts'
import { columnFor, daysBetween, neededColumn, numberIn, type Table } from '../kit/table.ts'
import type { InboxTask } from '../kit/task-inbox.ts'
import { plusWorkingDays } from '../kit/working-days.ts'

/** One contact and what has been done about it so far. */
export interface Contact {
  name: string
  company: string
  /** Empty when only the phone is known. */
  email: string
  /** Messages and calls that are done. */
  touches: number
  /** The day of the last one; null when there was none, or the day is not known. */
  lastOn: string | null
  /** The day that was planned for the next one. */
  plannedOn: string | null
  answered: boolean
  /** `line 4`, or the title of the task. */
  place: string
}

/**
 * Working days from one touch to the next: 3, 4, 5 and 7, so five touches within four weeks; then it ends, with a message
 * that says so.
 */
export const CADENCE = [3, 4, 5, 7] as const
export const TOUCHES_MAX = CADENCE.length + 1

/** The day of the next touch; null when there is none any more. */
export function nextTouchOn({ touches, lastOn, plannedOn, answered }: Contact, today: string): string | null {
  if (answered || touches >= TOUCHES_MAX) return null
  if (plannedOn) return plannedOn
  if (touches === 0 || lastOn === null) return today
  return plusWorkingDays(lastOn, CADENCE[touches - 1] ?? 7)
}

const TITLE = /^(Write to|Call|Follow up with) (.+)$/

/** What the tasks of the Task Inbox tell: `Write to Ada Berg, Fjordwerk, ada@…` done on a day is a touch of that day. */
export function contactsOfTasks(tasks: readonly InboxTask[]): { contacts: Contact[]; unread: string[] } {
  const found = new Map<string, Contact>()
  const unread: string[] = []
  for (const task of tasks) {
    const who = TITLE.exec(task.title)?.[2]
    if (!who) {
      if (!task.done) unread.push(task.title)
      continue
    }
    const parts = who.split(', ')
    const email = emailIn(parts.at(-1) ?? '')?.address ?? ''
    const key = email || who.toLowerCase()
    const contact = found.get(key) ?? {
      name: parts[0] === email ? '' : (parts[0] ?? ''),
      company: parts.length > (email ? 2 : 1) ? (parts[1] ?? '') : '',
      email,
      touches: 0,
      lastOn: null,
      plannedOn: null,
      answered: false,
      place: task.title,
    }
    const doneOn = task.doneAt?.slice(0, 10) ?? null
    if (task.done) {
      contact.touches++
      if (doneOn && (contact.lastOn === null || doneOn > contact.lastOn)) contact.lastOn = doneOn
      if (/\b(?:answered|replied|declined|not interested|meeting booked)\b/i.test(`${task.title} ${task.notes}`))
        contact.answered = true
    } else {
      const due = task.due?.slice(0, 10) ?? null
      if (due && (contact.plannedOn === null || due < contact.plannedOn)) contact.plannedOn = due
    }
    found.set(key, contact)
  }
  return { contacts: [...found.values()], unread }
}

const ANSWERED = /^(?:y|yes|true|1|x|ja|replied|answered|meeting|booked|declined|not interested|no interest)/i

/** A log as people keep it: one row a contact. Throws `bad_request` when there is no column for whom it is about. */
export function contactsOfTable(table: Table): { contacts: Contact[]; badDates: number[]; dateNote: string } {
  const who = neededColumn(table, 'name or e-mail address', ['name', 'contact', 'email', 'e-mail', 'full name'])
  const email = columnFor(table, ['email', 'e-mail', 'mail'])
  const company = columnFor(table, ['company', 'organisation', 'organization', 'account'])
  const last = columnFor(table, ['last message', 'last touch', 'last contact', 'last contacted', 'sent', 'date'])
  const touches = columnFor(table, ['touches', 'messages', 'attempts', 'emails sent', 'sent count', 'step'])
  const answer = columnFor(table, ['answered', 'replied', 'reply', 'response', 'status', 'outcome'])
  const days = dayReader(table.rows.map(({ fields }) => fields[last ?? ''] ?? ''))
  const badDates: number[] = []
  const contacts = table.rows.map(({ line, fields }): Contact => {
    const of = (column: string | undefined) => (column ? (fields[column] ?? '') : '')
    const lastOn = days.read(of(last))
    if (of(last) !== '' && lastOn === null) badDates.push(line)
    const count = touches ? numberIn(of(touches)) : null
    return {
      name: who === email ? '' : of(who),
      company: of(company),
      email: emailIn(of(email))?.address ?? '',
      touches: Math.max(0, Math.min(99, Math.round(count ?? (lastOn ? 1 : 0)))),
      lastOn,
      plannedOn: null,
      answered: ANSWERED.test(of(answer)),
      place: `line ${line}`,
    }
  })
  return { contacts, badDates, dateNote: days.note }
}

/** Days that a touch is late: 0 when it is due today or later. */
export const daysLate = (nextOn: string, today: string): number => Math.max(0, daysBetween(nextOn, today))
