import { crud } from '@atrium/contract/crud'
import { field } from '@atrium/contract/fields'
import { RowVersion } from '@atrium/contract/integers'
import { defineModule } from '@atrium/contract/module'
import { z } from 'zod'
import { fileActions, imports } from './file-actions.ts'
import { proposals } from './proposals.ts'
import { publicKinds } from './public-kinds.ts'
import { readings } from './readings.ts'
import { collections, said, Task, TaskRow } from './records.ts'
import { settings } from './settings.ts'
import { OpenSubtasks, several } from './several.ts'

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
  collections,
  settings,
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
        title: Task.shape.title.describe(
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
    ...readings,
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
        ...{ projectId: said.projectId, section: said.section, parent: said.parent },
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
    ...several,
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
    ...fileActions,
    sample: {
      summary: 'Add a few tasks to try things with',
      effect: 'write',
      input: z.object({}),
      output: z.object({ added: z.number() }),
    },
  },
  imports,
})
