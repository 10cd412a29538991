import { z } from 'zod'
import { NEAREST_MOST } from './browse-query.ts'
import { Counted, Fields, Id, Ids, Kind, On, onCards, reads, texts, Version, writes } from './inputs.ts'
import { Mask } from './occlusion.ts'
import { DeckName, Field, Note, Tags } from './records.ts'
import { Draft, Found, MediaFiles, NoteView, Refused } from './views.ts'

/** Cards, and the notes that they are made of. */
export const cardActions = {
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
    examples: ['add a card to {deck}: {front} - {back}', 'add a card {front} - {back}', 'flashcard: {front} = {back}'],
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
  addMany: writes(
    'Add several cards to a deck',
    z.object({
      deck: DeckName,
      cards: z.array(Draft).min(1, 'There are no cards.').max(500, 'At most 500 cards at once.'),
    }),
    z.object({ added: z.number(), known: z.number(), deck: z.string() }),
  ),
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
} as const
