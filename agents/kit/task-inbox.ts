import type { Job } from '@atrium/contract/playbook'
import { z } from 'zod'
import { TaskRecord } from './task-records.ts'

// What agents rely on of the Task Inbox's answers. How tasks are put there: task-list.ts.

const InboxTask = TaskRecord.omit({ created: true, updatedAt: true })
export type InboxTask = z.infer<typeof InboxTask>
const Listed = z.object({ tasks: z.array(InboxTask) })

/** What of the workspace the seat may not read, as a sentence for `couldNot`; null when it may read all of these actions. */
export async function unreadable(job: Job, actions: Readonly<Record<string, string>>): Promise<string | null> {
  const closed: string[] = []
  for (const [action, name] of Object.entries(actions)) if (!(await job.can(action))) closed.push(name)
  return closed.length === 0
    ? null
    : `Not read, because not installed or not granted to this seat: ${closed.join(', ')}.`
}

/** Open and done tasks of a project, or of all; none when the seat may not read them. At most 1,000 of each. */
export async function inboxTasks(job: Job, project?: string): Promise<InboxTask[]> {
  if (!(await job.can('tasks.list'))) return []
  const of = async (view: 'anytime' | 'done') =>
    (await job.read('tasks.list', { view, limit: 1000, ...(project ? { project } : {}) }, Listed)).tasks
  return [...(await of('anytime')), ...(await of('done'))]
}
