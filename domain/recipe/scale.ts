import type { Exact } from '../numbers/exact.ts'
import { amountSource, readAmount, writeAmount } from './amounts.ts'

/** Measures that are weighed and poured in decimals; what follows is no letter. */
const metric =
  /^(?:kg|mg|g|gr|dag|dkg|ml|cl|dl|l|cc|克|千克|毫升|升|公斤|グラム|ミリリットル|г|гр|кг|мл|л|جم|غ|مل|ग्राम|मिली|그램|밀리리터)(?![\p{L}\p{M}])/iu
/** Times, temperatures, sizes and shares do not grow with the guests. */
const words = [
  'cm mm inch inches in degrees? grad gradi grados graus degrés? derece градус(?:ов|а)? c f ºc',
  'min mins minut minuts? minutes? minuten minuti minutos? minuty dakika мин минут[аы]? menit मिनट دقيقة دقائق',
  'h hr hrs hours? std stunden? heures? horas? or[ae] uur uren godzin[ay]? saat час(?:ов|а)? ساعة ساعات घंटे jam',
  'sec secs seconds? days? sekunden? tage? secondes? jours? segundos? d[ií]as? giorn[oi] dagen dni gün дн(?:я|ей) сек hari दिन',
]
  .join(' ')
  .split(' ')
const fixed = new RegExp(
  `^(?:[°º℃℉%"″]|(?:${words.join('|')})(?![\\p{L}\\p{M}])|度|分(?!量)|小时|小時|時間|日|天|时|시간|분(?!량)|초|일)`,
  'iu',
)

const bullet = /^(\s*(?:[-–—*•·▢☐□✓]\s*|\d{1,2}[.)]\s+(?=\S)|\[[ x]\]\s*)?)/u
const range = new RegExp(
  `^(${amountSource})(?:(\\s?[-–—~～]\\s?|\\s(?:to|or|bis|oder|à|a|ou|o|of|tot|do|или|до|veya|atau|sampai|से)\\s)(${amountSource}))?(\\s*)`,
  'iu',
)
/** An amount behind the name: `Flour: 200 g`, `砂糖 大さじ2`. */
const trailing = new RegExp(`^([^\\d]{1,60}?)(${amountSource})(\\s?[^\\d\\s,.;:]{0,12}\\.?)$`, 'u')
/** The same amount in another measure: `1 cup (240 ml) milk`. */
const inParentheses = new RegExp(`\\(\\s?(${amountSource})(\\s?)(?=[^\\d)]{1,12}\\))`, 'u')

const kitchenMeasure = /^(?:oz|lbs?|fl|cups?|tbsp|tsp|pints?|sticks?)(?![\p{L}])/iu
const cjk = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u
const anyAmount = new RegExp(amountSource, 'u')

export const RECIPE_MAX = 20_000

export interface ScaledRecipe {
  text: string
  /** How many lines have another amount than before */
  changed: number
}

export interface Scaling {
  factor: Exact
  /** Of decimals, where the recipe has none to go by */
  decimal: string
  /** Lines that say for how many the recipe is: `Serves 4` */
  isServings?: (line: string) => boolean
}

/** A recipe, or a line of it, for so many times the people; what is no amount of an ingredient stays as it is. */
export function scaleRecipe(text: string, scaling: Scaling): ScaledRecipe {
  let changed = 0
  const lines = text.split('\n').map((line) => {
    const scaled = scaleLine(line, scaling)
    if (scaled !== null) changed++
    return scaled ?? line
  })
  return { text: lines.join('\n'), changed }
}

function scaleLine(line: string, scaling: Scaling): string | null {
  if (line.length > 400) return null
  if (scaling.isServings?.(line))
    return line.replace(anyAmount, (amount) => scaledAmount(amount, scaling, false) ?? amount)
  const head = bullet.exec(line)?.[0] ?? ''
  const body = line.slice(head.length)
  const scaled = leading(body, scaling) ?? atTheEnd(body, scaling)
  return scaled === null ? null : head + scaled
}

function scaledAmount(text: string, { factor, decimal }: Scaling, isMetric: boolean): string | null {
  const amount = readAmount(text)
  return amount && writeAmount(factor.times(amount.value), amount, isMetric, decimal)
}

function leading(body: string, scaling: Scaling): string | null {
  const found = range.exec(body)
  if (!found) return null
  const [whole, first = '', joint = '', second, space = ''] = found
  const rest = body.slice(whole.length)
  // “10:30”, “180 °C”, “20 minutes”: no ingredient.
  if (fixed.test(rest) || (space === '' && /^[:.)\d]/u.test(rest)) || rest.trim() === '') return null
  const isMetric = metric.test(rest)
  const amounts = [first, ...(second ? [second] : [])].map((part) => scaledAmount(part, scaling, isMetric))
  if (amounts.some((amount) => amount === null)) return null
  return `${amounts.join(joint)}${space}${scaleEquivalent(rest, scaling)}`
}

/** `cup (240 ml) milk`: the second measure too. A size right behind the number stays: `2 (400 g) cans`. */
function scaleEquivalent(rest: string, scaling: Scaling): string {
  const found = /^\s*\(/u.test(rest) ? null : inParentheses.exec(rest)
  if (!found) return rest
  const [whole, text = ''] = found
  const after = rest.slice(found.index + whole.length)
  const isMetric = metric.test(after)
  if (!isMetric && !kitchenMeasure.test(after)) return rest
  const scaled = scaledAmount(text, scaling, isMetric)
  return scaled === null ? rest : rest.slice(0, found.index) + whole.replace(text, () => scaled) + after
}

/** The name's words before an amount at the end; a longer one is a sentence. */
const NAME_WORDS = 6

function atTheEnd(body: string, scaling: Scaling): string | null {
  const found = trailing.exec(body.trimEnd())
  if (!found) return null
  const [, name = '', text = '', unit = ''] = found
  const label = unit.trim()
  if (fixed.test(label) || /[.!?。]\s/u.test(name) || name.trim().split(/\s+/u).length > NAME_WORDS) return null
  const isMetric = metric.test(label)
  const isListed = /[:：–—…\t-]\s*$/u.test(name) || cjk.test(body)
  if (!isMetric && !isListed) return null
  const scaled = scaledAmount(text, scaling, isMetric)
  return scaled === null ? null : `${name}${scaled}${unit}`
}
