import type { MediaAbility } from '@atrium/contract/abilities'
import { loadOnce } from '../platform/load-once.ts'
import { abilityByName, defaultMedia, knownMedia, knownMedium, mediaCost } from './known-media.ts'
import type { KnownModel } from './known-models.ts'
import type { MediaCalls, MediaModel } from './media.ts'
import type { ListedModel } from './model-list.ts'

/** A provider as far as these models are concerned. */
export interface MediaProvider {
  key: KnownModel['provider']
  baseUrl: string | undefined
  apiKey: string | undefined
  /** Those of its list that draw, speak, hear or embed; null until it has been fetched once. */
  media: ListedModel[] | null
}

/** The calls of one model; what speaks to its provider is loaded at the first. */
function callsOf(provider: MediaProvider, id: string): MediaCalls {
  const { apiKey, baseUrl } = provider
  const calls = loadOnce(async () => (await import('./openai-media.ts')).openaiMedia({ apiKey, baseUrl }, id))
  return {
    draw: async (request) => (await calls()).draw(request),
    speak: async (request) => (await calls()).speak(request),
    hear: async (request) => (await calls()).hear(request),
    embed: async (request) => (await calls()).embed(request),
  }
}

function modelOf<A extends MediaAbility>(
  ability: A,
  provider: MediaProvider,
  id: string,
  name?: string,
): MediaModel<A> {
  const known = knownMedium(id)
  return {
    info: { id, name: known?.name ?? name ?? id, provider: provider.key, ability },
    ask: callsOf(provider, id)[ability],
    cost: (use) => (known ? mediaCost(known.price, use) : null),
  }
}

const rank = new Map(knownMedia.map(({ id }, at) => [id, at]))
const rankOf = (id: string) => rank.get(knownMedium(id)?.id ?? '') ?? rank.size

/** Only the OpenAI protocol has these calls. */
const speaksIt = ({ key }: MediaProvider) => key === 'openai'

/** The model that does it, as the lists of the providers have it: the known ones first. */
export function mediaModel<A extends MediaAbility>(
  ability: A,
  providers: readonly MediaProvider[],
): MediaModel<A> | null {
  for (const provider of providers.filter(speaksIt)) {
    // Nobody knows what another base address serves.
    const fallback = provider.baseUrl ? [] : defaultMedia.map((id) => ({ id, ability: abilityByName(id) ?? undefined }))
    const [first] = (provider.media ?? fallback)
      .filter((one) => one.ability === ability)
      .sort((a, b) => rankOf(a.id) - rankOf(b.id))
    if (first) return modelOf(ability, provider, first.id, 'name' in first ? first.name : undefined)
  }
  return null
}

/** The first of these names that does it; where one alone is named for it, that one, whatever its name says. */
export function mediaOf<A extends MediaAbility>(
  ability: A,
  names: readonly string[],
  providers: readonly MediaProvider[],
): MediaModel<A> | null {
  for (const name of names) {
    const [, key, id] = /^(?:(openai|anthropic|google):)?(.+)$/.exec(name.trim()) ?? []
    const provider = providers.find((one) => speaksIt(one) && (key === undefined || one.key === key))
    const told = id ? abilityByName(id) : null
    if (provider && id && (told === ability || told === null)) return modelOf(ability, provider, id)
  }
  return null
}
