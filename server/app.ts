import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isAppPath } from '@atrium/contract/catalogue/app-paths'
import { ModelList } from '@atrium/contract/models'
import { Hono } from 'hono'
import { createAccounts } from './accounts/accounts.ts'
import { oidcOf } from './accounts/oidc-provider.ts'
import { createChat } from './chat/chat.ts'
import { forgetChat } from './chat/owner-gone.ts'
import type { ChatActions } from './chat/ports.ts'
import { claimThreads } from './chat/threads.ts'
import { commandRoutes } from './commands/routes.ts'
import { dataRoutes } from './data/routes.ts'
import { createFiles } from './files/files.ts'
import { guideModel } from './guide/model.ts'
import { type Connected, createConnected, isConnected } from './mcp/connected.ts'
import { createKeyCipher } from './models/key-cipher.ts'
import { keyRoutes } from './models/key-routes.ts'
import { createPersonal } from './models/personal.ts'
import { createRegistry, type RegistryConfig } from './models/registry.ts'
import { type Config, modelsLeftOut } from './platform/config.ts'
import { createBus } from './platform/database/bus.ts'
import type { OpenDatabase } from './platform/database/open.ts'
import { documentRoutes } from './platform/http/document-routes.ts'
import { guardHost } from './platform/http/host.ts'
import { allowedHost } from './platform/http/host-name.ts'
import { createLimiters } from './platform/http/limits.ts'
import { type Bindings, type Door, mount } from './platform/http/mount.ts'
import { type Route, route } from './platform/http/route.ts'
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
import { preferenceRoutes } from './preferences/routes.ts'
import type { Actions } from './records/actions.ts'
import { claimRecords } from './records/claim.ts'
import { discover } from './records/discover.ts'
import { forgetRecords } from './records/owner-gone.ts'
import { preparePartitions } from './records/partitions.ts'
import { toolName, toolsFor } from './records/published.ts'
import { createRecords } from './records/records.ts'
import { discoverAgents } from './seats/agents.ts'
import { idleAgents } from './seats/model-needed.ts'
import { recordsListener } from './seats/schedule-events.ts'
import { createSeats } from './seats/seats.ts'
import { adminSpaceRoutes } from './spaces/admin-routes.ts'
import { claimSpaces, forgetSpaces } from './spaces/claim.ts'
import { spaceRoutes } from './spaces/routes.ts'
import { createScopes, type Scopes } from './teams/scope.ts'
import { createTeams, forgetTeams } from './teams/teams.ts'
import { claimWorkforce } from './workforce/carts.ts'
import { forgetWorkforce } from './workforce/owner-gone.ts'
import { stripeOf } from './workforce/stripe-client.ts'
import { createWorkforce } from './workforce/workforce.ts'

