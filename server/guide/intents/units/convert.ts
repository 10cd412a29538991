import { Incalculable } from '../../calculation/parser.ts'
import { plain, request, unended } from '../../phrasing.ts'
import { defineIntent } from '../intent.ts'
import { answerMeasures, placeOf } from './answer.ts'
import { examples, say } from './say.ts'

/** Any measure in another unit, wherever the sentence says it; the usual unit of the other half of the world where it names none. */
export const convertIntent = defineIntent({
  id: 'units.convert',
  slots: {
    from: { kind: 'quantity', required: true },
    other: { kind: 'quantity' },
    amount: { kind: 'number' },
    to: { kind: 'text' },
  },
  examples: examples('units.convert'),
  reply({ from }, context, language) {
    const place = placeOf(context.locale, language)
    try {
      const answer =
        answerMeasures(unended(request(context.question)), place, true) ??
        answerMeasures(plain(context.question), { ...place, language: 'en' }, true)
      return answer?.reply ?? { markdown: say(language, 'ask', { example: from ? '5 ft 11 in → cm' : '5 mi → km' }) }
    } catch (error) {
      if (!(error instanceof Incalculable)) throw error
      return { markdown: error.message }
    }
  },
})
