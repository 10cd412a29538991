// Puts small faults into the code that decides about rights, money, undo, runs and records, and says which of them no test sees.
//
//   npm run mutants                           20 of them
//   npm run mutants -- --count=200 --seed=3
//   npm run mutants -- --minutes=25           as many as fit into that time, of all parts alike
//   npm run mutants -- --only=money           a part of them: rights, money, undo, runs, records, queries
//   npm run mutants -- --at=server/records/undo.ts:92,domain/money/writing.ts:7    all of these lines
//
// A mutant is killed when a test of its list fails that passes without the mutant, or does not end in time though it does without
// the mutant: a test that never gets its turn on a busy machine says nothing. What is judged by which tests, and which mutants
// change nothing, stands in e2e/mutants-judged.ts. Ends with 1 when more than a tenth survive: each is a test that is missing, or
// code that does nothing.
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { TestProject } from 'vitest/node'
import { type Mutant, mutantsOf, sampleOf, withAll } from '../../scripts/mutants.ts'
import { setup } from '../../server/platform/database/test-cluster.ts'
import { equivalents, judged } from '../mutants-judged.ts'
import { type Turn, turnsOf } from '../mutants-turns.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Mutants in one process of Vitest. */
const AT_ONCE = 20
const MOST_SURVIVORS = 0.1

const parts = [...new Set(judged.map(({ part }) => part))]

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    at: { type: 'string' },
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
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await stopCluster()
    process.exit(1)
  })

/** Nothing more is begun after it. */
const until = Date.now() + minutes * 60_000

const everything = judged.filter(isAsked).flatMap(({ part, files, tests }) =>
  files
    .flatMap((file) => {
      const source = readFileSync(join(ROOT, file), 'utf8')
      const lines = source.split('\n')
      return mutantsOf(file, source).map((mutant: Mutant) => ({
        ...{ part, file, source, tests, mutant },
        line: lines[mutant.line - 1]?.trim() ?? '',
      }))
    })
    .map((one, number) => ({ ...one, number })),
)
type Candidate = (typeof everything)[number]
const isEquivalent = ({ file, line, mutant }: Candidate) =>
  equivalents.some((one) => one.file === file && one.line === line && one.what === mutant.what)
const lines = values.at?.split(',')
const isThere = ({ file, mutant }: Candidate) => lines?.includes(`${file}:${mutant.line}`) ?? true
const all = everything.filter((one) => isThere(one) && !isEquivalent(one))
for (const { file, line, what } of values.only ? [] : equivalents)
  if (!everything.some((one) => one.file === file && one.line === line && one.mutant.what === what))
    console.log(`${file} has no mutant “${what}” in “${line}” any more: it is to go from the list of equivalent ones.`)

/** Turn by turn one of each part, so that a run that ends early has looked at all of them alike. */
const drawn = parts
  .flatMap((part) =>
    sampleOf(
      all.filter((one) => one.part === part),
      count,
      seed,
    ).map((one, turn) => ({ one, turn })),
  )
  .sort((a, b) => a.turn - b.turn)
  .slice(0, count)
  .map(({ one }) => one)

/** Of so many tried, the share that is killed: between these, 95 times of 100 (Wilson 1927). */
function interval(hits: number, tried: number): [number, number] {
  const z = 1.96
  const middle = (hits + z ** 2 / 2) / (tried + z ** 2)
  const half = (z / (tried + z ** 2)) * Math.sqrt((hits * (tried - hits)) / tried + z ** 2 / 4)
  return [middle - half, middle + half]
}
const percent = (share: number) => `${Math.round(share * 100)} %`

const placeOf = ({ file, mutant }: Candidate) => `${file}:${mutant.line}: ${mutant.what.replace(/\s+/g, ' ')}`

