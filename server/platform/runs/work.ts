import type { EventType } from '@atrium/contract/runs'
import type { Frame } from './frames.ts'
import type { Client, Closing, Effect, NewRun, RunRow } from './store.ts'
import type { FrameSource } from './viewer.ts'

/** Why a run's signal was aborted. */
export type StopReason = 'cancelled' | 'fenced' | 'shutdown'

export class Stopped extends Error {
  readonly reason: StopReason
  constructor(reason: StopReason) {
    super(`The run was stopped: ${reason}`)
    this.reason = reason
  }
}

/** What the end of a run means, written in the transaction that ends it: nothing, one statement, or several. */
export type Save = null | Effect | ((client: Client) => Promise<void>)

/** The last event of a run. */
export interface LastEvent {
  type: EventType
  data: unknown
}

/** What a worker is given: its run, the ways to say something, and the one way to end. */
export interface Work {
  run: RunRow
  /** Aborted with a Stopped. */
  signal: AbortSignal
  /** Resolves when the run is stored: nothing that leaves a mark may happen before. */
  ready: Promise<unknown>
  /** What earlier attempts stored; empty at the first. */
  prior: Frame[]
  emit(type: EventType, data: unknown): void
  /** A piece of reply text that begins at `at`. */
  chunk(text: string, at: number): void
  /**
   * Stores everything emitted so far. Call it before an effect that must not happen twice: whoever takes over then knows
   * that it was begun. Throws when it could not be stored.
   */
  flush(): Promise<void>
  /**
   * Ends (or parks, or returns to the queue) the run and stores whatever `save` writes, in one transaction that this
   * worker's fence guards. Viewers see `last` after the commit.
   */
  close(closing: Closing, save: Save, last?: LastEvent): Promise<void>
}

export interface RunKind {
  /** Carries the run out and closes it. A run that is left open is taken over when its lease has run out. */
  work(work: Work): Promise<void>
  /** Saves what it means that a run ends while nobody carries it out: its owner stopped it, or every worker fell silent over it. */
  endIdle(client: Client, run: RunRow, why: 'stopped' | 'given-up'): Promise<LastEvent | undefined>
  /** Called when that is committed: whoever is told now and looks finds the end. */
  idleEnded?(run: RunRow): void
}

export interface Engine extends FrameSource {
  readonly worker: string
  /** Runs that this instance carries out. */
  size(): number
  register(kind: string, handlers: RunKind): void
  /**
   * Begins a new run on this instance while `store` is still inserting it (`insertRun`, or a statement around `runInsert`):
   * a model takes longer to say its first word than a commit takes. `store` gets the worker to write into the row, null
   * while this instance is leaving. When it fails the work is aborted, and the failure is thrown.
   */
  begin(run: NewRun, store: (worker: string | null) => Promise<unknown>): Promise<void>
  /** Puts a parked run back into the queue. */
  requeue(client: Client, id: string, state: unknown): Promise<boolean>
  /** Asks a run to end. False when it has ended already. */
  stop(run: RunRow): Promise<boolean>
  start(): void
  /** Stops claiming, ends what runs (kept as interrupted or returned to the queue), stores everything. */
  drain(): Promise<void>
}
