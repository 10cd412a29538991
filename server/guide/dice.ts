import { diceIn } from '@atrium/domain/chance/dice'
import { intents } from './intents/all.ts'
import { plain, unended } from './phrasing.ts'
import { certainty, type Skill } from './skill.ts'
import { languagesOf } from './understanding/understand.ts'

/** Dice as players write them, and no other word: `2d6+3`. */
const NOTATION = /^(?:\d{1,4})?[dDwW]\d{1,5}(?:\s?[+\-−]\s?\d{1,5})?$/u

export const dice: Skill = (context) => {
  const text = unended(plain(context.question)).replace(
    /^(?:roll|würfle|würfel|please|pls)\s+|\s+(?:please|pls|bitte)$/giu,
    '',
  )
  const intent = NOTATION.test(text) && diceIn(text) ? intents.find(({ id }) => id === 'chance.dice') : undefined
  if (!intent) return null
  const [language = 'en'] = languagesOf(text, context.locale)
  return {
    ...{ skill: 'own', intent: intent.id, confidence: certainty.parsed },
    reply: async () => (await intent.reply({} as never, context, language)).markdown,
  }
}
