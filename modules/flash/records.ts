import type { Row } from '@atrium/contract/module'
import { z } from 'zod'

export const Field = z.string().max(50_000, 'A field has at most 50,000 characters.')
const Tag = z
  .string()
  .overwrite((tag) => tag.trim().replace(/\s+/g, '-'))
  .min(1, 'A tag needs a name.')
  .max(100, 'A tag has at most 100 characters.')
export const Tags = z.array(Tag).max(100, 'A note has at most 100 tags.')
/** `Languages::German`: a deck in a deck. */
export const DeckName = z
  .string('A deck needs a name.')
  .overwrite((name) =>
    name
      .replace(/\s+/g, ' ')
      .split(/ ?:: ?/)
      .map((part) => part.trim())
      .filter(Boolean)
      .join('::'),
  )
  .min(1, 'A deck needs a name.')
  .max(200, 'A deck’s name has at most 200 characters.')
const Steps = z
  .string()
  .overwrite((steps) => steps.trim().replace(/\s+/g, ' '))
  .max(100)
  .regex(/^(?:[1-9]\d{0,4}[mhd](?: [1-9]\d{0,4}[mhd]){0,9})?$/, 'Steps are times such as “1m 10m 1d”.')
const RETENTION = 'Give a retention from 70 % to 97 %.'
const options = {
  newPerDay: z.number().int('Give a whole number.').min(0, 'Give 0 or more.').max(9999, 'At most 9,999 a day.'),
  reviewsPerDay: z.number().int('Give a whole number.').min(0, 'Give 0 or more.').max(9999, 'At most 9,999 a day.'),
  /** The probability of recall at which a card comes back. */
  retention: z.number().min(0.7, RETENTION).max(0.97, RETENTION),
  /** days */
  maxInterval: z.number().int('Give a whole number.').min(1, 'At least one day.').max(36_500, 'At most 36,500 days.'),
  learningSteps: Steps,
  relearningSteps: Steps,
  /** Moves intervals by a few per cent, so that cards learnt together do not stay together. */
  fuzz: z.boolean(),
  /** A note's other cards wait until the next day. */
  burySiblings: z.boolean(),
  /** A card forgotten so often is suspended; 0 never. */
  leechAfter: z.number().int('Give a whole number.').min(0, 'Give 0 or more.').max(99, 'At most 99.'),
  /** The 21 parameters of FSRS-6; null for the usual ones. */
  weights: z.array(z.number()).length(21, 'FSRS-6 has 21 parameters.').nullable(),
}
export const DeckOptions = z.object(options)
export type DeckOptions = z.infer<typeof DeckOptions>
export const Deck = z.object({
  name: DeckName,
  newPerDay: options.newPerDay.default(20),
  reviewsPerDay: options.reviewsPerDay.default(200),
  retention: options.retention.default(0.9),
  maxInterval: options.maxInterval.default(36_500),
  learningSteps: options.learningSteps.default('1m 10m'),
  relearningSteps: options.relearningSteps.default('10m'),
  fuzz: options.fuzz.default(true),
  burySiblings: options.burySiblings.default(true),
  leechAfter: options.leechAfter.default(8),
  weights: options.weights.default(null),
})
export type Deck = z.infer<typeof Deck>
export type DeckRow = Row<Deck>
export const Side = z.string().max(100_000, 'A side of a template has at most 100,000 characters.')
const PartIds = z.array(z.number().nullable()).max(100)
export const NoteType = z.object({
  key: z.string().min(1),
  name: z.string().min(1, 'A note type needs a name.').max(200, 'The name of a note type has at most 200 characters.'),
  kind: z.enum(['standard', 'cloze']),
  fields: z
    .array(
      z
        .string()
        .min(1, 'A field of a note type needs a name.')
        .max(200, 'The name of a field has at most 200 characters.'),
    )
    .min(1, 'A note type needs a field.')
    .max(100, 'A note type has at most 100 fields.'),
  templates: z
    .array(
      z.object({
        name: z.string().max(200, 'The name of a template has at most 200 characters.'),
        front: Side,
        back: Side,
      }),
    )
    .min(1, 'A note type needs a template.')
    .max(100, 'A note type has at most 100 templates.'),
  css: z.string().max(200_000, 'The styling of a note type has at most 200,000 characters.').default(''),
  /** When it was last changed, in milliseconds since 1970: of two versions an import keeps the later one's. */
  modified: z.number().int().optional(),
  /** Anki's own numbers of the fields and templates, by place: under them it knows a renamed one again. */
  fieldIds: PartIds.optional(),
  templateIds: PartIds.optional(),
})
export type NoteType = z.infer<typeof NoteType>
const TITLE_KEY = 100
export const titleKeyOf = (title: string): string =>
  Array.from(title.toLowerCase())
    .slice(0, TITLE_KEY / 2)
    .join('')

