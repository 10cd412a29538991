import { agentOf } from '@atrium/contract/catalogue/agents'
import { AppError } from '@atrium/contract/errors'
import { emptyCart } from '@atrium/contract/workforce'
import { CartBody, Marked, StoredCart } from '@atrium/contract/workforce-orders'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Route, route } from '../platform/http/route.ts'
import { findCart, storeCart } from './carts.ts'
import { tell, type WorkforceSettings } from './context.ts'
import { agentMarks } from './tables.ts'

type Kind = 'star' | 'interest'
const ByKey = z.object({ key: z.string().max(40) })

/** What is the caller's of the catalogue, and their cart. */
export function cartRoutes({ db }: WorkforceSettings): Route[] {
  async function mark(owner: string, key: string, kind: Kind, on: boolean): Promise<void> {
    const agent = agentOf(key)
    if (!agent) throw new AppError('not_found', 'There is no such agent.')
    if (kind === 'interest' && on && agent.deployable)
      throw new AppError('conflict', 'This agent can be hired already. Add it to your cart.')
    const which = { ownerId: owner, agent: key, kind }
    await db.transaction(async (tx) => {
      if (on) await tx.insert(agentMarks).values(which).onConflictDoNothing()
      else
        await tx
          .delete(agentMarks)
          .where(and(eq(agentMarks.ownerId, owner), eq(agentMarks.agent, key), eq(agentMarks.kind, kind)))
      await tell(tx, owner)
    })
  }

  const common = { tag: 'workforce', access: 'workforce.own' } as const
  const marking = (kind: Kind, summary: string) =>
    route(
      {
        ...common,
        method: 'PUT',
        path: `/api/workforce/agents/:key/${kind}`,
        summary,
        limit: 'write',
        params: ByKey,
        body: Marked,
        answer: Marked,
      },
      async ({ principal, params, body }) => {
        await mark(principal.owner, params.key, kind, body.on)
        return { on: body.on }
      },
    )
  return [
    route(
      {
        ...common,
        method: 'GET',
        path: '/api/workforce/cart',
        summary: 'Your cart; it has no moment when you never had one',
        limit: 'read',
        answer: StoredCart,
      },
      async ({ principal }) => {
        const found = await findCart(db, principal.owner)
        return { ...(found?.cart ?? emptyCart), updatedAt: found?.updatedAt.toISOString() ?? null }
      },
    ),
    route(
      {
        ...common,
        method: 'PUT',
        path: '/api/workforce/cart',
        summary: 'Keeps your cart',
        limit: 'write',
        body: CartBody,
        answer: StoredCart,
      },
      ({ principal, body }) =>
        db.transaction(async (tx) => {
          const updatedAt = await storeCart(tx, principal.owner, body)
          await tell(tx, principal.owner)
          return { ...body, updatedAt: updatedAt.toISOString() }
        }),
    ),
    marking('star', 'Stars an agent, or takes the star away'),
    marking('interest', 'Asks to be told when an agent can be hired, or no more'),
  ]
}
