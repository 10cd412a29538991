import { numberStyle } from '@atrium/domain/numbers/number-style'
import { readNumber, showNumber } from './calculation/numbers.ts'
import { Incalculable } from './calculation/parser.ts'
import type { GuideContext } from './guide.ts'
import type { GuideLanguage, IntentReply } from './intents/intent.ts'
import { answerMeasures, type Place, placeOf } from './intents/units/answer.ts'
import { kitchenAnswer } from './intents/units/kitchen.ts'
import { ovenAnswer } from './intents/units/oven.ts'
import { say } from './intents/units/say.ts'
import { says } from './intents/words.ts'
import type { Read } from './measures/asked.ts'
import { compound, round } from './measures/convert.ts'
import { answerCurrency } from './measures/currency.ts'
import { fromBase, inBase, readQuantity, writeUnit } from './measures/quantity.ts'
import type { Unit } from './measures/unit-table.ts'
import { unitAt, unitNamed } from './measures/units-by-name.ts'
import words from './measures/words.json' with { type: 'json' }
import { isLong, request, unended } from './phrasing.ts'
import { certainty, type Match, type Skill } from './skill.ts'
import { languagesOf, understand } from './understanding/understand.ts'

const opening =
  /^(?:what(?:'s|s| is| are| would)?|how (?:much|tall|long|far|fast|hot|cold|heavy|big|warm)(?: is| are)?|convert|change|turn|translate|express|calculate|show me|give me|find|was ist|combien font) ?(?:the |:)? ?/iu

/** "20% of 5 km", in the unit that was said. */
function answerShare(text: string, { style, system }: Place): string | null {
  const asked = /^(?<percent>[\d.,]{1,20}) ?(?:%|percent|per cent) of (?<amount>.{1,60})$/iu.exec(
    text.replace(opening, ''),
  )?.groups
  if (!asked) return null
  const percent = readNumber(asked.percent as string, style)
  const quantity = readQuantity(asked.amount as string, style, system)
  const part = quantity?.parts[0]
  if (!percent || !quantity || !part || quantity.parts.length !== 1 || part.unit.zero || part.unit.inverse) return null
  const named = unitAt(asked.amount as string, (asked.amount as string).search(/[\p{L}"']/u), system)
  const value = round(part.value.times(percent).div(100))
  const shown = showNumber(value.value, style).text
  return `${asked.percent}% of ${asked.amount} = **${named ? `${shown} ${named.name}` : writeUnit(shown, part.unit)}**`
}

/** "5 feet + 3 inches", "3 hours 20 minutes + 45 minutes", in the units that were said. */
function answerSum(text: string, { style, system }: Place): string | null {
  const said = text.replace(opening, '').replace(/(\d)h(\d{1,2})(?![\d.,])/giu, '$1 h $2 min')
  if (!/\d.* (?:\+|plus|minus|[-−–]) ?\d/iu.test(said)) return null
  const quantity = readQuantity(said, style, system)
  const first = quantity?.parts[0]?.unit
  if (!quantity || !first || quantity.parts.length < 2 || quantity.substance || first.zero || first.inverse) return null
  const base = inBase(quantity)
  const left = quantity.parts
    .map(
      ({ value, unit, label }, index) =>
        `${index === 0 ? '' : value.isNegative() ? '− ' : '+ '}${writeUnit(label, unit)}`,
    )
    .join(' ')
  const units = first.dimension === 'time' ? ['h', 'min'] : ['ft', 'in'].includes(first.symbol) ? ['ft', 'in'] : null
  const target = units?.map((name) => unitNamed(name, system) as Unit)
  const small = first.dimension === 'time' && (base.abs().lt(3_600) || !base.mod(60).isZero() || base.gt(360_000))
  const result =
    target && !small
      ? compound(base, target, style).text
      : `**${writeUnit(showNumber(round(fromBase(base, first)).value, style).text, first)}**`
  return `${left} = ${result}`
}

/** Words of a question about measures; with none but those in it, nothing else can be meant. */
const PLAIN = new Set(
  `a about am an and are at be by can come comes convert conversion converted could degrees do does equal equals equivalent exactly express expressed
   find for from gas get give go heavy hot how i i'd i'm if in into is it it's its long make makes many me much my need number of off on one oven
   or out please roughly same show so tall tell temperature than that that's the there this to turn turned um us value was we weigh weight what
   what's whats when which will would you your is's far fast cold warm big wide deep high large work worth equalling translate change calculate
   bigger larger longer faster quicker heavier taller hotter warmer colder cooler more less fewer shorter lighter smaller slower higher lower wider
   deeper further farther greater or vs versus compare compared between difference whichever
   as approximately roughly yes no pls please thanks thx u up down true really me actually currently only just exact be height
   measure measured measures length distance height speed size amount metric imperial would've quick question hey hi approximately about around`
    .split(/\s+/u)
    .filter(Boolean),
)

const isPlain = (rest: string): boolean =>
  (rest.toLowerCase().match(/[\p{L}\p{M}][\p{L}\p{M}'’]*/gu) ?? []).every((word) => PLAIN.has(word))

interface Found {
  intent: 'units.convert' | 'units.cooking'
  reply: IntentReply
  read: Read | null
}

/** A word for weighing stands for grams: “how much does a cup of flour weigh”. */
const WEIGHING = /\b(?:weighs?|weight|heavy|scales?|stick|sticks)\b/iu

function found(text: string, place: Place): Found | null {
  const oven = ovenAnswer(text, place)
  if (oven) return { intent: 'units.cooking', reply: oven.reply, read: null }
  const kitchen = kitchenAnswer(text, place, WEIGHING.test(text))
  if (kitchen) return { intent: 'units.cooking', ...kitchen }
  const asked = answerMeasures(text, place, isBare(text, place))
  return asked && { intent: isOfKitchen(asked.read) ? 'units.cooking' : 'units.convert', ...asked }
}

/** “2.2 lb”: a measure and no other word, whose other unit is wanted; of times and angles there is none. */
function isBare(text: string, { style, system }: Place): boolean {
  const quantity = text.length <= 30 ? readQuantity(text, style, system) : null
  const dimension = quantity?.substance === null ? quantity.parts[0]?.unit.dimension : undefined
  return dimension !== undefined && !['time', 'angle', 'data', 'frequency'].includes(dimension)
}

const SPOONS = new Set(['cup', 'tbsp', 'tsp', 'stick', 'pinch', 'dash'])
const isOfKitchen = ({ asked }: Read): boolean =>
  asked.kind === 'convert' &&
  [...asked.quantity.parts.map(({ unit }) => unit), ...(asked.target ?? [])].some(({ symbol }) => SPOONS.has(symbol))

/** “And in miles?”: the measure of the question before. */
function withEarlier(text: string, { turns }: GuideContext): string {
  const before = turns.findLast(({ role }) => role === 'user')?.text
  if (
    !before ||
    text.length > 40 ||
    /\d/u.test(text) ||
    !/^(?:and|what about|how about|now|or|in|und|et|y|e|en|и|ve)\b/iu.test(text)
  )
    return text
  const measure = request(before).slice(0, 200)
  return `${measure.replace(/ (?:in|to|into) [^\d]{1,30}$/iu, '')} ${text.replace(/^(?:and|now|or|what about|how about)\s+/iu, '').replace(/^(?!in\b|to\b)/iu, 'in ')}`
}

/** How sure the sentence has to be by its words to be about measures, where some of them are of something else. */
const LIKELY = 0.08

/** Converts measures: lengths, weights, temperatures, volumes, data, speeds, consumption, cups and ovens. It has no exchange rates and says so. */
export const units: Skill = async (context) => {
  const { question, locale } = context
  if (isLong(question)) return null
  const style = numberStyle(locale)
  // A quote mark at the end of the sentence may be an inch: 5'11".
  const text = unended(request(question)).replace(/^=|=$/gu, '').trim()
  if (text.length > 200) return null
  const money = answerCurrency(text.replace(opening, '').replace(opening, ''), style)
  if (money) return { skill: 'units', confidence: certainty.parsed, reply: () => money }
  for (const language of languagesOf(text, locale)) {
    const match = await inLanguage(withEarlier(text, context), placeOf(locale, language), context)
    if (match) return match
  }
  const [language = 'en'] = languagesOf(text, locale)
  if (!/\d/u.test(text) || text.length > 80 || !says(text, words.conversion, language)) return null
  const markdown = say(language, 'ask', { example: '5 ft 11 in → cm' })
  return {
    skill: 'units',
    intent: 'units.convert',
    how: 'asked',
    confidence: certainty.partial + 0.01,
    reply: () => markdown,
  }
}

const FEW_WORDS = 3

async function inLanguage(text: string, place: Place, context: GuideContext): Promise<Match | null> {
  const said = (markdown: string, confidence: number, intent: string): Match => ({
    skill: 'units',
    intent,
    confidence,
    reply: () => markdown,
  })
  try {
    const share = answerShare(text, place) ?? answerSum(text, place)
    if (share) return said(share, certainty.parsed, 'units.convert')
    const answer = found(text, place)
    if (!answer) return null
    const { read, reply, intent } = answer
    if (isBare(text, place)) return said(reply.markdown, certainty.partial, intent)
    if (read && isPlain(read.rest)) return said(reply.markdown, certainty.parsed, intent)
    if (await isLikely(text, context, place.language)) return said(reply.markdown, certainty.pattern - 0.01, intent)
    // An amount of an ingredient that is to be weighed speaks for itself.
    if (intent === 'units.cooking' && WEIGHING.test(text)) return said(reply.markdown, certainty.partial, intent)
    return null
  } catch (error) {
    if (!(error instanceof Incalculable)) throw error
    // “−500 C in F”: so few words ask nothing else.
    const isShort = (text.match(/\p{L}+/gu) ?? []).length <= FEW_WORDS
    const isAsked =
      isShort || says(text, words.convert, place.language) || (await isLikely(text, context, place.language))
    return isAsked ? said(error.message, certainty.parsed, 'units.convert') : null
  }
}

/** Whether the words of a sentence speak for measures at all, so that “we need 5 kg for the second week” is left alone. */
async function isLikely(text: string, context: GuideContext, language: GuideLanguage): Promise<boolean> {
  if (says(text, words.convert, language)) return true
  const all = await understand(unended(request(context.question)), context)
  return all.some(({ meant, likely }) => meant.id.startsWith('units.') && likely >= LIKELY)
}
