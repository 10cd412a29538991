import type { Effect } from '@atrium/contract/module'
import type { Principal } from '@atrium/contract/principal'
import { uuid } from '../platform/ids.ts'
import type { Capability } from '../platform/policy.ts'
import { storableJson } from '../platform/runs/storable.ts'
import { type Client, runInsert, runValues } from '../platform/runs/store.ts'
import type { Engine } from '../platform/runs/work.ts'
import type { InstalledModule } from '../records/installed.ts'
import { RUN_KIND } from './outbox.ts'
import { type JobRow, UNHURRIED } from './rows.ts'

/** What the core does as a job for any module. Such a job is called `import.statement`: no name of a module's has a dot. */
export type Work = 'import' | 'export'

export interface OwnContext {
  /** Of the job. */
  id: string
  module: InstalledModule
  /** What of it: `statement`. */
  name: string
  input: unknown
  timeZone: string
  language: string
  signal: AbortSignal
  /** What an attempt that was cut off, or failed after it, has kept; undefined when none has. */
  kept: unknown
  /** Whoever asked for it, with the rights that they have now. Throws `forbidden`. */
  principal(): Promise<Principal>
  progress(done: number, total: number | null): void
  /** Keeps what it answers, in the transaction of what it has written: it is not done again then. */
  keep(client: Client, answer: unknown): Promise<void>
  /** Tidies up after what is kept: where that fails, it is not undone by it. */
  afterwards(task: () => Promise<unknown>): Promise<void>
  /** Whoever began it still waits for its answer. */
  isAwaited(): boolean
}

export interface OwnWork {
  effect: Effect
  run(context: OwnContext): Promise<unknown>
}

/** What the core does as a job for a person, whatever modules there are. */
export interface AccountWork {
  access: Capability
  run(context: Omit<OwnContext, 'module'>): Promise<unknown>
}

export interface OwnWorks {
  ofModules: Readonly<Partial<Record<Work, OwnWork>>>
  /** By the whole name: `export.archive`. */
  ofAccounts: ReadonlyMap<string, AccountWork>
}

/** In the place of a module. */
export const ACCOUNT = 'core'

export const isOfAccount = ({ module }: Pick<JobRow, 'module'>): boolean => module === ACCOUNT

/** What work of the core keeps is its one step. */
export const OWN_STEP = 'own'

const WORKS: readonly string[] = ['import', 'export'] satisfies Work[]

/** Which work of the core a job is, and on what of its module; null for a module's own. */
export function ownWorkOf({ name }: Pick<JobRow, 'name'>): { work: Work; name: string } | null {
  const at = name.indexOf('.')
  const work = name.slice(0, Math.max(0, at))
  return WORKS.includes(work) ? { work: work as Work, name: name.slice(at + 1) } : null
}

/** How one ended here; `answer` is undefined where it was cancelled, or goes on elsewhere. */
export type End = { answer: unknown } | { error: unknown }

export interface NewOwnJob {
  ownerId: string
  actorId: string | null
  module: string
  work: Work
  name: string
  input: unknown
  timeZone: string
  language: string
}

/**
 * Stored without waiting for the disk: what the work itself writes waits for it, and with it for all that came before. A power cut
 * in between leaves a job that never was, of which its caller has heard nothing.
 */
const INSERT = `with run as (${runInsert(1)})
  insert into jobs (id, kind, owner_id, actor_id, module, name, input, time_zone, language, status, due_at, run_id)
  select $11, 'job', $19, $12, $13, $14, $15::jsonb, $16, $17, case when $9::text is null then 'waiting' else 'running' end, now(), $18
  where ${UNHURRIED}`

/** Begins one on this instance while it is stored. `hearing` is told the id of its run before. */
export async function beginOwnJob(
  engine: Engine,
  pool: Client,
  job: NewOwnJob,
  hearing: (runId: string) => void,
): Promise<string> {
  const id = uuid()
  const runId = uuid()
  const run = { id: runId, kind: RUN_KIND, ownerId: job.ownerId, threadId: null, messageId: null, input: { job: id } }
  hearing(runId)
  await engine.begin(run, (worker) =>
    pool.query({
      name: 'begin-own-job',
      text: INSERT,
      values: [
        ...runValues(run, worker),
        id,
        job.actorId,
        job.module,
        `${job.work}.${job.name}`,
        storableJson(job.input),
        job.timeZone,
        job.language,
        runId,
        job.ownerId,
      ],
    }),
  )
  return id
}
