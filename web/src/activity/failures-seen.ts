import { prefixed } from '@atrium/contract/brand'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { storage } from '../platform/storage.ts'

const KEY = prefixed('activity_seen')
const queryKey = [KEY]

/** The moment of the last failure that was looked at in this browser; '' when none. */
export const useFailuresSeen = (): string =>
  useQuery({ queryKey, queryFn: () => storage.read(KEY) ?? '', initialData: () => storage.read(KEY) ?? '' }).data

/** Whoever looks at the list has seen what failed until then. */
export function useSeeingFailures(lastFailedAt: string | null): void {
  const client = useQueryClient()
  useEffect(() => {
    if (lastFailedAt === null) return
    storage.write(KEY, lastFailedAt)
    client.setQueryData(queryKey, lastFailedAt)
  }, [client, lastFailedAt])
}
