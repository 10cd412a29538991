import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Bus, Topic } from '../database/bus.ts'
import type { EndedRun } from '../observe/observer.ts'
import { createEngine } from './engine.ts'
import { insertRun, type NewRun } from './store.ts'
import { newRun, storedRuns } from './test-runs.ts'
import type { Engine, RunKind, Stopped, Work } from './work.ts'

/** What the engine asks of the database, by a piece of the statement. */
export const STATEMENTS = {
  append: 'with v as',
  close: 'with closed as',
  claim: 'failures = failures +',
  extend: 'returning id, fence',
  find: 'select * from runs',
  read: 'select first_seq',
  shorten: '2 * $1',
  open: 'select id from runs where id = any',
  giveBack: 'worker = $2',
} as const
type Statement = keyof typeof STATEMENTS

/** Waits for what another part of the process does: long only where it fails. */
export async function until(holds: () => unknown): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end; await sleep(2)) if (await holds()) return
  throw new Error(`It never came: ${holds}`)
}

/** A pool that says what it is asked and, where the test wants that, answers late, never or with a fault. */
function gated(pool: pg.Pool) {
  const asked: Statement[] = []
  const rules: { statement: Statement; before?: Promise<unknown>; after?: Promise<unknown>; fault?: Error }[] = []
  const reached: Statement[] = []
  const query = async (...args: [string | { text: string }]) => {
    const text = typeof args[0] === 'string' ? args[0] : args[0].text
    const statement = (Object.keys(STATEMENTS) as Statement[]).find((one) => text.includes(STATEMENTS[one]))
    const at = rules.findIndex((rule) => rule.statement === statement)
    const [rule] = at < 0 ? [] : rules.splice(at, 1)
    if (statement) asked.push(statement)
    await rule?.before
    if (rule?.fault) throw rule.fault
    const answer = await pool.query(...args)
    if (rule && statement) reached.push(statement)
    await rule?.after
    return answer
  }
  return {
    asked,
    pool: new Proxy(pool, {
      get: (it, name) => (name === 'query' ? query : name === 'connect' ? () => it.connect() : Reflect.get(it, name)),
    }),
    /** How often it was asked this. */
    count: (statement: Statement) => asked.filter((one) => one === statement).length,
    failOnce: (statement: Statement, fault: Error) => void rules.push({ statement, fault }),
    /** The next of these is held back: before the database sees it, or its answer. */
    hold(statement: Statement, where: 'before' | 'after') {
      const { promise, resolve } = Promise.withResolvers<void>()
      rules.push({ statement, [where]: promise })
      return {
        release: resolve,
        isReached: () => (where === 'before' ? asked : reached).includes(statement),
      }
    },
  }
}

/** A bus between nobody: what is published is seen, and what others publish the test says. */
function quietBus() {
  const published: [Topic, unknown][] = []
  const listeners: [Topic, (body: unknown) => void][] = []
  const gaps: (() => void)[] = []
  const state = { isDown: false }
  const bus: Bus = {
    publish: async (topic, body) => {
      if (state.isDown) throw new Error('no bus')
      published.push([topic, body])
    },
    subscribe: (topic, listener) => {
      listeners.push([topic, listener])
      return () => undefined
    },
    onGap: (listener) => {
      gaps.push(listener)
      return () => undefined
    },
    close: async () => undefined,
  }
  const say = (topic: Topic, body: unknown = null) => {
    for (const [its, listener] of listeners) if (its === topic) listener(body)
  }
  const gap = () => {
    for (const listener of gaps) listener()
  }
  return { bus, published, say, gap, state }
}

/** A kind of run whose work is the test's: it ends when the test says so. */
export function byHand(more: Partial<RunKind> = {}) {
  const begun: { work: Work; finish: () => void; fail: (error: Error) => void }[] = []
  const kind: RunKind = {
    work: (work) => new Promise((finish, fail) => begun.push({ work, finish, fail })),
    endIdle: async () => undefined,
    ...more,
  }
  return { begun, kind }
}

export const say = (work: Work, ...words: string[]) => {
  for (const word of words) work.emit('status', word)
}
/** Why the work is to end; null while it goes on. */
export const reasonOf = ({ signal }: Work) => (signal.aborted ? (signal.reason as Stopped).reason : null)
export const end = (work: Work) => work.close({ status: 'succeeded' }, null)

let made = 0
/** One instance of the engine, without others, whose every step is seen. Its timers are the test's (`vi.useFakeTimers`). */
export async function engines() {
  const runs = await storedRuns()
  const { pool } = runs
  function instance(kinds: Record<string, RunKind> = {}) {
    const worker = `worker-${++made}`
    const gate = gated(pool)
    const { bus, ...others } = quietBus()
    const logged: { level: string; said: string; facts: Record<string, unknown> }[] = []
    const log = Object.fromEntries(
      ['debug', 'info', 'warn', 'error'].map((level) => [
        level,
        (facts: Record<string, unknown>, said: string) => logged.push({ level, said, facts }),
      ]),
    )
    const ended: EndedRun[] = []
    const engine: Engine = createEngine({
      ...{ db: { $client: gate.pool } as never, bus, worker, log: log as never },
      observer: { answered: () => undefined, runEnded: (run) => ended.push(run) },
    })
    for (const [name, kind] of Object.entries(kinds)) engine.register(name, kind)
    const begin = (run: NewRun) => engine.begin(run, (by) => insertRun(pool, run, by))
    return { engine, worker, gate, ...others, logged, ended, begin }
  }
  /** One run of an instance, at work. */
  async function atWork(more: Parameters<typeof byHand>[0] = {}) {
    const its = byHand(more)
    const run = newRun()
    const on = instance({ [run.kind]: its.kind })
    await on.begin(run)
    const { work, finish, fail } = its.begun[0] as (typeof its.begun)[0]
    return { ...on, run, work, finish, fail, begun: its.begun }
  }
  return { ...runs, instance, atWork }
}
