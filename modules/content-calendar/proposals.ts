import { Draft } from '@atrium/contract/model-door'
import { z } from 'zod'

/** Actions that propose: the draft is the person's to take or leave. */
export const proposals = <N extends z.ZodType>(network: N) =>
  ({
    draftPost: {
      summary: 'Draft a post from facts; what they do not bear is marked',
      effect: 'read',
      asksModel: true,
      input: z.object({
        facts: z
          .string()
          .trim()
          .min(1, 'Write down what the post may say.')
          .max(10_000, 'Give at most 10,000 characters.'),
        network: network.optional(),
        tone: z.string().max(100).optional(),
      }),
      output: Draft,
    },
  }) as const
