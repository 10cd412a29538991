import { type Cart, emptyCart, mergeCarts, readCart } from '@atrium/contract/workforce'
import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { agentMarks, carts } from './tables.ts'

/** What was stored, but for agents that cannot be hired any more. Null when the owner never had a cart. */
export async function findCart(on: Queryable, ownerId: string): Promise<{ cart: Cart; updatedAt: Date } | null> {
  const [row] = await on.select().from(carts).where(eq(carts.ownerId, ownerId))
  return (
    (row && {
      cart: readCart({ items: row.items, billingPeriod: row.period }) ?? emptyCart,
      updatedAt: row.updatedAt,
    }) ??
    null
  )
}

export async function storeCart(on: Queryable, ownerId: string, { items, billingPeriod }: Cart): Promise<Date> {
  const stored = { items: { ...items }, period: billingPeriod, updatedAt: new Date() }
  await on
    .insert(carts)
    .values({ ownerId, ...stored })
    .onConflictDoUpdate({ target: carts.ownerId, set: stored })
  return stored.updatedAt
}

/** What was ordered is no longer in the cart. The row stays: the startup preset is for those who never had one. */
export async function emptyStoredCart(on: Queryable, ownerId: string): Promise<void> {
  const updatedAt = new Date()
  await on
    .insert(carts)
    .values({ ownerId, items: {}, period: emptyCart.billingPeriod, updatedAt })
    .onConflictDoUpdate({ target: carts.ownerId, set: { items: {}, updatedAt } })
}

/** Gives a guest's cart and marks to the account that they signed in to; carts are merged as `mergeCarts` says. */
export async function claimWorkforce(tx: Queryable, from: string, to: string): Promise<void> {
  const guest = await findCart(tx, from)
  if (guest) {
    const own = await findCart(tx, to)
    await storeCart(tx, to, own ? mergeCarts(guest.cart, own.cart) : guest.cart)
    await tx.delete(carts).where(eq(carts.ownerId, from))
  }
  await tx.execute(sql`insert into workforce_marks (owner_id, agent, kind, created_at)
    select ${to}, agent, kind, created_at from workforce_marks where owner_id = ${from} on conflict do nothing`)
  await tx.delete(agentMarks).where(eq(agentMarks.ownerId, from))
}
