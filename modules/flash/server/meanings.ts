import { createHash } from 'node:crypto'
import type { ActionContext } from '@atrium/contract/module'
import type { EventHandlers, JobContext } from '@atrium/contract/module-work'
import { DIMENSIONS_MAX, MEANING_EVENTS, type Near, signsOf } from '../meanings.ts'
import type flash from '../module.ts'
import { notesOf } from './notes.ts'

type Context = ActionContext<typeof flash>

/** Notes that one question to the model is about. */
const AT_ONCE = 64
/** Notes that one run looks for, so that what it remembers is bounded; the next begins where it ended. */
const LOOKED_FOR = 5_000
/** characters of a note that its meaning is made of */
const WORDS_MAX = 2_000
/** Of those whose signs agree the most, which are reckoned with: the nearest are among them (bench/meanings.ts counts). */
const CANDIDATES = 500
/** Some may be gone, or be the one that is asked about. */
const SPARE = 20
/** Who made the meaning of a note without words: nobody. */
const WORDLESS = ''
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
  const numbers = new Int8Array(Buffer.from(kept, 'base64'))
  if (numbers.length !== vector.length) return 0
  let product = 0
  let square = 0
  for (let at = 0; at < numbers.length; at++) {
    const one = numbers[at] as number
    product += one * (vector[at] as number)
    square += one * one
  }
  return square === 0 ? 0 : product / Math.sqrt(square)
}

/** Whoever asks for it once has it kept from then on. */
const isKept = async ({ store }: Pick<Context, 'store'>) => (await store.meanings.list({ limit: 1 })).length > 0

interface Asked {
  text: string
  except?: string | undefined
  most: number
}

/**
 * The nearest of all that is in the comparison. By the signs of their numbers the database says which could be it, of however many;
 * how near these are is reckoned with the numbers.
 */
async function similar({ text, except, most }: Asked, { store, model }: Context) {
  const counts = new Map((await store.meanings.groupBy(['madeBy'])).map(({ key, count }) => [key.madeBy, count]))
  const wordless = counts.get(WORDLESS) ?? 0
  const all = (await store.notes.count()) - wordless
  if (counts.size === (wordless > 0 ? 1 : 0)) return { cards: [], compared: 0, waiting: Math.max(0, all) }
  const { vectors, madeBy } = await model.embed([text])
  const vector = vectors[0] as Float32Array
  const likely = await store.meanings.nearest('signs', signsOf(vector), { where: { madeBy }, limit: CANDIDATES })
  const nearest = likely
    .map(({ guid, vector: kept }) => ({ guid, likeness: likeness(vector, kept) }))
    .filter(({ likeness }) => likeness >= LEAST)
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, most + SPARE)
  const notes = await notesOf(
    nearest.map(({ guid }) => ({ note: guid })),
    { store },
  )
  const cards = nearest.flatMap(({ guid, likeness }): Near[] => {
    const row = notes.get(guid)
    if (!row || row.id === except || wordsOf(row) === '') return []
    return [{ note: row.id, guid, title: row.title, text: row.text.slice(0, 300), likeness: Math.min(1, likeness) }]
  })
  const compared = counts.get(madeBy) ?? 0
  return { cards: cards.slice(0, most), compared, waiting: Math.max(0, all - compared) }
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
  const known = new Map<string, { id: string; print: string; of: string }>()
  for await (const { id, guid, print, madeBy: of } of store.meanings.each()) known.set(guid, { id, print, of })
  const guids: string[] = []
  for await (const row of store.notes.each()) {
    const words = wordsOf(row)
    const has = known.get(row.guid)
    known.delete(row.guid)
    const maker = words === '' ? WORDLESS : madeBy
    if (has?.of !== maker || has.print !== printOf(words)) guids.push(row.guid)
    if (guids.length === LOOKED_FOR) return { guids, gone: [] }
  }
  return { guids, gone: [...known.values()].map(({ id }) => id).slice(0, LOOKED_FOR) }
}

async function take(guids: readonly string[], { store, model }: Context): Promise<number> {
  const rows = await store.notes.list({ where: { guid: { in: [...guids] } }, limit: AT_ONCE })
  const [said, silent] = [rows.filter((row) => wordsOf(row) !== ''), rows.filter((row) => wordsOf(row) === '')]
  const { vectors, madeBy } = said.length > 0 ? await model.embed(said.map(wordsOf)) : { vectors: [], madeBy: WORDLESS }
  const meanings = said.map((row, at) => {
    const vector = vectors[at] as Float32Array
    return {
      ...{ guid: row.guid, madeBy, print: printOf(wordsOf(row)) },
      ...{ vector: packed(vector), signs: signsOf(vector) },
    }
  })
  for (const { guid } of silent) meanings.push({ guid, madeBy: WORDLESS, print: printOf(''), vector: '', signs: '' })
  const before = await store.meanings.list({ where: { guid: { in: rows.map(({ guid }) => guid) } }, limit: AT_ONCE })
  const known = new Map(before.map((row) => [row.guid, row.id]))
  for (const meaning of meanings) {
    const id = known.get(meaning.guid)
    if (id) await store.meanings.update(id, meaning)
  }
  const fresh = meanings.filter(({ guid }) => !known.has(guid))
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
