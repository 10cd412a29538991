import { createHash } from 'node:crypto'
import type { ActionContext } from '@atrium/contract/module'
import type { EventHandlers, JobContext } from '@atrium/contract/module-work'
import { DIMENSIONS_MAX, MEANING_EVENTS, type Near } from '../meanings.ts'
import type flash from '../module.ts'

type Context = ActionContext<typeof flash>

/** Notes that one question to the model is about. */
const AT_ONCE = 64
/** Notes that one run looks for, so that what it remembers is bounded; the next begins where it ended. */
const LOOKED_FOR = 5_000
/** characters of a note that its meaning is made of */
const WORDS_MAX = 2_000
const NEAREST = 5
/** Some of them may be gone, or be the one that is asked about. */
const CANDIDATES = 20
/** What has less to do with it than this is not named. */
const LEAST = 0.3
/** ms after the last change until it is taken in: many that come together are one run */
const REST = 60_000
const KEY = 'meanings'

const wordsOf = ({ text }: { text: string }) => text.slice(0, WORDS_MAX).trim()
const printOf = (words: string) => createHash('sha256').update(words).digest('base64url').slice(0, 22)

/** A byte for each number of a vector of length one: a thousandth is lost of a likeness, and three quarters of the room. */
function packed(vector: Float32Array): string {
  if (vector.length > DIMENSIONS_MAX) throw new Error(`A vector of ${vector.length} numbers is not kept`)
  const largest = vector.reduce((most, one) => Math.max(most, Math.abs(one)), 0) || 1
  return Buffer.from(Int8Array.from(vector, (one) => Math.round((one / largest) * 127)).buffer).toString('base64')
}

/** How near a kept one is to a vector of length one. */
function likeness(vector: Float32Array, kept: string): number {
  const bytes = Buffer.from(kept, 'base64')
  if (bytes.length !== vector.length) return 0
  let product = 0
  let square = 0
  for (let at = 0; at < vector.length; at++) {
    const one = bytes.readInt8(at)
    product += one * (vector[at] as number)
    square += one * one
  }
  return square === 0 ? 0 : product / Math.sqrt(square)
}

/** Whoever asks for it once has it kept from then on. */
const isKept = async ({ store }: Pick<Context, 'store'>) => (await store.meanings.list({ limit: 1 })).length > 0

/** The nearest of all that is in the comparison, read row by row: what is remembered is the text's own vector and five notes. */
async function similar({ text, except }: { text: string; except?: string | undefined }, { store, model }: Context) {
  const compared = await store.meanings.count()
  const notes = await store.notes.count()
  if (compared === 0) return { cards: [], compared, waiting: notes }
  const { vectors, madeBy } = await model.embed([text])
  const [vector] = vectors
  const nearest: { guid: string; likeness: number }[] = []
  let ofIt = 0
  for await (const { guid, vector: kept } of store.meanings.each({ where: { madeBy } })) {
    ofIt += 1
    const near = likeness(vector as Float32Array, kept)
    if (near < LEAST || (nearest.length === CANDIDATES && near <= (nearest.at(-1)?.likeness ?? 0))) continue
    nearest.push({ guid, likeness: near })
    nearest.sort((one, other) => other.likeness - one.likeness)
    nearest.length = Math.min(nearest.length, CANDIDATES)
  }
  const where = { guid: { in: nearest.map(({ guid }) => guid) } }
  const found = nearest.length === 0 ? [] : await store.notes.list({ where, limit: CANDIDATES })
  const byGuid = new Map(found.map((row) => [row.guid, row]))
  const cards = nearest.flatMap((near): Near[] => {
    const row = byGuid.get(near.guid)
    if (!row || row.id === except) return []
    return [{ note: row.id, title: row.title, text: row.text.slice(0, 300), likeness: Math.min(1, near.likeness) }]
  })
  return { cards: cards.slice(0, NEAREST), compared: ofIt, waiting: Math.max(0, notes - ofIt) }
}

export const meaningHandlers = {
  similar,
  compareMeanings: (_: object, { start }: Context) => start('meanings', {}),
  renewMeanings: async (_: object, context: Context) =>
    (await isKept(context)) ? context.start('meanings', {}) : { id: null },
}

/** What was added or changed is taken in a little later, where there is a comparison. */
const soon = async (_: unknown, context: Context) => {
  if (!(await isKept(context))) return
  const at = new Date(context.now.getTime() + REST)
  await context.schedule({ key: KEY, at, action: 'flash.renewMeanings', input: {} })
}
export const meaningEvents: EventHandlers<typeof flash> = Object.fromEntries(MEANING_EVENTS.map((name) => [name, soon]))

/** The notes whose words are not, or no longer, in the comparison (another maker's are made anew), and what in it is of no note any more. */
async function missing({ store, model }: Context): Promise<{ guids: string[]; gone: string[] }> {
  const { madeBy } = await model.embed(['.'])
  const known = new Map<string, { id: string; print: string }>()
  for await (const { id, guid, print, madeBy: of } of store.meanings.each())
    known.set(guid, { id, print: of === madeBy ? print : '' })
  const guids: string[] = []
  for await (const row of store.notes.each()) {
    const words = wordsOf(row)
    const has = known.get(row.guid)
    known.delete(row.guid)
    if (words !== '' && has?.print !== printOf(words)) guids.push(row.guid)
    if (guids.length === LOOKED_FOR) return { guids, gone: [] }
  }
  return { guids, gone: [...known.values()].map(({ id }) => id).slice(0, LOOKED_FOR) }
}

async function take(guids: readonly string[], { store, model }: Context): Promise<number> {
  const where = { guid: { in: [...guids] } }
  const rows = (await store.notes.list({ where, limit: AT_ONCE })).filter((row) => wordsOf(row) !== '')
  if (rows.length === 0) return 0
  const { vectors, madeBy } = await model.embed(rows.map(wordsOf))
  const before = await store.meanings.list({ where: { guid: { in: rows.map(({ guid }) => guid) } }, limit: AT_ONCE })
  const known = new Map(before.map((row) => [row.guid, row.id]))
  const fresh = []
  for (const [at, row] of rows.entries()) {
    const meaning = {
      ...{ guid: row.guid, madeBy, print: printOf(wordsOf(row)) },
      vector: packed(vectors[at] as Float32Array),
    }
    const id = known.get(row.guid)
    if (id) await store.meanings.update(id, meaning)
    else fresh.push(meaning)
  }
  if (fresh.length > 0) await store.meanings.insertMany(fresh)
  return rows.length
}

/** By some notes at a time, each in a change of its own: a run that is cut short goes on where it was. */
export async function keepMeanings(_: object, { step, progress }: JobContext<typeof flash>) {
  const { guids, gone } = await step('look', missing)
  let added = 0
  for (let at = 0; at < guids.length; at += AT_ONCE) {
    progress(at, guids.length)
    added += await step(`from ${at}`, (context) => take(guids.slice(at, at + AT_ONCE), context))
  }
  if (gone.length > 0)
    await step('clean', async ({ store }) => {
      await store.meanings.removeAll(gone)
      return null
    })
  if (guids.length === LOOKED_FOR)
    await step('go on', async ({ start }) => {
      await start('meanings', {})
      return null
    })
  return { link: '/flash', added }
}
