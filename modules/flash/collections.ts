import { collection } from '@atrium/contract/module'
import { Meaning, signsOfKept } from './meanings.ts'
import { Card, Deck, Fitted, Medium, Note, NoteType, Review, titleKeyOf } from './records.ts'

/** What is kept, and what the database holds it to. */
export const collections = {
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
}
