import type { WorkforceCatalogue } from '@atrium/contract/workforce-orders'
import { useQuery } from '@tanstack/react-query'

export const CATALOGUE = ['/api/workforce/catalogue']

export type ListedAgent = WorkforceCatalogue['agents'][number]

/** What the server knows of every agent: risk, connectors, and the person's marks. */
export function useCatalogue() {
  const query = useQuery<WorkforceCatalogue>({ queryKey: CATALOGUE, staleTime: 0 })
  const agents: readonly ListedAgent[] = query.data?.agents ?? []
  return { ...query, agents, of: (key: string) => agents.find((one) => one.key === key) }
}
