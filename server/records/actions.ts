import { AppError } from '@atrium/contract/errors'
import type { Action, Effect, Module } from '@atrium/contract/module'
import type { ModuleServer } from '@atrium/contract/module-server'
import type { Principal } from '@atrium/contract/principal'
import { requirePlan } from '../accounts/plan.ts'
import type { Database } from '../platform/database/connect.ts'
import { parse } from '../platform/http/body.ts'
import { authorize, authorizeKey, authorizeSeat, ofEffect } from '../platform/policy.ts'
import type { Log } from '../platform/telemetry.ts'
import { contextFor, type Facilities } from './context.ts'
import { createPerform, type Doing, type Done, type Frame, type Perform } from './performing.ts'
import { storableJson } from './rows.ts'
import { scopeOfChange, undoChange } from './undo.ts'
import type { Listener } from './unit.ts'

/** Actions that call actions that call …: deeper than any honest use. */
const DEEPEST = 8
const TIME_LIMIT_MS = 60_000

export type Via = Doing['via']

export interface ActionCall {
  principal: Principal
  /** `tasks.add` */
  action: string
  input: unknown
  via: Via
  /** IANA name; UTC when absent or unknown. */
  timeZone?: string | null
  /** BCP 47; English when absent. */
  language?: string | undefined
  signal?: AbortSignal
  /** Written in the action's own transaction, after it and with it; throws to take all of it back. */
  alongside?: Doing['alongside']
}

export type ActionResult = Done<unknown>

export interface Actions {
  /** Runs an action with the principal's rights, whoever asks for it: a form, the Guide, a model. */
  call(call: ActionCall): Promise<ActionResult>
  undo(principal: Principal, changeId: string): Promise<void>
  list(): Module[]
  /** For what a module does besides its actions: the same door, the same unit of change. */
  servers: ReadonlyMap<string, ModuleServer>
  perform: Perform
  /** What a handler of this module is given, for work that no action names. */
  context(server: ModuleServer, doing: { name: string; effect: Effect }, frame: Frame): ReturnType<typeof contextFor>
}

interface Options {
  db: Database
  modules: readonly ModuleServer[]
  log: Log
  facilities: Facilities
  /** The principal as they may act on what belongs to this owner: in a team's scope when it is a team of theirs. */
  within?: (principal: Principal, owner: string) => Promise<Principal>
  listener?: Listener
  /** Told after a person's records of this module have changed. */
  changed?: (owner: string, module: string) => void
}

const rank: Record<Effect, number> = { read: 0, write: 1, send: 2 }

export function createActions({ db, modules, log, facilities, within, listener, changed }: Options): Actions {
  const servers = new Map(modules.map((server) => [server.module.id, server]))
  const performing = createPerform(db, log, listener)

  /** Tells of it, besides. */
  const perform: Perform = async (doing, work) => {
    const done = await performing(doing, work)
    if (done.change) changed?.(doing.principal.owner, doing.action.split('.', 1)[0] as string)
    return done
  }

  const find = (name: string) => {
    const [id = '', action = ''] = name.split('.', 2)
    const server = servers.get(id)
    if (!server) throw new AppError('not_found', `There is no module “${id}” here.`)
    const handler = Object.hasOwn(server.handlers, action) ? server.handlers[action] : undefined
    const declared = Object.hasOwn(server.module.actions, action) ? server.module.actions[action] : undefined
    if (!handler || !declared) throw new AppError('not_found', `${server.module.title} has no action “${action}”.`)
    return { server, declared, handler }
  }

  const refuseNested = (name: string, declared: Action, above: Frame['above']) => {
    const path = [...above.map((call) => call.name), name].join(' → ')
    if (above.length >= DEEPEST) throw new Error(`Actions call each other more than ${DEEPEST} deep: ${path}`)
    const caller = above.at(-1)
    if (caller && rank[declared.effect] > rank[caller.effect])
      throw new Error(`An action that is declared a ${caller.effect} calls one that is a ${declared.effect}: ${path}`)
  }

  const context: Actions['context'] = (server, doing, frame) => contextFor(server, doing, frame, facilities, run)

  async function run(name: string, input: unknown, frame: Frame): Promise<unknown> {
    const { server, declared, handler } = find(name)
    refuseNested(name, declared, frame.above)
    const { access } = ofEffect[declared.effect]
    authorize(frame.principal, access)
    // The assistant's calls have passed no door. What an action itself calls does no more than it.
    if (frame.above.length === 0) {
      authorizeKey(frame.principal, access, { method: 'POST', asksAssistant: false })
      authorizeSeat(frame.principal, name)
    }
    await requirePlan(db, frame.principal, { tier: server.module.tier }, server.module.title)
    const parsed = parse(declared.input, input)
    const answer = await handler(parsed as never, context(server, { name, effect: declared.effect }, frame) as never)
    const output = declared.output.safeParse(answer)
    if (!output.success) throw new Error(`${name} answered what it does not declare`, { cause: output.error })
    return output.data
  }

  return {
    call: async (call) => {
      storableJson(call.input)
      const again = find(call.action).declared.effect === 'write' // what leaves the workspace is not sent twice
      return perform({ ...call, again, limit: TIME_LIMIT_MS }, (frame) => run(call.action, call.input, frame))
    },
    undo: async (principal, changeId) => {
      authorize(principal, 'change.own')
      // Wherever it was made: the person may look at something else by now.
      const scope = within && (await scopeOfChange(db, changeId))
      const acting = scope ? await within(principal, scope) : principal
      authorize(acting, 'change.own')
      const touched = await undoChange(db, servers, acting, changeId, facilities.references, listener)
      for (const module of touched) changed?.(acting.owner, module)
    },
    list: () => [...servers.values()].map((server) => server.module),
    servers,
    perform,
    context,
  }
}
