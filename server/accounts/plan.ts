import { Tier } from '@atrium/contract/accounts'
import { isOpen, type Locked, planFor } from '@atrium/contract/catalogue/plans'
import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { eq } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { users } from './tables.ts'

/**
 * Throws `tier_required`, naming the plan, unless the caller's plan opens it. `title` begins the sentence: what it is that
 * they wanted. What the free plan opens costs no look at the database.
 */
export async function requirePlan(on: Queryable, principal: Principal, wanted: Locked, title: string): Promise<void> {
  const { kind, userId } = principal
  if (isOpen({ kind, tier: 'FREE' }, wanted)) return
  if (kind === 'member' && userId) {
    const [row] = await on.select({ tier: users.tier }).from(users).where(eq(users.id, userId))
    const tier = Tier.safeParse(row?.tier)
    if (tier.success && isOpen({ kind, tier: tier.data }, wanted)) return
  }
  const tier = planFor(wanted)
  const wayOut = kind === 'member' ? 'Change your plan in Settings.' : 'Create an account and choose it in Settings.'
  throw new AppError('tier_required', `${title} needs the plan ${tier}. ${wayOut}`, { details: { tier } })
}
