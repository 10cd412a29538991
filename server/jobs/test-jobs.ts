import { randomUUID } from 'node:crypto'
import type { Bus } from '../platform/database/bus.ts'
import type { Database } from '../platform/database/connect.ts'
import { person } from '../platform/http/test-server.ts'
import type { News } from '../platform/live.ts'
import { createEngine } from '../platform/runs/engine.ts'
import type { Engine } from '../platform/runs/work.ts'
import { silentLog } from '../platform/telemetry.ts'
import { atTheEnd } from '../platform/test-end.ts'
import type { Actions } from '../records/actions.ts'
import type { InstalledModule } from '../records/installed.ts'
import type { Acting } from '../teams/scope.ts'
import { createJobs, type Jobs } from './jobs.ts'
import { RUN_KIND } from './outbox.ts'
import type { Standing } from './standing.ts'

/** Between the instances of one test file, without a connection of its own. */
function ownBus(): Bus {
  const listeners = new Map<string, Set<(body: unknown) => void>>()
  return {
    publish: async (topic, body) => {
      for (const listener of listeners.get(topic) ?? []) listener(body)
    },
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set()
      listeners.set(topic, set.add(listener))
      return () => set.delete(listener)
    },
    onGap: () => () => undefined,
    close: async () => undefined,
  }
}

const buses = new WeakMap<Database, Bus>()
/** What jobs are told of the time, whichever instance of a test file does them. */
const clocks = new WeakMap<Database, Date>()

export interface TestJobs {
  jobs: Jobs
  engine: Engine
  /** What pages were told. */
  news: (News & { owner: string })[]
  /** Does everything that is due by then, the jobs too, and what that brings. */
  due(now?: Date): Promise<void>
  /** Settles when this instance has ended its jobs. */
  idle(): Promise<void>
}

interface Options {
  db: Database
  modules: readonly InstalledModule[]
  actions: () => Actions
  /** Everybody is a member who may do everything, when absent. */
  standing?: Standing
  /** ms that whoever begins work of the core waits for it: long enough for any machine, when absent. */
  moment?: number
}

/** An instance that does what is due when a test says so. */
export function testJobs({ db, modules, actions, moment = 60_000, ...rights }: Options): TestJobs {
  const bus = buses.get(db) ?? ownBus()
  buses.set(db, bus)
  let started = false
  // One that only answers calls takes no job from those that a test looks at.
  const quiet: Bus = {
    ...bus,
    subscribe: (topic, listener) =>
      bus.subscribe(topic, (body) => {
        if (started || topic !== 'run-queued') listener(body)
      }),
  }
  const engine = createEngine({ db, bus: quiet, worker: randomUUID(), log: silentLog })
  // As long as what made it: one of a file works for all of its tests, not for the first that has something due.
  atTheEnd(() => engine.drain())
  const news: TestJobs['news'] = []
  const jobs = createJobs({
    clock: () => clocks.get(db) ?? new Date(),
    moment,
    db,
    bus,
    engine,
    modules,
    actions,
    scopes: { enter: async (principal) => principal as Acting },
    standing: rights.standing ?? (async ({ ownerId, actorId }) => ({ ...person(actorId ?? ownerId), owner: ownerId })),
    tell: (owner, told) => news.push({ ...told, owner }),
    log: silentLog,
  })
  const start = () => {
    if (started) return
    started = true
    engine.start()
  }

  const open = async () => {
    const text = `select count(*) as count from runs where kind = $1 and status in ('queued', 'running')`
    return (await db.$client.query<{ count: number }>(text, [RUN_KIND])).rows[0]?.count ?? 0
  }
  const idle = async () => {
    start()
    for (;;) {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      const off = bus.subscribe('run-events', resolve)
      const isOpen = (await open()) > 0
      if (isOpen) {
        await bus.publish('run-queued', null)
        await promise
      }
      off()
      if (!isOpen) return
    }
  }
  return {
    jobs,
    engine,
    news,
    idle,
    async due(now) {
      if (now) clocks.set(db, now)
      else clocks.delete(db)
      do {
        await jobs.keep(now)
        await idle()
        await jobs.keep(now)
      } while ((await open()) > 0)
    },
  }
}
