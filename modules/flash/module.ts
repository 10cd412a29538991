import { defineModule } from '@atrium/contract/module'
import { z } from 'zod'
import { cardActions } from './card-actions.ts'
import { collections } from './collections.ts'
import { deckActions } from './deck-actions.ts'
import { exports, imports } from './file-formats.ts'
import { Id } from './inputs.ts'
import { MEANING_EVENTS, meaningJobs } from './meanings.ts'
import { noteTypeActions } from './note-type-actions.ts'
import { offlineActions } from './offline-actions.ts'
import { proposals } from './proposals.ts'
import { publicDecks } from './public-deck.ts'
import { Settings } from './settings.ts'
import { studyActions } from './study-actions.ts'

export type { Asked, Counts, DeckCounts, Draft, Found, MediaFiles, NoteView, Stats } from './views.ts'

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
  collections,
  actions: {
    ...deckActions,
    ...cardActions,
    ...proposals,
    ...studyActions,
    ...offlineActions,
    ...noteTypeActions,
  },
  imports,
  exports,
})
