import type { Pause } from '@atrium/contract/pauses'
import type { Day } from '@atrium/domain/dates/days'
import { dayOf, type LocalTime, timeOf } from '@atrium/domain/dates/local-time'
import { RecurrenceError } from '@atrium/domain/recurrence/rule'
import { isTaskDay, linesOf } from './file-lines.ts'
import { MOST_TASKS, tooManyTasks } from './import-limit.ts'
import { parseInterval, parseRecurrence } from './recurrence.ts'

/** One line of a todo.txt file. Format: todo.txt's own description, github.com/todotxt/todo.txt. */
export interface TodoLine {
  done: boolean
  /** The day it was done; null when the line does not say. */
  completed: Day | null
  created: Day | null
  priority: string | null
  /** The text. Tags inside it stay where they are; those at its end are taken out into the fields below. */
  title: string
  /** The last `+project`. */
  project: string | null
  contexts: string[]
  due: LocalTime | null
  recurrence: string | null
}

export interface ReadLine {
  /** From 1. */
  line: number
  text: string
  task: TodoLine
}

export interface RefusedLine {
  line: number
  text: string
  reason: string
}

export class TodoLineError extends Error {}

/** Characters of a line: the longest title, with every tag that a task can have. */
const LONGEST = 3_000
const DATE = String.raw`\d{4}-\d{2}-\d{2}`
const HEAD = new RegExp(`^(?:(x) (?:(${DATE}) )?)?(?:\\(([A-Z])\\) )?(?:(${DATE}) )?`)
/** `+project` or `@context`. A word of signs alone (`C ++`) is none; further signs before the name are no part of it. */
const TAG = /^([+@])[#+@]*([^\s#+@]\S*)$/
const PAIR = /^([A-Za-z][\w-]*):([^\s:](?:\S*[^\s:])?)$/

/** todo.txt pairs have one colon, so a time of day is written `time:1530`. Others write `due:2026-10-05T15:30`, which is read. */
function readDue(value: string): LocalTime {
  const day = value.slice(0, 10)
  if (!isTaskDay(day)) throw new TodoLineError(`due:${value} is no day of the calendar`)
  if (value.length === 10) return day
  const time = /^T([01]\d|2[0-3]):([0-5]\d)(?::\d\d)?$/.exec(value.slice(10))
  if (!time) throw new TodoLineError(`due:${value} is no day or time`)
  return `${day}T${time[1]}:${time[2]}`
}

function readTime(value: string): string {
  const found = /^([01]\d|2[0-3])\.?([0-5]\d)$/.exec(value)
  if (!found) throw new TodoLineError(`time:${value} is no time of day`)
  return `${found[1]}:${found[2]}`
}

interface Found {
  project: string | null
  contexts: string[]
  due: LocalTime | null
  time: string | null
  recurrence: string | null
  priority: string | null
}

function readRecurrence(key: string, value: string): string {
  if (key === 'rec') {
    if (!parseInterval(value)) throw new TodoLineError(`rec:${value} is not a number and d, b, w, m or y`)
    return `rec:${value}`
  }
  try {
    parseRecurrence(value)
    return value
  } catch (cause) {
    if (cause instanceof RecurrenceError) throw new TodoLineError(`rrule:${value}: ${cause.message}`, { cause })
    throw cause
  }
}

/** Reads one word into the fields. Answers whether it is a tag of ours, to be taken out of the title's end. */
function readWord(word: string, found: Found): boolean {
  const [, sign, name = ''] = TAG.exec(word) ?? []
  if (sign === '+') found.project = name
  else if (sign === '@') {
    if (!found.contexts.includes(name)) found.contexts.push(name)
  } else {
    const [, key, value] = PAIR.exec(word) ?? []
    if (key === undefined || value === undefined) return false
    if (key === 'due') found.due = readDue(value)
    else if (key === 'time') found.time = readTime(value)
    else if (key === 'rec' || key === 'rrule') found.recurrence = readRecurrence(key, value)
    else if (key === 'pri' && /^[A-Z]$/.test(value)) found.priority = value
    else return false
  }
  return true
}

const isPair = (word: string) => PAIR.test(word)
const isProject = (word: string) => TAG.exec(word)?.[1] === '+'

/** Reads one line that is not blank. Throws TodoLineError with the reason. */
export function parseTodoLine(text: string): TodoLine {
  const line = text.trimEnd()
  if (line.length > LONGEST) throw new TodoLineError(`longer than ${LONGEST} characters`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(line)) throw new TodoLineError('has control characters')
  const head = HEAD.exec(`${line} `) as RegExpExecArray
  const [, x, completed, priority, created] = head.map((part) => part ?? null)
  const body = line.slice(head[0].length)
  const dates = [completed, created].filter((date) => typeof date === 'string')
  const wrong = dates.find((date) => !isTaskDay(date))
  if (wrong) throw new TodoLineError(`${wrong} is no day of the calendar`)
  const words = body.split(/\s+/).filter(Boolean)
  if (words.length === 0) throw new TodoLineError('has no text')
  const found: Found = { project: null, contexts: [], due: null, time: null, recurrence: null, priority: null }
  const ours = words.map((word) => readWord(word, found))
  // the end of the line: tags of ours go, pairs that other programs use stay in the title
  let from = words.length
  while (from > 0 && (ours[from - 1] || isPair(words[from - 1] as string))) from--
  // of several projects, the last is the task's; the others stay readable
  const lastProject = words.findLastIndex(isProject)
  const kept = words.filter((word, at) => at < from || !ours[at] || (isProject(word) && at !== lastProject))
  const due = found.due && found.time && !timeOf(found.due) ? `${found.due}T${found.time}` : found.due
  return {
    done: x !== null,
    completed: completed ?? null,
    created: created ?? null,
    priority: priority ?? found.priority,
    title:
      from === 0
        ? words.filter((word, at) => !ours[at] || !/^\w+:/.test(word)).join(' ') || body.trim()
        : kept.join(' '),
    project: found.project,
    contexts: found.contexts,
    due,
    recurrence: found.recurrence,
  }
}

/** Writes a line that reads back as the same task. */
export function formatTodoLine(task: TodoLine): string {
  const inTitle = new Set(task.title.split(/\s+/))
  const tag = (sign: string, name: string) => (inTitle.has(sign + name) ? '' : `${sign}${name}`)
  const lastInTitle = [...inTitle].findLast(isProject)
  const time = task.due ? timeOf(task.due) : null
  return [
    task.done ? 'x' : '',
    task.done ? (task.completed ?? '') : '',
    !task.done && task.priority ? `(${task.priority})` : '',
    task.created && (!task.done || task.completed) ? task.created : '',
    task.title,
    task.project && lastInTitle !== `+${task.project}` ? `+${task.project}` : '',
    ...task.contexts.map((name) => tag('@', name)),
    task.due ? `due:${dayOf(task.due)}` : '',
    time ? `time:${time.replace(':', '')}` : '',
    task.recurrence ? (task.recurrence.startsWith('rec:') ? task.recurrence : `rrule:${task.recurrence}`) : '',
    task.done && task.priority ? `pri:${task.priority}` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** What makes two lines the same task, whether done or not: its text and the day it was made. */
export function keyOfTodo(text: string): string {
  const line = text.trim()
  const created = HEAD.exec(`${line} `)?.[4] ?? ''
  const body = line
    .replace(HEAD, '')
    .replace(/(?:^|\s)pri:[A-Z](?=\s|$)/, '')
    .replace(/\s+/g, ' ')
    .trim()
  return `${created} ${body}`
}

/** Reads a file. Good lines are kept whatever the bad ones say; blank lines are nothing. */
export async function parseTodoTxt(file: string, pause: Pause): Promise<{ read: ReadLine[]; refused: RefusedLine[] }> {
  const read: ReadLine[] = []
  const refused: RefusedLine[] = []
  let line = 0
  for (const text of linesOf(file)) {
    line++
    await pause()
    if (text.trim() === '') continue
    if (read.length + refused.length >= MOST_TASKS) throw tooManyTasks()
    try {
      read.push({ line, text: text.trimEnd(), task: parseTodoLine(text) })
    } catch (error) {
      if (!(error instanceof TodoLineError)) throw error
      refused.push({ line, text: text.slice(0, 200), reason: error.message })
    }
  }
  return { read, refused }
}
