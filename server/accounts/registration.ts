import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '@atrium/contract/errors'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Registration } from '../platform/config.ts'
import type { Queryable } from '../platform/database/connect.ts'
import { uuid } from '../platform/ids.ts'
import { registrationInvitations, users } from './tables.ts'

/** 192 random bits; the database has their hash alone. */
const newToken = () => randomBytes(24).toString('base64url')
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

export const invitationAddress = (baseUrl: string, token: string): string =>
  new URL(`/auth?${new URLSearchParams({ mode: 'register', invitation: token })}`, baseUrl).href

export const isInDomain = (email: string, domains: readonly string[]): boolean =>
  domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())

/** Is there no account yet? Guests are none. Only true for one caller, who holds the registration lock. */
export async function isFirst(on: Queryable): Promise<boolean> {
  const [someone] = await on.select({ id: users.id }).from(users).where(eq(users.isAnonymous, false)).limit(1)
  return !someone
}

const isOpen = (token: string) =>
  and(
    eq(registrationInvitations.tokenHash, hashOf(token)),
    isNull(registrationInvitations.usedAt),
    gt(registrationInvitations.expiresAt, sql`now()`),
  )

/** The invitation of this token, as long as it is good; null otherwise. */
export async function openInvitation(on: Queryable, token: string) {
  const [row] = await on.select().from(registrationInvitations).where(isOpen(token))
  return row ?? null
}

export interface NewInvitation {
  email: string | null
  invitedBy: string | null
  expiresAt: Date
  mailed: boolean
}

/** Keeps an invitation and answers its id and its token, which is in the link alone. */
export async function keepInvitation(on: Queryable, invitation: NewInvitation): Promise<{ id: string; token: string }> {
  const token = newToken()
  const id = uuid()
  await on.insert(registrationInvitations).values({ id, tokenHash: hashOf(token), ...invitation })
  return { id, token }
}

const invitationGone = () =>
  new AppError('gone', 'This invitation has been used, was withdrawn, or is too old. Ask for a new one.')

export interface Candidate {
  email: string
  /** True when somebody trusted says that the mailbox is theirs. */
  emailVerified: boolean
  invitation?: string | undefined
}

export interface Admission {
  /** The invitation that was used up. */
  invitationId: string | null
  /** They have shown that the mailbox is theirs. */
  emailVerified: boolean
}

/**
 * May this person make an account? Throws the refusal. Whoever is the first always may: else nobody could. An invitation is
 * used up by it, in the caller's transaction.
 */
export async function admit(
  tx: Queryable,
  { mode, domains }: Registration,
  { email, emailVerified, invitation }: Candidate,
): Promise<Admission> {
  if (await isFirst(tx)) return { invitationId: null, emailVerified }
  if (mode === 'closed')
    throw new AppError('forbidden', 'No accounts are made here. Ask the administrator of this installation.')
  const isFree = mode === 'open' || (mode === 'domain' && emailVerified && isInDomain(email, domains))
  if (!invitation) {
    if (isFree) return { invitationId: null, emailVerified }
    throw new AppError(
      'forbidden',
      mode === 'domain'
        ? `Accounts are made here by a link that is sent to an address at ${domains.join(', ')}.`
        : 'Accounts are made here by invitation. Ask the administrator of this installation for one.',
    )
  }
  const [used] = await tx
    .update(registrationInvitations)
    .set({ usedAt: sql`now()` })
    .where(isOpen(invitation))
    .returning({
      id: registrationInvitations.id,
      email: registrationInvitations.email,
      mailed: registrationInvitations.mailed,
    })
  if (!used) {
    if (isFree) return { invitationId: null, emailVerified }
    throw invitationGone()
  }
  if (used.email !== null && used.email !== email)
    throw new AppError('forbidden', 'This invitation is for another e-mail address.', { details: { field: 'email' } })
  return { invitationId: used.id, emailVerified: emailVerified || (used.mailed && used.email === email) }
}

export const markUsedBy = (tx: Queryable, { invitationId }: Admission, userId: string) =>
  invitationId === null
    ? null
    : tx.update(registrationInvitations).set({ usedBy: userId }).where(eq(registrationInvitations.id, invitationId))

/** Used or past for a month: the list shows them meanwhile. */
export const removePastInvitations = (on: Queryable) =>
  on
    .delete(registrationInvitations)
    .where(
      lt(
        sql`coalesce(${registrationInvitations.usedAt}, ${registrationInvitations.expiresAt})`,
        sql`now() - interval '30 days'`,
      ),
    )