/** These files with these mutants in them, asleep. */
function sourcesWith(some: readonly Candidate[]): Record<string, string> {
  const byFile = Map.groupBy(some, ({ file }) => file)
  return Object.fromEntries(
    [...byFile].map(([file, those]) => {
      const { source } = those[0] as Candidate
      const numbered = those.map((one) => [one.number, one.mutant] as const)
      return [join(ROOT, file), withAll(source, new Map(numbered))]
    }),
  )
}
const ask = (turns: readonly Turn[], some: readonly Candidate[], fromStart = -1, whole = false) =>
  turnsOf({ sources: sourcesWith(some), turns, fromStart, whole }, { root: ROOT, scratch, cluster })

const tried = new Map(parts.map((part) => [part, { killed: 0, all: 0 }]))
const survivors: string[] = []
let unjudged = 0
function tell(one: Candidate, killer: string | null, how = '') {
  const sum = tried.get(one.part) as { killed: number; all: number }
  sum.all += 1
  if (killer === null) survivors.push(placeOf(one))
  else sum.killed += 1
  console.log(killer === null ? `SURVIVED  ${placeOf(one)}${how}` : `killed    ${placeOf(one)}  (${killer})`)
}

interface Sound {
  /** Test files that pass without a mutant, and which mutants each of them comes by. */
  files: ReadonlyMap<string, ReadonlySet<number>>
  /** Mutants that were come by while files were loaded, by whichever test was the first: any of them may see those. */
  loaded: ReadonlySet<number>
}

/** What test files came by when they and the sources were these: it is asked once. */
const KNOWN = join(ROOT, 'node_modules', '.cache', 'mutants.json')
interface Known {
  reached: number[]
  loaded: number[]
}
const readKnown = (): Record<string, Known> => (existsSync(KNOWN) ? JSON.parse(readFileSync(KNOWN, 'utf8')) : {})

/** The test files of a list, asked without a mutant: what fails or never ends then has no say. */
async function soundOf(tests: readonly string[]): Promise<Sound> {
  const whole = everything.filter((one) => one.tests === tests)
  const sources = JSON.stringify(sourcesWith(whole))
  const files = tests
    .flatMap((test) => (test.endsWith('.ts') ? [test] : globSync(`${test}/**/*.test.ts`, { cwd: ROOT })))
    .map((test) => {
      const hash = createHash('sha256')
        .update(`2 ${sources}`)
        .update(readFileSync(join(ROOT, test)))
      return { test: join(ROOT, test), key: `${test} ${hash.digest('base64url').slice(0, 12)}` }
    })
  const before = readKnown()
  const turns = files.filter(({ key }) => !before[key]).map(({ test, key }) => ({ test, key, mutant: -1 }))
  const { ended, failed, loaded } = await ask(turns, whole, -1, true)
  const known = readKnown() // others may be at it, too
  for (const [turn, { test, key }] of turns.entries()) {
    const reached = ended.get(turn)
    if (reached && !failed.has(turn)) known[key] = { reached: [...reached], loaded: [...loaded] }
    else console.log(`${test} fails, or does not end, without a mutant (${failed.get(turn)}): it judges none.`)
  }
  mkdirSync(dirname(KNOWN), { recursive: true })
  writeFileSync(KNOWN, JSON.stringify(known))
  const told = files.flatMap(({ test, key }) => (known[key] ? [{ test, ...known[key] }] : []))
  return {
    files: new Map(told.map(({ test, reached }) => [test, new Set(reached)])),
    loaded: new Set(told.flatMap((one) => one.loaded)),
  }
}

/** A test that did not end with it: killed when it ends without, on the same machine. */
async function tellHung(one: Candidate, test: string) {
  const { ended, failed } = await ask([{ test, mutant: -1 }], [], -1, true)
  if (ended.has(0) && !failed.has(0)) return tell(one, `${test.slice(ROOT.length)} does not end`)
  unjudged += 1
  console.log(`not judged ${placeOf(one)}: ${test.slice(ROOT.length)} does not end in time without it either`)
}

