import type { Module } from '@atrium/contract/module'
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
  hasSettings?: boolean
  secrets?: Readonly<Record<string, unknown>>
}

/** Every module's page, a chunk each. The core knows no module by name: a folder with a web.tsx is enough. */
const pages = import.meta.glob<{ default: ComponentType }>('../../../modules/*/web.tsx')

/** What each declares, for the form of its settings: asked for when that is opened. */
const declarations = import.meta.glob<Module>('../../../modules/*/module.ts', { import: 'default' })

export const declarationOf = (id: string) => declarations[`../../../modules/${id}/module.ts`]

export function useModules() {
  return useQuery<{ modules: InstalledModule[] }, Error, InstalledModule[]>({
    queryKey: ['/api/modules'],
    select: (answer) => answer.modules,
  })
}

export const hasPage = (module: InstalledModule): boolean =>
  module.route !== undefined && pageOf(module.id) !== undefined

/** Whether there is anything in it to be set: settings, or what it keeps encrypted. */
export const canBeSet = ({ hasSettings, secrets = {} }: InstalledModule): boolean =>
  hasSettings === true || Object.keys(secrets).length > 0

export const pageOf = (id: string) => pages[`../../../modules/${id}/web.tsx`]

/** The module whose route this path is, or lies under; the longest route wins. */
export function moduleAt(modules: readonly InstalledModule[], path: string): InstalledModule | undefined {
  return modules
    .filter(({ route }) => route !== undefined && (path === route || path.startsWith(`${route}/`)))
    .sort((a, b) => (b.route?.length ?? 0) - (a.route?.length ?? 0))[0]
}
