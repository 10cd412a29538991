// npm test: installs what is missing and runs everything, or the stages named: check, unit, web, e2e, postgres.
// Ends with a line `N passed, N failed`.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startSystemPostgres, systemPostgres } from './postgres.mjs'
import { bin, ensureChromium, ensureDirectory, ensurePackages, ensureWeb, environment, root, say } from './setup.mjs'

const STAGES = ['check', 'unit', 'web', 'e2e', 'postgres']
const wanted = process.argv.slice(2).filter((name) => STAGES.includes(name))
const rest = process.argv.slice(2).filter((name) => !STAGES.includes(name))
const stages = wanted.length > 0 ? wanted : STAGES
/**
 * Left out on DATABASE_URL: modules reach the database through the core's store alone, and every call of these features is
 * made there by server/access. Their own tests are about what they answer, on the built-in PostgreSQL.
 */
const ELSEWHERE = [
  'modules',
  'agents',
  'server/accounts',
  'server/models',
  'server/commands',
  'server/mcp',
  'server/preferences',
].map((folder) => `${folder}/**`)
const total = { passed: 0, failed: 0 }
const failures = []

const command = (name, args, env = {}) =>
  new Promise((done) => {
    const child = spawn(bin(name), args, {
      cwd: root,
      stdio: 'inherit',
      env: environment(env),
      shell: process.platform === 'win32',
    })
    child.on('exit', (code) => done(code ?? 1))
    child.on('error', () => done(1))
  })

function count(stage, passed, failed, code) {
  total.passed += passed
  total.failed += failed
  if (failed > 0 || code !== 0) failures.push(stage)
  if (code !== 0 && failed === 0) total.failed += 1
}

/** `user`: only the tests that use this file, at however many removes; `without`: those of these files left out. */
async function vitest(stage, project, { env = {}, user, without = [] } = {}) {
  const report = join(ensureDirectory('.cache'), `${stage}-${process.pid}.json`)
  const code = await command(
    'vitest',
    [
      ...(user ? ['related', user, '--run'] : ['run']),
      ...without.flatMap((files) => ['--exclude', files]),
      '--project',
      project,
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...rest,
    ],
    env,
  )
  const result = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : { numPassedTests: 0, numFailedTests: 1 }
  rmSync(report, { force: true })
  count(stage, result.numPassedTests, result.numFailedTests, code)
}

async function playwright() {
  const report = join(ensureDirectory('.cache'), `e2e-${process.pid}.json`)
  const code = await command('playwright', ['test', '--config', 'e2e/playwright.config.ts', ...rest], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  })
  const stats = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8')).stats
    : { expected: 0, unexpected: 1, flaky: 0 }
  rmSync(report, { force: true })
  if (stats.flaky > 0) say(`${stats.flaky} journeys needed a second try`)
  count('e2e', stats.expected + stats.flaky, stats.unexpected, code)
}

const runners = {
  async check() {
    for (const [what, name, args] of [
      ['types of server and modules', 'tsc', ['-p', 'tsconfig.node.json']],
      ['types of the web client', 'tsc', ['-p', 'tsconfig.web.json']],
      ['types of journeys and benches', 'tsc', ['-p', 'tsconfig.e2e.json']],
      ['lint and format', 'biome', ['check', '--error-on-warnings', '.']],
    ]) {
      const code = await command(name, args)
      count(what, code === 0 ? 1 : 0, code === 0 ? 0 : 1, code)
    }
  },
  unit: () => vitest('unit', 'node'),
  web: () => vitest('web', 'web'),
  e2e: playwright,
  async postgres() {
    const binaries = systemPostgres()
    if (!binaries) return say('No PostgreSQL is installed on this system: the suite on DATABASE_URL is left out.')
    const server = await startSystemPostgres(binaries)
    try {
      const env = { TEST_DATABASE_URL: server.url }
      await vitest('postgres', 'node', {
        env,
        user: 'server/platform/database/test-database.ts',
        without: ELSEWHERE,
      })
    } finally {
      await server.stop()
    }
  },
}

ensurePackages()
if (stages.includes('web') || stages.includes('e2e')) process.env.CHROMIUM_PATH = ensureChromium() ?? ''
if (stages.includes('e2e')) ensureWeb()
for (const stage of stages) {
  say(stage)
  const began = Date.now()
  await runners[stage]()
  say(`${stage}: ${Math.round((Date.now() - began) / 1000)} s`)
}
if (failures.length > 0) process.stdout.write(`\nFailed: ${failures.join(', ')}\n`)
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
process.exit(total.failed > 0 ? 1 : 0)
