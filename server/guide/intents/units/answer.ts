import { type NumberStyle, numberStyle } from '@atrium/domain/numbers/number-style'
import { type Exact, showNumber } from '../../calculation/numbers.ts'
import { type Asked, type Read, readAsked } from '../../measures/asked.ts'
import { convert, type Say } from '../../measures/convert.ts'
import { fromBase, inBase, type Quantity, toBase, writeQuantity, writeUnit } from '../../measures/quantity.ts'
import type { System, Unit } from '../../measures/unit-table.ts'
import { systemOf, unitAt } from '../../measures/units-by-name.ts'
import { usualTarget } from '../../measures/usual-target.ts'
import type { GuideLanguage, IntentReply } from '../intent.ts'
import { replyOf } from '../writing.ts'
import { say } from './say.ts'

/** Who asks, and how they write and measure. */
export interface Place {
  style: NumberStyle
  system: System
  language: GuideLanguage
}

export const placeOf = (locale: string, language: GuideLanguage): Place => ({
  style: numberStyle(locale),
  system: systemOf(locale),
  language,
})

/** Units that share a name, with what each is called and whose it is. */
const SHARED: readonly {
  word: RegExp
  name: string
  meanings: readonly (readonly [unit: string, whose: Parameters<typeof say>[1]])[]
}[] = [
  {
    word: /(?<!\b(?:metric|short|long|us|uk|imperial|british|american) )\btons?\b/iu,
    name: 'ton',
    meanings: [
      ['metric ton', 'metricTon'],
      ['short ton', 'shortTon'],
      ['long ton', 'longTon'],
    ],
  },
  {
    word: /(?<!\b(?:kilo|large|small|food|gram) ?)\bcalor(?:ie|ies)\b/iu,
    name: 'calorie',
    meanings: [
      ['kcal', 'foodCalorie'],
      ['cal', 'smallCalorie'],
    ],
  },
]

/** What a sentence asks of measures, and its answer; null where it asks nothing of them. `isFree`: a usual unit serves where none is named. */
export function answerMeasures(text: string, place: Place, isFree: boolean): { read: Read; reply: IntentReply } | null {
  const shared = SHARED.find(({ word }) => word.test(text))
  const readings = shared?.meanings.map(([unit]) => readAsked(text.replace(shared.word, unit), place)) ?? []
  if (shared && readings.every((one) => one?.asked.kind === 'convert' && one.asked.target !== null)) {
    const lines = readings.map((one, index) => {
      const [, whose] = shared.meanings[index] as (typeof shared.meanings)[number]
      const { result } = converted(one?.asked as Conversion, place)
      return `- ${say(place.language, whose)}: ${result}`
    })
    const markdown = `${say(place.language, 'severalCalled', { name: shared.name })}\n\n${lines.join('\n')}`
    return { read: readings[0] as Read, reply: { markdown } }
  }
  const read = readAsked(text, place)
  const reply = read && replyTo(read.asked, place, isFree)
  return read && reply ? { read, reply } : null
}

type Conversion = Extract<Asked, { kind: 'convert' }>

const sayOf =
  ({ language }: Place): Say =>
  (key, values) =>
    say(language, key, values)

const converted = ({ quantity, target }: Conversion, place: Place) =>
  convert(quantity, target as readonly Unit[], { style: place.style, system: place.system, say: sayOf(place) })

function replyTo(asked: Asked, place: Place, isFree: boolean): IntentReply | null {
  if (asked.kind === 'compare') return compared(asked, place)
  if (asked.kind === 'ratio') return timesIn(asked.quantities, place)
  const target = asked.target ?? (isFree ? usualTarget(asked.quantity, place) : null)
  if (!target) return null
  const { result, working, notes, value } = converted({ ...asked, target }, place)
  return { ...replyOf([result, working, ...notes, otherMeasure(asked.quantity, target, place)]), number: value }
}

/** Measures that share a name: cups and spoons are American or metric, gallons and their parts American or imperial. */
const KITCHEN = new Set(['cup', 'tbsp', 'tsp'])

function otherOf(unit: Unit): Unit | null {
  if (!unit.note) return null
  const other = KITCHEN.has(unit.symbol) ? 'metric' : 'imperial'
  return unitAt(`${unit.note.startsWith('US') ? other : 'us'} ${unit.symbol}`, 0, 'us')?.unit ?? null
}

/** The result with the measure of the same name that another country has; null where there is none. */
function otherMeasure(quantity: Quantity, target: readonly Unit[], place: Place): string | null {
  const [part] = quantity.parts
  const [to] = target
  if (!part || !to || quantity.parts.length > 1 || target.length > 1 || (part.unit.note && to.note)) return null
  const [own, wanted] = [otherOf(part.unit), otherOf(to)]
  if (!own && !wanted) return null
  const other = fromBase(toBase(part.value, own ?? part.unit), wanted ?? to)
  if (part.unit.dimension !== to.dimension) return null
  const result = writeUnit(showNumber(other.toDecimalPlaces(2), place.style).text, wanted ?? to)
  return say(place.language, 'otherMeasure', { unit: (own ?? wanted)?.note ?? '', result })
}

/** “Is 30 mph faster than 45 km/h”: the first in the unit of the second, and which is more. */
function compared(
  { quantities: [first, second], how }: Extract<Asked, { kind: 'compare' }>,
  place: Place,
): IntentReply {
  const [a, b] = [inBase(first), inBase(second)]
  const unit = (second.parts[0] as Quantity['parts'][number]).unit
  const context = { style: place.style, system: place.system, say: sayOf(place) }
  const shown =
    first.parts.length === 1 && second.parts.length === 1 && first.parts[0]?.unit === unit
      ? writeQuantity(first)
      : convert(first, [unit], context).result.replaceAll('**', '')
  // Of consumption, more miles a gallon are fewer litres.
  const isInverse = unit.inverse ?? false
  const order = a.eq(b) ? 0 : a.gt(b) !== isInverse ? 1 : -1
  const comparison = `${shown} ${order === 0 ? '=' : order > 0 ? '>' : '<'} ${writeQuantity(second)}`
  const tell = (key: Parameters<typeof say>[1], values = {}) => say(place.language, key, { comparison, ...values })
  const gap = fromBase(a.minus(b).abs(), unit)
  const difference =
    order === 0 || unit.zero || unit.inverse
      ? null
      : tell('difference', { difference: writeUnit(showNumber(gap.toDecimalPlaces(2), place.style).text, unit) })
  if (order === 0) return replyOf([tell('same')])
  if (how.word === null || how.isWhich) {
    const winner = writeQuantity(order > 0 !== how.isLess ? first : second)
    return replyOf([tell(how.isLess ? 'less' : 'more', { winner }), difference])
  }
  return replyOf([tell(order > 0 !== how.isLess ? 'yes' : 'no'), difference])
}

/** “How many 250 ml cups are in 2 litres”. */
function timesIn([first, second]: readonly [Quantity, Quantity], place: Place): IntentReply | null {
  const size = inBase(first)
  if (size.isZero()) return null
  const times: Exact = inBase(second).div(size)
  const shown = showNumber(times.toDecimalPlaces(2), place.style).text
  return {
    markdown: say(place.language, 'times', {
      times: shown,
      first: writeQuantity(first),
      second: writeQuantity(second),
    }),
    number: times,
  }
}
