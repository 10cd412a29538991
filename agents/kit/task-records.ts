import type { Job } from '@atrium/contract/playbook'
import { z } from 'zod'

/** What is read of a task of the Task Inbox. */
export const TaskRecord = z.object({
  id: z.string(),
  title: z.string(),
  notes: z.string().default(''),
  /** A day, or a day and a time. */
  due: z.string().nullable(),
  priority: z.string().nullable(),
  project: z.string().nullable(),
  contexts: z.array(z.string()),
  done: z.boolean(),
  doneAt: z.string().nullable(),
  /** The day it was written down, where known. */
  created: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type TaskRecord = z.infer<typeof TaskRecord>

/** The most that is read of one view: it says `total`, so that a playbook says what it left out. */
export const RECORDS_MAX = 1000

/** All open tasks, or those done. */
export const taskRecords = (job: Job, view: 'anytime' | 'done'): Promise<{ tasks: TaskRecord[]; total: number }> =>
  job.read('tasks.list', { view, limit: RECORDS_MAX }, z.object({ tasks: z.array(TaskRecord), total: z.number() }))

/** The day a task came: written down, else stored. */
export const cameOn = ({ created, createdAt }: Pick<TaskRecord, 'created' | 'createdAt'>): string =>
  created ?? createdAt.slice(0, 10)

/** The day it is due, without its time. */
export const dueOn = ({ due }: Pick<TaskRecord, 'due'>): string | null => due?.slice(0, 10) ?? null
