import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Happened, MutantsRun } from './mutants-run.ts'

export type Turn = MutantsRun['turns'][number]

/** ms without a test that ends: longer than a test may take by itself. A loop that never ends is seen, too. */
const PATIENCE = 3 * 60_000

export interface Said {
  /** Turns, in the order in which they began. */
  begun: number[]
  /** Which mutants a turn came by. */
  ended: Map<number, ReadonlySet<number>>
  /** Which of them while files were loaded, of all turns. */
  loaded: Set<number>
  /** The first test that failed. */
  failed: Map<number, string>
}

interface Report {
  testResults: { name: string; status: string; message?: string }[]
}

/** One process of Vitest over these turns, and what it wrote down until its end, or until it said nothing for too long. */
export async function turnsOf(
  asked: Pick<MutantsRun, 'sources' | 'turns' | 'fromStart' | 'whole'>,
  { root, scratch, cluster }: { root: string; scratch: string; cluster: unknown },
): Promise<Said> {
  const said: Said = { begun: [], ended: new Map(), loaded: new Set(), failed: new Map() }
  if (asked.turns.length === 0) return said
  const folder = mkdtempSync(join(scratch, 'run-'))
  const run: MutantsRun = {
    ...asked,
    log: join(folder, 'log'),
    turnsIn: join(folder, 'turns'),
    report: join(folder, 'report.json'),
  }
  writeFileSync(run.log, '')
  writeFileSync(join(folder, 'run.json'), JSON.stringify(run))
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      ...['run', '--root', root, '--config', 'e2e/mutants.config.ts'],
    ],
    {
      ...{ cwd: root, stdio: 'ignore', detached: true },
      env: { ...process.env, MUTANTS_RUN: join(folder, 'run.json'), MUTANTS_CLUSTER: JSON.stringify(cluster) },
    },
  )
  const stop = () => process.kill(-(child.pid as number), 'SIGKILL')
  process.once('exit', stop)
  const watch = setInterval(() => {
    if (Date.now() - statSync(run.log).mtimeMs > PATIENCE) stop()
  }, 1_000)
  await new Promise((resolve) => child.once('close', resolve))
  clearInterval(watch)
  process.off('exit', stop)

  for (const line of readFileSync(run.log, 'utf8').split('\n').filter(Boolean)) {
    const happened = JSON.parse(line) as Happened
    if (happened.is === 'begun') said.begun.push(happened.turn)
    if (happened.is === 'ended') {
      said.ended.set(happened.turn, new Set(happened.reached))
      for (const mutant of happened.loaded) said.loaded.add(mutant)
    }
    if (happened.is === 'failed' && !said.failed.has(happened.turn)) said.failed.set(happened.turn, happened.test)
  }
  // what fails outside of a test, as before all of them
  const report: Report = existsSync(run.report) ? JSON.parse(readFileSync(run.report, 'utf8')) : { testResults: [] }
  for (const { name, status, message } of report.testResults) {
    const turn = Number.parseInt(basename(name), 10)
    if (status === 'failed' && !said.failed.has(turn)) said.failed.set(turn, message || 'a hook')
  }
  if (!process.env.MUTANTS_KEEP) rmSync(folder, { recursive: true, force: true })
  return said
}
