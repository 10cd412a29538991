import { Ability, type Able } from '@atrium/contract/abilities'
import { ModelList } from '@atrium/contract/models'
import { guideModel } from '../guide/model.ts'
import { type Config, modelsLeftOut } from '../platform/config.ts'
import type { Bus } from '../platform/database/bus.ts'
import type { Database } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import type { Live } from '../platform/live.ts'
import type { Log } from '../platform/telemetry.ts'
import type { KeyCipher } from './key-cipher.ts'
import { keyRoutes } from './key-routes.ts'
import { createLimits, type Limits } from './limited.ts'
import type { ModelRegistry } from './model.ts'
import { createPersonal, type Personal } from './personal.ts'
import { createRegistry, type RegistryConfig } from './registry.ts'
import { modelUseRoutes } from './use.ts'

interface Settings {
  db: Database
  bus: Bus
  live: Live
  cipher: KeyCipher
  config: Config
  log: Log
}

export interface Models {
  /** The models of a person: the installation's, and those of their own keys. */
  registryOf: Personal['registryOf']
  /** Who has limited what may be spent on them. */
  limits: Limits
  /** Whether any provider is connected by the operator. */
  areConnected(): boolean
  /** Asks the providers which models they have. */
  refresh(): Promise<void>
  routes: Route[]
}

const offeredBy = (registry: ModelRegistry) => [
  ...registry.list(),
  ...(['draw', 'speak', 'hear', 'embed'] as const).flatMap((ability) => registry.media(ability) ?? []),
]

/** Which model does what of the things that not every model does. */
function ableOf(registry: ModelRegistry): Able {
  const able: Able = {}
  for (const ability of Ability.options) {
    const model = ability === 'see' ? registry.seeing() : registry.media(ability)
    if (model) able[ability] = model.info.name
  }
  return able
}

/** The providers that the operator has connected, people's own keys, and what was used of them. */
export function createModels({ db, bus, live, cipher, config, log }: Settings): Models {
  const providers: RegistryConfig = {
    openaiApiKey: config.OPENAI_API_KEY,
    openaiBaseUrl: config.OPENAI_BASE_URL,
    anthropicApiKey: config.ANTHROPIC_API_KEY,
    anthropicBaseUrl: config.ANTHROPIC_BASE_URL,
    googleApiKey: config.GOOGLE_GENERATIVE_AI_API_KEY,
    googleBaseUrl: config.GOOGLE_BASE_URL,
    models: config.MODELS,
    abilities: {
      see: config.MODEL_TO_SEE,
      draw: config.MODEL_TO_DRAW,
      speak: config.MODEL_TO_SPEAK,
      hear: config.MODEL_TO_HEAR,
      embed: config.MODEL_TO_EMBED,
    },
    onProblem: (provider, error) => log.warn({ err: error, provider }, 'the list of models could not be fetched'),
  }
  const registry = createRegistry(providers, guideModel)
  for (const model of modelsLeftOut(config.MODELS ?? [], offeredBy(registry)))
    log.warn({ model }, 'MODELS names a model of no connected provider; it is left out')
  const personal = createPersonal({ db, bus, cipher, config: providers, shared: registry, guide: guideModel, log })
  return {
    registryOf: personal.registryOf,
    limits: createLimits(db.$client, bus),
    areConnected: () => registry.list().some(({ info }) => info.provider !== 'guide'),
    refresh: async () => registry.refresh(),
    routes: [
      ...keyRoutes({ db, bus, live, cipher, config: providers, forget: personal.forget }),
      ...modelUseRoutes(db),
      route(
        {
          method: 'GET',
          path: '/api/models',
          summary: 'The models that can answer, and the one that does when nobody chose',
          tag: 'Models',
          access: 'public.read',
          limit: 'read',
          answer: ModelList,
        },
        async ({ principal }) => {
          const theirs = await personal.registryOf(principal.userId)
          return {
            models: theirs.list().map((model) => model.info),
            selected: theirs.select(null).info.id,
            able: ableOf(theirs),
          }
        },
      ),
    ],
  }
}
