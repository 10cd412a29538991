import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isAppPath } from '@atrium/contract/catalogue/app-paths'
import { Hono } from 'hono'
import { createAccounts } from './accounts/accounts.ts'
import { oidcOf } from './accounts/oidc-provider.ts'
import { keepSkeletons } from './accounts/username.ts'
import { approvalRoutes } from './approvals/routes.ts'
import { createChat } from './chat/chat.ts'
import { chatActions } from './chat-actions.ts'
import { commandRoutes } from './commands/routes.ts'
import { commentRoutes } from './comments/comments.ts'
import { createArchives } from './data/archives.ts'
import { dataRoutes } from './data/routes.ts'
import { createDav } from './dav/dav.ts'
import { byKey, refuseProgram } from './dav/sign-in.ts'
import { createFiles } from './files/files.ts'
import { helpRoutes } from './guide/help-routes.ts'
import { createHousekeeping } from './housekeeping.ts'
import { createJobs, type Jobs } from './jobs/jobs.ts'
import { createOutbox } from './jobs/outbox.ts'
import { createConnected } from './mcp/connected.ts'
import { createModelDoor } from './models/door/door.ts'
import { createKeyCipher } from './models/key-cipher.ts'
import { createModels } from './models/models.ts'
import { LINK_KIND, WEBHOOK_KIND } from './notifications/kinds.ts'
import { createNotifications } from './notifications/notifications.ts'
import { ownedThings } from './owned-things.ts'
import { createPages, refusePage } from './pages/pages.ts'
import type { Config } from './platform/config.ts'
import { createBus } from './platform/database/bus.ts'
import type { OpenDatabase } from './platform/database/open.ts'
import { createEgress } from './platform/egress/egress.ts'
import { documentRoutes } from './platform/http/document-routes.ts'
import { guardHost } from './platform/http/host.ts'
import { createLimiters } from './platform/http/limits.ts'
import { type Bindings, type Door, mount } from './platform/http/mount.ts'
import { hostsOf } from './platform/http/own-hosts.ts'
import type { Route } from './platform/http/route.ts'
import { createStreams } from './platform/http/streams.ts'
import { refuseUnknownCalls } from './platform/http/unknown-calls.ts'
import { webFiles } from './platform/http/web-files.ts'
import { wellKnownRoutes } from './platform/http/well-known.ts'
import { createLive } from './platform/live.ts'
import { mailOf } from './platform/mail.ts'
import { createMetrics } from './platform/observe/metrics.ts'
import { type Observer, observers } from './platform/observe/observer.ts'
import { observeRoutes } from './platform/observe/routes.ts'
import { createParsingPool } from './platform/parsing/pool.ts'
import { createEngine } from './platform/runs/engine.ts'
import { runRoutes } from './platform/runs/routes.ts'
import { expireLeases } from './platform/runs/store.ts'
import { sessionSecret } from './platform/session-secret.ts'
import type { Log } from './platform/telemetry.ts'
import { createLastZones } from './preferences/last-zone.ts'
import { preferenceRoutes } from './preferences/routes.ts'
import { discover } from './records/discover.ts'
import type { LinkVisit } from './records/link-routes.ts'
import { preparePartitions } from './records/partitions.ts'
import { createRecords } from './records/records.ts'
import { both } from './records/unit.ts'
import { discoverAgents } from './seats/agents.ts'
import { idleAgents } from './seats/model-needed.ts'
import { recordsListener } from './seats/schedule-events.ts'
import { createSeats } from './seats/seats.ts'
import { createSharing } from './sharing/sharing.ts'
import { adminSpaceRoutes } from './spaces/admin-routes.ts'
import { spaceRoutes } from './spaces/routes.ts'
import { createScopes } from './teams/scope.ts'
import { createTeams } from './teams/teams.ts'
import { OTHER_EVENTS } from './webhooks/enqueue.ts'
import { createWebhooks } from './webhooks/webhooks.ts'
import { stripeOf } from './workforce/stripe-client.ts'
import { createWorkforce } from './workforce/workforce.ts'

const MINUTE = 60_000
const MODULES = fileURLToPath(new URL('../modules', import.meta.url))
const AGENTS = fileURLToPath(new URL('../agents', import.meta.url))
export const WEB_DIST = fileURLToPath(new URL('../web/dist', import.meta.url))
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

export interface App {
  hono: Hono<Bindings>
  routes: readonly Route[]
  /** Begins to claim runs and to keep house. */
  start(): void
  /** Loads what the first message will need, a part at a time. */
  warm(): Promise<void>
  /** How many runs this instance carries out now. */
  runs(): number
  /** Ends what runs, keeping what it made. */
  stop(): Promise<void>
}

