import { createHash, createHmac, randomBytes } from 'node:crypto'
import { AppError } from '@atrium/contract/errors'
import type { Effect } from '@atrium/contract/module'
import type { ShareLink, ShareLinks } from '@atrium/contract/module-files'
import { ownerOfTeam } from '@atrium/contract/teams'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { and, asc, eq, gt, isNotNull, isNull, lte, not, notExists, or, sql } from 'drizzle-orm'
import { createThrottle } from '../accounts/sign-in-throttle.ts'
import { users } from '../accounts/tables.ts'
import type { Database } from '../platform/database/connect.ts'
import { uuid } from '../platform/ids.ts'
import { teams } from '../teams/tables.ts'
import { shareLinks } from './tables.ts'

/** Of one person's links of one module. */
const MOST = 1000
/** Of one person's links of one module that stand in mails: one for each guest of each event. */
const MOST_STANDING = 20_000

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

type Row = typeof shareLinks.$inferSelect

const shown = (row: Row): ShareLink => ({
  id: row.id,
  subject: row.subject,
  allows: row.allows,
  hasPassword: row.password !== null,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  uses: row.uses,
  downloads: row.downloads,
  downloadedAt: row.downloadedAt?.toISOString() ?? null,
})

const gone = () =>
  new AppError('not_found', 'This link does not exist any more. Ask whoever gave it to you for a new one.')

export interface Links {
  of(scope: string, module: string, readOnly: boolean): ShareLinks
  /**
   * The link of this token, counted as opened, where it is not what goes on with something opened before. Throws `not_found` (unknown, revoked, expired, of a closed team: all the same), `forbidden`
   * with `details.password` when it wants one or another, `rate_limited` after ten wrong ones
   * from one address.
   */
  open(
    module: string,
    token: string,
    password: string | undefined,
    ip: string,
    goesOn?: boolean,
  ): Promise<{ link: ShareLink; scope: string }>
  /** The link of this token that opens a page, of whichever module. Throws `not_found`; also where its owner is locked out or leaving. */
  openPage(token: string): Promise<{ link: ShareLink; module: string; scope: string }>
  /** Removes what stands in mails and has ended. What people made stays where they see that it has ended, until they remove it. */
  cleanUp(): Promise<void>
}

