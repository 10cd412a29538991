import { collection, defineModule } from '@atrium/contract/module'
import type { Share, SharedWithMe } from '@atrium/contract/sharing'
import { SCOPE_HEADER } from '@atrium/contract/teams'
import { beforeEach } from 'vitest'
import { z } from 'zod'
import { users } from '../accounts/tables.ts'
import { testDatabase } from '../platform/database/test-database.ts'
import { identifyByHeader, testServer } from '../platform/http/test-server.ts'
import { silentLog } from '../platform/telemetry.ts'
import { records } from '../records/tables.ts'
import { createScopes } from '../teams/scope.ts'
import { teamMembers, teams } from '../teams/tables.ts'
import { createShares } from './shares.ts'
import { createSharing } from './sharing.ts'

const text = z.string()
/** Boxes can be shared, unless they came from somebody. */
export const boxes = defineModule({
  ...{ id: 'boxes', title: 'Boxes', summary: 'A module of this test.', kind: 'module', tier: 'free', icon: 'box' },
  ...{ industries: ['all'], triggers: [], actions: {} },
  collections: {
    boxes: collection(z.object({ name: text.optional(), from: text.optional() }), {
      ...{ version: 1, search: ['name'], shared: { opens: '?box={id}&{id}', unless: 'from' } },
    }),
    nameless: collection(z.object({ name: text }), { version: 1, shared: { opens: '' } }),
    own: collection(z.object({ name: text }), { version: 1, search: ['name'] }),
  },
})
const servers = new Map([['boxes', { module: boxes }]])

export const pathOf = (id: string, of = 'boxes', module = 'boxes') => `/api/m/${module}/collections/${of}/${id}/shares`

/** The calls of sharing by themselves, on a database of their own: who is told, and what is logged, is seen. */
export async function shareCalls() {
  const { db } = await testDatabase()

  const renewed: [string, string][] = []
  const told: [string, string, object][] = []
  const warned: string[] = []
  const post = { reaches: true }
  const around = {
    live: { tell: (owner: string, { module }: { module: string }) => renewed.push([owner, module]) },
    tell: async (owner: string, kind: string, news: object) => {
      if (!post.reaches) throw new Error('nobody hears')
      told.push([owner, kind, news])
    },
    log: { ...silentLog, warn: (_: object, said: string) => warned.push(said) },
  }
  const sharing = createSharing({ db, actions: { servers }, ...around } as never)
  const url = await testServer(sharing.routes, identifyByHeader, sharing.entering(createScopes(db).enter))
  const shares = createShares(db, servers as never)
  beforeEach(() => {
    post.reaches = true
    for (const list of [renewed, told, warned]) list.length = 0
  })

  let made = 0
  async function someone(name: string): Promise<string> {
    const id = `${name}-${++made}`
    await db.insert(users).values({ id, name: id, username: id, email: `${id}@example.org` })
    return id
  }
  async function teamOf(name: string, members: Record<string, string>): Promise<string> {
    const id = `t${++made}`
    await db.insert(teams).values({ id, name })
    await db.insert(teamMembers).values(Object.entries(members).map(([userId, role]) => ({ teamId: id, userId, role })))
    return id
  }
  async function record(owner: string, data: object = { name: 'Box' }, of = 'boxes'): Promise<string> {
    const id = `r${++made}`
    await db.insert(records).values({ id, scopeId: owner, module: 'boxes', collection: of, data, schemaVersion: 1 })
    return id
  }
  async function send<T = Record<string, unknown>>(
    who: string,
    method: string,
    path: string,
    body?: unknown,
    scope = '',
  ) {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...{ 'x-test-person': who, 'content-type': 'application/json' },
        ...(scope ? { [SCOPE_HEADER]: scope } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const json = (await answer.json()) as T & { error?: { message: string } }
    return { status: answer.status, body: json as T, message: json.error?.message ?? '' }
  }
  const share = (who: string, id: string, name: string, role = 'viewer', scope = '') =>
    send<Share>(who, 'POST', pathOf(id), { with: name, role }, scope)
  const withMe = async (who: string) => (await send<SharedWithMe>(who, 'GET', '/api/shares')).body.shares
  const listed = async (who: string, id: string, scope = '') =>
    (await send<{ shares: Share[] }>(who, 'GET', pathOf(id), undefined, scope)).body.shares

  return { db, sharing, shares, renewed, told, warned, post, someone, teamOf, record, send, share, withMe, listed }
}
