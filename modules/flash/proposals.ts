import { Quote } from '@atrium/contract/model-door'
import { z } from 'zod'
import { meaningActions } from './meanings.ts'

/** A card that a model read in a text, and the words that it stands on. */
const ProposedCard = z.object({ front: z.string(), back: z.string(), quote: Quote })
export type ProposedCard = z.infer<typeof ProposedCard>

/** Actions that propose: nothing is kept before the person has chosen. */
export const proposals = {
  ...meaningActions,
  proposeCards: {
    summary: 'Propose cards from a text, each with the words of the text that bear it',
    effect: 'read',
    asksModel: true,
    input: z.object({
      text: z.string().min(1, 'There is no text.').max(100_000, 'Give at most 100,000 characters at once.'),
      atMost: z.number().int().min(1).max(60).default(20),
    }),
    output: z.object({
      cards: z.array(ProposedCard),
      /** Cards that the text does not bear, and were left out. */
      refused: z.number(),
      isCut: z.boolean(),
    }),
  },
  speak: {
    summary: 'Have a text spoken, to be heard before it is kept with a card',
    effect: 'read',
    asksModel: true,
    notATool: true,
    input: z.object({
      text: z.string().trim().min(1, 'There are no words to speak.').max(2_000, 'Give at most 2,000 characters.'),
      language: z
        .string()
        .max(35)
        .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Choose a language.')
        .optional(),
    }),
    output: z.object({ mime: z.string(), base64: z.string() }),
  },
} as const
