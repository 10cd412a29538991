import type { Job } from '@atrium/contract/playbook'
import { z } from 'zod'
import { inboxTasks } from './task-inbox.ts'

// Several tasks put into the Task Inbox with one word of the person: as a todo.txt, which they can read and edit.

export interface ListedTask {
  title: string
  /** A is the most important. */
  priority?: 'A' | 'B' | 'C' | 'D'
  /** `YYYY-MM-DD` */
  due?: string | null
  project?: string
  context?: string
}

/** The action that a seat needs for it. */
export const TASK_LIST = 'tasks.importTodoTxt'
/** Tasks of one list: more than that nobody reads before saying yes. */
export const LISTED_MAX = 50
const TITLE_MAX = 300

/**
 * One word of a title that others wrote, so that it is read as a word: `@scope/name` is no context, `due:today` no date
 * (todo.txt: github.com/todotxt/todo.txt).
 */
const asWord = (word: string): string =>
  word.replace(/^([+@#]+)(?=\S)/, '‘$1').replace(/^(due|time|rec|rrule|pri):(?=\S)/i, '$1: ')

const tagOf = (name: string) => name.trim().replace(/\s+/g, '-')

/** The title as the Task Inbox will have it. */
function titleOf({ title }: ListedTask): string {
  const words = title
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .slice(0, TITLE_MAX)
    .split(/\s+/)
    .filter(Boolean)
    .map(asWord)
    .join(' ')
  // A title of others’ could begin as a done task, a priority or a day do.
  return /^(x |\([A-Z]\) |\d{4}-\d\d-\d\d )/.test(`${words} `) ? `– ${words}` : words
}

/** A line of a todo.txt. */
export function todoLine(task: ListedTask): string {
  const { priority, due, project, context } = task
  return [
    priority ? `(${priority})` : '',
    titleOf(task),
    project ? `+${tagOf(project)}` : '',
    context ? `@${tagOf(context)}` : '',
    due ? `due:${due}` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

const Report = z.object({ added: z.number(), changed: z.number(), same: z.number(), refusedCount: z.number() })

export interface Put {
  isDone: boolean
  added: number
  /** What became of it. */
  sentence: string
}

/** Puts them there; what is there already, to the letter and the day, is not put there twice. */
export async function putTasks(job: Job, tasks: readonly ListedTask[], why: string): Promise<Put> {
  if (tasks.length === 0) return { isDone: false, added: 0, sentence: 'There was nothing to put into the Task Inbox.' }
  if (!(await job.can(TASK_LIST)))
    return {
      isDone: false,
      added: 0,
      sentence: 'No tasks were put into the Task Inbox: this seat may not, or the module is not there.',
    }
  const listed = tasks.slice(0, LISTED_MAX)
  const acted = await job.act(TASK_LIST, { text: listed.map(todoLine).join('\n') }, why)
  if (!acted.done)
    return { isDone: false, added: 0, sentence: `No tasks were put into the Task Inbox: ${acted.reason}` }
  const { added, changed, same, refusedCount } = Report.parse(acted.output)
  const left = tasks.length - listed.length
  const parts = [
    `${added} new`,
    changed > 0 ? `${changed} changed` : '',
    same > 0 ? `${same} there already` : '',
    refusedCount > 0 ? `${refusedCount} refused by the module` : '',
    left > 0 ? `${left} beyond the first ${LISTED_MAX} left out` : '',
  ].filter(Boolean)
  return { isDone: true, added, sentence: `Tasks in the Task Inbox: ${parts.join(', ')}.` }
}

/**
 * The same where days are counted from today, so that a later run says other days for the same thing: what is open in the
 * Task Inbox with this title is left as it is. Needs `tasks.list` beside.
 */
export async function putNewTasks(job: Job, tasks: readonly ListedTask[], why: string): Promise<Put> {
  const open = new Set((await inboxTasks(job)).filter(({ done }) => !done).map(({ title }) => title))
  const fresh = tasks.filter((task) => !open.has(titleOf(task)))
  const known = tasks.length - fresh.length
  if (known === 0) return putTasks(job, tasks, why)
  if (fresh.length === 0)
    return { isDone: true, added: 0, sentence: `Tasks in the Task Inbox: 0 new, ${known} there already.` }
  const put = await putTasks(job, fresh, why)
  return { ...put, sentence: `${put.sentence} ${known} were open there already.` }
}
