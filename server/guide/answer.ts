import { setImmediate as turn } from 'node:timers/promises'
import { AppError } from '@atrium/contract/errors'
import { refusalIn } from '../platform/texts.ts'
import { nameOf, singleIn } from './dialogue/rows.ts'
import type { Done, GuideAnswer, GuideContext } from './guide.ts'
import { cell } from './markdown.ts'
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
  const [{ inContext }, { chosenIn }, { act }, { introduction }] = await Promise.all([
    import('./dialogue/in-context.ts'),
    import('./dialogue/chosen.ts'),
    import('./act.ts'),
    import('./knowledge/connect.ts'),
  ])
  const chosen = chosenIn(context)
  if (chosen) {
    const match = await act({ ...context, ...chosen })
    if (match) return { ...whole(match, await match.reply()), said: chosen.question }
  }
  const meant = await inContext(context)
  if (meant.kind === 'undo') return undone(meant.done, context)
  if (meant.kind === 'cancel') return said('cancel', meant.done ? SAVED : 'All right.')
  const { reply, introduces } = meant.match
  const markdown = await reply()
  return {
    ...whole(meant.match, ''),
    ...(meant.said !== context.question && { said: meant.said }),
    markdown: context.introduce && !introduces ? `${markdown}\n\n${introduction(context)}` : markdown,
  }
}

function whole(match: Match, markdown: string): GuideAnswer {
  const { skill, intent = null, how = 'answered' } = match
  return { skill, intent, how, markdown }
}

const SAVED = 'What you said before is saved already. Press **Undo** on that reply to take it back.'

const said = (intent: string, markdown: string): GuideAnswer => ({ skill: 'thread', intent, how: 'answered', markdown })

async function undone(done: Done | null, context: GuideContext): Promise<GuideAnswer> {
  if (!done?.undo) return said('undo', 'There is nothing here to take back.')
  try {
    await context.undo(done.undo)
    const name = nameOf(singleIn(done.output)) ?? nameOf(singleIn(done.input))
    return said('undo', name ? `Taken back: **${cell(name)}**.` : 'Taken back.')
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return said('undo', refusalIn(error, context.locale))
  }
}
