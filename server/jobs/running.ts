import { AppError } from '@atrium/contract/errors'
import type { Effect as ActionEffect, Module } from '@atrium/contract/module'
import type { JobContext } from '@atrium/contract/module-work'
import type { RunStatus } from '@atrium/contract/runs'
import { requirePlan } from '../accounts/plan.ts'
import { createFairQueue } from '../platform/parsing/fair-queue.ts'
import { authorize, ofEffect } from '../platform/policy.ts'
import { storableJson } from '../platform/runs/storable.ts'
import type { Client, Effect, RunRow } from '../platform/runs/store.ts'
import { type RunKind, Stopped, type Work } from '../platform/runs/work.ts'
import type { InstalledModule } from '../records/installed.ts'
import { enqueueWebhooks, isAwaited } from '../webhooks/enqueue.ts'
import { mayNotAnyMore, ownCarrier } from './carry-own.ts'
import type { Delivering } from './delivering.ts'
import { type End, isOfAccount, OWN_STEP, type OwnWorks, ownWorkOf } from './own-work.ts'
import { createProgress, type Told } from './progress.ts'
import { type JobRow, reasonOf, UNHURRIED } from './rows.ts'

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
  /** What the core does as jobs. */
  works: OwnWorks
  /** Told how a run ends on this instance, for whoever waits for it. */
  heard(runId: string, end: End): void
  /** Somebody waits for it. */
  isWaitedFor(runId: string): boolean
}

/** What the end of a run means for its job, in the statement that ends the run. */
const ending = (status: JobRow['status'], error: string | null = null, result: unknown = null): Effect => ({
  name: 'job',
  text: ($) => `update jobs set status = ${$(1)}, error = ${$(2)}, result = ${$(3)}::jsonb, pause_asked = false,
    ended_at = case when ${$(1)} in ('waiting', 'paused') then null else now() end from closed where jobs.run_id = closed.id`,
  values: [status, error, storableJson(result)],
})

/** Of work of the core: what it wrote is kept with what it answers, so the end alone may be lost with the power, and is said anew. */
const endingOwn = (result: unknown): Effect => {
  const end = ending('succeeded', null, result)
  return { ...end, name: 'own-job', text: ($) => `${end.text($)} and ${UNHURRIED}` }
}

/** Leaves a job where it is, between two steps, until its person lets it go on. */
class Paused extends Error {}

/** Rejects when the signal fires: work that does not listen to it holds up nobody. */
function unless<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  work.catch(() => undefined) // it may fail later; the reason was told already
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop))
}

const ENDED = 'job:ended'

/** An end as a statement of its own, in a transaction that writes more; its first value is the run's id. */
const settled = ({ text, values }: Effect) => ({ text: text((n) => `$${n + 1}`), values })

const toldOf = (client: Client, { id, owner_id, module, name }: JobRow, status: RunStatus) =>
  enqueueWebhooks(client, owner_id, ENDED, { id, module, name, status })

async function jobOf(on: Client, runId: string): Promise<JobRow | null> {
  const { rows } = await on.query<JobRow>('select * from jobs where run_id = $1', [runId])
  return rows[0] ?? null
}

/** What work of the core has kept together with what it wrote; undefined when it has kept nothing. */
async function keptBy(on: Client, { id }: Pick<JobRow, 'id'>): Promise<unknown> {
  const text = 'select output from job_steps where job_id = $1 and name = $2'
  return (await on.query<{ output: unknown }>(text, [id, OWN_STEP])).rows[0]?.output
}

