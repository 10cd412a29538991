import { dayReader } from './day-reader.ts'
import { momentIn } from './moments.ts'
import { columnFor, neededColumn, type Table } from './table.ts'

/** A request to a support desk, as its export tells it. Moments in milliseconds since 1970, null where the file tells none. */
export interface Ticket {
  line: number
  /** Its number or key, else `line 4`. */
  id: string
  subject: string
  message: string
  /** Of the person who asked. */
  name: string
  email: string
  priority: string
  status: string
  isSolved: boolean
  category: string
  agent: string
  createdAt: number | null
  respondedAt: number | null
  solvedAt: number | null
  /** What was answered in the end; empty when the file does not tell. */
  answer: string
}

export interface Tickets {
  tickets: Ticket[]
  /** Rows without a word in them. */
  empty: number[]
  /** Lines with a moment that is none. */
  badMoments: number[]
  dateNote: string
}

const SOLVED = /\b(?:solved|closed|resolved|done|gelöst|geschlossen|résolu|cerrado)\b/iu

/** Throws `bad_request` when there is no column for what was asked. */
export function readTickets(table: Table): Tickets {
  const body = columnFor(table, ['message', 'description', 'body', 'text', 'question', 'content', 'comment'])
  const subject = body
    ? columnFor(table, ['subject', 'title', 'summary', 'topic'])
    : neededColumn(table, 'subject or message', ['subject', 'title', 'summary', 'topic'])
  const columns = {
    id: columnFor(table, ['ticket id', 'ticket', 'id', 'key', 'number', 'case', '#']),
    name: columnFor(table, ['name', 'requester', 'customer', 'from', 'customer name', 'contact']),
    email: columnFor(table, ['email', 'e-mail', 'requester email', 'customer email']),
    priority: columnFor(table, ['priority', 'severity', 'urgency']),
    status: columnFor(table, ['status', 'state']),
    category: columnFor(table, ['category', 'type', 'tags', 'tag', 'product', 'area']),
    agent: columnFor(table, ['agent', 'assignee', 'owner', 'assigned to']),
    created: columnFor(table, ['created', 'created at', 'opened', 'received', 'date', 'submitted']),
    responded: columnFor(table, ['first response', 'first reply', 'responded', 'first responded at', 'replied']),
    solved: columnFor(table, ['solved', 'resolved', 'closed', 'solved at', 'resolution date', 'completed']),
    answer: columnFor(table, ['answer', 'resolution', 'reply', 'solution', 'response', 'last reply']),
  }
  const moments = [columns.created, columns.responded, columns.solved].filter((one) => one !== undefined)
  const days = dayReader(table.rows.flatMap(({ fields }) => moments.map((column) => fields[column] ?? '')))
  const bad = new Set<number>()
  const empty: number[] = []
  const tickets = table.rows.flatMap(({ line, fields }): Ticket[] => {
    const of = (column: string | undefined) => (column ? (fields[column] ?? '') : '')
    const moment = (column: string | undefined) => {
      const said = of(column)
      if (said === '') return null
      const day = days.read(said)
      const time = /[T ](\d\d?:\d\d(?::\d\d)?.*)$/.exec(said)?.[1]
      const at = momentIn(said) ?? (day ? momentIn(`${day} ${time ?? '00:00'}`) : null)
      if (at === null) bad.add(line)
      return at
    }
    if (of(subject) === '' && of(body) === '') {
      empty.push(line)
      return []
    }
    const solvedAt = moment(columns.solved)
    return [
      {
        line,
        id: of(columns.id) || `line ${line}`,
        subject: of(subject),
        message: of(body).slice(0, 20_000),
        name: of(columns.name),
        email: of(columns.email),
        priority: of(columns.priority),
        status: of(columns.status),
        isSolved: columns.status ? SOLVED.test(of(columns.status)) : solvedAt !== null || of(columns.answer) !== '',
        category: of(columns.category),
        agent: of(columns.agent),
        createdAt: moment(columns.created),
        respondedAt: moment(columns.responded),
        solvedAt,
        answer: of(columns.answer).slice(0, 20_000),
      },
    ]
  })
  return { tickets, empty, badMoments: [...bad], dateNote: days.note }
}
