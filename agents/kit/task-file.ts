import { AppError } from '@atrium/contract/errors'
import type { Job, JobFile } from '@atrium/contract/playbook'
import { dayReader } from './day-reader.ts'
import { columnFor, neededColumn, readTable } from './table.ts'
import { type TaskRecord, taskRecords } from './task-records.ts'
import { itemsIn } from './telling.ts'

export interface TaskLists {
  /** `Task Inbox`, or the file. */
  name: string
  kind: 'records' | 'file'
  open: TaskRecord[]
  done: TaskRecord[]
  openTotal: number
  doneTotal: number
  unread: { line: number; reason: string }[]
}

const DONE = /^(?:x|yes|true|1|done|closed|completed?|finished|resolved)$/i
const PRIORITIES: Readonly<Record<string, string>> = {
  highest: 'A',
  urgent: 'A',
  high: 'A',
  '1': 'A',
  medium: 'B',
  '2': 'B',
  low: 'C',
  '3': 'C',
}

/**
 * Tasks of another tool as CSV: a title; due, priority (A–Z, or high, medium, low), project, contexts, status, created, done
 * and notes where there are columns for them. Throws `bad_request` when there is no title in it.
 */
export function readTasks(file: Pick<JobFile, 'name' | 'text'>): TaskLists {
  const table = readTable(file)
  const title = neededColumn(table, 'title', ['title', 'task', 'summary', 'name', 'what'])
  const find = (...names: string[]) => columnFor(table, names)
  const column = {
    due: find('due', 'due date', 'deadline'),
    priority: find('priority', 'importance'),
    project: find('project', 'list', 'area'),
    contexts: find('contexts', 'context', 'labels', 'tags'),
    status: find('status', 'state'),
    created: find('created', 'added', 'date created'),
    done: find('done', 'completed', 'finished', 'resolved', 'done at'),
    notes: find('notes', 'note', 'description'),
  }
  const dates = [column.due, column.created, column.done].flatMap((name) => name ?? [])
  const days = dayReader(table.rows.flatMap(({ fields }) => dates.map((name) => fields[name] ?? '')))
  const unread: TaskLists['unread'] = []
  const tasks = table.rows.flatMap(({ line, fields }): TaskRecord[] => {
    const at = (name: string | undefined) => (name ? (fields[name] ?? '') : '')
    const [due, created, doneAt] = [
      days.read(at(column.due)),
      days.read(at(column.created)),
      days.read(at(column.done)),
    ]
    if (!at(title) || (at(column.due) && !due)) {
      unread.push({ line, reason: at(title) ? `no day in “${at(column.due).slice(0, 30)}”` : 'no title' })
      return []
    }
    const isDone = doneAt !== null || DONE.test(at(column.done)) || DONE.test(at(column.status))
    const priority = at(column.priority)
    return [
      {
        id: `line-${line}`,
        title: at(title).replace(/\s+/g, ' ').slice(0, 300),
        notes: at(column.notes).slice(0, 2_000),
        due,
        priority: /^[A-Z]$/.test(priority) ? priority : (PRIORITIES[priority.toLowerCase()] ?? null),
        project: at(column.project).slice(0, 60) || null,
        contexts: itemsIn(at(column.contexts)).map((name) => name.replace(/^@/, '').slice(0, 60)),
        done: isDone,
        doneAt: isDone ? doneAt : null,
        created,
        createdAt: created ?? doneAt ?? due ?? '9999-12-31',
        updatedAt: doneAt ?? created ?? '9999-12-31',
      },
    ]
  })
  if (tasks.length === 0) throw new AppError('bad_request', `No row of “${file.name}” has a title.`)
  const [open, done] = [tasks.filter((task) => !task.done), tasks.filter((task) => task.done)]
  return { name: file.name, kind: 'file', open, done, openTotal: open.length, doneTotal: done.length, unread }
}

/** The tasks of a file, or those of the Task Inbox: the first thousand open and done ones. */
export async function taskLists(job: Job, file: string | undefined): Promise<TaskLists> {
  if (file) return readTasks(await job.file(file))
  const [open, done] = [await taskRecords(job, 'anytime'), await taskRecords(job, 'done')]
  return {
    name: 'Task Inbox',
    kind: 'records',
    open: open.tasks,
    done: done.tasks,
    openTotal: open.total,
    doneTotal: done.total,
    unread: [],
  }
}

/** A week of a small office, for samples: late, waiting, undated and done tasks, and a row whose day cannot be read. */
export const TASKS_SAMPLE = `Title,Due,Priority,Project,Contexts,Created,Done,Notes
Renew the lease of the studio,2026-01-30,A,office,,2026-01-05,,The landlord wants an answer
Send the offer to Acme (2h),2026-03-16,A,sales,,2026-03-09,,
Prepare slides for the fair (90 min),2026-03-17,B,fair,,2026-03-02,,
Order oak boards,2026-03-10,B,workshop,,2026-03-01,,Two weeks to deliver
Answer of the tax adviser,2026-03-20,B,office,waiting,2026-03-03,,
Write the newsletter (3h),2026-03-19,,marketing,,2026-03-04,,
Repair the saw,,A,workshop,,2026-01-20,,
Customs form for the samples (45 min),2026-03-18,A,fair,,2026-03-11,,
Collect quotes for insurance,2026-03-27,C,office,,2026-02-16,,
Photograph the new chair (2h),2026-03-20,,marketing,,2026-03-12,,
Book the fair stand,2026-03-06,,fair,,2026-02-20,2026-03-05,
Pay the carpenter,2026-03-09,,workshop,,2026-03-02,2026-03-09,
Sign the courier contract,2026-03-11,,office,,2026-03-01,2026-03-12,
Call back Mrs Lind,2026-03-13,,sales,,2026-03-12,2026-03-13,
Ask for references,some day,C,sales,,2026-03-01,,
`
