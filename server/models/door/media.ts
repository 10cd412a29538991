import type { MediaAbility } from '@atrium/contract/abilities'
import { AppError } from '@atrium/contract/errors'
import type { DrawRequest, HearRequest, ModelDoor, SpeakRequest } from '@atrium/contract/model-door'
import type { Database } from '../../platform/database/connect.ts'
import type { Made, MediaModel, MediaUse } from '../media.ts'
import { NOTHING } from '../media.ts'
import { ProviderError } from '../provider-error.ts'
import { metered, type Spender } from './metering.ts'
import { refusalOf, tooLong } from './refusals.ts'

/** ms; less than an action that asks has */
const TIME_LIMIT = 150_000
const PROMPT_MAX = 4_000
const SPOKEN_MAX = 4_000
/** bytes; more than that OpenAI refuses */
const SOUND_MAX = 25 * 1024 * 1024
/** bytes of a second of speech, at least: what is held is never less than what is asked */
const SECOND = 2_000
const TEXTS_MAX = 256
const TEXT_MAX = 8_000

/**
 * Tokens that stand for what has none, so that a limit in tokens holds all of it: a picture of medium quality (a wide one is 1,584),
 * a second of sound that is heard, a character that is spoken.
 */
const STANDS_FOR = { pictures: 1_600, seconds: 10, characters: 2 }
const tokensOf = ({ inputTokens, outputTokens, pictures, seconds, characters }: MediaUse): number => {
  const told = inputTokens + outputTokens
  const others = seconds * STANDS_FOR.seconds + characters * STANDS_FOR.characters
  return Math.ceil(told + others + (told > 0 ? 0 : pictures * STANDS_FOR.pictures))
}

interface Asked {
  db: Database
  spender: Spender
  model<A extends MediaAbility>(ability: A): Promise<MediaModel<A>>
  signal: AbortSignal
}

/** One call, with what it uses at most held before it, and what it used settled after. */
async function call<A extends MediaAbility, T>(
  { db, spender, signal, model }: Asked,
  ability: A,
  most: Partial<MediaUse>,
  work: (ask: MediaModel<A>['ask'], signal: AbortSignal) => Promise<Made<T>>,
): Promise<T & { madeBy: string }> {
  const { ask, cost, info } = await model(ability)
  const limit = AbortSignal.timeout(TIME_LIMIT)
  const held = { ...NOTHING, ...most }
  const price = cost(held)
  const amount = { micros: price ?? 0, tokens: tokensOf(held), isUnpriced: price === null }
  const answer = await metered<{ made: Made<T> } | { reason: unknown }>(db, spender, amount, async () => {
    try {
      const made = await work(ask, AbortSignal.any([signal, limit]))
      const use = { ...held, ...made.use }
      return { answer: { made }, spent: { use, micros: cost(use), tokens: tokensOf(use) } }
    } catch (reason) {
      // A provider that refused or was not reached has charged nothing; what we ended ourselves may cost all of it, and so may what
      // cannot be read.
      const isFree = reason instanceof ProviderError && reason.kind !== 'garbage' && reason.kind !== 'timeout'
      return { answer: { reason }, spent: isFree ? null : { use: held, micros: price, tokens: amount.tokens } }
    }
  })
  signal.throwIfAborted()
  if ('made' in answer) return { ...answer.made, madeBy: info.id }
  throw refusalOf(limit.aborted ? new ProviderError('timeout', 'no whole answer in time') : answer.reason)
}

const primary = (language: string | undefined): string | null => language?.split('-')[0]?.toLowerCase() ?? null
/** What people call a language in English; null for a tag that is none: it is as good as not said. */
function nameOf(language: string | undefined): string | null {
  if (!language) return null
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** A vector of length one: what is nearest is then the greatest product. */
function normalised(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  return length > 0 ? vector.map((one) => one / length) : vector
}

/** What is asked of models that do not answer in words. */
export const mediaDoor = (asked: Asked): Pick<ModelDoor, 'draw' | 'speak' | 'hear' | 'embed'> => ({
  async draw({ prompt, count, shape }: DrawRequest) {
    if (prompt.length > PROMPT_MAX) throw tooLong()
    const most = { pictures: count, inputTokens: prompt.length, outputTokens: count * STANDS_FOR.pictures }
    const { pictures } = await call(asked, 'draw', most, (draw, signal) =>
      draw({ prompt: prompt.toWellFormed(), count, shape, signal }),
    )
    return pictures
  },
  async speak({ text, language }: SpeakRequest) {
    const said = text.toWellFormed().trim()
    if (said.length > SPOKEN_MAX) throw tooLong()
    const { speech } = await call(asked, 'speak', { characters: said.length }, (speak, signal) =>
      speak({ text: said, language: nameOf(language), signal }),
    )
    return speech
  },
  async hear({ name, mime, bytes, language }: HearRequest) {
    if (bytes.byteLength > SOUND_MAX)
      throw new AppError('too_large', 'That recording is too long for the model: it hears at most 25 MB at once.')
    const { text } = await call(asked, 'hear', { seconds: Math.ceil(bytes.byteLength / SECOND) }, (hear, signal) =>
      hear({ name, mime, bytes, language: primary(language), signal }),
    )
    return { text }
  },
  async embed(texts: readonly string[]) {
    if (texts.length === 0 || texts.length > TEXTS_MAX)
      throw new Error(`A model embeds 1 to ${TEXTS_MAX} texts at once`)
    const cut = texts.map((text) => text.toWellFormed().slice(0, TEXT_MAX) || ' ')
    const inputTokens = cut.reduce((sum, text) => sum + Math.ceil(Buffer.byteLength(text) / 2), 0)
    const { vectors, madeBy } = await call(asked, 'embed', { inputTokens }, (embed, signal) =>
      embed({ texts: cut, signal }),
    )
    return { vectors: vectors.map(normalised), madeBy }
  },
})
