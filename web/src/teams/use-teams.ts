import { ownerOfTeam, type Team, type TeamList } from '@atrium/contract/teams'
import { skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../platform/api.ts'
import { useScope } from '../platform/scope.ts'
import { useSession } from '../platform/session.ts'

/** What every query of teams starts with: the live news renew them all. */
export const TEAMS = '/api/teams'

/** A member's teams, also those that they deleted and can bring back. Guests and visitors have none. */
export function useTeams() {
  const { isMember } = useSession()
  return useQuery<TeamList>({
    queryKey: [TEAMS],
    queryFn: isMember ? ({ signal }) => api.get<TeamList>(TEAMS, { signal }) : skipToken,
  })
}

export const isOpen = ({ deletionAt }: Team): boolean => deletionAt === null
export const scopeOf = ({ id }: Pick<Team, 'id'>): string => ownerOfTeam(id)

/** Where the person works, of where they can. `team` is null in their own scope, and until it is known. */
export function useScopes() {
  const scope = useScope()
  const { data, isSuccess } = useTeams()
  const teams = data?.teams.filter(isOpen) ?? []
  return { scope, teams, team: teams.find((one) => scopeOf(one) === scope) ?? null, isKnown: isSuccess }
}
