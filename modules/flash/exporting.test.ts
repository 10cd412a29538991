import { describe, expect, test } from 'vitest'
import { exportAnki } from './server/anki-export.ts'
import type { Context } from './server/decks.ts'
import { exportCsv, exportText } from './server/text-export.ts'

const NOTES = 5_000
/** Notes that may be worked on before everybody else has a turn; each is looked at a few times. */
const MOST = 1_000

/** What a diligent person has; `seen` is told whenever a note or an answer is worked on. */
function collection(seen: () => void): Context {
  const at = new Date(Date.UTC(2026, 0, 1)).toISOString()
  const watched = <T extends object>(row: T, field: string, value: string): T =>
    Object.defineProperty(row, field, {
      enumerable: true,
      get() {
        seen()
        return value
      },
    })
  const notes = Array.from({ length: NOTES }, (_, no) =>
    watched(
      { type: 'basic', fields: [`front ${no}`, 'back'], tags: [], modified: 0, createdAt: at, updatedAt: at },
      'guid',
      `n${no}`,
    ),
  )
  const card = {
    deck: 'd1',
    ord: 0,
    state: 'review',
    due: at,
    interval: 3,
    stability: 1,
    difficulty: 1,
    reps: 1,
    lapses: 0,
  }
  const cards = notes.map((_, no) => ({
    ...card,
    key: `n${no}:0`,
    note: `n${no}`,
    lastReview: at,
    buriedUntil: null,
    suspended: false,
    createdAt: at,
  }))
  const review = { at, grade: 3, to: 3, from: 1, took: 900, state: 'review' }
  const reviews = notes.map((_, no) => watched({ ...review }, 'card', `n${no}:0`))
  const rows = <T>(all: readonly T[]) => ({
    each: async function* () {
      yield* all
    },
  })
  const store = {
    decks: rows([{ id: 'd1', name: 'Everything' }]),
    types: rows([]),
    media: rows([]),
    ...{ notes: rows(notes), cards: rows(cards), reviews: rows(reviews) },
  }
  const settings = async () => ({ dayStartsAt: 4 })
  return { store, settings, files: {}, now: new Date(at), timeZone: 'UTC' } as unknown as Context
}

/** How often rows were worked on between two turns of the loop, at most. */
async function mostInOneTurn(work: (context: Context) => Promise<{ body: unknown }>): Promise<number> {
  let inThis = 0
  let most = 0
  let turn = setImmediate(function next() {
    inThis = 0
    turn = setImmediate(next)
  })
  const context = collection(() => {
    inThis += 1
    most = Math.max(most, inThis)
  })
  try {
    const { body } = await work(context)
    let pieces = 0
    for await (const _ of body as AsyncIterable<unknown>) {
      pieces += 1
      // As the one who sends it does (server/records/export-routes.ts).
      if (pieces % 100 === 0) await new Promise((done) => setImmediate(done))
    }
    expect(pieces).toBeGreaterThan(0)
    return most
  } finally {
    clearImmediate(turn)
  }
}

describe('a large collection is written while everybody else has their turn', () => {
  test.each<[string, (context: Context) => Promise<{ body: unknown }>]>([
    ['as a package of Anki, with all answers', (context) => exportAnki({ scheduling: true }, context)],
    ['as text', (context) => exportText({}, context)],
    ['as a table', (context) => exportCsv({}, context)],
  ])('%s', async (_, work) => {
    const most = await mostInOneTurn(work)
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThan(MOST)
  })
})
