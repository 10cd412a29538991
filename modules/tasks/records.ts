import { changesOf } from '@atrium/contract/crud'
import { asField } from '@atrium/contract/field-facts'
import { field } from '@atrium/contract/fields'
import { collection, type Row, rowOf } from '@atrium/contract/module'
import { z } from 'zod'
import { ATTACHMENTS } from './attachments.ts'

// What is stored: tasks, and the projects that they stand in.

/** Without the signs before it (`#home` is home), in one word. What it makes, it leaves alone: rows are parsed again. */
export const Tag = z
  .string()
  .overwrite((name) =>
    name
      .replace(/^[\s#+@]+/, '')
      .trimEnd()
      .replace(/\s+/g, '-'),
  )
  .min(1, 'A project or context needs a name.')
  .max(60, 'A project or context has at most 60 characters.')
/** The same, which may have blanks in it. */
const ProjectName = z
  .string()
  .overwrite((name) =>
    name
      .replace(/^[\s#+@]+/, '')
      .trim()
      .replace(/\s+/g, ' '),
  )
  .min(1, 'A project or context needs a name.')
  .max(60, 'A project or context has at most 60 characters.')

const RowId = z.string().max(64)

const left = { isRequired: false, aliases: [] }
/** Those of todo.txt; the first three have names. */
const priorities: Readonly<Record<string, string | readonly [string, ...string[]]>> = {
  A: ['A (high)', 'high', 'urgent', '1'],
  B: ['B (medium)', 'medium', 'normal', '2'],
  C: ['C (low)', 'low', '3'],
  ...Object.fromEntries([...'DEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => [letter, letter])),
}

export const Task = z.object({
  title: field.text({
    label: 'Task',
    required: true,
    max: 1000,
    needed: 'A task needs a title.',
    aliases: ['title', 'name', 'content', 'summary', 'subject', 'to-do'],
  }),
  notes: field.longText({ label: 'Notes', aliases: ['note', 'description', 'details', 'comment'] }),
  due: field.localTime({ label: 'Due', aliases: ['due date', 'date', 'deadline', 'by'] }),
  priority: field.choice({ label: 'Priority', options: priorities }),
  /** What its project was called before projects were records; null as soon as the project has been found. */
  project: ProjectName.nullable().default(null),
  projectId: field.reference('projects', { label: 'Project', aliases: ['project', 'list', 'board'] }),
  /** One of its project's; null where it stands in none of them. */
  section: asField(RowId, { ...left, kind: 'text', label: 'Section' })
    .nullable()
    .default(null),
  /** The task that this is a part of. */
  parent: field.reference('tasks', { label: 'Part of', aliases: ['parent', 'parent task'] }),
  assignee: field.person({ label: 'Assigned to', aliases: ['assignee', 'owner', 'responsible'] }),
  contexts: asField(z.array(Tag).max(20, 'A task has at most 20 contexts.'), {
    ...left,
    kind: 'tags',
    label: 'Contexts',
    help: 'Parted by commas',
    aliases: ['context', 'labels', 'label', 'tags'],
  }).default([]),
  /** An RRULE of RFC 5545, or todo.txt's `rec:2w`. */
  recurrence: asField(z.string().max(300, 'Repeats: at most 300 characters.'), {
    ...left,
    kind: 'recurrence',
    label: 'Repeats',
    help: '“every 2 weeks”, “every Monday and Thursday”, “every 3 days after it is done”',
    aliases: ['recurrence', 'repeat'],
  })
    .nullable()
    .default(null),
  /** Absent of tasks from before there were any. */
  files: field
    .file({ label: 'Attachments', ...ATTACHMENTS })
    .unwrap()
    .optional(),
  done: field.checkbox({ label: 'Done', aliases: ['completed', 'complete', 'status'] }),
  doneAt: z.iso.datetime().nullable().default(null),
  /** The day it was first written down, where known. */
  created: field.date({ label: 'Written down', aliases: ['created', 'date added', 'created at'] }),
  /** Its place among the others, smallest first. */
  order: z.number().default(0),
  /** What it was imported from, so that a second import finds it and an untouched task is exported as it came. */
  source: z
    .object({ format: z.enum(['todo.txt', 'ics', 'todoist']), key: z.string(), text: z.string() })
    .nullable()
    .default(null),
})
export type Task = z.infer<typeof Task>

/** What may be said of a task, each of it or none; its project by its name as well: one that is not there is made. */
export const said = {
  ...changesOf(
    Task.pick({
      ...{ title: true, notes: true, due: true, priority: true, projectId: true, section: true, parent: true },
      ...{ assignee: true, contexts: true, recurrence: true, files: true },
    }),
  ).shape,
  project: Tag.nullable().optional(),
}

/** How deep subtasks may lie in one another. */
export const DEEPEST = 4

/** Of a project. */
export const MOST_SECTIONS = 30

const Section = z.object({
  id: RowId.min(1, 'A section needs an id.'),
  name: z
    .string('A section needs a name.')
    .trim()
    .min(1, 'A section needs a name.')
    .max(60, 'The name of a section has at most 60 characters.'),
})
export type Section = z.infer<typeof Section>

export const Project = z.object({
  name: field.text({ label: 'Name', required: true, max: 60, needed: 'A project needs a name.' }),
  colour: field.colour({ label: 'Colour' }),
  layout: field.choice({ label: 'Shown as', options: { list: 'List', board: 'Board' }, initial: 'list' }),
  archived: field.checkbox({ label: 'Archived' }),
  /** Its columns on the board, its headings in the list. */
  sections: z
    .array(Section)
    .max(MOST_SECTIONS, `A project has at most ${MOST_SECTIONS} sections.`)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'Two sections have the same id.')
    .default([]),
  /** Its place among the others, smallest first. */
  order: z.number().default(0),
})
export type Project = z.infer<typeof Project>
export const ProjectRow = rowOf(Project)
export type ProjectRow = z.infer<typeof ProjectRow>
/** Of a person or a team. */
export const MOST_PROJECTS = 500

const NAMING = new Set(['projectId', 'section', 'parent', 'assignee'])

/** Version 1 let through days that are none (13 August 45) and names of signs alone (`+`); until version 3 an empty text named nothing. */
function upgraded(data: Record<string, unknown>, from: number): Record<string, unknown> {
  const task = Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, value === '' && NAMING.has(name) ? null : value]),
  )
  if (from > 1) return task
  const fits = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success
  const contexts = Array.isArray(task.contexts) ? task.contexts : []
  return {
    ...task,
    due: fits(Task.shape.due, task.due) ? task.due : null,
    project: fits(Tag, task.project) ? task.project : null,
    contexts: contexts.filter((name) => fits(Tag, name)),
  }
}
export type StoredTask = Row<Task>
/** A task as it is shown: without what only the module itself needs. */
export const TaskRow = rowOf(Task)
  .omit({ order: true, source: true })
  .extend({
    /** What its project is called. */
    project: z.string().nullable(),
    /** How many of its subtasks are done; null where it has none. */
    progress: z.object({ done: z.number(), total: z.number() }).nullable().default(null),
    /** How deep it lies below the task above it, in a list that shows subtasks there. */
    depth: z.number().default(0),
  })
export type TaskRow = z.infer<typeof TaskRow>

export const collections = {
  tasks: collection(Task, {
    version: 4,
    search: ['title', 'notes', 'contexts'],
    migrate: upgraded,
    indexes: [['done', 'order'], ['done', 'due'], ['projectId', 'done', 'order'], ['parent']],
    references: {
      projectId: { to: 'projects', onRemove: 'cascade', formerly: { field: 'project', by: 'name' } },
      parent: { to: 'tasks', onRemove: 'cascade', closedBy: 'done' },
    },
    partOf: { projectId: 'projects' },
  }),
  projects: collection(Project, {
    version: 1,
    search: ['name'],
    unique: [{ fields: ['name'], ignoreCase: true }],
    shared: { opens: '?project={id}' },
  }),
}
