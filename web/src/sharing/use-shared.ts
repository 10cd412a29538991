import { type SharedWithMe, scopeOfShare } from '@atrium/contract/sharing'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { enterScope } from '../platform/scope.ts'

export const SHARED = '/api/shares'

/** What others share with the person, and with their teams. */
export const useShared = () => useQuery<SharedWithMe>({ queryKey: [SHARED] })

/** True once the calls of modules go to this share; on leaving they go where they went before. */
export function useShareScope(id: string | undefined): boolean {
  const [entered, setEntered] = useState<string>()
  useLayoutEffect(() => {
    if (id === undefined) return
    const leave = enterScope(scopeOfShare(id))
    setEntered(id)
    return () => {
      leave()
      setEntered(undefined)
    }
  }, [id])
  return id !== undefined && entered === id
}