/** `effects`: of a module's actions, by their names. `secret`: from which the tokens of standing links are made. */
export function createLinks(
  db: Database,
  effects: (module: string) => Readonly<Record<string, { effect: Effect }>>,
  secret: string,
): Links {
  const throttle = createThrottle(db, 'link', false)
  /** Who deletes a team closes it for everybody at once, also for who has a link. */
  const closedTeam = db
    .select({ id: teams.id })
    .from(teams)
    .where(and(eq(shareLinks.scopeId, sql`${ownerOfTeam('')}::text || ${teams.id}`), isNotNull(teams.deletionAt)))

  /** Who is on their way out, or locked out, has nothing public. */
  const goneOwner = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, shareLinks.scopeId), or(users.banned, isNotNull(users.deletionAt))))
  const isMade = not(shareLinks.isStanding)
  const isLive = or(isNull(shareLinks.expiresAt), gt(shareLinks.expiresAt, sql`now()`))

  /** Nothing but its id is needed to say it again; a link that was revoked comes back under another id. */
  const standingToken = (id: string) =>
    createHmac('sha256', `standing link ${secret}`).update(id).digest('base64url').slice(0, 32)

  const refuseWrite = (readOnly: boolean) => {
    if (readOnly) throw new Error('An action that is declared a read made or revoked a link')
  }

  /** What leaves the workspace is nobody's to do who has a link alone. */
  const refuseUnknown = (module: string, allows: readonly string[]) => {
    const declared = effects(module)
    const unknown = allows.find((name) => !Object.hasOwn(declared, name) || declared[name]?.effect === 'send')
    if (unknown !== undefined) throw new Error(`A link of ${module} cannot allow ${unknown}`)
  }

  async function checkPassword(row: Row, password: string | undefined, ip: string): Promise<void> {
    if (row.password === null) return
    if (!password)
      throw new AppError('forbidden', 'This link asks for a password.', { details: { password: 'missing' } })
    const attempt = { subject: row.id, ip }
    await throttle.attempt(attempt)
    if (!(await verifyPassword({ hash: row.password, password })))
      throw new AppError('forbidden', 'That is not the password of this link.', { details: { password: 'wrong' } })
    await throttle.succeeded(attempt)
  }

  return {
    of: (scope, module, readOnly) => {
      const mine = and(eq(shareLinks.scopeId, scope), eq(shareLinks.module, module))
      return {
        create: async ({ subject, allows = [], password, expiresAt }) => {
          refuseWrite(readOnly)
          refuseUnknown(module, allows)
          if ((await db.$count(shareLinks, and(mine, isMade))) >= MOST)
            throw new AppError('conflict', `There are ${MOST} links already. Remove some that nobody needs.`)
          const token = randomBytes(24).toString('base64url')
          const row: Row = {
            id: uuid(),
            scopeId: scope,
            module,
            subject,
            tokenHash: hashOf(token),
            password: password ? await hashPassword(password) : null,
            expiresAt: expiresAt ?? null,
            uses: 0,
            downloads: 0,
            downloadedAt: null,
            allows: [...allows],
            isStanding: false,
            createdAt: new Date(),
          }
          await db.insert(shareLinks).values(row)
          return { ...shown(row), token }
        },
        standing: async ({ subject, allows = [], expiresAt = null }) => {
          refuseWrite(readOnly)
          refuseUnknown(module, allows)
          // What is being removed because it has ended is known no more when this is through, and another takes its place.
          const those = await db
            .update(shareLinks)
            .set({ expiresAt, allows: [...allows] })
            .where(and(mine, shareLinks.isStanding, eq(shareLinks.subject, subject)))
            .returning()
          // One of before the secret was another has a token that nobody can say again.
          const known = those.find((row) => row.tokenHash === hashOf(standingToken(row.id)))
          if (known) return { ...shown(known), token: standingToken(known.id) }
          if ((await db.$count(shareLinks, and(mine, shareLinks.isStanding, isLive))) >= MOST_STANDING)
            throw new AppError('conflict', `There are ${MOST_STANDING} links already. Remove some that nobody needs.`)
          const id = uuid()
          const token = standingToken(id)
          const row: Row = {
            ...{ id, scopeId: scope, module, subject, tokenHash: hashOf(token), password: null, expiresAt, uses: 0 },
            ...{ downloads: 0, downloadedAt: null, allows: [...allows], isStanding: true, createdAt: new Date() },
          }
          await db.insert(shareLinks).values(row)
          return { ...shown(row), token }
        },
        list: async (subject) => {
          const rows = await db
            .select()
            .from(shareLinks)
            .where(and(mine, subject === undefined ? isMade : eq(shareLinks.subject, subject)))
            .orderBy(asc(shareLinks.createdAt))
          return rows.map(shown)
        },
        revoke: async (id) => {
          refuseWrite(readOnly)
          const removed = await db
            .delete(shareLinks)
            .where(and(mine, eq(shareLinks.id, id)))
            .returning({ id: shareLinks.id })
          if (removed.length === 0) throw new AppError('not_found', 'There is no such link.')
        },
      }
    },

    openPage: async (token) => {
      const [row] = await db
        .update(shareLinks)
        .set({ uses: sql`${shareLinks.uses} + 1` })
        .where(
          and(
            eq(shareLinks.tokenHash, hashOf(token)),
            isLive,
            isNull(shareLinks.password),
            notExists(closedTeam),
            notExists(goneOwner),
          ),
        )
        .returning()
      if (!row) throw gone()
      return { link: shown(row), module: row.module, scope: row.scopeId }
    },

    open: async (module, token, password, ip, goesOn = false) => {
      const [row] = await db
        .select()
        .from(shareLinks)
        .where(and(eq(shareLinks.tokenHash, hashOf(token)), eq(shareLinks.module, module), notExists(closedTeam)))
      if (!row || (row.expiresAt && row.expiresAt <= new Date())) throw gone()
      await checkPassword(row, password, ip)
      if (goesOn) return { link: shown(row), scope: row.scopeId }
      await db
        .update(shareLinks)
        .set({ uses: sql`${shareLinks.uses} + 1` })
        .where(eq(shareLinks.id, row.id))
      return { link: shown({ ...row, uses: row.uses + 1 }), scope: row.scopeId }
    },

    async cleanUp(): Promise<void> {
      await db.delete(shareLinks).where(and(shareLinks.isStanding, lte(shareLinks.expiresAt, sql`now()`)))
    },
  }
}
