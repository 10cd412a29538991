import { ApiError, api, onOwnerChange, readAction, readOwner, readScope, sentenceFor } from '@atrium/web/kit'
import type flash from '../../module.ts'
import type { KeptAct, KeptCard, KeptCards, Outcome } from '../../offline-actions.ts'
import { database, type KeptStep, keyOf, ownerIn, type Place } from './database.ts'
import { keepMedia } from './kept-media.ts'

/** Acts of one call. */
const AT_ONCE = 200
const PATIENCE_MS = 20_000

/** What this browser keeps for who is here. */
export interface Kept {
  /** False until it has been looked up. */
  isKnown: boolean
  place: string
  cards: KeptCards | null
  /** What was done since the cards were kept, sent or not, in its order. */
  steps: readonly KeptStep[]
  isSending: boolean
  /** Why what waits could not be sent; null where it can, or where there is no network. */
  problem: string | null
}

const NOTHING: Kept = { isKnown: false, place: '', cards: null, steps: [], isSending: false, problem: null }
let state = NOTHING
const listeners = new Set<() => void>()

export const readKept = (): Kept => state
export const waitingIn = ({ steps }: Kept): number => steps.filter(({ sentAt }) => sentAt === null).length
export function subscribeKept(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
function set(change: Partial<Kept>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

const here = (): Place => ({ owner: readOwner(), scope: readScope() })
const isHere = (place: string): boolean => place === keyOf(here())

/** Storage that is blocked or full is no error of the page: it then works with the network alone. */
function untold(cause: unknown): void {
  console.error('The cards cannot be kept for when there is no network.', cause)
}

let chain: Promise<unknown> = Promise.resolve()
/** One at a time, in all tabs where the browser can: what is sent is not sent by two of them. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  const next = chain.then(() => (navigator.locks ? navigator.locks.request('flash-steps', work) : work()))
  chain = next.catch(() => undefined)
  return next as Promise<T>
}

/** Looks up what is kept for who is here, and lets go what is kept of others: not what they have to send. */
export async function loadKept(): Promise<Kept> {
  const place = keyOf(here())
  try {
    const db = await database()
    for (const key of await db.getAllKeys('cards')) if (ownerIn(key) !== readOwner()) await db.delete('cards', key)
    for (const key of await db.getAllKeys('media')) if (ownerIn(key[0]) !== readOwner()) await db.delete('media', key)
    const cards = (await db.get('cards', place)) ?? null
    const steps = await db.getAllFromIndex('steps', 'place', place)
    if (isHere(place)) set({ isKnown: true, place, cards, steps })
  } catch (cause) {
    untold(cause)
    set({ ...NOTHING, isKnown: true, place })
  }
  return state
}

onOwnerChange(() => {
  set(NOTHING)
  void loadKept()
})

/** Writes down what was done. It is sent later, unless the server has had it. */
export async function keepStep(act: KeptAct, { isSent = false, before = null as KeptCard | null } = {}) {
  const place = keyOf(here())
  const step: KeptStep = { place, act, sentAt: isSent ? Date.now() : null, before }
  const no = await (await database()).add('steps', step)
  const kept = { ...step, no }
  if (isHere(place)) set({ steps: [...state.steps, kept] })
  return kept
}

/** What the server has had is written down so that the kept cards are as they are there; without storage they are not kept. */
export const noteSent = (act: KeptAct): Promise<unknown> => keepStep(act, { isSent: true }).catch(untold)

/** As if it had not been done: it is removed while it waits; the server is told where it has it. */
export function takeBackStep({ act, no, before }: KeptStep): Promise<void> {
  return alone(async () => {
    const db = await database()
    const waits = no !== undefined && (await db.get('steps', no))?.sentAt === null
    if (waits) {
      await db.delete('steps', no)
      set({ steps: state.steps.filter((step) => step.no !== no) })
    } else if (act.kind === 'grade') {
      const answer = act.id
      await keepStep({ kind: 'takeBack', id: `${answer}-back`, answer, at: new Date().toISOString() }, { before })
    } else if (act.kind !== 'takeBack') {
      await keepStep({ ...act, id: `${act.id}-back`, at: new Date().toISOString(), on: !act.on })
    }
  })
}

/** A step that was noted and then undone on the server is none. */
export async function dropStep(id: string): Promise<void> {
  const step = state.steps.find(({ act }) => act.id === id)
  if (step?.no === undefined) return
  await (await database()).delete('steps', step.no).catch(untold)
  set({ steps: state.steps.filter(({ act }) => act.id !== id) })
}

/** Sends what waits, in its order. Answers how many cards, or answers to be taken back, are gone; null where it could not be sent. */
export function sendSteps(): Promise<number | null> {
  return alone(async () => {
    const { isKnown, place } = state.isKnown ? state : await loadKept()
    if (!isKnown || !readOwner() || !isHere(place)) return null
    let gone = 0
    set({ isSending: true, problem: null })
    try {
      const db = await database()
      for (;;) {
        const steps = await db.getAllFromIndex('steps', 'place', place)
        const waiting = steps.filter(({ sentAt }) => sentAt === null).slice(0, AT_ONCE)
        if (waiting.length === 0) return gone
        if (!isHere(place)) return null
        const { output } = await api.post<{ output: { outcomes: Outcome[] } }>(
          '/api/m/flash/takeIn',
          { person: readOwner(), clock: new Date().toISOString(), acts: waiting.map(({ act }) => act) },
          { askToSignIn: false, signal: AbortSignal.timeout(PATIENCE_MS) },
        )
        gone += output.outcomes.filter(({ outcome }) => outcome === 'gone').length
        const sentAt = Date.now()
        for (const step of waiting) await db.put('steps', { ...step, sentAt })
        if (isHere(place)) set({ steps: await db.getAllFromIndex('steps', 'place', place) })
      }
    } catch (error) {
      const isReached = error instanceof ApiError && error.status > 0
      if (isReached && isHere(place)) set({ problem: sentenceFor(error) })
      return null
    } finally {
      set({ isSending: false })
    }
  })
}

/** Keeps the cards of the coming days, with their pictures and sounds. Nothing waits to be sent when it is called. */
export async function keepCards(days = 3): Promise<boolean> {
  const kept = await alone(() => fetchCards(days))
  // Files may take long: what is done meanwhile does not wait for them.
  if (kept) await keepMedia(kept.place, kept.cards).catch(untold)
  return kept !== null
}

async function fetchCards(days: number): Promise<{ place: string; cards: KeptCards } | null> {
  const place = keyOf(here())
  const begun = Date.now()
  try {
    const cards = await readAction<typeof flash, 'keep'>('flash', 'keep', { days }, AbortSignal.timeout(PATIENCE_MS))
    // Another person may have signed in meanwhile, in another tab.
    if (cards.person !== readOwner() || !isHere(place)) return null
    const db = await database()
    await db.put('cards', cards, place)
    for (const step of await db.getAllFromIndex('steps', 'place', place))
      if (step.sentAt !== null && step.sentAt < begun && step.no !== undefined) await db.delete('steps', step.no)
    if (isHere(place)) await loadKept()
    return { place, cards }
  } catch (cause) {
    if (!(cause instanceof ApiError)) untold(cause)
    return null
  }
}