export interface AppOptions {
  config: Config
  /** The modules are read while it opens. */
  database: OpenDatabase | Promise<OpenDatabase>
  log: Log
  /** Where people reach the server, for cookies and links. */
  baseUrl: string
  modulesFolder?: string
  agentsFolder?: string
  webDist?: string
  /** Told of every request and run, beside the metrics. */
  observer?: Observer
  /** Told of each boundary of a seat's step: tests end the process there. */
  passed?: (boundary: string) => void
  /** ms between looks at orders and periods that are due. */
  ordersEvery?: number
}

/** Puts the features together: the only place that knows them all. */
export async function createApp({
  config,
  database,
  log,
  baseUrl,
  modulesFolder = MODULES,
  agentsFolder = AGENTS,
  webDist = WEB_DIST,
  observer,
  passed,
  ordersEvery = MINUTE,
}: AppOptions): Promise<App> {
  const secret = sessionSecret(config)
  const [{ db, config: connection, embedded }, modules, agents] = await Promise.all([
    database,
    discover(modulesFolder, log),
    discoverAgents(agentsFolder, log),
  ])
  await keepSkeletons(db)
  const bus = await createBus(db, connection, log)
  const scopes = createScopes(db)
  const live = createLive(bus, log, scopes.ownersOf)
  const watching = observer ? [observer] : []
  const engine = createEngine({ db, bus, worker: randomUUID(), log, observer: observers(watching) })
  if (embedded) await expireLeases(db.$client)

  await preparePartitions(
    db.$client,
    modules.map(({ module }) => module),
    log,
  )
  const cipher = createKeyCipher(secret)
  const models = createModels({ db, bus, live, cipher, config, log })
  const egress = createEgress({ allow: config.EGRESS_ALLOW, log })
  const limiters = createLimiters(config.RATE_LIMIT_FACTOR)
  const mail = mailOf(config)
  const notifications = createNotifications({ db, modules, live, cipher, send: egress.fetch, mail, baseUrl, log })
  const parsing = createParsingPool({ log, code: [modulesFolder] })
  const files = createFiles({ db, dir: config.DATA_DIR, log, parsing, within: scopes.within })
  const archives = createArchives(db, config.DATA_DIR)
  const jobs: Jobs = createJobs({ db, bus, engine, modules, scopes, tell: live.tell, log, actions: () => actions })
  const webhooks = createWebhooks({
    ...{ db, egress, log },
    cipher: createKeyCipher(secret, 'atrium webhooks 1'),
    events: [...modules.map(({ module: { id, title } }) => ({ name: `records:${id}`, title })), ...OTHER_EVENTS],
    gaveUp: (owner, { url }) =>
      notifications.tell(owner, WEBHOOK_KIND, { body: new URL(url).host, link: '/settings/webhooks' }),
  })
  const visited = (owner: string, { module, subject }: Pick<LinkVisit, 'module' | 'subject'>) => {
    const { title = module, route: link } = modules.find((one) => one.module.id === module)?.module ?? {}
    void notifications
      .tell(owner, LINK_KIND, { body: `${title}: ${subject}`, link })
      .catch((err) => log.warn({ err }, 'nobody was told of what was done by a link'))
  }
  /** Whoever sees something of this module of an owner's looks again. */
  const seen = (owner: string, module: string) => {
    live.tell(owner, { topic: 'records', module })
    sharing.changed(owner, module)
  }
  const {
    actions,
    routes: moduleCalls,
    claimSecrets,
    uploads,
    links,
    cleanUp: cleanUpRecords,
  } = createRecords({
    db,
    modules,
    files,
    parsing,
    log,
    egress,
    limiters,
    cipher: createKeyCipher(secret, 'atrium module secrets 1'),
    linkSecret: secret,
    baseUrl: config.PUBLIC_URL,
    mailedUrl: baseUrl,
    mail,
    within: scopes.within,
    notices: notifications.waiting,
    model: createModelDoor({ db, registryOf: models.registryOf }),
    visited,
    listener: both(webhooks.listener, recordsListener),
    outbox: createOutbox({ modules, log, wake: jobs.wake }),
    done: jobs.done,
    jobs,
    changed: (owner, module) => {
      seen(owner, module)
      webhooks.wake()
    },
    importing: (owner, { upload, read, rows }) => live.tell(owner, { topic: 'import', id: upload, read, rows }),
  })
  const sharing = createSharing({ db, actions, live, tell: notifications.tell, log })
  const pages = createPages({
    ...{ db, actions, files, uploads, links, baseUrl, log, visited },
    cipher: createKeyCipher(secret, 'atrium public pages 1'),
  })
  const owned = ownedThings({ modules, claimSecrets, files, archives })
  const teams = createTeams({ db, baseUrl, publicUrl: config.PUBLIC_URL, mail, log, onOwnerDeleted: owned.ofTeams })
  const accounts = createAccounts({
    db,
    secret,
    baseUrl,
    trustedOrigins: [new URL(baseUrl).origin],
    log,
    transferOwnership: owned.transferOwnership,
    onOwnerDeleted: owned.onOwnerDeleted,
    mail,
    oidc: oidcOf(config),
    registration: config.REGISTRATION,
  })
  const streams = createStreams({ identify: accounts.identify, log, factor: config.RATE_LIMIT_FACTOR })
  bus.subscribe('session', (userId) => {
    accounts.invalidate(userId as string)
    void streams.review(userId as string)
  })
  const connected = createConnected(config.MCP_SERVERS, log)
  const seats = createSeats(
    {
      ...{ db, engine, live, files, actions, scopes, agents, mail, baseUrl, log },
      registryOf: models.registryOf,
      limits: models.limits,
    },
    passed,
  )
  const chat = createChat({
    db,
    engine,
    live,
    registryOf: models.registryOf,
    limits: models.limits,
    files,
    actions: chatActions(db.$client, actions, scopes, connected),
    answer: async (context) => (await import('./guide/answer.ts')).answer(context),
    seats: seats.forChat,
    log,
  })

  const workforce = createWorkforce({
    db,
    baseUrl,
    mail,
    log,
    stripe: stripeOf(config),
    idleAgents: (person, keys) => idleAgents({ agents, registryOf: models.registryOf }, person, keys),
  })
  const features: Route[] = [
    ...accounts.routes,
    ...chat.routes,
    ...approvalRoutes(db, { chat: chat.asker, seat: seats.asker }),
    ...runRoutes({ db, engine }),
    ...live.routes,
    ...files.routes,
    ...preferenceRoutes({ db, live }),
    ...notifications.routes,
    ...spaceRoutes({ db, live, modules: actions.list() }),
    ...adminSpaceRoutes({ db, log }),
    ...dataRoutes({ db, live, files, parsing, archives, jobs, version, notifications, modules: actions.list() }),
    ...models.routes,
    ...commandRoutes({ db, modules: actions.list(), features: config.FEATURES, connected }),
    ...teams.routes,
    ...webhooks.routes,
    ...pages.routes,
    ...sharing.routes,
    ...commentRoutes({ db, actions, tell: notifications.tell, changed: seen, log }),
    ...workforce.routes,
    ...seats.routes,
    ...moduleCalls,
    ...jobs.routes,
    ...helpRoutes(modules),
  ]
  let serving = true
  const metrics = createMetrics({ runs: engine.size, streams: () => streams.count(), pool: db.$client })
  watching.push(metrics)
  const about: Route[] = [
    ...observeRoutes({
      db,
      dir: config.DATA_DIR,
      version,
      metrics,
      metricsToken: config.METRICS_TOKEN,
      isServing: () => serving,
      log,
    }),
    ...wellKnownRoutes(config),
    ...documentRoutes(() => routes, version),
  ]
  const routes: Route[] = [...features, ...about, ...pages.open]

  const hono = new Hono<Bindings>()
  const zones = createLastZones(db, log, async (owner, zone) => {
    await notifications.moved(owner, zone)
    await jobs.moved(owner, zone)
  })
  const door: Door = {
    identify: accounts.identify,
    enter: sharing.entering(scopes.enter),
    limiters,
    streams,
    log,
    origins: [new URL(baseUrl).origin],
    behindProxy: Boolean(config.PUBLIC_URL),
    observer: observers(watching),
    seen: zones.seen,
  }
  hono.use('*', guardHost({ names: hostsOf(config, baseUrl), behindProxy: Boolean(config.PUBLIC_URL) }))
  mount(hono, [...features, ...about], door)
  mount(hono, pages.open, { ...door, refuse: refusePage })
  const shares = { withMe: sharing.withMe, enter: sharing.entering(scopes.enter) }
  const dav = createDav({ db, actions, scopes, room: files.room, shares })
  mount(hono, dav.routes, { ...door, identify: byKey(db, accounts.identify), refuse: refuseProgram(limiters) })
  refuseUnknownCalls(hono, observers(watching))
  const modulePages = actions.list().flatMap((module) => module.route ?? [])
  webFiles(hono, webDist, (path) => isAppPath(path, modulePages))

  const house = createHousekeeping({
    hourly: [
      chat.purge,
      accounts.cleanUp,
      teams.cleanUp,
      files.cleanUp,
      () => archives.cleanUp(),
      webhooks.cleanUp,
      cleanUpRecords,
      jobs.cleanUp,
      workforce.tellInterested,
      notifications.cleanUp,
      dav.cleanUp,
    ],
    ...{ orders: workforce, ordersEvery, log },
  })
  return {
    hono,
    routes,
    start() {
      engine.start()
      seats.start()
      webhooks.start()
      jobs.start()
      notifications.start()
      void models.refresh()
      void connected.refresh()
      house.start()
    },
    runs: () => engine.size(),
    async warm() {
      if (models.areConnected()) await import('./models/model-list.ts')
      await (await import('./guide/answer.ts')).prepare()
    },
    async stop() {
      serving = false
      house.stop()
      await jobs.stop()
      await engine.drain()
      await seats.stop()
      await webhooks.stop()
      await notifications.stop()
      parsing.close()
      await bus.close()
    },
  }
}
