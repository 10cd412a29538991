import { AppError } from '@atrium/contract/errors'
import type { Job, JobFile } from '@atrium/contract/playbook'
import { dayReader } from '../kit/day-reader.ts'
import { columnFor, neededColumn, readTable } from '../kit/table.ts'
import { cameOn, dueOn, taskRecords } from '../kit/task-records.ts'

export interface Card {
  /** `line 4`, or empty for a task of the Task Inbox. */
  where: string
  key: string
  title: string
  /** The board's column. */
  status: string
  assignee: string
  created: string | null
  /** When work on it began; null when it has not, or nobody wrote it down. */
  started: string | null
  done: string | null
  due: string | null
  /** Why it is blocked; empty when it is not. */
  blocked: string
}

export interface Board {
  name: string
  kind: 'file' | 'records'
  cards: Card[]
  unread: { line: number; reason: string }[]
  /** The day of beginning is known: cycle times can be told, else lead times only. */
  hasStarts: boolean
  basis: string[]
}

const DONE = /^(?:done|closed|resolved|complete[d]?|finished|released|erledigt)/i
const NOT_BEGUN = /^(?:backlog|to ?do|open|new|ready|selected|next|inbox|planned|icebox|ideas?)/i

export const isDone = ({ status, done }: Pick<Card, 'status' | 'done'>): boolean => done !== null || DONE.test(status)
/** On the board between beginning and end: what counts against a limit. */
export const isInProgress = (card: Card): boolean => !isDone(card) && !NOT_BEGUN.test(card.status)

/**
 * A board as CSV (Jira, Trello, GitHub and others export one): title and status; key, assignee, created, started, done, due,
 * blocked where there are columns for them. Throws `bad_request` when no row can be read.
 */
export function readBoard(file: Pick<JobFile, 'name' | 'text'>): Board {
  const table = readTable(file)
  const title = neededColumn(table, 'title', ['title', 'summary', 'card name', 'name', 'task', 'issue'])
  const status = neededColumn(table, 'status', ['status', 'column', 'list', 'list name', 'state'])
  const find = (...names: string[]) => columnFor(table, names)
  const column = {
    key: find('key', 'issue key', 'id', 'card id', 'number'),
    assignee: find('assignee', 'owner', 'member', 'members', 'assigned to'),
    created: find('created', 'created at', 'added', 'date created'),
    started: find('started', 'start', 'in progress', 'started at', 'start date'),
    done: find('done', 'resolved', 'completed', 'closed', 'done at', 'finished', 'end date'),
    due: find('due', 'due date', 'deadline'),
    blocked: find('blocked', 'blocker', 'blocked by', 'impediment', 'flagged'),
  }
  const dates = [column.created, column.started, column.done, column.due].filter((name) => name !== undefined)
  const days = dayReader(table.rows.flatMap(({ fields }) => dates.map((name) => fields[name] ?? '')))
  const unread: Board['unread'] = []
  const known = new Set<string>()
  const cards = table.rows.flatMap(({ line, fields }): Card[] => {
    const at = (name: string | undefined) => (name ? (fields[name] ?? '') : '')
    const day = (name: string | undefined) => days.read(at(name))
    const bad = dates.filter((name) => at(name) !== '' && day(name) === null)
    const key = at(column.key)
    const [created, started, done] = [day(column.created), day(column.started), day(column.done)]
    const first = started ?? created
    const reason =
      !at(title) || !at(status)
        ? 'no title or status'
        : bad.length > 0
          ? `no date in “${at(bad[0]).slice(0, 30)}”`
          : key && known.has(key)
            ? `${key} a second time`
            : done && first && done < first
              ? 'done before it began'
              : ''
    if (reason) {
      unread.push({ line, reason })
      return []
    }
    known.add(key)
    return [
      {
        where: `line ${line}`,
        key,
        title: at(title).slice(0, 200),
        status: at(status).slice(0, 60),
        assignee: at(column.assignee).slice(0, 80),
        created,
        started,
        done,
        due: day(column.due),
        blocked: /^(?:no|false|0|-)?$/i.test(at(column.blocked)) ? '' : at(column.blocked).slice(0, 200),
      },
    ]
  })
  if (cards.length === 0)
    throw new AppError('bad_request', `No row of “${file.name}” has a title and a status. Give the board’s CSV export.`)
  return {
    name: file.name,
    kind: 'file',
    cards,
    unread,
    hasStarts: cards.some(({ started, done }) => started !== null && done !== null),
    basis: days.note ? [days.note] : [],
  }
}

/** The Task Inbox as a board: it knows open and done, when a task came and when it was finished, not when it was begun. */
export async function inboxBoard(job: Job): Promise<Board> {
  const [open, done] = [await taskRecords(job, 'anytime'), await taskRecords(job, 'done')]
  if (open.total + done.total === 0)
    throw new AppError('bad_request', 'The Task Inbox is empty. Give a board’s CSV export instead.')
  const cards = [...open.tasks, ...done.tasks].map(
    (task): Card => ({
      where: '',
      key: '',
      title: task.title.slice(0, 200),
      status: task.done
        ? 'Done'
        : task.contexts.some((name) => /^(?:doing|wip|progress)/i.test(name))
          ? 'Doing'
          : 'Open',
      assignee: '',
      created: cameOn(task),
      started: null,
      done: task.doneAt?.slice(0, 10) ?? null,
      due: dueOn(task),
      blocked: task.contexts.find((name) => /^(?:waiting|blocked)/i.test(name)) ?? '',
    }),
  )
  const left = open.total + done.total - cards.length
  return {
    name: 'Task Inbox',
    kind: 'records',
    cards,
    unread: [],
    hasStarts: false,
    basis: [
      'The Task Inbox does not know when work on a task began, so times are lead times: from when it came to when it was done. A context @doing means in progress, @waiting or @blocked means blocked.',
      left > 0 ? `${left} older tasks were not looked at.` : '',
    ].filter(Boolean),
  }
}

export const boardOf = async (job: Job, file: string | undefined): Promise<Board> =>
  file ? readBoard(await job.file(file)) : inboxBoard(job)
