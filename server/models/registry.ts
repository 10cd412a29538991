import type { Ability, MediaAbility } from '@atrium/contract/abilities'
import { DEFAULT_MODEL } from '@atrium/contract/models'
import { loadOnce } from '../platform/load-once.ts'
import { endpoint } from './endpoint.ts'
import { abilityByName } from './known-media.ts'
import { costMicros, defaultModels, knownModel, knownModels } from './known-models.ts'
import { type MediaProvider, mediaModel, mediaOf } from './media-registry.ts'
import type { Model, ModelRegistry, StreamModel } from './model.ts'
import type { ListedModel } from './model-list.ts'

export interface RegistryConfig {
  openaiApiKey?: string | undefined
  openaiBaseUrl?: string | undefined
  anthropicApiKey?: string | undefined
  anthropicBaseUrl?: string | undefined
  googleApiKey?: string | undefined
  googleBaseUrl?: string | undefined
  /** MODELS: `provider:id` or an id, in the order to offer them. Then no provider is asked for its list. */
  models?: readonly string[] | undefined
  /** MODEL_TO_SEE and the others: which model does what, `provider:id` or an id; `none` switches it off. */
  abilities?: Readonly<Partial<Record<Ability, string | undefined>>> | undefined
  /** ms without a byte before a stream is given up */
  idleTimeoutMs?: number | undefined
  /** Told when a provider's list cannot be fetched. */
  onProblem?: ((provider: string, error: unknown) => void) | undefined
}

interface Provider extends MediaProvider {
  stream: StreamModel
  /** null until its list has been fetched once */
  listed: ListedModel[] | null
  /** The last attempt to fetch its list failed. */
  failed: boolean
}

/** ms between two fetches of the lists: after a success, and after a failure */
const FRESH = 60 * 60_000
const RETRY = 60_000
/** tokens; low enough for the small models that people run themselves */
const GUESSED_CONTEXT = 32_000

/**
 * The models that can answer now, and which of them answers. `list` and `select` never wait: lists of providers are
 * fetched behind them, at first use and again when they are old, and a provider out of reach keeps its last list.
 */
export function createRegistry(config: RegistryConfig, guide: Model): ModelRegistry & { refresh(): Promise<void> } {
  const providers = configuredProviders(config)
  let models = build()
  let dueAt = config.models || providers.length === 0 ? Number.POSITIVE_INFINITY : 0
  let refreshing: Promise<void> | null = null

  function build(): Model[] {
    const list = config.models
      ? named(
          config.models.filter((name) => !isMedia(name)),
          providers,
        )
      : providers.flatMap(offered)
    const unique = new Map(list.map((model) => [model.info.id, model] as const).reverse())
    return [...list.filter((model) => unique.get(model.info.id) === model), guide]
  }

  function refresh(): Promise<void> {
    if (config.models) return Promise.resolve()
    refreshing ??= fetchLists().finally(() => {
      refreshing = null
    })
    return refreshing
  }

  async function fetchLists(): Promise<void> {
    await Promise.all(
      providers.map(async (provider) => {
        try {
          const { listModels } = await import('./model-list.ts')
          const listed = await listModels(provider.key, provider.baseUrl, provider.apiKey)
          provider.listed = sorted(listed.filter(({ ability }) => !ability))
          provider.media = listed.filter(({ ability }) => ability)
          provider.failed = false
        } catch (error) {
          provider.failed = true
          config.onProblem?.(provider.key, error)
        }
      }),
    )
    models = build()
    dueAt = Date.now() + (providers.some(({ failed }) => failed) ? RETRY : FRESH)
  }

  function current(): Model[] {
    // `refresh` does not reject; what fails is told to onProblem.
    if (Date.now() >= dueAt) void refresh()
    return models
  }

  return {
    list: current,
    refresh,
    select(preferred) {
      const list = current()
      const find = (id: string) => list.find(({ info }) => info.id === id || `${info.provider}:${info.id}` === id)
      const chosen = preferred ? (find(preferred) ?? unlisted(preferred, config, providers)) : undefined
      return chosen ?? find(DEFAULT_MODEL) ?? list[0] ?? guide
    },
    seeing() {
      const wanted = config.abilities?.see
      if (wanted === 'none') return null
      const list = current()
      const find = (id: string) => list.find(({ info }) => info.id === id || `${info.provider}:${info.id}` === id)
      // A model that is named sees, whatever its provider's list says of it.
      if (wanted) return find(wanted) ?? named([wanted], providers)[0] ?? null
      const first = find(DEFAULT_MODEL) ?? list[0]
      return first?.info.vision ? first : (list.find(({ info }) => info.vision) ?? null)
    },
    media<A extends MediaAbility>(ability: A) {
      current()
      const wanted = config.abilities?.[ability]
      if (wanted === 'none') return null
      if (wanted) return mediaOf(ability, [wanted], providers)
      return config.models
        ? mediaOf(
            ability,
            config.models.filter((name) => isMedia(name)),
            providers,
          )
        : mediaModel(ability, providers)
    },
  }
}

