import { brand } from '@atrium/contract/brand'
import { and, desc, eq, ne, or, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { uuid } from '../platform/ids.ts'
import type { Mail } from '../platform/mail.ts'
import { createMailAllowance } from '../platform/mail-allowance.ts'
import type { Log } from '../platform/telemetry.ts'
import { accounts, users } from './tables.ts'

/** Whose address it is already. */
export interface Holder {
  email: string
  name: string
}

/**
 * How an address is kept. One that nobody has is the account's own. Of one that another account has, nothing is told and
 * nothing is taken: it is shown to the person and signs them in with their password, and no mail goes there for
 * their sake. `except`: the account that is asked for.
 */
export async function keptAddress(
  tx: Queryable,
  email: string,
  except: string,
): Promise<{ row: { email: string; claimedEmail: string | null }; holder: Holder | null }> {
  const [holder] = await tx
    .select({ email: users.email, name: users.name })
    .from(users)
    .where(and(eq(users.email, email), ne(users.id, except)))
  // RFC 2606: never the name of a host.
  const row = holder ? { email: `${uuid()}@address.invalid`, claimedEmail: email } : { email, claimedEmail: null }
  return { row, holder: holder ?? null }
}

/** The address of an account that is gone becomes that of the oldest account that claims it. */
export async function passOn(tx: Queryable, email: string): Promise<void> {
  const heir = sql`select id from ${users} where claimed_email = ${email} and not is_anonymous and not banned
    order by created_at, id limit 1 for update`
  await tx.execute(
    sql`update ${users} set email = claimed_email, claimed_email = null, email_verified = false where id = (${heir})`,
  )
}

/** Accounts that one address may mean at signing in; whoever else gave it signs in by username. */
export const MEANT_AT_MOST = 2

/** The accounts that an address may mean at signing in: first the one that it belongs to. */
export async function accountsWith(on: Queryable, email: string) {
  const address = email.toLowerCase()
  return on
    .select({ userId: users.id, username: users.username, password: accounts.password })
    .from(users)
    .leftJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, 'credential')))
    .where(and(eq(users.isAnonymous, false), or(eq(users.email, address), eq(users.claimedEmail, address))))
    .orderBy(desc(eq(users.email, address)), users.id)
    .limit(MEANT_AT_MOST)
}

export type TellHolder = (holder: Holder | null) => void

/** Whoever has the address learns that somebody gave it, should it have been them. Not waited for: nobody sees that it happens. */
export function createTellHolder(mail: Mail | null, baseUrl: string, log: Log): TellHolder {
  const mayMail = createMailAllowance()
  async function tell({ email, name }: Holder): Promise<void> {
    try {
      if (!(await mayMail(email))) return
      await mail?.send({
        to: email,
        subject: `You have an account at ${brand.name} already`,
        paragraphs: [
          `Hello ${name}, somebody has just given this e-mail address for an account at ${brand.name}. You have one with it already. If it was you, sign in to that one:`,
          'A forgotten password can be set anew there. If it was not you, do nothing: your account is as it was, and nobody was told that you have one.',
        ],
        link: { label: 'Sign in', url: new URL('/auth', baseUrl).href },
      })
    } catch (error) {
      log.error({ err: error }, 'a mail could not be sent')
    }
  }
  return (holder) => {
    if (holder && mail) void tell(holder)
  }
}
