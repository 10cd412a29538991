import type { Ability } from '@atrium/contract/abilities'
import type { Extracted, ModelDoor } from '@atrium/contract/model-door'
import type { Principal } from '@atrium/contract/principal'
import type { z } from 'zod'
import type { Database } from '../../platform/database/connect.ts'
import type { Model, ModelMessage, ModelRegistry } from '../model.ts'
import type { RegistryOf } from '../personal.ts'
import { ProviderError } from '../provider-error.ts'
import { type Ask, type Asking, isBroken } from './asking.ts'
import { classify } from './classify.ts'
import { compose } from './compose.ts'
import { extract } from './extract.ts'
import { mediaDoor } from './media.ts'
import { askMetered } from './metering.ts'
import { noModel, refusalOf, tooLong, unable } from './refusals.ts'
import { see } from './see.ts'
import { write } from './write.ts'

/** characters of all that one call gives the model, whatever its window */
const SOURCE_MAX = 200_000
/** characters of a token, at least, as a rule: what is longer than the window is refused before it is paid for */
const CHARACTERS = 3
/** ms; less than an action has */
const TIME_LIMIT = 50_000
/** objects of one extraction, and items of one classification */
const ITEMS_MAX = 200
const WORDS_MAX = 2_000

/** The action that asks. */
export interface Asker {
  principal: Principal
  module: string
  signal: AbortSignal
  /** Throws where a model cannot be asked: behind a link, after something was written. */
  check(): void
}

export type DoorFor = (asker: Asker) => ModelDoor

/** The first model that is one: what answers when nobody chose, the Guide aside. */
async function modelOf(registryOf: RegistryOf, { userId }: Principal): Promise<Model> {
  const registry = await registryOf(userId)
  const chosen = registry.select(null)
  const model =
    chosen.info.provider === 'guide' ? registry.list().find(({ info }) => info.provider !== 'guide') : chosen
  if (!model) throw noModel()
  return model
}

const messageOf = (text: string, at: number): ModelMessage =>
  at % 2 === 0 ? { role: 'user', parts: [{ type: 'text', text }] } : { role: 'assistant', text }

/** Where none can do it, whether one is connected at all decides what is said. */
async function ableOf<T>(
  registryOf: RegistryOf,
  { userId }: Principal,
  ability: Ability,
  find: (registry: ModelRegistry) => T | null,
): Promise<T> {
  const registry = await registryOf(userId)
  const model = find(registry)
  if (model) return model
  throw registry.list().some(({ info }) => info.provider !== 'guide') ? unable(ability) : noModel()
}

/** What an answer without an object says. */
function nothing<S extends z.ZodObject>({ shape }: S): Extracted<S> {
  const none = Object.fromEntries(Object.keys(shape).map((field) => [field, null]))
  return { value: none, quotes: { ...none }, refused: [] } as unknown as Extracted<S>
}

/** The models of people behind one door, for the actions of modules. Without tools: what is read there can do nothing. */
export function createModelDoor({ db, registryOf }: { db: Database; registryOf: RegistryOf }): DoorFor {
  return ({ principal, module, signal, check }) => {
    const spender = { principal, module }
    const answerOf = async (model: Model, asking: Omit<Asking, 'tools' | 'signal'>) => {
      const limit = AbortSignal.timeout(TIME_LIMIT)
      const whole = { ...asking, tools: [], signal: AbortSignal.any([signal, limit]) }
      const said = await askMetered(db, model, spender, whole)
      signal.throwIfAborted()
      if (!isBroken(said)) return said
      throw refusalOf(limit.aborted ? new ProviderError('timeout', 'no whole answer in time') : said.reason)
    }
    const ask: Ask = async (system, turns, maxOutputTokens) => {
      check()
      const model = await modelOf(registryOf, principal)
      const length = turns.reduce((sum, turn) => sum + turn.length, system.length)
      const window = model.info.contextWindow
      if (length > SOURCE_MAX || length / CHARACTERS + maxOutputTokens > window) throw tooLong()
      const messages = turns.map((text, at) => messageOf(text.toWellFormed(), at))
      return answerOf(model, { system, messages, maxOutputTokens })
    }
    return {
      async extract(request) {
        const { items } = await extract(ask, request, 1)
        return items[0] ?? nothing(request.schema)
      },
      extractMany: ({ atMost, ...request }) => extract(ask, request, Math.min(atMost, ITEMS_MAX)),
      write: (request) => write(ask, { ...request, maxWords: Math.min(request.maxWords, WORDS_MAX) }),
      compose: (request) => compose(ask, request),
      classify(request) {
        if (request.items.length > ITEMS_MAX) throw new Error(`A model sorts at most ${ITEMS_MAX} items at once`)
        return classify(ask, request)
      },
      async see(request) {
        check()
        const model = await ableOf(registryOf, principal, 'see', (registry) => registry.seeing())
        return see(
          (system, parts, maxOutputTokens) =>
            answerOf(model, { system, messages: [{ role: 'user', parts }], maxOutputTokens }),
          request,
        )
      },
      ...mediaDoor({
        ...{ db, spender, signal },
        async model(ability) {
          check()
          return ableOf(registryOf, principal, ability, (registry) => registry.media(ability))
        },
      }),
    }
  }
}
