import { crud } from '@atrium/contract/crud'
import { field } from '@atrium/contract/fields'
import { Offset, RowVersion } from '@atrium/contract/integers'
import { defineModule } from '@atrium/contract/module'
import { z } from 'zod'
import { proposals } from './proposals.ts'
import { publicKinds } from './public-kinds.ts'
import { collections, fields, ProjectRow, Tag, TaskRow, Title } from './records.ts'

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

/** What may be said of a task, its project by its name as well: one that is not there is made. */
const said = z.object({ ...fields, project: Tag.nullable() }).partial().shape

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

const Ids = z
  .array(z.string().max(64), 'Say which tasks.')
  .min(1, 'Say which tasks.')
  .max(1000, 'At most 1,000 tasks at once.')
/** What several tasks are changed in together; contexts come to those of each, or go from them. */
const Alike = z
  .object({
    ...z.object(fields).pick({ due: true, priority: true, projectId: true, section: true, assignee: true }).shape,
    project: Tag.nullable(),
    addContexts: fields.contexts,
    removeContexts: fields.contexts,
  })
  .partial()

/** What becomes of the open subtasks of a task that is done. */
const OpenSubtasks = z
  .enum(['done', 'keep'])
  .optional()
  .describe('Whether its open subtasks are done too; when absent as the settings say')

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
  collections,
  settings: z.object({
    subtasks: field.choice({
      label: 'When a task with open subtasks is done',
      options: { ask: 'Ask', done: 'They are done too', keep: 'They stay open, one level up' },
      initial: 'ask',
    }),
    remind: field.choice({
      label: 'Remind of a task with a time',
      options: {
        due: 'When it is due',
        m10: '10 minutes before',
        m30: '30 minutes before',
        h1: 'An hour before',
        h3: '3 hours before',
        d1: 'A day before',
        never: 'Never',
      },
      initial: 'due',
    }),
    remindDay: field.choice({
      label: 'Remind of a task with a day alone',
      options: {
        morning: 'In its morning, at 9:00',
        early: 'In its morning, at 7:00',
        eve: 'On the evening before, at 18:00',
        never: 'Never',
      },
      initial: 'morning',
    }),
  }),
  pages: publicKinds,
  actions: {
    request: {
      summary: 'Send a request',
      effect: 'write',
      input: z.object({
        subject: field.text({ label: 'What is it about', required: true, needed: 'Say what it is about.' }),
        details: field.longText({ label: 'Details', max: 5_000 }),
        name: field.text({ label: 'Your name', max: 100 }),
        email: field.email({ label: 'Your e-mail address', help: 'If you want an answer.' }),
        wanted: field.date({ label: 'Needed by' }),
      }),
      output: z.object({ title: z.string() }),
      resultTemplate: 'On your list: **{title}**.',
    },
    add: {
      summary: 'Add a task',
      effect: 'write',
      input: z.object({
        ...said,
        title: Title.describe(
          'The task as a sentence. A date, a recurrence, #project, @context and !high in it are understood: “pay rent every month on the 1st #home”',
        ),
      }),
      output: TaskRow,
      examples: [
        'add a task {title}',
        'add task {title}',
        'add a todo {title}',
        'new task {title}',
        'todo {title}',
        'remind me to {title}',
      ],
      triggers: ['/task'],
      resultTemplate: 'On your list: **{title}**[, due {due}][, in {project}].',
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
        project: z.string().optional().describe('Its name'),
        projectId: z.string().max(64).optional(),
        section: z.string().max(64).nullable().optional().describe('Of the project; null for what is in none'),
        context: z.string().optional(),
        assignee: z.string().max(200).optional().describe('“me”, or the name of somebody of the team'),
        priority: z.string().optional(),
        limit: z.number().int().min(1).max(1000).optional(),
        offset: Offset.optional(),
        tree: z
          .boolean()
          .optional()
          .describe('Subtasks stand below the task they are a part of; `total` and `limit` are of those that are none'),
      }),
      output: z.object({ tasks: z.array(TaskRow), total: z.number() }),
      examples: [
        'list my tasks',
        'show my tasks',
        'what are my tasks',
        'what is assigned to {assignee}',
        'list my {view} tasks',
        'show my {view} tasks',
      ],
      triggers: ['/tasks'],
      resultTemplate: { list: 'tasks', none: 'Nothing to do there.', each: '{title}[, due {due}][, in {project}]' },
    },
    overview: {
      summary: 'Tasks in numbers',
      effect: 'read',
      input: z.object({}),
      output: z.object({
        today: z.string(),
        counts: z.record(View, z.number()),
        overdue: z.number(),
        projects: z.array(ProjectRow.extend({ open: z.number() })),
        contexts: z.array(z.string()),
        /** What the settings say of open subtasks. */
        subtasks: z.string(),
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
      examples: [
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
      input: z
        .object({
          ...byIdOrTitle,
          subtasks: OpenSubtasks,
        })
        .refine(isNamed, NAME_IT),
      output: z.object({ task: TaskRow, next: TaskRow.nullable() }),
      examples: [
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
      examples: ['reopen {title}', 'mark {title} as not done'],
      resultTemplate: '**{title}** is open again[, due {due}].',
    },
    change: {
      summary: 'Change a task',
      effect: 'write',
      input: z.object({
        ...said,
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
      examples: ['move the task {title} to {when}', 'postpone {title} to {when}', 'reschedule {title} to {when}'],
      resultTemplate: '**{title}** is due {due} now.',
    },
    assign: {
      summary: 'Give a task to somebody of the team, or to nobody',
      effect: 'write',
      input: z
        .object({ ...byIdOrTitle, to: z.string().max(200).describe('“me”, a name, a username, or “nobody”') })
        .refine(isNamed, NAME_IT),
      output: TaskRow.extend({ to: z.string() }),
      examples: ['assign {title} to {to}', 'assign the task {title} to {to}', 'give the task {title} to {to}'],
      resultTemplate: '**{title}** is for {to} now.',
    },
    move: {
      summary: 'Put a task behind another, or first; into another project, section or below another task',
      effect: 'write',
      input: z.object({
        id: z.string().max(64),
        after: z.string().max(64).nullable(),
        ...z.object({ projectId: fields.projectId, section: fields.section, parent: fields.parent }).partial().shape,
      }),
      output: TaskRow,
    },
    remove: {
      summary: 'Delete a task',
      effect: 'write',
      input: Which,
      output: TaskRow,
      examples: ['delete the task {title}', 'remove the task {title}', 'delete my task {title}'],
      resultTemplate: 'Deleted: **{title}**.',
    },
    changeMany: {
      summary: 'Change several tasks alike',
      effect: 'write',
      input: z.object({ ids: Ids, change: Alike.refine((one) => Object.keys(one).length > 0, 'Say what to change.') }),
      output: z.object({ changed: z.number() }),
      resultTemplate: '{changed} changed.',
    },
    doneMany: {
      summary: 'Mark several tasks as done',
      effect: 'write',
      input: z.object({ ids: Ids, subtasks: OpenSubtasks }),
      output: z.object({ done: z.number() }),
      resultTemplate: '{done} done.',
    },
    removeMany: {
      summary: 'Delete several tasks',
      effect: 'write',
      input: z.object({ ids: Ids }),
      output: z.object({ removed: z.number() }),
      resultTemplate: '{removed} deleted.',
    },
    ...crud(collections.projects, {
      one: 'project',
      many: 'projects',
      as: 'Project',
      order: ['order', 'name'],
      words: {
        add: { examples: ['add a project {name}', 'new project {name}', 'make a project {name}'] },
        list: { examples: ['list my projects', 'show my projects', 'what are my projects'] },
        remove: { summary: 'Move projects and their tasks to the trash' },
      },
    }),
    search: {
      summary: 'Find tasks by words in them',
      effect: 'read',
      input: z.object({ words: z.string().max(200) }),
      output: z.object({ tasks: z.array(TaskRow) }),
      examples: ['search my tasks for {words}', 'find my task {words}', 'find the task {words}'],
      resultTemplate: {
        list: 'tasks',
        none: 'No task has the words “{words}”.',
        each: '{title}[, due {due}][, in {project}]',
      },
    },
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
    todoist: { summary: 'A project of Todoist (CSV)', accepts: ['.csv'] },
  },
})
