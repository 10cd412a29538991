import { Account } from '@atrium/contract/account-security'
import { User } from '@atrium/contract/accounts'
import { brand } from '@atrium/contract/brand'
import { PlanChange, ProfileChange } from '@atrium/contract/profile'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { LOCKS } from '../platform/database/lock.ts'
import { type Call, type Route, route } from '../platform/http/route.ts'
import { normalized } from './auth.ts'
import { type AccountsContext, signInFirst } from './context.ts'
import { passwordNeeded, passwordOf, provePassword } from './proof.ts'
import { dropTokens } from './recovery.ts'
import { asConflict } from './register.ts'
import { keptAddress } from './same-address.ts'
import { factorFacts } from './second-factor.ts'
import { skeletonOf } from './skeleton.ts'
import { accounts, users } from './tables.ts'
import { shownEmail } from './user.ts'
import { refuseTaken } from './username.ts'

/** A person's name, username, e-mail address and plan. */
export function profileRoutes(context: AccountsContext): Route[] {
  const { db, transactions, mail, log, oidc, currentUser, tellHolder } = context

  async function rowOf(userId: string) {
    const [row] = await db.select().from(users).where(eq(users.id, userId))
    if (!row) throw signInFirst()
    return row
  }

  /** Whoever had the address before learns of it, should it not have been them. */
  function tellFormer(email: string, name: string): void {
    mail
      ?.send({
        to: email,
        subject: `Your e-mail address at ${brand.name} was changed`,
        paragraphs: [
          `Hello ${name}, your account at ${brand.name} has another e-mail address now.`,
          'If it was not you, tell the administrator of this installation.',
        ],
      })
      .catch((error: unknown) => log.error({ err: error }, 'a mail could not be sent'))
  }

  async function change(call: Call<undefined, undefined, ProfileChange>): Promise<User> {
    const { principal, body } = call
    const row = await rowOf(principal.owner)
    /** What another call has changed meanwhile stays as it is, unless this one names it. */
    const wantedOf = (now: typeof row) => ({
      email: body.email?.toLowerCase() ?? shownEmail(now),
      username: body.username ?? now.displayUsername ?? now.username ?? '',
      firstName: body.firstName === undefined ? now.firstName : body.firstName || null,
    })
    const needsProof = (now: typeof row) => {
      const { email, username } = wantedOf(now)
      return email !== shownEmail(now) || username !== now.displayUsername
    }
    const proves = needsProof(row)
    if (proves) await provePassword(context, call, body.password)
    const { former, holder } = await transactions
      .inTransaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.family}, ${LOCKS.registration})`)
        const [now] = await tx.select().from(users).where(eq(users.id, row.id)).for('update')
        if (!now) throw signInFirst()
        if (!proves && needsProof(now)) throw passwordNeeded()
        const { email, username, firstName } = wantedOf(now)
        const isNewEmail = email !== shownEmail(now)
        if (normalized(username) !== now.username) await refuseTaken(tx, normalized(username), now.id)
        // Looked up for everybody, so that it takes as long whether or not somebody else has the address.
        const { row: address, holder } = await keptAddress(tx, email, now.id)
        /** It was another account's, which is gone or has given it up. */
        const isFreeNow = now.claimedEmail !== null && address.claimedEmail === null
        await tx
          .update(users)
          .set({
            firstName,
            name: firstName ?? username,
            username: normalized(username),
            displayUsername: username,
            ...(normalized(username) !== now.username && { usernameSkeleton: skeletonOf(normalized(username)) }),
            ...((isNewEmail || isFreeNow) && { ...address, emailVerified: false }),
            updatedAt: new Date(),
          })
          .where(eq(users.id, now.id))
        if (isNewEmail) await dropTokens(tx, now.id) // they went to the address that it was
        return { former: isNewEmail && now.claimedEmail === null ? now : null, holder: isNewEmail ? holder : null }
      })
      .catch((error: unknown) => {
        throw asConflict(error)
      })
    tellHolder(holder)
    if (former) tellFormer(former.email, former.name)
    return currentUser(principal)
  }

  async function account({ principal }: Call): Promise<Account> {
    const row = await rowOf(principal.owner)
    const others = await db
      .select({ id: accounts.providerId })
      .from(accounts)
      .where(and(eq(accounts.userId, row.id), ne(accounts.providerId, 'credential')))
    return {
      createdAt: row.createdAt.toISOString(),
      hasPassword: (await passwordOf(db, row.id)) !== null,
      ...(await factorFacts(db, row.id)),
      deletionAt: row.deletionAt?.toISOString() ?? null,
      providers: others.map(({ id }) => (oidc && id === `oidc:${oidc.issuer}` ? oidc.name : id)),
    }
  }

  async function choosePlan({ principal, body }: Call<undefined, undefined, z.infer<typeof PlanChange>>) {
    await db.update(users).set({ tier: body.tier }).where(eq(users.id, principal.owner))
    return currentUser(principal)
  }

  const own = { tag: 'accounts', access: 'account.own' } as const
  return [
    route(
      {
        ...own,
        method: 'PATCH',
        path: '/api/user',
        summary: 'Changes your name, username or e-mail address; the latter two ask for the password',
        limit: 'write',
        body: ProfileChange,
        answer: User,
      },
      change,
    ),
    route(
      {
        ...own,
        method: 'GET',
        path: '/api/user/account',
        summary: 'What the settings show of your account',
        limit: 'read',
        answer: Account,
      },
      account,
    ),
    route(
      {
        ...own,
        method: 'PUT',
        path: '/api/user/plan',
        summary: 'Chooses a plan; free where no payment provider is connected',
        limit: 'write',
        body: PlanChange,
        answer: User,
      },
      choosePlan,
    ),
  ]
}