const HOUR = 3_600_000
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
  const parsing = createParsingPool({ log, code: [modulesFolder] })
  const files = createFiles({ db, dir: config.DATA_DIR, log, parsing, within: scopes.within })
  const { actions, routes: moduleCalls } = createRecords({
    db,
    modules,
    files,
    parsing,
    log,
    baseUrl: config.PUBLIC_URL,
    within: scopes.within,
    listener: recordsListener,
    changed: (owner, module) => live.tell(owner, { topic: 'records', module }),
    importing: (owner, { upload, read, rows }) => live.tell(owner, { topic: 'import', id: upload, read, rows }),
  })
  const mail = mailOf(config)
  /** What goes with a team; the rest of a person's things is theirs alone. */
  const ofTeams = [forgetRecords, files.forget]
  const teams = createTeams({ db, baseUrl, publicUrl: config.PUBLIC_URL, mail, log, gone: ofTeams })
  const accounts = createAccounts({
    db,
    secret,
    baseUrl,
    trustedOrigins: [new URL(baseUrl).origin],
    log,
    claims: [claimThreads, claimRecords, files.claim, claimSpaces, claimWorkforce],
    gone: [forgetChat, forgetRecords, files.forget, forgetSpaces, forgetWorkforce, forgetTeams(ofTeams)],
    mail,
    oidc: oidcOf(config),
    registration: config.REGISTRATION,
  })
  const streams = createStreams({ identify: accounts.identify, log, factor: config.RATE_LIMIT_FACTOR })
  bus.subscribe('session', (userId) => {
    accounts.invalidate(userId as string)
    void streams.review(userId as string)
  })
  const providers: RegistryConfig = {
    openaiApiKey: config.OPENAI_API_KEY,
    openaiBaseUrl: config.OPENAI_BASE_URL,
    anthropicApiKey: config.ANTHROPIC_API_KEY,
    anthropicBaseUrl: config.ANTHROPIC_BASE_URL,
    googleApiKey: config.GOOGLE_GENERATIVE_AI_API_KEY,
    googleBaseUrl: config.GOOGLE_BASE_URL,
    models: config.MODELS,
    onProblem: (provider, error) => log.warn({ err: error, provider }, 'the list of models could not be fetched'),
  }
  const registry = createRegistry(providers, guideModel)
  for (const model of modelsLeftOut(config.MODELS ?? [], registry.list()))
    log.warn({ model }, 'MODELS names a model of no connected provider; it is left out')
  const connected = createConnected(config.MCP_SERVERS, log)
  const cipher = createKeyCipher(secret)
  const personal = createPersonal({ db, bus, cipher, config: providers, shared: registry, guide: guideModel, log })
  const seats = createSeats(
    { db, engine, live, files, actions, scopes, agents, registryOf: personal.registryOf, mail, baseUrl, log },
    passed,
  )
  const chat = createChat({
    db,
    engine,
    live,
    registryOf: personal.registryOf,
    files,
    actions: chatActions(actions, scopes, connected),
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
    idleAgents: (person, keys) => idleAgents({ agents, registryOf: personal.registryOf }, person, keys),
  })
  const features: Route[] = [
    ...accounts.routes,
    ...chat.routes,
    ...runRoutes({ db, engine }),
    ...live.routes,
    ...files.routes,
    ...preferenceRoutes({ db, live }),
    ...spaceRoutes({ db, live, modules: actions.list() }),
    ...adminSpaceRoutes({ db, log }),
    ...dataRoutes({ db, live, files, parsing, modules: actions.list(), version }),
    ...keyRoutes({ db, bus, live, cipher, config: providers, forget: personal.forget }),
    ...commandRoutes({ db, modules: actions.list(), features: config.FEATURES, connected }),
    ...teams.routes,
    ...workforce.routes,
    ...seats.routes,
    ...moduleCalls,
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
    route(
      {
        method: 'GET',
        path: '/api/models',
        summary: 'The models that can answer, and the one that does when nobody chose',
        tag: 'Models',
        access: 'public.read',
        limit: 'read',
        answer: ModelList,
      },
      async ({ principal }) => {
        const theirs = await personal.registryOf(principal.userId)
        return { models: theirs.list().map((model) => model.info), selected: theirs.select(null).info.id }
      },
    ),
    ...wellKnownRoutes(config),
    ...documentRoutes(() => routes, version),
  ]
  const routes: Route[] = [...features, ...about]

  const hono = new Hono<Bindings>()
  const door: Door = {
    identify: accounts.identify,
    enter: scopes.enter,
    limiters: createLimiters(config.RATE_LIMIT_FACTOR),
    streams,
    log,
    origins: [new URL(baseUrl).origin],
    behindProxy: Boolean(config.PUBLIC_URL),
    observer: observers(watching),
  }
  hono.use('*', guardHost({ names: hostsOf(config, baseUrl), behindProxy: Boolean(config.PUBLIC_URL) }))
  mount(hono, routes, door)
  refuseUnknownCalls(hono, observers(watching))
  const pages = actions.list().flatMap((module) => module.route ?? [])
  webFiles(hono, webDist, (path) => isAppPath(path, pages))

  const keepHouse = async () => {
    try {
      await chat.purge()
      await accounts.cleanUp()
      await teams.cleanUp()
      await files.cleanUp()
      await workforce.tellInterested()
    } catch (error) {
      log.warn({ err: error }, 'housekeeping failed; the next hour tries again')
    }
  }
  const keepPeriods = alone(
    () => workforce.keep(),
    (err) => log.warn({ err }, 'orders and subscriptions were not kept; the next minute tries again'),
  )
  const keepCards = alone(
    () => workforce.keepCards(),
    (err) => log.warn({ err }, 'payments by card were not kept; the next minute tries again'),
  )
  /** A Stripe that does not answer holds up no period: what it is asked for has its own turn. */
  const keepOrders = async () => {
    await keepPeriods()
    void keepCards()
  }
  let houseTimer: NodeJS.Timeout | null = null
  let orderTimer: NodeJS.Timeout | null = null
  return {
    hono,
    routes,
    start() {
      engine.start()
      seats.start()
      void registry.refresh()
      void connected.refresh()
      houseTimer = setInterval(() => void keepHouse(), HOUR)
      houseTimer.unref()
      void keepHouse()
      orderTimer = setInterval(() => void keepOrders(), ordersEvery)
      orderTimer.unref()
      void keepOrders()
    },
    runs: () => engine.size(),
    async warm() {
      if (registry.list().some(({ info }) => info.provider !== 'guide')) await import('./models/model-list.ts')
      await (await import('./guide/answer.ts')).prepare()
    },
    async stop() {
      serving = false
      if (houseTimer) clearInterval(houseTimer)
      if (orderTimer) clearInterval(orderTimer)
      await engine.drain()
      await seats.stop()
      parsing.close()
      await bus.close()
    },
  }
}

