import { TableOptions } from '@atrium/contract/table-import'
import { z } from 'zod'

/** What an assistant or a seat has written itself; a person's file is uploaded and goes through `imports`. */
const FileText = z.object({
  text: z.string().min(1, 'The file is empty.').max(1_000_000, 'The file is larger than 1 MB.'),
})
/** Titles and refused lines are the first 200 of each kind; the numbers count all. */
export const ImportReport = z.object({
  added: z.number(),
  changed: z.number(),
  same: z.number(),
  titles: z.object({ added: z.array(z.string()), changed: z.array(z.string()) }),
  refused: z.array(z.object({ line: z.number(), text: z.string(), reason: z.string() })),
  refusedCount: z.number(),
})
export type ImportReport = z.infer<typeof ImportReport>
const File = z.object({ name: z.string(), mime: z.string(), text: z.string(), count: z.number() })

export const fileActions = {
  importTodoTxt: { summary: 'Import a todo.txt file', effect: 'write', input: FileText, output: ImportReport },
  importIcs: {
    summary: 'Import the to-dos of an iCalendar file',
    effect: 'write',
    input: FileText,
    output: ImportReport,
  },
  exportTodoTxt: { summary: 'All tasks as a todo.txt file', effect: 'read', input: z.object({}), output: File },
  exportTodoist: {
    summary: 'A project as a CSV for Todoist: its open tasks',
    effect: 'read',
    input: z.object({ projectId: z.string().max(64) }),
    output: File,
  },
  exportIcs: { summary: 'All tasks as an iCalendar file', effect: 'read', input: z.object({}), output: File },
} as const

/** Files of people. */
export const imports = {
  todotxt: { summary: 'A todo.txt file', accepts: ['.txt'] },
  ics: { summary: 'The to-dos of an iCalendar file', accepts: ['.ics', '.ical'] },
  table: {
    summary: 'A table of tasks (CSV, TSV, XLSX)',
    accepts: ['.csv', '.tsv', '.xlsx'],
    options: TableOptions,
  },
  todoist: { summary: 'A project of Todoist (CSV)', accepts: ['.csv'] },
}
