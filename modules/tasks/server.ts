import { crudHandlers } from '@atrium/contract/crud-handlers'
import { defineServer } from '@atrium/contract/module-server'
import tasks from './module.ts'
import { readTask } from './natural-task.ts'
import { split } from './proposing.ts'
import { recurrenceLabel } from './recurrence-label.ts'
import reminders from './reminders.ts'
import { changing } from './server/changing.ts'
import { doing } from './server/doing.ts'
import { files, importer } from './server/files.ts'
import { listing } from './server/listing.ts'
import { assigning } from './server/people.ts'
import { projectHandlers } from './server/projects.ts'
import { publicPages, requesting } from './server/public-pages.ts'
import { importTable } from './server/table.ts'
import { transcribe } from './server/transcribing.ts'

export default defineServer(
  tasks,
  {
    ...crudHandlers(tasks, 'projects', 'Project'),
    ...projectHandlers,
    ...listing,
    ...changing,
    ...doing,
    ...assigning,
    ...files,
    ...requesting,
    split,
    transcribe,
    understand: ({ title }, { now, timeZone }) => {
      const task = readTask(title, now, timeZone)
      return { ...task, again: task.recurrence && recurrenceLabel(task.recurrence) }
    },
  },
  {
    readers: new URL('./readers.ts', import.meta.url),
    reminders,
    pages: publicPages,
    imports: { todotxt: importer('todo.txt'), ics: importer('ics'), todoist: importer('todoist'), table: importTable },
  },
)
