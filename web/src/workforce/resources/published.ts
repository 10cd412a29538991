import { agents } from '@atrium/contract/catalogue/agents'
import type { ModuleInfo } from '@atrium/contract/module-shown'
import type { PublishedAgent, PublishedAgentList } from '@atrium/contract/workforce-seats'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ApiError, api } from '../../platform/api.ts'

/** Agents that can be hired; which of them are set up here the server knows. */
export const hireable: readonly string[] = agents.filter(({ deployable }) => deployable).map(({ key }) => key)

/** Not under the call's address: what an agent can do does not change with the work that goes on. */
const ofAgent = (key: string) =>
  queryOptions<PublishedAgent>({
    queryKey: ['docs', 'agent', key],
    queryFn: ({ signal }) => api.get(`/api/workforce/agents/${encodeURIComponent(key)}`, { signal }),
  })

export const useAgentDocs = (key: string) => useQuery(ofAgent(key))

/** Of all modules: the page looks for words in all of what they say. */
export const useModuleDocs = () => useQuery<{ modules: ModuleInfo[] }>({ queryKey: ['/api/modules?details=true'] })

export const isNotHere = (error: unknown): boolean => error instanceof ApiError && error.status === 404

export interface AllAgents {
  /** False until somebody asked. */
  isAsked: boolean
  found: PublishedAgentList['agents']
  isPending: boolean
  /** Those that could not be asked. */
  missing: number
}

/** What every agent may do, asked for once somebody wants to know which of them may do something. */
export function useAllAgents(isAsked: boolean): AllAgents {
  const { data, isPending, error } = useQuery<PublishedAgentList>({
    queryKey: ['docs', 'agents'],
    queryFn: ({ signal }) => api.get('/api/workforce/agents', { signal }),
    enabled: isAsked,
  })
  return { isAsked, found: data?.agents ?? [], isPending, missing: error ? hireable.length : 0 }
}

/** Whether a grant lets one do this: the action itself, or all of its module. */
export const grants = (granted: string, action: string): boolean =>
  granted === action || granted === `${action.slice(0, action.indexOf('.'))}.*`

/** Where it stands on the page. */
export const actionAnchor = (action: string): string => action
export const agentAnchor = (key: string): string => `agent:${key}`
export const playbookAnchor = (key: string, playbook: string): string => `agent:${key}.${playbook}`
