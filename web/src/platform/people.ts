import type { People, Person } from '@atrium/contract/people'
import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { useScope } from './scope.ts'

const NOBODY: readonly Person[] = []

/** Who can be named in records where the person works: the team's members, or themselves. Asked for where it is needed. */
export function usePeople(isNeeded = true): readonly Person[] {
  const scope = useScope() // another scope has other people
  const { data } = useQuery({
    queryKey: ['/api/people', scope],
    queryFn: ({ signal }) => api.get<People>('/api/people', { signal }),
    enabled: isNeeded,
  })
  return data?.people ?? NOBODY
}
