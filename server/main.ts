import { brand } from '@atrium/contract/brand'
import type { App } from './app.ts'
import type { Config } from './platform/config.ts'
import type { OpenDatabase } from './platform/database/open.ts'
import type { Listening } from './platform/http/serve.ts'
import { quickenLoading } from './platform/loading.ts'
import type { Traces } from './platform/observe/traces.ts'
import type { Log } from './platform/telemetry.ts'

// Nothing else is imported up here: what follows quickenLoading() loads in half the time.

/** How long a graceful stop may take before the process leaves anyway; what was unfinished is taken over at the next start. */
const STOP_PATIENCE_MS = 15_000
/** After listening, so that whoever waited for the server is answered first. */
const WARM_AFTER_MS = 250

async function refuse(error: unknown): Promise<never> {
  const { Refusal } = await import('./platform/refusal.ts')
  const isTold = error instanceof Refusal || (error instanceof Error && error.cause !== undefined)
  const text = error instanceof Error ? (isTold ? error.message : (error.stack ?? error.message)) : String(error)
  process.stderr.write(`\n${brand.name} cannot start.\n${text}\n`)
  process.exit(1)
}

/** The built-in database was down, and another server took it before we had it back: two must not work on it. */
function giveWay(error: Error): never {
  process.stderr.write(`\n${brand.name} ends.\n${error.message}\n`)
  process.exit(1)
}

function stopOnSignals(app: App, server: Listening, database: OpenDatabase, traces: Traces | null, log: Log): void {
  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) process.exit(1) // a second signal: leave now
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), STOP_PATIENCE_MS).unref()
    await app.stop()
    await server.close()
    await database.close()
    await traces?.stop()
    process.exit(0)
  }
  const stopSafely = (signal: string) => {
    stop(signal).catch((error) => {
      log.error({ err: error }, 'the stop was not clean; the next start recovers')
      process.exit(1)
    })
  }
  process.on('SIGINT', () => stopSafely('SIGINT'))
  process.on('SIGTERM', () => stopSafely('SIGTERM'))
}

/** Loaded only where somebody wants to see traces. */
async function tracesOf(config: Config, log: Log): Promise<Traces | null> {
  if (!config.OTEL_EXPORTER_OTLP_ENDPOINT) return null
  const { createTraces } = await import('./platform/observe/traces.ts')
  return createTraces(process.env, log)
}

async function serve(config: Config, opening: Promise<OpenDatabase>, log: Log): Promise<App> {
  const [{ createApp }, { hostInUrl, listen }] = await Promise.all([
    import('./app.ts'),
    import('./platform/http/serve.ts'),
  ])
  const baseUrl = config.PUBLIC_URL ?? `http://${hostInUrl(config.HOST)}:${config.PORT}`
  const traces = await tracesOf(config, log)
  const app = await createApp({ config, database: opening, log, baseUrl, observer: traces ?? undefined })
  const database = await opening
  if (database.adopted) log.info('the database of a server that was killed has been taken over')
  if (database.migrated.snapshot)
    log.info(
      { snapshot: database.migrated.snapshot },
      'the rows as they were before the migration are kept in this schema',
    )
  const server = await listen(app.hono, config.HOST, config.PORT, undefined, log).catch(async (error) => {
    await app.stop()
    throw error
  })
  app.start()
  process.stdout.write(`${brand.name} is ready: ${config.PUBLIC_URL ?? server.url}\n`)
  const { releaseWhenIdle } = await import('./platform/idle-memory.ts')
  releaseWhenIdle({ busy: app.runs, log })
  stopOnSignals(app, server, database, traces, log)
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
  return app
}

async function main(): Promise<void> {
  const loading = quickenLoading()
  const [{ prepareDataDir, readConfig }, { createLog }, { openDatabase }] = await Promise.all([
    import('./platform/config.ts'),
    import('./platform/telemetry.ts'),
    import('./platform/database/open.ts'),
  ])
  const config = readConfig(process.env)
  prepareDataDir(config.DATA_DIR)
  const log = createLog(config.LOG_LEVEL)
  if (loading.problem)
    log.info({ reason: loading.problem }, 'compiled code cannot be kept; every start compiles it anew')
  const opening = openDatabase(
    config,
    (error) => log.warn({ err: error }, 'a database connection broke'),
    undefined,
    giveWay,
  )
  try {
    // One turn of the loop, and PostgreSQL's process has begun: it comes up while this one loads the rest. The race also
    // hears of a failure while nobody waits for `opening`.
    await Promise.race([opening, new Promise((turn) => setImmediate(turn))])
    const app = await serve(config, opening, log)
    setTimeout(() => {
      app
        .warm()
        .catch((error) => log.warn({ err: error }, 'what chat needs could not be loaded before it is needed'))
        .finally(loading.end)
    }, WARM_AFTER_MS).unref()
  } catch (error) {
    const database = await opening.catch(() => null) // when this is what failed, `error` says so
    await database?.close()
    throw error
  }
}

await main().catch(refuse)
