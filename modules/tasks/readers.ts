import type { ReadableFile } from '@atrium/contract/reading'
import type { IncomingTask } from './file-parts.ts'
import { type Format, type FoundTasks, tasksIn } from './file-tasks.ts'

// What reads a file of tasks. It runs in a confined process; nothing else imports it.

/** The tasks of a file one by one, and then the lines that are none. */
export async function* tasks(
  file: ReadableFile,
  { format, timeZone, project, now }: { format: Format; timeZone: string; project?: string; now?: string },
): AsyncGenerator<{ task: IncomingTask } | { line: FoundTasks['refused'][number] }> {
  const { incoming, refused } = await tasksIn(
    format,
    await file.text(),
    timeZone,
    project,
    now === undefined ? undefined : new Date(now),
  )
  for (const task of incoming) yield { task }
  for (const line of refused) yield { line }
}