/** One mutant that is there from the start, in a process of its own. */
async function judgeAlone(one: Candidate, files: readonly string[]) {
  const turns = files.map((test) => ({ test, mutant: one.number }))
  const { ended, failed, begun } = await ask(turns, [one], one.number)
  const [seen] = failed
  if (seen) return tell(one, `${turns[seen[0]]?.test.slice(ROOT.length)}: ${seen[1]}`)
  if (turns.every((_, turn) => ended.has(turn))) return tell(one, null)
  await tellHung(one, turns[begun.at(-1) ?? 0]?.test as string)
}

/** Several, one after the other in one process; who survives in what the others left behind there is judged alone. */
async function judgeTogether(those: readonly Candidate[], sound: Sound) {
  const filesFor = (one: Candidate) =>
    [...sound.files].filter(([, reached]) => one.mutant.atLoad || reached.has(one.number)).map(([test]) => test)
  /** In a process of its own every test loads it anew. */
  const filesAlone = (one: Candidate) => (sound.loaded.has(one.number) ? [...sound.files.keys()] : filesFor(one))
  const [early, late] = [those.filter(({ mutant }) => mutant.atLoad), those.filter(({ mutant }) => !mutant.atLoad)]
  const turns = late.flatMap((one) => filesFor(one).map((test) => ({ test, mutant: one.number })))
  const again = [...new Set(turns.map(({ test }) => test))].map((test) => ({ test, mutant: -1 }))
  const { begun, ended, failed } = await ask([...turns, ...again], late)
  const unsound = new Set(
    again.flatMap(({ test }, at) => {
      const turn = turns.length + at
      return failed.has(turn) || !ended.has(turn) ? [test] : []
    }),
  )
  const stuck = turns.find((_, turn) => turn === begun.at(-1) && !ended.has(turn))
  const hung = stuck && late.find((one) => one.number === stuck.mutant)
  if (hung) await tellHung(hung, stuck.test)
  const doubtful: Candidate[] = []
  for (const one of late) {
    const own = [...turns.entries()].filter(([, { mutant }]) => mutant === one.number)
    const seen = own.find(([turn]) => failed.has(turn))
    if (seen && !unsound.has(seen[1].test)) tell(one, `${seen[1].test.slice(ROOT.length)}: ${failed.get(seen[0])}`)
    else if (own.length === 0) tell(one, null, '  (no test comes by)')
    else if (one !== hung) doubtful.push(one)
  }
  if (hung) await judgeTogether(doubtful, sound)
  for (const one of hung ? early : [...early, ...doubtful]) await judgeAlone(one, filesAlone(one))
}

try {
  const batches: { those: Candidate[]; sound: Sound }[] = []
  for (const [tests, those] of Map.groupBy(drawn, (one) => one.tests)) {
    const sound = await soundOf(tests)
    for (let at = 0; at < those.length; at += AT_ONCE) batches.push({ those: those.slice(at, at + AT_ONCE), sound })
  }
  for (const { those, sound } of batches) if (Date.now() < until) await judgeTogether(those, sound)
  for (const [part, sum] of tried) if (sum.all > 0) console.log(`${part}: ${sum.killed} of ${sum.all} killed`)
  const whole = [...tried.values()].reduce((a, b) => ({ killed: a.killed + b.killed, all: a.all + b.all }))
  const [least, most] = interval(whole.killed, whole.all)
  console.log(
    `\n${all.length} mutants, ${whole.all} tried (seed ${seed}): ${whole.killed} killed (${percent(whole.killed / whole.all)}; ${percent(least)} to ${percent(most)} of all), ${survivors.length} survived, ${unjudged} not judged, ${equivalents.length} known to change nothing.`,
  )
  if (survivors.length > whole.all * MOST_SURVIVORS) process.exitCode = 1
} finally {
  await stopCluster()
  rmSync(scratch, { recursive: true, force: true })
}
