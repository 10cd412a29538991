// Puts small faults into the code that decides about rights, money, undo, runs and records, and says which of them no test sees.
//
//   npm run drill mutants                     20 of them
//   npm run drill mutants -- --count=200 --seed=3
//   npm run drill mutants -- --minutes=25     as many as fit into that time, of all parts alike
//   npm run drill mutants -- --only=money     a part of them: rights, money, undo, runs, records, queries
//
// A mutant is killed when a test of its list fails, or hangs where it does not hang without the mutant: a test that never gets its
// turn on a busy machine says nothing. Ends with 1 when more than a fifth survive: each is a test that is
// missing, or code that does nothing.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { TestProject } from 'vitest/node'
import { applied, type Mutant, mutantsOf, sampleOf } from '../../scripts/mutants.ts'
import { setup } from '../../server/platform/database/test-cluster.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
/** ms; a loop that never ends is seen, too */
const PATIENCE = 10 * 60_000
const MOST_SURVIVORS = 0.2

interface Judged {
  part: string
  files: readonly string[]
  /** Asked one after the other until one fails: the quick ones first. */
  tests: readonly string[]
}

const within = (folder: string, ...names: string[]) => names.map((name) => `${folder}/${name}.ts`)

const judged: readonly Judged[] = [
  {
    part: 'rights',
    files: within('server/platform', 'policy'),
    tests: [
      'server/platform/policy.test.ts',
      'server/access/doors.test.ts',
      'server/access/keys.test.ts',
      'server/seats',
    ],
  },
  {
    part: 'rights',
    files: [...within('server/teams', 'scope'), ...within('server/accounts', 'plan')],
    tests: [
      'server/teams/scope.test.ts',
      'server/accounts/plan.test.ts',
      'server/teams',
      'server/access/doors.test.ts',
    ],
  },
  {
    part: 'rights',
    files: within('server/records', 'hidden', 'behind-link'),
    tests: [
      'server/records/hidden.test.ts',
      'server/records/link-routes.test.ts',
      'server/records/secrets.test.ts',
      'server/records/module-files.test.ts',
    ],
  },
  {
    part: 'money',
    files: within('domain/money', 'allocation', 'minor-units', 'said-money', 'writing'),
    tests: ['domain/money', 'modules/wallet/'],
  },
  {
    part: 'money',
    files: within('server/models', 'budget-ledger'),
    tests: ['server/models/budget-ledger.test.ts', 'server/models', 'server/seats'],
  },
  {
    part: 'undo',
    files: within('server/records', 'undo', 'integrity'),
    tests: [
      'server/records/records.test.ts',
      'server/records/references.test.ts',
      'server/records/removing-several.test.ts',
      'server/records/constraints',
      'modules/wallet/wallet.test.ts',
    ],
  },
  {
    part: 'runs',
    files: within('server/platform/runs', 'store', 'engine', 'closing', 'viewer'),
    tests: ['server/platform/runs', 'server/jobs', 'server/chat/'],
  },
  {
    part: 'records',
    files: within('server/records', 'saving', 'guards', 'unit', 'store'),
    tests: ['server/records/records.test.ts', 'server/records/constraints', 'server/records/'],
  },
  {
    part: 'queries',
    files: within('server/records', 'where', 'ordering', 'totals'),
    tests: ['server/records/querying.test.ts', 'server/records/totals.test.ts', 'server/records/'],
  },
]
const parts = [...new Set(judged.map(({ part }) => part))]

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    minutes: { type: 'string', default: '600' },
  },
})
const asked = judged.filter(({ part }) => values.only === undefined || values.only === part)
const [count, seed, minutes] = [Number(values.count), Number(values.seed), Number(values.minutes)]
if (asked.length === 0 || count < 1 || ![count, seed, minutes].every(Number.isInteger)) {
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

const isTimeout = (error: Error | undefined): boolean =>
  (error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT'

/** How a test ends over a tree in which this file is another one. */
function endOf(file: string, source: string, test: string): 'passes' | 'fails' | 'hangs' {
  const text = join(scratch, 'mutant.ts')
  writeFileSync(text, source)
  const env = {
    ...process.env,
    MUTATED_FILE: join(ROOT, file),
    MUTATED_BY: text,
    MUTANTS_CLUSTER: JSON.stringify(cluster),
  }
  const words = [VITEST, 'run', '--root', ROOT, '--config', join(ROOT, 'e2e', 'mutants.config.ts'), test]
  const { status, error } = spawnSync(process.execPath, words, { cwd: ROOT, env, stdio: 'ignore', timeout: PATIENCE })
  if (isTimeout(error)) return 'hangs'
  return status === 0 ? 'passes' : 'fails'
}

/** Which of the tests sees it: null when none does, undefined when the machine is too busy to tell. */
function killerOf(file: string, source: string, tests: readonly string[]): string | null | undefined {
  for (const test of tests) {
    const end = endOf(file, source, test)
    if (end === 'hangs' && endOf(file, readFileSync(join(ROOT, file), 'utf8'), test) === 'hangs') return undefined
    if (end !== 'passes') return test
  }
  return null
}

/** Nothing more is begun after it. */
const until = Date.now() + minutes * 60_000

const all = asked.flatMap(({ part, files, tests }) =>
  files.flatMap((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8')
    return mutantsOf(file, source).map((mutant: Mutant) => ({ part, file, source, tests, mutant }))
  }),
)

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
  /** Lists that fail without a mutant can judge none. */
  const broken = new Set<readonly string[]>()
  for (const { file, source, tests } of new Map(drawn.map((one) => [one.tests, one])).values())
    if (killerOf(file, source, tests.slice(0, 1)) !== null) {
      broken.add(tests)
      process.exitCode = 1
      console.log(`${tests[0]} fails, or does not end, without a mutant: it judges none.`)
    }
  for (const { part, file, source, tests, mutant } of drawn) {
    if (Date.now() > until) break
    if (broken.has(tests)) continue
    const place = `${file}:${mutant.line}: ${mutant.what}`
    const killer = killerOf(file, applied(source, mutant), tests)
    if (killer === undefined) {
      console.log(`not judged ${place}: a test does not end in time without it either`)
      continue
    }
    const sum = tried.get(part) as { killed: number; all: number }
    sum.all += 1
    if (killer) sum.killed += 1
    else survivors.push(place)
    console.log(killer ? `killed    ${place}  (${killer})` : `SURVIVED  ${place}`)
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
