import type { GuideContext } from './guide.ts'
import type { Match } from './skill.ts'

/** The most certain claim on a question, of all skills. Claiming has no effect. The last skill claims everything, so there is always one. */
export async function bestClaim(context: GuideContext): Promise<Match> {
  const { skills } = await import('./skills.ts')
  let best: Match | null = null
  for (const skill of skills) {
    const match = await skill(context)
    if (match && match.confidence > (best?.confidence ?? 0)) best = match
  }
  return best as Match
}
