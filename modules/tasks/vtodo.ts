import { brand } from '@atrium/contract/brand'
import type { Pause } from '@atrium/contract/pauses'
import { atTime, dayOf, instantOf, type LocalTime, localAt, timeOf } from '@atrium/domain/dates/local-time'
import { isTaskDay } from './file-lines.ts'
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
import { MOST_TASKS, tooManyTasks } from './import-limit.ts'
import { parseInterval, parseRecurrence, RecurrenceError } from './recurrence.ts'

/** Characters of a value that is read at all: escaped, the longest notes are half as long. */
const LONGEST_VALUE = 40_000

/** A to-do of RFC 5545, 3.6.2, in the terms of a task. What is too long for a task is left to its schema to refuse. */
export interface Todo {
  uid: string
  title: string
  notes: string
  due: LocalTime | null
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

function readMoment(property: Property, timeZone: string): LocalTime {
  const said = `${property.name}:${property.value.slice(0, 40)}`
  const found = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(property.value.trim())
  const day = found ? `${found[1]}-${found[2]}-${found[3]}` : ''
  if (!found || !isTaskDay(day)) throw new TodoError(`${said} is no day or time`)
  if (found[4] === undefined) return day
  if (Number(found[4]) > 23 || Number(found[5]) > 59) throw new TodoError(`${said} is no time of day`)
  const due = atTime(day, `${found[4]}:${found[5]}`)
  const zone = found[7] === 'Z' ? 'UTC' : property.parameters.TZID
  if (!zone) return due // "floating": the person's own clock, wherever that is
  try {
    return localAt(instantOf(due, zone), timeZone)
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
    if (error instanceof RecurrenceError)
      throw new TodoError(`RRULE:${rule.slice(0, 100)}: ${error.message}`, { cause: error })
    throw error
  }
}

const oneWord = (text: string) => text.trim().replace(/\s+/g, '-')

function readTodo(component: Component, timeZone: string): Todo {
  const properties = Map.groupBy(component.properties, ({ name }) => name)
  const one = (name: string) => {
    const property = properties.get(name)?.[0]
    if (property && property.value.length > LONGEST_VALUE) throw new TodoError(`${name} is too long to be read`)
    return property
  }
  const text = (name: string) => unescapeText(one(name)?.value ?? '').trim()
  const title = text('SUMMARY').replace(/\s+/g, ' ')
  if (!title) throw new TodoError('has no SUMMARY')
  const status = text('STATUS').toUpperCase()
  if (status === 'CANCELLED') throw new TodoError(`“${title}” was cancelled`)
  if (one('RECURRENCE-ID')) throw new TodoError(`“${title}” changes a single time of a recurring to-do`)
  const completed = one('COMPLETED')
  const done = status === 'COMPLETED' || text('PERCENT-COMPLETE') === '100' || completed !== undefined
  const due = one('DUE')
  const letter = text(`${OURS}PRIORITY`)
  const categories = (properties.get('CATEGORIES') ?? []).map(({ value }) => value).join(',')
  if (categories.length > LONGEST_VALUE) throw new TodoError('CATEGORIES is too long to be read')
  return {
    uid: text('UID') || `${title} ${one('CREATED')?.value ?? one('DTSTAMP')?.value ?? ''}`,
    title,
    notes: text('DESCRIPTION'),
    due: due ? readMoment(due, timeZone) : null,
    priority: /^[A-Z]$/.test(letter) ? letter : fromNumber(text('PRIORITY')),
    project: oneWord(text(`${OURS}PROJECT`)) || null,
    contexts: [...new Set(splitTexts(categories).map(oneWord))],
    done,
    doneAt: done && completed ? instantOf(readMoment(completed, 'UTC'), 'UTC').toISOString() : null,
    recurrence: readRecurrence(one),
  }
}

function* todosIn(components: readonly Component[]): Generator<Component> {
  for (const component of components) {
    if (component.name === 'VTODO') yield component
    else yield* todosIn(component.components)
  }
}

/** Reads the to-dos of a calendar. Times in other zones are put on the person's clock. */
export async function parseTodos(
  file: string,
  timeZone: string,
  pause: Pause,
): Promise<{ read: ReadTodo[]; refused: BadLine[] }> {
  const { components, bad } = await parseComponents(file, pause)
  const read: ReadTodo[] = []
  const refused = [...bad]
  let count = 0
  for (const component of todosIn(components)) {
    if (++count > MOST_TASKS) throw tooManyTasks()
    await pause()
    try {
      read.push({ line: component.line, todo: readTodo(component, timeZone) })
    } catch (error) {
      if (!(error instanceof TodoError)) throw error
      refused.push({ line: component.line, text: 'BEGIN:VTODO', reason: error.message })
    }
  }
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
    // 3.8.2.4 wants a recurring to-do to start, 3.8.2.3 before it is due: it starts with its day. A to-do that is due on a
    // whole day could only start on a day that its rule does not name, so it has no start, and others count from DUE.
    todo.recurrence && todo.due && time && time > '00:00' ? `DTSTART:${basic(dayOf(todo.due))}T000000` : '',
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
export async function formatTodos(
  todos: readonly (Todo & { created: string; modified: string })[],
  now: Date,
  pause: Pause,
): Promise<string> {
  const stamp = now.toISOString()
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', `PRODID:-//${brand.name}//Tasks//EN`]
  for (const todo of todos) {
    for (const line of todoLines({ ...todo, stamp })) lines.push(foldLine(line))
    await pause()
  }
  return [...lines, 'END:VCALENDAR', ''].join('\r\n')
}
