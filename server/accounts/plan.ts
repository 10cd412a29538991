import { Tier } from '@atrium/contract/accounts'
import { type Holder, isOpen, type Locked, planFor, planOf } from '@atrium/contract/catalogue/plans'
import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { eq } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { users } from './tables.ts'

type Bought = Exclude<Tier, 'FREE'>

/** Whole sentences, so that each can be said in another language. */
const REFUSALS: Record<Bought, { member: string; other: string }> = {
  SCHOOL: {
    member: 'This needs the School plan. Change your plan in Settings.',
    other: 'This needs the School plan. Create an account, then choose it in Settings.',
  },
  HUSTLE: {
    member: 'This needs the Hustle plan. Change your plan in Settings.',
    other: 'This needs the Hustle plan. Create an account, then choose it in Settings.',
  },
  TEAM: {
    member: 'This needs the Team plan. Change your plan in Settings.',
    other: 'This needs the Team plan. Create an account, then choose it in Settings.',
  },
  BUILDER: {
    member: 'This needs the Builder plan. Change your plan in Settings.',
    other: 'This needs the Builder plan. Create an account, then choose it in Settings.',
  },
}

/** Of a persona, which is chosen elsewhere than what is asked: it may be one of an earlier plan. */
const PERSONA_REFUSALS: Partial<typeof REFUSALS> = {
  HUSTLE: {
    member: 'The persona that is chosen needs the Hustle plan. Choose another, or change your plan in Settings.',
    other: 'The persona that is chosen needs the Hustle plan. Choose another, or create an account.',
  },
  TEAM: {
    member: 'The persona that is chosen needs the Team plan. Choose another, or change your plan in Settings.',
    other: 'The persona that is chosen needs the Team plan. Choose another, or create an account.',
  },
}

/** Visitors and guests have what the free plan grants. */
export async function holderOf(on: Queryable, { kind, userId }: Principal): Promise<Holder> {
  if (kind !== 'member' || !userId) return { kind, tier: 'FREE' }
  const [row] = await on.select({ tier: users.tier }).from(users).where(eq(users.id, userId))
  const tier = Tier.safeParse(row?.tier)
  return { kind, tier: tier.success ? tier.data : 'FREE' }
}

/**
 * Throws `tier_required`, naming the plan, unless the caller's plan opens it. `title`: what it is that they wanted; the
 * details tell it. What the free plan opens costs no look at the database.
 */
export async function requirePlan(on: Queryable, principal: Principal, wanted: Locked, title: string): Promise<void> {
  const { kind } = principal
  if (isOpen({ kind, tier: 'FREE' }, wanted)) return
  if (kind === 'member' && isOpen(await holderOf(on, principal), wanted)) return
  const tier = planFor(wanted) as Bought // what is free is open by now
  const { name } = planOf(tier)
  const refusals = ('persona' in wanted && PERSONA_REFUSALS[tier]) || REFUSALS[tier]
  const sentence = refusals[kind === 'member' ? 'member' : 'other']
  throw new AppError('tier_required', sentence, { details: { tier, plan: name, wanted: title } })
}
