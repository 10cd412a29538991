import { z } from 'zod'

const Id = z.string().max(64)

/** numbers of a vector that is kept; the models that are known give 512 */
export const DIMENSIONS_MAX = 8_192

/** What a note means, as a model has it: only those of one maker can be compared. */
export const Meaning = z.object({
  /** The note's guid. The comparison holds no note back: what is gone is left out when it is read, and taken out by the next job. */
  guid: z.string().max(200),
  madeBy: z.string().max(300),
  /** Of the words that it was made of: others want another one. */
  print: z.string().max(64),
  /** A byte for each number of the vector, in base64. */
  vector: z.string().max(Math.ceil((DIMENSIONS_MAX * 4) / 3) + 4),
})
export type Meaning = z.infer<typeof Meaning>

const Near = z.object({
  /** The note's id. */
  note: z.string(),
  title: z.string(),
  text: z.string(),
  /** 1 is the same, 0 has nothing to do with it. */
  likeness: z.number(),
})
export type Near = z.infer<typeof Near>

/** Cards that mean the same, whatever words they say it in. */
export const meaningActions = {
  similar: {
    summary: 'The cards that are nearest to a text in meaning',
    effect: 'read',
    asksModel: true,
    input: z.object({
      text: z.string().trim().min(1, 'Write something to compare first.').max(4_000, 'Give at most 4,000 characters.'),
      except: Id.optional().describe('A note that is not to be named'),
    }),
    output: z.object({
      cards: z.array(Near),
      compared: z.number(),
      /** Notes that are not in the comparison yet. */
      waiting: z.number(),
    }),
  },
  compareMeanings: {
    summary: 'Take all cards into the comparison by meaning, and new ones from then on',
    effect: 'write',
    input: z.object({}),
    output: z.object({ id: z.string() }),
  },
  renewMeanings: {
    summary: 'Take what is new or changed into the comparison by meaning, where there is one',
    effect: 'write',
    input: z.object({}),
    output: z.object({ id: z.string().nullable() }),
  },
} as const

export const meaningJobs = {
  meanings: {
    summary: 'Takes cards into the comparison by meaning',
    asksModel: true,
    input: z.object({}),
    output: z.object({ link: z.string(), added: z.number() }),
  },
} as const

/** The actions after which there may be something new to compare. */
export const MEANING_EVENTS = ['flash.add', 'flash.addMany', 'flash.addNote', 'flash.saveNote'] as const
