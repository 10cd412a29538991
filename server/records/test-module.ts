import type { ModuleServer } from '@atrium/contract/module'
import { users } from '../accounts/tables.ts'
import type { Database } from '../platform/database/connect.ts'
import { testDatabase } from '../platform/database/test-database.ts'
import { testServer } from '../platform/http/test-server.ts'
import { silentLog } from '../platform/telemetry.ts'
import { type Actions, createActions } from './actions.ts'
import { recordRoutes } from './routes.ts'

export interface Answer<T> {
  status: number
  output: T
  change: string | null
  /** The sentence of a refusal. */
  error: string
  body: unknown
}

export interface TestModules {
  url: string
  db: Database
  actions: Actions
  /** Calls an action over HTTP. `who` is `id` or `id:kind`; a visitor when empty. Members have a plan that opens it. */
  act<T = Record<string, unknown>>(who: string, action: string, input?: unknown, timeZone?: string): Promise<Answer<T>>
  undo(who: string, change: string | null): Promise<Answer<unknown>>
}

/** Modules on a database of this test file, behind a real server: for the tests of `server/records` and of every module. */
export async function testModules(...modules: ModuleServer[]): Promise<TestModules> {
  const { db } = await testDatabase()
  const actions = createActions({ db, modules, log: silentLog })
  const url = await testServer(recordRoutes(actions))
  const needsPlan = modules.some(({ module }) => module.tier !== 'free')
  const known = new Set<string>()

  async function givePlan(id: string): Promise<void> {
    if (known.has(id)) return
    known.add(id)
    const row = { id, name: id, email: `${id}@example.org`, tier: 'BUILDER' }
    await db.insert(users).values(row).onConflictDoNothing()
  }

  async function post<T>(who: string, path: string, input: unknown, timeZone?: string): Promise<Answer<T>> {
    const headers: Record<string, string> = {}
    if (needsPlan && who) await givePlan(who.split(':')[0] ?? who)
    if (who) headers['x-test-person'] = who
    if (timeZone) headers['x-time-zone'] = timeZone
    if (input !== undefined) headers['content-type'] = 'application/json'
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers,
      body: input === undefined ? undefined : JSON.stringify(input),
    })
    const body = (await response.json()) as { output: T; change?: string | null; error?: { message: string } }
    return {
      status: response.status,
      output: body.output,
      change: body.change ?? null,
      error: body.error?.message ?? '',
      body,
    }
  }

  return {
    url,
    db,
    actions,
    act: (who, action, input, timeZone) => post(who, `/api/m/${action.replace('.', '/')}`, input, timeZone),
    undo: (who, change) => post(who, `/api/changes/${change}/undo`, undefined),
  }
}
