import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { KeptAct, KeptCard, KeptCards } from '../../offline-actions.ts'

/** Whose cards, and in which scope: nothing of one is ever shown or sent in another. */
export interface Place {
  owner: string
  scope: string
}
export const keyOf = ({ owner, scope }: Place): string => `${owner}\n${scope}`
export const ownerIn = (key: string): string => key.split('\n', 1)[0] as string

/** What was done with a card here. */
export interface KeptStep {
  /** Its number: they are sent in this order. */
  no?: number
  place: string
  act: KeptAct
  /** When the server had it, in milliseconds since 1970; null while it waits. */
  sentAt: number | null
  /** The card as it was before, where it is known: what taking it back brings back. */
  before: KeptCard | null
}

interface Kept extends DBSchema {
  cards: { key: string; value: KeptCards }
  steps: { key: number; value: KeptStep; indexes: { place: string } }
  media: { key: [place: string, file: string]; value: Blob }
}

let opening: Promise<IDBPDatabase<Kept>> | null = null

/** Rejects where the browser keeps nothing: a private window, storage that is blocked or full. */
export function database(): Promise<IDBPDatabase<Kept>> {
  opening ??= openDB<Kept>('flash', 1, {
    upgrade: (db) => {
      db.createObjectStore('cards')
      db.createObjectStore('media')
      db.createObjectStore('steps', { keyPath: 'no', autoIncrement: true }).createIndex('place', 'place')
    },
    terminated: () => {
      opening = null
    },
  })
  opening.catch(() => {
    opening = null
  })
  return opening
}
