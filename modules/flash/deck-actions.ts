import { rowOf } from '@atrium/contract/module'
import { z } from 'zod'
import { Counted, Id, numbers, reads, Version, writes } from './inputs.ts'
import { Deck, DeckName, DeckOptions } from './records.ts'
import { Counts, DeckCounts } from './views.ts'

/** Decks, and what is due in them. */
export const deckActions = {
  open: {
    summary: 'Open a deck, or make it',
    effect: 'write',
    input: z.object({ name: DeckName.describe('The deck’s name; “Languages::German” is a deck in a deck') }),
    output: z.object({ id: z.string(), name: z.string(), isNew: z.boolean() }),
    examples: ['open the deck {name}', 'make a deck called {name}', 'make a deck {name}', 'new deck {name}'],
    resultTemplate: 'The deck **{name}** is ready.',
  },
  decks: reads(
    'Decks and what is due in them',
    z.object({}),
    z.object({ decks: z.array(DeckCounts), total: Counts, ...numbers('doneToday', 'cards', 'streak') }),
  ),
  saveDeck: writes(
    'Rename a deck or change its options',
    DeckOptions.partial().extend({
      id: Id,
      name: DeckName.optional(),
      version: Version,
    }),
    rowOf(Deck),
  ),
  removeDeck: writes('Delete a deck with its cards', z.object({ id: Id }), Counted),
  sample: writes(
    'Add a sample deck to try things with',
    z.object({}),
    z.object({ added: z.number(), deck: z.string() }),
  ),
} as const
