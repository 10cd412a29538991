import { z } from 'zod'
import { NEAREST_MOST } from './browse-query.ts'

const Id = z.string().max(64)

/** numbers of a vector that is kept; the models that are known give 512 */
export const DIMENSIONS_MAX = 8_192

/** What a note means, as a model has it: only those of one maker can be compared. */
export const Meaning = z.object({
  /** The note's guid. The comparison holds no note back: what is gone is left out when it is read, and taken out by the next job. */
  guid: z.string().max(200),
  /** Empty where the note has no words: it waits for nothing, and is near to nothing. */
  madeBy: z.string().max(300),
  /** Of the words that it was made of: others want another one. */
  print: z.string().max(64),
  /** A byte for each number of the vector, in base64. */
  vector: z.string().max(Math.ceil((DIMENSIONS_MAX * 4) / 3) + 4),
  /** A bit for each of them, whether it is above 0, in hexadecimal digits: by these the database finds the nearest. */
  signs: z
    .string()
    .max(DIMENSIONS_MAX / 4)
    .regex(/^[0-9a-f]*$/)
    .default(''),
})
export type Meaning = z.infer<typeof Meaning>

/** Of the numbers of a vector, in hexadecimal digits. */
export function signsOf(vector: ArrayLike<number>): string {
  let signs = ''
  for (let at = 0; at < vector.length; at += 4) {
    const bit = (place: number) => ((vector[at + place] ?? 0) > 0 ? 8 >> place : 0)
    signs += (bit(0) | bit(1) | bit(2) | bit(3)).toString(16)
  }
  return signs
}

/** Those of a vector as it is kept. */
export const signsOfKept = (vector: string): string =>
  signsOf(Int8Array.from(atob(vector), (letter) => letter.charCodeAt(0)))

const Near = z.object({
  /** The note's id. */
  note: z.string(),
  guid: z.string(),
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
      most: z.number().int().min(1).max(NEAREST_MOST).default(5).describe('How many of them'),
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
