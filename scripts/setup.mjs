// What must be there before anything runs: packages, browser, built client. Runs on Node 20 without dependencies.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const windows = process.platform === 'win32'

/** Node 24 from the npm package `node`. */
export const node24 = join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node')
export const bin = (name) => join(root, 'node_modules', '.bin', windows ? `${name}.cmd` : name)
/** Where Node keeps what it has compiled. server/platform/loading.ts names the same folder, but too late for itself. */
export const compiled = join(root, 'node_modules', '.cache', 'compiled')
/** The environment in which `node` is Node 24. */
export const environment = (extra = {}) => ({
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}${windows ? ';' : ':'}${process.env.PATH}`,
  ...extra,
})

export function say(text) {
  process.stdout.write(`• ${text}\n`)
}

function fail(text) {
  process.stderr.write(`\n${text}\n`)
  process.exit(1)
}

export function run(command, args, options = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: environment(),
    shell: windows,
    ...options,
  })
  return result.status ?? 1
}

/** Does what blocks this process, while another one counts the seconds: silence would look like a standstill. */
function counting(work) {
  const elapsed = join(root, 'scripts', 'elapsed.mjs')
  const counter = spawn(process.execPath, [elapsed], { stdio: ['pipe', 'inherit', 'ignore'] })
  try {
    return work()
  } finally {
    counter.kill()
    if (process.stdout.isTTY) process.stdout.write('\r\x1b[K')
  }
}

function hashOf(paths) {
  const hash = createHash('sha256')
  const visit = (path) => {
    if (!existsSync(path)) return
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort())
        if (name !== 'node_modules' && name !== 'dist') visit(join(path, name))
    } else hash.update(relative(root, path)).update('\0').update(readFileSync(path)).update('\0')
  }
  for (const path of paths) visit(join(root, path))
  return hash.digest('hex')
}

const marked = (file, mark) => existsSync(file) && readFileSync(file, 'utf8') === mark

/** Installs the packages of the lockfile when they are missing or the lockfile has changed. */
export function ensurePackages() {
  const mark = hashOf(['package-lock.json'])
  const file = join(root, 'node_modules', '.atrium-installed')
  if (marked(file, mark) && existsSync(node24)) return
  say('Installing packages (a minute or two, once) …')
  const install = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const code = counting(() => run(windows ? 'npm.cmd' : 'npm', install, { env: process.env }))
  if (code !== 0 || !existsSync(node24))
    fail('The packages could not be installed. Check the connection to the npm registry, then run the command again.')
  writeFileSync(file, mark)
}

/** Builds the web client when its sources have changed since the last build. */
export function ensureWeb() {
  const mark = hashOf(['web', 'modules', 'contract', 'package-lock.json'])
  const file = join(root, 'web', 'dist', '.built')
  if (marked(file, mark)) return
  say('Building the web client …')
  if (counting(() => run(bin('vite'), ['build', 'web', '--logLevel', 'warn'])) !== 0)
    fail('The web client could not be built; the lines above say why.')
  if (run(node24, ['scripts/compress.mjs', 'web/dist']) !== 0) fail('The web client could not be compressed.')
  writeFileSync(file, mark)
}

/** The browser of the tests: CHROMIUM_PATH, the system's, or Playwright's own. Installs one when there is none. */
export function ensureChromium() {
  const known = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
    (path) => path && existsSync(path),
  )
  if (known) return known
  const isRoot = process.getuid?.() === 0
  if (process.platform === 'linux' && isRoot && spawnSync('apt-get', ['--version']).status === 0) {
    say('Installing Chromium from the system’s packages (once) …')
    const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
    run('apt-get', ['update', '-qq'], quiet)
    run('apt-get', ['install', '-y', '-qq', 'chromium'], quiet)
    if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium'
  }
  say('Installing Chromium through Playwright (once) …')
  if (run(bin('playwright'), ['install', 'chromium']) !== 0)
    fail('No Chromium for the tests. Install one and set CHROMIUM_PATH to it.')
  return undefined
}

/** Arguments that are paths, as meant where the person stands: npm runs scripts in the project's folder. */
export const fromHere = (args) =>
  args.map((one) => (one.startsWith('-') ? one : resolve(process.env.INIT_CWD ?? process.cwd(), one)))

export function ensureDirectory(path) {
  mkdirSync(join(root, path), { recursive: true })
  return join(root, path)
}
