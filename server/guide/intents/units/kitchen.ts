import { ingredientIn, type NamedIngredient, US_CUP } from '@atrium/domain/recipe/ingredients'
import { Exact, showNumber } from '../../calculation/numbers.ts'
import { type Read, readAsked } from '../../measures/asked.ts'
import { measuresIn } from '../../measures/measure-at.ts'
import { fromBase, inBase, type Quantity, writeQuantity, writeUnit } from '../../measures/quantity.ts'
import type { Unit } from '../../measures/unit-table.ts'
import { unitAt } from '../../measures/units-by-name.ts'
import type { IntentReply } from '../intent.ts'
import { replyOf } from '../writing.ts'
import type { Place } from './answer.ts'
import { say } from './say.ts'

const CUP = new Exact(US_CUP).div(1_000_000)
const KITCHEN = new Set([
  'cup',
  'tbsp',
  'tsp',
  'stick',
  'pinch',
  'dash',
  'mL',
  'L',
  'cL',
  'dL',
  'fl oz',
  'pt',
  'qt',
  'g',
  'kg',
  'oz',
  'lb',
])

/**
 * An amount of an ingredient by weight where it is given by volume, and the other way about; null where the sentence names no ingredient
 * that is known. `isFree`: a usual measure serves where none is named.
 */
export function kitchenAnswer(text: string, place: Place, isFree: boolean): { read: Read; reply: IntentReply } | null {
  const found = ingredientIn(text, place.language)
  // “Cup of oats”, “grams per cup of sugar”: of one.
  const said =
    measuresIn(text, place).length > 0
      ? text
      : text.replace(/(?<![\p{L}])(cups?|tablespoons?|tbsp|teaspoons?|tsp|sticks?)(?![\p{L}])/iu, '1 $1')
  // What cups are meant: the weights are of American ones, and so are the recipes that count in them.
  const read = readAsked(said, { ...place, system: place.system === 'metric' ? 'metric' : 'us' })
  if (!found || read?.asked.kind !== 'convert') return null
  const { quantity } = read.asked
  const part = quantity.parts[0] as Quantity['parts'][number]
  const { dimension, symbol } = part.unit
  if (!KITCHEN.has(symbol) || (dimension !== 'mass' && dimension !== 'volume')) return null
  const target = read.asked.target?.[0] ?? (isFree ? usualFor(part.unit, place) : null)
  if (!target || (target.dimension !== 'mass' && target.dimension !== 'volume')) return null
  // Ounces of what is weighed are a weight.
  const reply =
    target.dimension === dimension ? weighed(quantity, target, place) : turned(quantity, target, found, place)
  return reply && { read, reply }
}

const unit = (name: string, place: Place): Unit =>
  unitAt(name, 0, place.system === 'metric' ? 'metric' : 'us')?.unit as Unit

const usualFor = ({ dimension, symbol }: Unit, place: Place): Unit =>
  unit(dimension === 'volume' || symbol === 'stick' ? 'g' : 'cup', place)

/** Weights to the gram, small ones to a tenth; volumes to a hundredth. */
function write(base: Exact, to: Unit, { style }: Place): string {
  const value = fromBase(base, to)
  const places = to.symbol === 'g' || to.symbol === 'mL' ? (value.lt(20) ? 1 : 0) : 2
  return writeUnit(showNumber(value.toDecimalPlaces(places), style).text, to)
}

/** Whether two densities differ by more than a spoon is filled differently. */
const isApart = (one: Exact, other: Exact): boolean => one.minus(other).abs().div(one).gt('0.02')

/** Kilograms of the ingredient in a cubic metre. */
const densities = ({ ingredient: { usda, kingArthur } }: NamedIngredient): [Exact, Exact | null] => {
  const density = (grams: number) => new Exact(grams).div(1_000).div(CUP)
  return [density(usda), kingArthur === null || kingArthur === usda ? null : density(kingArthur)]
}

function turned(quantity: Quantity, target: Unit, found: NamedIngredient, place: Place): IntentReply {
  const isWeight = target.dimension === 'mass'
  const base = inBase(quantity)
  const [density, other] = densities(found)
  const by = (one: Exact) => (isWeight ? base.times(one) : base.div(one))
  const { usda, kingArthur } = found.ingredient
  const gram = unit('g', place)
  const grams = (count: number) => writeUnit(String(count), gram)
  const tell = (key: Parameters<typeof say>[1], values: Record<string, string>) => say(place.language, key, values)
  const handy =
    target.symbol === 'g' || target.symbol === 'cup'
      ? ''
      : ` (${write(by(density), unit(isWeight ? 'g' : 'mL', place), place)})`
  const result = `${write(by(density), target, place)}${handy}`
  return {
    ...replyOf([
      tell('weighs', { amount: writeQuantity(quantity), ingredient: found.name, result }),
      tell('perCup', { grams: grams(usda) }),
      other && isApart(density, other)
        ? tell('kingArthur', { grams: grams(kingArthur as number), result: write(by(other), target, place) })
        : null,
    ]),
    number: fromBase(by(density), target),
  }
}

/** “2 sticks of butter in grams”, “a cup of milk in ml”. */
function weighed(quantity: Quantity, target: Unit, place: Place): IntentReply | null {
  const base = inBase(quantity)
  if (quantity.parts[0]?.unit.symbol !== 'stick') return null
  // A stick is half a US cup.
  const cups = base.div(unit('stick', place).factor).div(2)
  const also = [
    `${writeUnit(showNumber(cups.times(16), place.style).text, unit('tbsp', place))}`,
    writeUnit(showNumber(cups, place.style).text, unit('cup', place)),
  ]
  const markdown = `${writeQuantity(quantity)} ≈ **${write(base, target, place)}** = ${also.join(' = ')}`
  return { markdown, number: fromBase(base, target) }
}
