import type { TextKey } from '@atrium/contract/texts'
import type { GuideContext } from '../../guide.ts'
import type { GuideLanguage, IntentReply } from '../intent.ts'
import { examplesOf, textsOf } from '../say.ts'
import en from './texts/en.json' with { type: 'json' }

export const say = textsOf(en, import.meta.url)
export const examples = examplesOf(import.meta.url)

type Key = TextKey<typeof en>

/** Of several ways of saying it the one whose turn it is, so that the same is never said twice in a row. */
export function inTurn({ turns }: Pick<GuideContext, 'turns'>, language: GuideLanguage, ways: readonly Key[]): string {
  const said = turns.filter(({ role }) => role === 'user').length
  return say(language, ways[said % ways.length] as Key)
}

/** Answers with one of several ways. */
export const oneOf =
  (...ways: readonly Key[]) =>
  (_: unknown, context: GuideContext, language: GuideLanguage): IntentReply => ({
    markdown: inTurn(context, language, ways),
  })
