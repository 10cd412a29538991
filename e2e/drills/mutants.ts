// Puts small faults into the code that decides about rights, money, undo, runs and queries, and says which of them no test sees.
//
//   npm run drill mutants                     20 of them
//   npm run drill mutants -- --count=200 --seed=3
//   npm run drill mutants -- --only=money     a part of them: rights, money, undo, runs, queries
//
// A mutant is killed when a test of its list fails, or hangs. Ends with 1 when more than a fifth survive: each is a test that is
// missing, or code that does nothing.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { applied, type Mutant, mutantsOf, sampleOf } from '../../scripts/mutants.ts'

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

const judged: readonly Judged[] = [
  {
    part: 'rights',
    files: ['server/platform/policy.ts'],
    tests: [
      'server/platform/policy.test.ts',
      'server/access/doors.test.ts',
      'server/access/keys.test.ts',
      'server/seats',
    ],
  },
  {
    part: 'money',
    files: ['allocation', 'minor-units', 'said-money', 'writing'].map((name) => `domain/money/${name}.ts`),
    tests: ['domain/money', 'modules/wallet/'],
  },
  {
    part: 'undo',
    files: ['server/records/undo.ts'],
    tests: ['server/records/records.test.ts', 'server/records/references.test.ts', 'modules/wallet/wallet.test.ts'],
  },
  { part: 'runs', files: ['server/platform/runs/store.ts'], tests: ['server/platform/runs', 'server/chat'] },
  {
    part: 'queries',
    files: ['server/records/where.ts'],
    tests: ['server/records/querying.test.ts', 'server/records/'],
  },
]

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
})
const asked = judged.filter(({ part }) => values.only === undefined || values.only === part)
const [count, seed] = [Number(values.count), Number(values.seed)]
if (asked.length === 0 || !Number.isInteger(count) || count < 1 || !Number.isInteger(seed)) {
  console.error(`--only is one of ${judged.map(({ part }) => part).join(', ')}; --count and --seed are whole numbers.`)
  process.exit(2)
}

const scratch = mkdtempSync(join(tmpdir(), 'atrium-mutants-'))

/** Which of the tests sees it; null when none does. */
function killerOf(file: string, source: string, tests: readonly string[]): string | null {
  const text = join(scratch, 'mutant.ts')
  writeFileSync(text, source)
  const env = { ...process.env, MUTATED_FILE: join(ROOT, file), MUTATED_BY: text }
  for (const test of tests) {
    const words = [VITEST, 'run', '--root', ROOT, '--config', join(ROOT, 'e2e', 'mutants.config.ts'), test]
    const { status } = spawnSync(process.execPath, words, { cwd: ROOT, env, stdio: 'ignore', timeout: PATIENCE })
    if (status !== 0) return test
  }
  return null
}

const all = asked.flatMap(({ files, tests }) =>
  files.flatMap((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8')
    return mutantsOf(file, source).map((mutant: Mutant) => ({ file, source, tests, mutant }))
  }),
)
const survivors: string[] = []
let killed = 0
try {
  for (const { file, source, tests } of new Map(all.map((one) => [one.tests, one])).values())
    if (killerOf(file, source, tests.slice(0, 1)) !== null)
      throw new Error(`${tests[0]} fails without a mutant: it can judge none.`)
  const drawn = sampleOf(all, count, seed)
  for (const { file, source, tests, mutant } of drawn) {
    const place = `${file}:${mutant.line}: ${mutant.what}`
    const killer = killerOf(file, applied(source, mutant), tests)
    if (killer) killed += 1
    else survivors.push(place)
    console.log(killer ? `killed    ${place}  (${killer})` : `SURVIVED  ${place}`)
  }
  console.log(
    `\n${all.length} mutants, ${drawn.length} tried (seed ${seed}): ${killed} killed, ${survivors.length} survived.`,
  )
  if (survivors.length > drawn.length * MOST_SURVIVORS) process.exitCode = 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
