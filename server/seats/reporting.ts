import { report } from '../chat/reports.ts'
import type { Client } from '../platform/runs/store.ts'
import type { Attempt } from './attempt.ts'

/** A task by its title, in Markdown. */
export const linked = (title: string, taskId: string) =>
  `[${title.replace(/[[\]\\]/g, '\\$&')}](/workforce/tasks/${taskId})`

/** What it says of itself. Each stands as a line of its own, so that the page says it in the reader's language. */
const SENTENCES: Readonly<Record<string, string>> = {
  review: 'I have handed in my work.',
  done: 'I have handed in my work.',
  approval: 'I ask for your word before I go on.',
  answer: 'I have a question.',
  unknown: 'I was cut off in the middle of something. Please say whether it happened.',
  failed: 'I could not finish this.',
  budget: 'I could not finish this.',
}

/** What a conversation is told of its task's run, in paragraphs; null where nothing is worth saying. */
async function said(client: Client, { task }: Attempt, what: string, reason: string): Promise<string | null> {
  const sentence = SENTENCES[what]
  if (sentence === undefined) return null
  let more = what === 'failed' || what === 'budget' ? reason : ''
  if (what === 'review' || what === 'done') {
    const { rows } = await client.query<{ summary: string }>(
      `select v.product->>'summary' as summary from deliverables d
       join deliverable_versions v on v.deliverable_id = d.id where d.task_id = $1 order by v.version desc limit 1`,
      [task.id],
    )
    more = rows[0]?.summary ?? ''
  }
  return [sentence, linked(task.title, task.id), more].filter(Boolean).join('\n\n')
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
