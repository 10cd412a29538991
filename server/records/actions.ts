import { AppError } from '@atrium/contract/errors'
import type { Action, Effect, Module } from '@atrium/contract/module'
import type { ModuleServer } from '@atrium/contract/module-server'
import type { Principal } from '@atrium/contract/principal'
import { requirePlan } from '../accounts/plan.ts'
import type { Database } from '../platform/database/connect.ts'
import { parse } from '../platform/http/body.ts'
import { authorize, authorizeKey, authorizeLink, authorizeSeat, ofEffect } from '../platform/policy.ts'
import type { Log } from '../platform/telemetry.ts'
import { contextFor, type Facilities } from './context.ts'
import { refuseHidden } from './hidden.ts'
import type { InstalledModule } from './installed.ts'
import { type Named, type NamedRow, rowsNamed } from './named.ts'
import type { Notices } from './notices.ts'
import { type Called, createPerform, type Doing, type Done, type Frame, type Perform } from './performing.ts'
import { refusedShared, refuseUndoBeyond } from './reach.ts'
import { storableJson } from './rows.ts'
import { type Saying, type ThingSaid, thingsSaid } from './things-said.ts'
import { scopeOfChange, undoChange } from './undo.ts'
import type { Listener } from './unit.ts'

/** Actions that call actions that call …: deeper than any honest use. */
const DEEPEST = 8
const TIME_LIMIT_MS = 60_000
/** A picture takes a minute, an hour of speech two; nothing of the database is held meanwhile. */
const ASKING_LIMIT_MS = 180_000

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
  /** The moment at which it is done: now when absent. */
  now?: Date
  /** The listeners whose answers to events led here. */
  trail?: readonly string[]
  /** Written in the action's own transaction, after it and with it; throws to take all of it back. */
  alongside?: Doing['alongside']
}

export type ActionResult = Done<unknown>

export interface Actions {
  /** Runs an action with the principal's rights, whoever asks for it: a form, the Guide, a model. */
  call(call: ActionCall): Promise<ActionResult>
  undo(principal: Principal, changeId: string): Promise<void>
  list(): readonly Module[]
  /** The person's records of a module that are called so. */
  named(principal: Principal, module: string, asked: Named): Promise<NamedRow[]>
  /** The person's records of all modules whose names are in what they said. */
  things(principal: Principal, saying: Saying): Promise<ThingSaid[]>
  /** The modules by id, for what they do besides their actions: the same door, the same unit of change. */
  servers: ReadonlyMap<string, InstalledModule>
  perform: Perform
  /** What a handler of this module is given, for work that no action names. */
  context(server: InstalledModule, doing: Called, frame: Frame): ReturnType<typeof contextFor>
}

interface Options {
  db: Database
  modules: readonly InstalledModule[]
  log: Log
  facilities: Facilities
  /** The principal as they may act on what belongs to this owner: in a team's scope when it is a team of theirs. */
  within?: (principal: Principal, owner: string) => Promise<Principal>
  listener?: Listener | undefined
  notices?: Notices | undefined
  /** Told after a person's records of this module have changed. */
  changed?: (owner: string, module: string) => void
  /** Told of what has been done, and has changed something. */
  done?: (doing: Doing) => void
  /** Told within the work of each action that wrote something. */
  acted: (action: string, event: { input: unknown; output: unknown }, frame: Frame) => void
}

type Handler = ModuleServer['handlers'][string]

const rank: Record<Effect, number> = { read: 0, write: 1, send: 2 }

