import type { GuideContext } from '../guide.ts'
import { world } from '../test-context.ts'
import type { GuideLanguage, Intent, IntentReply, Slots, ValuesOf } from './intent.ts'

interface Asked {
  question?: string
  language?: GuideLanguage
  locale?: string
}

/** What an intent says to slot values, as if a question had given them. */
export async function replied<S extends Slots>(
  intent: Intent<S>,
  values: Partial<ValuesOf<S>>,
  { question = '', language = 'en', locale = language === 'en' ? 'en-US' : language }: Asked = {},
): Promise<IntentReply> {
  const context: GuideContext = world().context(question, { locale })
  return intent.reply(values as ValuesOf<S>, context, language)
}

/** The lines of it. */
export const linesOf = async <S extends Slots>(
  intent: Intent<S>,
  values: Partial<ValuesOf<S>>,
  asked: Asked = {},
): Promise<string[]> => (await replied(intent, values, asked)).markdown.split('\n\n')
