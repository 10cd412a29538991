import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startEmbedded } from '../server/platform/database/embedded.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
export const NODE = join(ROOT, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** A directory that the database's unprivileged user can reach. */
export function scratch(name: string): string {
  const path = mkdtempSync(join(tmpdir(), `atrium-${name}-`))
  chmodSync(path, 0o755)
  return path
}

export interface Server {
  url: string
  dataDir: string
  /** What it wrote on standard error. */
  log(): string
  /** Ends the process at once, as a power cut would; the database it started lives on. */
  kill(): Promise<void>
  /** Ends it in good order, its database too; the data stay. */
  halt(): Promise<void>
  pid(): number
  /** Starts it again on the same data and the same port. */
  restart(): Promise<void>
  /** Ends it in good order, its database too, and removes its data. */
  stop(): Promise<void>
}

interface Kind {
  /** Open files at most. */
  descriptors?: number
  /** The checkout that it is of. */
  root?: string
  /** What is run, within the checkout. It says `is ready: <address>` when it is. */
  program?: string
}

/** ms; a server that has not said that it is ready by then is a fault of its own, whatever it waits for */
const START_PATIENCE = 90_000

/** Starts the real server in a process of its own, on a free port and its own data. */
export async function startServer(
  environment: Record<string, string> = {},
  { descriptors, root = ROOT, program = 'server/main.ts' }: Kind = {},
): Promise<Server> {
  const dataDir = environment.DATA_DIR ?? scratch('e2e')
  let port = '0'
  let log = ''
  let child: ReturnType<typeof spawn>
  let url = ''
  const start = async () => {
    const limited = descriptors === undefined ? [] : ['/bin/sh', '-c', `ulimit -n ${descriptors}; exec "$0" "$@"`]
    const [command, ...words] = [...limited, ...[NODE, program]] as [string, ...string[]]
    child = spawn(command, words, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        DATA_DIR: dataDir,
        PORT: port,
        LOG_LEVEL: 'warn',
        RATE_LIMIT_FACTOR: '1000',
        ...environment,
      },
    })
    child.stderr?.on('data', (data) => {
      log += data
    })
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
    const ready = new Promise<string>((done) => lines.on('line', (line) => /is ready: (\S+)/.exec(line) && done(line)))
    let isLate = false
    const ended = once(child, 'exit').then(([code, signal]) => {
      const how = isLate ? `it was not ready after ${START_PATIENCE / 1000} s` : (code ?? signal)
      throw new Error(`The server ended at its start (${how}):\n${log}`)
    })
    ended.catch(() => undefined)
    const late = setTimeout(() => {
      isLate = true
      child.kill('SIGKILL')
    }, START_PATIENCE)
    const line = await Promise.race([ready, ended]).finally(() => clearTimeout(late))
    url = (/is ready: (\S+)/.exec(line) as RegExpExecArray)[1] as string
    port = new URL(url).port
  }
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  await start()
  return {
    get url() {
      return url
    },
    dataDir,
    log: () => log,
    kill: () => end('SIGKILL'),
    halt: () => end('SIGTERM'),
    pid: () => child.pid as number,
    restart: start,
    async stop() {
      await end('SIGTERM')
      if (!environment.DATABASE_URL && child.signalCode === 'SIGKILL')
        await (await startEmbedded(join(dataDir, 'postgres'))).stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
