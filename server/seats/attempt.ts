import type { Model } from '../models/model.ts'
import { argsHash } from '../platform/runs/args-hash.ts'
import { transaction } from '../platform/runs/closing.ts'
import type { Client } from '../platform/runs/store.ts'
import type { Work } from '../platform/runs/work.ts'
import type { SeatsSettings } from './context.ts'
import { errorOf, readSteps, type StepRow, type StepWritten, writeStep } from './steps.ts'

/** What a run waits for: a person's word, an answer, another seat, money, or that its seat works again. */
export type WaitsFor = 'approval' | 'answer' | 'dependency' | 'unknown' | 'paused' | 'budget'

/** Leaves the playbook where it is: it runs again from its beginning when what it waits for has come. */
export class Parked extends Error {
  readonly waitsFor: WaitsFor
  /** For the person, where more is to be said. */
  readonly reason: string
  constructor(waitsFor: WaitsFor, reason = '') {
    super(`The run waits: ${waitsFor}`)
    this.waitsFor = waitsFor
    this.reason = reason
  }
}

export interface SeatOfRun {
  id: string
  name: string
  agent: string
  ownerId: string
  teamId: string | null
  answers: Readonly<Record<string, string>>
  memory: readonly string[]
}

export interface TaskOfRun {
  id: string
  title: string
  brief: string
  dueOn: string | null
  criteria: readonly string[]
  playbook: string | null
  input: Record<string, unknown>
  parentId: string | null
  depth: number
  timeZone: string
  language: string
  threadId: string | null
  /** What the last version was sent back with; null when it was not. */
  sentBack: string | null
}

/** One attempt at a task while this instance carries it out. */
export interface Attempt {
  settings: SeatsSettings
  work: Work
  seat: SeatOfRun
  task: TaskOfRun
  /** Null without a model. */
  model: Model | null
  startedAt: Date
  /** Why it has stopped; every later step of the playbook stops there too. */
  parked: Parked | null
  delivered: boolean
  /** Steps known so far, by their number. */
  steps: Map<number, StepRow>
  /** The number of the next step; taken when a step is asked for, so in the playbook's own order. */
  next(): number
  /** Stores a step under the run's fence, in the transaction of `client` when there is one. */
  write(step: StepWritten, client?: Client): Promise<void>
  inTransaction<T>(task: (client: Client) => Promise<T>): Promise<T>
  park(waitsFor: WaitsFor, reason?: string): never
  /** For the crash tests: told at each boundary at which the process may end. */
  at(boundary: string): void
}

const rowOf = (runId: string, step: StepWritten): StepRow => ({
  run_id: runId,
  seq: step.seq,
  kind: step.kind,
  name: step.name,
  effect: step.effect ?? null,
  state: step.state,
  summary: step.summary,
  args: step.args,
  args_hash: argsHash(step.name, step.args),
  result: step.result ?? null,
  error: step.error?.message ?? null,
  error_code: step.error?.code ?? null,
  tokens: step.tokens ?? 0,
  cost_micros: step.costMicros ?? 0,
  cost_status: step.costStatus ?? 'none',
  change_id: step.changeId ?? null,
  created_at: new Date(),
})

export async function openAttempt(
  given: Pick<Attempt, 'settings' | 'work' | 'seat' | 'task' | 'model' | 'startedAt'> & {
    passed?: (boundary: string) => void
  },
): Promise<Attempt> {
  const { settings, work, seat } = given
  const run = { id: work.run.id, fence: work.run.fence }
  const pool = settings.db.$client
  const stored = await readSteps(pool, run.id)
  let seq = 0
  const attempt: Attempt = {
    ...given,
    parked: null,
    delivered: stored.some((step) => step.name === 'deliver' && step.state === 'committed'),
    steps: new Map(stored.map((step) => [step.seq, step])),
    next: () => ++seq,
    async write(step, client = pool) {
      await writeStep(client, run, step)
      attempt.steps.set(step.seq, rowOf(run.id, step))
      settings.live.tell(seat.ownerId, { topic: 'workforce' })
    },
    inTransaction: (task) => transaction(pool, task),
    park(waitsFor, reason) {
      attempt.parked ??= new Parked(waitsFor, reason)
      throw attempt.parked
    },
    at: (boundary) => given.passed?.(boundary),
  }
  return attempt
}

/**
 * The step of this number as it was begun, if it was. Throws where the run is parked, stopped, or no longer follows its log:
 * its playbook has changed since.
 */
export function begun(attempt: Attempt, seq: number, name: string, args: unknown): StepRow | undefined {
  if (attempt.parked) throw attempt.parked
  attempt.work.signal.throwIfAborted()
  const step = attempt.steps.get(seq)
  if (step && (step.name !== name || step.args_hash !== argsHash(name, args))) throw new Diverged(name, step.name)
  return step
}

export class Diverged extends Error {
  constructor(name: string, logged: string) {
    super(`The playbook wants ${name} where its log has ${logged}.`)
  }
}

/** What a step that ended answered; throws its refusal. */
export function answered(step: StepRow): unknown {
  if (step.state === 'failed') throw errorOf(step)
  return step.result
}
