import { AppError } from '@atrium/contract/errors'
import type { Effect, Module } from '@atrium/contract/module'
import type { Later, ScheduleRequest } from '@atrium/contract/module-jobs'
import { z } from 'zod'
import { parse } from '../platform/http/body.ts'
import { uuid } from '../platform/ids.ts'
import { storableJson } from '../platform/runs/storable.ts'
import { type Client, insertRun } from '../platform/runs/store.ts'
import type { Log } from '../platform/telemetry.ts'
import { withoutTexts } from '../records/hidden.ts'
import type { InstalledModule } from '../records/installed.ts'
import type { Called, Frame } from '../records/performing.ts'

export const RUN_KIND = 'job'
/** Listeners that led from one to the next: more than any honest use. */
const LONGEST_TRAIL = 16
const KEY_MAX = 200
const LAST_YEAR = 9999
const rank: Record<Effect, number> = { read: 0, write: 1, send: 2 }

/** What actions leave for later, written with what they write. */
export interface Outbox {
  later(module: Module, doing: Called, frame: Frame): Later<Module>
  /** An action has answered, and wrote something: whoever listens is told when that has been saved. */
  acted(action: string, event: { input: unknown; output: unknown }, frame: Frame): void
}

interface Options {
  modules: readonly InstalledModule[]
  log: Log
  /** Told when something was saved that is due then; jobs are due at once. */
  wake?: (at: Date) => void
}

interface NewRow {
  id: string
  kind: 'schedule' | 'event' | 'job'
  ownerId: string
  actorId: string | null
  module: string
  name: string
  key?: string
  input: unknown
  trail: readonly string[]
  timeZone: string
  language: string
  dueAt: Date
  runId?: string
}

/** A schedule takes the place of the one that waits under its key: as another one, whoever is doing the old one finds it gone. */
const INSERT = `insert into jobs (id, kind, owner_id, actor_id, module, name, key, input, trail, time_zone, language, due_at, run_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9::jsonb, $10, $11, $12, $13)
  on conflict (owner_id, module, key) where kind = 'schedule' and status = 'waiting' do update set
    id = excluded.id, actor_id = excluded.actor_id, name = excluded.name, input = excluded.input, trail = excluded.trail,
    time_zone = excluded.time_zone, language = excluded.language, due_at = excluded.due_at, attempts = 0, created_at = now()`

export async function insertJob(client: Client, row: NewRow): Promise<void> {
  await client.query({
    name: 'insert-job',
    text: INSERT,
    values: [
      row.id,
      row.kind,
      row.ownerId,
      row.actorId,
      row.module,
      row.name,
      row.key ?? null,
      storableJson(row.input ?? null),
      JSON.stringify(row.trail),
      row.timeZone,
      row.language,
      row.dueAt.toISOString(),
      row.runId ?? null,
    ],
  })
}

/** A job and its run, which begins when this is committed. */
export async function insertJobWithRun(client: Client, row: Omit<NewRow, 'kind' | 'runId'>): Promise<void> {
  const runId = uuid()
  await insertJob(client, { ...row, kind: 'job', runId })
  await insertJobRun(client, row.ownerId, row.id, runId)
}

export const insertJobRun = (client: Client, ownerId: string, job: string, id: string): Promise<void> =>
  insertRun(client, { id, kind: RUN_KIND, ownerId, threadId: null, messageId: null, input: { job } }, null)

/** Who listens to which action, by the modules' ids. */
export function listenersOf(modules: readonly InstalledModule[]): Map<string, string[]> {
  const listeners = new Map<string, string[]>()
  for (const { module } of modules)
    for (const action of new Set(module.listens)) listeners.set(action, [...(listeners.get(action) ?? []), module.id])
  return listeners
}

