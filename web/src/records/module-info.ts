import type { ModuleInfo } from '@atrium/contract/module'
import { useQuery } from '@tanstack/react-query'

/** What GET /api/modules tells of a module; undefined until it is here, or when it is not installed. */
export function useModuleInfo(id: string) {
  const { data, error } = useQuery<{ modules: ModuleInfo[] }>({ queryKey: ['/api/modules'] })
  return { info: data?.modules.find((module) => module.id === id), error, isLoaded: data !== undefined }
}
