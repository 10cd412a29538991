import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportAnswer } from '@atrium/contract/module-files'
import type { ModuleServer } from '@atrium/contract/module-server'
import { users } from '../accounts/tables.ts'
import { createFiles } from '../files/files.ts'
import { guideModel } from '../guide/model.ts'
import { type TestJobs, testJobs } from '../jobs/test-jobs.ts'
import { createModelDoor } from '../models/door/door.ts'
import { createKeyCipher } from '../models/key-cipher.ts'
import type { ModelRegistry } from '../models/model.ts'
import { createRegistry } from '../models/registry.ts'
import { createNotifications, type Notifications } from '../notifications/notifications.ts'
import { createPages } from '../pages/pages.ts'
import type { Database } from '../platform/database/connect.ts'
import { testDatabase } from '../platform/database/test-database.ts'
import { createEgress } from '../platform/egress/egress.ts'
import { testServer } from '../platform/http/test-server.ts'
import { silentLog } from '../platform/telemetry.ts'
import { atTheEnd } from '../platform/test-end.ts'
import type { Actions } from './actions.ts'
import type { ImportProgress } from './import-progress.ts'
import { type InstalledModule, installed } from './installed.ts'
import type { LinkVisit } from './link-routes.ts'
import { preparePartitions } from './partitions.ts'
import { createRecords } from './records.ts'

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
  /** DATA_DIR */
  dir: string
  db: Database
  actions: Actions
  /** What rows remind of and actions tell: `deliver(now)` brings what is due. */
  notifications: Notifications
  /** What was told of how far imports are. */
  progress: (ImportProgress & { owner: string })[]
  /** What was told of what people did by links. */
  visits: (LinkVisit & { owner: string })[]
  /** Calls an action over HTTP. `who` is `id` or `id:kind`; a visitor when empty. Members have a plan that opens it. */
  act<T = Record<string, unknown>>(
    who: string,
    action: string,
    input?: unknown,
    timeZone?: string,
    language?: string,
  ): Promise<Answer<T>>
  /** What the server does every hour. */
  cleanUp(): Promise<void>
  /** Does what is due by then (schedules, events, jobs, and what modules do by themselves), and what that brings. */
  due: TestJobs['due']
  undo(who: string, change: string | null): Promise<Answer<unknown>>
  /** Sends a file and shows what its import would do, or does it. */
  importFile(
    who: string,
    place: string,
    file: { name: string; bytes: string | Uint8Array },
    more?: { options?: object; preview?: boolean; timeZone?: string; language?: string },
  ): Promise<ImportAnswer & { status: number; error: string }>
  /** A call as a browser makes it, for exports and a module's own addresses: `/api/m/…`. */
  fetch(who: string, path: string, init?: RequestInit): Promise<Response>
}

/** Modules on a database of this test file, behind a real server: for the tests of `server/records` and of every module. */
export const testModules = (...modules: (ModuleServer | InstalledModule)[]): Promise<TestModules> =>
  testModulesWith(withoutModel, ...modules)

const withoutModel = createRegistry({}, guideModel)

/** The same with models that answer everybody. */
export async function testModulesWith(
  registry: ModelRegistry,
  ...given: (ModuleServer | InstalledModule)[]
): Promise<TestModules> {
  const modules = given.map((one) => ('handlers' in one ? installed(one) : one))
  const { db } = await testDatabase()
  await preparePartitions(
    db.$client,
    modules.map(({ module }) => module),
    silentLog,
  )
  const dir = mkdtempSync(join(tmpdir(), 'atrium-modules-'))
  atTheEnd(() => rmSync(dir, { recursive: true, force: true }))
  const files = createFiles({ db, dir, log: silentLog })
  const progress: TestModules['progress'] = []
  const visits: TestModules['visits'] = []
  const egress = createEgress({ allow: ['127.0.0.1'], log: silentLog })
  const notifications = createNotifications({
    ...{ db, modules, send: egress.fetch, mail: null, baseUrl: 'http://localhost:3000', log: silentLog },
    live: { tell: () => undefined },
    cipher: createKeyCipher('a secret of the tests that is long enough'),
  })
  const later = testJobs({ db, modules, actions: () => actions })
  const visited = (owner: string, visit: LinkVisit) => visits.push({ owner, ...visit })
  const { actions, routes, uploads, links, cleanUp } = createRecords({
    ...{ db, modules, files, log: silentLog, linkSecret: 'a secret of the tests' },
    cipher: createKeyCipher('a secret of the tests'),
    egress,
    notices: notifications.waiting,
    model: createModelDoor({ db, registryOf: async () => registry }),
    done: later.jobs.done,
    jobs: later.jobs,
    visited,
    importing: (owner, told) => progress.push({ owner, ...told }),
  })
  const pages = createPages({
    ...{ db, actions, files, uploads, links, visited, log: silentLog },
    ...{ cipher: createKeyCipher('a secret of the tests'), baseUrl: 'http://localhost:3000' },
  })
  const url = await testServer([
    ...files.routes,
    ...notifications.routes,
    ...routes,
    ...later.jobs.routes,
    ...pages.routes,
    ...pages.open,
  ])
  const needsPlan = modules.some(({ module }) => module.tier !== 'free')
  const known = new Set<string>()

  async function givePlan(id: string): Promise<void> {
    if (known.has(id)) return
    known.add(id)
    const row = { id, name: id, email: `${id}@example.org`, tier: 'BUILDER' }
    await db.insert(users).values(row).onConflictDoNothing()
  }

  const localeHeaders = (timeZone?: string, language?: string): Record<string, string> => ({
    ...(timeZone && { 'x-time-zone': timeZone }),
    ...(language && { 'accept-language': language }),
  })

  async function post<T>(who: string, path: string, input: unknown, ...place: string[]): Promise<Answer<T>> {
    const headers = localeHeaders(...place)
    if (needsPlan && who) await givePlan(who.split(':')[0] ?? who)
    if (who) headers['x-test-person'] = who
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
    dir,
    db,
    actions,
    notifications,
    progress,
    cleanUp,
    due: later.due,
    visits,
    act: (who, action, input, timeZone = '', language = '') =>
      post(who, `/api/m/${action.replace('.', '/')}`, input, timeZone, language),
    undo: (who, change) => post(who, `/api/changes/${change}/undo`, undefined),
    async importFile(who, place, { name, bytes }, { timeZone, language, ...more } = {}) {
      if (needsPlan) await givePlan(who.split(':')[0] ?? who)
      const headers = { 'x-test-person': who }
      const body = bytes as string
      const sent = await fetch(`${url}/api/uploads?name=${encodeURIComponent(name)}`, { method: 'POST', headers, body })
      const { id } = (await sent.json()) as { id: string }
      const [module, format] = place.split('.')
      const response = await fetch(`${url}/api/m/${module}/imports/${format}`, {
        method: 'POST',
        headers: { ...headers, ...localeHeaders(timeZone, language), 'content-type': 'application/json' },
        body: JSON.stringify({ upload: id, ...more }),
      })
      const answer = (await response.json()) as ImportAnswer & { error?: { message: string } }
      return { ...answer, status: response.status, error: answer.error?.message ?? '' }
    },
    async fetch(who, path, init = {}) {
      if (needsPlan && who) await givePlan(who.split(':')[0] ?? who)
      const headers = new Headers(init.headers)
      if (who) headers.set('x-test-person', who)
      return fetch(`${url}${path}`, { ...init, headers })
    },
  }
}
