import { AppError } from './errors.ts'
import type { ActionContext, Module, Row, Store } from './module.ts'
import { SETTINGS, settingsIn } from './settings.ts'

type Data = Record<string, unknown>
type Context = ActionContext<Module>

const storeIn = ({ store }: Pick<Context, 'store'>) =>
  (store as Readonly<Record<string, unknown>>)[SETTINGS] as Store<Data>

const recordIn = async (context: Pick<Context, 'store'>): Promise<Row<Data> | undefined> =>
  (await storeIn(context).list({ limit: 1 }))[0]

/** The settings of the owner of these stores. */
export async function readSettings({ settings }: Module, context: Pick<Context, 'store'>): Promise<Data> {
  return settings ? settingsIn(settings, await recordIn(context)) : {}
}

/** What the two actions do that each module with settings has. */
export function settingsHandlers({ settings }: Module) {
  if (!settings) return {}
  const shown = (row: Row<Data> | undefined) => ({
    ...settingsIn(settings, row),
    id: row?.id ?? null,
    version: row?.version ?? 0,
  })
  return {
    settings: async (_: unknown, context: Context) => shown(await recordIn(context)),
    changeSettings: async ({ version, ...given }: Data & { version?: number }, context: Context) => {
      const store = storeIn(context)
      const before = await recordIn(context)
      if (before ? version === 0 : version)
        throw new AppError('conflict', 'The settings were changed in the meantime. Look at them as they are now.', {
          details: { current: shown(before) },
        })
      const change = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
      const changed = (row?: Row<Data>) => ({ ...settingsIn(settings, row), ...change })
      return shown(before ? await store.update(before.id, changed, version) : await store.insert(changed()))
    },
  }
}
