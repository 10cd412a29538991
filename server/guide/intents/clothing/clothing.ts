import type { Exact } from '../../calculation/numbers.ts'
import type { GuideContext } from '../../guide.ts'
import { inBase, type Quantity } from '../../measures/quantity.ts'
import { defineIntent, type GuideLanguage, type IntentReply } from '../intent.ts'
import { says } from '../words.ts'
import { garmentReply } from './garments.ts'
import { examples, say } from './say.ts'
import { shoeReply } from './shoes.ts'
import { letterReply } from './sizes.ts'
import words from './words.json' with { type: 'json' }

/** Sizes of shoes and clothes in other countries, and for the measures of a body. */
export const clothing = defineIntent({
  id: 'units.clothing',
  slots: { size: { kind: 'number' }, measure: { kind: 'quantity' }, letter: { kind: 'text' } },
  examples: examples('units.clothing'),
  reply: ({ size, measure }, context, language) => sizeReply(size, measure, context, language),
})

/** “9 in uk shoes”: no inches. */
function isBeforeCountry({ parts }: Quantity, question: string, language: GuideLanguage): boolean {
  const [part] = parts
  if (part?.unit.symbol !== 'in') return false
  const after = /\d\s*in\s+((?:\p{L}+[.\s]*){1,3})/iu.exec(question)?.[1]
  const countries = [words.eu, words.uk, words.us, words.german, words.french, words.italian, words.centimetres]
  return after !== undefined && countries.some((list) => says(after, list, language))
}

/** Centimetres of a foot; a girth is longer. */
const FOOT_MAX = 35

function sizeReply(
  size: Exact | undefined,
  measured: Quantity | undefined,
  context: GuideContext,
  language: GuideLanguage,
): IntentReply {
  const is = (list: Parameters<typeof says>[1]) => says(context.question, list, language)
  const isLength =
    measured?.parts[0]?.unit.dimension === 'length' && !isBeforeCountry(measured, context.question, language)
  const centimetres = isLength ? inBase(measured as Quantity).times(100) : null
  // “14 in eu” is no measure, though inches may be read into it.
  const said = size ?? (measured && !isLength ? measured.parts[0]?.value : undefined)
  const isShoe = is(words.shoe) || (centimetres?.lte(FOOT_MAX) && !is(words.ring) && !is(words.collar))
  // A number alone may be of shoes, where there are feet of it; clothes have none but even numbers.
  const isBare =
    !is(words.clothes) &&
    !is(words.jacket) &&
    !is(words.trousers) &&
    !is(words.bra) &&
    !is(words.hat) &&
    !is(words.ring) &&
    !is(words.collar)
  const isOfShoes = isBare && said !== undefined && !is(words.women) && (said.lte(13) || (said.gte(35) && said.lte(50)))
  if (!isShoe && !(isOfShoes && centimetres === null)) {
    const garment = garmentReply({ size: said, measured: isLength ? measured : undefined }, context, language)
    if (garment) return garment
    const isClothes = is(words.clothes) || is(words.jacket) || is(words.trousers)
    const letters = letterReply(isLength ? measured : undefined, context, language)
    if (letters) return letters
    if (isClothes && !said) return { markdown: say(language, 'sizeAsk') }
  }
  return shoeReply({ size: said, measured: isLength ? measured : undefined }, context, language)
}
