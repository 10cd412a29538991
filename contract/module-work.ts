import type { z } from 'zod'
import type { ActionContext, Module } from './module.ts'
import type { InputOf, JobsOf, OutputOf } from './module-jobs.ts'

/**
 * What a job works with. It writes only in steps. A job that a server's end cut short begins anew on another one, where a step that
 * has been done answers what it answered and is not done again: name each differently, and alike every time. What a job does
 * outside of its steps is done again.
 */
export interface JobContext<M extends Module>
  extends Pick<ActionContext<M>, 'now' | 'timeZone' | 'language' | 'principal'> {
  /** Fires when the person cancels it, and when the server stops. */
  signal: AbortSignal
  /** One change, saved when `work` has returned, with the rights that the person has then. It answers plain JSON; a minute at most. */
  step<T>(name: string, work: (context: ActionContext<M>) => Promise<T>): Promise<T>
  /** How far it is; `total` is null as long as nobody knows. Shown a few times in a second at most. */
  progress(done: number, total: number | null, note?: string): void
}

export type JobHandlers<M extends Module> = {
  [J in keyof JobsOf<M>]: (
    input: z.output<InputOf<JobsOf<M>[J]>>,
    context: JobContext<M>,
  ) => Promise<OutputOf<JobsOf<M>[J]>>
}

/** An action that changed something: of this or another module, whoever asked for it. */
export interface ActionEvent {
  input: unknown
  output: unknown
  /** The id of the change. */
  change: string
}

/**
 * What a module does when an action has changed something: `{ 'tasks.done': … }`. After it, in a change of its own that the action
 * knows nothing of; again when it failed, later each time. What a handler sets off reaches no handler a second time.
 */
export type EventHandlers<M extends Module> = Readonly<
  Record<string, (event: ActionEvent, context: ActionContext<M>) => Promise<void> | void>
>
