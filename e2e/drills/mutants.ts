// Puts small faults into the code that decides about rights, money, undo, runs and records, and says which of them no test sees.
//
//   npm run mutants                           20 of them
//   npm run mutants -- --count=200 --seed=3
//   npm run mutants -- --minutes=25           as many as fit into that time, of all parts alike
//   npm run mutants -- --only=money           a part of them: rights, money, undo, runs, records, queries
//   npm run mutants -- --file=undo            those of the files whose path holds this
//
// A mutant is killed when a test of its list fails that passes without the mutant, or does not end in time though it does without
// the mutant: a test that never gets its turn on a busy machine says nothing. What is judged by which tests, and which mutants
// change nothing, stands in e2e/mutants-judged.ts. Ends with 1 when more than a tenth survive: each is a test that is missing, or
// code that does nothing.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { TestProject } from 'vitest/node'
import { applied, type Mutant, mutantsOf, sampleOf } from '../../scripts/mutants.ts'
import { setup } from '../../server/platform/database/test-cluster.ts'
import { equivalents, judged } from '../mutants-judged.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
/** ms for one list of tests; a loop that never ends is seen, too */
const PATIENCE = 15 * 60_000
const MOST_SURVIVORS = 0.1

const parts = [...new Set(judged.map(({ part }) => part))]

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    file: { type: 'string', default: '' },
    minutes: { type: 'string', default: '600' },
  },
})
const isAsked = ({ part }: { part: string }) => values.only === undefined || values.only === part
const [count, seed, minutes] = [Number(values.count), Number(values.seed), Number(values.minutes)]
if (!judged.some(isAsked) || count < 1 || ![count, seed, minutes].every(Number.isInteger)) {
  console.error(`--only is one of ${parts.join(', ')}; --count, --seed and --minutes are whole numbers.`)
  process.exit(2)
}

const scratch = mkdtempSync(join(tmpdir(), 'atrium-mutants-'))

/** One cluster with its migrated template for all mutants: making them costs more than most tests. */
const cluster: Record<string, unknown> = {}
const provide = (name: string, value: unknown) => {
  cluster[name] = value
}
const stopCluster = await setup({ provide } as unknown as TestProject)

interface Report {
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}

interface End {
  end: 'passes' | 'fails' | 'hangs'
  /** The test file that failed, and the test. */
  at: string
  test: string
}

const isSlow = (message: string) => /timed out in \d+ ?ms|Timed out/.test(message)

/** The first test that failed, by the report of Vitest: one that did not end in time tells less than one that says no. */
function failureIn(report: Report): End | null {
  for (const { name, status, message = '', assertionResults } of report.testResults) {
    const at = relative(ROOT, name)
    const failed = assertionResults.find((one) => one.status === 'failed')
    if (failed)
      return { end: isSlow(failed.failureMessages?.join() ?? '') ? 'hangs' : 'fails', at, test: failed.fullName }
    if (status === 'failed')
      return { end: isSlow(message) ? 'hangs' : 'fails', at, test: message.split('\n', 1)[0] ?? '' }
  }
  return null
}

/** How these tests end over a tree in which this file is another one. */
function endOf(file: string, source: string, tests: readonly string[]): End {
  const [text, report] = [join(scratch, 'mutant.ts'), join(scratch, 'report.json')]
  writeFileSync(text, source)
  rmSync(report, { force: true })
  const env = {
    ...process.env,
    MUTATED_FILE: join(ROOT, file),
    MUTATED_BY: text,
    MUTANT_TESTS: JSON.stringify(tests),
    MUTANT_REPORT: report,
    MUTANTS_CLUSTER: JSON.stringify(cluster),
  }
  const words = [VITEST, 'run', '--root', ROOT, '--config', join(ROOT, 'e2e', 'mutants.config.ts'), ...tests]
  const { status } = spawnSync(process.execPath, words, { cwd: ROOT, env, stdio: 'ignore', timeout: PATIENCE })
  if (status === 0) return { end: 'passes', at: '', test: '' }
  if (!existsSync(report)) return { end: 'hangs', at: '', test: 'no report' }
  return (
    failureIn(JSON.parse(readFileSync(report, 'utf8'))) ?? { end: 'fails', at: '', test: 'an error outside of a test' }
  )
}

