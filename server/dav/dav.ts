import { brand } from '@atrium/contract/brand'
import type { DavResource } from '@atrium/contract/dav'
import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { ownerOfTeam } from '@atrium/contract/teams'
import { eq } from 'drizzle-orm'
import { requirePlan } from '../accounts/plan.ts'
import { users } from '../accounts/tables.ts'
import type { Database } from '../platform/database/connect.ts'
import { createTurns } from '../platform/egress/turns.ts'
import type { Call, DoorRoute } from '../platform/http/route.ts'
import { languageOf } from '../platform/language.ts'
import { authorize, authorizeKey, ofEffect } from '../platform/policy.ts'
import type { Actions } from '../records/actions.ts'
import type { InstalledModule } from '../records/installed.ts'
import type { Frame } from '../records/performing.ts'
import type { Scopes } from '../teams/scope.ts'
import { makeCalendar } from './calendars/changing.ts'
import { report } from './calendars/reports.ts'
import type { DavCall } from './call.ts'
import { copy, makeCollection, move, put, remove, setProperties } from './changing.ts'
import { lock, unlock } from './locking.ts'
import { forgetEndedLocks } from './locks.ts'
import { findProperties, read, shallow } from './looking.ts'
import { DAV_ROOT, hrefOf, segmentsOf } from './paths.ts'
import { askedIn, describe, multistatus } from './properties.ts'
import { DavRefusal, refusalAnswer } from './refusal.ts'
import { asOwner, canBeShared, enterShared, ownersOf, SHARED, type SharedTrees, sharedByName } from './shared.ts'
import type { Shown } from './shown.ts'
import { xmlBody } from './xml.ts'

/** ms; a large file may take long */
const LIMIT = 60 * 60_000
/** The first name of an address for what is a person's own; else it is a team's id. */
const OWN = 'me'

interface Options {
  db: Database
  actions: Actions
  scopes: Pick<Scopes, 'enter' | 'teamsOf'>
  /** bytes */
  room: (principal: Principal) => Promise<{ usedBytes: number; quotaBytes: number }>
  shares: Omit<SharedTrees, 'db'>
}

type Around = Pick<Shown, 'principal' | 'room' | 'mayWrite'>
type Answer = (call: DavCall, around: Around) => Promise<Response>

const METHODS: Readonly<Record<string, { effect: 'read' | 'write'; answer: Answer }>> = {
  PROPFIND: { effect: 'read', answer: findProperties },
  GET: { effect: 'read', answer: read },
  PUT: { effect: 'write', answer: put },
  DELETE: { effect: 'write', answer: remove },
  MKCOL: { effect: 'write', answer: makeCollection },
  COPY: { effect: 'write', answer: copy },
  MOVE: { effect: 'write', answer: move },
  PROPPATCH: { effect: 'write', answer: setProperties },
  LOCK: { effect: 'write', answer: lock },
  UNLOCK: { effect: 'write', answer: unlock },
}
/** What calendars are asked besides (RFC 4791). */
const OF_CALENDARS: typeof METHODS = {
  REPORT: { effect: 'read', answer: report },
  MKCALENDAR: { effect: 'write', answer: makeCalendar },
}
const ALL = { ...METHODS, ...OF_CALENDARS }

const folder = (id: string, name: string): DavResource => {
  const at = new Date(0).toISOString()
  return { id, kind: 'collection', name, size: 0, mime: '', etag: null, createdAt: at, modifiedAt: at, properties: {} }
}

