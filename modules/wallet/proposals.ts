import { z } from 'zod'
import { Id } from './inputs.ts'
import { readingReceipts } from './reading-receipts.ts'

const ProposedCategory = z.object({
  id: z.string(),
  date: z.string(),
  payee: z.string(),
  memo: z.string(),
  amount: z.number(),
  currency: z.string(),
  /** The id of a category of the person's own. */
  category: z.string(),
})
export type ProposedCategory = z.infer<typeof ProposedCategory>

/** What proposes, and what applies the chosen ones in one change. */
export const proposals = {
  ...readingReceipts,
  proposeCategories: {
    summary: 'Propose categories for transactions that have none, the newest first',
    effect: 'read',
    asksModel: true,
    input: z.object({}),
    output: z.object({
      proposed: z.array(ProposedCategory),
      /** Looked at, and no category fits clearly. */
      without: z.number(),
      /** There are more than were looked at. */
      hasMore: z.boolean(),
    }),
  },
  categorise: {
    summary: 'Put transactions that have no category in one, each in its own',
    effect: 'write',
    input: z.object({
      rows: z
        .array(z.object({ id: Id, category: Id }))
        .min(1, 'Choose transactions.')
        .max(500, 'At most 500 transactions at once.'),
    }),
    output: z.object({ changed: z.number() }),
  },
} as const
