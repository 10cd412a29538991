import { z } from 'zod'
import { said } from './records.ts'

/** What becomes of the open subtasks of a task that is done. */
export const OpenSubtasks = z
  .enum(['done', 'keep'])
  .optional()
  .describe('Whether its open subtasks are done too; when absent as the settings say')

const Ids = z
  .array(z.string().max(64), 'Say which tasks.')
  .min(1, 'Say which tasks.')
  .max(1000, 'At most 1,000 tasks at once.')
/** What several tasks are changed in together; contexts come to those of each, or go from them. */
const Alike = z
  .object({
    ...{ due: said.due, priority: said.priority, projectId: said.projectId, section: said.section },
    ...{ assignee: said.assignee, project: said.project, addContexts: said.contexts, removeContexts: said.contexts },
  })
  .partial()

/** What is done with several tasks at once, as one change. */
export const several = {
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
} as const