const isMedia = (name: string): boolean => abilityByName(name.trim()) !== null

/** An adapter that is loaded, with its HTTP client, at its first stream. */
function lazily(load: () => Promise<StreamModel>): StreamModel {
  const adapter = loadOnce(load)
  return async (request, sink) => {
    const stream = await adapter()
    return stream(request, sink)
  }
}

function configuredProviders(config: RegistryConfig): Provider[] {
  const { idleTimeoutMs } = config
  const providers: Provider[] = []
  const add = (
    key: Provider['key'],
    { baseUrl, apiKey }: { baseUrl: string | undefined; apiKey: string | undefined },
    load: () => Promise<StreamModel>,
  ) => {
    if (baseUrl) endpoint(baseUrl, 'v1', 'models') // a wrong address shows at start, not at the first message
    providers.push({ key, baseUrl, apiKey, stream: lazily(load), listed: null, media: null, failed: false })
  }

  const openai = { apiKey: config.openaiApiKey || undefined, baseUrl: config.openaiBaseUrl || undefined }
  if (openai.apiKey || openai.baseUrl)
    add('openai', openai, async () => (await import('./openai.ts')).openaiStream({ ...openai, idleTimeoutMs }))
  if (config.anthropicApiKey) {
    const anthropic = { apiKey: config.anthropicApiKey, baseUrl: config.anthropicBaseUrl || undefined }
    add('anthropic', anthropic, async () =>
      (await import('./anthropic.ts')).anthropicStream({ ...anthropic, idleTimeoutMs }),
    )
  }
  if (config.googleApiKey) {
    const google = { apiKey: config.googleApiKey, baseUrl: config.googleBaseUrl || undefined }
    add('google', google, async () => (await import('./google.ts')).googleStream({ ...google, idleTimeoutMs }))
  }
  return providers
}

function offered(provider: Provider): Model[] {
  // Nobody knows what another base address serves; official providers have their known models.
  const fallback = provider.key === 'openai' && provider.baseUrl ? [] : defaultModels[provider.key]
  return (provider.listed ?? fallback.map((id) => ({ id }))).map((listed) => modelOf(provider, listed))
}

/** The models of MODELS whose provider is configured. */
function named(names: readonly string[], providers: Provider[]): Model[] {
  return names.flatMap((name) => {
    const explicit = /^(openai|anthropic|google):(.+)$/.exec(name.trim())
    const id = explicit?.[2] ?? name.trim()
    const provider = explicit
      ? providers.find(({ key }) => key === explicit[1])
      : (providers.find(({ key }) => key === providerOf(id)) ?? providers.find(isCompatible))
    return provider && id ? [modelOf(provider, { id })] : []
  })
}

const providerOf = (id: string): Provider['key'] =>
  id.startsWith('claude-') ? 'anthropic' : id.startsWith('gemini-') ? 'google' : 'openai'

const isCompatible = ({ key, baseUrl }: Provider): boolean => key === 'openai' && baseUrl !== undefined

/** A server of the OpenAI protocol whose list cannot be had may still have the model. */
function unlisted(id: string, config: RegistryConfig, providers: Provider[]): Model | undefined {
  const provider = config.models ? undefined : providers.find(isCompatible)
  return provider?.failed && provider.listed === null ? modelOf(provider, { id }) : undefined
}

function modelOf(provider: Provider, listed: ListedModel): Model {
  const { id } = listed
  const known = knownModel(id)
  return {
    info: {
      id,
      name: known?.name ?? listed.name ?? id,
      provider: provider.key,
      contextWindow: listed.contextWindow ?? known?.contextWindow ?? GUESSED_CONTEXT,
      vision: listed.vision ?? known?.vision ?? false,
      tools: known?.tools ?? listed.tools ?? true,
    },
    stream: provider.stream,
    cost: (usage) => (known ? costMicros(known.price, usage) : null),
  }
}

const rank = new Map(knownModels.map(({ id }, at) => [id, at]))

/** Known models first, in the table's order, then the others by name. */
function sorted(list: ListedModel[]): ListedModel[] {
  const of = ({ id }: ListedModel) => rank.get(knownModel(id)?.id ?? '') ?? rank.size
  return list.toSorted((a, b) => of(a) - of(b) || a.id.localeCompare(b.id))
}
