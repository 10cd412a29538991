import type { SignInFailure } from '@atrium/contract/account-security'
import { Username } from '@atrium/contract/accounts'
import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { and, eq, sql } from 'drizzle-orm'
import type { Registration } from '../platform/config.ts'
import type { Queryable } from '../platform/database/connect.ts'
import { uuid } from '../platform/ids.ts'
import type { Log } from '../platform/telemetry.ts'
import { type Auth, normalized } from './auth.ts'
import type { Claims } from './oidc-provider.ts'
import { isGuestStill, register } from './register.ts'
import { factorFacts } from './second-factor.ts'
import { accounts, users } from './tables.ts'
import { isOfOneWriting, isTaken } from './username.ts'

/** Its code is told to the sign-in page. */
export class OidcRefusal extends Error {
  readonly code: SignInFailure
  constructor(code: SignInFailure, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}

/** A free username: as the provider calls them, or by their address; with a number when somebody has it. */
async function freeUsername(tx: Queryable, claims: Claims, email: string): Promise<string> {
  const wish = (claims.preferred_username ?? email).split('@')[0] ?? ''
  const plain = wish.replace(/[^\p{L}\p{M}\p{N}._-]/gu, '').slice(0, 24)
  const base = Username.safeParse(plain).success && isOfOneWriting(normalized(plain)) ? plain : 'person'
  for (let at = 1; ; at++) {
    const name = at === 1 ? base : `${base}${at < 20 ? at : uuid().slice(-6)}`
    if (!(await isTaken(tx, normalized(name), ''))) return name
  }
}

interface Person {
  auth: Auth
  providerId: string
  claims: Claims
  caller: Principal
  /** A member who connects the provider with their own account; null when somebody signs in. */
  connects: string | null
  /** Of the link by which they came, if they did. */
  invitation: string | undefined
  registration: Registration
  log: Log
}

/**
 * The account of whom the provider names, made or connected if need be; in the caller's transaction. Answers its id.
 *
 * An account is connected by its e-mail address only when the provider says that the address is theirs AND the account
 * has shown it here (by a link that was mailed, or by the provider). An address that was merely typed at registration
 * proves nothing: else whoever registers with another's address would hold, by their own password, the account that
 * person later comes to by the provider. One with a second factor is not connected by its address at all: whoever reads
 * the mailbox would need neither password nor code.
 */
export async function personOf(
  tx: Queryable,
  { auth, providerId, claims, caller, connects, invitation, registration, log }: Person,
): Promise<string> {
  // Two answers about one identity at once would connect it twice.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${providerId} ${claims.sub}`}, 0))`)
  const link = (userId: string) => tx.insert(accounts).values({ id: uuid(), userId, providerId, accountId: claims.sub })
  const [known] = await tx
    .select({ userId: accounts.userId, banned: users.banned })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(and(eq(accounts.providerId, providerId), eq(accounts.accountId, claims.sub)))
  if (connects) {
    if (known && known.userId !== connects) throw new OidcRefusal('oidc_taken')
    if (!known) await link(connects)
    return connects
  }
  if (known?.banned) throw new OidcRefusal('oidc_suspended')
  if (known) return known.userId
  const email = claims.email?.toLowerCase()
  if (!email || !claims.email_verified) throw new OidcRefusal('oidc_email')
  const [sameAddress] = await tx.select().from(users).where(eq(users.email, email)).for('update')
  if (sameAddress) {
    const { twoFactor } = await factorFacts(tx, sameAddress.id)
    if (!sameAddress.emailVerified || twoFactor) throw new OidcRefusal('oidc_account_exists')
    if (sameAddress.banned) throw new OidcRefusal('oidc_suspended')
    await link(sameAddress.id)
    return sameAddress.id
  }
  // A guest who became an account meanwhile, in another tab, is no guest to be upgraded.
  const isGuest = caller.kind === 'guest' && caller.userId !== null && (await isGuestStill(tx, caller.userId))
  const { userId } = await register(
    tx,
    auth,
    isGuest ? caller : { kind: 'anonymous', owner: caller.owner, userId: null, sessionId: null },
    {
      username: await freeUsername(tx, claims, email),
      email,
      firstName: claims.given_name?.slice(0, 80),
      emailVerified: true,
      by: { providerId, accountId: claims.sub },
      invitation,
    },
    { registration, log },
  ).catch((cause: unknown) => {
    if (cause instanceof AppError && ['forbidden', 'gone'].includes(cause.code))
      throw new OidcRefusal('oidc_not_admitted', { cause })
    throw cause
  })
  return userId
}
