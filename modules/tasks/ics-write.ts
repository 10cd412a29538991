import { brand } from '@atrium/contract/brand'
import type { Pause } from '@atrium/contract/pauses'
import { dayOf, timeOf } from '@atrium/domain/dates/local-time'
import { basicTime, contentLines, escapeText, utcTime } from '@atrium/domain/icalendar/content-lines'
import { formatRule, newRule } from '@atrium/domain/recurrence/rule'
import { parseInterval } from './recurrence.ts'
import { OWN_PREFIX, type Todo } from './todo.ts'

/** 3.8.1.9: 1–4 high, 5 medium, 6–9 low. */
const toNumber = (letter: string): number => ({ A: 1, B: 5, C: 9 })[letter] ?? 9

function todoLines(todo: Todo & { stamp: string; created: string; modified: string }): string[] {
  const time = todo.due ? timeOf(todo.due) : null
  const lines = [
    'BEGIN:VTODO',
    `UID:${escapeText(todo.uid)}`,
    `DTSTAMP:${utcTime(todo.stamp)}`,
    `CREATED:${utcTime(todo.created)}`,
    `LAST-MODIFIED:${utcTime(todo.modified)}`,
    `SUMMARY:${escapeText(todo.title)}`,
    todo.notes ? `DESCRIPTION:${escapeText(todo.notes)}` : '',
    todo.due && !time ? `DUE;VALUE=DATE:${basicTime(dayOf(todo.due))}` : '',
    todo.due && time ? `DUE:${basicTime(todo.due.slice(0, 16))}` : '',
    `STATUS:${todo.done ? 'COMPLETED' : 'NEEDS-ACTION'}`,
    todo.done ? `COMPLETED:${utcTime(todo.doneAt ?? todo.modified)}` : '',
    todo.priority ? `PRIORITY:${toNumber(todo.priority)}` : '',
    todo.priority && !'ABC'.includes(todo.priority) ? `${OWN_PREFIX}PRIORITY:${todo.priority}` : '',
    todo.project ? `${OWN_PREFIX}PROJECT:${escapeText(todo.project)}` : '',
    todo.parent ? `RELATED-TO:${escapeText(todo.parent)}` : '',
    todo.contexts.length ? `CATEGORIES:${todo.contexts.map(escapeText).join(',')}` : '',
    // 3.8.2.4 wants a recurring to-do to start, 3.8.2.3 before it is due: it starts with its day. A to-do that is due on a
    // whole day could only start on a day that its rule does not name, so it has no start, and others count from DUE.
    todo.recurrence && todo.due && time && time > '00:00' ? `DTSTART:${basicTime(dayOf(todo.due))}T000000` : '',
    ...recurrenceLines(todo.recurrence),
    'END:VTODO',
  ]
  return lines.filter(Boolean)
}

const FREQUENCY = { day: 'DAILY', 'business day': 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' } as const

/** "So long after it is done" is no RRULE: other programs get the nearest one, ours the exact words. */
function recurrenceLines(recurrence: string | null): string[] {
  if (!recurrence) return []
  const interval = parseInterval(recurrence)
  if (!interval || !recurrence.startsWith('rec:')) return [`RRULE:${recurrence}`]
  const nearest = newRule(FREQUENCY[interval.unit], { interval: interval.every })
  return [`RRULE:${formatRule(nearest)}`, `${OWN_PREFIX}REC:${recurrence}`]
}

type Dated = Todo & { created: string; modified: string }

/** Writes a calendar of to-dos: CRLF, folded, escaped. */
export async function formatTodos(
  todos: Iterable<Dated> | AsyncIterable<Dated>,
  now: Date,
  pause: Pause,
): Promise<string> {
  const stamp = now.toISOString()
  const parts = [contentLines(['BEGIN:VCALENDAR', 'VERSION:2.0', `PRODID:-//${brand.name}//Tasks//EN`])]
  for await (const todo of todos) {
    parts.push(contentLines(todoLines({ ...todo, stamp })))
    await pause()
  }
  return [...parts, contentLines(['END:VCALENDAR'])].join('')
}