export const Note = z.object({
  /** Plain words of the first field: what lists call it. */
  title: z.string().default(''),
  /** By it lists are ordered: capital and small letters are one. */
  titleKey: z.string().max(TITLE_KEY).default(''),
  /** Plain words of all fields. */
  text: z.string().default(''),
  /** Anki's guid; an import finds the note by it. */
  guid: z.string().min(1, 'A note needs an id.').max(200, 'The id of a note has at most 200 characters.'),
  /** A built-in type's key, or that of a row in `types`. */
  type: z.string().min(1),
  fields: z.array(Field).min(1, 'A note needs a field.').max(100, 'A note has at most 100 fields.'),
  tags: Tags.default([]),
  /** When its words were last changed, in milliseconds since 1970: of two versions an import keeps the later. */
  modified: z.number().int().default(0),
})
export type Note = z.infer<typeof Note>
export type NoteRow = Row<Note>
export const Moment = z.iso.datetime()
export const Card = z.object({
  /** `<guid>:<ord>` */
  key: z.string().min(1),
  note: z.string().min(1),
  /** Which template or deletion of the note, from 0. */
  ord: z.number().int().min(0),
  /** The deck's id. */
  deck: z.string().min(1),
  /** Its place among the new ones, smallest first. */
  position: z.number().default(0),
  state: z.enum(['new', 'learning', 'review', 'relearning']).default('new'),
  due: Moment,
  /** Days until recall has fallen to 90 %. */
  stability: z.number().min(0).default(0),
  /** 1–10; 0 before the first review. */
  difficulty: z.number().min(0).max(10).default(0),
  step: z.number().int().min(0).default(0),
  reps: z.number().int().min(0).default(0),
  lapses: z.number().int().min(0).default(0),
  /** days */
  interval: z.number().int().min(0).default(0),
  lastReview: Moment.nullable().default(null),
  suspended: z.boolean().default(false),
  buriedUntil: Moment.nullable().default(null),
})
export type Card = z.infer<typeof Card>
export type CardRow = Row<Card>
/** What the scheduler knows of a card. */
export const Memory = Card.pick({
  state: true,
  due: true,
  stability: true,
  difficulty: true,
  step: true,
  reps: true,
  lapses: true,
  interval: true,
  lastReview: true,
})
export type Memory = z.infer<typeof Memory>
export const Grade = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)], {
  error: 'A grade is 1 (again), 2 (hard), 3 (good) or 4 (easy).',
})
export type Grade = z.infer<typeof Grade>
export const Review = z.object({
  /** The card's key. */
  card: z.string(),
  deck: z.string(),
  at: Moment,
  grade: Grade,
  /** What the card was when it was asked. */
  state: Card.shape.state.unwrap(),
  /** days, before and after */
  from: z.number().int().min(0),
  to: z.number().int().min(0),
  /** Time taken, in milliseconds, at most a minute. */
  took: z.number().int().min(0).max(60_000).default(0),
  /** What the device that it was given on calls it: it counts once, however often it is sent. */
  answer: z.string().max(64).optional(),
  /** What was known of the card before it: an answer that comes in later is put in its place among the others. */
  before: Memory.optional(),
})
export type Review = z.infer<typeof Review>
export type ReviewRow = Row<Review>
const Foretold = z.object({ reviews: z.number().int(), logLoss: z.number(), rmse: z.number() })
/** Parameters that one's own reviews propose. */
export const Fitted = z.object({
  /** A deck's id, with the decks inside it; `all`. */
  scope: z.string().min(1).max(64),
  /** Reviews that can be foretold: not a card's first, not a second one on a day. */
  reviews: z.number().int().min(0),
  /** Fewer propose nothing. */
  needed: z.number().int().min(0),
  weights: options.weights,
  /** How well the deck's parameters foretell, and how well parameters that were made of the reviews before do: on the same reviews. */
  before: Foretold.nullable(),
  after: Foretold.nullable(),
})
export type Fitted = z.infer<typeof Fitted>
export const Medium = z.object({
  /** As fields name it: `heart.png`. */
  name: z.string().min(1).max(300),
  /** The kept file's id. */
  file: z.string(),
  mime: z.string(),
  size: z.number(),
  sha256: z.string(),
})
export type Medium = z.infer<typeof Medium>
