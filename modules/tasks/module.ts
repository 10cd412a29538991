import { field } from '@atrium/contract/fields'
import { Offset, RowVersion } from '@atrium/contract/integers'
import { collection, defineModule, type Row, rowOf } from '@atrium/contract/module'
import { z } from 'zod'
import { ATTACHMENTS } from './attachments.ts'
import { proposals } from './proposals.ts'

const Day = z.iso.date('That is no day of the calendar.')
const DUE = 'A due date is a day, or a day and a time.'
/** A day, or a day and a time on the person's own clock. */
const Due = z
  .string(DUE)
  .regex(/^\d{4}-\d\d-\d\d(?:T(?:[01]\d|2[0-3]):[0-5]\d)?$/, { error: DUE, abort: true })
  .refine((due) => Day.safeParse(due.slice(0, 10)).success, 'That is no day of the calendar.')
  .refine((due) => due >= '1900' && due < '9990', 'A due date is in the years from 1900 to 9989.')
/** Without the signs before it (`#home` is home), in one word. What it makes, it leaves alone: rows are parsed again. */
const Tag = z
  .string()
  .overwrite((name) =>
    name
      .replace(/^[\s#+@]+/, '')
      .trimEnd()
      .replace(/\s+/g, '-'),
  )
  .min(1, 'A project or context needs a name.')
  .max(60, 'A project or context has at most 60 characters.')
const Title = z
  .string('A task needs a title.')
  .overwrite((text) => text.replace(/\s+/g, ' ').trim())
  .min(1, 'A task needs a title.')
  .max(1000, 'A title has at most 1,000 characters.')

const fields = {
  title: Title,
  notes: z.string().max(20_000, 'Notes have at most 20,000 characters.'),
  due: Due.nullable(),
  /** A is the most important. */
  priority: z
    .string()
    .regex(/^[A-Z]$/, 'A priority is a letter from A to Z.')
    .nullable(),
  project: Tag.nullable(),
  contexts: z.array(Tag).max(20, 'A task has at most 20 contexts.'),
  /** An RRULE of RFC 5545, or todo.txt's `rec:2w`. */
  recurrence: z.string().max(300).nullable(),
  /** Absent of tasks from before there were any. */
  files: field
    .file({ label: 'Attachments', ...ATTACHMENTS })
    .unwrap()
    .optional(),
}

export const Task = z.object({
  ...fields,
  notes: fields.notes.default(''),
  due: fields.due.default(null),
  priority: fields.priority.default(null),
  project: fields.project.default(null),
  contexts: fields.contexts.default([]),
  recurrence: fields.recurrence.default(null),
  done: z.boolean().default(false),
  doneAt: z.iso.datetime().nullable().default(null),
  /** The day it was first written down, where known. */
  created: Day.nullable().default(null),
  /** Its place among the others, smallest first. */
  order: z.number().default(0),
  /** What it was imported from, so that a second import finds it and an untouched task is exported as it came. */
  source: z
    .object({ format: z.enum(['todo.txt', 'ics']), key: z.string(), text: z.string() })
    .nullable()
    .default(null),
})
export type Task = z.infer<typeof Task>

/** Version 1 let through days that are none (13 August 45) and names of signs alone (`+`). */
function fromFirst(data: Record<string, unknown>): Record<string, unknown> {
  const fits = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success
  const contexts = Array.isArray(data.contexts) ? data.contexts : []
  return {
    ...data,
    due: fits(Due, data.due) ? data.due : null,
    project: fits(Tag, data.project) ? data.project : null,
    contexts: contexts.filter((name) => fits(Tag, name)),
  }
}
export type StoredTask = Row<Task>
/** A task as it is shown: without what only the module itself needs. */
export const TaskRow = rowOf(Task).omit({ order: true, source: true })
export type TaskRow = z.infer<typeof TaskRow>

export const View = z.enum(['inbox', 'today', 'upcoming', 'anytime', 'done'])
export type View = z.infer<typeof View>

const Part = z.object({
  kind: z.enum(['due', 'recurrence', 'priority', 'project', 'context']),
  start: z.number(),
  end: z.number(),
})
const Understood = z.object({
  title: z.string(),
  due: z.string().nullable(),
  recurrence: z.string().nullable(),
  /** The recurrence in words. */
  again: z.string().nullable(),
  priority: z.string().nullable(),
  project: z.string().nullable(),
  contexts: z.array(z.string()),
  parts: z.array(Part),
})

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

const byIdOrTitle = { id: z.string().max(64).optional(), title: z.string().max(1000).optional() }
const isNamed = ({ id, title }: { id?: string; title?: string }) => Boolean(id || title?.trim())
const NAME_IT = 'Say which task: its title.'
/** A task by its id, or by its title as people say it. */
const Which = z.object(byIdOrTitle).refine(isNamed, NAME_IT)

export default defineModule({
  id: 'tasks',
  title: 'Task Inbox',
  summary: 'Write down what has to be done as you would say it, and see what is due.',
  kind: 'module',
  industries: ['productivity', 'all'],
  tier: 'free',
  triggers: ['/tasks', '/task'],
  icon: 'list-checks',
  route: '/tasks',
  notifications: {
    due: { title: 'A task is due', defaults: { inbox: true, push: true, mail: false } },
  },
  collections: {
    tasks: collection(Task, {
      version: 2,
      search: ['title', 'notes', 'project', 'contexts'],
      migrate: fromFirst,
      indexes: [
        ['done', 'order'],
        ['done', 'due'],
      ],
    }),
  },
  actions: {
    add: {
      summary: 'Add a task',
      effect: 'write',
      input: z.object({
        ...z.object(fields).partial().shape,
        title: Title.describe(
          'The task as a sentence. A date, a recurrence, #project, @context and !high in it are understood: “pay rent every month on the 1st #home”',
        ),
      }),
      output: TaskRow,
      says: [
        'add a task {title}',
        'add task {title}',
        'add a todo {title}',
        'new task {title}',
        'todo {title}',
        'remind me to {title}',
      ],
      triggers: ['/task'],
      tells: 'On your list: **{title}**[, due {due}][, in {project}].',
    },
    ...proposals,
    understand: {
      summary: 'Read a sentence as a task',
      effect: 'read',
      input: z.object({ title: z.string().max(1000) }),
      output: Understood,
    },
    list: {
      summary: 'Tasks',
      effect: 'read',
      input: z.object({
        view: View.optional().describe(
          'inbox: no date and no project; today: due and overdue; upcoming: later; anytime (when absent): all open; done',
        ),
        project: z.string().optional(),
        context: z.string().optional(),
        priority: z.string().optional(),
        limit: z.number().int().min(1).max(1000).optional(),
        offset: Offset.optional(),
      }),
      output: z.object({ tasks: z.array(TaskRow), total: z.number() }),
      says: ['list my tasks', 'show my tasks', 'what are my tasks', 'list my {view} tasks', 'show my {view} tasks'],
      triggers: ['/tasks'],
      tells: { list: 'tasks', none: 'Nothing to do there.', each: '{title}[, due {due}][, in {project}]' },
    },
    overview: {
      summary: 'Tasks in numbers',
      effect: 'read',
      input: z.object({}),
      output: z.object({
        today: z.string(),
        counts: z.record(View, z.number()),
        overdue: z.number(),
        projects: z.array(z.string()),
        contexts: z.array(z.string()),
      }),
    },
    plan: {
      summary:
        'What is due in a time: today, tomorrow, this week (when nothing is said), next week, this month, or by a day',
      effect: 'read',
      input: z.object({
        when: z
          .string()
          .max(100)
          .optional()
          .describe('today, tomorrow, this week (when absent), next week, this month, next 10 days, by Friday, a date'),
      }),
      output: z.object({ from: z.string(), to: z.string(), overdue: z.number(), tasks: z.array(TaskRow) }),
      says: [
        'what is due {when}',
        "what's due {when}",
        'what do i have to do {when}',
        'what is due this week',
        'what is due',
        'plan my week',
      ],
    },
    done: {
      summary: 'Mark a task as done',
      effect: 'write',
      input: Which,
      output: z.object({ task: TaskRow, next: TaskRow.nullable() }),
      says: [
        'mark {title} as done',
        'mark {title} done',
        'complete the task {title}',
        'complete {title}',
        'i have done {title}',
        'tick off {title}',
      ],
    },
    reopen: {
      summary: 'Open a task again',
      effect: 'write',
      input: Which,
      output: TaskRow,
      says: ['reopen {title}', 'mark {title} as not done'],
      tells: '**{title}** is open again[, due {due}].',
    },
    change: {
      summary: 'Change a task',
      effect: 'write',
      input: z.object({
        ...z.object(fields).partial().shape,
        id: z.string().max(64),
        version: RowVersion.optional(),
      }),
      output: TaskRow,
    },
    reschedule: {
      summary: 'Move a task to another date',
      effect: 'write',
      input: z
        .object({ ...byIdOrTitle, when: z.string().max(100).describe('tomorrow, next Friday at 3pm, 5 December') })
        .refine(isNamed, NAME_IT),
      output: TaskRow,
      says: ['move the task {title} to {when}', 'postpone {title} to {when}', 'reschedule {title} to {when}'],
      tells: '**{title}** is due {due} now.',
    },
    move: {
      summary: 'Put a task behind another, or first',
      effect: 'write',
      input: z.object({ id: z.string().max(64), after: z.string().max(64).nullable() }),
      output: TaskRow,
    },
    remove: {
      summary: 'Delete a task',
      effect: 'write',
      input: Which,
      output: TaskRow,
      says: ['delete the task {title}', 'remove the task {title}', 'delete my task {title}'],
      tells: 'Deleted: **{title}**.',
    },
    search: {
      summary: 'Find tasks by words in them',
      effect: 'read',
      input: z.object({ words: z.string().max(200) }),
      output: z.object({ tasks: z.array(TaskRow) }),
      says: ['search my tasks for {words}', 'find my task {words}', 'find the task {words}'],
      tells: { list: 'tasks', none: 'No task has the words “{words}”.', each: '{title}[, due {due}][, in {project}]' },
    },
    importTodoTxt: { summary: 'Import a todo.txt file', effect: 'write', input: FileText, output: ImportReport },
    importIcs: {
      summary: 'Import the to-dos of an iCalendar file',
      effect: 'write',
      input: FileText,
      output: ImportReport,
    },
    exportTodoTxt: { summary: 'All tasks as a todo.txt file', effect: 'read', input: z.object({}), output: File },
    exportIcs: { summary: 'All tasks as an iCalendar file', effect: 'read', input: z.object({}), output: File },
    sample: {
      summary: 'Add a few tasks to try things with',
      effect: 'write',
      input: z.object({}),
      output: z.object({ added: z.number() }),
    },
  },
  imports: {
    todotxt: { summary: 'A todo.txt file', accepts: ['.txt'] },
    ics: { summary: 'The to-dos of an iCalendar file', accepts: ['.ics', '.ical'] },
  },
})
