import { AppError } from '@atrium/contract/errors'
import type { Module } from '@atrium/contract/module'
import type { JobContext } from '@atrium/contract/module-work'
import type { RunStatus } from '@atrium/contract/runs'
import { requirePlan } from '../accounts/plan.ts'
import { createFairQueue } from '../platform/parsing/fair-queue.ts'
import { authorize, ofEffect } from '../platform/policy.ts'
import { storableJson } from '../platform/runs/storable.ts'
import type { Client, Effect, RunRow } from '../platform/runs/store.ts'
import { type RunKind, Stopped, type Work } from '../platform/runs/work.ts'
import type { InstalledModule } from '../records/installed.ts'
import type { Delivering } from './delivering.ts'
import { createProgress, type Told } from './progress.ts'
import { type JobRow, reasonOf } from './rows.ts'

const STEP_LIMIT_MS = 60_000
const NAME_MAX = 200
const AT_ONCE = 4
/** One of each person runs at a time; the rest waits, however many there are. */
const queueOf = () =>
  createFairQueue({ atOnce: AT_ONCE, most: Number.POSITIVE_INFINITY, mostOfOne: Number.POSITIVE_INFINITY })

export interface Running extends Omit<Delivering, 'failed'> {
  /** The time that jobs are told; that of the machine when absent. */
  clock?: (() => Date) | undefined
  /** Tells the owner's pages; without progress that its state is another one. */
  tell(owner: string, told?: Told): void
  ended(): void
}

/** What the end of a run means for its job, in the statement that ends the run. */
const ending = (status: JobRow['status'], error: string | null = null, result: unknown = null): Effect => ({
  name: 'job',
  text: ($) => `update jobs set status = ${$(1)}, error = ${$(2)}, result = ${$(3)}::jsonb,
    ended_at = case when ${$(1)} = 'waiting' then null else now() end from closed where jobs.run_id = closed.id`,
  values: [status, error, storableJson(result)],
})

/** Rejects when the signal fires: work that does not listen to it holds up nobody. */
function unless<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  work.catch(() => undefined) // it may fail later; the reason was told already
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop))
}

async function jobOf(on: Client, runId: string): Promise<JobRow | null> {
  const { rows } = await on.query<JobRow>('select * from jobs where run_id = $1', [runId])
  return rows[0] ?? null
}

