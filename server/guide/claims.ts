import type { GuideContext } from './guide.ts'
import type { Match } from './skill.ts'

const AN_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu

/** The most certain claim on a question, of all skills. Claiming has no effect. The last skill claims everything, so there is always one. */
export async function bestClaim(context: GuideContext): Promise<Match> {
  const { skills } = await import('./skills.ts')
  // An id says nothing to anybody, whatever its figures look like.
  if (AN_ID.test(context.question.trim())) return (await skills.at(-1)?.(context)) as Match
  let best: Match | null = null
  for (const skill of skills) {
    const match = await skill(context)
    if (match && match.confidence > (best?.confidence ?? 0)) best = match
  }
  return best as Match
}