function mayChange(principal: Principal): boolean {
  try {
    authorize(principal, ofEffect.write.access)
    authorizeKey(principal, ofEffect.write.access, { method: 'PUT', asksAssistant: false })
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

async function addressOf(db: Database, { userId }: Principal): Promise<string | null> {
  if (userId === null) return null
  const [person] = await db
    .select({ email: users.email, claimed: users.claimedEmail })
    .from(users)
    .where(eq(users.id, userId))
  return person?.claimed ?? person?.email ?? null
}

/** Refuses what stands behind a fragment: no program means it, and half an address must not be deleted (RFC 9110, 4.2.5). */
const refuseFragment = ({ incoming }: Call) => {
  if (incoming.url?.includes('#')) throw new DavRefusal(400, 'An address has no # in it: write %23.')
}

/** The door through which programs reach the trees of modules by WebDAV (RFC 4918, classes 1, 2 and 3), under `/dav/`. */
export function createDav({ db, actions, scopes, room, shares: given }: Options): {
  routes: DoorRoute[]
  cleanUp(): Promise<void>
} {
  const shares: SharedTrees = { db, ...given }
  /** Whoever waits for their turn holds no connection. */
  const turns = createTurns(1)
  const modules = () => [...actions.servers.values()].filter(({ module }) => module.dav)
  const withCalendars = () => modules().filter(({ module }) => module.dav?.calendars)
  /** Whether there are calendars at this address, or somewhere below it. */
  const hasCalendars = ([, id]: readonly string[]) =>
    withCalendars().some(({ module }) => id === undefined || module.id === id)

  /** What an address can do, as programs are told: those that look for calendars go by it. */
  function abilities({ url }: Request): { dav: string; allow: string } {
    const isCalendar = hasCalendars(new URL(url).pathname.slice(DAV_ROOT.length).split('/').filter(Boolean))
    const methods = Object.keys(isCalendar ? ALL : METHODS)
    return {
      dav: isCalendar ? '1, 2, 3, calendar-access' : '1, 2, 3',
      allow: ['OPTIONS', 'HEAD', ...methods].join(', '),
    }
  }

  /** Where somebody's calendars are: their own first, since many programs look at the first alone, then their teams'. */
  const homesOf = (principal: Principal) => async () => {
    const teams = await scopes.teamsOf(principal.userId ?? '')
    const places = [OWN, ...teams.map(({ id }) => id)]
    return places.flatMap((place) => withCalendars().map(({ module }) => hrefOf([place, module.id], true)))
  }

  /** The caller as they act in what the address names first. */
  async function acting(principal: Principal, scope: string, effect: 'read' | 'write'): Promise<Principal> {
    if (scope === OWN) return principal
    const entered = await scopes.enter(principal, ownerOfTeam(scope))
    authorize(entered, ofEffect[effect].access)
    return entered
  }

  /** The folders above the modules' trees: what there is to open. */
  async function above(call: Call, segments: readonly string[], around: Pick<Shown, 'principal'>) {
    const { principal, request } = call
    const known = { homes: homesOf(principal), address: () => addressOf(db, principal) }
    const depth = shallow(request)
    const asked = askedIn(await xmlBody(request))
    const shown = (resource: DavResource, at: readonly string[]): Shown => ({
      ...{ ...around, ...known, resource, segments: at, tree: null, path: [], locks: [] },
      isPrincipal: at.length === 1 && at[0] === OWN,
      room: () => room(principal),
    })
    const inside = await insideOf(call, segments, depth)
    const responses = [await describe(shown(folder('', brand.name), segments), asked)]
    if (depth === '1')
      for (const [name, one] of inside) responses.push(await describe(shown(one, [...segments, name]), asked))
    return multistatus(responses)
  }

  /** What stands in a folder above the trees, by its name in addresses. */
  async function insideOf(call: Call, [scope, id]: readonly string[], depth: '0' | '1') {
    const { principal } = call
    const named = (all: readonly InstalledModule[]) =>
      all.map(({ module }) => [module.id, folder(module.id, module.dav?.title ?? module.title)] as const)
    if (scope === undefined) {
      const teams = await scopes.teamsOf(principal.userId ?? '')
      return [
        [OWN, folder(OWN, 'My own')] as const,
        ...teams.map((team) => [team.id, folder(team.id, team.name)] as const),
        [SHARED, folder(SHARED, 'Shared with me')] as const,
      ]
    }
    if (scope !== SHARED) {
      if (scope !== OWN) await scopes.enter(principal, ownerOfTeam(scope))
      return named(modules())
    }
    if (id === undefined) return named(modules().filter(({ module }) => canBeShared(module)))
    const server = actions.servers.get(id)
    if (!server || !canBeShared(server.module)) throw new DavRefusal(404, 'There is nothing here by that name.')
    return depth === '0' ? [] : sharedTops(call, server)
  }

  /** What is shared with the caller, by name: one look for each owner, however much of theirs it is. */
  async function sharedTops(call: Call, server: InstalledModule): Promise<(readonly [string, DavResource])[]> {
    const named = [...(await sharedByName(shares, call.principal, server.module.id))]
    const records = await ownersOf(
      db,
      named.map(([, { id }]) => id),
    )
    const tops = new Map<string, DavResource>()
    for (const [owner, its] of Map.groupBy(records, ({ owner }) => owner)) {
      const ids = its.map(({ record }) => record)
      const found = await performing(
        server,
        asOwner(owner),
        call,
      )('read', async ({ dav, context }) => (await dav.byIds?.(context, ids)) ?? [])
      const byId = new Map(found.map((top) => [top.id, top]))
      for (const { id, record } of its) {
        const top = byId.get(record)
        if (top) tops.set(id, top)
      }
    }
    return named.flatMap(([name, { id }]) => {
      const top = tops.get(id)
      return top ? [[name, { ...top, name }] as const] : []
    })
  }

  /** A tree of the caller's own, of a team's, or one that somebody shared with them: as whom they act there, and where it lies. */
  async function treeAt(call: Call, [scope = '', id = '', ...path]: readonly string[], effect: 'read' | 'write') {
    const server = actions.servers.get(id)
    const [name = '', ...below] = path
    const principal =
      scope === SHARED
        ? await enterShared(shares, call.principal, id, name)
        : await acting(call.principal, scope, effect)
    if (!server?.module.dav) throw new DavRefusal(404, 'There is nothing here by that name.')
    const { owner, share } = principal
    if (!share) return { server, principal, path, tree: { owner, module: id, base: [scope, id] } }
    authorize(principal, ofEffect[effect].access)
    // Its place is read as its owner's, for the locks that hold there; nobody is told it.
    const above = await performing(
      server,
      asOwner(owner),
      call,
    )('read', async ({ dav, context }) => (await dav.pathOf?.(context, share.record)) ?? null)
    if (!above) throw new DavRefusal(404, 'There is nothing here by that name.')
    return {
      server,
      principal,
      path: below,
      tree: { owner, module: id, base: [scope, id, name], above, share: share.id },
    }
  }

  function performing(server: InstalledModule, principal: Principal, { request }: Call): DavCall['perform'] {
    const { module } = server
    return async (effect, work) => {
      const { dav } = await server.server()
      if (!dav) throw new Error(`${module.id} has no tree`)
      const name = `${module.id}.dav`
      const names = `dav names of ${principal.owner} ${module.id}`
      let leave: (() => void) | undefined
      const aloneIn =
        ({ unit, signal }: Frame) =>
        async () => {
          leave = await turns.take(names, signal)
          const client = await unit.client()
          await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [names])
        }
      const done = actions.perform(
        {
          principal,
          action: name,
          input: { method: request.method, path: new URL(request.url).pathname.slice(0, 1000) },
          via: 'http',
          language: languageOf(request),
          ...(effect === 'read' && { signal: request.signal }),
          limit: LIMIT,
        },
        (frame) => {
          const context = actions.context(server, { name, effect }, frame) as never
          return work({ dav: dav as never, context, alone: aloneIn(frame) })
        },
      )
      const { output } = await done.finally(() => leave?.())
      return output
    }
  }

  async function answer(call: Call, method: string): Promise<Response> {
    const { request } = call
    refuseFragment(call)
    const { effect, answer: answering } = ALL[method] as (typeof METHODS)[string]
    const segments = segmentsOf(new URL(request.url).pathname)
    const around = { principal: hrefOf([OWN], true) }
    const [scope, id] = segments
    if (scope === undefined || id === undefined || (scope === SHARED && segments.length === 2)) {
      if (method === 'PROPFIND') return above(call, segments, around)
      throw new DavRefusal(
        method === 'GET' ? 405 : 403,
        'This is above the folders that can be changed. Open one of them.',
      )
    }
    const { server, principal, path, tree } = await treeAt(call, segments, effect)
    await requirePlan(db, principal, { tier: server.module.tier }, server.module.title)
    const perform = performing(server, principal, call)
    const isCalendar = server.module.dav?.calendars === true
    if (method in OF_CALENDARS && !isCalendar) throw new DavRefusal(405, 'There are no calendars here.')
    const mayWrite = mayChange(principal)
    return answering(
      { request, db, principal, tree, path, perform, hasCalendars: isCalendar },
      { ...around, mayWrite, room: async () => (principal.share ? null : room(principal)) },
    )
  }

  const withHeaders = (response: Response, { request }: Call) => {
    response.headers.set('dav', abilities(request).dav)
    return response
  }

  const routeOf = (method: string): DoorRoute => ({
    ...{ method, path: `${DAV_ROOT}/*`, tag: 'dav', summary: 'WebDAV' },
    access: ofEffect[ALL[method]?.effect ?? 'read'].access,
    limit: 'device',
    rawBody: true,
    handle: async (call: Call) => {
      try {
        return withHeaders(await answer(call, method), call)
      } catch (error) {
        if (error instanceof DavRefusal) return withHeaders(refusalAnswer(error, allowed(error, call)), call)
        if (error instanceof AppError && error.code === 'too_large')
          return refusalAnswer({ status: 507, message: error.message, condition: '<D:quota-not-exceeded/>' })
        throw error
      }
    },
  })
  const allowed = ({ status }: DavRefusal, { request }: Call) =>
    new Headers(status === 405 ? { allow: abilities(request).allow } : {})

  const options: DoorRoute = {
    ...routeOf('PROPFIND'),
    method: 'OPTIONS',
    access: 'public.read',
    handle: ({ request }: Call) => {
      const headers = { ...abilities(request), 'ms-author-via': 'DAV', 'content-length': '0' }
      return new Response(null, { status: 200, headers })
    },
  }
  /** RFC 6764: whoever knows the server alone is led to where they find themselves, and from there to their calendars. */
  const wellKnown = ['GET', 'PROPFIND', 'OPTIONS'].map(
    (method): DoorRoute => ({
      ...routeOf('PROPFIND'),
      ...{ method, path: '/.well-known/caldav', access: 'public.read' },
      handle: () => new Response(null, { status: 301, headers: { location: hrefOf([], true), 'content-length': '0' } }),
    }),
  )
  return {
    routes: [options, ...Object.keys(ALL).map(routeOf), ...wellKnown],
    cleanUp: () => forgetEndedLocks(db),
  }
}
