import { SETTINGS, settingsIn } from '@atrium/contract/settings'
import type pg from 'pg'
import type { InstalledModule } from '../records/installed.ts'
import type { Data } from '../records/rows.ts'
import type { DerivedRow } from './derived-row.ts'

type On = Pick<pg.PoolClient, 'query'>
type Settings = Record<string, unknown>

/** Rows that are looked at together where all of a collection remind anew. */
const AT_ONCE = 1_000

export const isSettings = ({ collection }: Pick<DerivedRow, 'collection'>): boolean => collection === SETTINGS

const none: Settings = {}

const declared = new WeakMap<InstalledModule, Settings>()

/** As a module declares them: where nothing was ever set, and where a row is looked at before they are asked for. */
export function usualSettings(installed: InstalledModule | undefined): Settings {
  if (!installed?.module.settings) return none
  const usual = declared.get(installed) ?? settingsIn(installed.module.settings)
  declared.set(installed, usual)
  return usual
}

/** The same settings, which know whether anybody has looked at them. */
export function watched(settings: Settings): { settings: Settings; isRead: () => boolean } {
  let isRead = false
  const seen = new Proxy(settings, {
    get(target, name, receiver) {
      isRead = true
      return Reflect.get(target, name, receiver)
    },
    ownKeys(target) {
      isRead = true
      return Reflect.ownKeys(target)
    },
  })
  return { settings: seen, isRead: () => isRead }
}

/** The settings of these modules in a scope, by which their rows remind: one look for all of them. */
export async function settingsFor(
  on: On,
  scope: string,
  modules: readonly InstalledModule[],
): Promise<ReadonlyMap<string, Settings>> {
  const found = new Map(modules.map((one) => [one.module.id, usualSettings(one)]))
  const asked = modules.filter(({ module }) => module.settings).map(({ module }) => module.id)
  if (asked.length === 0) return found
  const { rows } = await on.query<{ module: string; data: Data }>(
    `select module, data from records
     where scope_id = $1 and module = any($2::text[]) and collection = $3 and deleted_at is null`,
    [scope, asked, SETTINGS],
  )
  for (const { module, data } of rows) {
    const settings = modules.find((one) => one.module.id === module)?.module.settings
    if (settings) found.set(module, settingsIn(settings, data))
  }
  return found
}

/** The live rows of a module that remind, some at a time: they do so anew when its settings were changed. */
export async function* remindingRows(
  on: On,
  scope: string,
  { module, reminders }: InstalledModule,
): AsyncGenerator<DerivedRow[]> {
  for (let after = ''; ; ) {
    const { rows } = await on.query<DerivedRow>(
      `select r.id, r.module, r.collection, r.data, r.schema_version as "schemaVersion", r.version,
         r.created_at as "createdAt", r.deleted_at as "deletedAt"
       from records r
       where r.scope_id = $1 and r.module = $2 and r.collection = any($3::text[]) and r.deleted_at is null and r.id > $4
       order by r.id limit $5`,
      [scope, module.id, Object.keys(reminders), after, AT_ONCE],
    )
    if (rows.length > 0) yield rows
    if (rows.length < AT_ONCE) return
    after = (rows.at(-1) as DerivedRow).id
  }
}
