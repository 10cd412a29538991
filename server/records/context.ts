import type { ActionContext, Effect, Module } from '@atrium/contract/module'
import type { ModuleFiles, ShareLinks } from '@atrium/contract/module-files'
import type { ModuleServer } from '@atrium/contract/module-server'
import type { Read } from '@atrium/contract/reading'
import type { Frame } from './performing.ts'
import type { References } from './references.ts'
import { createStore } from './store.ts'

/** What the core gives to the modules besides their rows. */
export interface Facilities {
  files(owner: string, module: string, frame: Frame, readOnly: boolean): ModuleFiles
  links(owner: string, module: string, frame: Frame, readOnly: boolean): ShareLinks
  read(server: ModuleServer, frame: Frame): Read
  references: References
}

interface Doing {
  /** `tasks.add` */
  name: string
  effect: Effect
}

/** What a handler of this module is given: stores fenced to the unit's scope, which a `read` cannot write to. */
export function contextFor(
  server: ModuleServer,
  doing: Doing,
  frame: Frame,
  facilities: Facilities,
  call: (action: string, input: unknown, frame: Frame) => Promise<unknown>,
): ActionContext<Module> {
  const { module } = server
  const readOnly = doing.effect === 'read'
  const store = Object.fromEntries(
    Object.entries(module.collections).map(([name, collection]) => [
      name,
      createStore({ module: module.id, name, collection, readOnly, references: facilities.references }, frame.unit),
    ]),
  )
  return {
    store,
    now: frame.unit.now,
    timeZone: frame.timeZone,
    language: frame.language,
    principal: frame.principal,
    signal: frame.signal,
    files: facilities.files(frame.unit.scope, module.id, frame, readOnly),
    links: facilities.links(frame.unit.scope, module.id, frame, readOnly),
    read: facilities.read(server, frame),
    call: (next, input) => call(next, input, { ...frame, above: [...frame.above, doing] }),
  }
}
