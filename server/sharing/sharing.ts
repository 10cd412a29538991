import { Done } from '@atrium/contract/described-call'
import type { Module } from '@atrium/contract/module'
import type { Principal } from '@atrium/contract/principal'
import { NewShare, SHARE, Share, SharedWithMe, ShareRole, Shares } from '@atrium/contract/sharing'
import { eq, or } from 'drizzle-orm'
import { z } from 'zod'
import { SHARE_KIND } from '../notifications/kinds.ts'
import type { Notifications } from '../notifications/notifications.ts'
import type { Database, Queryable } from '../platform/database/connect.ts'
import type { Enter } from '../platform/http/mount.ts'
import { type Route, route } from '../platform/http/route.ts'
import type { Live } from '../platform/live.ts'
import { createMailAllowance } from '../platform/mail-allowance.ts'
import type { Log } from '../platform/telemetry.ts'
import type { Actions } from '../records/actions.ts'
import { createShares } from './shares.ts'
import { recordShares } from './tables.ts'

interface Settings {
  db: Database
  actions: Pick<Actions, 'servers'>
  live: Pick<Live, 'tell'>
  tell: Notifications['tell']
  log: Log
}

/** seconds */
const DAY = 24 * 60 * 60

const Place = z.object({ module: z.string().max(64), collection: z.string().max(64), id: z.string().max(64) })
const One = Place.extend({ share: z.string().max(64) })
const PATH = '/api/m/:module/collections/:collection/:id/shares'
const common = { tag: 'sharing', access: 'share.own' } as const

/** One record, shared with a person or a team (docs/decisions/046). */
export function createSharing({ db, actions, live, tell, log }: Settings) {
  const shares = createShares(db, actions.servers)
  const canBeShared = (module: string) =>
    Object.values((actions.servers.get(module)?.module as Module | undefined)?.collections ?? {}).some(
      ({ shared }) => shared,
    )
  const renew = (grantee: string, module: string) => live.tell(grantee, { topic: 'records', module })
  /** Shared, taken back and shared again is told once. */
  const mayTell = createMailAllowance(1, DAY)
  const told = (grantee: string, title: string) => {
    tell(grantee, SHARE_KIND, { body: title, link: '/shared' }).catch((err: unknown) =>
      log.warn({ err }, 'nobody was told of what was shared with them'),
    )
  }
  const routes: Route[] = [
    route(
      {
        ...common,
        method: 'GET',
        path: '/api/shares',
        summary: 'What others share with the caller, and with their teams',
        limit: 'read',
        answer: SharedWithMe,
      },
      async ({ principal }) => ({ shares: await shares.withMe(principal) }),
    ),
    route(
      {
        ...common,
        method: 'DELETE',
        path: '/api/shares/:id',
        summary: 'Take something that is shared with one off the list',
        limit: 'write',
        params: z.object({ id: z.string().max(64) }),
        answer: Done,
      },
      async ({ principal, params }) => {
        await shares.leave(principal, params.id)
        return { ok: true }
      },
    ),
    route(
      {
        ...common,
        method: 'GET',
        path: PATH,
        summary: 'With whom a record is shared',
        limit: 'read',
        scoped: true,
        params: Place,
        answer: Shares,
      },
      async ({ principal, params }) => ({ shares: await shares.list(principal, params) }),
    ),
    route(
      {
        ...common,
        method: 'POST',
        path: PATH,
        summary: 'Share a record with a person or a team; whether there is somebody of that name is not told',
        limit: 'send',
        scoped: true,
        params: Place,
        body: NewShare,
        answer: Share,
        status: 201,
        refuses: ['conflict'],
      },
      async ({ principal, params, body }) => {
        const { share, grantee, title, isNew } = await shares.share(principal, params, body.with, body.role)
        if (grantee === null) return share
        renew(grantee, params.module)
        if (isNew && (await mayTell(`${principal.userId} ${grantee} ${params.id}`))) told(grantee, title)
        return share
      },
    ),
    route(
      {
        ...common,
        method: 'PATCH',
        path: `${PATH}/:share`,
        summary: 'Give whoever a record is shared with another role',
        limit: 'write',
        scoped: true,
        params: One,
        body: z.object({ role: ShareRole }),
        answer: Share,
      },
      async ({ principal, params, body }) => {
        const { share, grantee } = await shares.setRole(principal, params, params.share, body.role)
        if (grantee !== null) renew(grantee, params.module)
        return share
      },
    ),
    route(
      {
        ...common,
        method: 'DELETE',
        path: `${PATH}/:share`,
        summary: 'Share a record no longer: who had it is out at once',
        limit: 'write',
        scoped: true,
        params: One,
        answer: Done,
      },
      async ({ principal, params }) => {
        const grantee = await shares.revoke(principal, params, params.share)
        if (grantee !== null) renew(grantee, params.module)
        return { ok: true }
      },
    ),
  ]
  return {
    routes,
    withMe: shares.withMe,
    /** A door's `enter` that knows the scopes of shared records besides. */
    entering:
      (enter: Enter): Enter =>
      (principal: Principal, scope: string) =>
        scope.startsWith(SHARE) ? shares.enter(principal, scope.slice(SHARE.length)) : enter(principal, scope),
    /** Something of this module of an owner's has changed: whoever is shared some of it is told, and looks again. */
    changed: (owner: string, module: string) => {
      if (!canBeShared(module)) return
      shares.heardBy(owner, module).then(
        (grantees) => {
          for (const grantee of grantees) renew(grantee, module)
        },
        (err: unknown) => log.warn({ err }, 'those with whom something is shared were not told of a change'),
      )
    },
  }
}

/** What somebody shared goes with their records; what was shared with them goes too. */
export async function forgetShares(tx: Queryable, owner: string): Promise<void> {
  await tx.delete(recordShares).where(or(eq(recordShares.scopeId, owner), eq(recordShares.granteeId, owner)))
}
