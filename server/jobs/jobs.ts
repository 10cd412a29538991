import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from '../platform/database/bus.ts'
import { type Database, isUnreachable } from '../platform/database/connect.ts'
import type { Route } from '../platform/http/route.ts'
import type { News } from '../platform/live.ts'
import type { Engine } from '../platform/runs/work.ts'
import type { Log } from '../platform/telemetry.ts'
import type { Actions } from '../records/actions.ts'
import type { InstalledModule } from '../records/installed.ts'
import type { Doing } from '../records/performing.ts'
import type { Scopes } from '../teams/scope.ts'
import { type Delivering, deliverDue } from './delivering.ts'
import { RUN_KIND } from './outbox.ts'
import { type AccountWork, beginOwnJob, type End, type NewOwnJob, type OwnWork, type Work } from './own-work.ts'
import { createPeriodic } from './periodic.ts'
import { activityRoutes } from './routes.ts'
import { jobRuns } from './running.ts'
import { createStanding, type Standing } from './standing.ts'

/** ms between looks for what nobody was told of */
const LOOK_AROUND = 30_000
/** ms between two passes that find their work by the clock */
const LEAST_PAUSE = 1_000
const DAYS_SHOWN = 14
/** ms that whoever begins work of the core waits for its end */
const MOMENT = 1_000

export interface Jobs {
  routes: Route[]
  /** For the records: whoever has changed something has records. */
  done(doing: Doing): void
  /** A person is in another zone now. */
  moved(person: string, timeZone: string): Promise<void>
  /** Something is due then. */
  wake(at: Date): void
  /** How the core does such work. */
  does(work: Work, how: OwnWork): void
  /** How the core does such work for a person: `export.archive`. */
  doesForAccounts(name: string, how: AccountWork): void
  /**
   * Begins some at once and waits a moment for it: `answer` is undefined while it is under way. What fails in that moment is thrown,
   * and nothing of it stays; one that has kept what it wrote stays in Activity, to be ended there.
   */
  begin(job: NewOwnJob): Promise<{ id: string; answer: unknown }>
  start(): void
  stop(): Promise<void>
  /** Does what is due by then (now when absent), until nothing is; jobs it only begins. */
  keep(now?: Date): Promise<void>
  /** For whom the modules work by themselves. */
  seed(now?: Date): Promise<void>
  /** Removes what has been shown long enough. */
  cleanUp(): Promise<void>
}

interface Options {
  db: Database
  bus: Bus
  engine: Engine
  modules: readonly InstalledModule[]
  actions: () => Actions
  scopes: Pick<Scopes, 'enter'>
  /** With whose rights things are done; tests have people without accounts. */
  standing?: Standing
  /** The time that jobs are told, where a test says it. */
  clock?: () => Date
  /** ms that whoever begins work of the core waits for its end. */
  moment?: number
  tell(owner: string, news: News): void
  log: Log
}

