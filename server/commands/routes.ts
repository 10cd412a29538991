import type { Features } from '@atrium/contract/catalogue/feature-flags'
import type { Module } from '@atrium/contract/module'
import { Catalogue, CatalogueQuery, catalogueParts, ToolList, ToolQuery } from '@atrium/contract/registry'
import { holderOf } from '../accounts/plan.ts'
import { type Connected, mayUseConnected } from '../mcp/connected.ts'
import type { Database } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import { languageOf } from '../platform/language.ts'
import { inLanguage } from '../records/module-texts.ts'
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
        catalogueFor(await holderOf(db, principal), { modules, features }, query.parts ?? catalogueParts),
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
      ({ principal, query, request }) => ({
        tools: toolsFor(
          {
            modules: modules.map((one) => inLanguage(one, languageOf(request))),
            connected: mayUseConnected(principal.kind) ? connected.listed() : [],
          },
          query,
        ),
      }),
    ),
  ]
}
