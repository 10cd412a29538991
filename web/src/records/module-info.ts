import type { ModuleInfo } from '@atrium/contract/module-shown'
import { useQuery } from '@tanstack/react-query'

/** All that a module says of itself: its actions, imports and exports; undefined until it is here, or when it is not installed. */
export function useModuleInfo(id: string) {
  const { data, error } = useQuery<ModuleInfo>({ queryKey: ['/api/modules', id] })
  return { info: data, error, isLoaded: data !== undefined }
}