/** The modules' jobs as a kind of run. */
export function jobRuns(running: Running): RunKind {
  const { db, actions, standing, log, tell, ended, clock = () => new Date() } = running
  const queue = queueOf()

  function contextOf(
    row: JobRow,
    installed: InstalledModule,
    work: Work,
    stepsDone: Map<string, unknown>,
  ): JobContext<Module> & { end(): Promise<void> } {
    const { module } = installed
    const doing = { name: `${module.id}.job.${row.name}`, effect: module.jobs?.[row.name]?.effect ?? 'write' } as const
    const whose = { ownerId: row.owner_id, actorId: row.actor_id }
    const progress = createProgress(db, row, (told) => tell(row.owner_id, told))

    const save = async (client: Client, name: string, output: unknown) => {
      const { rowCount } = await client.query({
        name: 'save-job-step',
        text: `insert into job_steps (job_id, name, output) select $1, $2, $3::jsonb
          from (select from runs where id = $4 and fence = $5 and status = 'running' for share) held`,
        values: [row.id, name, storableJson(output ?? null), work.run.id, work.run.fence],
      })
      if (rowCount !== 1) throw new Stopped('fenced')
    }

    const mayDo = async () => {
      const principal = await standing(whose)
      if (!principal) throw new AppError('forbidden', 'Whoever asked for this may not do it any more.')
      authorize(principal, ofEffect[doing.effect].access)
      await requirePlan(db, principal, { tier: module.tier }, module.title)
      return principal
    }

    return {
      now: clock(),
      timeZone: row.time_zone,
      language: row.language,
      principal: { kind: 'member', owner: row.owner_id, userId: row.actor_id, sessionId: null },
      signal: work.signal,
      progress: progress.say,
      async end() {
        const { reason } = work.signal
        if (reason instanceof Stopped && reason.reason === 'fenced') progress.drop()
        else await progress.end()
      },
      async step(name, task) {
        if (name === '' || name.length > NAME_MAX) throw new Error(`The name of a step has 1 to ${NAME_MAX} characters`)
        work.signal.throwIfAborted()
        if (stepsDone.has(name)) return stepsDone.get(name) as never
        const { output } = await actions().perform(
          {
            principal: await mayDo(),
            action: doing.name,
            input: { job: row.id, step: name },
            via: 'job',
            timeZone: row.time_zone,
            language: row.language,
            signal: work.signal,
            now: clock(),
            limit: STEP_LIMIT_MS,
            trail: row.trail,
            alongside: (client, done) => save(client, name, done.output),
          },
          (frame) => task(actions().context(installed, doing, frame) as never),
        )
        stepsDone.set(name, output)
        return output
      },
    }
  }

  async function carryOut(row: JobRow, work: Work): Promise<unknown> {
    const installed = actions().servers.get(row.module)
    const { jobs } = (await installed?.server()) ?? { jobs: {} as Record<string, never> }
    const handler = Object.hasOwn(jobs, row.name) ? jobs[row.name] : undefined
    if (!installed || !handler) throw new AppError('gone', 'The module of this job is not installed any more.')
    const { rows } = await db.$client.query<{ name: string; output: unknown }>(
      'select name, output from job_steps where job_id = $1',
      [row.id],
    )
    const context = contextOf(row, installed, work, new Map(rows.map(({ name, output }) => [name, output])))
    try {
      const given = installed.module.jobs?.[row.name]
      const answer = await unless(work.signal, handler(row.input as never, context as never))
      if (!given?.output) return null
      const output = given.output.safeParse(answer)
      if (!output.success)
        throw new Error(`${row.module}.${row.name} answered what it does not declare`, { cause: output.error })
      return output.data
    } finally {
      await context.end()
    }
  }

  async function close(
    row: JobRow,
    work: Work,
    status: RunStatus,
    effect: Effect,
    error: string | null,
  ): Promise<void> {
    await work.close({ status, error }, effect)
    tell(row.owner_id)
    ended()
  }

  return {
    async work(work) {
      await work.ready
      const row = await jobOf(db.$client, work.run.id)
      if (!row) return work.close({ status: 'cancelled' }, null)
      let leave = () => {}
      try {
        leave = await queue.enter(row.owner_id, work.signal)
        await db.$client.query(`update jobs set status = 'running' where run_id = $1`, [work.run.id])
        tell(row.owner_id)
        const result = await carryOut(row, work)
        await close(row, work, 'succeeded', ending('succeeded', null, result), null)
      } catch (error) {
        const reason = work.signal.aborted ? work.signal.reason : error
        if (reason instanceof Stopped) {
          if (reason.reason === 'fenced') throw reason
          if (reason.reason === 'shutdown') return await close(row, work, 'queued', ending('waiting'), null)
          return await close(row, work, 'cancelled', ending('cancelled'), null)
        }
        log[error instanceof AppError ? 'warn' : 'error'](
          { err: error, id: row.id, job: `${row.module}.${row.name}` },
          'a job failed',
        )
        const sentence = reasonOf(error, row.language)
        await close(row, work, 'failed', ending('failed', sentence), sentence)
      } finally {
        leave()
      }
    },
    async endIdle(client: Client, run: RunRow, why) {
      const error = why === 'stopped' ? null : 'The server stopped over it each time.'
      const status = why === 'stopped' ? 'cancelled' : 'failed'
      const text = 'update jobs set status = $2, error = $3, ended_at = now() where run_id = $1'
      await client.query(text, [run.id, status, error])
      return undefined
    },
    idleEnded(run) {
      tell(run.owner_id)
      ended()
    },
  }
}
