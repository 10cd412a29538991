import type { Tool } from '@atrium/contract/commands'
import { fallbackTools } from '@atrium/contract/fallback-tools'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useMemo } from 'react'
import type { Focus } from './focus.ts'

export interface Tools {
  tools: readonly Tool[]
  /** Why the registry did not answer; the four that are always there stand in. */
  error: Error | null
}

const ToolsContext = createContext<Tools | null>(null)

/** The tool registry (spec 4.3): asked anew whenever industry or mode change, once `isWanted`. */
export function ToolsProvider({
  industry,
  mode,
  isWanted = true,
  children,
}: Focus & { isWanted?: boolean; children: ReactNode }) {
  const query = new URLSearchParams({ ...(industry && { industry }), mode })
  const { data, error } = useQuery<{ tools: Tool[] }>({
    queryKey: [`/api/tools-registry?${query}`],
    enabled: isWanted,
    placeholderData: keepPreviousData,
    // Whoever comes back to an industry gets what is installed now.
    gcTime: 0,
  })
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: spec 8: a warning is logged, the fallback list used, the error kept
    if (error) console.warn('The tool registry did not answer; the fallback list stands in.', error)
  }, [error])
  const value = useMemo(() => ({ tools: error ? fallbackTools : (data?.tools ?? fallbackTools), error }), [data, error])
  return <ToolsContext value={value}>{children}</ToolsContext>
}

export function useTools(): Tools {
  const tools = use(ToolsContext)
  if (!tools) throw new Error('useTools must be used within a ToolsProvider.')
  return tools
}
