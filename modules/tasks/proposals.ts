import { z } from 'zod'

const ProposedTask = z.object({
  /** The sentence, as `add` reads it. */
  line: z.string(),
  title: z.string(),
  due: z.string().nullable(),
  /** How it comes again, in words. */
  again: z.string().nullable(),
  /** Numbers, dates, addresses and names that the goal does not have. */
  unsupported: z.array(z.string()),
})
export type ProposedTask = z.infer<typeof ProposedTask>

/** What proposes, and what adds the chosen ones in one change. */
export const proposals = {
  split: {
    summary: 'Split a goal into tasks to choose from',
    effect: 'read',
    asksModel: true,
    input: z.object({
      goal: z.string().trim().min(1, 'Say what is to be done.').max(10_000, 'Give at most 10,000 characters.'),
      /** A goal is split into its steps; of what somebody said, what is to be done is taken. */
      from: z.enum(['goal', 'memo']).default('goal'),
    }),
    output: z.object({ tasks: z.array(ProposedTask), isCut: z.boolean() }),
  },
  transcribe: {
    summary: 'Write down what is said in a recording',
    effect: 'read',
    asksModel: true,
    input: z.object({
      file: z.string().min(1, 'Choose a recording.').max(64).describe('A recording among your files'),
    }),
    output: z.object({ text: z.string() }),
  },
  addMany: {
    summary: 'Add several tasks, each as a sentence',
    effect: 'write',
    input: z.object({
      lines: z
        .array(z.string().trim().min(1, 'A task needs a title.').max(1000, 'A title has at most 1,000 characters.'))
        .min(1, 'There are no tasks.')
        .max(100, 'At most 100 tasks at once.'),
    }),
    output: z.object({ added: z.number() }),
  },
} as const
