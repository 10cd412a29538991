import { brand } from '@atrium/contract/brand'
import { createApp } from './app.ts'
import { ConfigError, readConfig } from './platform/config.ts'
import { DatabaseTooNew } from './platform/database/migrate.ts'
import { AlreadyRunning, openDatabase } from './platform/database/open.ts'
import { listen } from './platform/http/serve.ts'
import { createLog } from './platform/telemetry.ts'

/** How long a graceful stop may take before the process leaves anyway; what was unfinished is taken over at the next start. */
const STOP_PATIENCE_MS = 15_000

function refuse(error: unknown): never {
  const known = error instanceof ConfigError || error instanceof DatabaseTooNew || error instanceof AlreadyRunning
  const text =
    error instanceof Error ? (known || !error.stack || error.cause ? error.message : error.stack) : String(error)
  process.stderr.write(`\n${brand.name} cannot start.\n${text}\n`)
  process.exit(1)
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.LOG_LEVEL)
  const database = await openDatabase(config, (error) => log.warn({ err: error }, 'a database connection broke'))
  if (database.adopted) log.info('the database of a server that was killed has been taken over')
  if (database.migrated.snapshot)
    log.info(
      { snapshot: database.migrated.snapshot },
      'the rows as they were before the migration are kept in this schema',
    )
  const shownHost = config.HOST === '0.0.0.0' || config.HOST === '::' ? 'localhost' : config.HOST
  const app = await createApp({
    config,
    database,
    log,
    baseUrl: config.PUBLIC_URL ?? `http://${shownHost}:${config.PORT}`,
  })
  const server = await listen(app.hono, config.HOST, config.PORT).catch(async (error) => {
    await app.stop()
    await database.close()
    throw error
  })
  app.start()
  process.stdout.write(`${brand.name} is ready: ${config.PUBLIC_URL ?? server.url}\n`)

  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) process.exit(1) // a second signal: leave now
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), STOP_PATIENCE_MS).unref()
    await app.stop()
    await server.close()
    await database.close()
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
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
}

await main().catch(refuse)
