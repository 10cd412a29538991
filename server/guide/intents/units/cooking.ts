import { Incalculable } from '../../calculation/parser.ts'
import { request, unended } from '../../phrasing.ts'
import { defineIntent } from '../intent.ts'
import { answerMeasures, placeOf } from './answer.ts'
import { kitchenAnswer } from './kitchen.ts'
import { ovenAnswer } from './oven.ts'
import { examples, say } from './say.ts'

/** Cups, spoons and sticks in grams by what is in them, and oven settings. */
export const cooking = defineIntent({
  id: 'units.cooking',
  slots: {
    amount: { kind: 'quantity' },
    degrees: { kind: 'quantity' },
    mark: { kind: 'number' },
    ingredient: { kind: 'text' },
  },
  examples: examples('units.cooking'),
  reply(_, context, language) {
    const place = placeOf(context.locale, language)
    const text = unended(request(context.question))
    try {
      const reply =
        ovenAnswer(text, place)?.reply ??
        kitchenAnswer(text, place, true)?.reply ??
        answerMeasures(text, place, true)?.reply
      return reply ?? { markdown: say(language, 'askCooking') }
    } catch (error) {
      if (!(error instanceof Incalculable)) throw error
      return { markdown: error.message }
    }
  },
})
