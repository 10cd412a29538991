import { field } from '@atrium/contract/fields'
import { collection, type Row, rowOf } from '@atrium/contract/module'
import { z } from 'zod'
import { ATTACHMENTS } from './attachments.ts'

// What is stored: tasks, and the projects that they stand in.

const Day = z.iso.date('That is no day of the calendar.')
const DUE = 'A due date is a day, or a day and a time.'
/** A day, or a day and a time on the person's own clock. */
const Due = z
  .string(DUE)
  .regex(/^\d{4}-\d\d-\d\d(?:T(?:[01]\d|2[0-3]):[0-5]\d)?$/, { error: DUE, abort: true })
  .refine((due) => Day.safeParse(due.slice(0, 10)).success, 'That is no day of the calendar.')
  .refine((due) => due >= '1900' && due < '9990', 'A due date is in the years from 1900 to 9989.')
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
export const Title = z
  .string('A task needs a title.')
  .overwrite((text) => text.replace(/\s+/g, ' ').trim())
  .min(1, 'A task needs a title.')
  .max(1000, 'A title has at most 1,000 characters.')

const RowId = z.string().max(64)

/** What a person says of a task. */
export const fields = {
  title: Title,
  notes: z.string().max(20_000, 'Notes have at most 20,000 characters.'),
  due: Due.nullable(),
  /** A is the most important. */
  priority: z
    .string()
    .regex(/^[A-Z]$/, 'A priority is a letter from A to Z.')
    .nullable(),
  projectId: RowId.nullable(),
  /** One of its project's; null where it stands in none of them. */
  section: RowId.nullable(),
  /** The task that this is a part of. */
  parent: RowId.nullable(),
  assignee: field.person({ label: 'Assigned to' }).unwrap(),
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
  /** What its project was called before projects were records; null as soon as the project has been found. */
  project: ProjectName.nullable().default(null),
  projectId: fields.projectId.default(null),
  section: fields.section.default(null),
  parent: fields.parent.default(null),
  assignee: fields.assignee.default(null),
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
    .object({ format: z.enum(['todo.txt', 'ics', 'todoist']), key: z.string(), text: z.string() })
    .nullable()
    .default(null),
})
export type Task = z.infer<typeof Task>

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

/** Version 1 let through days that are none (13 August 45) and names of signs alone (`+`). */
function fromFirst(data: Record<string, unknown>, from: number): Record<string, unknown> {
  if (from > 1) return data
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
    version: 3,
    search: ['title', 'notes', 'contexts'],
    migrate: fromFirst,
    indexes: [['done', 'order'], ['done', 'due'], ['projectId', 'done', 'order'], ['parent']],
    references: {
      projectId: { to: 'projects', onRemove: 'cascade', formerly: { field: 'project', by: 'name' } },
      parent: { to: 'tasks', onRemove: 'cascade' },
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
