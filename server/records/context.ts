import { AppError } from '@atrium/contract/errors'
import type { ModelDoor } from '@atrium/contract/model-door'
import type { ActionContext, Effect, Module } from '@atrium/contract/module'
import type { ModuleActivity } from '@atrium/contract/module-activity'
import type { ModuleFiles, ShareLinks } from '@atrium/contract/module-files'
import type { Later } from '@atrium/contract/module-jobs'
import type { ModuleMail } from '@atrium/contract/module-mail'
import type { ModuleSecrets, OutsideFetch } from '@atrium/contract/module-outside'
import type { Read } from '@atrium/contract/reading'
import { SETTINGS } from '@atrium/contract/settings'
import { readSettings } from '@atrium/contract/settings-handlers'
import { saidIn } from '../platform/texts.ts'
import type { BulkStore } from './bulk-store.ts'
import type { InstalledModule } from './installed.ts'
import { peopleIn } from './people.ts'
import type { Called, Frame } from './performing.ts'
import { filesInReach, noLinks, reachOf, refuseShared } from './reach.ts'
import type { References } from './references.ts'
import { createStore } from './store.ts'
import { tableReader, withTableReaders } from './table/importer.ts'

/** What the core gives to the modules besides their rows. */
export interface Facilities {
  files(owner: string, module: string, frame: Frame, readOnly: boolean): ModuleFiles
  links(owner: string, module: string, frame: Frame, readOnly: boolean): ShareLinks
  activity(frame: Frame, module: Module): ModuleActivity
  fetch(frame: Frame, module: string, effect: Effect): OutsideFetch
  secrets(frame: Frame, module: string, readOnly: boolean): ModuleSecrets
  mail(frame: Frame, module: string, effect: Effect): ModuleMail
  read(installed: InstalledModule, frame: Frame): Read
  /** What is left for later. */
  later(module: Module, doing: Called, frame: Frame): Later
  references: References
  model(asked: { principal: Frame['principal']; module: string; signal: AbortSignal; check(): void }): ModelDoor
}

/** Throws where a model cannot be asked: it may take a minute, and costs money. */
function checkAsking({ name, asksModel }: Called, { principal, unit, isTrial }: Frame): void {
  if (!asksModel) throw new Error(`${name} asks a model and does not declare it: asksModel`)
  if (principal.userId === null && principal.kind === 'member')
    throw new AppError('forbidden', 'A model cannot be asked through a link.')
  if (isTrial || !unit.isIdle())
    throw new Error(
      `${name} asks a model after it has written or locked: ask first, so that no transaction waits for it`,
    )
}

/** The store of the module's settings alone, not fenced to what is shared. It only reads. */
function ownSettings(module: Module, { references }: Facilities, { unit }: Frame): Record<string, BulkStore> {
  const collection = module.collections[SETTINGS]
  if (!collection) return {}
  return {
    [SETTINGS]: createStore({ module: module.id, name: SETTINGS, collection, readOnly: true, references }, unit),
  }
}

/** What a handler of this module is given: stores fenced to the unit's scope, which a `read` cannot write to. */
export function contextFor(
  installed: InstalledModule,
  doing: Called,
  frame: Frame,
  facilities: Facilities,
  call: (action: string, input: unknown, frame: Frame) => Promise<unknown>,
): ActionContext<Module> {
  const { module } = installed
  const readOnly = doing.effect === 'read'
  const { share, link } = frame.principal
  const store = Object.fromEntries(
    Object.entries(module.collections).map(([name, collection]) => [
      name,
      createStore(
        {
          ...{ module: module.id, name, collection, readOnly, references: facilities.references },
          reach: share && reachOf(module, share, frame.unit.scope, name),
        },
        frame.unit,
      ),
    ]),
  )
  return {
    store,
    // Whoever came by a link or opened a page is told of nobody.
    people: share || link ? async () => [] : () => peopleIn(frame.unit.database, frame.unit.scope),
    // Its owner's, whoever acts: by them the rows have their meaning.
    settings: () => readSettings(module, { store: share ? ownSettings(module, facilities, frame) : store }),
    now: frame.unit.now,
    timeZone: frame.timeZone,
    language: frame.language,
    said: (sentence) => saidIn(sentence, frame.language),
    principal: frame.principal,
    signal: frame.signal,
    files: share
      ? filesInReach(facilities.files(frame.unit.scope, module.id, frame, readOnly), module, share, frame.unit)
      : facilities.files(frame.unit.scope, module.id, frame, readOnly),
    links: share ? noLinks : facilities.links(frame.unit.scope, module.id, frame, readOnly),
    activity: facilities.activity(frame, module),
    fetch: facilities.fetch(frame, module.id, doing.effect),
    secrets: facilities.secrets(frame, module.id, readOnly),
    mail: facilities.mail(frame, module.id, doing.effect),
    read: facilities.read(installed, frame),
    readTable: tableReader(facilities.read(withTableReaders(installed), frame), frame),
    model: facilities.model({
      principal: frame.principal,
      module: module.id,
      signal: frame.signal,
      check: () => checkAsking(doing, frame),
    }),
    notify: async (notification) => {
      if (readOnly) throw new Error(`${doing.name} is declared a read and tells people something`)
      frame.unit.tell({ module: module.id, notification })
    },
    withdraw: async (key) => {
      if (readOnly) throw new Error(`${doing.name} is declared a read and takes something back`)
      frame.unit.tell({ module: module.id, withdrawn: key })
    },
    ...facilities.later(module, doing, frame),
    ...(share && { schedule: refuseShared, start: refuseShared }),
    call: (next, input) => call(next, input, { ...frame, above: [...frame.above, doing] }),
  }
}
