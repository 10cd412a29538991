import { Tier } from '@atrium/contract/accounts'
import type { Features } from '@atrium/contract/catalogue/feature-flags'
import type { Holder } from '@atrium/contract/catalogue/plans'
import type { Module } from '@atrium/contract/module'
import type { Principal } from '@atrium/contract/principal'
import { Catalogue, CatalogueQuery, catalogueParts, ToolList, ToolQuery } from '@atrium/contract/registry'
import { eq } from 'drizzle-orm'
import { users } from '../accounts/tables.ts'
import { type Connected, mayUseConnected } from '../mcp/connected.ts'
import type { Database } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import { catalogueFor, toolsFor } from './registry.ts'

export interface CommandSources {
  db: Database
  modules: readonly Module[]
  features: Features
  connected: Pick<Connected, 'listed'>
}

export function commandRoutes({ db, modules, features, connected }: CommandSources): Route[] {
  const open = { tag: 'Catalogue', access: 'public.read', limit: 'read' } as const
  return [
    route(
      {
        ...open,
        method: 'GET',
        path: '/api/catalogue',
        summary: 'What the workspace is made of: commands, modules, Spaces, personas, agents, plans',
        query: CatalogueQuery,
        answer: Catalogue,
      },
      async ({ principal, query }) =>
        catalogueFor(await holder(db, principal), { modules, features }, query.parts ?? catalogueParts),
    ),
    route(
      {
        ...open,
        method: 'GET',
        path: '/api/tools-registry',
        summary: 'The tools that are installed, for an industry and a persona',
        query: ToolQuery,
        answer: ToolList,
      },
      ({ principal, query }) => ({
        tools: toolsFor({ modules, connected: mayUseConnected(principal.kind) ? connected.listed() : [] }, query),
      }),
    ),
  ]
}

/** Visitors and guests have what the free plan grants. */
async function holder(db: Database, { kind, userId }: Principal): Promise<Holder> {
  if (kind !== 'member' || !userId) return { kind, tier: 'FREE' }
  const [row] = await db.select({ tier: users.tier }).from(users).where(eq(users.id, userId))
  const tier = Tier.safeParse(row?.tier)
  return { kind, tier: tier.success ? tier.data : 'FREE' }
}
