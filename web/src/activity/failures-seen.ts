import { prefixed } from '@atrium/contract/brand'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useScope } from '../platform/scope.ts'
import { storage } from '../platform/storage.ts'

/** By whose failures they are: one's own, or a team's. */
const keyOf = (scope: string) => prefixed(`activity_seen:${scope}`)

/** The moment of the last failure that was looked at in this browser; '' when none. */
export function useFailuresSeen(): string {
  const key = keyOf(useScope())
  const read = () => storage.read(key) ?? ''
  return useQuery({ queryKey: [key], queryFn: read, initialData: read }).data
}

/** Whoever looks at the list has seen what failed until then. */
export function useSeeingFailures(lastFailedAt: string | null): void {
  const client = useQueryClient()
  const key = keyOf(useScope())
  useEffect(() => {
    if (lastFailedAt === null) return
    storage.write(key, lastFailedAt)
    client.setQueryData([key], lastFailedAt)
  }, [client, key, lastFailedAt])
}
