import { AppError } from '@atrium/contract/errors'
import { inTurns } from '@atrium/contract/pauses'
import { type LocalTime as Due, instantOf, localAt } from '@atrium/domain/dates/local-time'
import { type CalendarItem, readItems, TooManyItems } from '@atrium/domain/icalendar/items'
import type { Moment } from '@atrium/domain/icalendar/moments'
import { RecurrenceError } from '@atrium/domain/recurrence/rule'
import { isTaskDay, linesOf } from './file-lines.ts'
import { MOST_TASKS, tooManyTasks } from './import-limit.ts'
import { parseInterval, parseRecurrence } from './recurrence.ts'
import { say } from './say.ts'
import { OWN_PREFIX, type Todo } from './todo.ts'

/** Characters of a value that is read at all: the longest notes are half as long. */
const LONGEST_VALUE = 40_000
/** Lines that are none of a calendar's, before the file counts as no calendar. */
const MOST_BAD = 1_000

export interface ReadTodo {
  /** The line of BEGIN:VTODO, from 1. */
  line: number
  todo: Todo
}

export interface BadLine {
  line: number
  text: string
  reason: string
}

class TodoError extends Error {}

/** 3.8.1.9: 1–4 high, 5 medium, 6–9 low, 0 undefined. */
const priorityOf = (number: number): string | null =>
  number === 0 ? null : number <= 4 ? 'A' : number === 5 ? 'B' : 'C'

/** On the person's clock. A floating time, or one of a zone that only the other program knows, is taken as it stands. */
function onClock({ local, zone }: Moment, timeZone: string): Due {
  if (!isTaskDay(local.slice(0, 10))) throw new TodoError(`${local} is no day of the calendar`)
  return zone === null ? local : localAt(instantOf(local, zone), timeZone)
}

function recurrenceOf({ own, rule }: CalendarItem): string | null {
  const exact = own.get('REC') ?? ''
  if (parseInterval(exact)) return exact
  if (rule === null) return null
  try {
    parseRecurrence(rule)
    return rule.toUpperCase()
  } catch (error) {
    if (error instanceof RecurrenceError)
      throw new TodoError(`RRULE:${rule.slice(0, 100)}: ${error.message}`, { cause: error })
    throw error
  }
}

const oneWord = (text: string) => text.trim().replace(/\s+/g, '-')

function todoOf(item: CalendarItem, timeZone: string): Todo {
  const tooLong = Object.entries({
    SUMMARY: item.summary,
    DESCRIPTION: item.description,
    UID: item.uid,
    CATEGORIES: item.categories.join(','),
  }).find(([, value]) => value.length > LONGEST_VALUE)
  if (tooLong) throw new TodoError(`${tooLong[0]} is too long to be read`)
  const title = item.summary.trim().replace(/\s+/g, ' ')
  if (!title) throw new TodoError('has no SUMMARY')
  if (item.status === 'CANCELLED') throw new TodoError(`“${title}” was cancelled`)
  if (item.recurrenceId) throw new TodoError(`“${title}” changes a single time of a recurring to-do`)
  const done = item.status === 'COMPLETED' || item.percent === 100 || item.completed !== null
  const letter = item.own.get('PRIORITY') ?? ''
  return {
    uid: item.uid.trim() || `${title} ${item.created}`,
    title,
    notes: item.description.trim(),
    due: item.end && onClock(item.end, timeZone),
    priority: /^[A-Z]$/.test(letter) ? letter : priorityOf(item.priority),
    project: item.own.get('PROJECT')?.trim() || null,
    contexts: [...new Set(item.categories.map(oneWord))],
    ...(item.parent && { parent: item.parent }),
    done,
    doneAt: done && item.completed ? instantOf(onClock(item.completed, 'UTC'), 'UTC').toISOString() : null,
    recurrence: recurrenceOf(item),
  }
}

/** Reads the to-dos of a calendar. Times in other zones are put on the person's clock. */
export async function parseTodos(file: string, timeZone: string): Promise<{ read: ReadTodo[]; refused: BadLine[] }> {
  const read: ReadTodo[] = []
  const refused: BadLine[] = []
  let bad = 0
  try {
    for await (const item of inTurns(
      readItems(linesOf(file), { names: ['VTODO'], most: MOST_TASKS, prefix: OWN_PREFIX }),
    )) {
      if (item.kind !== 'item') {
        if (item.kind === 'line' && ++bad > MOST_BAD) throw new AppError('bad_request', say('tooManyBadLines'))
        refused.push({ line: item.line, text: item.text, reason: item.refused })
        continue
      }
      try {
        read.push({ line: item.line, todo: todoOf(item, timeZone) })
      } catch (error) {
        if (!(error instanceof TodoError)) throw error
        refused.push({ line: item.line, text: 'BEGIN:VTODO', reason: error.message })
      }
    }
  } catch (error) {
    throw error instanceof TooManyItems ? tooManyTasks() : error
  }
  if (!/^BEGIN:VCALENDAR[ \t]*$/im.test(file))
    refused.push({ line: 1, text: file.slice(0, 60), reason: 'is no calendar: BEGIN:VCALENDAR is missing' })
  return { read, refused: refused.sort((a, b) => a.line - b.line) }
}
