import { AppError } from '@atrium/contract/errors'
import type { ModelDoor } from '@atrium/contract/model-door'
import type { ActionContext, Effect, Module } from '@atrium/contract/module'
import type { ModuleFiles, ShareLinks } from '@atrium/contract/module-files'
import type { Later } from '@atrium/contract/module-jobs'
import type { ModuleSecrets, OutsideFetch } from '@atrium/contract/module-outside'
import type { Read } from '@atrium/contract/reading'
import { readSettings } from '@atrium/contract/settings-handlers'
import { saidIn } from '../platform/texts.ts'
import type { InstalledModule } from './installed.ts'
import { peopleIn } from './people.ts'
import type { Called, Frame } from './performing.ts'
import type { References } from './references.ts'
import { createStore } from './store.ts'
import { tableReader, withTableReaders } from './table/importer.ts'

/** What the core gives to the modules besides their rows. */
export interface Facilities {
  files(owner: string, module: string, frame: Frame, readOnly: boolean): ModuleFiles
  links(owner: string, module: string, frame: Frame, readOnly: boolean): ShareLinks
  fetch(frame: Frame, module: string, effect: Effect): OutsideFetch
  secrets(frame: Frame, module: string, readOnly: boolean): ModuleSecrets
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
  const store = Object.fromEntries(
    Object.entries(module.collections).map(([name, collection]) => [
      name,
      createStore({ module: module.id, name, collection, readOnly, references: facilities.references }, frame.unit),
    ]),
  )
  return {
    store,
    people: () => peopleIn(frame.unit.database, frame.unit.scope),
    settings: () => readSettings(module, { store }),
    now: frame.unit.now,
    timeZone: frame.timeZone,
    language: frame.language,
    said: (sentence) => saidIn(sentence, frame.language),
    principal: frame.principal,
    signal: frame.signal,
    files: facilities.files(frame.unit.scope, module.id, frame, readOnly),
    links: facilities.links(frame.unit.scope, module.id, frame, readOnly),
    fetch: facilities.fetch(frame, module.id, doing.effect),
    secrets: facilities.secrets(frame, module.id, readOnly),
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
    call: (next, input) => call(next, input, { ...frame, above: [...frame.above, doing] }),
  }
}
