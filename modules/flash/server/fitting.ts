import { Worker } from 'node:worker_threads'
import { AppError } from '@atrium/contract/errors'
import type { JobContext } from '@atrium/contract/module-work'
import { type Answer, type Answers, historiesOf, weightsOf } from '../fsrs/histories.ts'
import { type Fit, USUAL } from '../fsrs/model.ts'
import type flash from '../module.ts'
import { say } from '../say.ts'
import { allDecks, type Context, deckIn, subtree } from './decks.ts'
import { daysOf } from './study.ts'

/** Reviews that can be foretold, below which parameters of one's own say nothing: as Anki had it. */
export const NEEDED = 400
/** The latest reviews that are looked at. */
const MOST = 200_000
const WORKER = new URL('../fsrs/fit-worker.ts', import.meta.url)
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 }
const TIME_LIMIT_MS = 10 * 60_000

interface Reviewed {
  answers: Answers
  /** The parameters of the deck that most of the reviews are of. */
  present: number[]
}

/** The answers to the cards that are in these decks now; to all cards there ever were, where it is about all decks. */
async function reviewed(deck: string | null, context: Context): Promise<Reviewed> {
  const { store } = context
  const decks = subtree(await allDecks(context), deck === null ? null : deckIn(await allDecks(context), deck))
  const inside = new Set<string>()
  if (deck !== null)
    for await (const { key } of store.cards.each({ where: { deck: { in: decks.map(({ id }) => id) } } }))
      inside.add(key)
  const days = await daysOf(context)
  const answers: Answer[] = []
  const counts = new Map<string, number>()
  for await (const { card, deck: of, at, grade, state } of store.reviews.each({ order: '-at' })) {
    if (deck !== null && !inside.has(card)) continue
    const time = new Date(at)
    answers.push({ card, at: time.getTime(), day: days.dayOf(time), grade, state })
    counts.set(of, (counts.get(of) ?? 0) + 1)
    if (answers.length === MOST) break
  }
  const own = decks.toSorted((a, b) => (counts.get(b.id) ?? 0) - (counts.get(a.id) ?? 0))[0]
  return { answers: historiesOf(answers.reverse()), present: own?.weights ?? [...USUAL] }
}

interface Fitting {
  before: Fit
  after: Fit
  weights: number[]
}

/** On a thread of its own, which ends with the signal, and when it takes too long or too much memory. */
function onThread(data: Reviewed, signal: AbortSignal, onProgress: (fraction: number) => void): Promise<Fitting> {
  signal.throwIfAborted()
  const worker = new Worker(WORKER, { workerData: data, resourceLimits: LIMITS, env: {} })
  const { promise, resolve, reject } = Promise.withResolvers<Fitting>()
  const timer = setTimeout(() => reject(new AppError('too_large', say('fittingTooLong'))), TIME_LIMIT_MS)
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  worker.on('message', (said: { progress?: number; fit?: Fitting }) => {
    if (said.fit) resolve(said.fit)
    else onProgress(said.progress ?? 0)
  })
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('the thread ended without an answer')))
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    void worker.terminate()
  })
}

/**
 * Parameters of the person's own reviews. How good they are is seen on reviews that were foretold with parameters of those before; what
 * is proposed is made from all. Nothing is changed but the proposal.
 */
export async function fit(
  { deck }: { deck: string | null },
  { step, signal, progress }: JobContext<typeof flash>,
): Promise<{ link: string; reviews: number }> {
  let data: Reviewed | null = null
  progress(0, 100)
  // Read anew after a restart: so many reviews are no answer of a step.
  await step(`read ${crypto.randomUUID()}`, async (context) => {
    data = await reviewed(deck, context)
  })
  if (!data) throw new Error('nothing was read')
  const { answers }: Reviewed = data
  const { count } = weightsOf(answers)
  const found = count < NEEDED ? null : await onThread(data, signal, (part) => progress(Math.round(5 + part * 95), 100))
  await step('propose', async ({ store }) => {
    const proposal = {
      scope: deck ?? 'all',
      reviews: count,
      needed: NEEDED,
      weights: found?.weights ?? null,
      before: found?.before ?? null,
      after: found?.after ?? null,
    }
    const [known] = await store.fits.list({ where: { scope: proposal.scope }, limit: 1 })
    if (known) await store.fits.update(known.id, proposal)
    else await store.fits.insert(proposal)
  })
  return { link: `/flash?fit=${deck ?? 'all'}`, reviews: count }
}

/** Whether the proposal foretells better, on reviews that it was not made from. */
export const isBetter = ({ before, after }: { before: Fit | null; after: Fit | null }): boolean =>
  before !== null && after !== null && after.logLoss < before.logLoss && after.rmse <= before.rmse

export async function lastFit(scope: string, { store }: Context) {
  const [found] = await store.fits.list({ where: { scope }, limit: 1 })
  return found ? { ...found, isBetter: isBetter(found) } : null
}

/** The decks' parameters are those of the proposal, or the usual ones again. */
export async function useParameters({ scope, usual }: { scope: string; usual: boolean }, context: Context) {
  const decks = await allDecks(context)
  const inside = subtree(decks, scope === 'all' ? null : deckIn(decks, scope))
  const found = usual ? null : await lastFit(scope, context)
  if (!usual && !found?.weights) throw new AppError('conflict', say('noParameters'))
  if (found && !found.isBetter) throw new AppError('conflict', say('parametersNoBetter'))
  for (const { id } of inside) await context.store.decks.update(id, { weights: found?.weights ?? null })
  return { count: inside.length }
}