/** The names that this server answers to: of its address, of where it listens, and those that were configured. */
const hostsOf = ({ HOST, ALLOWED_HOSTS }: Config, baseUrl: string): string[] =>
  [new URL(baseUrl).hostname, HOST, ...ALLOWED_HOSTS].flatMap((name) => allowedHost(name) ?? [])

/** Not begun again while it is still at it. */
function alone(work: () => Promise<void>, failed: (error: unknown) => void): () => Promise<void> {
  let isAtIt = false
  return async () => {
    if (isAtIt) return
    isAtIt = true
    try {
      await work()
    } catch (error) {
      failed(error)
    } finally {
      isAtIt = false
    }
  }
}

/** The modules' actions as chat uses them. */
function chatActions(actions: Actions, scopes: Scopes, connected: Connected): ChatActions {
  const tools = toolsFor(actions.list()).map((tool) => [tool.name, tool] as const)
  const byName = new Map(tools)
  const entries = actions.list().flatMap((module) =>
    Object.entries(module.actions).flatMap(([name, action]) => {
      const tool = byName.get(toolName(module.id, name))
      return tool ? [{ tool, action: `${module.id}.${name}`, effect: action.effect, summary: action.summary }] : []
    }),
  )
  /** The same list until the connected servers have others: an index of it is kept by it. */
  let joined = { others: connected.tools(), all: [...entries, ...connected.tools()] }
  const allTools = () => {
    const others = connected.tools()
    if (others !== joined.others) joined = { others, all: [...entries, ...others] }
    return joined.all
  }
  return {
    modules: () => actions.list(),
    tools: allTools,
    enter: scopes.enter,
    // At each call anew: whoever was removed from the team meanwhile does nothing in it any more.
    call: async ({ scope, principal, ...request }) => {
      if (isConnected(request.action)) return connected.call(principal, request)
      return actions.call({ ...request, principal: scope ? await scopes.enter(principal, scope) : principal })
    },
  }
}
