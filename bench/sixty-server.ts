import { quickenLoading } from '../server/platform/loading.ts'

// The server of server/main.ts over another folder of modules. Like there, nothing else is imported before loading is quick.

const loading = quickenLoading()
const [{ prepareDataDir, readConfig }, { createLog }, { openDatabase }] = await Promise.all([
  import('../server/platform/config.ts'),
  import('../server/platform/telemetry.ts'),
  import('../server/platform/database/open.ts'),
])
const config = readConfig(process.env)
prepareDataDir(config.DATA_DIR)
const log = createLog(config.LOG_LEVEL)
const opening = openDatabase(config, (err) => log.warn({ err }, 'a database connection broke'))
await new Promise((turn) => setImmediate(turn))
const [{ createApp }, { listen }] = await Promise.all([
  import('../server/app.ts'),
  import('../server/platform/http/serve.ts'),
])
const baseUrl = `http://${config.HOST}:${config.PORT}`
const modulesFolder = process.env.MODULES_FOLDER as string
const app = await createApp({ config, database: opening, log, baseUrl, modulesFolder })
const server = await listen(app.hono, config.HOST, config.PORT)
process.stdout.write(`The bench is ready: ${server.url}\n`)
loading.end()
process.on('SIGTERM', async () => {
  await app.stop()
  await server.close()
  await (await opening).close()
  process.exit(0)
})
