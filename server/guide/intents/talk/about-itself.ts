import { brand } from '@atrium/contract/brand'
import { inLanguage } from '../../../records/module-texts.ts'
import type { GuideContext } from '../../guide.ts'
import { capabilities, howItWorks, overview } from '../../knowledge/overview.ts'
import { defineIntent, type GuideLanguage } from '../intent.ts'
import { examples, inTurn, say } from './say.ts'

const connect = (language: GuideLanguage, { canConfigure }: GuideContext): string =>
  say(language, canConfigure ? 'connectYourself' : 'connect')

/** Who is answering: said honestly, and how to get a model with the first answer of a conversation. */
export const who = defineIntent({
  id: 'talk.who',
  slots: {},
  introduces: true,
  examples: examples('talk.who'),
  reply(_, context, language) {
    const self = inTurn(context, language, ['self.a', 'self.b', 'self.c']).replaceAll('{{brand}}', brand.name)
    return { markdown: context.introduce ? `${self} ${connect(language, context)}` : self }
  },
})

/** Whether the last answer was this one. */
const isSaid = ({ turns }: GuideContext, text: string): boolean => turns.at(-1)?.text.startsWith(text) ?? false

/** What can be done here. In English with examples of each; elsewhere in two lines. */
export const can = defineIntent({
  id: 'talk.can',
  slots: {},
  introduces: true,
  examples: examples('talk.can'),
  reply(_, context, language) {
    if (language === 'en') {
      const all = overview(context)
      return { markdown: isSaid(context, all) ? capabilities(context) : all }
    }
    const modules = context.modules.map((module) => inLanguage(module, language).title).join(', ')
    const can = say(language, 'can.a', { modules })
    return { markdown: isSaid(context, can) ? say(language, 'can.b') : `${can}\n\n${say(language, 'can.b')}` }
  },
})

export const everything = defineIntent({
  id: 'talk.can',
  slots: {},
  introduces: true,
  examples: examples('talk.can.all'),
  reply: (_, context) => ({ markdown: capabilities(context) }),
})

export const how = defineIntent({
  id: 'talk.can',
  slots: {},
  introduces: true,
  examples: examples('talk.can.how'),
  reply: (_, context) => ({ markdown: howItWorks(context) }),
})
