import type { z } from 'zod'

/** Work of a module that takes long, or that is done while nobody looks. */
export interface Job<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  summary: string
  /** What `context.start` gives it; nothing when absent. */
  input?: I
  /** Its result. A text `link` in it (a page's path, `/sync/…`) is offered when it has ended. */
  output?: O
  /** What its steps may do; `write` when absent. A `send` is started by an action that is one, and never by `every`. */
  effect?: 'write' | 'send'
  /** Its steps ask the person's model, before they write. */
  asksModel?: true
  /**
   * Done by itself, for each person (or team) who has records of this module, on their own clock: `hour`, `day at 07:00`,
   * `week on monday at 07:00`, `month on 31 at 07:00` (the last day of a shorter month). However many times were missed, they are one.
   */
  every?: string
}

export interface ScheduleRequest {
  /** One of a person's schedules of this module: given again, it takes the place of the one before. */
  key: string
  at: Date
  /** `tasks.remind`, of this or another module; no more than the action that schedules it may do. */
  action: string
  input: unknown
}

/** The jobs of a module, as far as it has any. */
export interface HasJobs {
  jobs?: Readonly<Record<string, Job>>
}
export type JobsOf<M extends HasJobs> = NonNullable<M['jobs']>
export type InputOf<J> = J extends { input: infer I extends z.ZodType } ? I : z.ZodObject<Record<string, never>>
export type OutputOf<J> = J extends { output: infer O extends z.ZodType } ? z.input<O> : unknown

/** What an action may leave for later. All of it is written with what the action writes, or not at all. */
export interface Later<M extends HasJobs = HasJobs> {
  /** Begins a job of this module when what the action writes has been saved, never before. */
  start<J extends keyof JobsOf<M> & string>(job: J, input: z.input<InputOf<JobsOf<M>[J]>>): Promise<{ id: string }>
  /**
   * Has an action called at a moment (or soon after it, when no server ran then), once, with the rights that the person has then.
   * Undoing what scheduled it leaves it: the action looks whether it still applies.
   */
  schedule(request: ScheduleRequest): Promise<void>
  /** There may be none of this key. */
  cancelSchedule(key: string): Promise<void>
}