const sound = new Set<string>()
/** Whether these tests pass without a mutant. What they said once holds, but for their time, which the machine's load decides. */
function passUnchanged(file: string, tests: readonly string[], anew: boolean): boolean {
  const key = tests.join()
  if (!anew && sound.has(key)) return true
  const passes = endOf(file, readFileSync(join(ROOT, file), 'utf8'), tests).end === 'passes'
  if (passes) sound.add(key)
  return passes
}

/** Which of the tests sees it: null when none does, undefined when they fail, or do not end, without it as well. */
function killerOf(file: string, source: string, tests: readonly string[]): string | null | undefined {
  const { end, at, test } = endOf(file, source, tests)
  if (end === 'passes') return null
  return passUnchanged(file, at ? [at] : tests, end === 'hangs') ? `${at}: ${test}` : undefined
}

/** Nothing more is begun after it. */
const until = Date.now() + minutes * 60_000

const everything = judged.filter(isAsked).flatMap(({ part, files, tests }) =>
  files.flatMap((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8')
    const lines = source.split('\n')
    return mutantsOf(file, source).map((mutant: Mutant) => ({
      ...{ part, file, source, tests, mutant },
      line: lines[mutant.line - 1]?.trim() ?? '',
    }))
  }),
)
const isEquivalent = ({ file, line, mutant }: (typeof everything)[number]) =>
  equivalents.some((one) => one.file === file && one.line === line && one.what === mutant.what)
const all = everything.filter((one) => one.file.includes(values.file) && !isEquivalent(one))
for (const { file, line, what } of equivalents)
  if (!everything.some((one) => one.file === file && one.line === line && one.mutant.what === what) && !values.only)
    console.log(`${file} has no mutant “${what}” in “${line}” any more: it is to go from the list of equivalent ones.`)

/** Turn by turn one of each part, so that a run that ends early has looked at all of them alike. */
const drawn = parts
  .flatMap((part) =>
    sampleOf(
      all.filter((one) => one.part === part),
      count,
      seed,
    ).map((one, turn) => ({ ...one, turn })),
  )
  .sort((a, b) => a.turn - b.turn)
  .slice(0, count)

/** Of so many tried, the share that is killed: between these, 95 times of 100 (Wilson 1927). */
function interval(hits: number, tried: number): [number, number] {
  const z = 1.96
  const middle = (hits + z ** 2 / 2) / (tried + z ** 2)
  const half = (z / (tried + z ** 2)) * Math.sqrt((hits * (tried - hits)) / tried + z ** 2 / 4)
  return [middle - half, middle + half]
}
const percent = (share: number) => `${Math.round(share * 100)} %`

const survivors: string[] = []
const tried = new Map(parts.map((part) => [part, { killed: 0, all: 0 }]))
try {
  /** Files that their tests never load can be judged by none. */
  const unseen = new Set<string>()
  for (const { file, tests } of new Map(drawn.map((one) => [one.tests, one])).values())
    if (endOf(file, 'throw new Error()', tests).end === 'passes') unseen.add(file)
  if (unseen.size > 0) throw new Error(`No test loads ${[...unseen].join(', ')}.`)
  for (const { part, file, source, tests, mutant } of drawn) {
    if (Date.now() > until) break
    const begun = Date.now()
    const killer = killerOf(file, applied(source, mutant), tests)
    const place = `${file}:${mutant.line}: ${mutant.what.replace(/\s+/g, ' ')}`
    const took = `${Math.round((Date.now() - begun) / 1000)} s`
    if (killer === undefined) {
      console.log(`not judged ${place}: a test fails, or does not end in time, without it either (${took})`)
      continue
    }
    const sum = tried.get(part) as { killed: number; all: number }
    sum.all += 1
    if (killer) sum.killed += 1
    else survivors.push(place)
    console.log(killer ? `killed    ${place}  (${took}, ${killer})` : `SURVIVED  ${place}  (${took})`)
  }
  for (const [part, sum] of tried) if (sum.all > 0) console.log(`${part}: ${sum.killed} of ${sum.all} killed`)
  const whole = [...tried.values()].reduce((a, b) => ({ killed: a.killed + b.killed, all: a.all + b.all }))
  const [least, most] = interval(whole.killed, whole.all)
  console.log(
    `\n${all.length} mutants, ${whole.all} tried (seed ${seed}): ${whole.killed} killed (${percent(whole.killed / whole.all)}; ${percent(least)} to ${percent(most)} of all), ${survivors.length} survived.`,
  )
  if (survivors.length > whole.all * MOST_SURVIVORS) process.exitCode = 1
} finally {
  await stopCluster()
  rmSync(scratch, { recursive: true, force: true })
}
