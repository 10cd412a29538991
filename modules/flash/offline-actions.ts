import { INTEGER_MAX } from '@atrium/contract/integers'
import { z } from 'zod'
import { Mask } from './occlusion.ts'
import { Card, Deck, Grade, Moment } from './records.ts'

const Id = z.string().max(64)
/** What a device calls what was done on it: sent twice, it is done once. */
export const AnswerId = z
  .string()
  .min(8, 'An answer needs an id.')
  .max(64, 'The id of an answer has at most 64 characters.')

/** What can be done with a card while there is no network. `at` is the device's own time. */
export const KeptAct = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('grade'),
    id: AnswerId,
    card: Id,
    at: Moment,
    grade: Grade,
    took: z.number().int().min(0).max(INTEGER_MAX).default(0),
  }),
  z.object({ kind: z.literal('bury'), id: AnswerId, card: Id, at: Moment, on: z.boolean().default(true) }),
  z.object({ kind: z.literal('suspend'), id: AnswerId, card: Id, at: Moment, on: z.boolean().default(true) }),
  z.object({
    kind: z.literal('takeBack'),
    id: AnswerId,
    answer: AnswerId.describe('The answer that is taken back'),
    at: Moment,
  }),
])
export type KeptAct = z.output<typeof KeptAct>

/** A card with all that a review of it needs. */
export const KeptCard = Card.extend({
  id: z.string(),
  noteId: z.string(),
  deckName: z.string(),
  type: z.string(),
  question: z.string(),
  answer: z.string(),
  tags: z.array(z.string()),
  typed: z.string().nullable(),
  masks: z.object({ question: z.array(Mask), answer: z.array(Mask) }),
})
export type KeptCard = z.output<typeof KeptCard>

export const KeptCards = z.object({
  /** The moment that the cards are of. */
  at: Moment,
  /** Until when they are all that will be due, unless there are too many. */
  until: Moment,
  /** Whose they are. */
  person: z.string(),
  timeZone: z.string(),
  dayStartsAt: z.number(),
  decks: z.array(Deck.extend({ id: z.string() })),
  cards: z.array(KeptCard),
  /** What was reviewed since the day of study began. */
  reviewed: z.array(z.object({ card: z.string(), deck: z.string(), state: Card.shape.state.unwrap() })),
  looks: z.record(z.string(), z.string()),
  media: z.record(z.string(), z.object({ file: z.string(), mime: z.string() })),
})
export type KeptCards = z.output<typeof KeptCards>

export const Outcome = z.object({
  id: z.string(),
  outcome: z
    .enum(['done', 'known', 'gone'])
    .describe('known: it was here already; gone: its card, or the answer that is taken back, is not here any more'),
})
export type Outcome = z.output<typeof Outcome>

export const offlineActions = {
  keep: {
    summary: 'The cards of the coming days with their schedules, to be reviewed without a network',
    effect: 'read',
    input: z.object({ days: z.number().int().min(1).max(14).default(3) }),
    output: KeptCards,
  },
  takeIn: {
    summary: 'Take in the answers that were given without a network, each once, in the order they were given',
    effect: 'write',
    input: z.object({
      person: z.string().max(200).describe('Whose answers they are: those of somebody else are refused'),
      clock: Moment.describe('The time of the device now: a clock that is wrong is set right by it'),
      acts: z.array(KeptAct).min(1, 'There is nothing to take in.').max(500, 'At most 500 at once.'),
    }),
    output: z.object({ outcomes: z.array(Outcome) }),
  },
} as const