/** The modules' jobs as a kind of run. */
export function jobRuns(running: Running): RunKind {
  const { db, actions, standing, log, tell, ended, works, heard, isWaitedFor, clock = () => new Date() } = running
  const queues = { module: queueOf(), export: queueOf(), account: queueOf() }

  /** Whoever asked for it, with the rights that they have now. */
  const mayDo = async (row: JobRow, module: Module, effect: ActionEffect) => {
    const principal = await standing({ ownerId: row.owner_id, actorId: row.actor_id })
    if (!principal) throw mayNotAnyMore()
    authorize(principal, ofEffect[effect].access)
    await requirePlan(db, principal, { tier: module.tier }, module.title)
    return principal
  }

  /** Keeps a step under the run's fence; answers whether the job is to rest after it. */
  const save = async (client: Client, row: JobRow, { run }: Work, name: string, output: unknown) => {
    const { rows } = await client.query<{ pause_asked: boolean | null }>({
      name: 'save-job-step',
      text: `insert into job_steps (job_id, name, output) select $1, $2, $3::jsonb
        from (select from runs where id = $4 and fence = $5 and status = 'running' for share) held
        returning (select pause_asked from jobs where id = $1)`,
      values: [row.id, name, storableJson(output ?? null), run.id, run.fence],
    })
    if (!rows[0]) throw new Stopped('fenced')
    return rows[0].pause_asked === true
  }

  const stepsOf = async ({ id }: JobRow) => {
    const { rows } = await db.$client.query<{ name: string; output: unknown }>(
      'select name, output from job_steps where job_id = $1',
      [id],
    )
    return new Map(rows.map(({ name, output }) => [name, output]))
  }

  function contextOf(
    row: JobRow,
    installed: InstalledModule,
    work: Work,
    stepsDone: Map<string, unknown>,
    rest: AbortController,
  ): JobContext<Module> & { end(): Promise<void> } {
    const { module } = installed
    const { effect = 'write', asksModel = false } = module.jobs?.[row.name] ?? {}
    const doing = { name: `${module.id}.job.${row.name}`, effect, asksModel } as const
    const progress = createProgress(db, row, (told) => tell(row.owner_id, told))

    return {
      now: clock(),
      timeZone: row.time_zone,
      language: row.language,
      principal: { kind: 'member', owner: row.owner_id, userId: row.actor_id, sessionId: null },
      signal: AbortSignal.any([work.signal, rest.signal]),
      progress: progress.say,
      async end() {
        const { reason } = work.signal
        if (reason instanceof Stopped && reason.reason === 'fenced') progress.drop()
        else await progress.end()
      },
      async step(name, task) {
        if (name === '' || name.length > NAME_MAX) throw new Error(`The name of a step has 1 to ${NAME_MAX} characters`)
        work.signal.throwIfAborted()
        rest.signal.throwIfAborted()
        if (stepsDone.has(name)) return stepsDone.get(name) as never
        let isToRest = false
        const { output } = await actions().perform(
          {
            principal: await mayDo(row, module, doing.effect),
            action: doing.name,
            input: { job: row.id, step: name },
            via: 'job',
            timeZone: row.time_zone,
            language: row.language,
            signal: work.signal,
            now: clock(),
            limit: STEP_LIMIT_MS,
            trail: row.trail,
            alongside: async (client, done) => {
              isToRest = await save(client, row, work, name, done.output)
            },
          },
          (frame) => task(actions().context(installed, doing, frame) as never),
        )
        stepsDone.set(name, output)
        if (isToRest) rest.abort(new Paused())
        rest.signal.throwIfAborted()
        return output
      },
    }
  }

  const carryOutOwn = ownCarrier({
    ...{ db, log, works, standing, mayDo, save, tell, isAwaited: isWaitedFor },
    installed: (module) => actions().servers.get(module),
    kept: (row) => keptBy(db.$client, row),
  })

  async function carryOut(row: JobRow, work: Work): Promise<unknown> {
    const installed = actions().servers.get(row.module)
    const { jobs } = (await installed?.server()) ?? { jobs: {} as Record<string, never> }
    const handler = Object.hasOwn(jobs, row.name) ? jobs[row.name] : undefined
    if (!installed || !handler) throw new AppError('gone', 'The module of this job is not installed any more.')
    const rest = new AbortController()
    const context = contextOf(row, installed, work, await stepsOf(row), rest)
    try {
      const given = installed.module.jobs?.[row.name]
      const either = AbortSignal.any([work.signal, rest.signal])
      const answer = await unless(either, handler(row.input as never, context as never))
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
    const isEnd = status === 'succeeded' || status === 'failed' || status === 'cancelled'
    const save =
      isEnd && (await isAwaited(db.$client, row.owner_id, [ENDED]))
        ? async (client: Client) => {
            const { text, values } = settled(effect)
            await client.query(`with closed as (select $1::text as id) ${text}`, [row.run_id, ...values])
            await toldOf(client, row, status)
          }
        : effect
    await work.close({ status, error }, save)
    tell(row.owner_id)
    ended()
  }

  /** Throws Paused where it is to rest before its first step. */
  async function begin(row: JobRow, { run }: Work): Promise<void> {
    const text = `update jobs set status = 'running' where run_id = $1 returning pause_asked`
    const { rows } = await db.$client.query<{ pause_asked: boolean }>(text, [run.id])
    if (rows[0]?.pause_asked) throw new Paused()
    tell(row.owner_id)
  }

  return {
    async work(work) {
      await work.ready
      const row = await jobOf(db.$client, work.run.id)
      if (!row) return work.close({ status: 'cancelled' }, null)
      const own = ownWorkOf(row)
      let leave = () => {}
      let end: End = { answer: undefined }
      let isDone = false
      try {
        // An import has its place among those whose files are read.
        if (own?.work !== 'import') {
          const queue = queues[isOfAccount(row) ? 'account' : (own?.work ?? 'module')]
          leave = await queue.enter(row.owner_id, work.signal)
        }
        if (row.status !== 'running') await begin(row, work)
        const result = own ? await carryOutOwn(row, work) : await carryOut(row, work)
        isDone = true
        await close(row, work, 'succeeded', own ? endingOwn(result) : ending('succeeded', null, result), null)
        end = { answer: result }
      } catch (error) {
        // What is done has not failed because its end could not be stored: whoever has it next finds what it kept, and ends it.
        if (isDone) throw error
        const reason = work.signal.aborted ? work.signal.reason : error
        if (reason instanceof Stopped) {
          if (reason.reason === 'fenced') throw reason
          if (reason.reason === 'shutdown') return await close(row, work, 'queued', ending('waiting'), null)
          // A word that came after the commit: what is there was not called off.
          const kept = own ? await keptBy(db.$client, row) : undefined
          if (kept !== undefined) {
            end = { answer: kept }
            return await close(row, work, 'succeeded', endingOwn(kept), null)
          }
          return await close(row, work, 'cancelled', ending('cancelled'), null)
        }
        if (reason instanceof Paused) return await close(row, work, 'waiting', ending('paused'), null)
        log[error instanceof AppError ? 'warn' : 'error'](
          { err: error, id: row.id, job: `${row.module}.${row.name}` },
          'a job failed',
        )
        const sentence = reasonOf(error, row.language)
        await close(row, work, 'failed', ending('failed', sentence), sentence)
        end = { error }
      } finally {
        leave()
        heard(work.run.id, end)
      }
    },
    async endIdle(client: Client, run: RunRow, why) {
      const row = await jobOf(client, run.id)
      if (!row) return undefined
      const kept = ownWorkOf(row) ? await keptBy(client, row) : undefined
      const status = kept !== undefined ? 'succeeded' : why === 'stopped' ? 'cancelled' : 'failed'
      const error = status === 'failed' ? 'The server stopped over it each time.' : null
      await client.query(
        `update jobs set status = $2, error = $3, result = $4::jsonb, pause_asked = false, ended_at = now() where id = $1`,
        [row.id, status, error, storableJson(kept ?? null)],
      )
      await toldOf(client, row, status)
      return undefined
    },
    idleEnded(run) {
      tell(run.owner_id)
      ended()
    },
  }
}
