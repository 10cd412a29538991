import { AppError } from '@atrium/contract/errors'
import { KeyProvider, NewProviderKey, ProviderKey } from '@atrium/contract/profile'
import { and, asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Bus } from '../platform/database/bus.ts'
import type { Database } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import type { Live } from '../platform/live.ts'
import type { KeyCipher } from './key-cipher.ts'
import { ProviderError } from './provider-error.ts'
import type { RegistryConfig } from './registry.ts'
import { providerKeys } from './tables.ts'

interface KeySettings {
  db: Database
  bus: Bus
  live: Live
  cipher: KeyCipher
  config: RegistryConfig
  /** Forgets on this instance what is remembered of a person's keys. */
  forget(userId: string): void
}

/** Throws `unprocessable` when the provider does not know the key, `provider_failed` when it cannot be asked. */
async function tryKey(provider: KeyProvider, baseUrl: string | undefined, key: string): Promise<void> {
  try {
    const { listModels } = await import('./model-list.ts')
    await listModels(provider, baseUrl, key)
  } catch (cause) {
    if (!(cause instanceof ProviderError)) throw cause
    // Google answers 400 to a key that it does not know.
    if (cause.kind === 'unauthorized' || cause.kind === 'bad_request')
      throw new AppError(
        'unprocessable',
        'The provider did not accept this key. Check that it is complete and still valid.',
      )
    throw new AppError(
      'provider_failed',
      'The provider could not be reached to test the key, so nothing was saved. Try again in a moment.',
      { cause },
    )
  }
}

/** The keys that people bring for themselves. They come in and never go out. */
export function keyRoutes({ db, bus, live, cipher, config, forget }: KeySettings): Route[] {
  const baseUrls = {
    openai: config.openaiBaseUrl || undefined,
    anthropic: config.anthropicBaseUrl || undefined,
    google: config.googleBaseUrl || undefined,
  }
  const changed = async (userId: string) => {
    forget(userId)
    await bus.publish('provider-keys', userId)
    live.tell(userId, { topic: 'models' })
  }
  const own = { tag: 'Models', access: 'provider-key.own' } as const
  const one = {
    ...own,
    path: '/api/user/provider-keys/:provider',
    params: z.object({ provider: z.string() }),
    limit: 'write',
  } as const
  const providerOf = (name: string): KeyProvider => {
    const provider = KeyProvider.safeParse(name)
    if (!provider.success) throw new AppError('not_found', 'Keys can be added for OpenAI, Anthropic and Google.')
    return provider.data
  }
  return [
    route(
      {
        ...own,
        method: 'GET',
        path: '/api/user/provider-keys',
        summary: 'The keys of your own, by their last characters',
        limit: 'read',
        answer: z.object({ keys: z.array(ProviderKey), providers: z.array(KeyProvider) }),
      },
      async ({ principal }) => {
        const rows = await db
          .select({ provider: providerKeys.provider, ending: providerKeys.ending, addedAt: providerKeys.addedAt })
          .from(providerKeys)
          .where(eq(providerKeys.userId, principal.owner))
          .orderBy(asc(providerKeys.provider))
        return {
          keys: rows.map((row) => ({ ...row, addedAt: row.addedAt.toISOString() })),
          providers: KeyProvider.options,
        }
      },
    ),
    route(
      {
        ...one,
        method: 'PUT',
        summary: 'Adds or replaces a key of your own, after it was tried at the provider',
        body: NewProviderKey,
        answer: ProviderKey,
      },
      async ({ principal, params, body }) => {
        const provider = providerOf(params.provider)
        if (!/^[\x21-\x7e]+$/.test(body.key))
          throw new AppError('unprocessable', 'A key has no spaces or special characters. Copy it again, please.')
        await tryKey(provider, baseUrls[provider], body.key)
        const row = {
          ciphertext: cipher.seal(body.key, principal.owner),
          ending: body.key.slice(-4),
          addedAt: new Date(),
        }
        await db
          .insert(providerKeys)
          .values({ userId: principal.owner, provider, ...row })
          .onConflictDoUpdate({ target: [providerKeys.userId, providerKeys.provider], set: row })
        await changed(principal.owner)
        return { provider, ending: row.ending, addedAt: row.addedAt.toISOString() }
      },
    ),
    route(
      { ...one, method: 'DELETE', summary: 'Deletes a key of your own', answer: z.object({ ok: z.literal(true) }) },
      async ({ principal, params }) => {
        const provider = providerOf(params.provider)
        await db
          .delete(providerKeys)
          .where(and(eq(providerKeys.userId, principal.owner), eq(providerKeys.provider, provider)))
        await changed(principal.owner)
        return { ok: true }
      },
    ),
  ]
}
