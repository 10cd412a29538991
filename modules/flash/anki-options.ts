import { z } from 'zod'

/** What of a package takes the place of what is here already. */
const TakeOver = z.enum(['newer', 'always', 'never'])
export type TakeOver = z.infer<typeof TakeOver>

/** What people choose beside a package of Anki's, as Anki asks it. */
export const AnkiOptions = z.object({
  notes: TakeOver.default('newer').describe('Whether notes that are here take the package’s words'),
  types: TakeOver.default('newer').describe(
    'Whether note types that are here take the package’s templates and styling',
  ),
  progress: z.boolean().default(true).describe('With the schedule and reviews of new cards; else they begin as new'),
})
export type AnkiOptions = z.output<typeof AnkiOptions>
