import { field } from '@atrium/contract/fields'
import { INTEGER_MAX, RowVersion } from '@atrium/contract/integers'
import { collection, defineModule, rowOf } from '@atrium/contract/module'
import { z } from 'zod'
import { AnkiOptions } from './anki-options.ts'
import { NEAREST_MOST } from './browse-query.ts'
import { MEANING_EVENTS, Meaning, meaningJobs, signsOfKept } from './meanings.ts'
import { noteTypeActions } from './note-type-actions.ts'
import { Mask } from './occlusion.ts'
import { AnswerId, offlineActions } from './offline-actions.ts'
import { proposals } from './proposals.ts'
import { publicDecks } from './public-deck.ts'
import {
  Card,
  Deck,
  DeckName,
  DeckOptions,
  Field,
  Fitted,
  Grade,
  Medium,
  Moment,
  Note,
  NoteType,
  Review,
  Tags,
  titleKeyOf,
} from './records.ts'

const shapeOf = <K extends string, S extends z.ZodType>(schema: S, names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<K, S>
const texts = <K extends string>(...names: K[]) => shapeOf(z.string(), names)
const numbers = <K extends string>(...names: K[]) => shapeOf(z.number(), names)
const Id = z.string().max(64)
const Version = RowVersion.optional()
const Fields = z.array(Field).max(100)
const Ids = z.array(z.string().max(64)).min(1, 'Choose at least one card.').max(1000, 'At most 1,000 cards at once.')
const Counted = z.object({ count: z.number() })
const Counts = z.object({ new: z.number(), learning: z.number(), due: z.number() })
export type Counts = z.infer<typeof Counts>
const DeckCounts = rowOf(Deck).extend({
  /** Of the deck alone. */
  cards: z.number(),
  /** To do today, with the decks inside it, within the limits. */
  today: Counts,
})
export type DeckCounts = z.infer<typeof DeckCounts>
/** Names in fields, and the files they stand for. */
const MediaFiles = z.record(z.string(), z.object({ file: z.string(), mime: z.string() }))
export type MediaFiles = z.infer<typeof MediaFiles>
/** The styling of note types, by their keys; those that look as all do have none. */
const Looks = z.record(z.string(), z.string())
const State = Card.shape.state.unwrap()
const Asked = z.object({
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
const NoteView = rowOf(Note)
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
/** The built-in types of notes. */
const Kind = z.enum(['basic', 'reversed', 'typed', 'cloze'])
const Draft = z.object({
  type: Kind.default('basic'),
  front: z.string(),
  back: z.string().default(''),
  tags: Tags.default([]),
})
export type Draft = z.infer<typeof Draft>
const Refused = z.object({ line: z.number(), text: z.string(), reason: z.string() })
const Stats = z.object({
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
const TextFormat = z.object({
  deck: DeckName.optional().describe('The deck for rows that name none'),
  type: Kind.optional(),
})
const reads = <I extends z.ZodType, O extends z.ZodType>(summary: string, input: I, output: O) =>
  ({ summary, effect: 'read', input, output }) as const
const writes = <I extends z.ZodType, O extends z.ZodType>(summary: string, input: I, output: O) =>
  ({ summary, effect: 'write', input, output }) as const
/** What is done to chosen cards. */
const onCards = <S extends z.ZodRawShape>(summary: string, more: S) =>
  writes(summary, z.object({ ids: Ids, ...more }), Counted)
const On = { on: z.boolean().default(true) }
const OfDeck = z.object({ deck: z.string().max(200).optional() })

const Settings = z.object({
  dayStartsAt: field
    .number({
      label: 'Hour at which a new day begins',
      help: 'What you study past midnight, before this hour, belongs to the evening before. From 0 to 23.',
      required: true,
      isWhole: true,
      min: 0,
      max: 23,
    })
    .default(4),
  remindAt: field
    .number({
      label: 'Hour at which you are told how many cards are due',
      help: 'From 0 to 23; empty for never. Another hour counts from tomorrow on. How it reaches you stands under Settings, Notifications.',
      isWhole: true,
      min: 0,
      max: 23,
    })
    .default(8),
})

export default defineModule({
  id: 'flash',
  title: 'Flashcards',
  summary: 'Remember what you learn, reviewed just before you forget it.',
  kind: 'module',
  industries: ['education', 'learn', 'all'],
  tier: 'free',
  triggers: ['/flash'],
  icon: 'layers',
  route: '/flash',
  settings: Settings,
  notifications: { due: { title: 'Cards are due', defaults: { inbox: true, push: true, mail: false } } },
  listens: MEANING_EVENTS,
  jobs: {
    ...meaningJobs,
    morning: { summary: 'Plans when you are told of the cards that are due', every: 'day at 00:00' },
    fit: {
      summary: 'Fits the parameters of FSRS to your reviews',
      input: z.object({ deck: Id.nullable() }),
      output: z.object({ link: z.string(), reviews: z.number() }),
    },
  },
  pages: publicDecks,
  collections: {
    decks: collection(Deck, {
      version: 1,
      search: ['name'],
      key: 'name',
      unique: [{ fields: ['name'], ignoreCase: true }],
    }),
    types: collection(NoteType, { version: 1, search: ['name'], key: 'key' }),
    notes: collection(Note, {
      version: 2,
      search: ['title', 'text', 'tags'],
      key: 'guid',
      indexes: [['guid'], ['titleKey'], ['type']],
      migrate: (data) => ({ ...data, titleKey: titleKeyOf(String(data.title ?? '')) }),
    }),
    cards: collection(Card, {
      version: 1,
      key: 'key',
      indexes: [['deck', 'state', 'position'], ['deck', 'state', 'due'], ['state', 'due'], ['note']],
      references: { deck: { to: 'decks', onRemove: 'cascade' } },
      needs: { note: { to: 'notes', by: 'guid' } },
    }),
    reviews: collection(Review, { version: 1, indexes: [['at'], ['card']], unique: [['answer']] }),
    fits: collection(Fitted, { version: 1, unique: [['scope']] }),
    meanings: collection(Meaning, {
      version: 2,
      unique: [['guid']],
      totals: [{ by: ['madeBy'], sum: [] }],
      migrate: (data) => ({ ...data, signs: signsOfKept(String(data.vector ?? '')) }),
    }),
    media: collection(Medium, { version: 1, search: ['name'], key: 'name', indexes: [['name']] }),
  },
  actions: {
    open: {
      summary: 'Open a deck, or make it',
      effect: 'write',
      input: z.object({ name: DeckName.describe('The deck’s name; “Languages::German” is a deck in a deck') }),
      output: z.object({ id: z.string(), name: z.string(), isNew: z.boolean() }),
      examples: ['open the deck {name}', 'make a deck called {name}', 'make a deck {name}', 'new deck {name}'],
      resultTemplate: 'The deck **{name}** is ready.',
    },
    add: {
      summary: 'Add a card',
      effect: 'write',
      input: z.object({
        front: Field.min(1, 'A card needs a front.').describe(
          'The question. With {{c1::…}} in it, it is a text with gaps (cloze).',
        ),
        back: Field.default('').describe('The answer'),
        deck: DeckName.optional().describe('The deck; the one used last when absent'),
        type: Kind.optional(),
        tags: Tags.optional(),
      }),
      output: z.object({ front: z.string(), back: z.string(), deck: z.string(), cards: z.number() }),
      examples: [
        'add a card to {deck}: {front} - {back}',
        'add a card {front} - {back}',
        'flashcard: {front} = {back}',
      ],
      triggers: ['/card'],
      resultTemplate: 'Added to **{deck}**: {front}[ → {back}].',
    },
    addNote: writes(
      'Add a note with all its fields',
      z.object({ deck: Id, type: z.string().max(200), fields: Fields, tags: Tags.default([]) }),
      z.object({ id: z.string(), cards: z.number() }),
    ),
    checkDrafts: reads(
      'Read cards written as lines of question and answer, and say which can be kept',
      z.object({ text: z.string().max(500_000, 'That is too long.') }),
      z.object({ drafts: z.array(Draft), refused: z.array(Refused) }),
    ),
    ...proposals,
    addMany: writes(
      'Add several cards to a deck',
      z.object({
        deck: DeckName,
        cards: z.array(Draft).min(1, 'There are no cards.').max(500, 'At most 500 cards at once.'),
      }),
      z.object({ added: z.number(), known: z.number(), deck: z.string() }),
    ),
    decks: reads(
      'Decks and what is due in them',
      z.object({}),
      z.object({ decks: z.array(DeckCounts), total: Counts, ...numbers('doneToday', 'cards', 'streak') }),
    ),
    due: {
      ...reads('How many cards are due', OfDeck, z.object(numbers('new', 'learning', 'due', 'doneToday'))),
      examples: ['how many cards are due', 'what cards are due', 'how many cards are due in {deck}'],
      resultTemplate:
        'To review now[ in {deck}]: **{due}** due, {learning} in learning, {new} new. Done today: {doneToday}.',
    },
    remindDue: writes(
      'Tell how many cards are due, and about how long they take, when it is the hour for it',
      z.object({}),
      z.object({ told: z.boolean() }),
    ),
    queue: reads(
      'The next cards to review',
      z.object({ deck: z.string().max(200).optional(), limit: z.number().int().min(1).max(50).default(10) }),
      z.object({ cards: z.array(Asked), counts: Counts, nextDue: Moment.nullable(), looks: Looks }),
    ),
    grade: writes(
      'Grade a review: 1 again, 2 hard, 3 good, 4 easy',
      z.object({
        id: Id,
        grade: Grade,
        took: z.number().int().min(0).max(INTEGER_MAX).optional(),
        version: Version,
        answer: AnswerId.optional().describe('What the device calls it: sent again, it counts once'),
      }),
      z.object({ due: Moment, interval: z.number(), state: z.string(), leech: z.boolean() }),
    ),
    ...offlineActions,
    browse: {
      summary: 'Find cards: words, deck:name, tag:name, is:due|new|learn|review|suspended|buried, -not',
      effect: 'read',
      input: z.object({
        query: z.string().max(500).default(''),
        notes: z
          .array(Note.shape.guid)
          .max(NEAREST_MOST)
          .optional()
          .describe('Of these notes alone (their guids), in this order and on one page: those that `similar` found'),
        order: z
          .enum(['added', 'due', 'title', 'interval', 'lapses', '-added', '-due', '-title', '-interval', '-lapses'])
          .default('-added'),
        limit: z.number().int().min(1).max(1000).default(200),
        after: z.string().max(2000).optional().describe('The `next` of the page before'),
      }),
      output: z.object({
        cards: z.array(Found),
        next: z.string().nullable(),
        total: z.number().nullable().describe('Null where words are looked for, and where a list goes on'),
      }),
      examples: ['find my cards about {query}', 'search my cards for {query}', 'find cards about {query}'],
      resultTemplate: { list: 'cards', none: 'No card matches.', each: '{title}[ → {answer}] ({deck})' },
    },
    note: reads('A note with its cards', z.object({ id: Id }), NoteView),
    ...noteTypeActions,
    preview: reads(
      'How a note’s cards would look',
      z.object({ type: z.string().max(200), fields: Fields, tags: Tags.default([]) }),
      z.object({
        cards: z.array(z.object({ ...texts('name', 'question', 'answer'), masks: z.array(Mask) })),
        media: MediaFiles,
        css: z.string(),
      }),
    ),
    saveNote: writes(
      'Change a note',
      z.object({ id: Id, fields: Fields, tags: Tags, version: Version }),
      z.object({ cards: z.number() }),
    ),
    removeNotes: onCards('Delete the notes of these cards, with all their cards', {}),
    suspend: onCards('Suspend cards, or let them come again', On),
    bury: onCards('Hide cards until tomorrow, or bring them back', On),
    move: onCards('Move cards to another deck', { deck: DeckName }),
    tag: onCards('Add and remove tags', { add: Tags.default([]), remove: Tags.default([]) }),
    forget: { summary: 'Make cards new again', effect: 'write', input: z.object({ ids: Ids }), output: Counted },
    reschedule: onCards('Make cards due in some days', {
      days: z.number().int().min(0, 'Give 0 or more days.').max(36_500, 'At most 36,500 days.'),
    }),
    saveDeck: writes(
      'Rename a deck or change its options',
      DeckOptions.partial().extend({
        id: Id,
        name: DeckName.optional(),
        version: Version,
      }),
      rowOf(Deck),
    ),
    fitParameters: writes(
      'Find the parameters of FSRS that fit your own reviews best: of a deck and those inside it, or of all',
      z.object({ deck: Id.optional() }),
      z.object({ id: z.string() }),
    ),
    fit: reads(
      'The parameters that your reviews propose, and how much better they foretell',
      z.object({ scope: z.string().max(64).describe('A deck’s id, or “all”') }),
      z.object({ found: rowOf(Fitted).extend({ isBetter: z.boolean() }).nullable() }),
    ),
    useParameters: writes(
      'Use the parameters that your reviews propose, or the usual ones again',
      z.object({ scope: z.string().max(64), usual: z.boolean().default(false) }),
      Counted,
    ),
    removeDeck: writes('Delete a deck with its cards', z.object({ id: Id }), Counted),
    stats: reads(
      'Reviews, retention and what is to come',
      z.object({ deck: z.string().max(200).optional(), days: z.number().int().min(7).max(365).default(30) }),
      Stats,
    ),
    sample: writes(
      'Add a sample deck to try things with',
      z.object({}),
      z.object({ added: z.number(), deck: z.string() }),
    ),
  },
  imports: {
    anki: {
      summary: 'An Anki deck or collection, with its pictures, sounds and review history',
      accepts: ['.apkg', '.colpkg'],
      options: AnkiOptions,
    },
    text: { summary: 'A table of front, back, tags and deck', accepts: ['.csv', '.tsv', '.txt'], options: TextFormat },
  },
  exports: {
    anki: {
      summary: 'For Anki (.apkg)',
      extension: '.apkg',
      mime: 'application/octet-stream',
      options: z.object({ deck: z.string().max(200).optional(), scheduling: z.boolean().default(true) }),
    },
    text: {
      summary: 'Tab-separated text with Anki’s headers (.txt)',
      extension: '.txt',
      mime: 'text/plain',
      options: OfDeck,
    },
    csv: { summary: 'Table (.csv)', extension: '.csv', mime: 'text/csv', options: OfDeck },
  },
})
