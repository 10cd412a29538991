import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'

/** An installed module as GET /api/modules tells of it. */
export interface InstalledModule {
  id: string
  title: string
  summary: string
  icon: string
  route?: string
  kind?: string
  tier?: string
  industries?: readonly string[]
}

/** Every module's page, a chunk each. The core knows no module by name: a folder with a web.tsx is enough. */
const pages = import.meta.glob<{ default: ComponentType }>('../../../modules/*/web.tsx')

export function useModules() {
  return useQuery<{ modules: InstalledModule[] }, Error, InstalledModule[]>({
    queryKey: ['/api/modules'],
    select: (answer) => answer.modules,
  })
}

export const hasPage = (module: InstalledModule): boolean =>
  module.route !== undefined && pageOf(module.id) !== undefined

export const pageOf = (id: string) => pages[`../../../modules/${id}/web.tsx`]

/** The module whose route this path is, or lies under; the longest route wins. */
export function moduleAt(modules: readonly InstalledModule[], path: string): InstalledModule | undefined {
  return modules
    .filter(({ route }) => route !== undefined && (path === route || path.startsWith(`${route}/`)))
    .sort((a, b) => (b.route?.length ?? 0) - (a.route?.length ?? 0))[0]
}
