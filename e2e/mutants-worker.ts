// Before each turn of a run over mutants, in Vitest's worker: says which mutant is there, and writes down what its tests say.
import { appendFileSync, readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Happened, MutantsRun } from './mutants-run.ts'

interface Turns {
  run: MutantsRun
  active: number
  reached: Set<number>
  /** Those that were come by while files were loaded, which happens once: whoever needs them later comes by nothing. */
  loaded: Set<number>
  isLoading: boolean
  /** Mutants that a test has seen: the rest of their tests has nothing to tell. */
  seen: Set<number>
  /** Test files that have seen one: they are asked again without any. */
  seers: Set<string>
}
const shared = globalThis as typeof globalThis & {
  turns?: Turns
  isMutated?: (mutant: number) => boolean
  isNeeded?: (turn: number) => boolean
}
shared.turns ??= {
  run: JSON.parse(readFileSync(process.env.MUTANTS_RUN ?? '', 'utf8')),
  ...{ active: -1, reached: new Set(), loaded: new Set(), isLoading: true, seen: new Set(), seers: new Set() },
}
const { turns } = shared
const { run, seen, seers } = turns
shared.isMutated = (mutant) => {
  turns.reached.add(mutant)
  if (turns.isLoading) turns.loaded.add(mutant)
  return mutant === turns.active
}
shared.isNeeded = (turn) => {
  const { test, mutant } = run.turns[turn] as MutantsRun['turns'][number]
  return run.whole || (mutant < 0 ? seers.has(test) : !seen.has(mutant))
}

const turn = Number(/(\d+)\.test\.js$/.exec(expect.getState().testPath ?? '')?.[1])
const { test, mutant } = run.turns[turn] as MutantsRun['turns'][number]
const note = (happened: Happened) => appendFileSync(run.log, `${JSON.stringify(happened)}\n`)
turns.active = run.fromStart >= 0 ? run.fromStart : mutant
turns.reached.clear()
turns.isLoading = true
note({ is: 'begun', turn })

beforeAll(() => {
  turns.isLoading = false
})
const isSeen = () => mutant >= 0 && seen.has(mutant)
beforeEach(({ skip }) => {
  note({ is: 'alive', turn })
  if (isSeen()) skip()
})
afterEach(({ task }) => {
  note({ is: 'alive', turn })
  if (task.result?.state !== 'fail' || isSeen()) return
  if (mutant >= 0) {
    seen.add(mutant)
    seers.add(test)
  }
  note({ is: 'failed', turn, test: task.name })
})
afterAll(() => note({ is: 'ended', turn, reached: [...turns.reached], loaded: [...turns.loaded] }))
