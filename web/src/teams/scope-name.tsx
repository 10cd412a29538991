import { UsersRound } from 'lucide-react'
import { Badge } from '../ui/badge.tsx'
import { scopeOf, useTeams } from './use-teams.ts'

/** What a scope is called: the team's name; nothing for a team that is not the person's any more. */
export function ScopeName({ scope }: { scope: string }) {
  const { data } = useTeams()
  const team = data?.teams.find((one) => scopeOf(one) === scope)
  return team ? <Badge icon={<UsersRound aria-hidden />}>{team.name}</Badge> : null
}
