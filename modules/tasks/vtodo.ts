import { brand } from '@atrium/contract/brand'
import { atTime, type Due, dayOf, isDay, localTime, momentOf, timeOf } from './calendar-days.ts'
import {
  type BadLine,
  type Component,
  escapeText,
  foldLine,
  type Property,
  parseComponents,
  splitTexts,
  unescapeText,
} from './ics-lines.ts'
import { parseInterval, parseRecurrence, RecurrenceError } from './recurrence.ts'

/** A to-do of RFC 5545, 3.6.2, in the terms of a task. */
export interface Todo {
  uid: string
  title: string
  notes: string
  due: Due | null
  priority: string | null
  project: string | null
  contexts: string[]
  done: boolean
  /** ISO moment */
  doneAt: string | null
  recurrence: string | null
}

export interface ReadTodo {
  /** The line of BEGIN:VTODO, from 1. */
  line: number
  todo: Todo
}

// What RFC 5545 has no property for, so that our own files come back whole.
const OURS = `X-${brand.prefix.toUpperCase()}-`

class TodoError extends Error {}

/** 3.8.1.9: 1–4 high, 5 medium, 6–9 low, 0 undefined. */
const fromNumber = (value: string): string | null => {
  const number = Number(value)
  if (!/^\d$/.test(value) || number === 0) return null
  return number <= 4 ? 'A' : number === 5 ? 'B' : 'C'
}
const toNumber = (letter: string): number => ({ A: 1, B: 5, C: 9 })[letter] ?? 9

function readMoment(property: Property, timeZone: string): Due {
  const found = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(property.value.trim())
  const day = found ? `${found[1]}-${found[2]}-${found[3]}` : ''
  if (!found || !isDay(day)) throw new TodoError(`${property.name}:${property.value} is no day or time`)
  if (found[4] === undefined) return day
  if (Number(found[4]) > 23 || Number(found[5]) > 59)
    throw new TodoError(`${property.name}:${property.value} is no time of day`)
  const due = atTime(day, `${found[4]}:${found[5]}`)
  const zone = found[7] === 'Z' ? 'UTC' : property.parameters.TZID
  if (!zone) return due // "floating": the person's own clock, wherever that is
  try {
    return localTime(momentOf(due, zone), timeZone)
  } catch (cause) {
    if (cause instanceof RangeError) return due // a zone that only the other program knows: take the clock as it stands
    throw cause
  }
}

function readRecurrence(one: (name: string) => Property | undefined): string | null {
  const own = one(`${OURS}REC`)?.value
  if (own && parseInterval(own)) return own
  const rule = one('RRULE')?.value
  if (!rule) return null
  try {
    parseRecurrence(rule)
    return rule.toUpperCase()
  } catch (error) {
    if (error instanceof RecurrenceError) throw new TodoError(`RRULE:${rule}: ${error.message}`, { cause: error })
    throw error
  }
}

const oneWord = (text: string) => text.trim().replace(/\s+/g, '-').slice(0, 60)

function readTodo(component: Component, timeZone: string): Todo {
  const one = (name: string) => component.properties.find((property) => property.name === name)
  const text = (name: string) => unescapeText(one(name)?.value ?? '').trim()
  const title = text('SUMMARY').replace(/\s+/g, ' ').slice(0, 500)
  if (!title) throw new TodoError('has no SUMMARY')
  const status = text('STATUS').toUpperCase()
  if (status === 'CANCELLED') throw new TodoError(`“${title}” was cancelled`)
  if (one('RECURRENCE-ID')) throw new TodoError(`“${title}” changes a single time of a recurring to-do`)
  const completed = one('COMPLETED')
  const done = status === 'COMPLETED' || text('PERCENT-COMPLETE') === '100' || completed !== undefined
  const due = one('DUE')
  const letter = text(`${OURS}PRIORITY`)
  const categories = component.properties
    .filter(({ name }) => name === 'CATEGORIES')
    .flatMap(({ value }) => splitTexts(value))
  return {
    uid: text('UID').slice(0, 255) || `${title} ${one('CREATED')?.value ?? one('DTSTAMP')?.value ?? ''}`,
    title,
    notes: text('DESCRIPTION').slice(0, 20_000),
    due: due ? readMoment(due, timeZone) : null,
    priority: /^[A-Z]$/.test(letter) ? letter : fromNumber(text('PRIORITY')),
    project: oneWord(text(`${OURS}PROJECT`)) || null,
    contexts: [...new Set(categories.map(oneWord))].slice(0, 20),
    done,
    doneAt: done && completed ? momentOf(readMoment(completed, 'UTC'), 'UTC').toISOString() : null,
    recurrence: readRecurrence(one),
  }
}