/** What modules do while nobody looks: schedules, events and jobs. */
export function createJobs({
  db,
  bus,
  engine,
  modules,
  actions,
  tell,
  log,
  clock,
  moment = MOMENT,
  ...rights
}: Options): Jobs {
  const standing = rights.standing ?? createStanding(db, rights.scopes)
  const periodic = createPeriodic(db, modules)
  let stopping = false
  let started = false
  let timer: NodeJS.Timeout | undefined
  /** When the timer fires, in ms. */
  let firesAt = Number.POSITIVE_INFINITY
  let passing: Promise<void> | null = null
  let isWanted = false
  let noting: Promise<unknown> = Promise.resolve()

  const toldJobs = (owner: string) => tell(owner, { topic: 'jobs' })
  const parts = { db, standing, log, actions }
  const delivering: Delivering = { ...parts, failed: ({ owner_id }) => toldJobs(owner_id) }

  const pass = async (now: Date | null) => {
    await noting
    await deliverDue(delivering, now, () => stopping)
    let isMore = !stopping
    let hasBegun = false
    while (isMore) {
      isMore = (await periodic.begin(now)) && !stopping
      hasBegun = true
    }
    if (hasBegun) await announce('run-queued')
  }

  const announce = (topic: 'run-queued' | 'due') =>
    bus.publish(topic, null).catch((err) => log.debug({ err, topic }, 'other instances find it by themselves'))

  const nextDue = async (): Promise<number> => {
    const { rows } = await db.$client.query<{ at: Date | null }>(
      `select min(due_at) as at from jobs where status = 'waiting' and kind <> 'job'`,
    )
    const moments = [rows[0]?.at, await periodic.nextAt()].flatMap((at) => (at ? [at.getTime()] : []))
    return Math.min(...moments, Number.POSITIVE_INFINITY)
  }

  const arm = (wait: number) => {
    if (!started || stopping) return
    const at = performance.now() + wait
    if (at >= firesAt) return
    clearTimeout(timer)
    firesAt = at
    timer = setTimeout(turn, Math.max(0, wait))
    timer.unref()
  }

  /** One pass at a time; whoever asks for one meanwhile has another after it. */
  function turn(): void {
    firesAt = Number.POSITIVE_INFINITY
    if (passing) {
      isWanted = true
      return
    }
    isWanted = false
    const failed = (err: unknown) =>
      log[isUnreachable(err) ? 'warn' : 'error'](
        { err },
        'what is due could not be looked for; the next look tries again',
      )
    passing = pass(null)
      .catch(failed)
      .then(nextDue)
      .then(
        (at) => arm(Math.min(LOOK_AROUND, Math.max(LEAST_PAUSE, at - Date.now()))),
        () => arm(LOOK_AROUND),
      )
      .finally(() => {
        passing = null
        if (isWanted) arm(0)
      })
  }

  const wake = (at: Date) => {
    const wait = at.getTime() - Date.now()
    if (wait > LOOK_AROUND) return // the look around finds it in time
    arm(Math.max(0, wait))
    void announce('due')
    if (wait <= 0) void announce('run-queued')
  }

  const works = { ofModules: {} as Partial<Record<Work, OwnWork>>, ofAccounts: new Map<string, AccountWork>() }
  const waited = new Map<string, (end: End) => void>()
  const kind = jobRuns({
    ...parts,
    ...{ clock, works },
    heard(run, end) {
      waited.get(run)?.(end)
    },
    isWaitedFor: (run) => waited.has(run),
    tell: (owner, told) => tell(owner, told ? { topic: 'jobs', ...told } : { topic: 'jobs' }),
    ended: () => arm(LEAST_PAUSE),
  })
  engine.register(RUN_KIND, kind)
  bus.subscribe('due', () => arm(0))

  /** A person's doings; the hourly look finds those whose records came otherwise. */
  const note = async ({ principal: { owner, userId }, action, via }: Doing) => {
    const isPerson = via === 'http' || via === 'guide' || via === 'model'
    if (userId === null || !isPerson || owner.startsWith('anon:')) return
    await periodic.know(owner, userId, action.split('.', 1)[0] as string, null)
  }

  return {
    routes: activityRoutes({ db, engine, modules, tell: toldJobs, wake: () => wake(new Date()) }),
    done(doing) {
      const noted = note(doing).catch((err) =>
        log.debug({ err }, 'for whom modules work by themselves was not kept; the next hour looks'),
      )
      noting = Promise.all([noting, noted])
    },
    does(work, how) {
      works.ofModules[work] = how
    },
    doesForAccounts: (name, how) => void works.ofAccounts.set(name, how),
    async begin(job) {
      const { promise: ended, resolve } = Promise.withResolvers<End>()
      let runId = ''
      try {
        const id = await beginOwnJob(engine, db.$client, job, (run) => {
          runId = run
          waited.set(run, resolve)
        })
        const waiting = new AbortController()
        const end = await Promise.race([ended, sleep(moment, null, { ref: false, signal: waiting.signal })])
        waiting.abort()
        if (end === null) return { id, answer: undefined }
        if ('answer' in end) return { id, answer: end.answer }
        const { rows } = await db.$client.query<{ is_kept: boolean }>(
          `with gone as (delete from jobs where id = $1 and status = 'failed' and not exists (select from job_steps where job_id = $1)
             returning run_id),
           ended as (delete from runs using gone where runs.id = gone.run_id)
           select exists (select from job_steps where job_id = $1) as is_kept`,
          [id],
        )
        toldJobs(job.ownerId)
        if (rows[0]?.is_kept) return { id, answer: undefined } // Activity says why, and ends it when it is tried again
        throw end.error
      } finally {
        waited.delete(runId)
      }
    },
    moved: (person, timeZone) => periodic.rezone(person, timeZone, null),
    wake,
    start() {
      started = true
      void periodic.seed(null).then(
        () => arm(0),
        (err) => log.warn({ err }, 'for whom modules work by themselves is not known; the next hour looks again'),
      )
      arm(0)
    },
    async stop() {
      stopping = true
      clearTimeout(timer)
      await passing
      await noting
    },
    keep: (now) => pass(now ?? null),
    seed: (now) => periodic.seed(now ?? null),
    async cleanUp() {
      await periodic.seed(null)
      await db.$client.query(
        `with gone as (delete from jobs where ended_at < now() - make_interval(days => $1) returning run_id)
         delete from runs using gone where runs.id = gone.run_id`,
        [DAYS_SHOWN],
      )
    },
  }
}
