import { z } from 'zod'
import { AnkiOptions } from './anki-options.ts'
import { Kind, OfDeck } from './inputs.ts'
import { DeckName } from './records.ts'

const TextFormat = z.object({
  deck: DeckName.optional().describe('The deck for rows that name none'),
  type: Kind.optional(),
})
/** What comes in. */
export const imports = {
  anki: {
    summary: 'An Anki deck or collection, with its pictures, sounds and review history',
    accepts: ['.apkg', '.colpkg'],
    options: AnkiOptions,
  },
  text: { summary: 'A table of front, back, tags and deck', accepts: ['.csv', '.tsv', '.txt'], options: TextFormat },
} as const

/** What goes out. */
export const exports = {
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
} as const
