import { setImmediate as turn } from 'node:timers/promises'
import type { GuideAnswer, GuideContext } from './guide.ts'
import type { Match } from './skill.ts'

/** Loads what `answer` needs before it is asked: the larger skills one by one, so that nobody waits for all of them. */
export async function prepare(): Promise<void> {
  for (const load of [
    () => import('./act.ts'),
    () => import('./arithmetic.ts'),
    () => import('./documents.ts'),
    () => import('./skills.ts'),
    () => import('./knowledge/connect.ts'),
    // What comes before every answer: its languages are read now, not with somebody's first message.
    async () => (await import('../safety/languages.ts')).prepareLanguages(),
  ]) {
    await turn()
    await load()
  }
}

/**
 * The Guide's answer to a question. Every skill may claim it; the most certain claim wins, so the same question always gets the
 * same answer. The skills and their libraries are loaded with the first question, not with the server.
 */
export async function answer(context: GuideContext): Promise<GuideAnswer> {
  const [{ skills }, { introduction }] = await Promise.all([import('./skills.ts'), import('./knowledge/connect.ts')])
  let best: Match | null = null
  for (const skill of skills) {
    const match = await skill(context)
    if (match && match.confidence > (best?.confidence ?? 0)) best = match
  }
  // The last skill claims everything, so there is always a best.
  const { skill, reply, introduces } = best as Match
  const markdown = await reply()
  return { skill, markdown: context.introduce && !introduces ? `${markdown}\n\n${introduction(context)}` : markdown }
}
