import { AppError } from '@atrium/contract/errors'
import type { Effect as ActionEffect, Module } from '@atrium/contract/module'
import type { Principal } from '@atrium/contract/principal'
import type { Database } from '../platform/database/connect.ts'
import { authorize } from '../platform/policy.ts'
import type { Client } from '../platform/runs/store.ts'
import type { Work } from '../platform/runs/work.ts'
import type { Log } from '../platform/telemetry.ts'
import type { InstalledModule } from '../records/installed.ts'
import { isOfAccount, OWN_STEP, type OwnContext, type OwnWorks, ownWorkOf } from './own-work.ts'
import { createProgress, type Told } from './progress.ts'
import type { JobRow } from './rows.ts'
import type { Standing } from './standing.ts'

/** ms after which pages are told of work that somebody waits for: most is done before. */
const TOLD_AFTER = 1_000

interface Parts {
  db: Database
  log: Log
  works: OwnWorks
  standing: Standing
  installed(module: string): InstalledModule | undefined
  /** Throws `forbidden`, or what the plan refuses. */
  mayDo(row: JobRow, module: Module, effect: ActionEffect): Promise<Principal>
  save(client: Client, row: JobRow, work: Work, name: string, output: unknown): Promise<unknown>
  kept(row: JobRow): Promise<unknown>
  tell(owner: string, told?: Told): void
  isAwaited(runId: string): boolean
}

export const mayNotAnyMore = () => new AppError('forbidden', 'Whoever asked for this may not do it any more.')

type Run = (context: Omit<OwnContext, 'module' | 'principal'>) => Promise<unknown>

/** Carries out what the core does as jobs. */
export function ownCarrier(parts: Parts): (row: JobRow, work: Work) => Promise<unknown> {
  const { db, log, works, standing, installed, mayDo, save, kept, tell, isAwaited } = parts

  function runOf(row: JobRow): Run {
    const gone = () => new AppError('gone', 'The module of this job is not installed any more.')
    if (isOfAccount(row)) {
      const own = works.ofAccounts.get(row.name)
      if (!own) throw gone()
      const principal = async () => {
        const who = await standing({ ownerId: row.owner_id, actorId: row.actor_id })
        if (!who) throw mayNotAnyMore()
        authorize(who, own.access)
        return who
      }
      return (context) => own.run({ ...context, principal })
    }
    const named = ownWorkOf(row)
    const own = named && works.ofModules[named.work]
    const module = installed(row.module)
    if (!own || !module) throw gone()
    return (context) => own.run({ ...context, module, principal: () => mayDo(row, module.module, own.effect) })
  }

  return async (row, work) => {
    const run = runOf(row)
    const progress = createProgress(db, row, (told) => tell(row.owner_id, told))
    let isShown = false
    let reached: [done: number, total: number | null] | null = null
    const show = () => {
      isShown = true
      tell(row.owner_id)
      if (reached) progress.say(...reached)
    }
    const timer = setTimeout(show, TOLD_AFTER)
    // One that was tried again has a run of its own, but waited for it: only one that runs from its first moment has kept nothing.
    const isNew = work.run.attempts === 1 && row.status === 'running'
    const afterwards = (task: () => Promise<unknown>) =>
      task().then(
        () => undefined,
        (err) => log.warn({ err, id: row.id }, 'what comes after a job is not done'),
      )
    try {
      const answer = await run({
        ...{ id: row.id, name: ownWorkOf(row)?.name ?? row.name, input: row.input, signal: work.signal },
        timeZone: row.time_zone,
        language: row.language,
        kept: isNew ? undefined : await kept(row),
        progress(done, total) {
          reached = [done, total]
          if (isShown) progress.say(done, total)
        },
        keep: async (client, output) => void (await save(client, row, work, OWN_STEP, output)),
        afterwards,
        isAwaited: () => isAwaited(work.run.id),
      })
      await afterwards(progress.end)
      return answer
    } finally {
      clearTimeout(timer)
      progress.drop()
    }
  }
}
