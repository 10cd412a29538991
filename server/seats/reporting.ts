import { report } from '../chat/reports.ts'
import type { Client } from '../platform/runs/store.ts'
import type { Attempt } from './attempt.ts'

const linked = (title: string, taskId: string) => `[${title.replace(/[[\]\\]/g, '\\$&')}](/workforce/tasks/${taskId})`

/** What a conversation is told of its task's run; null where nothing is worth saying. */
async function said(client: Client, attempt: Attempt, what: string, reason: string): Promise<string | null> {
  const { task } = attempt
  const link = linked(task.title, task.id)
  if (what === 'review' || what === 'done') {
    const { rows } = await client.query<{ title: string; summary: string }>(
      `select v.product->>'title' as title, v.product->>'summary' as summary from deliverables d
       join deliverable_versions v on v.deliverable_id = d.id where d.task_id = $1 order by v.version desc limit 1`,
      [task.id],
    )
    return `I have handed in ${link}. ${rows[0]?.summary ?? ''}`.trim()
  }
  if (what === 'approval') return `I ask for your word before I go on with ${link}.`
  if (what === 'answer') return `I have a question about ${link}.`
  if (what === 'unknown') return `I was cut off in the middle of something for ${link}. Please say whether it happened.`
  if (what === 'failed' || what === 'budget') return `I could not finish ${link}. ${reason}`.trim()
  return null
}

/** A task that was given in a conversation reports there, in the transaction of what it reports. */
export async function reportOutcome(client: Client, attempt: Attempt, what: string, reason: string): Promise<void> {
  const { task, seat } = attempt
  if (!task.threadId) return
  const text = await said(client, attempt, what, reason)
  if (text === null) return
  const from = { id: seat.id, name: seat.name, taskId: task.id }
  await report(client, { threadId: task.threadId, owner: seat.ownerId, text, seat: from })
}
