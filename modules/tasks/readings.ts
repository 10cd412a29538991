import { Offset } from '@atrium/contract/integers'
import { z } from 'zod'
import { ProjectRow, said, TaskRow } from './records.ts'

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

/** What is asked of tasks. */
export const readings = {
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
      priority: said.priority,
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
} as const
