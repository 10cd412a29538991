import { ADULT_FEET, footOf, type ShoeSystem, shoeSize, shoeSystems } from '@atrium/domain/clothing/shoe-sizes'
import { type ShopShoe, shopShoeSizes, shopShoes } from '@atrium/domain/clothing/shop-charts'
import type { NumberStyle } from '@atrium/domain/numbers/number-style'
import { Exact } from '../../calculation/numbers.ts'
import type { GuideContext } from '../../guide.ts'
import type { Quantity } from '../../measures/quantity.ts'
import { inBase } from '../../measures/quantity.ts'
import type { GuideLanguage, IntentReply } from '../intent.ts'
import { says, wordsIn } from '../words.ts'
import { replyOf, styleOf, writeNumber } from '../writing.ts'
import { distanceTo } from './distance.ts'
import { say } from './say.ts'
import words from './words.json' with { type: 'json' }

const countries = ['eu', 'uk', 'us', 'mondopoint', 'centimetres'] as const
type Country = (typeof countries)[number]

/** Which scales a question names, the one beside the size first. */
function countriesIn(question: string, size: Exact | undefined, language: GuideLanguage): Country[] {
  const digits = size ? new RegExp(`(?<!\\d)${size.toFixed().replace('.', '[.,]')}(?!\\d)`, 'u').exec(question) : null
  const [start, end] = digits ? [digits.index, digits.index + digits[0].length] : [0, 0]
  return countries
    .flatMap((country) => {
      const distances = wordsIn(question, words[country], language).map((word) =>
        distanceTo(question, word, [start, end]),
      )
      return distances.length > 0 ? [{ country, distance: Math.min(...distances) }] : []
    })
    .sort((a, b) => a.distance - b.distance)
    .map(({ country }) => country)
}

/** Numbers so far apart that one tells its scale: 42 is European and 270 Mondopoint; 8 may be of three. */
const scaleOf = (size: Exact): ShoeSystem | null => (size.gte(200) ? 'mondopoint' : size.gte(33) ? 'eu' : null)

const steps: Readonly<Record<ShoeSystem, (size: string) => string>> = {
  eu: (size) => `${size} ÷ 1.5 − 1.5`,
  uk: (size) => `(${size} + 23) ÷ 3 × 2.54`,
  usMen: (size) => `(${size} + 22) ÷ 3 × 2.54`,
  usWomen: (size) => `(${size} + 21) ÷ 3 × 2.54`,
  mondopoint: (size) => `${size} ÷ 10`,
  centimetres: (size) => size,
}

/** A size of shoes in the other countries by the charts of shops, with the length of the foot; or the sizes for a foot. */
export function shoeReply(
  { size, measured }: { size: Exact | undefined; measured: Quantity | undefined },
  context: GuideContext,
  language: GuideLanguage,
): IntentReply {
  const style = styleOf(context)
  const number = (value: Exact, places = 1) => writeNumber(value, style, places)
  const isWomen = says(context.question, words.women, language)
  const isMen = !isWomen && says(context.question, words.men, language)
  const american: ShoeSystem = isWomen ? 'usWomen' : 'usMen'
  const named = countriesIn(context.question, size, language).map((one): ShoeSystem => (one === 'us' ? american : one))
  const length = measured?.parts[0]?.unit.dimension === 'length' ? inBase(measured).times(100) : null
  const from = length ? null : size ? ownScale(size, named) : null
  if (!length && (!size || !from)) return { markdown: say(language, 'shoeAsk') }
  const foot = length ? footOf(length, 'centimetres') : footOf(size as Exact, from as ShoeSystem)
  if (!foot) {
    const [least, most] = ADULT_FEET.map((one) => `${one} cm`) as [string, string]
    return { markdown: say(language, 'shoeRange', { least, most }) }
  }
  const wanted = named.find((one) => one !== from && (!length || one !== 'centimetres'))
  const charted = from && isShop(from) ? shopShoeSizes((size as Exact).toNumber(), from) : null
  const others = shoeSystems.filter((system) => system !== 'centimetres' && system !== from)
  const byFoot = (system: ShoeSystem) => writeSize(shoeSize(foot, system), system, language, style)
  const written = (system: ShoeSystem) =>
    charted && isShop(system) ? writeSize(new Exact(charted[system]), system, language, style) : byFoot(system)
  const first = others.find((system) => system === wanted)
  const rest = others.filter((system) => system !== first && (!charted || isShop(system))).map(written)
  const origin = from ? `${writeSize(size as Exact, from, language, style)} ≈ ` : ''
  const measuredSizes = charted ? ` ${others.map(byFoot).join(' · ')}` : ''
  return replyOf(
    [
      first ? `${origin}**${written(first)}**` : `${origin}**${rest.join(' · ')}**`,
      first ? rest.join(' · ') : null,
      from === 'usMen' && !isMen ? say(language, 'assumedMen') : null,
      wanted === 'centimetres' && from
        ? `**${say(language, 'foot', { length: `${number(foot)} cm` })}** ${steps[from](number(size as Exact))} = ${number(foot)}.${measuredSizes}`
        : `${say(language, 'foot', { length: `${number(foot)} cm` })}${measuredSizes}`,
      say(language, 'shoeCaution'),
    ],
    wanted && first ? new Exact(charted && isShop(first) ? charted[first] : shoeSize(foot, first)) : undefined,
  )
}

const isShop = (system: ShoeSystem): system is ShopShoe => (shopShoes as readonly string[]).includes(system)

/** The scale of a size: the one named beside it, unless the number can be of no such one and tells its own. */
function ownScale(size: Exact, named: readonly ShoeSystem[]): ShoeSystem | null {
  const beside = named.find((one) => footOf(size, one)) ?? named[0]
  if (beside && footOf(size, beside)) return beside
  const own = scaleOf(size)
  return own && footOf(size, own) ? own : (beside ?? own)
}

function writeSize(size: Exact, system: ShoeSystem, language: GuideLanguage, style: NumberStyle): string {
  const number = writeNumber(size, style, 1)
  if (system === 'usMen' || system === 'usWomen') return `${say(language, system)} ${number}`
  if (system === 'centimetres') return `${number} cm`
  return `${system === 'mondopoint' ? 'Mondopoint' : system.toUpperCase()} ${number}`
}
