import type { MediaAbility } from '@atrium/contract/abilities'
import { DEFAULT_MODEL } from '@atrium/contract/models'
import type { KeyProvider } from '@atrium/contract/profile'
import { eq } from 'drizzle-orm'
import type { Bus } from '../platform/database/bus.ts'
import type { Database } from '../platform/database/connect.ts'
import type { Log } from '../platform/telemetry.ts'
import type { KeyCipher } from './key-cipher.ts'
import type { Model, ModelRegistry } from './model.ts'
import { createRegistry, type RegistryConfig } from './registry.ts'
import { providerKeys } from './tables.ts'

/** The models that answer a person: their own keys' before the installation's. */
export type RegistryOf = (userId: string | null) => Promise<ModelRegistry>

export interface Personal {
  registryOf: RegistryOf
  /** Forgets, on this instance and at once, what is remembered of a person's keys. */
  forget(userId: string): void
}

export interface PersonalSettings {
  db: Database
  bus: Bus
  cipher: KeyCipher
  config: RegistryConfig
  shared: ModelRegistry
  guide: Model
  log: Log
}

const REMEMBERED = 1000
/** ms for which the first question after a start waits for the provider's list */
const PATIENCE = 3_000

/** The addresses are the installation's, whoever's the keys are. */
function configWith(config: RegistryConfig, keys: ReadonlyMap<string, string>): RegistryConfig {
  const { idleTimeoutMs, onProblem, abilities } = config
  return {
    abilities,
    idleTimeoutMs,
    onProblem,
    openaiApiKey: keys.get('openai'),
    openaiBaseUrl: keys.has('openai') ? config.openaiBaseUrl : undefined,
    anthropicApiKey: keys.get('anthropic'),
    anthropicBaseUrl: config.anthropicBaseUrl,
    googleApiKey: keys.get('google'),
    googleBaseUrl: config.googleBaseUrl,
  }
}

function composed(own: ModelRegistry, shared: ModelRegistry, providers: ReadonlySet<string>): ModelRegistry {
  const list = () => {
    const first = own.list().filter(({ info }) => info.provider !== 'guide')
    const taken = new Set(first.map(({ info }) => info.id))
    return [...first, ...shared.list().filter(({ info }) => !providers.has(info.provider) && !taken.has(info.id))]
  }
  const unlessOwn = <T extends { info: { provider: string } }>(model: T | null): T | null =>
    model && !providers.has(model.info.provider) ? model : null
  return {
    list,
    select(preferred) {
      const all = list()
      const find = (id: string) => all.find(({ info }) => info.id === id || `${info.provider}:${info.id}` === id)
      if (preferred) {
        const found = find(preferred)
        if (found) return found
        for (const registry of [own, shared]) {
          const unlisted = registry.select(preferred)
          if (unlisted.info.id === preferred && !(registry === shared && providers.has(unlisted.info.provider)))
            return unlisted
        }
      }
      return find(DEFAULT_MODEL) ?? all[0] ?? shared.select(null)
    },
    seeing: () => own.seeing() ?? unlessOwn(shared.seeing()),
    media: <A extends MediaAbility>(ability: A) => own.media(ability) ?? unlessOwn(shared.media(ability)),
  }
}

/** Remembers each person's registry until their keys change on any instance. */
export function createPersonal(settings: PersonalSettings): Personal {
  const { db, bus, cipher, config, shared, guide, log } = settings
  const known = new Map<string, Promise<ModelRegistry>>()
  bus.subscribe('provider-keys', (userId) => known.delete(userId as string))
  bus.onGap(() => known.clear())

  async function build(userId: string): Promise<ModelRegistry> {
    const rows = await db.select().from(providerKeys).where(eq(providerKeys.userId, userId))
    const keys = new Map<KeyProvider, string>()
    for (const { provider, ciphertext } of rows) {
      const key = cipher.open(ciphertext, userId)
      if (key === null) log.warn({ userId, provider }, 'a provider key was sealed under another SESSION_SECRET')
      else keys.set(provider as KeyProvider, key)
    }
    if (keys.size === 0) return shared
    const own = createRegistry(configWith(config, keys), guide)
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PATIENCE)
    })
    await Promise.race([own.refresh(), patience])
    clearTimeout(timer)
    return composed(own, shared, new Set(keys.keys()))
  }

  const registryOf: RegistryOf = (userId) => {
    if (userId === null) return Promise.resolve(shared)
    const found = known.get(userId)
    if (found) {
      known.delete(userId) // to the young end
      known.set(userId, found)
      return found
    }
    const building = build(userId)
    known.set(userId, building)
    building.catch(() => known.delete(userId)) // whoever waits for it is told
    const [oldest] = known.keys()
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest)
    return building
  }
  return { registryOf, forget: (userId) => void known.delete(userId) }
}
