import { Exact } from '../numbers/exact.ts'
import { VULGAR_FRACTIONS } from '../numbers/vulgar-fractions.ts'

// Amounts of ingredients as cooks write them: 2, 1.5, 1,5, ½, 1½, 1 1/2, 2–3.

/** Those that a kitchen measures. */
const measured = ['⅛', '¼', '⅓', '⅜', '½', '⅝', '⅔', '¾', '⅞'] as const

const glyph = `[${Object.keys(VULGAR_FRACTIONS).join('')}]`
const slash = '\\d{1,3}\\s?[/⁄]\\s?\\d{1,3}'
/** Between the whole and the fraction: `1 1/2`, `1 e 1/2`, `1と1/2`. */
const joint = '(?:\\s?と\\s?|\\s(?:(?:and|e|y|et|und|en|i|и|ve|dan)\\s)?)'
/** One amount: `1 1/2`, `1/2`, `1½`, `½`, `1.5`, `1,5`, `1 000`, `3`. */
export const amountSource = `(?:\\d{1,4}${joint}${slash}(?![\\d/⁄])|${slash}(?![\\d/⁄])|\\d{1,4}\\s?${glyph}|${glyph}|\\d{1,3}(?:[.,\\u00a0\\u202f]\\d{3})+(?:[.,]\\d{1,3})?(?!\\d)|\\d{1,3} 000(?!\\d)|\\d{1,7}(?:[.,]\\d{1,3})?)`

/** How an amount was written, so that another is written alike. */
export type Form = 'glyph' | 'slash' | 'decimal' | 'whole'

export interface Amount {
  value: Exact
  form: Form
  /** `,` or `.` where it is a decimal */
  decimal: string | null
}

/** What `amountSource` finds; null where the fraction is by 0. A comma or a point before three digits groups them, where a whole stands before. */
export function readAmount(text: string): Amount | null {
  const fraction = new RegExp(`^(?:(\\d+)${joint})?(\\d+)\\s?[/⁄]\\s?(\\d+)$`, 'u').exec(text)
  if (fraction) {
    const [, whole = '0', top = '0', bottom = '0'] = fraction
    return Number(bottom) === 0
      ? null
      : { value: new Exact(whole).plus(new Exact(top).div(bottom)), form: 'slash', decimal: null }
  }
  const vulgar = new RegExp(`^(\\d*)\\s?(${glyph})$`, 'u').exec(text)
  if (vulgar) {
    const [top, bottom] = VULGAR_FRACTIONS[vulgar[2] as string] as readonly [number, number]
    return { value: new Exact(vulgar[1] || 0).plus(new Exact(top).div(bottom)), form: 'glyph', decimal: null }
  }
  const grouped = /^[1-9]\d{0,2}(?:[., \u00a0\u202f]\d{3})+$/u.test(text)
  const mark = grouped ? '' : (/[.,](?=\d{1,3}$)/u.exec(text)?.[0] ?? '')
  const cut = mark ? text.lastIndexOf(mark) : text.length
  const digits = (part: string) => part.replace(/\D/gu, '')
  const value = new Exact(`${digits(text.slice(0, cut)) || 0}.${digits(text.slice(cut)) || 0}`)
  return { value, form: mark ? 'decimal' : 'whole', decimal: mark || null }
}

const near = new Exact('0.011')

/** `1½`, or `1 1/2` where the recipe writes so; null where no fraction of the kitchen is within about a hundredth of a unit. */
function writeFraction(value: Exact, form: 'glyph' | 'slash'): string | null {
  const whole = value.floor()
  const rest = value.minus(whole)
  if (rest.lt(near)) return whole.isZero() ? null : whole.toFixed()
  if (new Exact(1).minus(rest).lt(near)) return whole.plus(1).toFixed()
  const found = measured.find((sign) => {
    const [top, bottom] = VULGAR_FRACTIONS[sign] as readonly [number, number]
    return rest.minus(new Exact(top).div(bottom)).abs().lt(near)
  })
  if (!found) return null
  const [top, bottom] = VULGAR_FRACTIONS[found] as readonly [number, number]
  const part = form === 'glyph' ? found : `${top}/${bottom}`
  return whole.isZero() ? part : `${whole.toFixed()}${form === 'glyph' ? '' : ' '}${part}`
}

function writeDecimal(value: Exact, decimal: string): string {
  const places = value.gte(100) ? 0 : value.gte(10) ? 1 : 2
  const rounded = value.toDecimalPlaces(places)
  // A pinch of something is not nothing.
  const shown = rounded.isZero() && !value.isZero() ? value.toSignificantDigits(1) : rounded
  return shown.toFixed().replace('.', decimal)
}

/**
 * An amount as the one before it was written: fractions as fractions, decimals with their mark. Whole amounts become
 * fractions, but of grams and millilitres (`isMetric`) decimals.
 */
export function writeAmount(value: Exact, { form, decimal }: Amount, isMetric: boolean, usualDecimal: string): string {
  const mark = decimal ?? usualDecimal
  if (isMetric || form === 'decimal') return writeDecimal(value, mark)
  return writeFraction(value, form === 'slash' ? 'slash' : 'glyph') ?? writeDecimal(value, mark)
}
