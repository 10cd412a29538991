import { isAsking } from '../../actions/asking.ts'
import { clockNow, momentOf } from '../../calendar/reading.ts'
import type { GuideContext } from '../../guide.ts'
import { safe } from '../../markdown.ts'
import { defineIntent, type Intent } from '../intent.ts'
import { examples, inTurn, oneOf, say } from './say.ts'

/** By the hour where the person is. */
function partOfDay(context: GuideContext) {
  const hour = Number(clockNow(momentOf(context)).slice(11, 13))
  if (hour < 5) return 'hello.any'
  if (hour < 12) return 'hello.morning'
  return hour < 18 ? 'hello.afternoon' : 'hello.evening'
}

export const greeting = defineIntent({
  id: 'talk.greeting',
  slots: {},
  examples: examples('talk.greeting'),
  reply(_, context, language) {
    const { personName } = context
    const greeting = say(language, partOfDay(context))
    const hello = personName
      ? say(language, 'greetedByName', { greeting, name: safe(personName) })
      : say(language, 'greeted', { greeting })
    return { markdown: `${hello} ${inTurn(context, language, ['begin.a', 'begin.b', 'begin.c'])}` }
  },
})

/** What waits for an answer is answered by a yes, and is no small talk then. */
const isIdle = ({ turns }: GuideContext): boolean => !isAsking(turns.at(-1))

const saying = (id: string, said: string, reply: Intent['reply'], applies?: Intent['applies']): Intent => ({
  ...{ id, slots: {}, examples: examples(said), reply },
  ...(applies && { applies }),
})

export const smallTalk: readonly Intent[] = [
  greeting,
  saying('talk.greeting', 'talk.greeting.there', oneOf('there.a', 'there.b')),
  saying('talk.thanks', 'talk.thanks', oneOf('thanks.a', 'thanks.b', 'thanks.c')),
  saying('talk.bye', 'talk.bye', oneOf('bye.a', 'bye.b', 'bye.c')),
  saying('talk.howareyou', 'talk.howareyou', oneOf('wellbeing.a', 'wellbeing.b', 'wellbeing.c')),
  saying('talk.joke', 'talk.joke', oneOf('joke.a', 'joke.b', 'joke.c', 'joke.d')),
  saying('talk.compliment', 'talk.compliment', oneOf('compliment.a', 'compliment.b', 'compliment.c')),
  saying('talk.insult', 'talk.insult', oneOf('insult.a', 'insult.b', 'insult.c')),
  saying('talk.sorry', 'talk.sorry', oneOf('sorry.a', 'sorry.b')),
  saying('talk.yesno', 'talk.yesno', oneOf('nothingOpen.a', 'nothingOpen.b'), isIdle),
  saying('talk.yesno', 'talk.yesno.ok', oneOf('goOn.a', 'goOn.b'), isIdle),
  saying('cancel', 'cancel', oneOf('cancelled.a', 'cancelled.b'), isIdle),
]