export function createOutbox({ modules, log, wake = () => undefined }: Options): Outbox {
  const listeners = listenersOf(modules)
  const byId = new Map(modules.map(({ module }) => [module.id, module]))
  const refused = new Set<string>()

  const refuse = (listener: string, trail: readonly string[]) => {
    if (refused.has(listener)) return
    refused.add(listener)
    log.warn(
      { listener, trail },
      'events go round in a circle: this listener is not told again of what it set off itself',
    )
  }

  const write = (frame: Frame, due: Date, task: (client: Client, change: string | null) => Promise<void>) => {
    frame.alongside.push(task)
    frame.afterwards.push(async () => wake(due))
  }

  /** What every row of this frame has. */
  const ofFrame = ({ principal, trail, timeZone, language, unit }: Frame) => ({
    ownerId: unit.scope,
    actorId: principal.userId,
    trail,
    timeZone,
    language,
  })

  function refuseMore(doing: Called, name: string, effect: Effect): void {
    if (doing.effect === 'read') throw new Error(`${doing.name} is declared a read and leaves ${name} for later`)
    if (rank[effect] > rank[doing.effect])
      throw new Error(`An action that is declared a ${doing.effect} leaves one for later that is a ${effect}: ${name}`)
  }

  function checkedSchedule(request: ScheduleRequest, doing: Called, { principal }: Frame): unknown {
    const { key, at, action, input } = request
    if (key === '' || key.length > KEY_MAX) throw new Error(`The key of a schedule has 1 to ${KEY_MAX} characters`)
    if (!(at.getUTCFullYear() <= LAST_YEAR)) throw new AppError('bad_request', 'That moment is not on the calendar.')
    const [id = '', name = ''] = action.split('.', 2)
    // As for what it calls at once: who comes by a link of one module does nothing in another, later neither.
    if (principal.link && id !== doing.name.split('.', 1)[0])
      throw new AppError('forbidden', 'This link does not allow that.')
    const actions = byId.get(id)?.actions ?? {}
    const declared = Object.hasOwn(actions, name) ? actions[name] : undefined
    if (!declared) throw new AppError('not_found', `There is no action “${action}” here.`)
    refuseMore(doing, action, declared.effect)
    parse(declared.input, input) // refused now, while somebody is there to hear it
    return input
  }

  return {
    later(module, doing, frame) {
      return {
        async start(job, input) {
          const jobs = module.jobs ?? {}
          const declared = Object.hasOwn(jobs, job) ? jobs[job] : undefined
          if (!declared) throw new Error(`${module.id} declares no job “${job}”`)
          refuseMore(doing, `${module.id}.${job}`, declared.effect ?? 'write')
          const given = parse(declared.input ?? z.object({}), input)
          const id = uuid()
          const dueAt = frame.unit.now
          const row = { ...ofFrame(frame), id, module: module.id, name: job, input: given, dueAt }
          write(frame, dueAt, (client) => insertJobWithRun(client, row))
          return { id }
        },
        async schedule(request) {
          const input = checkedSchedule(request, doing, frame)
          const { key, at: dueAt, action: name } = request
          const row = {
            ...ofFrame(frame),
            id: uuid(),
            kind: 'schedule',
            module: module.id,
            name,
            key,
            input,
            dueAt,
          } as const
          write(frame, dueAt, (client) => insertJob(client, row))
        },
        async cancelSchedule(key) {
          refuseMore(doing, `the end of ${key}`, 'write')
          const values = [frame.unit.scope, module.id, key]
          const text = `delete from jobs where owner_id = $1 and module = $2 and key = $3 and kind = 'schedule' and status = 'waiting'`
          frame.alongside.push(async (client) => void (await client.query(text, values)))
        },
      }
    },
    acted(action, event, frame) {
      for (const module of listeners.get(action) ?? []) {
        const listener = `${module} on ${action}`
        if (frame.trail.includes(listener) || frame.trail.length >= LONGEST_TRAIL) {
          refuse(listener, frame.trail)
          continue
        }
        const dueAt = frame.unit.now
        write(frame, dueAt, async (client, change) => {
          if (change === null) return
          const trail = [...frame.trail, listener]
          // What the action hid is as unknown to a listener as to the audit line.
          const input = withoutTexts({ ...event, change }, frame.hidden)
          const of = { ...ofFrame(frame), trail, input, module, name: action, dueAt }
          await insertJob(client, { ...of, id: uuid(), kind: 'event' })
        })
      }
    },
  }
}
