import { AppError } from '@atrium/contract/errors'
import type { Action, ActionContext, Effect, Module, ModuleServer } from '@atrium/contract/module'
import type { Principal } from '@atrium/contract/principal'
import { requirePlan } from '../accounts/plan.ts'
import { type Database, sqlState } from '../platform/database/connect.ts'
import { parse } from '../platform/http/body.ts'
import { authorize, ofEffect } from '../platform/policy.ts'
import type { Log } from '../platform/telemetry.ts'
import { storableJson } from './rows.ts'
import { createStore } from './store.ts'
import { undoChange } from './undo.ts'
import { createUnit, tooSlow, type Unit } from './unit.ts'

/** Actions that call actions that call …: deeper than any honest use. */
const DEEPEST = 8
const TIME_LIMIT_MS = 60_000

export type Via = 'http' | 'guide' | 'model'

export interface ActionCall {
  principal: Principal
  /** `tasks.add` */
  action: string
  input: unknown
  via: Via
  /** IANA name; UTC when absent or unknown. */
  timeZone?: string | null
  signal?: AbortSignal
}

export interface ActionResult {
  output: unknown
  /** Give it to `undo`; null when nothing was written. */
  change: string | null
}

export interface Actions {
  /** Runs an action with the principal's rights, whoever asks for it: a form, the Guide, a model. */
  call(call: ActionCall): Promise<ActionResult>
  undo(principal: Principal, changeId: string): Promise<void>
  list(): Module[]
}

interface Options {
  db: Database
  modules: readonly ModuleServer[]
  log: Log
  /** Told after a person's records of this module have changed, for their other tabs. */
  changed?: (owner: string, module: string) => void
}

const rank: Record<Effect, number> = { read: 0, write: 1, send: 2 }

/** Making a formatter costs 0.1 ms, so each name is checked once. Names that exist are few; others are not kept. */
const timeZones = new Map<string, string>()

function knownTimeZone(name: string | null | undefined): string {
  if (!name) return 'UTC'
  const known = timeZones.get(name)
  if (known) return known
  try {
    const zone = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
    if (timeZones.size < 1000) timeZones.set(name, zone)
    return zone
  } catch (cause) {
    if (cause instanceof RangeError) return 'UTC'
    throw cause
  }
}

/** Rejects when the signal fires, so that a handler that hangs cannot hold a transaction. */
async function before<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let stop: () => void = () => undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
    work.catch(() => undefined) // it may fail later, against its closed store; the reason was told already
    aborted.catch(() => undefined)
  }
}

export function createActions({ db, modules, log, changed }: Options): Actions {
  const servers = new Map(modules.map((server) => [server.module.id, server]))

  const find = (name: string) => {
    const [id = '', action = ''] = name.split('.', 2)
    const server = servers.get(id)
    if (!server) throw new AppError('not_found', `There is no module “${id}” here.`)
    const handler = Object.hasOwn(server.handlers, action) ? server.handlers[action] : undefined
    const declared = Object.hasOwn(server.module.actions, action) ? server.module.actions[action] : undefined
    if (!handler || !declared) throw new AppError('not_found', `${server.module.title} has no action “${action}”.`)
    return { server, declared, handler }
  }

  interface Frame {
    principal: Principal
    unit: Unit
    timeZone: string
    signal: AbortSignal
    /** The calls above this one: `tasks.done`. */
    above: { name: string; effect: Effect }[]
  }

  const refuseNested = (name: string, declared: Action, above: Frame['above']) => {
    const path = [...above.map((call) => call.name), name].join(' → ')
    if (above.length >= DEEPEST) throw new Error(`Actions call each other more than ${DEEPEST} deep: ${path}`)
    const caller = above.at(-1)
    if (caller && rank[declared.effect] > rank[caller.effect])
      throw new Error(`An action that is declared a ${caller.effect} calls one that is a ${declared.effect}: ${path}`)
  }

  const run = async (name: string, input: unknown, frame: Frame): Promise<unknown> => {
    const { server, declared, handler } = find(name)
    refuseNested(name, declared, frame.above)
    authorize(frame.principal, ofEffect[declared.effect].access)
    const { module } = server
    await requirePlan(db, frame.principal, { tier: module.tier }, module.title)
    const parsed = parse(declared.input, input)
    const readOnly = declared.effect === 'read'
    const store = Object.fromEntries(
      Object.entries(module.collections).map(([collection, definition]) => [
        collection,
        createStore({ module: module.id, name: collection, collection: definition, readOnly }, frame.unit),
      ]),
    )
    const context: ActionContext<Module> = {
      store,
      now: frame.unit.now,
      timeZone: frame.timeZone,
      principal: frame.principal,
      signal: frame.signal,
      call: (next, nextInput) =>
        run(next, nextInput, { ...frame, above: [...frame.above, { name, effect: declared.effect }] }),
    }
    const answer = await before(frame.signal, (async () => handler(parsed as never, context as never))())
    const output = declared.output.safeParse(answer)
    if (!output.success) throw new Error(`${name} answered what it does not declare`, { cause: output.error })
    return output.data
  }

  const call = async ({ principal, action, input, via, timeZone, signal }: ActionCall): Promise<ActionResult> => {
    storableJson(input)
    const limit = AbortSignal.timeout(TIME_LIMIT_MS)
    const unit = createUnit(db, principal.owner, { action, via, input }, new Date())
    const frame: Frame = {
      principal,
      unit,
      timeZone: knownTimeZone(timeZone),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      above: [],
    }
    try {
      const output = await run(action, input, frame)
      const change = await unit.commit()
      if (change) changed?.(principal.owner, find(action).server.module.id)
      return { output, change }
    } catch (error) {
      await unit.rollback().catch((err) => log.warn({ err, action }, 'a rollback failed'))
      if (limit.aborted && error === limit.reason)
        throw new AppError('timeout', 'That took too long and was stopped. Nothing was changed.', { cause: error })
      // 40P01 deadlock, 40001 serialization, 23505 the same version of a record written twice
      if (['40P01', '40001', '23505'].includes(sqlState(error) ?? '')) throw Object.assign(tooSlow(), { cause: error })
      throw error
    }
  }

  return {
    call,
    undo: async (principal, changeId) => {
      authorize(principal, 'change.own')
      const touched = await undoChange(db, servers, principal.owner, changeId)
      for (const module of touched) changed?.(principal.owner, module)
    },
    list: () => [...servers.values()].map((server) => server.module),
  }
}
