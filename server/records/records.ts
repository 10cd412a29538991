import type { Principal } from '@atrium/contract/principal'
import type { Files } from '../files/files.ts'
import { heldFiles } from '../files/held-files.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { createOutbox, type Outbox } from '../jobs/outbox.ts'
import type { DoorFor } from '../models/door/door.ts'
import type { KeyCipher } from '../models/key-cipher.ts'
import type { Database } from '../platform/database/connect.ts'
import { createEgress, type Egress } from '../platform/egress/egress.ts'
import { createLimiters, type Limiters } from '../platform/http/limits.ts'
import type { Route } from '../platform/http/route.ts'
import type { Mail } from '../platform/mail.ts'
import { createParsingPool, type ParsingPool } from '../platform/parsing/pool.ts'
import type { Log } from '../platform/telemetry.ts'
import { type Actions, createActions } from './actions.ts'
import { moduleActivity } from './activity.ts'
import { backlinkRoutes } from './backlink-routes.ts'
import { exportRoutes } from './export-routes.ts'
import { createFetching } from './fetching.ts'
import { heldFileRoutes } from './held-file-routes.ts'
import { historyRoutes } from './history-routes.ts'
import type { ImportProgress } from './import-progress.ts'
import { importRoutes } from './import-routes.ts'
import type { InstalledModule } from './installed.ts'
import { jobRoutes } from './job-routes.ts'
import { createLinkDownloads } from './link-downloads.ts'
import { type LinkVisit, linkRoutes } from './link-routes.ts'
import { createChallenges } from './link-work.ts'
import { createLinks, type Links } from './links.ts'
import { createMailing } from './mailing.ts'
import { moduleRoutes } from './module-routes.ts'
import type { Notices } from './notices.ts'
import { peopleRoutes } from './people.ts'
import type { Doing } from './performing.ts'
import { createReading } from './reading.ts'
import { createReferences } from './references.ts'
import { recordRoutes } from './routes.ts'
import { secretRoutes } from './secret-routes.ts'
import { createSecrets, type Secrets } from './secrets.ts'
import { TABLE_READERS } from './table/importer.ts'
import type { Listener } from './unit.ts'
import { createUploads, type Uploads } from './uploads.ts'

interface Options {
  db: Database
  modules: readonly InstalledModule[]
  files: Files
  /** Where the modules' files are read; one of its own when absent. */
  parsing?: ParsingPool
  log: Log
  /** The way out of the modules' actions; the internet alone, when absent. */
  egress?: Egress
  limiters?: Limiters
  /** Of what modules keep encrypted. */
  cipher: KeyCipher
  /** From which the tokens of links that stand in mails are made. */
  linkSecret: string
  /** Where people reach the server; what a caller says when absent. */
  baseUrl?: string
  /** The same for the links in mails, which no caller says. */
  mailedUrl?: string
  /** What modules send people mail by; null where the operator has set up none. */
  mail?: Mail | null
  /** The principal as they may act on what belongs to this owner. */
  within?: (principal: Principal, owner: string) => Promise<Principal>
  listener?: Listener
  /** The models of people, for the actions that ask one. */
  model: DoorFor
  /** Where what rows remind of, and what actions tell, is kept. */
  notices?: Notices
  /** Told after a person's records of this module have changed. */
  changed?: (owner: string, module: string) => void
  /** Told of what has been done, and has changed something. */
  done?: (doing: Doing) => void
  /** What does imports and exports that go on when their caller has left; without it there are none. */
  jobs?: Pick<Jobs, 'does' | 'begin'>
  /** Where actions leave what is done later. */
  outbox?: Outbox
  /** Told after somebody has done something by a link: whose it is, what they did and on what. */
  visited?: (owner: string, visit: LinkVisit) => void
  /** Told how far an import is, for the dialog that waits for it. */
  importing?: (owner: string, progress: ImportProgress) => void
}

/** Their folders, which may lie outside our own tree: their readers stand there. */
const foldersOf = (modules: readonly InstalledModule[]) => modules.flatMap(({ folder }) => folder ?? [])

/** The installed modules at work: their actions, and the calls derived from what they declare. */
export function createRecords({
  db,
  modules,
  files,
  log,
  parsing = createParsingPool({ log, code: foldersOf(modules) }),
  egress = createEgress({ allow: [], log }),
  limiters = createLimiters(),
  cipher,
  linkSecret,
  baseUrl,
  mailedUrl = baseUrl ?? '',
  mail = null,
  within,
  listener,
  model,
  notices,
  changed,
  done,
  jobs,
  outbox = createOutbox({ modules, log }),
  importing = () => undefined,
  visited = () => undefined,
}: Options): {
  actions: Actions
  routes: Route[]
  claimSecrets: Secrets['claim']
  uploads: Pick<Uploads, 'receive'>
  links: Pick<Links, 'openPage'>
  cleanUp(): Promise<void>
} {
  const secrets = createSecrets(db, cipher, log)
  const effectsOf = (id: string) => {
    const installed = modules.find(({ module }) => module.id === id)
    const byName = (installed?.routes ?? []).flatMap(({ allowedBy }) => allowedBy ?? [])
    return {
      ...Object.fromEntries(byName.map((name) => [name, { effect: 'write' }] as const)),
      ...installed?.module.actions,
    }
  }
  const links = createLinks(db, effectsOf, linkSecret)
  const downloads = createLinkDownloads(db)
  const expected = async (owner: string, id: string | undefined) => {
    const installed = modules.find(({ module }) => module.id === id)
    const takesTables = Object.values(installed?.module.imports ?? {}).some(({ accepts }) => accepts.includes('.csv'))
    const own = (await installed?.server())?.readers
    for (const readers of [own, takesTables && TABLE_READERS]) if (readers) parsing.warm(owner, readers)
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
    notices,
    changed,
    done,
    acted: outbox.acted,
    facilities: {
      files: (owner, module, { isTrial, takeBack, afterwards }, readOnly) =>
        heldFiles(db, files, owner, module, { readOnly, isTrial, takeBack, afterwards }),
      links: (owner, module, _, readOnly) => links.of(owner, module, readOnly),
      activity: ({ principal, unit }, module) =>
        moduleActivity({ on: async () => unit.database, module, principal, downloads }),
      read: reading,
      fetch: createFetching(egress, limiters),
      secrets: secrets.of,
      mail: createMailing(db, mail, log, mailedUrl),
      later: outbox.later,
      references,
      model,
    },
  })
  return {
    actions,
    claimSecrets: secrets.claim,
    uploads,
    links,
    async cleanUp() {
      await downloads.cleanUp()
      await links.cleanUp()
    },
    routes: [
      ...secretRoutes(actions, secrets, changed),
      ...uploads.routes,
      ...heldFileRoutes(db, actions, files),
      ...importRoutes(db, actions, uploads, parsing, importing),
      ...exportRoutes(db, actions),
      ...(jobs ? jobRoutes({ db, actions, uploads, parsing, jobs }) : []),
      ...historyRoutes(db, actions),
      ...backlinkRoutes(db, actions, references),
      ...peopleRoutes(db),
      ...linkRoutes({ actions, links, challenges: createChallenges(cipher), visited }),
      ...moduleRoutes({ db, actions, links, downloads, baseUrl }),
      ...recordRoutes(actions),
    ],
  }
}