/** Reads the to-dos of a calendar. Times in other zones are put on the person's clock. */
export function parseTodos(file: string, timeZone: string): { read: ReadTodo[]; refused: BadLine[] } {
  const { components, bad } = parseComponents(file)
  const read: ReadTodo[] = []
  const refused = [...bad]
  const visit = (component: Component) => {
    if (component.name !== 'VTODO') {
      component.components.forEach(visit)
      return
    }
    try {
      read.push({ line: component.line, todo: readTodo(component, timeZone) })
    } catch (error) {
      if (!(error instanceof TodoError)) throw error
      refused.push({ line: component.line, text: 'BEGIN:VTODO', reason: error.message })
    }
  }
  components.forEach(visit)
  if (!components.some((component) => component.name === 'VCALENDAR'))
    refused.push({ line: 1, text: file.slice(0, 60), reason: 'is no calendar: BEGIN:VCALENDAR is missing' })
  return { read, refused: refused.sort((a, b) => a.line - b.line) }
}

const basic = (text: string) => text.replace(/[-:]/g, '')
const utc = (moment: string) => `${basic(moment.slice(0, 19))}Z`

function todoLines(todo: Todo & { stamp: string; created: string; modified: string }): string[] {
  const time = todo.due ? timeOf(todo.due) : null
  const lines = [
    'BEGIN:VTODO',
    `UID:${escapeText(todo.uid)}`,
    `DTSTAMP:${utc(todo.stamp)}`,
    `CREATED:${utc(todo.created)}`,
    `LAST-MODIFIED:${utc(todo.modified)}`,
    `SUMMARY:${escapeText(todo.title)}`,
    todo.notes ? `DESCRIPTION:${escapeText(todo.notes)}` : '',
    todo.due && !time ? `DUE;VALUE=DATE:${basic(dayOf(todo.due))}` : '',
    todo.due && time ? `DUE:${basic(dayOf(todo.due))}T${basic(time)}00` : '',
    `STATUS:${todo.done ? 'COMPLETED' : 'NEEDS-ACTION'}`,
    todo.done ? `COMPLETED:${utc(todo.doneAt ?? todo.modified)}` : '',
    todo.priority ? `PRIORITY:${toNumber(todo.priority)}` : '',
    todo.priority && !'ABC'.includes(todo.priority) ? `${OURS}PRIORITY:${todo.priority}` : '',
    todo.project ? `${OURS}PROJECT:${escapeText(todo.project)}` : '',
    todo.contexts.length ? `CATEGORIES:${todo.contexts.map(escapeText).join(',')}` : '',
    // 3.8.2.4: a recurring to-do needs a start
    todo.recurrence && todo.due && !time ? `DTSTART;VALUE=DATE:${basic(dayOf(todo.due))}` : '',
    todo.recurrence && todo.due && time ? `DTSTART:${basic(dayOf(todo.due))}T${basic(time)}00` : '',
    ...recurrenceLines(todo.recurrence),
    'END:VTODO',
  ]
  return lines.filter(Boolean)
}

const FREQUENCY = { d: 'DAILY', b: 'DAILY', w: 'WEEKLY', m: 'MONTHLY', y: 'YEARLY' } as const

/** "So long after it is done" is no RRULE: other programs get the nearest one, ours the exact words. */
function recurrenceLines(recurrence: string | null): string[] {
  if (!recurrence) return []
  const interval = parseInterval(recurrence)
  if (!interval || !recurrence.startsWith('rec:')) return [`RRULE:${recurrence}`]
  const every = interval.every > 1 ? `;INTERVAL=${interval.every}` : ''
  return [`RRULE:FREQ=${FREQUENCY[interval.unit]}${every}`, `${OURS}REC:${recurrence}`]
}

/** Writes a calendar of to-dos: CRLF, folded, escaped. */
export function formatTodos(todos: readonly (Todo & { created: string; modified: string })[], now: Date): string {
  const stamp = now.toISOString()
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${brand.name}//Tasks//EN`,
    ...todos.flatMap((todo) => todoLines({ ...todo, stamp })),
    'END:VCALENDAR',
  ]
    .map((line) => `${foldLine(line)}\r\n`)
    .join('')
}
