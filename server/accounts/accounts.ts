import { and, eq, exists, lt, not, sql } from 'drizzle-orm'
import type { Identify } from '../platform/http/mount.ts'
import type { Route } from '../platform/http/route.ts'
import { adminUserRoutes } from './admin-users.ts'
import { keyRoutes } from './api-keys.ts'
import { type AccountsSettings, createContext } from './context.ts'
import { deletionRoutes } from './deletion.ts'
import { entranceRoutes } from './entrance.ts'
import { invitationRoutes } from './invitations.ts'
import { oidcRoutes } from './oidc.ts'
import { optionRoutes } from './options.ts'
import { passkeyRoutes } from './passkeys.ts'
import { passwordRoutes } from './password.ts'
import { pictureRoutes } from './picture.ts'
import { presentRoutes } from './present.ts'
import { profileRoutes } from './profile.ts'
import { removePastInvitations } from './registration.ts'
import { removeAbandonedGuests, removeDueAccounts } from './removal.ts'
import { sessionRoutes } from './session-list.ts'
import { removePastAttempts } from './sign-in-throttle.ts'
import { sessions, users, verifications } from './tables.ts'
import { twoFactorRoutes } from './two-factor.ts'

export type { AccountsSettings, TransferOwnership } from './context.ts'

export interface Accounts {
  routes: Route[]
  identify: Identify
  /** Forgets what this instance remembers about the user's sessions. Call it for each message of topic `session`. */
  invalidate(userId: string): void
  /** Removes expired sessions and verifications, accounts whose deletion is due, and once a day guests long away. */
  cleanUp(): Promise<void>
}

/** ms between two looks for abandoned guests; twenty minutes short of a day, so that an hourly call keeps to the day */
const GUESTS_EVERY = (24 - 1 / 3) * 60 * 60 * 1000

/** Puts the groups of calls together; each is a function of the context. */
export function createAccounts(settings: AccountsSettings): Accounts {
  const context = createContext(settings)
  const { db, onOwnerDeleted, log, identify, invalidate } = context
  let guestsSoughtAt = Number.NEGATIVE_INFINITY
  return {
    routes: [
      ...presentRoutes(context),
      ...entranceRoutes(context),
      ...profileRoutes(context),
      ...pictureRoutes(context),
      ...passwordRoutes(context),
      ...oidcRoutes(context),
      ...optionRoutes(context),
      ...twoFactorRoutes(context),
      ...passkeyRoutes(context),
      ...sessionRoutes(context),
      ...keyRoutes(context),
      ...deletionRoutes(context),
      ...adminUserRoutes(context),
      ...invitationRoutes(context),
    ],
    identify,
    invalidate,
    async cleanUp() {
      // A guest's tells how long they have been away, and goes with the guest.
      const ofGuest = db
        .select()
        .from(users)
        .where(and(eq(users.id, sessions.userId), users.isAnonymous))
      await db.delete(sessions).where(and(lt(sessions.expiresAt, sql`now()`), not(exists(ofGuest))))
      await db.delete(verifications).where(lt(verifications.expiresAt, sql`now()`))
      await removePastAttempts(db)
      await removePastInvitations(db)
      await removeDueAccounts({ db, onOwnerDeleted, log })
      if (Date.now() - guestsSoughtAt < GUESTS_EVERY) return
      await removeAbandonedGuests({ db, onOwnerDeleted, log })
      guestsSoughtAt = Date.now()
    },
  }
}
