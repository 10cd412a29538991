import { type NumberStyle, numberStyle } from '@atrium/domain/numbers/number-style'
import { readNumber, showNumber } from './calculation/numbers.ts'
import { Incalculable } from './calculation/parser.ts'
import { compound, convert, round } from './measures/convert.ts'
import { answerCurrency } from './measures/currency.ts'
import { fromBase, inBase, readQuantity, writeUnit } from './measures/quantity.ts'
import type { System, Unit } from './measures/unit-table.ts'
import { systemOf, unitAt, unitNamed } from './measures/units-by-name.ts'
import { isLong, request, unended } from './phrasing.ts'
import { certainty, type Skill } from './skill.ts'

const opening =
  /^(?:what(?:'s|s| is| are| would)?|how (?:much|tall|long|far|fast|hot|cold|heavy|big|warm)(?: is| are)?|convert|change|turn|translate|express|calculate|show me|give me|find|was ist|combien font) ?(?:the |:)? ?/iu
const between = / (?:in|to|into|as|en|=|equals?|is|->|→|nach)(?= )/giu

/** "5k in miles": runners leave the metres out. */
const race = (text: string): string =>
  text.replace(
    /^((?:.{0,20} )?\d{1,3}(?:[.,]\d)?) ?k (?=(?:in|to|into) (?:mi|miles?|yards?|feet|ft|m|met(?:er|re)s)$)/iu,
    '$1 km ',
  )

/** Splits at every "in" and "to": the unit "in" is one too, so each split must make sense on both sides. */
function* splits(text: string): Generator<[string, string]> {
  for (const match of text.matchAll(between))
    yield [text.slice(0, match.index), text.slice(match.index + match[0].length + 1)]
}

/** "cm", "feet and inches", "ft in": the units asked for. */
function targetNamed(text: string, system: System, several: boolean): Unit[] | null {
  const name = text.replace(/^(?:an? |the )/iu, '')
  if (!several) {
    const one = unitNamed(name, system)
    return one && [one]
  }
  const parts = name.split(/ and | & |, | \+ /iu)
  const pieces = parts.length > 1 ? parts : name.split(' ')
  if (pieces.length < 2 || pieces.length > 3) return null
  const units = pieces.map((piece) => unitNamed(piece, system))
  const known = units.filter((unit) => unit !== null)
  if (known.length !== units.length) return null
  const falling = known.every(
    (unit, index) =>
      index === 0 || (unit.dimension === known[0]?.dimension && unit.factor.lt((known[index - 1] as Unit).factor)),
  )
  return falling && !known[0]?.zero && !known[0]?.inverse ? known : null
}

function conversion(left: string, right: string, style: NumberStyle, system: System, several = false): string | null {
  const target = targetNamed(right, system, several)
  if (!target) return null
  const quantity = readQuantity(left, style, system)
  return quantity && convert(quantity, target, style)
}

function answerConversion(text: string, style: NumberStyle, system: System): string | null {
  // "how many grams are in 3 ounces", "how many feet is 2 metres"
  const asked =
    /^how (?:many|much) (?<unit>.{1,40}?)(?: (?:are|is|do|does|make|makes|there|in|equals?|would|be|you get|from|for|fit|fits|into))+ (?<amount>.{1,80}?)(?: (?:make|have|has|equal|contain))?$/iu.exec(
      text,
    )?.groups
  if (asked) {
    const found = conversion(asked.amount as string, asked.unit as string, style, system)
    if (found) return found
  }
  const inverted = /^(?<amount>.{1,80}?) (?:is|equals|makes|in|are) how (?:many|much) (?<unit>.{1,40})$/iu.exec(
    text,
  )?.groups
  if (inverted) return conversion(inverted.amount as string, inverted.unit as string, style, system)
  const stripped = text.replace(opening, '').replace(opening, '')
  // "5 ft 11 in in cm" asks for centimetres, not for inches and centimetres: one unit is tried before several.
  for (const several of [false, true]) {
    for (const [left, right] of splits(stripped)) {
      const found = conversion(left, right, style, system, several)
      if (found) return found
    }
  }
  // "10 in cm": inches into centimetres, or ten of nothing into centimetres; only the first makes sense.
  const bare = /^(?<number>[\d.,½¼¾]{1,20}) in (?<unit>.{1,20})$/iu.exec(stripped)?.groups
  if (bare) {
    const target = unitNamed(bare.unit as string, system)
    if (target?.dimension === 'length') return conversion(`${bare.number} in`, bare.unit as string, style, system)
  }
  return null
}

/** "20% of 5 km", in the unit that was said. */
function answerShare(text: string, style: NumberStyle, system: System): string | null {
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

/** "km to miles": of one. */
function answerUnits(text: string, style: NumberStyle, system: System): string | null {
  const pair = /^(?<a>[^\d]{1,30}?) (?:to|in|into) (?<b>[^\d]{1,30})$/iu.exec(text.replace(opening, ''))?.groups
  const from = pair && unitNamed(pair.a as string, system)
  const to = pair && unitNamed(pair.b as string, system)
  return from && to && from !== to && from.dimension === to.dimension && !from.inverse && !to.inverse
    ? conversion(`1 ${pair.a}`, pair.b as string, style, system)
    : null
}

/** Words that name several units, with the units that they name. */
const manyNamed: readonly { word: RegExp; name: string; meanings: readonly [unit: string, whose: string][] }[] = [
  {
    word: /(?<!\b(?:metric|short|long|us|uk|imperial|british|american) )\btons?\b/iu,
    name: 'ton',
    meanings: [
      ['metric ton', 'metric ton'],
      ['short ton', 'short ton, of the United States'],
      ['long ton', 'long ton, imperial'],
    ],
  },
  {
    word: /(?<!\b(?:kilo|large|small|food|gram) ?)\bcalor(?:ie|ies)\b/iu,
    name: 'calorie',
    meanings: [
      ['kcal', 'of food, a kilocalorie'],
      ['cal', 'of physics'],
    ],
  },
]

/** "1 ton in kg": once for every unit that the word may mean. */
function answerManyNamed(text: string, style: NumberStyle, system: System): string | null {
  const named = manyNamed.find(({ word }) => word.test(text))
  if (!named) return null
  const found = named.meanings.map(([unit, whose]) => {
    const answer = answerConversion(text.replace(named.word, unit), style, system)
    return answer && `- ${whose}: ${answer.split('\n')[0]}`
  })
  return found.includes(null) ? null : `Several units are called ${named.name}:\n\n${found.join('\n')}`
}

/** "5 feet + 3 inches", "3 hours 20 minutes + 45 minutes", in the units that were said. */
function answerSum(text: string, style: NumberStyle, system: System): string | null {
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
      ? compound(base, target, style)
      : { text: writeUnit(showNumber(round(fromBase(base, first)).value, style).text, first) }
  return `${left} = **${result.text}**`
}

const conversionWords = /\b(?:convert|conversion)\b/iu

/** Converts measures: lengths, weights, temperatures, volumes, data, speeds, consumption. It has no exchange rates and says so. */
export const units: Skill = ({ question, locale }) => {
  if (isLong(question)) return null
  const style = numberStyle(locale)
  const system = systemOf(locale)
  // A quote mark at the end of the sentence may be an inch: 5'11".
  const text = unended(request(question)).replace(/^=|=$/gu, '').trim()
  if (text.length > 200) return null
  try {
    const money = answerCurrency(text.replace(opening, '').replace(opening, ''), style)
    if (money) return { skill: 'units', confidence: certainty.parsed, reply: () => money }
    const markdown =
      answerManyNamed(text, style, system) ??
      answerConversion(race(text), style, system) ??
      answerShare(text, style, system) ??
      answerSum(text, style, system) ??
      answerUnits(text, style, system)
    if (markdown) return { skill: 'units', confidence: certainty.parsed, reply: () => markdown }
  } catch (error) {
    if (!(error instanceof Incalculable)) throw error
    const sentence = error.message
    return { skill: 'units', confidence: certainty.parsed, reply: () => sentence }
  }
  if (conversionWords.test(text) && /\d/u.test(text) && text.length < 80) {
    return {
      skill: 'units',
      confidence: certainty.partial,
      reply: () =>
        'I could not read both units in that. Write it like “5 ft 11 in to cm”, “72 °F in °C” or “30 mpg in L/100 km”.',
    }
  }
  return null
}
