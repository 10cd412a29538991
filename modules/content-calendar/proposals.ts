import { Draft } from '@atrium/contract/model-door'
import { z } from 'zod'

export const Shape = z.enum(['square', 'wide', 'tall'])
export type Shape = z.infer<typeof Shape>

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
    pictureIdea: {
      summary: 'Propose what a picture for a post shows',
      effect: 'read',
      asksModel: true,
      input: z.object({ text: z.string().trim().min(1, 'Write the post first.').max(10_000) }),
      output: z.object({ prompt: z.string() }),
    },
    drawPictures: {
      summary: 'Draw pictures for a post, to choose from',
      effect: 'read',
      asksModel: true,
      notATool: true,
      input: z.object({
        prompt: z.string().trim().min(1, 'Say what is to be seen.').max(2_000, 'Give at most 2,000 characters.'),
        count: z.number().int().min(1).max(3).default(1),
        shape: Shape.default('square'),
      }),
      output: z.object({ pictures: z.array(z.object({ mime: z.string(), base64: z.string() })) }),
    },
    describePicture: {
      summary: 'Describe a picture of a post for those who cannot see it',
      effect: 'read',
      asksModel: true,
      input: z.object({ file: z.string().min(1, 'Choose a picture.').max(64).describe('A picture among your files') }),
      output: z.object({ text: z.string() }),
    },
  }) as const
