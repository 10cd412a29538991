import { AppError } from '@atrium/contract/errors'
import type { PrincipalKind } from '@atrium/contract/principal'
import { teamOf } from '@atrium/contract/teams'
import { sql } from 'drizzle-orm'
import { ownerKind } from '../accounts/user.ts'
import type { Queryable } from '../platform/database/connect.ts'
import { usedBy } from './list.ts'

const MB = 1024 * 1024
const GB = 1024 * MB

/** Bytes that one owner may keep, by what they are. */
export type Quotas = Readonly<Record<PrincipalKind, number>>

/** A visitor's are the pictures of a conversation that lasts a day. */
export const QUOTAS: Quotas = { anonymous: 50 * MB, guest: 100 * MB, member: 5 * GB, administrator: 5 * GB }

function inWords(bytes: number): string {
  const [unit, size] = bytes >= GB ? ['GB', GB] : bytes >= MB ? ['MB', MB] : ['KB', 1024]
  return `${Math.round((bytes / size) * 10) / 10} ${unit}`
}

function refusal(owner: string, kind: PrincipalKind, used: number, more: number, quota: number): AppError {
  const details = { used, quota }
  if (teamOf(owner) !== null)
    return new AppError(
      'too_large',
      `There is no room for this file (${inWords(more)}): the team’s files take ${inWords(used)} of ${inWords(quota)}. Delete files that nobody needs any more.`,
      { details },
    )
  const wayOut =
    kind === 'anonymous'
      ? 'Sign in to keep more.'
      : kind === 'guest'
        ? 'Delete files that you no longer need, or create an account to keep more.'
        : 'Delete files that you no longer need.'
  return new AppError(
    'too_large',
    `There is no room for this file (${inWords(more)}): your files take ${inWords(used)} of ${inWords(quota)}. ${wayOut}`,
    { details },
  )
}

/**
 * Throws `too_large` when the owner's files and `more` bytes together would exceed what the owner may keep. `counted`: those of
 * them that have rows already.
 */
export async function refuseOverQuota(
  on: Queryable,
  quotas: Quotas,
  owner: string,
  more: number,
  counted = 0,
): Promise<void> {
  const kind = await ownerKind(on, owner)
  const used = (await usedBy(on, owner)) - counted
  if (used + more > quotas[kind]) throw refusal(owner, kind, used, more, quotas[kind])
}

/** Held until the transaction ends, so that uploads side by side count each other. */
export const lockQuota = (tx: Queryable, owner: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`files of ${owner}`}, 0))`)