export function createActions({ db, modules, log, facilities, within, changed, ...hooks }: Options): Actions {
  const { listener, notices } = hooks
  const servers = new Map(modules.map((server) => [server.module.id, server]))
  const performing = createPerform(db, log, { listener, notices })

  /** Tells of it, besides. */
  const perform: Perform = async (doing, work) => {
    const done = await performing(doing, work)
    if (!done.change) return done
    changed?.(doing.principal.owner, doing.action.split('.', 1)[0] as string)
    hooks.done?.(doing)
    return done
  }

  const find = (name: string) => {
    const [id = '', action = ''] = name.split('.', 2)
    const server = servers.get(id)
    if (!server) throw new AppError('not_found', `There is no module “${id}” here.`)
    const declared = Object.hasOwn(server.module.actions, action) ? server.module.actions[action] : undefined
    if (!declared) throw new AppError('not_found', `${server.module.title} has no action “${action}”.`)
    return { server, action, declared }
  }

  const refuseNested = (name: string, declared: Action, { above, principal }: Frame) => {
    const path = [...above.map((call) => call.name), name].join(' → ')
    if (above.length >= DEEPEST) throw new Error(`Actions call each other more than ${DEEPEST} deep: ${path}`)
    const caller = above.at(-1)
    if (principal.share && name.split('.', 1)[0] !== principal.share.module)
      throw new AppError('not_found', 'That is not shared with you.')
    if (principal.share && declared.notShared) throw refusedShared()
    if (principal.share && declared.asksModel)
      throw new AppError('forbidden', 'A model cannot be asked about what somebody shared with you.')
    if (principal.link && name.split('.', 1)[0] !== above[0]?.name.split('.', 1)[0] && above.length > 0)
      throw new AppError('forbidden', 'This link does not allow that.')
    if (caller && rank[declared.effect] > rank[caller.effect])
      throw new Error(`An action that is declared a ${caller.effect} calls one that is a ${declared.effect}: ${path}`)
    if (caller && declared.asksModel && !caller.asksModel)
      throw new Error(`An action that does not ask a model calls one that does: ${path}`)
  }

  const context: Actions['context'] = (server, doing, frame) => contextFor(server, doing, frame, facilities, run)

  async function run(name: string, input: unknown, frame: Frame): Promise<unknown> {
    const { server, action, declared } = find(name)
    refuseNested(name, declared, frame)
    const { access } = ofEffect[declared.effect]
    const asksModel = declared.asksModel === true
    authorize(frame.principal, access)
    // The assistant's calls have passed no door. What an action itself calls does no more than it.
    if (frame.above.length === 0) {
      authorizeKey(frame.principal, access, { method: 'POST', asksAssistant: asksModel })
      authorizeSeat(frame.principal, name)
      authorizeLink(frame.principal, name)
    }
    // Who came by a link is nobody with a plan: whoever made the link had one.
    if (!frame.principal.link) await requirePlan(db, frame.principal, { tier: server.module.tier }, server.module.title)
    const parsed = parse(declared.input, input)
    const handler = (await server.server()).handlers[action] as Handler
    const before = frame.unit.written()
    const answer = await handler(
      parsed as never,
      context(server, { name, effect: declared.effect, asksModel }, frame) as never,
    )
    const output = declared.output.safeParse(answer)
    if (!output.success) throw new Error(`${name} answered what it does not declare`, { cause: output.error })
    refuseHidden(output.data, frame.hidden, name)
    if (frame.unit.written() > before) hooks.acted(name, { input: parsed, output: output.data }, frame)
    return output.data
  }

  /** Always the same list: what is made of it once is kept by it. */
  const listed = [...servers.values()].map((server) => server.module)
  return {
    call: async (call) => {
      storableJson(call.input)
      const { server, declared } = find(call.action)
      await server.server() // before the clock of the action runs
      const again = declared.effect === 'write' // what leaves the workspace is not sent twice
      const limit = declared.asksModel ? ASKING_LIMIT_MS : TIME_LIMIT_MS
      return perform({ ...call, again, limit }, (frame) => run(call.action, call.input, frame))
    },
    undo: async (principal, changeId) => {
      authorize(principal, 'change.own')
      // Wherever it was made: the person may look at something else by now.
      const scope = within && (await scopeOfChange(db, changeId))
      const acting = scope ? await within(principal, scope) : principal
      authorize(acting, 'change.own')
      if (acting.share) await refuseUndoBeyond(db, servers, acting, changeId)
      const touched = await undoChange(db, servers, acting, changeId, facilities.references, { listener, notices })
      for (const module of touched) changed?.(acting.owner, module)
    },
    list: () => listed,
    async named(principal, module, asked) {
      const server = servers.get(module)
      return server ? rowsNamed(db, principal, server, asked) : []
    },
    things: (principal, saying) => thingsSaid(db, principal, servers, saying),
    servers,
    perform,
    context,
  }
}
