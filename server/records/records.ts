import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ModuleServer } from '@atrium/contract/module-server'
import type { Principal } from '@atrium/contract/principal'
import type { Files } from '../files/files.ts'
import { heldFiles } from '../files/held-files.ts'
import type { Database } from '../platform/database/connect.ts'
import type { Route } from '../platform/http/route.ts'
import { createParsingPool, type ParsingPool } from '../platform/parsing/pool.ts'
import type { Log } from '../platform/telemetry.ts'
import { type Actions, createActions } from './actions.ts'
import { exportRoutes } from './export-routes.ts'
import { historyRoutes } from './history-routes.ts'
import type { ImportProgress } from './import-progress.ts'
import { importRoutes } from './import-routes.ts'
import { createLinks } from './links.ts'
import { moduleRoutes } from './module-routes.ts'
import { createReading } from './reading.ts'
import { createReferences } from './references.ts'
import { recordRoutes } from './routes.ts'
import type { Listener } from './unit.ts'
import { createUploads } from './uploads.ts'

interface Options {
  db: Database
  modules: readonly ModuleServer[]
  files: Files
  /** Where the modules' files are read; one of its own when absent. */
  parsing?: ParsingPool
  log: Log
  /** Where people reach the server; what a caller says when absent. */
  baseUrl?: string
  /** The principal as they may act on what belongs to this owner. */
  within?: (principal: Principal, owner: string) => Promise<Principal>
  listener?: Listener
  /** Told after a person's records of this module have changed. */
  changed?: (owner: string, module: string) => void
  /** Told how far an import is, for the dialog that waits for it. */
  importing?: (owner: string, progress: ImportProgress) => void
}

/** The folders of their readers, which may lie outside our own tree. */
const readersOf = (modules: readonly ModuleServer[]) =>
  modules.flatMap(({ readers }) => (readers === null ? [] : [dirname(fileURLToPath(readers))]))

/** The installed modules at work: their actions, and the calls derived from what they declare. */
export function createRecords({
  db,
  modules,
  files,
  log,
  parsing = createParsingPool({ log, code: readersOf(modules) }),
  baseUrl,
  within,
  listener,
  changed,
  importing = () => undefined,
}: Options): {
  actions: Actions
  routes: Route[]
} {
  const links = createLinks(db)
  const expected = (owner: string, id: string | undefined) => {
    const readers = modules.find(({ module }) => module.id === id)?.readers
    if (readers) parsing.warm(owner, readers)
  }
  const uploads = createUploads(db, files.store, expected)
  const reading = createReading({ db, files, uploads, parsing })
  const references = createReferences(modules.map(({ module }) => module))
  const actions = createActions({
    db,
    modules,
    log,
    within,
    listener,
    changed,
    facilities: {
      files: (owner, module, { isTrial, takeBack, afterwards }, readOnly) =>
        heldFiles(db, files, owner, module, { readOnly, isTrial, takeBack, afterwards }),
      links: (owner, module, _, readOnly) => links.of(owner, module, readOnly),
      read: reading,
      references,
    },
  })
  return {
    actions,
    routes: [
      ...uploads.routes,
      ...importRoutes(db, actions, uploads, parsing, importing),
      ...exportRoutes(db, actions),
      ...historyRoutes(db, actions),
      ...moduleRoutes(db, actions, links, baseUrl),
      ...recordRoutes(actions),
    ],
  }
}
