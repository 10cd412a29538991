import { rowOf } from '@atrium/contract/module'
import { z } from 'zod'
import { Kind, numbers, texts } from './inputs.ts'
import { Mask } from './occlusion.ts'
import { Card, Deck, Note, Tags } from './records.ts'

export const Counts = z.object({ new: z.number(), learning: z.number(), due: z.number() })
export type Counts = z.infer<typeof Counts>
export const DeckCounts = rowOf(Deck).extend({
  /** Of the deck alone. */
  cards: z.number(),
  /** To do today, with the decks inside it, within the limits. */
  today: Counts,
})
export type DeckCounts = z.infer<typeof DeckCounts>
/** Names in fields, and the files they stand for. */
export const MediaFiles = z.record(z.string(), z.object({ file: z.string(), mime: z.string() }))
export type MediaFiles = z.infer<typeof MediaFiles>
/** The styling of note types, by their keys; those that look as all do have none. */
export const Looks = z.record(z.string(), z.string())
export const State = Card.shape.state.unwrap()
export const Asked = z.object({
  ...texts('id', 'note', 'deck', 'deckName', 'question', 'answer', 'due'),
  state: State,
  /** The key of its note type. */
  type: z.string(),
  tags: z.array(z.string()),
  typed: z.string().nullable(),
  /** What lies on its picture, on each side. */
  masks: z.object({ question: z.array(Mask), answer: z.array(Mask) }),
  /** Minutes until each grade would bring it back. */
  waits: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  media: MediaFiles,
})
export type Asked = z.infer<typeof Asked>
export const Found = z.object({
  ...texts('id', 'noteId', 'title', 'answer', 'card', 'deck', 'due'),
  ...numbers('interval', 'lapses', 'reps'),
  state: State,
  tags: z.array(z.string()),
  recall: z.number().nullable(),
  suspended: z.boolean(),
  buried: z.boolean(),
})
export type Found = z.infer<typeof Found>
export const NoteView = rowOf(Note)
  .omit({ titleKey: true })
  .extend({
    ...texts('typeName', 'deck'),
    fieldNames: z.array(z.string()),
    isCloze: z.boolean(),
    /** A picture with shapes over it. */
    isOcclusion: z.boolean(),
    cards: z.array(rowOf(Card)),
    media: MediaFiles,
  })
export type NoteView = z.infer<typeof NoteView>
export const Draft = z.object({
  type: Kind.default('basic'),
  front: z.string(),
  back: z.string().default(''),
  tags: Tags.default([]),
})
export type Draft = z.infer<typeof Draft>
export const Refused = z.object({ line: z.number(), text: z.string(), reason: z.string() })
export const Stats = z.object({
  cards: z.object(numbers('new', 'learning', 'young', 'mature', 'suspended')),
  today: z.object({ reviews: z.number(), again: z.number(), minutes: z.number() }),
  /** Days in a row with a review, to today or yesterday, however many. */
  streak: z.number(),
  /** By day from today on; what is overdue counts for today. */
  forecast: z.array(z.object({ day: z.string(), due: z.number() })),
  history: z.array(z.object({ day: z.string(), again: z.number(), passed: z.number() })),
  /** The share of reviews (not of learning) that passed; null when there were none. */
  retention: z.object({ young: z.number().nullable(), mature: z.number().nullable(), all: z.number().nullable() }),
  /** By week; null for one without reviews. */
  retentionByWeek: z.array(z.object({ week: z.string(), passed: z.number().nullable() })),
  /** The mean probability that a card in review is recalled now. */
  recall: z.number().nullable(),
  intervals: z.array(z.object({ days: z.string(), cards: z.number() })),
})
export type Stats = z.infer<typeof Stats>
