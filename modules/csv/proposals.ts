import { z } from 'zod'

const Wish = z.string().trim().min(1, 'Say what you want to know.').max(2_000, 'Give at most 2,000 characters.')
const Which = z.string().max(400).describe('Which dataset: its name')

/** What asks a model, for a text that is shown and checked; a person runs it or does not. */
export const proposals = {
  proposeQuery: {
    summary: 'Write an SQL query about datasets, to be read before it runs',
    effect: 'read',
    asksModel: true,
    input: z.object({ dataset: Which, wish: Wish }),
    output: z.object({
      sql: z.string(),
      /** Why it may not run, and at which word; null when it may. */
      refused: z
        .object({
          why: z.enum(['empty', 'several', 'begins', 'changes', 'outside', 'noTable']),
          word: z.string(),
        })
        .nullable(),
    }),
  },
  proposeFormula: {
    summary: 'Write a formula for a column of a dataset, to be read before it is used',
    effect: 'read',
    asksModel: true,
    input: z.object({ dataset: Which, wish: Wish }),
    output: z.object({
      formula: z.string(),
      /** Why it is none; null when it is one. */
      problem: z.string().nullable(),
    }),
  },
} as const
