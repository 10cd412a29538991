import { commandEntries } from '@atrium/contract/catalogue/commands'
import { furtherPages, moduleEntries } from '@atrium/contract/catalogue/modules'
import { pageEntries } from '@atrium/contract/catalogue/pages'
import type { CatalogueTier } from '@atrium/contract/catalogue/plans'
import type { ModuleSummary } from '@atrium/contract/module-shown'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

/** What the tools directory shows of a module or tool. */
export interface ToolCard {
  id: string
  title: string
  summary: string
  icon: string
  tier: CatalogueTier
  industries: readonly string[]
  triggers: readonly string[]
  to: string
  isInstalled: boolean
}

const named = new Map(
  commandEntries.map(({ action, industries, aliases = [] }) => [action.value, { industries, aliases }]),
)

/** Installed modules first as they say themselves, then what the catalogue knows beside them. */
function toolCards(modules: readonly ModuleSummary[]): ToolCard[] {
  const ids = new Set(modules.map(({ id }) => id))
  const routes = new Set(modules.flatMap(({ route }) => route ?? []))
  const installed = modules.map(
    (module): ToolCard => ({ ...module, to: module.route ?? `/abilities/${module.id}`, isInstalled: true }),
  )
  const known = [...moduleEntries, ...furtherPages]
    .filter(({ id }) => !ids.has(id))
    .map((entry): ToolCard => ({ ...entry, to: `/abilities/${entry.id}`, isInstalled: false }))
  const tools = pageEntries
    .filter(({ route }) => route.startsWith('/tools/') && !routes.has(route))
    .map(({ id, title, summary, icon, route }): ToolCard => {
      const { industries, aliases } = named.get(route) ?? { industries: ['all'], aliases: [] }
      return { id, title, summary, icon, tier: 'free', industries, triggers: aliases, to: route, isInstalled: false }
    })
  return [...installed, ...known, ...tools]
}

export function useToolCards(): readonly ToolCard[] {
  const { data } = useQuery<{ modules: ModuleSummary[] }>({ queryKey: ['/api/modules'] })
  return useMemo(() => toolCards(data?.modules ?? []), [data])
}
