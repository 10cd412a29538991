// npm test: installs what is missing and runs everything, or the stages named: check, unit, web, e2e, postgres.
// Ends with a line `N passed, N failed`.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startSystemPostgres, systemPostgres } from './postgres.mjs'
import {
  bin,
  ensureChromium,
  ensureDirectory,
  ensureLearned,
  ensurePackages,
  ensureWeb,
  environment,
  root,
  say,
} from './setup.mjs'

const STAGES = ['check', 'unit', 'web', 'e2e', 'postgres']
const wanted = process.argv.slice(2).filter((name) => STAGES.includes(name))
const rest = process.argv.slice(2).filter((name) => !STAGES.includes(name))
const stages = wanted.length > 0 ? wanted : STAGES
/**
 * Left out on DATABASE_URL: modules reach the database through the core's store alone, and every call of these features is
 * made there by server/access and the modules' access.test.ts. Their own tests are about what they answer, on the built-in
 * PostgreSQL.
 */
const ELSEWHERE = [
  'domain',
  'agents',
  'server/accounts',
  'server/models',
  'server/commands',
  'server/mcp',
  'server/preferences',
]
  .map((folder) => `${folder}/**`)
  .concat('modules/*/**/!(access).test.ts')
const total = { passed: 0, failed: 0 }
const failures = []
/** What failed, test by test: a log is read from its end, and the stages before are far up in it. */
const named = []
/** The end of a log may be all that is kept of it: of many failures the first few, and of each the first lines. */
const NAMED_AT_MOST = 20
const LINES_OF_AN_ERROR = 6

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

const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')

function name(stage, file, title, error) {
  const lines = (error ?? '')
    .replace(colours, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  named.push(
    [`✘ ${stage} · ${file.replace(`${root}/`, '')} · ${title}`, ...lines.slice(0, LINES_OF_AN_ERROR)].join('\n    '),
  )
}

/** Of a report in Jest's shape, which Vitest writes: a file that could not be loaded has a message and no tests. */
function nameFailedTests(stage, result) {
  for (const file of result.testResults ?? []) {
    const failed = file.assertionResults.filter((test) => test.status === 'failed')
    for (const test of failed) name(stage, file.name, test.fullName, test.failureMessages[0])
    if (failed.length === 0 && file.status === 'failed') name(stage, file.name, 'the file itself', file.message)
  }
}

/** Of Playwright's report: journeys that failed, and those that went green only when they were tried again. */
function nameFailedJourneys(suite, titles = []) {
  for (const spec of suite.specs ?? [])
    for (const test of spec.tests) {
      if (test.status !== 'unexpected' && test.status !== 'flaky') continue
      const stage = test.status === 'flaky' ? 'e2e (second try)' : 'e2e'
      name(stage, `e2e/${spec.file}`, [...titles, spec.title].join(' › '), test.results[0]?.error?.message)
    }
  for (const inner of suite.suites ?? [])
    nameFailedJourneys(inner, inner.title === inner.file ? titles : [...titles, inner.title])
}

/** `user`: only the tests that use this file, at however many removes; `without`: those of these files left out. */
async function vitest(stage, project, { env = {}, user, without = [] } = {}) {
  const report = join(ensureDirectory('.cache'), `${stage}-${process.pid}.json`)
  const besides = `${report}.besides`
  const code = await command(
    'vitest',
    [
      ...(user ? ['related', user, '--run'] : ['run']),
      ...without.flatMap((files) => ['--exclude', files]),
      '--project',
      project,
      '--reporter=dot',
      '--reporter=json',
      '--reporter=./scripts/second-tries.mjs',
      `--outputFile.json=${report}`,
      ...rest,
    ],
    { ...env, SECOND_TRIES: besides },
  )
  const result = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : { numPassedTests: 0, numFailedTests: 1 }
  const { again, strays } = existsSync(besides) ? JSON.parse(readFileSync(besides, 'utf8')) : { again: [], strays: [] }
  for (const path of [report, besides]) rmSync(path, { force: true })
  nameFailedTests(stage, result)
  for (const { file, title, error } of again) name(`${stage} (second try)`, file, title, error)
  for (const message of strays) name(stage, '', 'an error outside of the tests', message)
  count(stage, result.numPassedTests, result.numFailedTests, code)
}

async function playwright() {
  const report = join(ensureDirectory('.cache'), `e2e-${process.pid}.json`)
  const code = await command('playwright', ['test', '--config', 'e2e/playwright.config.ts', ...rest], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  })
  const result = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : { suites: [], stats: { expected: 0, unexpected: 1, flaky: 0 } }
  const { stats } = result
  rmSync(report, { force: true })
  for (const suite of result.suites) nameFailedJourneys(suite)
  for (const { message } of result.errors ?? []) name('e2e', '', 'an error outside of the journeys', message)
  count('e2e', stats.expected + stats.flaky, stats.unexpected, code)
}

const runners = {
  async check() {
    for (const [what, name, args] of [
      ['types of server and modules', 'tsc', ['--singleThreaded', '-p', 'tsconfig.node.json']],
      ['types of the web client', 'tsc', ['--singleThreaded', '-p', 'tsconfig.web.json']],
      ['types of journeys and benches', 'tsc', ['--singleThreaded', '-p', 'tsconfig.e2e.json']],
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
if (stages.some((stage) => ['unit', 'e2e', 'postgres'].includes(stage))) ensureLearned()
for (const stage of stages) {
  say(stage)
  const began = Date.now()
  await runners[stage]()
  say(`${stage}: ${Math.round((Date.now() - began) / 1000)} s`)
}
for (const text of named.slice(0, NAMED_AT_MOST)) process.stdout.write(`\n${text}\n`)
if (named.length > NAMED_AT_MOST) process.stdout.write(`\n… and ${named.length - NAMED_AT_MOST} more\n`)
if (failures.length > 0) process.stdout.write(`\nFailed: ${failures.join(', ')}\n`)
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
process.exit(total.failed > 0 ? 1 : 0)
